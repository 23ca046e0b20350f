import { pixelFromTable, tableFromPixel } from '../../../geometry/camera.js';
import { definiteCholesky, solveCholesky } from '../../../geometry/cholesky.js';
import type { Pixel } from '../../../geometry/point.js';
import { EDGE_OFFSET_SIGMA_MM } from '../../../pieces/priors.js';
import type { DisputedCorner } from '../../../table/measurement.js';
import type { FrameContext } from '../../lens/frame-context.js';
import { matSides, outsideMm, SIDES } from '../../solve/mat-sides.js';
import type { Mark } from '../../solve/observations.js';
import type { RegisteredMat } from './band-colours.js';
import { type EdgeReading, evenPlacesMm, measureEdges } from './measure-edges.js';
import { placeBeside, projectedPlace } from './side-profile.js';

/** A line that passes a marked corner at more than this many standard deviations is another line than the mat's edge. */
const MAX_SIGMAS = 2;
/** With fewer edges read along a side they are no line that could contradict a corner. */
const MIN_READ = 8;
/** Half of what a strip shows across the side, and what it needs beyond a line so as not to show that line, mm. */
const STRIP_HALF_MM = 8;
const BEYOND_LINE_MM = 1.5;
/** Cauchy scale of an edge's distance from the line along its side, mm, and how often the line is fitted anew. */
const ROBUST_MM = 1;
const ROUNDS = 8;

/** The edges along a mat whose corners a person marked, and what they are in doubt about. */
export interface EdgesAtCorners<Edges = readonly EdgeReading[]> {
  /** Those that pass through the marked corners. */
  readonly edges: Edges;
  /** All, with those of the sides that were seen elsewhere only; undefined where each side passes through its corners. */
  readonly elsewhere?: readonly EdgeReading[] | undefined;
}

/**
 * Holds the edges along a registered mat against the corners that a person marked. A side whose edges pass them by was read at another line, one that is printed on
 * the mat or the table's own: it is read again beside that line, where the corners have it. What then still passes them by is left out, for the corners count.
 */
export async function edgesAtCorners(
  { engines: { cv, nets }, rgba }: Pick<FrameContext, 'engines' | 'rgba'>,
  mat: RegisteredMat,
  edges: readonly EdgeReading[],
  corners: readonly (Mark | undefined)[] = [],
): Promise<EdgesAtCorners> {
  if (corners.every((corner) => corner === undefined)) return { edges };
  const kept: EdgeReading[] = [];
  const elsewhere: EdgeReading[] = [];
  let isDisputed = false;
  for (const side of SIDES) {
    const own = edges.filter((edge) => edge.side === side);
    const awayMm = passedByMm(mat, own, corners);
    if (awayMm === undefined) {
      kept.push(...own);
      elsewhere.push(...own);
      continue;
    }
    const besideMm = awayMm - Math.sign(awayMm) * (STRIP_HALF_MM + BEYOND_LINE_MM);
    const layout = { placesMm: evenPlacesMm(16, 16), outsideMm: [besideMm] };
    const again = await measureEdges(cv, nets.matEdge, rgba, mat, layout, [side]);
    const isRead = again.filter(({ mark }) => mark).length >= Math.max(MIN_READ, again.length / 2);
    if (isRead && passedByMm(mat, again, corners) === undefined) {
      kept.push(...again);
      elsewhere.push(...again);
    } else {
      isDisputed = true;
      elsewhere.push(...own);
    }
  }
  return { edges: kept, ...(isDisputed && { elsewhere }) };
}

/**
 * How far outside of a side's marked corners the line of its edges passes, mm, of the farther one; undefined where it passes through both, or where it shows no line. `mat`: the
 * registration under which they were read; the lens may still bow its sides.
 */
