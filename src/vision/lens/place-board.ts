import { tableFromPixel } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { tableFromPiece, wrapRad } from '../../geometry/pose.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import type { TableSolution } from '../solve/joint-solution.js';
import type { Observations } from '../solve/observations.js';
import type { BoardCorner } from './find-board.js';

/** The printed board as one more piece of the solution; it starts where the coarse camera sees it. */
export function placedBoard(coarse: TableSolution, corners: readonly BoardCorner[], isFrame: boolean): Pick<Observations, 'board'> {
  const [first] = corners;
  if (!first) return {};
  const last = corners.reduce((a, b) => (distanceSq(b.at, first.at) > distanceSq(a.at, first.at) ? b : a));
  const from = tableFromPixel(coarse.camera, first.mark);
  const to = tableFromPixel(coarse.camera, last.mark);
  if (!from || !to) return {};
  const bearing = (a: Point, b: Point) => Math.atan2(b.x - a.x, b.y - a.y);
  const headingRad = wrapRad(bearing(from, to) - bearing(first.at, last.at));
  const offset = tableFromPiece({ x: 0, y: 0, headingRad }, first.at);
  const start = isFrame ? { x: MAT_MM / 2, y: MAT_MM / 2, headingRad: 0 } : { x: from.x - offset.x, y: from.y - offset.y, headingRad };
  return { board: { start, isFrame, corners } };
}

/** If the board appears this many times too large, its sheet of paper was mistaken for the mat. */
const PAPER_FOR_MAT = 2;

/** Whether a registration has the board so large that its mat is the board's own paper. */
export function isPaperTheMat({ camera }: TableSolution, corners: readonly BoardCorner[]): boolean {
  const [first] = corners;
  if (!first) return false;
  const last = corners.reduce((a, b) => (distanceSq(b.at, first.at) > distanceSq(a.at, first.at) ? b : a));
  const from = tableFromPixel(camera, first.mark);
  const to = tableFromPixel(camera, last.mark);
  return from !== undefined && to !== undefined && distanceSq(from, to) > PAPER_FOR_MAT ** 2 * distanceSq(first.at, last.at);
}

/** A board whose corners agree less than this with mat and bases does not lie flat on the mat, or is not as large as was said. */
const MIN_BOARD_AGREEMENT = 0.3;

/** The problem with a board that contradicts the rest of the table; undefined when it fits, or is not there. */
export function boardProblem({ boardAgreement }: TableSolution, { board }: Pick<Observations, 'board'>): Problem | undefined {
  if (!board || boardAgreement >= MIN_BOARD_AGREEMENT) return undefined;
  return {
    code: 'board-contradicts',
    message: phrase('board-contradicts', Math.round(100 * boardAgreement), Math.round(100 * MIN_BOARD_AGREEMENT)),
    hint: phrase('lay-sheet-flat-mat'),
  };
}

function distanceSq(a: Point, b: Point): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}
