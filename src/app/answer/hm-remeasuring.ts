import { localized, msg } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Remeasured } from '../../scene/ask/compare-remeasured.js';
import { figure, type Phrase, phrase } from '../../texts/looks-texts.js';
import { problemWords, translate } from '../locales/language.js';
import type { Remeasuring } from '../state/page-state.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { emit } from '../ui/page-events.js';
import { styled } from '../ui/styled.js';

/**
 * Progress of remeasuring, then its result.
 * @fires hm-remeasure - no more of it
 */
@customElement('hm-remeasuring')
@localized()
export class HmRemeasuring extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: block; }
      div { position: relative; overflow: hidden; display: flex; align-items: center; gap: 0.5rem; padding: 0.15rem 0.2rem 0.15rem 0.6rem; border-radius: 0.6rem; background: var(--hm-raised); border-left: 3px solid var(--hm-ink-3); font-size: 0.92rem; line-height: 1.3; }
      div.confirmed { border-color: var(--hm-accent); }
      div.changed { border-color: var(--hm-doubt); }
      div::before { content: ''; position: absolute; inset: auto auto 0 0; height: 3px; width: var(--share, 0); background: var(--hm-accent); transition: width 0.8s linear; }
      span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
      button { flex: none; min-height: 2rem; padding: 0 0.5rem; }
    `,
  ];

  @property({ attribute: false }) remeasuring!: Remeasuring;

  override render() {
    const { remeasuring } = this;
    if (remeasuring.kind === 'measuring') {
      const { done, all } = remeasuring;
      return this.#row('', translate(phrase('measuring-again', done, all)), translate(phrase('stop-looking')), done / all);
    }
    if (remeasuring.kind === 'failed')
      return this.#row(
        'changed',
        translate(phrase('not-measured-again', problemWords(remeasuring.problem))),
        icon('xmark', msg('Dismiss')),
      );
    const { result, of } = remeasuring;
    return this.#row(
      result.isConfirmed ? 'confirmed' : 'changed',
      translate(remeasuredWords(result, of.length === 2)),
      icon('xmark', msg('Dismiss')),
    );
  }

  #row(className: string, text: string, end: unknown, share = 0) {
    return html`<div class=${className} ${styled({ '--share': `${Math.round(100 * share)}%` })}><span role="status">${text}</span>
      <button class="quiet" @click=${() => emit(this, 'hm-remeasure', { of: undefined })}>${end}</button></div>`;
  }
}

function remeasuredWords({ isConfirmed, isOnlyAnswer, byMm, sigmaMm, reasons }: Remeasured, isPair: boolean): Phrase {
  const [by, sigma] = [byMm, sigmaMm].map((mm) => figure(mm, mm < 0.095 ? 2 : 1)) as [ReturnType<typeof figure>, ReturnType<typeof figure>];
  if (isConfirmed) return phrase(isPair ? 'distance-confirmed' : 'place-confirmed', by, sigma);
  const what = isOnlyAnswer ? phrase('answer-changed', by) : phrase(isPair ? 'distance-changed' : 'place-changed', by, sigma);
  return reasons.length > 0 ? phrase('because-of', what, phrase('list', ...reasons)) : phrase('no-known-cause', what);
}
