import { readArray, readNumber, readObject } from '../../table/json-door.js';
import { parseScene } from '../../table/scene-file.js';
import type { Table } from '../../table/table.js';

const DEG = Math.PI / 180;
const COVARIANCE = ['xx', 'xy', 'xh', 'yy', 'yh', 'hh'] as const;

/**
 * Reads a table of a log. It is checked as a scene is, by the same lines, but kept in its own numbers: a replay must ask exactly what was
 * asked. Throws with what was got and expected.
 */
export function readTable(json: unknown, where: string): Table {
  const table = readObject(json, where);
  const ships = readArray(table.ships, `${where}.ships`).map((one, i) => readObject(one, `${where}.ships[${i}]`));
  const outlined = (key: 'obstacles' | 'devices') =>
    readArray(table[key], `${where}.${key}`).map((one, i) => {
      const { outline, ...rest } = readObject(one, `${where}.${key}[${i}]`);
      const corners = readArray(outline, `${where}.${key}[${i}].outline`).map((point) =>
        readObject(point, `${where}.${key}[${i}].outline`),
      );
      return { ...rest, outlineMm: corners.map(({ x, y }) => [x, y]) };
    });
  try {
    parseScene({
      format: 'hashmark-scene',
      version: 1,
      table: { widthMm: table.widthMm, depthMm: table.depthMm },
      ships: ships.map(({ pose, covariance: _, ...rest }, i) => {
        const { x, y, headingRad } = readObject(pose, `${where}.ships[${i}].pose`);
        return { ...rest, xMm: x, yMm: y, headingDeg: readNumber(headingRad, `${where}.ships[${i}].pose.headingRad`) / DEG };
      }),
      obstacles: outlined('obstacles'),
      devices: outlined('devices'),
    });
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`);
  }
  for (const [i, { covariance }] of ships.entries()) {
    const row = readObject(covariance, `${where}.ships[${i}].covariance`);
    for (const key of COVARIANCE) readNumber(row[key], `${where}.ships[${i}].covariance.${key}`);
  }
  if (table.jointCovariance !== undefined) {
    for (const value of readArray(table.jointCovariance, `${where}.jointCovariance`)) readNumber(value, `${where}.jointCovariance`);
  }
  return table as unknown as Table;
}
