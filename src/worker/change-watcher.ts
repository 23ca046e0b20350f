import { scaledCamera } from '../geometry/camera.js';
import type { Cv } from '../vision/runtime/opencv.js';
import type { SmallFrame } from '../vision/session/changed-blocks.js';
import { createStillTracker, createTracker, type Tracker } from '../vision/track/tracker.js';
import { smallGreyOf } from './small-grey.js';
import type { WatchApi, WatchedFrame } from './watch-api.js';

type AnyFrame = Parameters<WatchApi['see']>[0];

/** The long side of the pictures in which the camera is followed, px. */
export const LONG_SIDE_PX = 640;

interface SizedGrey {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly small: SmallFrame;
}

/**
 * The thread that only watches: some milliseconds a frame. Frames are read one after the other, in the order in which they come. Without OpenCV, or
 * where it cannot be opened, the camera is taken to stand still.
 */
export function createChangeWatcher(
  opened?: Promise<{ readonly cv: Cv }>,
  greyOf: (frame: AnyFrame) => Promise<SizedGrey> = sizedGreyOf,
): WatchApi {
  const tracker: Promise<Tracker> = opened
    ? opened.then(
        ({ cv }) => createTracker(cv),
        () => createStillTracker(),
      )
    : Promise.resolve(createStillTracker());
  let before: Promise<unknown> = Promise.resolve();
  /** Two frames that are read at once would share the buffer that their bytes are copied to: one would be mistaken for the other. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = before.then(work);
    before = done.catch(() => undefined);
    return done;
  };

  const compare = async (frame: AnyFrame, capturedAtMs: number, isKept: boolean): Promise<WatchedFrame> => {
    try {
      const follows = await tracker;
      const { small, widthPx, heightPx } = await greyOf(frame);
      const { kind, camera, sharpness, blocks } = follows.see(small, capturedAtMs, isKept);
      const changes = [...blocks].map(([sinceMs, compared]) => ({ sinceMs, ...compared }));
      return { kind, changes, camera: camera && scaledCamera(camera, widthPx, heightPx), sharpness };
    } finally {
      if ('close' in frame) frame.close();
    }
  };

  return {
    see: (frame, capturedAtMs, isKept) => inTurn(() => compare(frame, capturedAtMs, isKept)),
    place: (capturedAtMs, camera, table) => inTurn(async () => (await tracker).place(capturedAtMs, camera, table)),
    retain: (times) => inTurn(async () => (await tracker).retain(times)),
  };
}

async function sizedGreyOf(frame: AnyFrame): Promise<SizedGrey> {
  const isVideo = typeof VideoFrame !== 'undefined' && frame instanceof VideoFrame;
  const [widthPx, heightPx] = isVideo
    ? [frame.displayWidth, frame.displayHeight]
    : [(frame as ImageData).width, (frame as ImageData).height];
  return { widthPx, heightPx, small: await smallGreyOf(frame, LONG_SIDE_PX) };
}
