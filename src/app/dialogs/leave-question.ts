import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { type EditHistory, saidByPersons } from '../../table/edits.js';
import { type Phrase, phrase } from '../../texts/phrase.js';
import { lazyPart } from '../ui/lazy-element.js';
import type { LeaveChoice } from '../ui/page-events.js';

/**
 * Asks before a table is left that a person has corrected: corrections are not silently thrown away. Poses by the rules of a match are not
 * a person's.
 */
export class LeaveQuestion {
  readonly #host: { requestUpdate(): void };
  /** The purpose for which the table is left; a newer one replaces one that is asked about. */
  #asked:
    | { readonly go: () => void; readonly history: EditHistory; readonly why: Phrase | undefined; readonly endsMatch: boolean }
    | undefined;
  /** The corrections that the player has agreed to lose: where leaving fails, there is no question about these again. */
  #letGo: EditHistory | undefined;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  get isAsked(): boolean {
    return this.#asked !== undefined;
  }

  /** Leaves at once where there are no corrections, or none that were not already given up; `endsMatch`: and no match that is played. */
  ask(go: () => void, history: EditHistory, why: Phrase | undefined, endsMatch = false): void {
    if ((saidByPersons(history.done).length === 0 || history === this.#letGo) && !endsMatch) {
      go();
      return;
    }
    this.#asked = { go, history, why, endsMatch };
    this.#host.requestUpdate();
  }

  answer(choice: LeaveChoice, save: () => void): void {
    const asked = this.#asked;
    this.withdraw();
    if (choice === 'save') save();
    if (choice === 'stay' || !asked) return;
    this.#letGo = asked.history;
    asked.go();
  }

  /** Withdraws the question: leaving is no longer wanted. */
  withdraw(): void {
    this.#asked = undefined;
    this.#host.requestUpdate();
  }

  dialog() {
    const asked = this.#asked;
    if (!asked) return nothing;
    return keyed(
      asked,
      html`${lazyPart(() => import('./hm-leave.js'), phrase('question-before-leaving'))}<hm-leave .corrections=${saidByPersons(asked.history.done).length} .why=${asked.why} ?endsmatch=${asked.endsMatch}></hm-leave>`,
    );
  }
}
