import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { isUnderWay, keptWords } from '../match/state/kept-words.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import { MATCH_KEY } from '../ui/storage.js';

/** Whether it was put off, for as long as the page lives. */
let isPutOff = false;

/**
 * Offers the match that was played lately, while the page shows none: after a reload nothing else says that there is one.
 * @fires hm-menu `resume` - it goes on
 */
@customElement('hm-kept-match')
@localized()
export class HmKeptMatch extends LitElement {
  // Without an offer there is no gap beside it either.
  static override styles = [controlStyles, panelStyles, css`:host(:not([offered])) { display: none; }`];

  @property({ type: Boolean, reflect: true, attribute: 'offered' }) isOffered = !isPutOff && isUnderWay(MATCH_KEY, Date.now());

  override render() {
    if (!this.isOffered) return nothing;
    return html`<section role="group" aria-label=${msg('A match is under way')}>
      <p>${msg('A match is under way')}${keptWords(MATCH_KEY)}</p>
      <div class="row"><button class="do" @click=${() => emit(this, 'hm-menu', { action: 'resume' })}>${msg('Resume the match')}</button><button class="do" @click=${this.#putOff}>${msg('Not now')}</button></div>
    </section>`;
  }

  readonly #putOff = () => {
    isPutOff = true;
    this.isOffered = false;
  };
}
