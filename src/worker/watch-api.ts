import type { Camera } from '../geometry/camera.js';
import type { TrackedTable } from '../vision/track/feature-points.js';

/** Blocks of a kept frame, row by row from its upper left corner, as a later frame shows their places on the table. */
export interface ChangedBlocks {
  /** When the kept frame was taken. */
  readonly sinceMs: number;
  readonly columns: number;
  readonly rows: number;
  /** 0: unchanged; 1: it differs by more than noise; 2: it is not in the later frame; 3: it differs, but the registration may have slipped. */
  readonly state: Uint8Array;
}

/** Findings of the watching worker in a frame. */
export interface WatchedFrame {
  /** 'other-lens': the table is seen, but not by the lens that was measured; 'lost': nothing is known of where the camera is. */
  readonly kind: 'registered' | 'other-lens' | 'lost';
  /** For each kept frame; empty where the frame is not registered. */
  readonly changes: readonly ChangedBlocks[];
  /** The camera of this frame; undefined until a kept frame's was given. */
  readonly camera: Camera | undefined;
  /** Mean square slope of the grey levels: of one scene a blurred frame has less. */
  readonly sharpness: number;
}

/** The worker that follows the camera and watches for changes at its rate, beside the one that measures. Frames go in by transfer and never come out. */
export interface WatchApi {
  /** Compares a frame (transferred; closed by the worker) with those kept; where `isKept` it is kept itself, under its time. */
  see(frame: VideoFrame | ImageBitmap | ImageData, capturedAtMs: number, isKept: boolean): Promise<WatchedFrame>;
  /** Gives the measured camera of a kept frame, and the pieces on its table. */
  place(capturedAtMs: number, camera: Camera, table: TrackedTable): Promise<void>;
  /** Forgets all kept frames but those of these times. */
  retain(capturedAtMs: readonly number[]): Promise<void>;
}
