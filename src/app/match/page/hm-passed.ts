import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { eventWords } from '../../../game/model/event-words.js';
import { attackOf } from '../../../game/model/lookup.js';
import { controlStyles } from '../../ui/control.styles.js';
import { matchWords } from '../../ui/maneuver-words.js';
import { STEP_WORDS } from '../attack/attack-steps.js';
import type { GameSession, Passed } from '../state/game-session.js';
import { gameStyles } from './game.styles.js';

/** The steps that passed automatically since the last tap, folded; a card that acts in one of them is a reason to go back to it. */
@customElement('hm-passed')
@localized()
export class HmPassed extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .do { font-size: 0.92rem; text-align: left; }
    `,
  ];

  @property({ attribute: false }) passed: readonly Passed[] = [];
  @property({ attribute: false }) play!: GameSession;

  override render() {
    if (this.passed.length === 0) return nothing;
    return html`<details><summary class="quietly">${msg(str`Passed without a choice: ${this.passed.length}. Does a card say otherwise?`)}</summary>
      <div class="stack">${this.passed.map((one) => html`<button class="do" @click=${() => this.play.backTo(one.at)}>${words(one)}<span class="why">${msg('Go back to it')}</span></button>`)}</div></details>`;
  }
}

function words({ event, before }: Passed): string {
  const attack = attackOf(before);
  return matchWords(event.kind === 'done' && attack ? STEP_WORDS[attack.step] : eventWords(event, before));
}
