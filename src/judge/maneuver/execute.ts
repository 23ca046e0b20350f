import { type Pose, tableFromPiece, turnedOnSpot, wrapRad } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { halfSideMm } from '../../pieces/bases.js';
import { NOMINAL, type PhysicalSet, TEMPLATE_WIDTH_MM } from '../../pieces/dimensions.js';
import { type Maneuver, maneuverCode } from '../../pieces/maneuver.js';
import { template as templateOf } from '../../pieces/templates.js';
import { onMat } from '../../table/on-mat.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { Ship, Table } from '../../table/table.js';
import { type GuidedPath, guidedPath, poseAlong, templateEnd } from './guided-path.js';
import { baseGapMm, flyingBase, isOffTable, outlineGapMm, type PlacedBase } from './placed-base.js';
import { resolveOverlap } from './resolve-overlap.js';
import { isUnderTemplate } from './under-template.js';

/** Position of the hashmark of a rolled ship's side on the template's end, seen along the direction of travel there. */
export type Align = 'left' | 'middle' | 'right';

export const ALIGNS: readonly Align[] = ['left', 'middle', 'right'];

/** Placements of a Tallon Roll when nobody chose one: the first that fits. */
const BY_ITSELF: readonly Align[] = ['middle', 'left', 'right'];

export interface MoveOptions {
  /** For a Tallon Roll only; default: the middle, else where it fits. */
  readonly align?: Align;
  /** The player's own templates; default `NOMINAL`. */
  readonly physical?: PhysicalSet;
  /** Whether it is a move of Adaptive Ailerons, where an overlap does not cost the Perform Action step (MAN-25). */
  readonly ailerons?: boolean;
  /**
   * Depth to which bases may overlap and still only touch, mm; default: what the digits of a typed table leave open, `ROUNDING_MM` for a
   * measured one.
   */
  readonly touchMm?: number;
}

/** End of a maneuver and its consequences. Poses in the table frame, mm and radians. */
export interface Execution {
  readonly execution: 'full' | 'partial';
  readonly end: Pose;
  /** The end if nothing had been in the way. */
  readonly intended: Pose;
  /** Ships at range 0 at the end, in the order of the table. */
  readonly touching: readonly string[];
  /** Ships it would have overlapped and was backed over, in the order in which it came free of them; it touches the last one. */
  readonly backedOver: readonly string[];
  /** Obstacles and devices under the template; for a partial maneuver only under the part behind the base at its end. */
  readonly templateOver: readonly string[];
  /** Obstacles and devices under the base at the end. */
  readonly overlaps: readonly string[];
  readonly offTable: boolean;
  readonly skipsAction: boolean;
  /** Distance that the rear guides have come along the template's centre line, mm (in travel); −side: at the start. */
  readonly rearAlongMm: number;
  /** For a Tallon Roll: the placements that fit. One that does not fit is legal only where none does (MAN-21). */
  readonly fitting?: readonly Align[];
}

/**
 * Depth to which touching bases overlap when places are typed with two decimals, mm: 0.005 of each coordinate of two ships, and 0.005° at
 * the arm of a large base. Bases that overlap by no more may also just touch.
 */
export const DIGITS_MM = 0.02;

/**
 * Executes a maneuver with a ship of the table: fully where it can be placed (in any way, where the player has a choice and named none),
 * else partially, both pairs of guides kept on the template's centre line. Ships wholly beside the mat are in nobody's way. Throws on an
 * unknown ship, on a huge one, on one whose front is open, and on an alignment of anything but a Tallon Roll.
 */
export function execute(table: Table, shipId: string, maneuver: Maneuver, options: MoveOptions = {}): Execution {
  const ship = shipOf(table, shipId);
  flyingBase(ship);
  if (ship.isFrontOpen) {
    throw new Error(`Ship '${shipId}': its facing is unknown, expected a known front. Set which of its sides is the front.`);
  }
  const { bearing } = maneuver;
  if (options.align !== undefined && bearing.finish !== 'rolled') {
    throw new Error(`Maneuver ${maneuverCode(maneuver)}: got alignment '${options.align}', expected none; only a Tallon Roll is aligned.`);
  }
  const others = onMat(table).table.ships.filter(({ id }) => id !== shipId);
  if (bearing.template === 'none') return stationary(table, ship, others);
  const path = travelPath(ship, maneuver, options.physical ?? NOMINAL);
  const facing = bearing.motion === 'reverse' ? Math.PI : 0;
  const lengthMm = path.template.lengthMm;
  const minMm = options.touchMm ?? (isExact(table) ? DIGITS_MM : ROUNDING_MM);
  const placements = (bearing.finish === 'rolled' ? BY_ITSELF : (['middle'] as const)).map((align) => {
    const pose = turnedOnSpot(intendedPose(path, maneuver, align), facing);
    return { align, pose, fits: !others.some((other) => baseGapMm({ base: ship.base, pose }, other) < -minMm) };
  });
  const { align } = options;
  const { pose: intended, fits } = placements.find((one) => (align === undefined ? one.fits : one.align === align)) ?? placements[0]!;
  const fitting = bearing.finish === 'rolled' && {
    fitting: ALIGNS.filter((align) => placements.some((one) => one.fits && one.align === align)),
  };
  if (fits) {
    const placed = { path, end: intended, intended, rearAlongMm: lengthMm, backedOver: [], execution: 'full', options } as const;
    return { ...outcome(table, ship, others, placed), ...fitting };
  }
  // A loop or roll that cannot be placed is executed like the basic maneuver of the same template, without its extra turn (MAN-16).
  const { rearAlongMm, backedOver } = resolveOverlap(path, flyingBase(ship), others);
  const end = turnedOnSpot(poseAlong(path, rearAlongMm), facing);
  return { ...outcome(table, ship, others, { path, end, intended, rearAlongMm, backedOver, execution: 'partial', options }), ...fitting };
}

