import { msg } from '@lit/localize';
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { type History, present } from '../../../game/log/history.js';
import { type MatchFile, matchFile } from '../../../game/log/match-file.js';
import { forget, keep, kept, MATCH_KEY } from '../../ui/storage.js';
import { sinceKey } from './kept-words.js';

/** Time without events after which a match is written, ms: writing at every event would cost too much. */
const QUIET_MS = 1200;

/** Key of the match that was played before the last one: beginning a new one by mistake loses nothing. */
export const MATCH_BEFORE_KEY = 'hashmark-match-before';

/** The log of the match that was played last on this device, if any; it is read and checked like any other log. */
export function keptMatch(): unknown {
  return kept(MATCH_KEY);
}

/** The log of the match that was played before it. */
export function matchBefore(): unknown {
  return kept(MATCH_BEFORE_KEY);
}

/** Keeps the stored match as the match before, if it is a different match from the next one, and more than its beginning. */
function setAside({ entries: next }: MatchFile): void {
  const last = kept(MATCH_KEY) as Partial<MatchFile> | undefined;
  const entries = Array.isArray(last?.entries) ? last.entries : [];
  const goesOn = entries.every((entry, i) => JSON.stringify(entry) === JSON.stringify(next[i]));
  if (!goesOn && entries.length > 1 && keep(MATCH_BEFORE_KEY, last)) keep(sinceKey(MATCH_BEFORE_KEY), kept(sinceKey(MATCH_KEY)));
}

/** Keeps the match that its host plays, so that a page that was closed or reloaded loses nothing; says so where the browser refuses. */
export class MatchKeeper implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: History | undefined;
  /** Whether the stored match is this one, not the one that was played before. */
  #isKept = false;
  #isRefused = false;
  /** Whether another tab has overwritten it. */
  #isOverwritten = false;
  readonly #leave = () => this.flush();
  readonly #heard = ({ key, newValue }: StorageEvent) => {
    if (key !== MATCH_KEY || newValue === null || !this.#isKept) return;
    this.#isOverwritten = true;
    this.#host.requestUpdate();
  };

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#leave);
    addEventListener('storage', this.#heard);
  }

  hostDisconnected(): void {
    this.flush();
    removeEventListener('pagehide', this.#leave);
    removeEventListener('storage', this.#heard);
  }

  /** The warning that the host shows where the match cannot be kept, or not by this page alone. */
  warning() {
    if (this.#isRefused)
      return html`<p class="unkept" role="alert">${msg('This browser does not keep the match: its storage is full or blocked. If the page closes, everything since then is lost. Save the log now and then, under Log.')}</p>`;
    if (!this.#isOverwritten) return nothing;
    return html`<p class="unkept" role="alert">${msg('A match is played in another tab of this browser as well, and each tab overwrites what the other has kept. Close one of them; a log that is saved under Log stays.')}</p>`;
  }

  /**
   * Takes the present match. Before its first event there is nothing to keep; one whose beginning was taken back is no longer a match, and a
   * log that is only looked at (`opened`) does not replace the match that was played last.
   */
  see(history: History, opened?: History): void {
    if (history === opened) {
      this.flush();
      this.#isKept = false;
      return;
    }
    clearTimeout(this.#timer);
    this.#waiting = history.states.length > 0 ? history : undefined;
    if (this.#waiting) this.#timer = setTimeout(() => this.flush(), QUIET_MS);
    else if (this.#isKept) this.#forget();
  }

  /** Writes pending changes at once: the page is being left. */
  flush(): void {
    clearTimeout(this.#timer);
    if (!this.#waiting) return;
    const file = matchFile(this.#waiting);
    if (!this.#isKept || this.#isOverwritten) setAside(file);
    const isKept = keep(MATCH_KEY, file);
    if (isKept) keep(sinceKey(MATCH_KEY), { round: present(this.#waiting)?.round, atMs: Date.now() });
    this.#waiting = undefined;
    this.#isKept ||= isKept;
    if (this.#isRefused === isKept) this.#host.requestUpdate();
    this.#isRefused = !isKept;
  }

  /** Makes the match before the last one again. */
  #forget(): void {
    const before = matchBefore();
    if (before === undefined || !keep(MATCH_KEY, before)) forget(MATCH_KEY);
    keep(sinceKey(MATCH_KEY), kept(sinceKey(MATCH_BEFORE_KEY)));
    forget(MATCH_BEFORE_KEY);
    this.#isKept = false;
  }
}
