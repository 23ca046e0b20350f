import type { Problem } from '../../table/measurement.js';
import { figure, phrase } from '../../texts/phrase.js';
import { type Cv, type Mat, withMats } from './opencv.js';

/** Longest side to which pictures are reduced, px: what is larger resolves no more than its lens does. */
const MAX_SIDE_PX = 1920;
/** Length of the window that an edge is measured in, px. */
const WINDOW_PX = 25;
/** Contrast from which an edge is plainer than noise, grey levels. */
const PLAIN_STEP = 60;
/** The slope is taken from the window's middle, so that the window holds all of the edge's rise. */
const MIDDLE_PX = 9;
/** With fewer px at plain edges than this the blur is not known. */
const MIN_EDGE_PX = 200;
/** Every third row, or column, is measured along. */
const ROW_STEP = 3;
/** Quantile of sharpness that counts: most edges are soft anyway. */
const SHARPEST_QUANTILE = 0.97;
/** Bins of the histogram of widths, for each px. */
const BINS = 20;

/**
 * Rise of the sharpest edges of a picture, across or up and down, whichever is more: px of a picture of 1920 px. Undefined where it has no plain
 * edges.
 */
export function blurPx(cv: Cv, rgba: Mat): number | undefined {
  return withMats((own) => {
    const grey = own(new cv.Mat());
    cv.cvtColor(rgba, grey, cv.COLOR_RGBA2GRAY);
    const scale = MAX_SIDE_PX / Math.max(rgba.cols, rgba.rows);
    if (scale < 1) cv.resize(grey, grey, new cv.Size(0, 0), scale, scale, cv.INTER_AREA);
    const widths = [true, false].flatMap((isAcross) => riseOf(cv, grey, isAcross) ?? []);
    return widths.length > 0 ? Math.max(...widths) : undefined;
  });
}

/** The same along one axis: contrast within a window over the steepest slope in it. */
function riseOf(cv: Cv, whole: Mat, isAcross: boolean): number | undefined {
  return withMats((own) => {
    const grey = own(new cv.Mat());
    cv.resize(whole, grey, new cv.Size(0, 0), isAcross ? 1 : 1 / ROW_STEP, isAcross ? 1 / ROW_STEP : 1, cv.INTER_NEAREST);
    const size = (along: number) => (isAcross ? new cv.Size(along, 1) : new cv.Size(1, along));
    const line = (along: number) => own(cv.getStructuringElement(cv.MORPH_RECT, size(along)));
    const contrast = own(new cv.Mat());
    cv.morphologyEx(grey, contrast, cv.MORPH_GRADIENT, line(WINDOW_PX));
    // Twice the central difference's slope, as whole grey levels: a step of one px keeps them exact.
    const slopes = own(new cv.Mat());
    const kernel = own(cv.matFromArray(isAcross ? 1 : 3, isAcross ? 3 : 1, cv.CV_32F, [-1, 0, 1]));
    cv.filter2D(grey, slopes, cv.CV_16S, kernel);
    cv.convertScaleAbs(slopes, slopes);
    cv.dilate(slopes, slopes, line(MIDDLE_PX));
    const [steps, steepest] = [contrast.data, slopes.data];
    const counts = new Uint32Array(WINDOW_PX * BINS + 1);
    let edges = 0;
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!;
      if (step <= PLAIN_STEP) continue;
      edges++;
      counts[Math.min(counts.length - 1, Math.floor((2 * step * BINS) / Math.max(1, steepest[i]!)))]!++;
    }
    if (edges < MIN_EDGE_PX) return undefined;
    let bin = 0;
    for (let below = counts[0]!; below <= (1 - SHARPEST_QUANTILE) * edges; below += counts[bin]!) bin++;
    return bin / BINS;
  });
}

/** Rise above which a picture is not measured, px: the nets know no such edges, and place bases on them surely and wrongly. */
const MAX_BLUR_PX = 5.7;

/** The problem with a picture that is blurred, by motion or out of focus; undefined while it is sharp enough. */
export function blurProblem(px: number | undefined): Problem | undefined {
  if (px === undefined || px <= MAX_BLUR_PX) return undefined;
  return {
    code: 'picture-blurred',
    message: phrase('picture-blurred', figure(px, 0), MAX_BLUR_PX),
    hint: phrase('hold-camera-still-stand'),
  };
}
