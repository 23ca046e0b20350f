import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { DiceKind, Die } from '../../../game/model/dice.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { faceSign } from './die-face.js';

/**
 * Dice as they lie. Open ones can be chosen; one that was rerolled is drawn dashed and says so.
 * @fires hm-pick - the places of the dice that are chosen now
 */
@customElement('hm-dice-row')
@localized()
export class HmDiceRow extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: flex; flex-wrap: wrap; gap: 0.35rem; }
      .die { display: grid; place-items: center; min-width: 3.1rem; min-height: 3.1rem; border-radius: 0.6rem; background: #6d1f25; color: #fff; border: 2px solid transparent; font-size: 0.78rem; line-height: 1.1; box-sizing: border-box; }
      .die b { font-size: 1.2rem; }
      .die.defense { background: #1d5a37; }
      .die.stale { border-style: dashed; border-color: #ffffff80; }
      .die[aria-pressed='true'] { border: 2px solid var(--hm-focus); box-shadow: 0 0 0 2px var(--hm-focus); }
    `,
  ];

  @property() kind: DiceKind = 'attack';
  @property({ attribute: false }) dice: readonly Die[] = [];
  @property({ attribute: false }) picked: readonly number[] = [];
  @property({ type: Boolean }) open = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'group';
  }

  override render() {
    this.ariaLabel = translate(phrase('dice', phrase(this.kind)));
    return this.dice.map(({ face, isRerolled }, i) => {
      const look = html`<b aria-hidden="true">${faceSign(face)}</b>${translate(phrase(face))}`;
      const style = `die ${this.kind} ${isRerolled ? 'stale' : ''}`;
      if (!this.open) return html`<span class=${style}>${look}</span>`;
      return html`<button class=${style} aria-pressed=${this.picked.includes(i)} aria-label=${msg(str`Die ${i + 1}: ${translate(phrase(face))}${isRerolled ? ', rerolled' : ''}`)} @click=${() => this.#toggle(i)}>${look}</button>`;
    });
  }

  #toggle(i: number): void {
    const picked = this.picked.includes(i) ? this.picked.filter((one) => one !== i) : [...this.picked, i];
    this.dispatchEvent(new CustomEvent('hm-pick', { detail: { picked } }));
  }
}
