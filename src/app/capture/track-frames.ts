import { createCaptureClock } from './capture-clock.js';
import { type CapturedFrame, nowMs } from './frame-source.js';

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
