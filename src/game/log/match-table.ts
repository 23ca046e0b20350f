import type * as v from 'valibot';
import { inDegrees, inRadians } from '../../geometry/degrees.js';
import { EXACT, type Pose, type PoseCovariance } from '../../geometry/pose.js';
import { checkedTable } from '../../table/documents/table-schema.js';
import { validate } from '../../table/documents/validate.js';
import type { Table } from '../../table/table.js';
import { TABLE_IN_FILE_SCHEMA } from './match-table-schema.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** The power of the heading in each number of a covariance. */
const POWERS = { xx: 0, xy: 0, xh: 1, yy: 0, yh: 1, hh: 2 } as const;
type Key = keyof typeof POWERS;
const KEYS = Object.keys(POWERS) as readonly Key[];

/**
 * A table as it stands in the file of a match: a scene's fields in millimetres and degrees, and all that a scene leaves out (whole covariances,
 * what is known of obstacles), so that a replay asks the table what was asked. Covariances are in mm and degrees.
 */
export function tableInFile(table: Table): JsonObject {
  const { widthMm, depthMm, areObstaclesOpen, areObstaclesSaid, ships, obstacles, devices, unmeasurable, jointCovariance } = table;
  return {
    table: { widthMm, depthMm, ...(areObstaclesOpen && { areObstaclesOpen }), ...(areObstaclesSaid && { areObstaclesSaid }) },
    ships: ships.map(({ pose, covariance, tile, ...rest }) => ({
      ...rest,
      ...poseInFile(pose),
      ...covarianceInFile(covariance),
      ...(tile && { tile: { turnDeg: inDegrees(tile.turnRad), sigmaDeg: inDegrees(tile.sigmaRad) } }),
    })),
    obstacles: obstacles.map(({ outline, token, ...rest }) => ({
      ...rest,
      outlineMm: outline.map(({ x, y }) => [x, y]),
      ...(token && {
        token: {
          xws: token.xws,
          name: token.name,
          mirrored: token.mirrored,
          ...poseInFile(token.pose),
          ...covarianceInFile(token.covariance),
        },
      }),
    })),
    devices: devices.map(({ outline, ...rest }) => ({ ...rest, outlineMm: outline.map(({ x, y }) => [x, y]) })),
    ...(unmeasurable && { unmeasurable: unmeasurable.map(({ at, ...rest }) => ({ ...rest, xMm: at.x, yMm: at.y })) }),
    ...(jointCovariance && { jointCovariance: jointCovariance.map((value, k) => inDegrees(value, powerAt(k, ships.length))) }),
  };
}

function poseInFile({ x, y, headingRad }: Pose): JsonObject {
  return { xMm: x, yMm: y, headingDeg: inDegrees(headingRad) };
}

/** Left out where the pose is exact. */
function covarianceInFile(covariance: PoseCovariance): JsonObject {
  if (KEYS.every((key) => covariance[key] === 0)) return {};
  return { covariance: Object.fromEntries(KEYS.map((key) => [key, inDegrees(covariance[key], POWERS[key])])) };
}

/** Number of headings among the two coordinates of a place in a joint covariance. */
function powerAt(place: number, ships: number): 0 | 1 | 2 {
  const isHeading = (coordinate: number) => Number(coordinate % 3 === 2);
  return (isHeading(Math.floor(place / (3 * ships))) + isHeading(place % (3 * ships))) as 0 | 1 | 2;
}

type TableInFile = v.InferOutput<typeof TABLE_IN_FILE_SCHEMA>;
type PlaceInFile = Pick<TableInFile['ships'][number], 'xMm' | 'yMm' | 'headingDeg' | 'covariance'>;

/** Reads a table of a match's file; throws with the place, what was got and what was expected. */
export function tableOfFile(json: unknown, where: string): Table {
  const { table, ships, obstacles, devices, unmeasurable, jointCovariance } = validate(TABLE_IN_FILE_SCHEMA, json, 'table', where);
  const read = {
    ...table,
    ships: ships.map(({ xMm, yMm, headingDeg, covariance, tile, ...rest }) => ({
      ...rest,
      ...poseOfFile({ xMm, yMm, headingDeg, covariance }),
      ...(tile && { tile: { turnRad: inRadians(tile.turnDeg), sigmaRad: inRadians(tile.sigmaDeg) } }),
    })),
    obstacles: obstacles.map(({ outlineMm, token, ...rest }) => ({
      ...rest,
      outline: pointsOf(outlineMm),
      ...(token && { token: tokenOf(token) }),
    })),
    devices: devices.map(({ outlineMm, ...rest }) => ({ ...rest, outline: pointsOf(outlineMm) })),
    ...(unmeasurable && { unmeasurable: unmeasurable.map(({ xMm, yMm, ...rest }) => ({ ...rest, at: { x: xMm, y: yMm } })) }),
    ...(jointCovariance && { jointCovariance: jointCovariance.map((value, k) => inRadians(value, powerAt(k, ships.length))) }),
  };
  return checkedTable(read, where);
}

function poseOfFile({ xMm, yMm, headingDeg, covariance }: PlaceInFile) {
  const pose = { x: xMm, y: yMm, headingRad: inRadians(headingDeg) };
  if (!covariance) return { pose, covariance: EXACT };
  return { pose, covariance: Object.fromEntries(KEYS.map((key) => [key, inRadians(covariance[key], POWERS[key])])) };
}

function tokenOf({ xMm, yMm, headingDeg, covariance, ...rest }: NonNullable<TableInFile['obstacles'][number]['token']>) {
  return { ...rest, ...poseOfFile({ xMm, yMm, headingDeg, covariance }) };
}

function pointsOf(corners: readonly (readonly [number, number])[]) {
  return corners.map(([x, y]) => ({ x, y }));
}
