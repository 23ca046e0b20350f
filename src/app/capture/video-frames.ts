import { type CapturedFrame, closePicture, type FrameListener, type FramePicture, nowMs } from './frame-source.js';

/**
 * Calls `onFrame` for every new frame that a video element shows while the page can be seen, until the returned function is called. Frames are taken in
 * requestVideoFrameCallback; where there is none, once per screen refresh when the video's time has moved on.
 */
export function watchVideo(
  video: HTMLVideoElement,
  onFrame: (frame: CapturedFrame) => void,
  onError: (error: unknown) => void,
): () => void {
  const hasCallback = 'requestVideoFrameCallback' in HTMLVideoElement.prototype;
  let isWatching = true;
  let seenTime = -1;
  const take = async (takenMs?: number) => {
    // A page that nobody sees rests, also in a browser that calls it all the same.
    if (document.visibilityState === 'hidden') return;
    try {
      const frame = await grabVideo(video, takenMs);
      if (frame && isWatching) onFrame(frame);
      else if (frame) closePicture(frame.picture);
    } catch (error) {
      onError(error);
    }
  };
  const next = () => {
    if (!isWatching) return;
    if (hasCallback) {
      video.requestVideoFrameCallback((_, { captureTime }) => {
        void take(captureTime);
        next();
      });
      return;
    }
    requestAnimationFrame(() => {
      if (video.currentTime !== seenTime) void take();
      seenTime = video.currentTime;
      next();
    });
  };
  next();
  return () => {
    isWatching = false;
  };
}

/** A camera's picture is shown this soon after it was taken, ms; a browser that reports more than this reports nothing of use. */
const LONGEST_WAY_MS = 1000;

/** The frame that a video shows now; undefined while it shows none. `takenMs`: when it was taken, on the clock of `performance.now()`. */
async function grabVideo(video: HTMLVideoElement, takenMs?: number): Promise<CapturedFrame | undefined> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return undefined;
  const agoMs = takenMs === undefined ? 0 : performance.now() - takenMs;
  const capturedAtMs = nowMs() - (agoMs >= 0 && agoMs < LONGEST_WAY_MS ? agoMs : 0);
  return { picture: await pictureOf(video, capturedAtMs), capturedAtMs };
}

/** Gives the frame that a video shows now to whoever listens by then. What cannot be shown before its first frame is reported, if it stays so, by `watchVideo`. */
export async function grabAgain(video: HTMLVideoElement, listening: () => FrameListener | undefined): Promise<void> {
  const frame = await grabVideo(video).catch(() => undefined);
  const listener = frame && listening();
  if (listener) listener.onFrame(frame);
  else if (frame) closePicture(frame.picture);
}

/** A VideoFrame costs a tenth of an ImageBitmap, where the browser has it. */
async function pictureOf(source: HTMLVideoElement | HTMLCanvasElement, atMs: number): Promise<FramePicture> {
  if (typeof VideoFrame === 'function') {
    try {
      return new VideoFrame(source, { timestamp: Math.round(atMs * 1000) });
    } catch {
      // Some browsers refuse certain videos (protected, or not decoded on this side): the slow way works there.
    }
  }
  return createImageBitmap(source);
}

/** The picture on a canvas now. */
export async function grabCanvas(canvas: HTMLCanvasElement): Promise<CapturedFrame> {
  const capturedAtMs = nowMs();
  return { picture: await pictureOf(canvas, capturedAtMs), capturedAtMs };
}
