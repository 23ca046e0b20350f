import type { TableFreshness } from '../vision-client/table-freshness.js';
import type { PageState } from './page-state.js';

/** The state of the page, which is replaced with every change. */
export class PageStore {
  readonly #freshness: Pick<TableFreshness, 'of'>;
  readonly #onChange: (page: PageState) => void;
  #state: PageState;

  /** `freshness` gives the freshness of the last measurement when a change is reported. */
  constructor(state: PageState, freshness: Pick<TableFreshness, 'of'>, onChange: (page: PageState) => void) {
    this.#state = state;
    this.#freshness = freshness;
    this.#onChange = onChange;
  }

  get state(): PageState {
    return this.#state;
  }

  /** Changes the state and reports it. */
  set(change: Partial<PageState>): void {
    const next = { ...this.#state, ...change };
    this.#state = { ...next, ...this.#freshness.of(next) };
    this.#onChange(this.#state);
  }

  /** Changes the state without reporting it; the next change does. */
  prepare(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
