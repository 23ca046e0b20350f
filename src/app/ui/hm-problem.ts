import { localized } from '@lit/localize';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Problem } from '../../table/measurement.js';
import { controlStyles } from './control.styles.js';
import { icon } from './icon.js';

/**
 * A problem and what to do about it; never one without the other.
 * @slot - buttons that do it
 */
@customElement('hm-problem')
@localized()
export class HmProblem extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: block; }
      .box { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.85rem; padding: 0.95rem 1.1rem; border-radius: var(--hm-radius); background: color-mix(in srgb, var(--hm-doubt) 9%, var(--hm-panel)); border: 1px solid color-mix(in srgb, var(--hm-doubt) 40%, var(--hm-line)); text-align: left; }
      wa-icon { color: var(--hm-doubt); font-size: 1.35rem; margin-top: 0.05rem; }
      p { margin: 0; line-height: 1.4; overflow-wrap: anywhere; }
      .what { font-weight: 600; }
      .hint { grid-column: 2; color: var(--hm-ink-2); }
      .do { grid-column: 2; display: flex; flex-wrap: wrap; gap: 0.5rem; }
      ::slotted(*) { margin-top: 0.6rem; }
    `,
  ];

  @property({ attribute: false }) problem: Problem | undefined;

  override render() {
    if (!this.problem) return nothing;
    const { code, message, hint } = this.problem;
    return html`<div class="box" role="alert" data-code=${code}>
      ${icon('warning')}<p class="what">${translate(message)}</p><p class="hint">${translate(hint)}</p>
      <div class="do"><slot></slot></div>
    </div>`;
  }
}
