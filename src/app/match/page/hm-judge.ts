import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { consequenceOf } from '../../../game/log/consequence.js';
import type { GameEvent } from '../../../game/model/event.js';
import type { GameState } from '../../../game/model/game-state.js';
import { type Answer, answerWord, type OpenQuestion } from '../../../game/model/question.js';
import type { Refusal } from '../../../game/model/refusal.js';
import { openPercent } from '../../../judge/core/judgement.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import '../../ui/hm-problem.js';
import { keep, kept } from '../../ui/storage.js';
import { entered } from '../state/entered.js';
import type { GameSession } from '../state/game-session.js';
import { gameStyles } from './game.styles.js';

const KEY = 'hashmark-judge';

/** Why an event was refused, with its rule; and where the table cannot decide, every outcome with its consequences, and who decides. */
@customElement('hm-judge')
@localized()
export class HmJudge extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .outcomes { grid-column: 2; display: grid; gap: 0.5rem; width: 100%; grid-template-columns: minmax(0, 1fr); }
    `,
  ];

  @property({ attribute: false }) refusal!: Refusal;
  /** The event that was refused. */
  @property({ attribute: false }) refused: GameEvent | undefined;
  @property({ attribute: false }) game: GameState | undefined;
  @property({ attribute: false }) play!: GameSession;
  @state() private name = String(kept(KEY) ?? '');

  override render() {
    const { code, message, hint, open = [] } = this.refusal;
    return html`<hm-problem .problem=${{ code, message, hint: phrase('hint-code', hint, code as string) }}>
      ${
        open.length > 0
          ? html`<div class="outcomes">
        <label>${msg('Who decides')} <input name="judge" maxlength="40" autocomplete="off" placeholder=${msg('name of the judge')} .value=${this.name} @input=${this.#named} /></label>
        ${open.flatMap((question) => this.#outcomes(question))}</div>`
          : nothing
      }</hm-problem>`;
  }

  #outcomes({ question, outcomes }: OpenQuestion) {
    const isRange = question.about === 'range' || question.about === 'attack range';
    return outcomes.map(({ answer, probability }) => {
      const word = isRange ? phrase('range-n', answerWord(answer)) : answerWord(answer);
      const means = this.game && this.refused ? consequenceOf(this.game, this.refused, question, answer) : '';
      return html`<button class="do" @click=${() => this.#decide(question, answer)}>${translate(phrase('judge', phrase(question.about), word))} (${openPercent(probability)} %)
        ${means ? html`<span class="why">${translate(means)}</span>` : nothing}</button>`;
    });
  }

  readonly #named = (event: Event) => {
    this.name = entered(event);
    keep(KEY, this.name.trim());
  };

  /** Records the ruling, and asks for the refused event again. */
  #decide(question: OpenQuestion['question'], answer: Answer): void {
    const by = this.name.trim();
    const { refused } = this;
    if (this.play.do({ kind: 'decide', question, answer, ...(by && { by }) }) && refused) this.play.do(refused);
  }
}
