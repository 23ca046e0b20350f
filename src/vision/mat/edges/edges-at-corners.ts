import { pixelFromTable, tableFromPixel } from '../../../geometry/camera.js';
import { definiteCholesky, solveCholesky } from '../../../geometry/cholesky.js';
import type { Pixel, Point } from '../../../geometry/point.js';
import { upperMedian } from '../../../geometry/statistics.js';
import { EDGE_OFFSET_SIGMA_MM } from '../../../pieces/priors.js';
import type { DisputedCorner } from '../../../table/measurement.js';
import type { FrameContext } from '../../lens/frame-context.js';
import { matCorners, matSides, outsideMm, SIDES } from '../../solve/mat-sides.js';
import type { Mark, Observations } from '../../solve/observations.js';
import type { RegisteredMat } from './band-colours.js';
import { type EdgeReading, evenPlacesMm, measureEdges } from './measure-edges.js';
import { placeBeside, projectedPlace } from './side-profile.js';

/** Standard deviations from a marked corner beyond which a line is not the mat's edge but another one. */
const MAX_SIGMAS = 2;
/** Number of edges read along a side below which they are no line that could contradict a corner. */
const MIN_READ = 8;
/** Half of a strip's width across the side, and the additional distance from a line at which it no longer shows that line, mm. */
const STRIP_HALF_MM = 8;
const BEYOND_LINE_MM = 1.5;
/** Cauchy scale of an edge's distance from the line along its side, mm, and the number of times that the line is fitted. */
const ROBUST_MM = 1;
const ROUNDS = 8;

/** Marks of a mat by a person. */
type Marked = Pick<Observations, 'corners' | 'sideMarks'>;

/** The edges along a mat whose corners or sides a person marked, and those that they dispute. */
export interface EdgesAtCorners<Edges = readonly EdgeReading[]> {
  /** Those that pass through the marked places. */
  readonly edges: Edges;
  /** All edges, with those of the sides that were seen elsewhere only; undefined where each side passes through its own marks. */
  readonly elsewhere?: readonly EdgeReading[] | undefined;
}

/**
 * Compares the edges along a registered mat with the corners and sides that a person marked. A side whose edges pass them by was read at
 * another line, one that is printed on the mat or the table's own: it is read again beside that line, where the marks have it. Edges that
 * still pass them by are left out, since the marks count.
 */
export async function edgesAtCorners(
  { engines: { cv, nets }, rgba }: Pick<FrameContext, 'engines' | 'rgba'>,
  mat: RegisteredMat,
  edges: readonly EdgeReading[],
  marked: Marked,
): Promise<EdgesAtCorners> {
  if (!marked.corners?.some((corner) => corner) && !marked.sideMarks?.length) return { edges };
  const kept: EdgeReading[] = [];
  const elsewhere: EdgeReading[] = [];
  const unread: number[] = [];
  let isDisputed = false;
  for (const side of SIDES.filter((one) => isMarked(one, marked))) {
    const own = edges.filter((edge) => edge.side === side);
    const awayMm = passedByMm(mat, own, marked);
    if (awayMm === undefined) {
      if (own.filter(({ mark }) => mark).length < MIN_READ) unread.push(side);
      kept.push(...own);
      elsewhere.push(...own);
      continue;
    }
    const besideMm = awayMm - Math.sign(awayMm) * (STRIP_HALF_MM + BEYOND_LINE_MM);
    const layout = { placesMm: evenPlacesMm(16, 16), outsideMm: [besideMm] };
    const again = await measureEdges(cv, nets.matEdge, rgba, mat, layout, [side]);
    const isRead = again.filter(({ mark }) => mark).length >= Math.max(MIN_READ, again.length / 2);
    if (isRead && passedByMm(mat, again, marked) === undefined) {
      kept.push(...again);
      elsewhere.push(...again);
    } else {
      isDisputed = true;
      elsewhere.push(...own);
    }
  }
  // Beside one corner that is far off nothing is seen along both of its sides, and the other two are seen as they were marked.
  const beside = isDisputed ? [] : besideOneCorner(unread, marked);
  const through = kept.filter(({ side }) => !beside.includes(side));
  return { edges: through, ...((isDisputed || beside.length > 0) && { elsewhere }) };
}

/** The sides that show nothing, if they are the two at one corner that was marked. */
function besideOneCorner(unread: readonly number[], { corners = [] }: Marked): readonly number[] {
  const isBesideMarked = SIDES.some(
    (side) => corners[side] && unread.includes(side) && unread.includes((side + SIDES.length - 1) % SIDES.length),
  );
  return unread.length === 2 && isBesideMarked ? unread : [];
}

/** Whether a side may be read: a person who marked sides left out those that are out of view, and any reading there is of another line. */
function isMarked(side: number, { corners = [], sideMarks = [] }: Marked): boolean {
  const ends = [corners[side], corners[(side + 1) % SIDES.length]];
  return sideMarks.length === 0 || ends.every((corner) => corner) || sideMarks.some((one) => one.side === side);
}

/**
 * Distance outside of the farthest place marked on a side at which the line of its edges passes, mm; undefined where it passes through all,
 * or where there is no line. `mat`: the registration under which they were read; the lens may still bow its sides.
 */
