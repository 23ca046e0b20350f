import { type Camera, pixelFromTable, tableFromPixel } from '../../../geometry/camera.js';
import type { Pixel } from '../../../geometry/point.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import type { Problem } from '../../../table/measurement.js';
import { phrase } from '../../../texts/phrase.js';
import { connectedCells } from '../../image/connected-cells.js';
import type { BoardCorner } from '../../lens/find-board.js';
import { cameraFromCorners, cameraFromOrderedCorners, cameraFromPlane, farCorners } from '../../solve/camera-from-corners.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import { turnedToPlayer1 } from '../../solve/moved-frame.js';
import { type BoardMarks, expectedMat, type Mark, type TablePrior } from '../../solve/observations.js';
import type { MatEvidence } from './find-mat.js';
import { maskOverlap, proposeQuads } from './propose-quads.js';

export type Registration = { readonly ok: true; readonly solution: TableSolution } | { readonly ok: false; readonly problem: Problem };

/**
 * Agreement between the quadrilateral and the net's mask below which it is no mat; the border decides later
 * (mat/border/border-problems.ts).
 */
const MIN_OVERLAP = 0.7;
const MAX_BORDER_MARKS = 160;
const FOCAL_STARTS = [0.62, 0.8, 1.05, 1.4] as const;

/** A solution of the mat finder’s border, and its agreement with the evidence. */
export interface BorderSolution {
  readonly solution: TableSolution;
  readonly overlap: number;
  readonly score: number;
}

/**
 * Cameras that explain the mat finder’s evidence, best first: one for every proposal of corners that can be solved. Where none explains
 * everything that looks like a mat, cameras of the part that the border runs along.
 */
export function solveBorders(evidence: MatEvidence, widthPx: number, heightPx: number, lens: TablePrior): BorderSolution[] {
  const all = solveProposals(evidence, widthPx, heightPx, lens);
  if (bestBorder(all).ok) return all;
  const ofPart = solveProposals(borderedPart(evidence), widthPx, heightPx, lens);
  return bestBorder(ofPart).ok ? ofPart : all;
}

function solveProposals(evidence: MatEvidence, widthPx: number, heightPx: number, lens: TablePrior): BorderSolution[] {
  const marks = subsample(evidence.border, MAX_BORDER_MARKS).map(({ u, v }) => ({ u, v, sigmaPx: 0.35 * evidence.cellPx }));
  const quads = proposeQuads(evidence, (near, along) => farCorners(near, along, widthPx, heightPx));
  const solved = quads.flatMap((quad): BorderSolution[] => {
    const registration = registerFromCorners(quad, marks, widthPx, heightPx, lens);
    if (!registration.ok) return [];
    const { solution } = registration;
    const overlap = maskOverlap(evidence, (pixel) => isOnMat(solution, pixel));
    return [{ solution, overlap, score: overlap + 0.5 * solution.borderAgreement }];
  });
  return solved.sort((a, b) => b.score - a.score);
}

/** The first of `solveBorders` if it explains the mask: coarse (a few px), good enough to view the mat from above. */
export function bestBorder([best]: readonly BorderSolution[]): Registration {
  return best && best.overlap >= MIN_OVERLAP ? { ok: true, solution: best.solution } : matNotFound(best?.overlap ?? 0);
}

function isOnMat({ camera, widthMm, depthMm }: TableSolution, pixel: Pixel): boolean {
  const point = tableFromPixel(camera, pixel);
  return point !== undefined && point.x > 0 && point.y > 0 && point.x < widthMm && point.y < depthMm;
}

/** The camera from four corners that a person tapped, around the mat, beginning nearest-left to player 1. */
export function registerByTaps(corners: readonly Pixel[], widthPx: number, heightPx: number, lens: TablePrior): Registration {
  const sides = corners.flatMap((corner, i) => {
    const next = corners[(i + 1) % corners.length]!;
    return [0.02, 0.25, 0.5, 0.75, 0.98].map((s) => ({
      u: corner.u + s * (next.u - corner.u),
      v: corner.v + s * (next.v - corner.v),
      sigmaPx: 0.004 * Math.max(widthPx, heightPx),
    }));
  });
  return registerFromCorners(corners, sides, widthPx, heightPx, lens, true);
}

