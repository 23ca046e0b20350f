import { type Freshness, freshnessOf, type LookTimes } from '../scene/freshness.js';

/** Time as the page has it; a test has another. */
export interface Clock {
  /** Milliseconds since 1970, never back. */
  nowMs(): number;
  /** Calls again and again until the returned function is called. */
  every(periodMs: number, call: () => void): () => void;
}

/** What a watch beside the looks says; see LookTimes. */
export type Watched = Pick<LookTimes, 'watchedAtMs' | 'movedAtMs' | 'watchBehindMs'>;

/** The one clock that says how old the last look is. */
export interface LookClock {
  /** A frame was looked at; `tookMs` where it was measured and not only compared. */
  looked(capturedAtMs: number, tookMs: number | undefined): void;
  /** Undefined while nothing was looked at. `isRunning`: the source goes on by itself, and owes new looks. */
  freshness(isRunning: boolean, watched: Watched): Freshness | undefined;
  reset(): void;
}

/** This many measurements determine what is usual. */
const USUAL_LOOKS = 5;

export function createLookClock(nowMs: Clock['nowMs']): LookClock {
  let measuredAtMs: number | undefined;
  let tookMs: readonly number[] = [];
  return {
    looked(capturedAtMs, lastMs) {
      measuredAtMs = Math.max(measuredAtMs ?? capturedAtMs, capturedAtMs);
      if (lastMs !== undefined) tookMs = [...tookMs, lastMs].slice(-USUAL_LOOKS);
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
