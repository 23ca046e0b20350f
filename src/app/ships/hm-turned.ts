import { localized } from '@lit/localize';
import { html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TableState } from '../../table/track/track-state.js';
import { phrase } from '../../texts/looks-texts.js';
import { translate } from '../locales/language.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';

/**
 * Asks whether the picture was turned or a ship has moved, where the pieces on the mat do not decide it.
 * @fires hm-turned - a person's answer
 */
@customElement('hm-turned')
@localized()
export class HmTurned extends LitElement {
  static override styles = [controlStyles, panelStyles];

  @property({ attribute: false }) state: TableState | undefined;

  override render() {
    const turn = this.state?.mayBeTurned;
    if (!turn) return nothing;
    const answer = (isTurned: boolean, words: string) =>
      html`<button class="do" @click=${() => emit(this, 'hm-turned', { isTurned })}>${words}</button>`;
    return html`<section role="group" aria-label=${translate(phrase('was-it-turned'))}>
      <p>${translate(phrase('turned-or-moved', turn.quarters === 2 ? 180 : 90))}</p>
      <div class="row">${answer(true, translate(phrase('picture-was-turned')))}${answer(false, translate(phrase('ship-was-moved')))}</div>
    </section>`;
  }
}
