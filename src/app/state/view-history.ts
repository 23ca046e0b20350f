/** Part of a window that the history of views needs. */
export interface HistoryWindow {
  readonly history: Pick<History, 'state' | 'go' | 'pushState' | 'replaceState' | 'scrollRestoration'>;
  addEventListener(name: 'popstate', listener: () => void): void;
  removeEventListener(name: 'popstate', listener: () => void): void;
}

/**
 * One entry of the browser's history for each view that lies open over another: Back closes the uppermost, as its own button does, and a view that is closed by
 * its button takes its entry along. A view that does not close, because it asks first, has its entry back.
 */
export class ViewHistory {
  readonly #window: HistoryWindow;
  /** Closes all views above this number, and says how many are open then. */
  readonly #closeTo: (depth: number) => number;
  /** How many are open, and how many the entry that the browser stands at is for. */
  #depth = 0;
  #at = 0;
  /** The browser is on its way to an entry. */
  #isGoing = false;

  constructor(window: HistoryWindow, closeTo: (depth: number) => number) {
    this.#window = window;
    this.#closeTo = closeTo;
    const { history } = window;
    // What was scrolled to since a view was opened stays.
    history.scrollRestoration = 'manual';
    history.replaceState({ ...Object(history.state), depth: 0 }, '');
    window.addEventListener('popstate', this.#moved);
  }

  end(): void {
    this.#window.removeEventListener('popstate', this.#moved);
  }

  /** `depth` views are open now. */
  see(depth: number): void {
    this.#depth = depth;
    this.#follow();
  }

  #follow(): void {
    const { history } = this.#window;
    if (this.#isGoing) return;
    while (this.#at < this.#depth) history.pushState({ depth: ++this.#at }, '');
    if (this.#at === this.#depth) return;
    this.#isGoing = true;
    history.go(this.#depth - this.#at);
  }

  readonly #moved = () => {
    this.#at = Number(Object(this.#window.history.state).depth ?? 0);
    const isByPerson = !this.#isGoing;
    this.#isGoing = false;
    if (isByPerson && this.#at < this.#depth) this.#depth = this.#closeTo(this.#at);
    this.#follow();
  };
}
