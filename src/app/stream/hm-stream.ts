import { localized, msg, str } from '@lit/localize';
import { phrase, type Value } from '../../texts/phrase.js';
import { reasonOf } from '../../texts/phrase-error.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import encodeQR from 'qr';
import { translate } from '../locales/language.js';
import { tokenOf } from '../state/page-address.js';
import { controlStyles } from '../ui/control.styles.js';
import { dialogStyles } from '../ui/dialog.styles.js';
import { styled } from '../ui/styled.js';
import { askTokens, previewHref, replaceToken, type StreamLink, type StreamLinks, streamLinks, type TableTokens } from './stream-links.js';

type Page = keyof StreamLinks;

const PAGES: readonly Page[] = ['camera', 'map', 'overCamera', 'panel', 'caption', 'console'];
/** Time that a copied link says so, ms. */
const COPIED_MS = 1500;

/** The pages of a stream with their links, codes to scan, and the overlay's present content. */
@customElement('hm-stream')
@localized()
export class HmStream extends LitElement {
  static override styles = [
    controlStyles,
    dialogStyles,
    css`
    :host { --gap: 0.9rem; }
    p { margin: 0; color: var(--hm-ink-2); line-height: 1.45; }
    .halves { display: grid; gap: var(--gap) 1.6rem; align-items: start; }
    @media (min-width: 60rem) { .halves { grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); } }
    ul { list-style: none; margin: 0; padding: 0; display: grid; gap: var(--gap); }
    li { display: grid; grid-template-columns: 1fr auto auto; gap: 0.2rem 0.5rem; align-items: center; }
    b { color: var(--hm-ink); }
    li p, input { grid-column: 1 / -1; }
    li p { font-size: 0.92rem; }
    input { font: 0.85rem/1.4 ui-monospace, monospace; min-width: 0; width: 100%; box-sizing: border-box; padding: 0.45rem 0.6rem; border-radius: 0.5rem; border: 1px solid var(--hm-line); background: var(--hm-ground); color: var(--hm-ink-2); text-overflow: ellipsis; }
    .code { display: grid; gap: 0.5rem; margin-bottom: var(--gap); }
    .code img { width: min(13rem, 100%); border-radius: 0.5rem; image-rendering: pixelated; }
    /* Of the same scheme as the overlay’s page, or the browser lays white behind it. */
    iframe { color-scheme: light; width: 100%; box-sizing: border-box; aspect-ratio: 16 / 9; border: 1px solid var(--hm-line); border-radius: 0.6rem; background: repeating-conic-gradient(#1b2636 0 25%, #121a26 0 50%) 0 0 / 24px 24px; margin-top: 0.5rem; }
    .problem { color: var(--hm-doubt); margin-bottom: 0.6rem; }
    details { margin-top: var(--gap); color: var(--hm-ink-2); }
    summary { cursor: pointer; min-height: 2.75rem; align-content: center; }
    .replacing { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.5rem; }
    form { display: grid; grid-template-columns: 1fr auto; gap: 0.6rem; }
    form input { grid-column: auto; }
    li button { min-height: 2.4rem; padding: 0.3rem 0.9rem; border: 1px solid var(--hm-line); border-radius: 0.6rem; font-size: 0.92rem; }
    li button:hover { background: var(--hm-raised); }
    li button[aria-pressed='true'] { border-color: var(--hm-accent); }
  `,
  ];

  @query('wa-dialog') private readonly dialog!: WaDialog;
  @state() private table: TableTokens | undefined;
  /** The page whose code is shown, and the code as a picture. */
  @state() private code: { readonly page: Page; readonly picture: string } | undefined;
  @state() private copied: Page | undefined;
  @state() private problem: Value = '';

  override async firstUpdated(): Promise<void> {
    await this.dialog.updateComplete;
    this.dialog.open = true;
    const token = tokenOf(new URL(location.href));
    if (token) await this.#take(askTokens(token));
    else this.problem = phrase('page-opened-without-link');
  }

  override render() {
    const links = this.table && streamLinks(location.origin, this.table);
    return html`<wa-dialog label=${msg('Stream')} ${styled({ '--width': 'min(66rem, 94vw)' })} @wa-after-hide=${() => this.remove()}>
      ${this.problem ? this.#asked() : nothing}
      ${this.table && links ? this.#halves(this.table, links) : nothing}
    </wa-dialog>`;
  }

