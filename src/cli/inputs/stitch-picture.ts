import type { MeasureHints } from '../../table/measurement.js';
import type { StitchPicture } from '../../vision/print/match-graph.js';
import { greyOf, LIKE_VIEWS, levelledPicture, type PrintFeatures, printFeatures, SCALES } from '../../vision/print/print-features.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { type Frame, mirroredFrame, rgbaOf } from '../../vision/runtime/frame.js';
import { type Mat, withMats } from '../../vision/runtime/opencv.js';
import { readPicture } from './read-picture.js';

/** A picture turned the right way round, where its mirror image is what the file holds. */
export function rightWay(frame: Frame, { isMirrored }: MeasureHints): Frame {
  return isMirrored ? mirroredFrame(frame) : frame;
}

/** What stitching needs of a photo. */
export async function readStitchPicture(engines: Engines, path: string, hints: MeasureHints): Promise<StitchPicture> {
  const read = async () => rightWay(await readPicture(path), hints);
  return stitchPicture(engines, await read(), read);
}

/** A picture's features; at other scales they are looked for only when they are needed, in the file read anew, so that many pictures fit into memory. */
export function stitchPicture({ cv }: Engines, frame: Frame, reread: () => Promise<Frame>): StitchPicture {
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
      atScales ??= reread().then((again) => withGrey(cv, again, (grey) => SCALES.map((scale) => printFeatures(cv, grey, scale))));
      return atScales;
    },
  };
}

function withGrey<T>(cv: Engines['cv'], frame: Frame, use: (grey: Mat) => T): T {
  return withMats((own) => use(own(greyOf(cv, own(rgbaOf(cv, frame))))));
}
