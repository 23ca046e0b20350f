import { type Frame, rgbaOf } from '../runtime/frame.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import type { StitchPicture } from './match-graph.js';
import { greyOf, LIKE_VIEWS, levelledPicture, type PrintFeatures, printFeatures, SCALES } from './print-features.js';

/** A picture's features; at other scales they are searched for only when they are needed, in the picture loaded `again`, so that many pictures fit into memory. */
export function stitchPicture(cv: Cv, frame: Frame, again: () => Promise<Frame> = async () => frame): StitchPicture {
  const { widthPx, heightPx } = frame;
  const seen = withGrey(cv, frame, (grey) => ({
    features: printFeatures(cv, grey, LIKE_VIEWS),
    levelled: levelledPicture(cv, grey, LIKE_VIEWS.longSidePx),
  }));
  let atScales: Promise<readonly PrintFeatures[]> | undefined;
  return {
    size: { widthPx, heightPx },
    ...seen,
    atScales: () => {
      atScales ??= again().then((same) => withGrey(cv, same, (grey) => SCALES.map((scale) => printFeatures(cv, grey, scale))));
      return atScales;
    },
  };
}

/** A picture's brightness alone, its light levelled: enough where its camera is known to some mm. */
export function levelledOf(cv: Cv, frame: Frame): Pick<StitchPicture, 'size' | 'levelled'> {
  const { widthPx, heightPx } = frame;
  return { size: { widthPx, heightPx }, levelled: withGrey(cv, frame, (grey) => levelledPicture(cv, grey, LIKE_VIEWS.longSidePx)) };
}

function withGrey<T>(cv: Cv, frame: Frame, use: (grey: Mat) => T): T {
  return withMats((own) => use(own(greyOf(cv, own(rgbaOf(cv, frame))))));
}
