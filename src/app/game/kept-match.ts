import type { History } from '../../game/log/history.js';
import { matchFile } from '../../game/log/match-file.js';
import { forget, keep, kept } from '../kept.js';

const KEY = 'hashmark-match';
/** A match is written when nothing has happened for so long: every event at once would cost too much. */
const QUIET_MS = 1200;

/** The log of the match that was played last on this device, if any; it is read and checked like any other log. */
export function keptMatch(): unknown {
  return kept(KEY);
}

/** Keeps the match that is being played, so that a page that was closed or reloaded loses nothing. */
export class MatchKeeper {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: History | undefined;
  /** What is kept is this match, not the one that was played before. */
  #isKept = false;

  /** The match is now so. Before its first event there is nothing to keep; one whose beginning was taken back is no match any more. */
  see(history: History): void {
    clearTimeout(this.#timer);
    this.#waiting = history.states.length > 0 ? history : undefined;
    if (this.#waiting) this.#timer = setTimeout(() => this.flush(), QUIET_MS);
    else if (this.#isKept) this.#forget();
  }

  /** Writes what waits, at once: the page is being left. */
  flush(): void {
    clearTimeout(this.#timer);
    if (!this.#waiting) return;
    keep(KEY, matchFile(this.#waiting));
    this.#waiting = undefined;
    this.#isKept = true;
  }

  #forget(): void {
    forget(KEY);
    this.#isKept = false;
  }
}
