/** A round's clock: it ends at a time drawn at its start, so that nobody plays towards the end. */
export interface RoundClock {
  readonly startedAtMs: number;
  /** Not to be shown before it has come. */
  readonly endsAtMs: number;
}

const MINUTE_MS = 60_000;

/** A clock started now, for `minutes` and up to `extraMinutes` more; `draw`: by chance, 0 ≤ draw < 1. */
export function startedClock(nowMs: number, minutes: number, extraMinutes: number, draw: number): RoundClock {
  return { startedAtMs: nowMs, endsAtMs: nowMs + (minutes + draw * extraMinutes) * MINUTE_MS };
}

/** The part of a clock that may be shown: whole minutes gone by, none after its end, and whether that has come. */
export function shownClock({ startedAtMs, endsAtMs }: RoundClock, nowMs: number): { readonly minutes: number; readonly isOver: boolean } {
  const gone = Math.max(0, Math.min(nowMs, endsAtMs) - startedAtMs);
  return { minutes: Math.floor(gone / MINUTE_MS), isOver: nowMs >= endsAtMs };
}

/** Whether a stored value is a clock. */
export function isClock(value: unknown): value is RoundClock {
  const { startedAtMs, endsAtMs } = Object(value) as Partial<RoundClock>;
  return Number.isFinite(startedAtMs) && Number.isFinite(endsAtMs);
}
