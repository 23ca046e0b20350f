import { nowMs } from '../capture/frame-source.js';

/** Time as the page has it; a test has another. */
export interface Clock {
  /** Milliseconds since 1970, never back. */
  nowMs(): number;
  /** Calls again and again until the returned function is called. */
  every(periodMs: number, call: () => void): () => void;
}

export const PAGE_CLOCK: Clock = {
  nowMs,
  every(periodMs, call) {
    const timer = setInterval(call, periodMs);
    return () => clearInterval(timer);
  },
};
