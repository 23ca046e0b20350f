/** Blocks of a frame, row by row from its upper left corner: a 1 where it differs from an earlier frame by more than noise. */
export interface ChangedBlocks {
  /** When the earlier frame was taken; what was asked with `keep`. */
  readonly sinceMs: number;
  readonly columns: number;
  readonly rows: number;
  readonly changed: Uint8Array;
}

/** The worker that watches for changes at the camera's rate, beside the one that measures. Frames go in by transfer and never come out. */
export interface WatchApi {
  /** Compares a frame (transferred; closed by the worker) with those kept; where `isKept` it is kept itself, under its time. */
  see(frame: VideoFrame | ImageBitmap | ImageData, capturedAtMs: number, isKept: boolean): Promise<readonly ChangedBlocks[]>;
  /** Forgets all kept frames but those of these times. */
  retain(capturedAtMs: readonly number[]): Promise<void>;
}
