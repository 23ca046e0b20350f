import type { LensProgress } from '../../table/measurement.js';
import { uncertainLensProblem } from '../solve/lens-uncertainty.js';
import { type BoardView, isSameView, outlierView, solveLens } from './solve-lens.js';

/** Pictures of the printed sheet that one camera took, and what they determine of its lens. */
export interface LensViews {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly views: readonly BoardView[];
  readonly progress: LensProgress;
}

/** A sheet that has moved by less than this, relative to the picture's long side, adds no information. */
const MOVED = 0.03;
/** More pictures make the lens hardly surer than the paper is flat. */
const MAX_VIEWS = 24;

/** The views with one more, if it shows the sheet whole enough and elsewhere than the others. */
export function withBoardView(before: LensViews | undefined, view: BoardView, widthPx: number, heightPx: number): LensViews {
  const isSameCamera = before?.widthPx === widthPx && before.heightPx === heightPx;
  const known = before && isSameCamera ? before : { widthPx, heightPx, views: [], progress: { pictures: 0 } };
  const long = Math.max(widthPx, heightPx);
  if (view.length === 0 || known.views.length >= MAX_VIEWS || known.views.some((one) => isSameView(one, view, MOVED * long))) return known;
  const views = [...known.views, view];
  const solved = solveLens(views, widthPx, heightPx);
  // A sheet that was bent or moved while the picture was taken fits no lens.
  if (!solved || outlierView(solved)) return known;
  const unsure = uncertainLensProblem(solved.lens.fx, long, solved.uncertainty);
  const pictures = views.length;
  return { widthPx, heightPx, views, progress: unsure ? { pictures, missing: unsure.hint } : { pictures, lens: solved.lens } };
}
