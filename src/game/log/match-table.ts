import { inDegrees, inRadians } from '../../geometry/degrees.js';
import { EXACT, type Pose, type PoseCovariance } from '../../geometry/pose.js';
import { type JsonObject, readArray, readNumber, readObject } from '../../table/json-door.js';
import type { Table } from '../../table/table.js';
import { checkedTable } from '../../table/table-schema.js';

/** How often a heading is in each number of a covariance. */
const POWERS = { xx: 0, xy: 0, xh: 1, yy: 0, yh: 1, hh: 2 } as const;
type Key = keyof typeof POWERS;
const KEYS = Object.keys(POWERS) as readonly Key[];

/**
 * A table as it stands in the file of a match: a scene's fields in millimetres and degrees, and all that a scene leaves out (whole covariances,
 * what is known of obstacles), so that a replay asks the table what was asked. Covariances are in mm and degrees.
 */
export function tableInFile(table: Table): JsonObject {
  const { widthMm, depthMm, ships, obstacles, devices, unmeasurable, jointCovariance } = table;
  return {
    table: { widthMm, depthMm },
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

/** In how many of its two coordinates a place of a joint covariance has a heading. */
function powerAt(place: number, ships: number): 0 | 1 | 2 {
  const isHeading = (coordinate: number) => Number(coordinate % 3 === 2);
  return (isHeading(Math.floor(place / (3 * ships))) + isHeading(place % (3 * ships))) as 0 | 1 | 2;
}

/** Reads a table of a match's file; throws with the place, what was got and what was expected. */
export function tableOfFile(json: unknown, where: string): Table {
  const file = readObject(json, where);
  const { widthMm, depthMm } = readObject(file.table, `${where}.table`);
  const rows = (key: 'ships' | 'obstacles' | 'devices' | 'unmeasurable') =>
    readArray(file[key] ?? [], `${where}.${key}`).map(
      (one, i) => [readObject(one, `${where}.${key}[${i}]`), `${where}.${key}[${i}]`] as const,
    );
  const ships = rows('ships').map(([{ xMm, yMm, headingDeg, covariance, tile, ...rest }, at]) => ({
    ...rest,
    ...poseOfFile({ xMm, yMm, headingDeg, covariance }, at),
    ...(tile !== undefined && { tile: tileOf(tile, `${at}.tile`) }),
  }));
  const joint = file.jointCovariance === undefined ? undefined : readArray(file.jointCovariance, `${where}.jointCovariance`);
  const table = {
    widthMm,
    depthMm,
    ships,
    obstacles: rows('obstacles').map(([{ outlineMm, token, ...rest }, at]) => ({
      ...rest,
      outline: outlineOf(outlineMm, `${at}.outlineMm`),
      ...(token !== undefined && { token: tokenOf(token, `${at}.token`) }),
    })),
    devices: rows('devices').map(([{ outlineMm, ...rest }, at]) => ({ ...rest, outline: outlineOf(outlineMm, `${at}.outlineMm`) })),
    ...(file.unmeasurable !== undefined && {
      unmeasurable: rows('unmeasurable').map(([{ xMm, yMm, ...rest }]) => ({ ...rest, at: { x: xMm, y: yMm } })),
    }),
    ...(joint && {
      jointCovariance: joint.map((value, k) => inRadians(readNumber(value, `${where}.jointCovariance[${k}]`), powerAt(k, ships.length))),
    }),
  };
  return checkedTable(table, where);
}

function poseOfFile({ xMm, yMm, headingDeg, covariance }: JsonObject, where: string) {
  const number = (value: unknown, name: string) => readNumber(value, `${where}.${name}`);
  const pose = { x: number(xMm, 'xMm'), y: number(yMm, 'yMm'), headingRad: inRadians(number(headingDeg, 'headingDeg')) };
  if (covariance === undefined) return { pose, covariance: EXACT };
  const row = readObject(covariance, `${where}.covariance`);
  const spread = (key: Key) => inRadians(number(row[key], `covariance.${key}`), POWERS[key]);
  return { pose, covariance: Object.fromEntries(KEYS.map((key) => [key, spread(key)])) };
}

function tileOf(json: unknown, where: string) {
  const { turnDeg, sigmaDeg } = readObject(json, where);
  return { turnRad: inRadians(readNumber(turnDeg, `${where}.turnDeg`)), sigmaRad: inRadians(readNumber(sigmaDeg, `${where}.sigmaDeg`)) };
}

function tokenOf(json: unknown, where: string) {
  const { xMm, yMm, headingDeg, covariance, ...rest } = readObject(json, where);
  return { ...rest, ...poseOfFile({ xMm, yMm, headingDeg, covariance }, where) };
}

function outlineOf(json: unknown, where: string) {
  return readArray(json, where).map((corner, i) => {
    const [x, y] = readArray(corner, `${where}[${i}]`);
    return { x, y };
  });
}
