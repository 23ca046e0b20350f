import { EXACT, type PoseCovariance, wrapRad } from '../geometry/pose.js';
import { ARC_NAMES, DEFAULT_ARCS } from '../pieces/arc-names.js';
import { BASE_SIZES, type BaseSize } from '../pieces/base-size.js';
import { checkIds, readOutline } from './check-scene.js';
import { type JsonObject, readArray, readNumber, readObject, readOneOf, readString, refuse } from './json-door.js';
import type { ArcName, Device, Obstacle, ObstacleKind, Player, Ship, Table, TileTurn, Unmeasurable } from './table.js';

/** A scene as it stands in a file: scene.schema.json, millimetres and degrees. */
export interface SceneFile {
  readonly format: 'hashmark-scene';
  readonly version: 1;
  readonly table: { readonly widthMm: number; readonly depthMm: number };
  readonly ships: readonly SceneShip[];
  readonly obstacles?: readonly SceneObstacle[];
  readonly devices?: readonly SceneDevice[];
  /** Beyond the format: what was seen but not made out, so that a saved scene is judged no surer than it was. */
  readonly unmeasurable?: readonly SceneUnmeasurable[];
  /**
   * Beyond the format: covariance of all poses, (3n)×(3n) row-major in the order of `ships` (mm, mm, degrees each). A camera's error moves all
   * ships together; without this their distances would be told less surely than they were measured.
   */
  readonly jointCovariance?: readonly number[];
}

export interface SceneShip {
  readonly id: string;
  readonly base: BaseSize;
  readonly xMm: number;
  readonly yMm: number;
  readonly headingDeg: number;
  readonly owner?: Player;
  readonly arcs: readonly ArcName[];
  readonly sigma?: SceneSigma;
  readonly detectionProbability?: number;
  /** Beyond the format: how the printed tile is turned in its base, clockwise, with one standard deviation. */
  readonly tile?: { readonly turnDeg: number; readonly sigmaDeg: number };
  readonly name?: string;
  readonly pilot?: string;
  readonly initiative?: number;
}

export interface SceneSigma {
  readonly xMm: number;
  readonly yMm: number;
  /** Where the front is open that of a heading of which nothing is known. */
  readonly headingDeg: number;
  readonly xyCorrelation: number;
  /** Beyond the format: that of the outline, of which any side may be the front. */
  readonly outlineDeg?: number;
}

export interface SceneObstacle {
  readonly id: string;
  readonly kind: ObstacleKind;
  /** Of a recognised tournament obstacle; for readers, not read back. */
  readonly xws?: string;
  readonly name?: string;
  readonly mirrored?: boolean;
  readonly outlineMm: readonly (readonly [number, number])[];
}

export interface SceneUnmeasurable {
  readonly xMm: number;
  readonly yMm: number;
  readonly radiusMm: number;
  readonly probability: number;
  readonly reason: string;
}

export interface SceneDevice {
  readonly id: string;
  readonly kind: string;
  readonly owner?: Player;
  readonly outlineMm: readonly (readonly [number, number])[];
}

const DEG = Math.PI / 180;
const OBSTACLE_KINDS = ['asteroid', 'debris', 'gas'] as const;
const PLAYERS: readonly Player[] = [1, 2];
/** Standard deviation of a heading that may be any, degrees. */
const ANY_HEADING_DEG = 360 / Math.sqrt(12);

/**
 * Reads a scene (scene.schema.json: millimetres and degrees) into a table (millimetres and radians), ignoring unknown fields.
 * Throws an Error that says where, what was got, what was expected and what to do: a missing field, NaN, an unknown base or arc, a sigma
 * below zero, an outline that crosses itself, an id used twice, a joint covariance of another size.
 */
export function parseScene(json: unknown): Table {
  const scene = readObject(json, 'scene');
  if (scene.format !== 'hashmark-scene') refuse('format', scene.format, "'hashmark-scene'", 'This is not a scene file.');
  if (scene.version !== 1) refuse('version', scene.version, '1', 'Update Hashmark, or save the scene as version 1.');
  const size = readObject(scene.table, 'table');
  const widthMm = readNumber(size.widthMm, 'table.widthMm', { min: 1 });
  const depthMm = readNumber(size.depthMm, 'table.depthMm', { min: 1 });
  const ships = readArray(scene.ships, 'ships').map((ship, i) => readShip(ship, `ships[${i}]`));
  const table: Table = {
    widthMm,
    depthMm,
    ships,
    obstacles: readArray(scene.obstacles ?? [], 'obstacles').map((obstacle, i) => readObstacle(obstacle, `obstacles[${i}]`)),
    devices: readArray(scene.devices ?? [], 'devices').map((device, i) => readDevice(device, `devices[${i}]`)),
    unmeasurable: readArray(scene.unmeasurable ?? [], 'unmeasurable').map((one, i) => readUnmeasurable(one, `unmeasurable[${i}]`)),
    ...(scene.jointCovariance !== undefined && { jointCovariance: readJoint(scene.jointCovariance, ships.length) }),
  };
  checkIds(table);
  return table;
}

