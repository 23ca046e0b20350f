import { tableFromPixel } from '../../../geometry/camera.js';
import { upperMedian } from '../../../geometry/statistics.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import { matSides, SIDES } from '../../solve/mat-sides.js';
import { applies } from '../border-rules.js';
import type { RegisteredMat } from './band-colours.js';
import type { EdgeReading } from './measure-edges.js';
import { edgeOutsideMm } from './measure-edges.js';
import { linesAlong, type ProfileLine, placeBeside, projectedPlace, type SideProfile, sideProfiles } from './side-profile.js';

/** Width of a hem, mm: overlocked edges are 3 to 5 mm wide. Anything nearer to a border is its own thickness, or its shadow. */
const WIDTH_MM = { least: 2.8, most: 6 };
/** Difference in width between the sides of one mat's hem, mm; on a further side that is seen less sharply the lines are off by more. */
const SAME_WIDTH_MM = { unknown: 0.5, known: 1 };
/** Share of the seam's strength below which a line is no hem's: the mat's shadow ends in one. */
const MIN_OUTER_SHARE = 0.1;
/** Distance within which a reading is of a line, or between two, mm. */
const READ_MM = 0.7;
/** Maximum width of a printed line that may be mistaken for an edge, mm, and the largest ratio of the colour changes on its two sides. */
const MAX_LINE_MM = 4.5;
const LINE_STEPS_RATIO = 1.6;
/** Distance inside of a hem's outer line at which an edge is read at its seam, or between both, mm. */
const INSIDE_MM = 0.6;
/** A hem is detected by lines between which the colours stop changing; on a further side of a hem that is known by less. */
const MAX_VALLEY = { unknown: 0.7, known: 0.8, seamAlone: 0.5 };
/** Number of edges read along a side below which it does not show a hem. */
const MIN_READ = 12;
/**
 * Minimum number of sides on which a hem is seen; on two that meet it may be the shadow of the mat, unless one of them was read at the
 * outer line: there is no shadow inside.
 */
const MIN_SIDES = { any: 2, meeting: 3 };
/** Standard deviation of a reading along a hem's outer line, mm. */
const SIGMA_MM = 0.3;
/**
 * Requirements for a hem that one side alone shows: a line at least this far outside of its edge, mm, of this strength (of colours 0…1) and
 * this well separated.
 */
const ALONE = { outsideMm: 2, step: 0.1, valley: 0.4 };

/** Overshoot of a camera that sharpens: its largest share of an edge's step, and the largest ratio between the overshoots on both sides. */
const HALO = { maxShare: 0.4, timesEach: 3 };

/** Two lines along a side that may be a hem's. */
interface Pair {
  readonly seam: ProfileLine;
  readonly outer: ProfileLine;
  readonly widthMm: number;
}

interface Side {
  readonly profile: SideProfile;
  readonly lines: readonly ProfileLine[];
  /** Median reading, mm outside the registered side. */
  readonly readMm: number;
}

/**
 * Moves a border that was read at the seam of a hem to where the mat ends, and notes its possible offset (`hemMm`). A hem that is coloured
 * like the table is misread on all sides alike, so that neither bases nor a square mat contradict it; but along whole sides its outer line
 * is seen, at the same distance from the seam on each side.
 */
export function edgesBeyondHem(cv: Cv, rgba: Mat, mat: RegisteredMat, edges: readonly EdgeReading[]): readonly EdgeReading[] {
  const profiles = sideProfiles(cv, rgba, mat);
  const sides = SIDES.map((side) => sideOf(profiles[side], side, mat, edges));
  const pairs = sides.map((side) => (side ? pairsOf(side, MAX_VALLEY.unknown) : []));
  const widthMm = commonWidth(sides, pairs);
  if (widthMm === undefined) {
    const hemMm = widthSeenAlone(sides, pairs);
    return hemMm === undefined || !applies('hem-alone')
      ? edges
      : edges.map((edge) => (edge.mark ? { ...edge, mark: { ...edge.mark, hemMm } } : edge));
  }
  const outer = sides.map((side) => side && outerLine(side, widthMm));
  // A line may be printed along the edges of a mat that is read at its edges.
  if (outer.every((at) => at === undefined) || !applies('hem')) return edges;
  const moved = SIDES.map((side) => {
    const beside = sides[side];
    return beside && movedSide(edges, side, outer[side] ?? beyondSeam(beside, widthMm), beside, mat);
  });
  return SIDES.flatMap((side) => moved[side] ?? edges.filter((edge) => edge.side === side));
}

