import type { Point } from '../../geometry/point.js';
import { tableFromPiece, turnedOnSpot } from '../../geometry/pose.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { isSquare } from '../../pieces/base-size.js';
import { baseHalf } from '../../pieces/bases.js';
import { BAND_MM, BANDS, NOMINAL } from '../../pieces/dimensions.js';
import type { ArcName, Ship } from '../../table/table.js';
import { frontArcShapes } from './front-arc.js';
import type { Shape } from './overlay.js';

/** Resolution of a band's round ends: one point every 4°. */
const STEP_RAD = (4 * Math.PI) / 180;

/** Farther than any corner of a base from its middle. */
const FARTHEST_CORNER_MM = 200;

/** Arcs of a ship out to range 3 with their range bands: all arcs, or those asked for; empty while its front is open. */
export function arcShapes(ship: Ship, arcs: readonly ArcName[] = ship.arcs): Shape[] {
  if (ship.isFrontOpen) return [];
  // The lines of a huge base leave it at its sides: its front and rear arcs are drawn as those to the sides are.
  const ahead = arcs.filter((arc) => (arc === 'front' && isSquare(ship)) || arc === 'bullseye');
  const rear: Ship = { ...ship, pose: turnedOnSpot(ship.pose, Math.PI), arcs: ['front'] };
  return [
    ...(arcs.includes('rear') && isSquare(ship) ? frontArcShapes(rear) : []),
    ...arcs.flatMap((arc) => {
      const borders = bordersOf(ship, arc, (NOMINAL.frontArcDeg[ship.base] * Math.PI) / 360);
      return borders ? wideArcShapes(ship, borders) : [];
    }),
    ...(ahead.length > 0 ? frontArcShapes({ ...ship, arcs: ahead }) : []),
  ];
}

/** The bearings of an arc's two borders, clockwise from ahead, rad; undefined for the arcs that point along a square base. */
function bordersOf(ship: Ship, arc: ArcName, halfFrontRad: number): readonly [number, number] | undefined {
  if (arc === 'front' && !isSquare(ship)) return [-halfFrontRad, halfFrontRad];
  if (arc === 'rear' && !isSquare(ship)) return [Math.PI - halfFrontRad, Math.PI + halfFrontRad];
  if (arc === 'right') return [halfFrontRad, Math.PI - halfFrontRad];
  if (arc === 'left') return [-Math.PI + halfFrontRad, -halfFrontRad];
  if (arc === 'fullFront') return [-Math.PI / 2, Math.PI / 2];
  return arc === 'fullRear' ? [Math.PI / 2, (3 * Math.PI) / 2] : undefined;
}

/** Arcs whose bands are at a constant distance from the part of the base's outline that is in the arc. */
function wideArcShapes(ship: Ship, [from, to]: readonly [number, number]): Shape[] {
  const { id: shipId, pose, owner } = ship;
  const { x: w, y: h } = baseHalf(ship);
  const own = { shipId, ...(owner === undefined ? {} : { owner }) };
  const edge = (rad: number): Point => along(rad, 1 / Math.max(Math.abs(Math.sin(rad)) / w, Math.abs(Math.cos(rad)) / h));
  const bow = Math.atan2(w, h);
  const corners = [bow - Math.PI, -bow, bow, Math.PI - bow, Math.PI + bow].filter((rad) => rad > from && rad < to);
  const part = [edge(from), ...corners.map(edge), edge(to)];
  const steps = Math.ceil((to - from) / STEP_RAD);
  const band = (reachMm: number) => Array.from({ length: steps + 1 }, (_, i) => pointAt(part, from + ((to - from) * i) / steps, reachMm));
  const put = (points: readonly Point[]) => points.map((point) => tableFromPiece(pose, point));
  const outer = band(BAND_MM * BANDS);
  return [
    { role: 'arc-area', points: put([...part, ...[...outer].reverse()]), isClosed: true, ...own },
    ...Array.from({ length: BANDS }, (_, i): Shape => {
      const points = i + 1 === BANDS ? outer : band(BAND_MM * (i + 1));
      return { role: 'arc-band', points: put(points), isClosed: false, variant: String(i + 1), ...own };
    }),
    { role: 'arc-edge', points: put([part[0]!, outer[0]!]), isClosed: false, ...own },
    { role: 'arc-edge', points: put([part.at(-1)!, outer.at(-1)!]), isClosed: false, ...own },
  ];
}

/** The point in a direction from the base's middle at `reachMm` from a part of its outline; farther out is farther from it. */
function pointAt(part: readonly Point[], rad: number, reachMm: number): Point {
  const gapSq = ({ x, y }: Point) =>
    Math.min(...part.slice(1).map((b, i) => pointSegmentDistanceSq(x, y, part[i]!.x, part[i]!.y, b.x, b.y)));
  let [near, far] = [0, reachMm + FARTHEST_CORNER_MM];
  for (let i = 0; i < 40; i++) {
    const middle = (near + far) / 2;
    if (gapSq(along(rad, middle)) < reachMm * reachMm) near = middle;
    else far = middle;
  }
  return along(rad, far);
}

const along = (rad: number, mm: number): Point => ({ x: mm * Math.sin(rad), y: mm * Math.cos(rad) });
