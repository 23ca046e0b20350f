import { type Freshness, freshnessOf } from '../scene/freshness.js';

/** Time as the page has it; a test has another. */
export interface Clock {
  /** Milliseconds since 1970, never back. */
  nowMs(): number;
  /** Calls again and again until the returned function is called. */
  every(periodMs: number, call: () => void): () => void;
}

/** The one clock that says how old the last look is. */
export interface LookClock {
  /** A frame was looked at; `tookMs` where it was measured and not only compared. */
  looked(capturedAtMs: number, tookMs: number | undefined): void;
  /** Undefined while nothing was looked at. */
  freshness(): Freshness | undefined;
  reset(): void;
}

/** So many looks tell what is usual. */
const USUAL_LOOKS = 5;

export function createLookClock(nowMs: Clock['nowMs']): LookClock {
  let lookedAtMs: number | undefined;
  let tookMs: readonly number[] = [];
  return {
    looked(capturedAtMs, lastMs) {
      lookedAtMs = Math.max(lookedAtMs ?? capturedAtMs, capturedAtMs);
      if (lastMs !== undefined) tookMs = [...tookMs, lastMs].slice(-USUAL_LOOKS);
    },
    freshness: () => (lookedAtMs === undefined ? undefined : freshnessOf({ nowMs: nowMs(), lookedAtMs, usualLookMs: middleOf(tookMs) })),
    reset() {
      lookedAtMs = undefined;
      tookMs = [];
    },
  };
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
