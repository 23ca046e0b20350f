import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Setup } from '../../table/setup/setup.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { emit } from '../ui/page-events.js';
import { chipWords, matWords } from './setup-words.js';

/**
 * Says whether the table is known, over the picture; a tap sets it up, or shows its setup.
 * @fires hm-setup - the table should be set up
 */
@customElement('hm-setup-chip')
@localized()
export class HmSetupChip extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: block; min-width: 0; }
      button { display: flex; align-items: center; gap: 0.4rem; max-width: 100%; box-sizing: border-box; min-height: 2.25rem; padding: 0 0.8rem; border-radius: 2rem; font-size: 0.84rem; background: color-mix(in srgb, var(--hm-panel) 88%, transparent); border: 1px solid var(--hm-line); }
      button.known { border-color: color-mix(in srgb, var(--hm-accent) 55%, var(--hm-line)); }
      span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-variant-numeric: tabular-nums; }
      /* Large letters leave it no place on one line beside the picture's other buttons. */
      button:not(.known) span { white-space: normal; text-align: left; line-height: 1.2; }
      .short { display: none; }
      @media (max-width: 480px), (max-height: 520px) { .known .short { display: inline; } .known .long, :host([aside]) .long { display: none; } }
      @media (pointer: coarse) { button { min-height: 2.75rem; } }
    `,
  ];

  @property({ attribute: false }) known: Setup | undefined;
  /** There are ships, whose labels it must not cover: on a phone it is only a sign. */
  @property({ type: Boolean, reflect: true }) aside = false;

  override render() {
    const { known } = this;
    return html`<button class=${known ? 'known' : ''} aria-label=${chipWords(known)} @click=${() => emit(this, 'hm-setup', { kind: 'open' })}>${icon(known ? 'check' : 'table')}<span class="long">${chipWords(known)}</span>${known ? html`<span class="short">${msg(str`mat ${matWords(known.mat)}`)}</span>` : nothing}</button>`;
  }
}
