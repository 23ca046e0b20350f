import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { DamageOdds } from '../../game/damage-odds.js';
import { styled } from '../view/styled.js';

/** What to expect of an attack: the probability of each total of damage, as bars and as a table for a screen reader. */
@customElement('hm-odds')
export class HmOdds extends LitElement {
  static override styles = css`
    :host { display: block; }
    figure { margin: 0; display: grid; gap: 0.4rem; }
    figcaption { color: var(--hm-ink-2); font-size: 0.9rem; font-variant-numeric: tabular-nums; }
    ol { list-style: none; margin: 0; padding: 0; display: flex; gap: 0.35rem; align-items: end; }
    li { flex: 1; max-width: 4.5rem; display: grid; gap: 0.15rem; justify-items: center; font-size: 0.8rem; font-variant-numeric: tabular-nums; color: var(--hm-ink-2); }
    i { display: block; width: 100%; height: calc(4.5rem * var(--share)); min-height: 2px; border-radius: 4px 4px 0 0; background: var(--hm-accent); opacity: 0.75; }
    li:first-child i { background: var(--hm-ink-3); }
    b { color: var(--hm-ink); }
  `;

  @property({ attribute: false }) odds: DamageOdds | undefined;

  override render() {
    if (!this.odds) return nothing;
    const { byDamage, hits, expectedDamage } = this.odds;
    return html`<figure>
      <ol aria-label="Probability of each damage">${byDamage.map(
        (share, damage) =>
          html`<li aria-label=${`${damage} damage: ${percent(share)}`}><span>${percent(share)}</span><i ${styled({ '--share': String(share) })}></i><b>${damage}</b></li>`,
      )}</ol>
      <figcaption>Expect ${expectedDamage.toFixed(2)} damage; it hits in ${percent(hits)}. Exact, with the tokens both sides have.</figcaption>
    </figure>`;
  }
}

/** Whole percents; what is possible but rare is not called 0. */
function percent(share: number): string {
  if (share > 0 && share < 0.005) return '<1 %';
  if (share < 1 && share > 0.995) return '>99 %';
  return `${Math.round(share * 100)} %`;
}
