import type { Pixel } from '../../geometry/point.js';
import { fillFromGrid, gridOver } from '../image/interpolate-grid.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { type LevelledPicture, matOf } from './print-features.js';

/** A place of the source and its place in the target. */
export interface PatchMatch {
  /** Index of the place that was asked for. */
  readonly place: number;
  /** Place at which the target shows it, px. */
  readonly target: Pixel;
}

/** Side of the patches that are aligned, px of the target, and the number of times that it is halved for a first, coarse alignment. */
const PATCH_PX = 21;
const HALVINGS = 3;
/** Distance from its start, px, to which a patch must come back; otherwise it is not on the print, or has changed. */
const BACK_PX = 0.35;
/** Width of a grid between whose places the lens is straight enough. */
const GRID_PX = 16;

/**
 * Aligns patches of one picture of the print with another picture (pyramidal Lucas–Kanade, there and back): the source is drawn as the
 * target should show it (`sourceFromTarget`, px of both, undefined where the source does not reach), and around each of the `expected`
 * places of the target the patch is moved until it fits. Things above the print move differently; the robust fit leaves them out.
 */
export function alignPatches(
  cv: Cv,
  source: LevelledPicture,
  target: LevelledPicture,
  sourceFromTarget: (pixel: Pixel) => Pixel | undefined,
  expected: readonly Pixel[],
): PatchMatch[] {
  if (expected.length === 0) return [];
  return withMats((own) => {
    const drawn = own(drawnThrough(cv, own(matOf(cv, source)), target, sourceFromTarget).drawn);
    const there = own(matOf(cv, target));
    const from = own(
      cv.matFromArray(
        expected.length,
        1,
        cv.CV_32FC2,
        expected.flatMap(({ u, v }) => [u, v]),
      ),
    );
    const [to, back, status, backStatus, error] = Array.from({ length: 5 }, () => own(new cv.Mat())) as [Mat, Mat, Mat, Mat, Mat];
    const size = new cv.Size(PATCH_PX, PATCH_PX);
    const until = new cv.TermCriteria(COUNT_AND_EPS, 30, 0.005);
    cv.calcOpticalFlowPyrLK(drawn, there, from, to, status, error, size, HALVINGS, until, 0, MIN_EIGENVALUE);
    cv.calcOpticalFlowPyrLK(there, drawn, to, back, backStatus, error, size, HALVINGS, until, 0, MIN_EIGENVALUE);
    return expected.flatMap(({ u, v }, place) => {
      if (!status.data[place] || !backStatus.data[place]) return [];
      const [bu, bv] = [back.data32F[2 * place]!, back.data32F[2 * place + 1]!];
      if (Math.hypot(bu - u, bv - v) > BACK_PX) return [];
      return [{ place, target: { u: to.data32F[2 * place]!, v: to.data32F[2 * place + 1]! } }];
    });
  });
}

/** OpenCV's sum of TermCriteria::COUNT and EPS, which the types do not know. */
const COUNT_AND_EPS = 3;
/** Smallest eigenvalue of a patch: flatter ones in one direction do not determine their place. */
const MIN_EIGENVALUE = 2e-4;

/**
 * A picture (CV_8UC1) drawn through a map of places, px, looked up at the points of a grid and straight in between; grey, as level places are, where the source does not
 * reach. The caller frees `drawn`; `seen` is 1 where the source reaches.
 */
export function drawnThrough(
  cv: Cv,
  source: Mat,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  sourceFrom: (pixel: Pixel) => Pixel | undefined,
  gridPx = GRID_PX,
): { readonly drawn: Mat; readonly seen: Float32Array } {
  const grid = gridOver(widthPx, heightPx, gridPx);
  const { across, down } = grid;
  const [u, v] = [new Float64Array(across * down).fill(-1e4), new Float64Array(across * down).fill(-1e4)];
  for (let i = 0; i < u.length; i++) {
    const at = sourceFrom({ u: (i % across) * gridPx, v: Math.floor(i / across) * gridPx });
    if (at) [u[i], v[i]] = [at.u, at.v];
  }
  return withMats((own) => {
    const mapU = own(new cv.Mat(heightPx, widthPx, cv.CV_32FC1));
    const mapV = own(new cv.Mat(heightPx, widthPx, cv.CV_32FC1));
    const [us, vs] = [mapU.data32F, mapV.data32F];
    fillFromGrid(us, grid, u);
    fillFromGrid(vs, grid, v);
    const seen = us.map((at, i) => (at >= 0 && vs[i]! >= 0 && at <= source.cols - 1 && vs[i]! <= source.rows - 1 ? 1 : 0));
    const drawn = new cv.Mat();
    cv.remap(source, drawn, mapU, mapV, cv.INTER_LINEAR, cv.BORDER_CONSTANT, new cv.Scalar(128));
    return { drawn, seen };
  });
}

/** Places of a picture that are easily found again (Shi and Tomasi): the best ones, up to `most`, at least `apartPx` apart. */
export function patchPlaces(cv: Cv, picture: LevelledPicture, most: number, apartPx: number): Pixel[] {
  return withMats((own) => {
    const corners = own(new cv.Mat());
    cv.goodFeaturesToTrack(own(matOf(cv, picture)), corners, most, 0.02, apartPx, own(new cv.Mat()), 7);
    return Array.from({ length: corners.rows }, (_, i) => ({ u: corners.data32F[2 * i]!, v: corners.data32F[2 * i + 1]! }));
  });
}
