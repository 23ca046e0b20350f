import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Problem } from '../../table/measurement.js';
import { language, otherLanguage } from '../locales/language.js';
import { tokenOf } from '../state/page-address.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import '../ui/hm-problem.js';
import { keptWords } from '../match/state/kept-words.js';
import { icon } from '../ui/icon.js';
import { isKept, MATCH_KEY } from '../ui/storage.js';

/** Sources for the page to look at; one big choice each. */
const CHOICES = [
  { sign: 'camera', title: () => msg('Camera'), text: () => msg('Point this device at the table and measure live.') },
  {
    sign: 'photo',
    title: () => msg('Photo or video'),
    text: () => msg('Open one, drop it here, or paste a picture. Several photos of one table are measured together.'),
  },
  { sign: 'dice', title: () => msg('Simulated table'), text: () => msg('No table at hand? Try it on a simulated one.') },
] as const;

/**
 * The first screen: what shall the page look at?
 * @fires hm-open-camera, hm-open-simulated - that choice
 * @fires hm-open-files - pictures, videos or scene files were chosen
 * @fires hm-menu - help, the other language, the match that was played last, or, where the page was opened with its link, the stream's links
 */
@customElement('hm-start')
@localized()
export class HmStart extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: grid; grid-template-columns: minmax(0, 1fr); min-height: 100dvh; place-items: center; padding: max(1.5rem, env(safe-area-inset-top)) 1.25rem max(1.5rem, env(safe-area-inset-bottom)); background: var(--hm-ground) radial-gradient(80rem 46rem at 50% -12rem, color-mix(in srgb, var(--hm-player-1) 14%, var(--hm-ground)) 0%, transparent 70%) no-repeat; overflow: hidden; position: relative; }
      .arc { position: absolute; left: 50%; bottom: -24rem; width: 62rem; translate: -50% 0; opacity: 0.5; pointer-events: none; stroke: var(--hm-line); }
      main { position: relative; display: grid; gap: clamp(1.6rem, 5vh, 3rem); width: min(60rem, 100%); }
      .brand { display: grid; gap: 0.7rem; justify-items: center; text-align: center; }
      .mark { width: 3.4rem; height: 3.4rem; color: var(--hm-accent); }
      h1 { margin: 0; font-size: min(clamp(2.2rem, 6vw, 3.3rem), 16vw); letter-spacing: -0.035em; line-height: 1; }
      .claim { margin: 0; color: var(--hm-ink-2); font-size: clamp(1.02rem, 2.4vw, 1.22rem); }
      .choices { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; }
      .choice { display: grid; gap: 0.5rem; align-content: start; justify-items: start; text-align: left; padding: 1.35rem 1.3rem 1.45rem; border-radius: 1.1rem; background: color-mix(in srgb, var(--hm-panel) 88%, transparent); border: 1px solid var(--hm-line); transition: border-color 0.15s, translate 0.15s, background 0.15s; }
      .choice:hover { border-color: var(--hm-accent); translate: 0 -2px; background: var(--hm-raised); }
      .choice wa-icon { font-size: 1.9rem; color: var(--hm-accent); margin-bottom: 0.35rem; }
      .choice b { font-size: 1.16rem; letter-spacing: -0.01em; }
      .choice span { color: var(--hm-ink-2); line-height: 1.4; font-size: 0.95rem; }
      footer { display: grid; gap: 0.6rem; justify-items: center; text-align: center; color: var(--hm-ink-3); font-size: 0.9rem; line-height: 1.5; }
      .link { color: var(--hm-ink); text-decoration: underline; text-decoration-color: var(--hm-ink-3); text-underline-offset: 0.25em; padding: 0.5rem; min-height: 2.75rem; }
      .link:hover { text-decoration-color: var(--hm-accent); }
      .promise { display: inline-flex; gap: 0.5rem; align-items: center; }
      @media (max-width: 720px) {
        :host { place-items: center stretch; }
        .choices { grid-template-columns: 1fr; gap: 0.7rem; }
        .choice { grid-template-columns: auto minmax(0, 1fr); column-gap: min(1rem, 3vw); row-gap: 0.15rem; padding: min(1.05rem, 4vw) min(1.1rem, 4vw); }
        .choice wa-icon { grid-row: span 2; align-self: center; margin: 0; }
      }
      @media (prefers-reduced-motion: reduce) { .choice, .choice:hover { transition: none; translate: none; } }
    `,
  ];

  @property({ attribute: false }) problem: Problem | undefined;

  override render() {
    return html`
      ${horizon}
      <main>
        <div class="brand">${mark}<h1>Hashmark</h1><p class="claim">${msg('Point a camera at the table. Read the range.')}</p></div>
        ${this.problem ? html`<hm-problem .problem=${this.problem}></hm-problem>` : nothing}
        <div class="choices">
          ${CHOICES.map(({ sign, title, text }, index) => html`<button class="choice" @click=${() => this.#take(index)}>${icon(sign)}<b>${title()}</b><span>${text()}</span></button>`)}
        </div>
        <footer>
          <span>
            <button class="link" @click=${() => this.#pick('.json,.jsonl,application/json')}>${msg('Open a saved scene')}</button>
            <button class="link" @click=${() => emit(this, 'hm-menu', { action: 'help' })}>${msg('Help')}</button>
            <button class="link" lang=${otherLanguage()} @click=${() => emit(this, 'hm-menu', { action: 'language' })}>${language() === 'de' ? 'English' : 'Deutsch'}</button>
          </span>
          ${isKept(MATCH_KEY) ? html`<button class="link" data-resume @click=${() => emit(this, 'hm-menu', { action: 'resume' })}>${msg('Resume the last match')}${keptWords(MATCH_KEY)}</button>` : nothing}
          ${tokenOf(new URL(location.href)) ? html`<button class="link" @click=${() => emit(this, 'hm-menu', { action: 'stream' })}>${msg('Show it on a stream')}</button>` : nothing}
          <span class="promise">${icon('lock')} ${msg('Pictures stay on this device. Nothing is uploaded.')}</span>
        </footer>
      </main>
      <input hidden type="file" multiple @change=${this.#picked} />`;
  }

  #take(index: number): void {
    if (index === 0) emit(this, 'hm-open-camera', {});
    else if (index === 1) this.#pick('image/*,video/*');
    else emit(this, 'hm-open-simulated');
  }

  #pick(accept: string): void {
    const input = this.renderRoot.querySelector('input')!;
    input.accept = accept;
    input.click();
  }

  #picked(event: Event): void {
    const input = event.target as HTMLInputElement;
    emit(this, 'hm-open-files', { files: [...(input.files ?? [])] });
    input.value = '';
  }
}

/** A base from above: its guides, and the hashmarks at its sides. */
const mark = html`<svg class="mark" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
  <rect x="9" y="9" width="30" height="30" rx="2"></rect>
  <path d="M18 9V4.5M30 9V4.5M18 39v4.5M30 39v4.5M9 24h5M39 24h-5M18.5 27.5 24 20l5.5 7.5"></path>
</svg>`;

/** A front arc with its range bands, faintly, behind everything. */
const horizon = html`<svg class="arc" viewBox="0 0 620 420" fill="none" aria-hidden="true">
  <path d="M290 400 90 166M330 400 530 166" stroke-width="1.2"></path>
  <path d="M225 324a85 85 0 0 1 65-24h40a85 85 0 0 1 65 24M160 248a185 185 0 0 1 130-48h40a185 185 0 0 1 130 48M95 172a285 285 0 0 1 195-72h40a285 285 0 0 1 195 72"></path>
  <path d="M302 400V60M318 400V60" stroke-dasharray="4 6" opacity="0.7"></path>
  <rect x="290" y="400" width="40" height="40" rx="2"></rect>
</svg>`;
