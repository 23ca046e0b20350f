import { localized, msg, str } from '@lit/localize';
import { decimal } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/progress-bar/progress-bar.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { LoadProgress } from '../../worker/api.js';

/** Progress of loading the engines, in bytes. */
@customElement('hm-loading')
@localized()
export class HmLoading extends LitElement {
  static override styles = css`
    :host { display: grid; gap: 0.5rem; padding: 0.9rem 1.1rem 1rem; border-radius: var(--hm-radius); background: color-mix(in srgb, var(--hm-panel) 94%, transparent); border: 1px solid var(--hm-line); backdrop-filter: blur(8px); }
    p { margin: 0; display: flex; justify-content: space-between; gap: 1rem; font-size: 0.95rem; }
    .bytes { color: var(--hm-ink-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
    wa-progress-bar { --track-height: 0.4rem; }
    @media (forced-colors: active) {
      wa-progress-bar::part(progress-bar) { outline: 1px solid CanvasText; }
      wa-progress-bar::part(indicator) { forced-color-adjust: none; background: Highlight; }
    }
  `;

  @property({ attribute: false }) parts: readonly LoadProgress[] = [];
  @property({ type: Boolean }) restart = false;

  override render() {
    const loaded = this.parts.reduce((sum, { loadedBytes }) => sum + loadedBytes, 0);
    const total = this.parts.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
    const isDownloaded = total > 0 && loaded >= total;
    const title = this.restart
      ? msg('Vision stopped and is starting again')
      : isDownloaded
        ? msg('Starting vision')
        : msg('Loading the vision models');
    return html`<p role="status"><span>${title}…</span>${total ? html`<span class="bytes">${msg(str`${megabytes(loaded)} of ${megabytes(total)} MB`)}</span>` : nothing}</p>
      <wa-progress-bar label=${msg('Loading')} .value=${total ? (100 * loaded) / total : 0} ?indeterminate=${!total || isDownloaded}></wa-progress-bar>`;
  }
}

const megabytes = (bytes: number) => decimal(bytes / 1e6, 1);
