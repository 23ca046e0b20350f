import { msg } from '@lit/localize';
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { History } from '../../../game/log/history.js';
import { matchFile } from '../../../game/log/match-file.js';
import { forget, keep, kept, MATCH_KEY } from '../../ui/storage.js';

/** A match is written when nothing has happened for this long, ms: writing at every event would cost too much. */
const QUIET_MS = 1200;

/** The log of the match that was played last on this device, if any; it is read and checked like any other log. */
export function keptMatch(): unknown {
  return kept(MATCH_KEY);
}

/** Keeps the match that its host plays, so that a page that was closed or reloaded loses nothing; where the browser refuses, it says so. */
export class MatchKeeper implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: History | undefined;
  /** What is kept is this match, not the one that was played before. */
  #isKept = false;
  #isRefused = false;
  readonly #leave = () => this.flush();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#leave);
  }

  hostDisconnected(): void {
    this.flush();
    removeEventListener('pagehide', this.#leave);
  }

  /** What the host shows where the match cannot be kept. */
  warning() {
    if (!this.#isRefused) return nothing;
    return html`<p class="unkept" role="alert">${msg('This browser does not keep the match: its storage is full or blocked. If the page closes, everything since then is lost. Save the log now and then, under Log.')}</p>`;
  }

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
    const isKept = keep(MATCH_KEY, matchFile(this.#waiting));
    this.#waiting = undefined;
    this.#isKept ||= isKept;
    if (this.#isRefused === isKept) this.#host.requestUpdate();
    this.#isRefused = !isKept;
  }

  #forget(): void {
    forget(MATCH_KEY);
    this.#isKept = false;
  }
}
