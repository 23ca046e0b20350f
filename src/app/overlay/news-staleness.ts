import { type ReaderStatus, STALE_AFTER_MS } from '../../relay/client/subscriber.js';
import type { Freshness } from '../../scene/words/freshness.js';

/** Reason why the news are uncertain, and since when, on the clock of this page. */
export interface NewsStaleness {
  readonly kind: Freshness['kind'];
  readonly sinceMs: number;
}

/** The same with its age at `nowMs`. */
export const aged = ({ kind, sinceMs }: NewsStaleness, nowMs: number): Freshness => ({ kind, ageMs: nowMs - sinceMs });

/**
 * The relay's report on the camera, as a reason why the news are uncertain; undefined while there is no reason. One that lasts keeps its
 * beginning unless the camera reports its age: a camera that fell silent was silent for a while before that was noticed.
 */
export function newsStaleness(status: ReaderStatus, before: NewsStaleness | undefined, nowMs: number): NewsStaleness | undefined {
  const { stale, camera } = status;
  if (stale) return before?.kind === 'old' ? before : { kind: 'old', sinceMs: Math.min(before?.sinceMs ?? nowMs, nowMs - STALE_AFTER_MS) };
  if (!camera?.problem) return undefined;
  const kind = camera.problem.code === 'table-moving' ? 'moving' : 'old';
  return { kind, sinceMs: camera.lookAgeMs === undefined ? (before?.sinceMs ?? nowMs) : nowMs - camera.lookAgeMs };
}
