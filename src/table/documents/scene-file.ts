import { inDegrees, inRadians } from '../../geometry/degrees.js';
import type { Point } from '../../geometry/point.js';
import { EXACT, isExactPose, type PoseCovariance, wrapRad } from '../../geometry/pose.js';
import { DEFAULT_ARCS } from '../../pieces/arc-names.js';
import type { ShipBase } from '../../pieces/base-size.js';
import type { ArcName, Correction, ObstacleKind, Player, Ship, Table } from '../table.js';
import { checkIds, checkJoint, checkSize } from './check-scene.js';
import { type CheckedScene, SCENE_SCHEMA } from './scene-schema.js';
import { validate } from './validate.js';

/** A scene as it stands in a file: scene.schema.json, millimetres and degrees. */
export interface SceneFile {
  readonly format: 'hashmark-scene';
  readonly version: 1;
  readonly table: { readonly widthMm: number; readonly depthMm: number };
  /** Beyond the format: false where the places are only relative to each other because too little of the mat was seen; absent: known. */
  readonly tableEdgeKnown?: boolean;
  /** Beyond the format: false where a camera recognised no obstacle and nobody listed them; absent: known. */
  readonly obstaclesKnown?: boolean;
  readonly ships: readonly SceneShip[];
  readonly obstacles?: readonly SceneObstacle[];
  readonly devices?: readonly SceneDevice[];
  /** Beyond the format: things that were seen but not recognised, so that a saved scene is judged no more certain than it was. */
  readonly unmeasurable?: readonly SceneUnmeasurable[];
  /**
   * Beyond the format: covariance of all poses, (3n)×(3n) row-major in the order of `ships` (mm, mm, degrees each). A camera's error moves all
   * ships together; without this the sigmas of their distances would be larger than they were measured.
   */
  readonly jointCovariance?: readonly number[];
}

export interface SceneShip {
  readonly id: string;
  readonly base: ShipBase;
  /** Beyond the format: the measured length of a huge base. */
  readonly lengthMm?: number;
  readonly xMm: number;
  readonly yMm: number;
  readonly headingDeg: number;
  readonly owner?: Player;
  readonly arcs: readonly ArcName[];
  readonly sigma?: SceneSigma;
  readonly detectionProbability?: number;
  /** Beyond the format: it is where a hand placed it, which no picture confirms. */
  readonly byHand?: true;
  readonly corrected?: Correction;
  /** Beyond the format: the last look did not see it; it counts where it was seen last. */
  readonly hidden?: true;
  /** Beyond the format: turn of the printed tile in its base, clockwise, with one standard deviation. */
  readonly tile?: { readonly turnDeg: number; readonly sigmaDeg: number };
  readonly name?: string;
  readonly pilot?: string;
  readonly initiative?: number;
}

export interface SceneSigma {
  readonly xMm: number;
  readonly yMm: number;
  /** Heading; with an open front, one standard deviation of a heading of which nothing is known. */
  readonly headingDeg: number;
  readonly xyCorrelation: number;
  /** Beyond the format: standard deviation of the outline's heading, where any side may be the front. */
  readonly outlineDeg?: number;
}

export interface SceneObstacle {
  readonly id: string;
  readonly kind: ObstacleKind;
  /** For a recognised tournament obstacle; for readers, not read back. */
  readonly xws?: string;
  readonly name?: string;
  readonly mirrored?: boolean;
  readonly outlineMm: readonly (readonly [number, number])[];
  /** Beyond the format: one standard deviation of the outline; absent: exact. */
  readonly sigmaMm?: number;
  /** Probability that there is an obstacle at all, 0…1; absent: certain. */
  readonly detectionProbability?: number;
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
  readonly sigmaMm?: number;
}

/** Standard deviation of a heading about which nothing is known, degrees. */
const ANY_HEADING_DEG = 360 / Math.sqrt(12);

/**
 * Reads a scene (docs/formats/scene.schema.json: millimetres and degrees) into a table (millimetres and radians), ignoring unknown fields.
 * Throws an Error that says where, what was got, what was expected and what to do: a missing field, NaN, a number out of all bounds, an unknown
 * base or arc, an outline that crosses itself, an id used twice, a joint covariance that is not positive semi-definite.
 */
export function parseScene(json: unknown): Table {
  const scene = validate(SCENE_SCHEMA, json, 'scene');
  const { ships, jointCovariance } = scene;
  const table: Table = {
    ...scene.table,
    ...(scene.tableEdgeKnown === false && { isEdgeUnknown: true }),
    ...(scene.obstaclesKnown === false && { areObstaclesOpen: true }),
    ...(scene.obstaclesKnown && { areObstaclesSaid: true }),
    ships: ships.map(shipOf),
    obstacles: (scene.obstacles ?? []).map(({ id, kind, outlineMm, sigmaMm, detectionProbability }) => ({
      ...{ id, kind, outline: outlineOf(outlineMm) },
      ...(sigmaMm !== undefined && { sigmaMm }),
      ...(detectionProbability !== undefined && { detectionProbability }),
    })),
    devices: (scene.devices ?? []).map(({ id, kind, owner, outlineMm, sigmaMm }) => ({
      ...{ id, kind, outline: outlineOf(outlineMm) },
      ...(sigmaMm !== undefined && { sigmaMm }),
      ...(owner !== undefined && { owner }),
    })),
    unmeasurable: (scene.unmeasurable ?? []).map(({ xMm, yMm, reason = '', ...rest }) => ({ at: { x: xMm, y: yMm }, reason, ...rest })),
    ...(jointCovariance && { jointCovariance: jointOf(jointCovariance, ships.length) }),
  };
  checkIds(table);
  checkSize(table);
  return table;
}

