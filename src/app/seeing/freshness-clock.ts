import { type Freshness, type FreshnessTimes, freshnessOf } from '../../scene/freshness.js';

/** Time as the page has it; a test has another. */
export interface Clock {
  /** Milliseconds since 1970, never back. */
  nowMs(): number;
  /** Calls again and again until the returned function is called. */
  every(periodMs: number, call: () => void): () => void;
}

/** What a watch beside the looks says; see LookTimes. */
export type Watched = Pick<FreshnessTimes, 'watchedAtMs' | 'movedAtMs' | 'watchBehindMs'>;

/** The one clock that says how old the last look is. */
export interface FreshnessClock {
  /** A frame was looked at; `tookMs` where it was measured and not only compared. */
  measured(capturedAtMs: number, tookMs: number | undefined): void;
  /** Undefined while nothing was looked at. `isRunning`: the source goes on by itself, and owes new looks. */
  freshness(isRunning: boolean, watched: Watched): Freshness | undefined;
  reset(): void;
}

/** This many measurements determine what is usual. */
const USUAL_MEASUREMENTS = 5;

export function createFreshnessClock(nowMs: Clock['nowMs']): FreshnessClock {
  let measuredAtMs: number | undefined;
  let tookMs: readonly number[] = [];
  return {
    measured(capturedAtMs, lastMs) {
      measuredAtMs = Math.max(measuredAtMs ?? capturedAtMs, capturedAtMs);
      if (lastMs !== undefined) tookMs = [...tookMs, lastMs].slice(-USUAL_MEASUREMENTS);
    },
    freshness(isRunning, watched) {
      if (measuredAtMs === undefined) return undefined;
      const owed = isRunning ? { usualMeasureMs: middleOf(tookMs) } : {};
      return freshnessOf({ nowMs: nowMs(), measuredAtMs, ...owed, ...watched });
    },
    reset() {
      measuredAtMs = undefined;
      tookMs = [];
    },
  };
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