function passedByMm(mat: RegisteredMat, edges: readonly EdgeReading[], { corners = [], sideMarks = [] }: Marked): number | undefined {
  const [side] = edges.map((edge) => edge.side);
  if (side === undefined) return undefined;
  const { camera, widthMm, depthMm } = mat;
  const place = matSides(widthMm, depthMm)[side]!;
  const alongOf = (at: Point) => ((at.x - place.from.x) * place.along.x + (at.y - place.from.y) * place.along.y) / place.longMm;
  const seen = edges.flatMap(({ mark }) => {
    const at = mark && tableFromPixel(camera, mark);
    return at ? [{ along: alongOf(at), outside: outsideMm(at, side, mat) }] : [];
  });
  if (seen.length < MIN_READ) return undefined;
  const lineMm = fittedBow(seen);
  // At the seam of a hem or at its rim are about as likely.
  const halfHemMm = Math.max(0, ...edges.map(({ mark }) => mark?.hemMm ?? 0)) / 2;
  const ends = [corners[side], corners[(side + 1) % SIDES.length]].map((mark, along) => ({ mark, along }));
  const between = sideMarks.flatMap(({ side: its, mark }) => {
    const at = its === side ? tableFromPixel(camera, mark) : undefined;
    return at ? [{ mark, along: alongOf(at) }] : [];
  });
  const passed = [...ends, ...between].map(({ mark, along }) => {
    const at = mark && tableFromPixel(camera, mark);
    const pxPerMm = projectedPlace(camera, placeBeside(place, along * place.longMm, 0), place.out)?.pxPerMm;
    if (!at || !pxPerMm) return { awayMm: 0, sigmas: 0 };
    const awayMm = lineMm(along) - outsideMm(at, side, mat);
    const sigmaMm = Math.hypot(mark.sigmaPx / pxPerMm, EDGE_OFFSET_SIGMA_MM, halfHemMm);
    return { awayMm, sigmas: Math.abs(awayMm + halfHemMm) / sigmaMm };
  });
  const [worst] = passed.sort((a, b) => b.sigmas - a.sigmas);
  return worst && worst.sigmas > MAX_SIGMAS ? worst.awayMm : undefined;
}

interface SeenBeside {
  /** 0 at one end of the side, 1 at the other. */
  readonly along: number;
  readonly outside: number;
}

/** Distance outside of a side, mm, at each place along it, of a line through places beside it that is bowed as a lens bows it. */
function fittedBow(seen: readonly SeenBeside[]): (along: number) => number {
  let [from, to, bow] = [0, 0, 0];
  const at = (along: number) => from * (1 - along) + to * along + bow * 4 * along * (1 - along);
  // The median first, so that outliers do not decide where the line is.
  from = to = upperMedian(seen.map(({ outside }) => outside))!;
  for (let round = 0; round < ROUNDS; round++) {
    const scaleMm = ROBUST_MM * 2 ** Math.max(0, 3 - round);
    // A little on the diagonal keeps it solvable where few places are seen.
    const normal = Float64Array.from([1e-6, 0, 0, 0, 1e-6, 0, 0, 0, 1e-6]);
    const right = new Float64Array(3);
    for (const one of seen) {
      const rest = one.outside - at(one.along);
      const weight = 1 / (1 + (rest / scaleMm) ** 2);
      const row = [1 - one.along, one.along, 4 * one.along * (1 - one.along)];
      row.forEach((a, i) => {
        right[i]! += weight * a * rest;
        row.forEach((b, k) => {
          normal[3 * i + k]! += weight * a * b;
        });
      });
    }
    const factor = definiteCholesky(normal, 3);
    if (!factor) break;
    const [byFrom, byTo, byBow] = solveCholesky(factor, right, 3) as unknown as [number, number, number];
    [from, to, bow] = [from + byFrom, to + byTo, bow + byBow];
  }
  return at;
}

/** The marked corners of a mat that its edges have elsewhere, with both places; `byEdges`: the mat according to its edges alone. */
export function disputedCorners(mat: RegisteredMat, byEdges: RegisteredMat, corners: readonly (Mark | undefined)[]): DisputedCorner[] {
  return matCorners(byEdges).flatMap((at, corner) => {
    const [marked, seen] = [corners[corner], pixelFromTable(byEdges.camera, { ...at, z: 0 })];
    if (!marked || !seen || Math.hypot(seen.u - marked.u, seen.v - marked.v) <= MAX_SIGMAS * marked.sigmaPx) return [];
    const [markedAt, edgesAt] = [tableFromPixel(mat.camera, marked), tableFromPixel(mat.camera, seen)];
    return markedAt && edgesAt ? [{ corner, markedAt, edgesAt }] : [];
  });
}

/** Standard deviation of a corner that a person marks under a loupe: a share of the picture's long side, but at least `minPx`. */
const CORNER_SIGMA = { minPx: 1, ofLongSide: 0.0008 } as const;

/** One standard deviation of a place that a person marked in a picture with this long side, px. */
export function markSigmaPx(longPx: number): number {
  return Math.max(CORNER_SIGMA.minPx, CORNER_SIGMA.ofLongSide * longPx);
}

/** The corners of the mat as a person marked them, each with its standard deviation. */
export function markedCorners(corners: readonly (Pixel | undefined)[], longPx: number): readonly (Mark | undefined)[] {
  const sigmaPx = markSigmaPx(longPx);
  return corners.map((corner) => corner && { ...corner, sigmaPx });
}