/** The camera from a printed board when no mat is in view: the board's middle counts as the middle of a standard mat. */
export function registerByBoard(corners: readonly BoardCorner[], widthPx: number, heightPx: number, lens: TablePrior): Registration {
  const places = corners.map(({ at }) => [at.x + MAT_MM / 2, at.y + MAT_MM / 2] as const);
  const board: BoardMarks = { start: { x: MAT_MM / 2, y: MAT_MM / 2, headingRad: 0 }, isFrame: true, corners };
  const pixels = corners.map(({ mark }) => mark);
  const solutions = FOCAL_STARTS.flatMap((ratio) => {
    const camera = cameraFromPlane(places, pixels, widthPx, heightPx, ratio * Math.max(widthPx, heightPx));
    if (!camera) return [];
    const solution = solveTable({ camera, ...expectedMat(lens) }, { border: [], bases: [], board }, lens);
    return plausible(solution.camera) ? [solution] : [];
  });
  const best = solutions.sort((a, b) => b.boardAgreement - a.boardAgreement)[0];
  return best ? { ok: true, solution: best } : matNotFound(0);
}

function registerFromCorners(
  corners: readonly Pixel[],
  marks: readonly Mark[],
  widthPx: number,
  heightPx: number,
  lens: TablePrior,
  isOrdered = false,
): Registration {
  let best: { solution: TableSolution; misfit: number } | undefined;
  for (const ratio of FOCAL_STARTS) {
    const focalPx = ratio * Math.max(widthPx, heightPx);
    const camera = isOrdered
      ? cameraFromOrderedCorners(corners, widthPx, heightPx, focalPx)
      : cameraFromCorners(corners, widthPx, heightPx, focalPx, lens.orientation);
    if (!camera) continue;
    const solution = solveTable({ camera, ...expectedMat(lens) }, { border: marks, bases: [] }, lens);
    const misfit = 1 - solution.borderAgreement;
    if (plausible(solution.camera) && (!best || misfit < best.misfit)) best = { solution, misfit };
  }
  if (!best) return matNotFound(0);
  return { ok: true, solution: isOrdered ? best.solution : framedFromPlayer1(best.solution, marks, lens) };
}

/**
 * The solution of border marks in the frame of the side that is nearest to its camera: under a focal length far from the camera's another
 * side may have looked nearest.
 */
export function framedFromPlayer1(solution: TableSolution, marks: readonly Mark[], lens: TablePrior): TableSolution {
  const camera = turnedToPlayer1(solution.camera, lens.orientation);
  return camera === solution.camera ? solution : solveTable({ camera, ...expectedMat(lens) }, { border: marks, bases: [] }, lens);
}

/** A camera above the mat that sees at least part of it and keeps it upright. */
function plausible(camera: Camera): boolean {
  const middle = pixelFromTable(camera, { x: MAT_MM / 2, y: MAT_MM / 2, z: 0 });
  return middle !== undefined && camera.fx > 0.3 * camera.widthPx && camera.fx < 6 * Math.max(camera.widthPx, camera.heightPx);
}

function matNotFound(overlap: number): Registration {
  return {
    ok: false,
    problem: {
      code: 'mat-not-found',
      message: phrase('mat-not-found', Math.round(100 * overlap), Math.round(100 * MIN_OVERLAP)),
      hint: phrase('show-mat-or-ships'),
    },
  };
}

/** At most `most` items, spread evenly over the list. */
function subsample<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)]!);
}

/** Probability above which a cell shows mat. */
const IS_MAT = 0.5;
/** Distance from a part's cells within which the border around it is shown, in cells. */
const REACH = 1.5;

/**
 * The evidence for the one connected part of the mask that most of the border runs along: the net mistakes dark walls or floors for a mat,
 * but seldom sees a border around them.
 */
function borderedPart(evidence: MatEvidence): MatEvidence {
  const parts = connectedCells(evidence.mask, evidence.columns, IS_MAT).map((cells) => {
    const border = evidence.border.filter((place) => isBeside(evidence, cells, place));
    return { cells, border, support: border.reduce((sum, { probability }) => sum + probability, 0) };
  });
  const [part, ...others] = parts.sort((a, b) => b.support - a.support);
  if (!part) return evidence;
  const mask = evidence.mask.map((probability, cell) => (others.some(({ cells }) => cells.has(cell)) ? 0 : probability));
  return { ...evidence, border: part.border, mask };
}

function isBeside({ columns, cellPx }: MatEvidence, cells: ReadonlySet<number>, { u, v }: Pixel): boolean {
  const [column, row] = [(u + 0.5) / cellPx - 0.5, (v + 0.5) / cellPx - 0.5];
  for (let r = Math.max(0, Math.ceil(row - REACH)); r <= row + REACH; r++) {
    for (let c = Math.max(0, Math.ceil(column - REACH)); c <= Math.min(columns - 1, column + REACH); c++) {
      if (cells.has(r * columns + c)) return true;
    }
  }
  return false;
}
