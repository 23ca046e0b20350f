import { type CapturedFrame, nowMs } from './frame-source.js';

/** A camera's clock may run a little slower or faster than the page's: only this many frames show how they differ. */
const FRAMES = 64;
/** Stamps that lie further from the last ones than this are counted from elsewhere: the camera was started again, or the computer slept, ms. */
const LONGEST_WAY_MS = 1000;

/**
 * When frames were taken, on the page's clock, ms: from the camera's own stamps, which are even, while frames come late where the page is busy. The
 * one of the latest frames that came soonest is taken to have come at once.
 */
export function createCaptureClock(): (stampMs: number, cameAtMs: number) => number {
  let waysMs: readonly number[] = [];
  return (stampMs, cameAtMs) => {
    const wayMs = cameAtMs - stampMs;
    const before = Math.abs(wayMs - Math.min(...waysMs)) > LONGEST_WAY_MS ? [] : waysMs;
    waysMs = [...before, wayMs].slice(-FRAMES);
    return stampMs + Math.min(...waysMs);
  };
}

/**
 * The class that gives a track's frames one by one (W3C MediaStreamTrack Insertable Media Processing using Streams), as Chromium has it in
 * a page.
 */
type TrackProcessor = new (init: { readonly track: MediaStreamTrack }) => { readonly readable: ReadableStream<VideoFrame> };

/** True where a track's frames can be had without a video element. */
export function hasTrackFrames(): boolean {
  return 'MediaStreamTrackProcessor' in globalThis;
}

/**
 * Calls `onFrame` for every new frame of a camera's track while the page is shown, until the returned function is called or the track ends. The bytes are
 * where the camera put them; those of a frame that a video element shows have to be fetched back from the graphics card. Only where hasTrackFrames().
 */
export function watchTrack(
  track: MediaStreamTrack,
  onFrame: (frame: CapturedFrame) => void,
  onError: (error: unknown) => void,
): () => void {
  const { MediaStreamTrackProcessor } = globalThis as unknown as { readonly MediaStreamTrackProcessor: TrackProcessor };
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader();
  const capturedAtMs = createCaptureClock();
  let isWatching = true;
  const read = async (): Promise<void> => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const picture = next.value;
      // The camera continues while nobody sees the page, and has few buffers: each frame is given back.
      if (!isWatching || document.visibilityState === 'hidden') picture.close();
      else onFrame({ picture, capturedAtMs: capturedAtMs(picture.timestamp / 1000, nowMs()), isInCameraBuffer: true });
    }
  };
  read().catch(onError);
  return () => {
    isWatching = false;
    reader.cancel().catch(() => undefined);
  };
}
