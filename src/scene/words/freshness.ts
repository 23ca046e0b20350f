import { type AnswerWords, ENGLISH_ANSWER } from './answer-words.js';

/** Validity of the last look at a table. */
export interface Freshness {
  /**
   * 'fresh': it may answer; 'late': it may answer, with its age: nothing is seen to have moved since, but the next look or the comparison of new frames
   * is late; 'moving': what it saw has changed since; 'behind': frames have waited for too long to be compared with what it saw; 'old': nobody has
   * looked for too long.
   */
  readonly kind: 'fresh' | 'late' | 'moving' | 'behind' | 'old';
  /** Time since the frame of the last look was taken, or a later one that was found to show the same, ms. */
  readonly ageMs: number;
}

export interface FreshnessTimes {
  readonly nowMs: number;
  /** When the frame of the last look was taken. */
  readonly measuredAtMs: number;
  /** Time that looks take on this device, from a frame to its answer; absent where no new look is owed: the source rests. */
  readonly lookMs?: number;
  /** When the last frame was taken that was compared with that of the last look; absent where frames are not watched between looks. */
  readonly watchedAtMs?: number;
  /** When the last frame was taken that was compared, whatever it showed; absent where none was. */
  readonly comparedAtMs?: number;
  /** When the last frame was taken in which something moved near what is measured; absent if none was. */
  readonly movedAtMs?: number;
  /** For how long the oldest frame that is to be compared has waited, ms. */
  readonly watchBehindMs?: number;
  /** Time for which nobody has known where the camera looks, ms: it was turned away, or lost in a jerk. */
  readonly lostMs?: number;
}

/** Number of missing looks after which an answer is old, where nothing watches between looks. */
const MISSED_LOOKS = 3;
/** Never old before this, ms: a browser that is busy for a moment does not matter. */
const MIN_OLD_MS = 3000;
/** Always old after this, ms, where frames are not compared between looks, or no frame comes. */
const MAX_OLD_MS = 20_000;
/**
 * Longest time, ms, for which frames may be compared that do not show what is asked about, or not clearly: a hand needs no longer to carry a ship elsewhere.
 */
const MAX_UNSEEN_MS = 2000;
/** Time after which, or number of missing looks, only another look counts, ms: comparison shows no change smaller than a camera's noise. */
const MAX_WATCHED_MS = 60_000;
/** Age from which on an answer gives its age, ms. */
const WORTH_ITS_AGE_MS = 1000;
/**
 * Longest time that a frame may wait for its comparison, ms: usually some milliseconds. Where a processor takes longer, the answer gives
 * its age.
 */
export const MAX_BEHIND_MS = 300;
/**
 * Longest time that a camera may be lost before it does not see the table, ms. A hand that turns it away for a moment brings it back, and
 * then it is compared with before.
 */
const MAX_LOST_MS = WORTH_ITS_AGE_MS;
/** Limits, ms, of the time after which waiting frames take the answer away: as long as a look takes on this device. */
const BEHIND_LIMITS_MS = { least: 1000, most: 5000 };

/**
 * Whether the last look may still answer at `nowMs`; whatever delayed the next one. All times are of one clock. Where every frame is
 * compared with that of the last look and shows the same, the answer stands, however long the next look takes.
 */
export function freshnessOf(times: FreshnessTimes): Freshness {
  const { nowMs, measuredAtMs, lookMs, watchedAtMs, comparedAtMs = 0, movedAtMs, watchBehindMs = 0, lostMs = 0 } = times;
  const hasMoved = movedAtMs !== undefined && movedAtMs >= measuredAtMs;
  const ageMs = Math.max(0, nowMs - (hasMoved ? measuredAtMs : Math.max(measuredAtMs, watchedAtMs ?? 0)));
  if (lookMs !== undefined) {
    const isWatched = watchedAtMs !== undefined;
    const seenAtMs = Math.max(measuredAtMs, watchedAtMs ?? 0);
    const isUnseen =
      (isWatched && comparedAtMs - seenAtMs > MAX_UNSEEN_MS) ||
      nowMs - seenAtMs > Math.min(MAX_OLD_MS, Math.max(MIN_OLD_MS, (isWatched ? 1 : MISSED_LOOKS) * lookMs));
    const isOverdue = isWatched && nowMs - measuredAtMs > Math.max(MAX_WATCHED_MS, MISSED_LOOKS * lookMs);
    if (isUnseen || isOverdue) return { kind: 'old', ageMs };
  }
  if (hasMoved) return { kind: 'moving', ageMs };
  if (lostMs > MAX_LOST_MS) return { kind: 'old', ageMs };
  const mayWaitMs = Math.min(BEHIND_LIMITS_MS.most, Math.max(BEHIND_LIMITS_MS.least, lookMs ?? 0));
  if (watchBehindMs >= mayWaitMs) return { kind: 'behind', ageMs };
  const isLate = watchBehindMs >= MAX_BEHIND_MS || (watchedAtMs !== undefined && lookMs !== undefined && ageMs >= WORTH_ITS_AGE_MS);
  return { kind: isLate ? 'late' : 'fresh', ageMs };
}

/** "12 s ago", "3 min ago", "2 h ago": whole units, rounded down. */
export function ageText(ageMs: number, words: AnswerWords = ENGLISH_ANSWER): string {
  const s = Math.floor(ageMs / 1000);
  if (s < 1) return words.justNow;
  if (s < 60) return words.ago(s, 's');
  return s < 3600 ? words.ago(Math.floor(s / 60), 'min') : words.ago(Math.floor(s / 3600), 'h');
}
