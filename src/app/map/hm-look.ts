import { localized } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type Phrase, phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import type { TableLook } from '../state/mode.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';

const LOOKS: readonly { readonly look: TableLook; readonly name: Phrase }[] = [
  { look: 'picture', name: phrase('look-picture') },
  { look: 'map', name: phrase('look-map') },
];

/**
 * Picture or map, on a screen that has no room for both.
 * @fires hm-look - the other one is wished for
 */
@customElement('hm-look')
@localized()
export class HmLook extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: block; }
      div { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0.2rem; padding: 0.2rem; border-radius: 0.8rem; background: var(--hm-panel); }
      button { min-height: max(2rem, 36px); border-radius: 0.65rem; color: var(--hm-ink-2); font-weight: 600; }
      @media (pointer: coarse) { button { min-height: 2.75rem; } }
      button[aria-pressed='true'] { background: var(--hm-raised); color: var(--hm-ink); }
    `,
  ];

  @property() look: TableLook = 'picture';

  override render() {
    const button = ({ look, name }: (typeof LOOKS)[number]) =>
      html`<button data-look=${look} aria-pressed=${look === this.look} @click=${() => emit(this, 'hm-look', { look })}>${translate(name)}</button>`;
    return html`<div role="group" aria-label=${translate(phrase('look-which'))}>${LOOKS.map(button)}</div>`;
  }
}