  #halves(table: TableTokens, links: StreamLinks) {
    return html`<div class="halves">
      <div><ul>${PAGES.map((page) => this.#row(page, links[page]))}</ul>${this.#replacing(table)}</div>
      <div>${this.#scan(links)}
        <p>${msg('What the map shows now; the corner shows only you why it is empty:')}</p><iframe title=${msg('The map overlay')} src=${previewHref(table)}></iframe>
      </div>
    </div>`;
  }

  #asked() {
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      const text = (event.target as HTMLFormElement).querySelector('input')!.value.trim();
      // A whole link may be pasted as well.
      void this.#take(askTokens(/[#&]token=([\w-]+)/.exec(text)?.[1] ?? text));
    };
    return html`<p class="problem" role="alert">${translate(this.problem)}</p>
      <form @submit=${onSubmit}><input aria-label=${msg('Link or token of the camera')} placeholder=${msg('Link or token')} /><wa-button type="submit" size="s">${msg('Show the links')}</wa-button></form>`;
  }

  #row(page: Page, { name, purpose, href, elsewhere }: StreamLink) {
    const isCoded = this.code?.page === page;
    return html`<li data-page=${page}><b>${name}</b>
      ${elsewhere === undefined ? html`<span></span>` : html`<button aria-pressed=${isCoded} aria-label=${msg(str`Code: ${name}`)} @click=${() => this.#show(page, elsewhere)}>${msg('Code')}</button>`}
      <button aria-label=${msg(str`Copy the link: ${name}`)} @click=${() => this.#copy(page, href)}>${this.copied === page ? msg('Copied') : msg('Copy')}</button>
      <p>${purpose}</p><input readonly aria-label=${msg(str`Link: ${name}`)} .value=${href} @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()} /></li>`;
  }

  /** A new token for a link that the wrong people have. */
  #replacing({ tokens }: TableTokens) {
    const replace = (role: 'console' | 'viewer') => void this.#take(replaceToken(tokens.camera, role));
    return html`<details><summary>${msg('A link is in the wrong hands?')}</summary>
      <p>${msg('New links replace the old ones at once: paste them into the streaming program again.')}</p>
      <div class="replacing"><wa-button size="s" appearance="outlined" @click=${() => replace('viewer')}>${msg('New links of the overlays')}</wa-button>
        <wa-button size="s" appearance="outlined" @click=${() => replace('console')}>${msg('New link of the console')}</wa-button></div></details>`;
  }

  #scan(links: StreamLinks) {
    const shown = this.code && links[this.code.page];
    if (!shown || !this.code)
      return html`<p class="code">${msg('No other device can reach this address. To use a phone as the camera, or a tablet for the console, start Hashmark with npm start -- --host 0.0.0.0: codes to scan are then shown here.')}</p>`;
    return html`<div class="code"><img alt=${msg(str`Code of the link: ${shown.name}`)} src=${this.code.picture} />
      <p><b>${shown.name}.</b> ${msg('Scan it with the phone or tablet that is to show this page. It warns once, since this computer made its certificate itself: choose Advanced, then Proceed.')}</p></div>`;
  }

  async #take(answer: Promise<TableTokens>): Promise<void> {
    try {
      this.table = await answer;
      this.problem = '';
      const page = this.code?.page ?? 'camera';
      const { elsewhere } = streamLinks(location.origin, this.table)[page];
      if (elsewhere !== undefined) this.#show(page, elsewhere);
    } catch (error) {
      this.problem = reasonOf(error);
    }
  }

  #show(page: Page, text: string): void {
    this.code = { page, picture: encodeQR(text, 'data-url', { border: 2, scale: 4, ecc: 'low' }) };
  }

  async #copy(page: Page, href: string): Promise<void> {
    // Without permission, or over plain http, the link is shown to be selected and copied by hand.
    await navigator.clipboard?.writeText(href).then(
      () => (this.copied = page),
      () => undefined,
    );
    setTimeout(() => (this.copied = undefined), COPIED_MS);
  }
}
