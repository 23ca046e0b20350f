import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { type EditHistory, saidByPersons } from '../../table/edits.js';
import { type Phrase, phrase } from '../../texts/phrase.js';
import { lazyPart } from '../ui/lazy-element.js';
import type { LeaveChoice } from '../ui/page-events.js';

/** Asks before a table is left that a person has corrected: what was said about it is not thrown away without a word. What the rules of a match placed nobody said. */
export class LeaveQuestion {
  readonly #host: { requestUpdate(): void };
  /** What the table is left for; a newer wish takes the place of one that is asked about. */
  #asked:
    | { readonly go: () => void; readonly history: EditHistory; readonly why: Phrase | undefined; readonly endsMatch: boolean }
    | undefined;
  /** The corrections that the player has said may be lost: where leaving fails, there is no question about these again. */
  #letGo: EditHistory | undefined;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  get isAsked(): boolean {
    return this.#asked !== undefined;
  }

  /** Goes at once where there are no corrections, or none that were not let go before; `endsMatch`: and no match that is played. */
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

  /** What is asked about is no longer wished for. */
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