function sideOf(profile: SideProfile | undefined, side: number, mat: RegisteredMat, edges: readonly EdgeReading[]): Side | undefined {
  const read = edges.filter((edge) => edge.side === side).flatMap((edge) => edgeOutsideMm(edge, mat) ?? []);
  if (!profile || read.length < MIN_READ) return undefined;
  return { profile, lines: linesAlong(profile), readMm: upperMedian(read)! };
}

function pairsOf({ lines, readMm }: Side, maxValley: number): Pair[] {
  const clear = lines.filter(({ valley }) => valley <= maxValley);
  return clear
    .flatMap((seam) => clear.map((outer) => ({ seam, outer, widthMm: outer.outsideMm - seam.outsideMm })))
    .filter(({ widthMm }) => widthMm >= WIDTH_MM.least && widthMm <= WIDTH_MM.most)
    .filter(({ seam, outer }) => outer.step >= MIN_OUTER_SHARE * seam.step)
    .filter(({ seam, outer }) => isReadAt(lines, seam, readMm) && outer.outsideMm > readMm - READ_MM)
    .filter(({ seam, outer }) => !lines.some((line) => isBetween(line, seam, outer) && line.step >= Math.min(seam.step, outer.step)))
    .filter(({ seam, outer }) => !isHalo(lines, seam, outer));
}

/**
 * Whether a side may have been read at a seam, or inside of it: where a line is printed there, within that line. The colours change as much on one side of
 * a printed line as on the other, and not in between; so the mat's own edge and its shadow do not count as one.
 */
function isReadAt(lines: readonly ProfileLine[], seam: ProfileLine, readMm: number): boolean {
  if (seam.outsideMm < readMm + READ_MM) return true;
  const inner = lines.filter(({ outsideMm }) => outsideMm < seam.outsideMm).at(-1);
  if (!inner || inner.outsideMm > readMm + READ_MM || seam.outsideMm - inner.outsideMm > MAX_LINE_MM) return false;
  return isPrintedLine(inner, seam) && applies('hem-printed-line');
}

/**
 * Whether the colours change as much on one side of the strip between two lines as on the other: where the mat ends there is table on one
 * side.
 */
function isPrintedLine(inner: ProfileLine, outer: ProfileLine): boolean {
  return Math.max(inner.step, outer.step) < LINE_STEPS_RATIO * Math.min(inner.step, outer.step);
}

/** Whether the weaker of two lines is the overshoot of a camera that sharpens beside the stronger one: it appears on both sides of it. */
function isHalo(lines: readonly ProfileLine[], one: ProfileLine, other: ProfileLine): boolean {
  const [weak, strong] = one.step < other.step ? [one, other] : [other, one];
  if (weak.step > HALO.maxShare * strong.step) return false;
  const mirrorMm = 2 * strong.outsideMm - weak.outsideMm;
  const isAlike = ({ step }: ProfileLine) => step > weak.step / HALO.timesEach && step < weak.step * HALO.timesEach;
  return lines.some((line) => Math.abs(line.outsideMm - mirrorMm) <= READ_MM && isAlike(line)) && applies('hem-halo');
}

function isBetween({ outsideMm: at }: ProfileLine, seam: ProfileLine, outer: ProfileLine): boolean {
  return at > seam.outsideMm && at < outer.outsideMm;
}

function nearest(pairs: readonly Pair[], widthMm: number, withinMm: number): Pair | undefined {
  const near = pairs.filter((pair) => Math.abs(pair.widthMm - widthMm) <= withinMm);
  return near.sort((a, b) => Math.abs(a.widthMm - widthMm) - Math.abs(b.widthMm - widthMm))[0];
}

/**
 * The width that pairs of most sides have; undefined where they are too few for a hem. Beyond a printed line's own width it is that of the
 * strip outside of the line.
 */