function readShip(json: unknown, where: string): Ship {
  const ship = readObject(json, where);
  const number = (field: string, min?: number, max?: number) =>
    readNumber(ship[field], `${where}.${field}`, { ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
  const arcs =
    ship.arcs === undefined
      ? DEFAULT_ARCS
      : readArray(ship.arcs, `${where}.arcs`).map((arc, i) => readOneOf(arc, ARC_NAMES, `${where}.arcs[${i}]`));
  return {
    id: readString(ship.id, `${where}.id`),
    base: readOneOf(ship.base, BASE_SIZES, `${where}.base`),
    pose: { x: number('xMm'), y: number('yMm'), headingRad: wrapRad(number('headingDeg') * DEG) },
    ...(ship.sigma === undefined ? { covariance: EXACT } : readSigma(readObject(ship.sigma, `${where}.sigma`), `${where}.sigma`)),
    arcs: [...new Set(arcs)],
    ...(ship.tile !== undefined && { tile: readTile(readObject(ship.tile, `${where}.tile`), `${where}.tile`) }),
    ...(ship.owner !== undefined && { owner: readOneOf(ship.owner, PLAYERS, `${where}.owner`) }),
    ...(ship.name !== undefined && { name: readText(ship.name, `${where}.name`) }),
    ...(ship.pilot !== undefined && { pilot: readText(ship.pilot, `${where}.pilot`) }),
    ...(ship.initiative !== undefined && { initiative: readInteger(ship.initiative, `${where}.initiative`) }),
    ...(ship.detectionProbability !== undefined && { detectionProbability: number('detectionProbability', 0, 1) }),
  };
}

function readText(value: unknown, where: string): string {
  return typeof value === 'string' ? value : refuse(where, value, 'a text', 'Give it a text or leave the field out.');
}

function readInteger(value: unknown, where: string): number {
  const number = readNumber(value, where, { min: 0 });
  return Number.isInteger(number) ? number : refuse(where, value, 'a whole number', 'Correct the number or leave the field out.');
}

function readTile(tile: JsonObject, where: string): TileTurn {
  return {
    turnRad: readNumber(tile.turnDeg, `${where}.turnDeg`) * DEG,
    sigmaRad: readNumber(tile.sigmaDeg, `${where}.sigmaDeg`, { min: 0 }) * DEG,
  };
}

function readSigma(sigma: JsonObject, where: string): Pick<Ship, 'covariance' | 'isFrontOpen'> {
  const x = readNumber(sigma.xMm, `${where}.xMm`, { min: 0 });
  const y = readNumber(sigma.yMm, `${where}.yMm`, { min: 0 });
  const heading = readNumber(sigma.headingDeg, `${where}.headingDeg`, { min: 0 });
  const outline = sigma.outlineDeg === undefined ? undefined : readNumber(sigma.outlineDeg, `${where}.outlineDeg`, { min: 0 });
  const h = (outline ?? heading) * DEG;
  const correlation = readNumber(sigma.xyCorrelation ?? 0, `${where}.xyCorrelation`, { min: -1, max: 1 });
  const covariance: PoseCovariance = { xx: x * x, xy: correlation * x * y, xh: 0, yy: y * y, yh: 0, hh: h * h };
  return { covariance, ...(outline !== undefined && { isFrontOpen: true }) };
}

function readJoint(json: unknown, ships: number): number[] {
  const values = readArray(json, 'jointCovariance');
  if (values.length !== (3 * ships) ** 2) {
    const expected = `${(3 * ships) ** 2}, 3 × 3 for each two of the ${ships} ships`;
    refuse('jointCovariance', `${values.length} numbers`, expected, 'Ships were added or left out: leave this field out as well.');
  }
  const unit = unitOf(ships);
  return values.map((value, k) => {
    const where = `jointCovariance[${k}]`;
    const isVariance = k % (3 * ships + 1) === 0;
    return readNumber(value, where, isVariance ? { min: 0 } : {}) * unit(k);
  });
}

/** What one unit of the file is in each place of a joint covariance: headings are degrees there, radians here. */
function unitOf(ships: number): (place: number) => number {
  const size = 3 * ships;
  const own = (i: number) => (i % 3 === 2 ? DEG : 1);
  return (place) => own(Math.floor(place / size)) * own(place % size);
}

function readObstacle(json: unknown, where: string): Obstacle {
  const obstacle = readObject(json, where);
  return {
    id: readString(obstacle.id, `${where}.id`),
    kind: readOneOf(obstacle.kind, OBSTACLE_KINDS, `${where}.kind`),
    outline: readOutline(obstacle.outlineMm, `${where}.outlineMm`),
  };
}

function readUnmeasurable(json: unknown, where: string): Unmeasurable {
  const one = readObject(json, where);
  return {
    at: { x: readNumber(one.xMm, `${where}.xMm`, {}), y: readNumber(one.yMm, `${where}.yMm`, {}) },
    radiusMm: readNumber(one.radiusMm, `${where}.radiusMm`, { min: 0 }),
    probability: readNumber(one.probability, `${where}.probability`, { min: 0, max: 1 }),
    reason: readText(one.reason ?? '', `${where}.reason`),
  };
}

function readDevice(json: unknown, where: string): Device {
  const device = readObject(json, where);
  return {
    id: readString(device.id, `${where}.id`),
    kind: readString(device.kind, `${where}.kind`),
    outline: readOutline(device.outlineMm, `${where}.outlineMm`),
    ...(device.owner !== undefined && { owner: readOneOf(device.owner, PLAYERS, `${where}.owner`) }),
  };
}

/** So many digits of a covariance are kept: a reader gets the same answers to a millionth. */
const COVARIANCE_DIGITS = 8;

/** The scene file of a table. The sigma of outlines is left behind. */
export function sceneOf(table: Table): SceneFile {
  return {
    format: 'hashmark-scene',
    version: 1,
    table: { widthMm: table.widthMm, depthMm: table.depthMm },
    ships: table.ships.map(sceneShip),
    obstacles: table.obstacles.map(({ id, kind, outline, token }) => ({
      id,
      kind,
      ...(token && { xws: token.xws, name: token.name, mirrored: token.mirrored }),
      outlineMm: outline.map(({ x, y }) => [x, y] as const),
    })),
    devices: table.devices.map(({ id, kind, owner, outline }) => ({
      id,
      kind,
      ...(owner !== undefined && { owner }),
      outlineMm: outline.map(({ x, y }) => [x, y] as const),
    })),
    ...(table.unmeasurable?.length && {
      unmeasurable: table.unmeasurable.map(({ at, ...rest }) => ({ xMm: at.x, yMm: at.y, ...rest })),
    }),
    ...(table.jointCovariance && { jointCovariance: jointInFile(table.jointCovariance, table.ships.length) }),
  };
}

function jointInFile(joint: readonly number[], ships: number): number[] {
  const unit = unitOf(ships);
  return joint.map((value, k) => Number((value / unit(k)).toPrecision(COVARIANCE_DIGITS)));
}

function sceneShip(ship: Ship): SceneShip {
  const { id, base, pose, tile, owner, arcs, name, pilot, initiative, detectionProbability } = ship;
  const sigma = sceneSigma(ship);
  return {
    id,
    base,
    xMm: pose.x,
    yMm: pose.y,
    headingDeg: pose.headingRad / DEG,
    arcs,
    ...(owner !== undefined && { owner }),
    ...(sigma && { sigma }),
    ...(detectionProbability !== undefined && { detectionProbability }),
    ...(tile && { tile: { turnDeg: tile.turnRad / DEG, sigmaDeg: tile.sigmaRad / DEG } }),
    ...(name !== undefined && { name }),
    ...(pilot !== undefined && { pilot }),
    ...(initiative !== undefined && { initiative }),
  };
}

/** Undefined where nothing about the pose is in doubt. */
function sceneSigma({ covariance: { xx, xy, yy, hh }, isFrontOpen }: Ship): SceneSigma | undefined {
  if (!isFrontOpen && xx === EXACT.xx && yy === EXACT.yy && hh === EXACT.hh) return undefined;
  const xyCorrelation = xx > 0 && yy > 0 ? Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))) : 0;
  const outlineDeg = Math.sqrt(hh) / DEG;
  const place = { xMm: Math.sqrt(xx), yMm: Math.sqrt(yy), xyCorrelation };
  return isFrontOpen ? { ...place, headingDeg: ANY_HEADING_DEG, outlineDeg } : { ...place, headingDeg: outlineDeg };
}