function passedByMm(mat: RegisteredMat, edges: readonly EdgeReading[], corners: readonly (Mark | undefined)[]): number | undefined {
  const [side] = edges.map((edge) => edge.side);
  if (side === undefined) return undefined;
  const { camera, widthMm, depthMm } = mat;
  const place = matSides(widthMm, depthMm)[side]!;
  const seen = edges.flatMap(({ mark }) => {
    const at = mark && tableFromPixel(camera, mark);
    if (!at) return [];
    const along = ((at.x - place.from.x) * place.along.x + (at.y - place.from.y) * place.along.y) / place.longMm;
    return [{ along, outside: outsideMm(at, side, mat) }];
  });
  if (seen.length < MIN_READ) return undefined;
  const line = fittedBow(seen);
  // At the seam of a hem or at its rim are about as likely.
  const halfHemMm = Math.max(0, ...edges.map(({ mark }) => mark?.hemMm ?? 0)) / 2;
  const ends = [corners[side], corners[(side + 1) % SIDES.length]].map((corner, end) => {
    const at = corner && tableFromPixel(camera, corner);
    const pxPerMm = projectedPlace(camera, placeBeside(place, end * place.longMm, 0), place.out)?.pxPerMm;
    if (!at || !pxPerMm) return { awayMm: 0, sigmas: 0 };
    const awayMm = line[end]! - outsideMm(at, side, mat);
    const sigmaMm = Math.hypot(corner.sigmaPx / pxPerMm, EDGE_OFFSET_SIGMA_MM, halfHemMm);
    return { awayMm, sigmas: Math.abs(awayMm + halfHemMm) / sigmaMm };
  });
  const [worst] = ends.sort((a, b) => b.sigmas - a.sigmas);
  return worst && worst.sigmas > MAX_SIGMAS ? worst.awayMm : undefined;
}

interface SeenBeside {
  /** 0 at one end of the side, 1 at the other. */
  readonly along: number;
  readonly outside: number;
}

/** Where a line through places beside a side, bowed as a lens bows it, is at the side's two ends. */
function fittedBow(seen: readonly SeenBeside[]): readonly [number, number] {
  let [from, to, bow] = [0, 0, 0];
  const at = ({ along }: SeenBeside) => from * (1 - along) + to * along + bow * 4 * along * (1 - along);
  // The median first, so that what is not on the line does not decide where it is.
  from = to = seen.map(({ outside }) => outside).sort((a, b) => a - b)[seen.length >> 1]!;
  for (let round = 0; round < ROUNDS; round++) {
    const scaleMm = ROBUST_MM * 2 ** Math.max(0, 3 - round);
    // Little on the diagonal keeps it solvable where few places are seen.
    const normal = Float64Array.from([1e-6, 0, 0, 0, 1e-6, 0, 0, 0, 1e-6]);
    const right = new Float64Array(3);
    for (const one of seen) {
      const rest = one.outside - at(one);
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
  return [from, to];
}

/** The marked corners of a mat that its edges have elsewhere, and where; `byEdges`: the mat as its edges alone have it. */
export function disputedCorners(mat: RegisteredMat, byEdges: RegisteredMat, corners: readonly (Mark | undefined)[]): DisputedCorner[] {
  const { widthMm: w, depthMm: d } = byEdges;
  return [
    { x: 0, y: 0 },
    { x: w, y: 0 },
    { x: w, y: d },
    { x: 0, y: d },
  ].flatMap((at, corner) => {
    const [marked, seen] = [corners[corner], pixelFromTable(byEdges.camera, { ...at, z: 0 })];
    if (!marked || !seen || Math.hypot(seen.u - marked.u, seen.v - marked.v) <= MAX_SIGMAS * marked.sigmaPx) return [];
    const [markedAt, edgesAt] = [tableFromPixel(mat.camera, marked), tableFromPixel(mat.camera, seen)];
    return markedAt && edgesAt ? [{ corner, markedAt, edgesAt }] : [];
  });
}

/** How a person marks a corner under a loupe: to this many of its pixels, or of a picture's whose long side is so many times as long. */
const CORNER_SIGMA = { leastPx: 1, ofLongSide: 0.0008 } as const;

/** The corners of the mat as a person marked them, each with its standard deviation. */
export function markedCorners(corners: readonly (Pixel | undefined)[], longPx: number): readonly (Mark | undefined)[] {
  const sigmaPx = Math.max(CORNER_SIGMA.leastPx, CORNER_SIGMA.ofLongSide * longPx);
  return corners.map((corner) => corner && { ...corner, sigmaPx });
}
