import type { Nets } from './net.js';
import type { Cv } from './opencv.js';
import type { PictureCodec } from './picture-codec.js';

/** Engines and devices that the pipeline needs from the outside: it has neither clock nor platform of its own. */
export interface Engines {
  readonly cv: Cv;
  readonly nets: Nets;
  readonly now: () => number;
  /** Absent: no print is kept, and none that was is read. */
  readonly pictures?: PictureCodec;
}

/** Runs one stage of the pipeline and adds its time to the stage's name. */
export type Timed = <T>(stage: string, work: () => T | Promise<T>) => Promise<T>;