function shipOf({ id, base, lengthMm, xMm, yMm, headingDeg, sigma, arcs, tile, ...rest }: CheckedScene['ships'][number]): Ship {
  const { owner, name, pilot, initiative, detectionProbability, byHand, corrected, hidden } = rest;
  return {
    id,
    base,
    ...(base === 'huge' && lengthMm !== undefined && { lengthMm }),
    pose: { x: xMm, y: yMm, headingRad: wrapRad(inRadians(headingDeg)) },
    ...(sigma === undefined ? { covariance: EXACT } : covarianceOf(sigma)),
    arcs: [...new Set(arcs ?? DEFAULT_ARCS)],
    ...(tile && { tile: { turnRad: inRadians(tile.turnDeg), sigmaRad: inRadians(tile.sigmaDeg) } }),
    ...(owner !== undefined && { owner }),
    ...(name !== undefined && { name }),
    ...(pilot !== undefined && { pilot }),
    ...(initiative !== undefined && { initiative }),
    ...(detectionProbability !== undefined && { detectionProbability }),
    ...(byHand && { isByHand: true as const }),
    ...(corrected && { corrected }),
    ...(hidden && { isHidden: true as const }),
  };
}

function covarianceOf(sigma: NonNullable<CheckedScene['ships'][number]['sigma']>): Pick<Ship, 'covariance' | 'isFrontOpen'> {
  const { xMm: x, yMm: y, headingDeg, xyCorrelation = 0, outlineDeg } = sigma;
  const h = inRadians(outlineDeg ?? headingDeg);
  const covariance: PoseCovariance = { xx: x * x, xy: xyCorrelation * x * y, xh: 0, yy: y * y, yh: 0, hh: h * h };
  return { covariance, ...(outlineDeg !== undefined && { isFrontOpen: true }) };
}

function outlineOf(corners: readonly (readonly [number, number])[]): readonly Point[] {
  return corners.map(([x, y]) => ({ x, y }));
}

/** The covariance in the table's units; throws on numbers that cannot be a covariance. */
function jointOf(values: readonly number[], ships: number): number[] {
  checkJoint(values, ships);
  const unit = unitOf(ships);
  return values.map((value, k) => value * unit(k));
}

/** Value of one unit of the file in each place of a joint covariance: headings are in degrees there, in radians here. */
function unitOf(ships: number): (place: number) => number {
  const size = 3 * ships;
  const own = (i: number) => (i % 3 === 2 ? inRadians(1) : 1);
  return (place) => own(Math.floor(place / size)) * own(place % size);
}

/** Significant digits that are kept of a covariance: a reader gets the same answers to a millionth. */
const COVARIANCE_DIGITS = 8;

/** The scene file of a table, without the poses of recognised obstacles' tokens. */
export function sceneOf(table: Table): SceneFile {
  return {
    format: 'hashmark-scene',
    version: 1,
    table: { widthMm: table.widthMm, depthMm: table.depthMm },
    ...(table.isEdgeUnknown && { tableEdgeKnown: false }),
    ...(table.areObstaclesOpen && { obstaclesKnown: false }),
    ...(table.areObstaclesSaid && { obstaclesKnown: true }),
    ships: table.ships.map(sceneShip),
    obstacles: table.obstacles.map(({ id, kind, outline, sigmaMm, token, detectionProbability }) => ({
      id,
      kind,
      ...(token && { xws: token.xws, name: token.name, mirrored: token.mirrored }),
      outlineMm: outline.map(({ x, y }) => [x, y] as const),
      ...(sigmaMm !== undefined && { sigmaMm }),
      ...(detectionProbability !== undefined && { detectionProbability }),
    })),
    devices: table.devices.map(({ id, kind, owner, outline, sigmaMm }) => ({
      id,
      kind,
      ...(owner !== undefined && { owner }),
      outlineMm: outline.map(({ x, y }) => [x, y] as const),
      ...(sigmaMm !== undefined && { sigmaMm }),
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
  const { id, base, lengthMm, pose, tile, owner, arcs, name, pilot, initiative, detectionProbability, isByHand, corrected, isHidden } =
    ship;
  const sigma = sceneSigma(ship);
  return {
    id,
    base,
    ...(lengthMm !== undefined && { lengthMm }),
    xMm: pose.x,
    yMm: pose.y,
    headingDeg: inDegrees(pose.headingRad),
    arcs,
    ...(owner !== undefined && { owner }),
    ...(sigma && { sigma }),
    ...(detectionProbability !== undefined && { detectionProbability }),
    ...(isByHand && { byHand: true }),
    ...(corrected && { corrected }),
    ...(isHidden && { hidden: true }),
    ...(tile && { tile: { turnDeg: inDegrees(tile.turnRad), sigmaDeg: inDegrees(tile.sigmaRad) } }),
    ...(name !== undefined && { name }),
    ...(pilot !== undefined && { pilot }),
    ...(initiative !== undefined && { initiative }),
  };
}

/** Standard deviations of a ship; undefined where the pose is exact. */
function sceneSigma({ covariance, isFrontOpen }: Ship): SceneSigma | undefined {
  if (!isFrontOpen && isExactPose(covariance)) return undefined;
  const { xx, xy, yy, hh } = covariance;
  const xyCorrelation = xx > 0 && yy > 0 ? Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))) : 0;
  const outlineDeg = inDegrees(Math.sqrt(hh));
  const place = { xMm: Math.sqrt(xx), yMm: Math.sqrt(yy), xyCorrelation };
  return isFrontOpen ? { ...place, headingDeg: ANY_HEADING_DEG, outlineDeg } : { ...place, headingDeg: outlineDeg };
}
