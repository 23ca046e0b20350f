import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ATTACK_FACES, DEFENSE_FACES, type DiceKind, type Face, roll } from '../../../game/model/dice.js';
import type { GameState } from '../../../game/model/game-state.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { gameStyles } from '../page/game.styles.js';
import { faceSign } from './die-face.js';

/**
 * Results of dice that have to be rolled: rolled by the page, or tapped in as they lie on the table.
 * @fires hm-dice - the faces, their source, and whether there were too few dice
 */
@customElement('hm-dice')
@localized()
export class HmDice extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .tapped { display: flex; flex-wrap: wrap; gap: 0.35rem; min-height: 2.4rem; align-items: center; }
      .faces { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.4rem; }
      .faces .do { text-align: center; padding-inline: 0.2rem; }
      .die { width: 2.3rem; height: 2.3rem; }
    `,
  ];

  @property() kind: DiceKind = 'attack';
  /** Number of dice still to be rolled. */
  @property({ type: Number }) due = 0;
  /** Whether some of these dice are there already, or may be rolled first: when there are too few dice. */
  @property({ type: Boolean }) splittable = false;
  @property({ attribute: false }) game: GameState | undefined;
  @state() private faces: readonly Face[] = [];

  override render() {
    const { kind, due, faces } = this;
    const shown = [...new Set<Face>(kind === 'attack' ? ATTACK_FACES : DEFENSE_FACES)];
    return html`<div class="stack">
      <button class="do ${faces.length < due || due === 0 ? 'first' : ''}" @click=${this.#roll}>${translate(phrase(`roll-${kind}`, due))}</button>
      <p class="quietly">${msg('or tap what the dice on the table show:')}</p>
      <div class="faces" role="group" aria-label=${msg('Results')}>${shown.map(
        (face) =>
          html`<button class="do" data-face=${face} aria-disabled=${faces.length >= due} @click=${() => this.#add(face)}>${faceSign(face)} ${translate(phrase(face))}</button>`,
      )}</div>
      <div class="tapped" role="status">${msg(str`${faces.length} of ${due}`)}: ${faces.map((face, i) => html`<button class="quiet die" aria-label=${msg(str`Take back ${translate(phrase(face))}`)} @click=${() => (this.faces = faces.filter((_, k) => k !== i))}>${faceSign(face)}</button>`)}</div>
      <div class="row">
        <button class="do ${faces.length === due && due > 0 ? 'first' : ''}" aria-disabled=${faces.length < due} @click=${() => faces.length === due && this.#give(faces, 'table', false)}>${msg('Enter')}</button>
        ${this.splittable && faces.length > 0 && faces.length < due ? html`<button class="do" @click=${() => this.#give(faces, 'table', true)}>${msg('Too few dice: roll the rest afterwards')}</button>` : ''}
      </div>
    </div>`;
  }

  #add(face: Face): void {
    if (this.faces.length < this.due) this.faces = [...this.faces, face];
  }

  readonly #roll = () => {
    if (this.game) this.#give(roll(this.game.seed, this.kind, this.due).faces, 'generator', false);
  };

  #give(faces: readonly Face[], source: 'generator' | 'table', tooFewDice: boolean): void {
    this.faces = [];
    this.dispatchEvent(new CustomEvent('hm-dice', { detail: { faces, source, tooFewDice } }));
  }
}
