import type { Nets } from './net.js';
import type { Cv } from './opencv.js';

/** What the pipeline needs from the outside: it has neither clock nor platform of its own. */
export interface Engines {
  readonly cv: Cv;
  readonly nets: Nets;
  readonly now: () => number;
}

/** Runs one stage of the pipeline and adds its time to the stage's name. */
export type Timed = <T>(stage: string, work: () => T | Promise<T>) => Promise<T>;
