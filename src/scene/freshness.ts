import { type AnswerWords, ENGLISH_ANSWER } from './answer-words.js';
/** How much the last look at a table is still worth. */
export interface Freshness {
  /**
   * 'fresh': it may answer; 'moving': what it saw has changed since; 'behind': frames wait to be compared with what it saw; 'old': nobody has
   * looked for too long.
   */
  readonly kind: 'fresh' | 'moving' | 'behind' | 'old';
  /** Since the frame of the last look was taken, ms. */
  readonly ageMs: number;
}

export interface FreshnessTimes {
  readonly nowMs: number;
  /** When the frame of the last look was taken. */
  readonly measuredAtMs: number;
  /** From a frame to its answer, as is usual now; absent where no new look is owed: the source rests. */
  readonly usualMeasureMs?: number;
  /** When the last frame was taken that was compared with that of the last look; absent where frames are not watched between looks. */
  readonly watchedAtMs?: number;
  /** When the last frame was taken in which something moved near what is measured; absent if none was. */
  readonly movedAtMs?: number;
  /** For how long the oldest frame that is to be compared has waited, ms. */
  readonly watchBehindMs?: number;
}

/** An answer after which this many measurements are missing is old. */
const MISSED_MEASUREMENTS = 3;
/** Never old before this, ms: a browser that is busy for a moment is no news. */
const LEAST_OLD_MS = 3000;
/** Always old after this, ms; later where every frame since shows that nothing has changed: a busy device may take ten seconds for a look. */
const MOST_OLD_MS = { unwatched: 20_000, watched: 60_000 };
/** A frame is compared within some milliseconds. On a processor that lets it wait for longer than this, it may show a table that has changed. */
export const MOST_BEHIND_MS = 300;

/** Whether the last look may still answer at `nowMs`; whatever kept the next one from coming. All times are of one clock. */
export function freshnessOf({ nowMs, measuredAtMs, usualMeasureMs, watchedAtMs, movedAtMs, watchBehindMs = 0 }: FreshnessTimes): Freshness {
  const ageMs = Math.max(0, nowMs - measuredAtMs);
  if (usualMeasureMs !== undefined) {
    const mostOldMs = watchedAtMs === undefined ? MOST_OLD_MS.unwatched : MOST_OLD_MS.watched;
    const oldMs = Math.min(mostOldMs, Math.max(LEAST_OLD_MS, MISSED_MEASUREMENTS * usualMeasureMs));
    const unwatchedMs = watchedAtMs === undefined ? 0 : nowMs - Math.max(measuredAtMs, watchedAtMs);
    if (ageMs > oldMs || unwatchedMs > LEAST_OLD_MS) return { kind: 'old', ageMs };
  }
  if (movedAtMs !== undefined && movedAtMs >= measuredAtMs) return { kind: 'moving', ageMs };
  return { kind: watchBehindMs >= MOST_BEHIND_MS ? 'behind' : 'fresh', ageMs };
}

/** "12 s ago", "3 min ago", "2 h ago": whole units, rounded down. */
export function ageText(ageMs: number, words: AnswerWords = ENGLISH_ANSWER): string {
  const s = Math.floor(ageMs / 1000);
  if (s < 1) return words.justNow;
  if (s < 60) return words.ago(s, 's');
  return s < 3600 ? words.ago(Math.floor(s / 60), 'min') : words.ago(Math.floor(s / 3600), 'h');
}
