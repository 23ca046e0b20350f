/** Part of a window that the history of views needs. */
export interface HistoryWindow {
  readonly history: Pick<History, 'state' | 'go' | 'pushState' | 'replaceState' | 'scrollRestoration'>;
  addEventListener(name: 'popstate', listener: () => void): void;
  removeEventListener(name: 'popstate', listener: () => void): void;
}

/**
 * One entry of the browser's history for each view that is open over another: Back closes the uppermost, as its own button does, and a view
 * that is closed by its button removes its entry. A view that does not close, because it asks first, gets its entry back.
 */
export class ViewHistory {
  readonly #window: HistoryWindow;
  /** Closes all views above this number, and returns the number that are open then. */
  readonly #closeTo: (depth: number) => number;
  /** Number of open views, and the number for which the browser's present entry stands. */
  #depth = 0;
  #at = 0;
  /** Whether the browser is on its way to an entry. */
  #isGoing = false;

  constructor(window: HistoryWindow, closeTo: (depth: number) => number) {
    this.#window = window;
    this.#closeTo = closeTo;
    const { history } = window;
    // Positions scrolled to since a view was opened stay.
    history.scrollRestoration = 'manual';
    history.replaceState({ ...Object(history.state), depth: 0 }, '');
    window.addEventListener('popstate', this.#moved);
  }

  end(): void {
    this.#window.removeEventListener('popstate', this.#moved);
  }

  /** Takes the number of open views. */
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
