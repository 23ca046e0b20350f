import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { dateLocale, translate } from '../locales/language.js';
import type { FrozenMark } from '../state/page-state.js';
import { icon } from '../ui/icon.js';

/** Says that the display is evidence: when it was frozen, whether it was changed, in its file or on the page, and the answer at that time. */
@customElement('hm-frozen')
@localized()
export class HmFrozen extends LitElement {
  static override styles = css`
    :host { display: block; }
    details { padding: 0.5rem 0.9rem; border-radius: var(--hm-radius); background: color-mix(in srgb, var(--hm-accent) 10%, var(--hm-panel)); border: 1px solid color-mix(in srgb, var(--hm-accent) 45%, var(--hm-line)); line-height: 1.4; }
    summary { cursor: pointer; font-weight: 600; min-height: 1.75rem; overflow-wrap: anywhere; }
    summary:focus-visible { outline: 2px solid var(--hm-focus); outline-offset: 2px; }
    wa-icon { width: 1em; color: var(--hm-accent); vertical-align: -0.1em; }
    p { margin: 0.3rem 0 0; color: var(--hm-ink-2); overflow-wrap: anywhere; }
  `;

  @property({ attribute: false }) mark!: FrozenMark;
  /** Whether it was corrected on the page. */
  @property({ type: Boolean }) isCorrected = false;

  override render() {
    const { kind, frozenAt, signed, answer, said } = this.mark;
    const at = new Date(frozenAt).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
    return html`<details role="status"><summary>${icon('lock')} ${kind === 'dispute' ? msg(str`Evidence, frozen at ${at}`) : msg(str`A bad reading, frozen at ${at}`)}: ${this.isCorrected ? msg('corrected here, so this is not what was frozen') : translate(signed)}</summary>
      ${answer === undefined ? nothing : html`<p>${msg(str`Answer then: ${answer}`)}</p>`}
      ${said ? html`<p>${msg(str`Reported as wrong: ${said}`)}</p>` : nothing}
      <p>${
        this.isCorrected
          ? msg('Undo the corrections to see it as it was frozen. Its file is unchanged.')
          : msg('It stays exactly as frozen. Ask anything about it; to measure a camera’s table again, choose the camera in the menu.')
      }</p></details>`;
  }
}