function commonWidth(sides: readonly (Side | undefined)[], pairs: readonly (readonly Pair[])[]): number | undefined {
  const widths = pairs.flat().map(({ widthMm }) => {
    const alike = pairs.map((some) => nearest(some, widthMm, SAME_WIDTH_MM.unknown));
    const misfits = alike.flatMap((pair) => (pair ? [Math.abs(pair.widthMm - widthMm)] : []));
    return { alike, count: misfits.length, misfit: misfits.reduce((sum, one) => sum + one, 0) };
  });
  const most = Math.max(...widths.map(({ count }) => count));
  const [best] = widths
    .filter((one) => one.count === most && !widths.some((other) => other.count === most && isChained(one.alike, other.alike)))
    .sort((a, b) => a.misfit - b.misfit);
  if (!best || best.count < MIN_SIDES.any) return undefined;
  const isReadAtIts = best.alike.some((pair, side) => pair && pair.outer.outsideMm < sides[side]!.readMm + READ_MM);
  const isOpposite = SIDES.some((side) => best.alike[side] && best.alike[(side + 2) % SIDES.length]);
  if (best.count < MIN_SIDES.meeting && !isReadAtIts && !isOpposite) return undefined;
  return best.alike.reduce((sum, pair) => sum + (pair?.widthMm ?? 0), 0) / best.count;
}

/** Whether some pairs are of a printed line that ends where others begin. */
function isChained(inner: readonly (Pair | undefined)[], outer: readonly (Pair | undefined)[]): boolean {
  return inner.some((pair, side) => {
    const beyond = outer[side];
    return pair && beyond && isPrintedLine(pair.seam, pair.outer) && Math.abs(pair.outer.outsideMm - beyond.seam.outsideMm) <= READ_MM;
  });
}

/**
 * Distance outside the registered side at which the outer line of a hem of that width is seen, mm; undefined where the side was read there,
 * or there is no such line.
 */
function outerLine(side: Side, widthMm: number): number | undefined {
  const pair = nearest(pairsOf(side, MAX_VALLEY.known), widthMm, SAME_WIDTH_MM.known);
  return pair && pair.outer.outsideMm > side.readMm + INSIDE_MM ? pair.outer.outsideMm : undefined;
}

/** The same where the outer line is too faint to be detected alone, and the seam was read. */
function beyondSeam({ lines, readMm }: Side, widthMm: number): number | undefined {
  const near = (placeMm: number) => lines.filter(({ outsideMm: at }) => Math.abs(at - placeMm) <= READ_MM);
  const seam = near(readMm).find(({ valley }) => valley <= MAX_VALLEY.seamAlone);
  if (!seam || near(readMm - widthMm).length > 0) return undefined;
  const outerMm = seam.outsideMm + widthMm;
  return near(outerMm)[0]?.outsideMm ?? outerMm;
}

/** The edges of a side moved to a line `outerMm` outside of it, which may be slightly rotated; undefined where they stay. */
function movedSide(
  edges: readonly EdgeReading[],
  side: number,
  outerMm: number | undefined,
  { profile }: Side,
  mat: RegisteredMat,
): EdgeReading[] | undefined {
  if (outerMm === undefined) return undefined;
  const { camera, widthMm, depthMm } = mat;
  const place = matSides(widthMm, depthMm)[side]!;
  const middle = profile.placesMm.length / 2;
  const halves = [(patch: number) => patch < middle, (patch: number) => patch >= middle].map((part) =>
    linesAlong(profile, part)
      .map((line) => line.outsideMm)
      .filter((at) => Math.abs(at - outerMm) <= READ_MM)
      .sort((a, b) => Math.abs(a - outerMm) - Math.abs(b - outerMm)),
  );
  const [first = outerMm, second = outerMm] = halves.every(([at]) => at !== undefined) ? halves.map(([at]) => at!) : [];
  const quarter = place.longMm / 4;
  return edges
    .filter((edge) => edge.side === side)
    .map((edge) => {
      const at = edge.mark && tableFromPixel(camera, edge.mark);
      if (!at) return edge;
      const alongMm = (at.x - place.from.x) * place.along.x + (at.y - place.from.y) * place.along.y;
      const beyondMm = first + ((alongMm - quarter) / (2 * quarter)) * (second - first);
      const seen = projectedPlace(camera, placeBeside(place, alongMm, beyondMm), place.out);
      return seen ? { side, mark: { u: seen.u, v: seen.v, sigmaPx: SIGMA_MM * seen.pxPerMm } } : edge;
    });
}

/** The width of a possible hem, mm: one side shows a line outside of its edge, and the others do not. */
function widthSeenAlone(sides: readonly (Side | undefined)[], pairs: readonly (readonly Pair[])[]): number | undefined {
  const open = pairs.flatMap((some, side) =>
    some.filter(({ outer: { outsideMm: at, step, valley } }) => {
      return at - sides[side]!.readMm >= ALONE.outsideMm && step >= ALONE.step && valley <= ALONE.valley;
    }),
  );
  return open.length === 0 ? undefined : Math.max(...open.map(({ widthMm }) => widthMm));
}
