import { readFile } from 'node:fs/promises';
import { type Camera, cameraCentre } from '../../geometry/camera.js';
import { readArray, readNumber, readObject, readOneOf, readString } from '../../table/json-door.js';
import { parseScene, type SceneFile } from '../../table/scene-file.js';
import type { Table } from '../../table/table.js';

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
export async function readTruth(path: string): Promise<Truth> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Error(`${path}: not a truth file: ${cause instanceof Error ? cause.message : String(cause)}.`);
  }
  try {
    return truthOf(json);
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function truthOf(json: unknown): Truth {
  const truth = readObject(json, 'truth');
  readOneOf(truth.format as string, ['hashmark-truth'], 'format');
  const ships = readArray(truth.ships, 'ships').map((one, i) => readObject(one, `ships[${i}]`));
  const scene = {
    format: 'hashmark-scene',
    version: 1,
    table: truth.table,
    ships: ships.map(({ id, base, xMm, yMm, headingDeg }) => ({ id, base, xMm, yMm, headingDeg })),
    obstacles: readArray(truth.obstacles ?? [], 'obstacles').map((one, i) => ({
      ...readObject(one, `obstacles[${i}]`),
      id: `obstacle-${i + 1}`,
    })),
  } as unknown as SceneFile;
  const table = parseScene(scene);
  const camera = truth.camera === undefined ? undefined : cameraOf(truth, readObject(truth.camera, 'camera'));
  return {
    image: readString(truth.image, 'image'),
    table,
    visibleFraction: ships.map((ship, i) =>
      ship.visibleFraction === undefined ? 1 : readNumber(ship.visibleFraction, `ships[${i}].visibleFraction`),
    ),
    ...(camera === undefined ? {} : { ...(camera.fx > 0 ? { camera } : {}), elevationDeg: elevationOf(camera, table) }),
    tags: Array.isArray(truth.tags) ? truth.tags.map(String) : [],
  };
}

function cameraOf(truth: Readonly<Record<string, unknown>>, camera: Readonly<Record<string, unknown>>): Camera {
  const rows = (name: string) =>
    readArray(camera[name] ?? [], `camera.${name}`).map((row, i) => readArray(row, `camera.${name}[${i}]`) as number[]);
  const [[fx = 0, , cx = 0] = [], [, fy = 0, cy = 0] = []] = rows('k');
  return {
    widthPx: readNumber(truth.widthPx, 'widthPx'),
    heightPx: readNumber(truth.heightPx, 'heightPx'),
    ...{ fx, fy, cx, cy },
    distortion: [0, 1, 2, 3, 4].map((i) => (camera.distortion as number[] | undefined)?.[i] ?? 0) as unknown as Camera['distortion'],
    r: rows('r').flat() as unknown as Camera['r'],
    t: readArray(camera.tMm, 'camera.tMm') as unknown as Camera['t'],
  };
}

function elevationOf(camera: Camera, { widthMm, depthMm }: Table): number {
  const { x, y, z } = cameraCentre(camera);
  return (Math.atan2(z, Math.hypot(x - widthMm / 2, y - depthMm / 2)) * 180) / Math.PI;
}
