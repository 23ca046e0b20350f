import { localized, msg, str } from '@lit/localize';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import qrcode from 'qrcode';
import { tokenOf } from '../page-address.js';
import { styled } from '../view/styled.js';
import { askTokens, type StreamLink, streamLinks } from './stream-links.js';

const PREVIEWED = 'Map';
const CODED = 'Camera';
/** How long a copied link says so, ms. */
const COPIED_MS = 1500;

/** The pages of a stream with their links, a code to scan for the camera, and what the overlay shows now. */
@localized()
@customElement('hm-stream')
export class HmStream extends LitElement {
  static override styles = css`
    :host { --gap: 0.9rem; }
    p { margin: 0; color: var(--hm-ink-2); line-height: 1.45; }
    ul { list-style: none; margin: 0; padding: 0; display: grid; gap: var(--gap); }
    li { display: grid; grid-template-columns: 1fr auto; gap: 0.2rem 0.8rem; align-items: center; }
    b { color: var(--hm-ink); }
    li p { grid-column: 1 / -1; font-size: 0.92rem; }
    input { font: 0.85rem/1.4 ui-monospace, monospace; min-width: 0; width: 100%; box-sizing: border-box; padding: 0.45rem 0.6rem; border-radius: 0.5rem; border: 1px solid var(--hm-line); background: var(--hm-ground); color: var(--hm-ink-2); }
    .code { display: grid; grid-template-columns: auto 1fr; gap: var(--gap); align-items: center; margin: var(--gap) 0; }
    .code img { width: 9rem; height: 9rem; border-radius: 0.5rem; image-rendering: pixelated; }
    /* Of the same scheme as the overlay’s page, or the browser lays white behind it. */
    iframe { color-scheme: light; width: 100%; aspect-ratio: 16 / 9; border: 1px solid var(--hm-line); border-radius: 0.6rem; background: repeating-conic-gradient(#1b2636 0 25%, #121a26 0 50%) 0 0 / 24px 24px; margin-top: var(--gap); }
    .problem { color: var(--hm-doubt); margin-bottom: 0.6rem; }
    form { display: grid; grid-template-columns: 1fr auto; gap: 0.6rem; }
  `;

  @query('wa-dialog') private readonly dialog!: WaDialog;
  @state() private links: readonly StreamLink[] = [];
  @state() private code = '';
  @state() private copied = '';
  @state() private problem = '';

  override async firstUpdated(): Promise<void> {
    await this.dialog.updateComplete;
    this.dialog.open = true;
    const token = tokenOf(new URL(location.href));
    if (token) await this.#ask(token);
    else this.problem = msg('This page was opened without its link. Open the one that npm start opened, or enter the camera’s token.');
  }

  override render() {
    const preview = this.links.find(({ name }) => name === PREVIEWED);
    return html`<wa-dialog label=${msg('Stream')} ${styled({ '--width': 'min(46rem, 94vw)' })} @wa-after-hide=${() => this.remove()}>
      ${this.problem ? this.#asked() : nothing}
      <ul>${this.links.map((link) => this.#row(link))}</ul>
      ${this.code ? this.#scan() : nothing}
      ${preview ? html`<p>${msg('What the map shows now; the corner tells only you why it is empty:')}</p><iframe title=${msg('The map overlay')} src=${preview.href.replace('#', '&debug#')}></iframe>` : nothing}
    </wa-dialog>`;
  }

  #asked() {
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      const text = (event.target as HTMLFormElement).querySelector('input')!.value.trim();
      // A whole link may be pasted as well.
      void this.#ask(/[#&]token=([\w-]+)/.exec(text)?.[1] ?? text);
    };
    return html`<p class="problem" role="alert">${this.problem}</p>
      <form @submit=${onSubmit}><input aria-label=${msg('Link or token of the camera')} placeholder=${msg('Link or token')} /><wa-button type="submit" size="s">${msg('Show the links')}</wa-button></form>`;
  }

  #row({ name, purpose, href }: StreamLink) {
    return html`<li><b>${name}</b><wa-button size="s" appearance="outlined" aria-label=${msg(str`Copy the link: ${name}`)} @click=${() => this.#copy(name, href)}>${this.copied === name ? msg('Copied') : msg('Copy')}</wa-button>
      <p>${purpose}</p><input readonly aria-label=${msg(str`Link: ${name}`)} .value=${href} @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()} /></li>`;
  }

  #scan() {
    const isOnlyHere = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    return html`<div class="code"><img alt=${msg('Code with the camera’s link')} src=${this.code} /><p>${
      isOnlyHere
        ? msg(
            'A phone cannot reach this address: it means this computer only. Start Hashmark with npm start -- --host 0.0.0.0 to use a phone as camera.',
          )
        : msg(
            'Scan it with the phone that is to be the camera. The phone warns once, since this computer made its certificate itself: choose Advanced, then Proceed.',
          )
    }</p></div>`;
  }

  async #ask(token: string): Promise<void> {
    try {
      this.links = streamLinks(location.origin, await askTokens(token));
      this.problem = '';
      this.code = await qrcode.toDataURL(this.links.find(({ name }) => name === CODED)!.href, { margin: 2, errorCorrectionLevel: 'L' });
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  async #copy(name: string, href: string): Promise<void> {
    // Without permission, or over plain http, the link is there to be marked and copied by hand.
    await navigator.clipboard?.writeText(href).then(
      () => (this.copied = name),
      () => undefined,
    );
    setTimeout(() => (this.copied = ''), COPIED_MS);
  }
}
