import { type Freshness, type FreshnessTimes, freshnessOf } from '../../scene/words/freshness.js';
import type { Clock } from '../state/page-clock.js';

/** What a watch beside the measurements says; see FreshnessTimes. */
export type Watched = Pick<FreshnessTimes, 'watchedAtMs' | 'movedAtMs' | 'watchBehindMs' | 'lostMs'>;

/** The one clock that says how old the last measurement is. */
export interface FreshnessClock {
  /** A frame was measured; `tookMs` where it was measured and not only compared. */
  measured(capturedAtMs: number, tookMs: number | undefined): void;
  /** Undefined while nothing was measured. `isRunning`: the source goes on by itself, and owes new frames. */
  freshness(isRunning: boolean, watched: Watched): Freshness | undefined;
  reset(): void;
}

/** The longest of this many measurements is how long one takes here: most of a still table's are short, until a lamp is switched. */
const LAST_MEASUREMENTS = 5;

export function createFreshnessClock(nowMs: Clock['nowMs']): FreshnessClock {
  let measuredAtMs: number | undefined;
  let tookMs: readonly number[] = [];
  return {
    measured(capturedAtMs, lastMs) {
      measuredAtMs = Math.max(measuredAtMs ?? capturedAtMs, capturedAtMs);
      if (lastMs !== undefined) tookMs = [...tookMs, lastMs].slice(-LAST_MEASUREMENTS);
    },
    freshness(isRunning, watched) {
      if (measuredAtMs === undefined) return undefined;
      const owed = isRunning ? { lookMs: Math.max(0, ...tookMs) } : {};
      return freshnessOf({ nowMs: nowMs(), measuredAtMs, ...owed, ...watched });
    },
    reset() {
      measuredAtMs = undefined;
      tookMs = [];
    },
  };
}
