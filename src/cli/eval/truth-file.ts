import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { type Camera, cameraCentre } from '../../geometry/camera.js';
import { parseScene } from '../../table/documents/scene-file.js';
import { refuse, validate } from '../../table/documents/validate.js';
import type { Table } from '../../table/table.js';
import { readJson } from '../inputs/read-json.js';
import { type CheckedTruth, TRUTH_SCHEMA } from './truth-schema.js';

/** The truth of one picture (truth.schema.json). */
export interface Truth {
  readonly image: string;
  readonly table: Table;
  /** In the order of `table.ships`: how much of each base the picture shows, 0…1. */
  readonly visibleFraction: readonly number[];
  /** Absent when the file does not name its lens. */
  readonly camera?: Camera;
  /** The camera's elevation above the table at the mat's centre, degrees; absent when the file names no camera. */
  readonly elevationDeg?: number;
  readonly tags: readonly string[];
}

/** Reads a truth file; throws with the field that is missing or wrong. */
export function readTruth(path: string): Promise<Truth> {
  return readJson(path, 'a truth file', (json) => parseTruth(json, dirname(path)));
}

/** The truth in the JSON of a file in that folder; throws as `readTruth` does. */
export function parseTruth(json: unknown, folder: string): Truth {
  return truthOf(validate(TRUTH_SCHEMA, json, 'truth'), folder);
}

function truthOf({ image, ships, obstacles = [], tags = [], ...truth }: CheckedTruth, folder: string): Truth {
  const toImage = relative(folder, resolve(folder, image));
  if (toImage.startsWith('..') || isAbsolute(toImage)) {
    refuse('image', image, 'a picture in the folder of the truth file', 'Put the picture beside it and give its name alone.');
  }
  const table = parseScene({
    format: 'hashmark-scene',
    version: 1,
    table: truth.table,
    ships: ships.map(({ id, base, xMm, yMm, headingDeg }) => ({ id, base, xMm, yMm, headingDeg })),
    obstacles: obstacles.map((one, i) => ({ ...one, id: `obstacle-${i + 1}` })),
  });
  const camera = cameraOf(truth);
  return {
    image,
    table,
    visibleFraction: ships.map((ship) => ship.visibleFraction ?? 1),
    ...(camera === undefined ? {} : { ...(camera.fx > 0 ? { camera } : {}), elevationDeg: elevationOf(camera, table) }),
    tags,
  };
}

/** Undefined where the file does not say where the camera was; without focal length where it does not name the lens. */
function cameraOf({ widthPx, heightPx, camera }: Pick<CheckedTruth, 'widthPx' | 'heightPx' | 'camera'>): Camera | undefined {
  if (!camera?.r || !camera.tMm) return undefined;
  const [[fx = 0, , cx = 0] = [], [, fy = 0, cy = 0] = []] = camera.k ?? [];
  const [k1 = 0, k2 = 0, p1 = 0, p2 = 0, k3 = 0] = camera.distortion ?? [];
  const r = camera.r.flat() as unknown as Camera['r'];
  return { widthPx, heightPx, fx, fy, cx, cy, distortion: [k1, k2, p1, p2, k3], r, t: camera.tMm };
}

function elevationOf(camera: Camera, { widthMm, depthMm }: Table): number {
  const { x, y, z } = cameraCentre(camera);
  return (Math.atan2(z, Math.hypot(x - widthMm / 2, y - depthMm / 2)) * 180) / Math.PI;
}