/** Whether the poses of all ships of a table are exact: it was typed, not measured. */
export function isExact(table: Table): boolean {
  return table.ships.every((_, i) => Object.values(shipCovariance(table, i)).every((value) => value === 0));
}

function shipOf(table: Table, id: string): Ship {
  const ship = table.ships.find((one) => one.id === id);
  if (ship) return ship;
  throw new Error(`Ship '${id}': not on the table, expected one of ${table.ships.map((one) => one.id).join(', ')}.`);
}

/** The way of the template under a ship's maneuver; a reversing ship travels the way its rear faces. */
export function travelPath(ship: PlacedBase, { speed, bearing }: Maneuver, physical: PhysicalSet): GuidedPath {
  if (bearing.template === 'none') throw new Error(`travelPath: got a ${bearing.name} maneuver, expected one with a template`);
  const reverse = bearing.motion === 'reverse';
  const side = bearing.side === 'straight' ? 0 : bearing.side === 'right' ? 1 : -1;
  // The pilot's left is to the right of the way back.
  const bend = (reverse ? -side : side) as -1 | 0 | 1;
  const way = reverse ? turnedOnSpot(ship.pose, Math.PI) : ship.pose;
  return guidedPath(way, 2 * halfSideMm(flyingBase(ship)), templateOf(bearing.template, speed, physical), bend);
}

/** The pose of the ship at the end of the template if nothing is in the way, facing as it travels. */
function intendedPose(path: GuidedPath, { bearing }: Maneuver, align: Align): Pose {
  const along = poseAlong(path, path.template.lengthMm);
  if (bearing.finish === 'along') return along;
  if (bearing.finish === 'turned about') return turnedOnSpot(along, Math.PI);
  const end = templateEnd(path);
  const shiftMm = { left: -TEMPLATE_WIDTH_MM / 2, middle: 0, right: TEMPLATE_WIDTH_MM / 2 }[align];
  const centre = tableFromPiece(end, { x: shiftMm, y: path.sideMm / 2 });
  return { ...centre, headingRad: wrapRad(end.headingRad + (path.bend * Math.PI) / 2) };
}

interface Outcome {
  readonly path: GuidedPath;
  readonly end: Pose;
  readonly intended: Pose;
  readonly rearAlongMm: number;
  readonly backedOver: readonly string[];
  readonly execution: 'full' | 'partial';
  readonly options: MoveOptions;
}

function outcome(table: Table, ship: Ship, others: readonly Ship[], found: Outcome): Execution {
  const { path, end, intended, rearAlongMm, backedOver, execution, options } = found;
  const moved = { base: ship.base, pose: end };
  const objects = [...table.obstacles, ...table.devices];
  const under = objects.filter(({ outline }) => isUnderTemplate(path, rearAlongMm, outline)).map(({ id }) => id);
  const overlaps = objects.filter(({ outline }) => outlineGapMm(moved, outline) < -ROUNDING_MM).map(({ id }) => id);
  return {
    execution,
    end: turnedOnSpot(end, 0),
    intended,
    touching: touchingShips(moved, others),
    backedOver,
    templateOver: under,
    overlaps,
    offTable: isOffTable(table, moved),
    skipsAction: (execution === 'partial' || isOverAsteroid(table, [...under, ...overlaps])) && !options.ailerons,
    rearAlongMm,
  };
}

/** Whether a ship overlaps an asteroid, which skips its Perform Action step, as MAN-25 takes for granted. */
function isOverAsteroid({ obstacles }: Table, ids: readonly string[]): boolean {
  return obstacles.some(({ id, kind }) => kind === 'asteroid' && ids.includes(id));
}

function touchingShips(moved: PlacedBase, others: readonly Ship[]): readonly string[] {
  return others.filter((other) => baseGapMm(moved, other) <= ROUNDING_MM).map(({ id }) => id);
}

/**
 * A stationary maneuver: the ship does not move, fully executes, overlaps no ship; obstacles at range 0 take effect, and it still touches
 * what it touched (MAN-17, MAN-18).
 */
function stationary(table: Table, ship: Ship, others: readonly Ship[]): Execution {
  const objects = [...table.obstacles, ...table.devices];
  const overlaps = objects.filter(({ outline }) => outlineGapMm(ship, outline) <= ROUNDING_MM).map(({ id }) => id);
  return {
    execution: 'full',
    end: ship.pose,
    intended: ship.pose,
    touching: touchingShips(ship, others),
    backedOver: [],
    templateOver: [],
    overlaps,
    offTable: isOffTable(table, ship),
    skipsAction: isOverAsteroid(table, overlaps),
    rearAlongMm: 0,
  };
}
