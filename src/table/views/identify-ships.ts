import { pixelInPicture } from '../../geometry/in-picture.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { turnBesideQuarters } from '../../geometry/pose.js';
import type { SeenBase, TableMeasurement } from '../measurement.js';

/** A picture in the common frame. */
export interface PlacedView {
  /** Its number in the order in which they were taken. */
  readonly picture: number;
  readonly measurement: TableMeasurement;
}

/** Longest move: a straight 5 of a large base carries it 280 mm in all, a boost before it further. */
const LONGEST_MOVE_MM = 420;
/** Distance within which a base counts as not moved, mm. */
const SAME_PLACE_MM = 12;
/** How far at most a base is from where it stood in an earlier picture if it never left, mm and rad: none comes back so exactly. */
const NEVER_LEFT = { mm: 4, rad: 0.07 };

/** A ship as the successive pictures show it. */
export interface KnownShip {
  readonly id: string;
  readonly base: SeenBase['base'];
  /** Its base in each picture that shows it, the last ones in the place where it stands now. */
  readonly seen: readonly { readonly view: PlacedView; readonly index: number; readonly isSamePlace: boolean }[];
  /**
   * Number of ships of its size out of view, itself among them, one of which has flown to where it is seen: another was chosen. Absent once
   * it is seen again.
   */
  readonly isOneOf?: number;
  /** Its last place before it went out of view and appeared elsewhere, when it may as well be another that has flown. */
  readonly left?: StoodLast;
}

/** A ship in its last known place, and a picture after which it may no longer stand there. */
export interface StoodLast {
  readonly last: PlacedView;
  readonly base: SeenBase;
}

/** Gives the bases of all pictures ids: a base in a ship's place is that ship, otherwise it is one of its size that has left its place. */
export function identified(placed: readonly PlacedView[]): readonly KnownShip[] {
  let ships: KnownShip[] = [];
  // Once the whole mat was seen no ship is new: one in a new place has come from a place that is no longer in view.
  let wholeSeen = false;
  for (const view of placed) {
    const { bases } = view.measurement;
    ships = withoutFalseMoves(ships, bases);
    const idOf = new Map<number, { readonly ship: KnownShip; readonly isSamePlace: boolean }>();
    // Finds the ships out of view that may as well be the one that has flown.
    const unseenOf = new Map<KnownShip, readonly KnownShip[]>();
    const isFree = (ship: KnownShip) => ![...idOf.values()].some((one) => one.ship === ship);
    bases.forEach((base, index) => {
      const here = ships.filter((ship) => isFree(ship) && ship.base === base.base && isNear(lastOf(ship), base, SAME_PLACE_MM));
      const [nearest] = here.sort((a, b) => distanceMm(lastOf(a).pose, base.pose) - distanceMm(lastOf(b).pose, base.pose));
      if (nearest) idOf.set(index, { ship: nearest, isSamePlace: true });
    });
    bases.forEach((base, index) => {
      if (idOf.has(index)) return;
      const gone = ships.filter(
        (ship) =>
          isFree(ship) &&
          ship.base === base.base &&
          isNear(lastOf(ship), base, LONGEST_MOVE_MM) &&
          (shows(view.measurement, lastOf(ship).pose) || wholeSeen),
      );
      const [nearest] = gone.sort(
        (a, b) =>
          Number(shows(view.measurement, lastOf(b).pose)) - Number(shows(view.measurement, lastOf(a).pose)) ||
          distanceMm(lastOf(a).pose, base.pose) - distanceMm(lastOf(b).pose, base.pose),
      );
      if (!nearest) return;
      idOf.set(index, { ship: nearest, isSamePlace: false });
      const isUnseen = (ship: KnownShip) => !shows(view.measurement, lastOf(ship).pose);
      if (isUnseen(nearest)) unseenOf.set(nearest, gone.filter(isUnseen));
    });
    const idle = ships.filter((ship) => isFree(ship) && [...unseenOf.values()].some((unseen) => unseen.includes(ship)));
    ships = ships.map((ship) => {
      const found = [...idOf].find(([, one]) => one.ship === ship);
      if (!found) return idle.includes(ship) ? { ...ship, isOneOf: 1 + idle.filter(({ base }) => base === ship.base).length } : ship;
      const { isOneOf: _, ...known } = ship;
      const mayBeAnother = unseenOf.get(ship)?.some((one) => idle.includes(one));
      return {
        ...known,
        seen: [...ship.seen, { view, index: found[0], isSamePlace: found[1].isSamePlace }],
        ...(mayBeAnother && { left: { last: view, base: lastOf(ship) } }),
      };
    });
    bases.forEach((base, index) => {
      if (idOf.has(index)) return;
      ships = [...ships, { id: `ship-${ships.length + 1}`, base: base.base, seen: [{ view, index, isSamePlace: false }] }];
    });
    wholeSeen ||= isMatInView(view.measurement);
  }
  return ships;
}

/**
 * The ships, those divided in two that are seen again where they stood before they were seen elsewhere: they never left, and it was another
 * one that was seen there.
 */
function withoutFalseMoves(ships: readonly KnownShip[], bases: readonly SeenBase[]): KnownShip[] {
  const free = bases.filter((one) => !ships.some((ship) => isNear(lastOf(ship), one, SAME_PLACE_MM)));
  const stood: KnownShip[] = [];
  const others: KnownShip[] = [];
  for (const ship of ships) {
    const { id, base, seen } = ship;
    const stayed = seen.map((sight) => free.some((one) => one.base === base && isInPlace(baseOf(sight), one))).lastIndexOf(true) + 1;
    if (stayed === 0) stood.push(ship);
    else {
      stood.push({ id, base, seen: seen.slice(0, stayed) });
      others.push({ id: `ship-${ships.length + others.length + 1}`, base, seen: seen.slice(stayed) });
    }
  }
  return [...stood, ...others];
}

function isInPlace(before: SeenBase, now: SeenBase): boolean {
  return isNear(before, now, NEVER_LEFT.mm) && Math.abs(turnBesideQuarters(before.pose, now.pose)) < NEVER_LEFT.rad;
}

function isNear(one: SeenBase, other: SeenBase, withinMm: number): boolean {
  return distanceMm(one.pose, other.pose) < withinMm;
}

function baseOf({ view, index }: KnownShip['seen'][number]): SeenBase {
  return view.measurement.bases[index]!;
}

function lastOf({ seen }: KnownShip): SeenBase {
  return baseOf(seen[seen.length - 1]!);
}

/**
 * Whether all corners of a mat whose edge is known are in the picture; in the common frame it may be a quarter turned, about its middle.
 */
function isMatInView(measurement: TableMeasurement): boolean {
  const { widthMm, depthMm } = measurement.mat;
  return !measurement.isEdgeUnknown && [0, widthMm].every((x) => [0, depthMm].every((y) => shows(measurement, { x, y })));
}

/** Whether a place on the table is in a picture, though something may hide it. */
export function shows({ camera }: Pick<TableMeasurement, 'camera'>, place: Point): boolean {
  return pixelInPicture(camera, { x: place.x, y: place.y, z: 0 }) !== undefined;
}
