import { boxGapMm, nearestToBox } from '../../geometry/box.js';
import type { HalfSize } from '../../geometry/half-size.js';
import type { Point } from '../../geometry/point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { crossCovariance, shipCovariance } from '../../table/pair-covariance.js';
import { probeOf, SURE_SIGMAS } from '../core/error-propagation.js';
import { onTable, type Pair, type View } from '../core/pair.js';
import { atSamples, errorsOf } from '../core/pair-errors.js';
import { boxSides, commonPoint, contactLine, type Line, middleLine, type ShortestLines, shortestLines } from '../core/shortest-lines.js';
import type { Workspace } from '../core/workspace.js';
import type { RangeAnswer } from './range.js';
import { isFarFromLimits, settledRange, uncertainRange } from './range-uncertainty.js';

/** Closest distance between two ships, base to base (RNG-02, RNG-04); guides do not count. */
export interface Closest {
  readonly answer: RangeAnswer;
  /** Negative: minus the depth to which the bases overlap, mm. */
  readonly signedGapMm: number;
  /** All shortest lines, table frame. */
  readonly lines: ShortestLines;
  /** Extra length of the next shortest line between other points, mm: small where edges are nearly parallel. */
  readonly tieMm: number;
}

/** The closest distance of a pair, with the closest points in the table frame; for parallel bases the middle of the facing stretch. */
export function closest(work: Workspace, pair: Pair): Closest {
  const { view } = pair;
  const signedGapMm = gapAt(pair, view);
  const lines = linesOnTable(view, closestLines(work, pair, signedGapMm));
  const tieMm = signedGapMm > 0 ? Math.sqrt(work.nearest.nextSq) - signedGapMm : 0;
  return { answer: answerOf(pair, signedGapMm, lines), signedGapMm, lines, tieMm };
}

function answerOf(pair: Pair, signedGapMm: number, lines: ShortestLines): RangeAnswer {
  const { from, to } = middleLine(lines);
  if (pair.exact) return settledRange(signedGapMm, 0, from, to);
  // A tie or an overlap is a kink, where the closest points do not say how the distance changes.
  const smooth = signedGapMm > ROUNDING_MM && lines.first === lines.last;
  if (smooth && isFarFromLimits(signedGapMm, SURE_SIGMAS * pair.shiftMm)) {
    return settledRange(signedGapMm, lineSigmaMm(pair, signedGapMm, from, to), from, to);
  }
  const values = [signedGapMm];
  for (const probe of errorsOf(pair).probes) values.push(gapAt(pair, probe));
  return uncertainRange(probeOf(values), from, to, () => atSamples(pair, (view) => gapAt(pair, view)));
}

/** The same distance as the other ship sees it. */
export function reversed({ answer, signedGapMm, lines, tieMm }: Closest): Closest {
  const { gapMm, sigmaMm, range, probability, certain, from, to } = answer;
  const first = reversedLine(lines.first);
  const last = lines.last === lines.first ? first : reversedLine(lines.last);
  const back = { gapMm, sigmaMm, range, probability, certain, from: to, to: from };
  return { answer: back, signedGapMm, lines: { gapMm: lines.gapMm, first, last }, tieMm };
}

function reversedLine({ from, to }: Line): Line {
  return { from: to, to: from };
}

function gapAt({ viewerHalf, targetHalf }: Pair, { x, y, sin, cos }: View): number {
  return boxGapMm(viewerHalf, targetHalf, x, y, sin, cos);
}

/** Lines of the viewer's frame on the table. */
export function linesOnTable(view: View, { gapMm, first, last }: ShortestLines): ShortestLines {
  const placed = { from: onTable(view, first.from), to: onTable(view, first.to) };
  return { gapMm, first: placed, last: first === last ? placed : { from: onTable(view, last.from), to: onTable(view, last.to) } };
}

function closestLines({ nearest, clip }: Workspace, { view, viewerHalf: half }: Pair, signedGapMm: number): ShortestLines {
  if (signedGapMm <= 0) return contactLine(commonPoint(clip, boxSides(half), view.ring) ?? { x: 0, y: 0 });
  nearestToBox(nearest, half, view.ring, 4);
  if (Math.sqrt(nearest.nextSq) - signedGapMm <= ROUNDING_MM) return shortestLines(boxRing(half), 4, view.ring, 4, ROUNDING_MM);
  const line = { from: { x: nearest.px, y: nearest.py }, to: { x: nearest.qx, y: nearest.qy } };
  return { gapMm: signedGapMm, first: line, last: line };
}

/** Corners of a base in its own frame, as a ring. */
export function boxRing({ x, y }: HalfSize): readonly number[] {
  return [-x, -y, x, -y, x, y, -x, y];
}

/** Standard deviation of a distance whose two closest points stay the same points of their bases. */
function lineSigmaMm({ table, viewer, target, viewerIndex, targetIndex }: Pair, gapMm: number, from: Point, to: Point): number {
  const nx = (to.x - from.x) / gapMm;
  const ny = (to.y - from.y) / gapMm;
  // A clockwise turn takes a point at (rx, ry) from the centre along (ry, −rx).
  const a = [-nx, -ny, -(nx * (from.y - viewer.pose.y) - ny * (from.x - viewer.pose.x))] as const;
  const b = [nx, ny, nx * (to.y - target.pose.y) - ny * (to.x - target.pose.x)] as const;
  let variance = quadratic(a, shipCovariance(table, viewerIndex)) + quadratic(b, shipCovariance(table, targetIndex));
  if (table.jointCovariance) {
    const cross = crossCovariance(table, viewerIndex, targetIndex);
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) variance += 2 * a[i]! * b[j]! * cross[3 * i + j]!;
  }
  return Math.sqrt(Math.max(0, variance));
}

function quadratic(
  [x, y, h]: readonly [number, number, number],
  { xx, xy, xh, yy, yh, hh }: { xx: number; xy: number; xh: number; yy: number; yh: number; hh: number },
): number {
  return x * x * xx + y * y * yy + h * h * hh + 2 * (x * y * xy + x * h * xh + y * h * yh);
}
