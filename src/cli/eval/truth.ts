import { readFile } from 'node:fs/promises';
import { readArray, readNumber, readObject, readOneOf, readString } from '../../table/json-door.js';
import { parseScene, type SceneFile } from '../../table/scene-file.js';
import type { Table } from '../../table/table.js';

/** The truth of one picture (truth.schema.json). */
export interface Truth {
  readonly image: string;
  readonly table: Table;
  /** In the order of `table.ships`: how much of each base the picture shows, 0…1. */
  readonly visibleFraction: readonly number[];
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
  const elevationDeg = truth.camera === undefined ? undefined : elevationOf(readObject(truth.camera, 'camera'), table);
  return {
    image: readString(truth.image, 'image'),
    table,
    visibleFraction: ships.map((ship, i) =>
      ship.visibleFraction === undefined ? 1 : readNumber(ship.visibleFraction, `ships[${i}].visibleFraction`),
    ),
    ...(elevationDeg === undefined ? {} : { elevationDeg }),
    tags: Array.isArray(truth.tags) ? truth.tags.map(String) : [],
  };
}

function elevationOf(camera: Record<string, unknown>, table: Table): number {
  const r = readArray(camera.r, 'camera.r').flatMap((row, i) => readArray(row, `camera.r[${i}]`)) as number[];
  const t = readArray(camera.tMm, 'camera.tMm') as number[];
  const centre = [0, 1, 2].map((i) => -(r[i]! * t[0]! + r[3 + i]! * t[1]! + r[6 + i]! * t[2]!));
  const aside = Math.hypot(centre[0]! - table.widthMm / 2, centre[1]! - table.depthMm / 2);
  return (Math.atan2(centre[2]!, aside) * 180) / Math.PI;
}
