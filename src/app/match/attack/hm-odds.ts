import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { GameState } from '../../../game/model/game-state.js';
import { attackOf } from '../../../game/model/lookup.js';
import { attackOdds, type BothMeans, type Means, meansOf } from '../../../game/odds/attack-odds.js';
import { uncountedTokens } from '../../../game/steps/attack-dice.js';
import { type Phrase, phrase } from '../../../texts/rules-texts.js';
import { decimal, translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { styled } from '../../ui/styled.js';
import { gameStyles } from '../page/game.styles.js';
import { wholeEntered } from '../state/entered.js';

type Side = keyof BothMeans;

/** Odds of the attack: the exact probability of each total of damage; with the present tokens, or with others to see what if. */
@customElement('hm-odds')
@localized()
export class HmOdds extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      figure { margin: 0; display: grid; gap: 0.4rem; }
      figcaption { color: var(--hm-ink-2); font-size: 0.9rem; font-variant-numeric: tabular-nums; }
      ol { display: flex; gap: 0.35rem; align-items: end; }
      li { flex: 1; max-width: 4.5rem; display: grid; gap: 0.15rem; justify-items: center; font-size: 0.8rem; font-variant-numeric: tabular-nums; color: var(--hm-ink-2); }
      i { display: block; width: 100%; height: calc(4.5rem * var(--share)); min-height: 2px; border-radius: 4px 4px 0 0; background: var(--hm-accent); opacity: 0.75; }
      li:first-child i { background: var(--hm-ink-3); }
      @media (forced-colors: active) { i { forced-color-adjust: none; } }
      b { color: var(--hm-ink); }
      .means { display: grid; gap: 0.4rem 0.8rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 6.5rem), 1fr)); align-items: end; }
      .tick { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 2.75rem; }
      .tick input { width: 1.3rem; min-height: 1.3rem; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  /** Tokens that both sides are assumed to have; undefined: their actual ones. */
  @state() private supposed: BothMeans | undefined;
  #of = '';

  protected override willUpdate(): void {
    // Another attack: nothing is assumed about it yet.
    const { attacker, defender } = attackOf(this.game) ?? {};
    const of = `${this.game.round} ${this.game.attacks.length} ${attacker} ${defender}`;
    if (of !== this.#of) this.supposed = undefined;
    this.#of = of;
  }

  override render() {
    const means = this.supposed ?? meansOf(this.game);
    const odds = attackOdds(this.game, means);
    if (!odds || !means) return nothing;
    const areAllCounted = uncountedTokens(this.game).length === 0;
    const { byDamage, hits, expectedDamage, expectedCrits } = odds;
    return html`<figure>
      <ol aria-label=${msg('Probability of each damage')}>${byDamage.map(
        (share, damage) =>
          html`<li aria-label=${msg(str`${damage} damage: ${percent(share)}`)}><span>${percent(share)}</span><i ${styled({ '--share': String(share) })}></i><b>${damage}</b></li>`,
      )}</ol>
      <figcaption>${msg(str`Expect ${decimal(expectedDamage, 2)} damage, ${decimal(expectedCrits, 2)} of it crits; it hits in ${percent(hits)}. Exact, ${this.supposed ? msg('with what is assumed below') : areAllCounted ? msg('with the tokens both sides have') : msg('but for the tokens that are not counted')}.`)}</figcaption>
    </figure>
    <details><summary class="quietly">${msg('What if?')}</summary><div class="stack">
      ${this.#side('attack', phrase('side-attacker'), means)}${this.#side('defense', phrase('side-defender'), means)}
      ${this.supposed ? html`<button class="do" @click=${() => (this.supposed = undefined)}>${msg('What they have')}</button>` : nothing}</div></details>`;
  }

  #side(side: Side, name: Phrase, means: BothMeans) {
    const own = means[side];
    const suppose = (change: Partial<Means>) => (this.supposed = { ...means, [side]: { ...own, ...change } });
    const tick = (text: Phrase, isOn: boolean, change: (isOn: boolean) => void) =>
      html`<label class="tick"><input type="checkbox" .checked=${isOn} aria-label=${`${translate(name)}: ${translate(text)}`} @change=${(event: Event) => change((event.target as HTMLInputElement).checked)} /> ${translate(text)}</label>`;
    const count = (text: Phrase, value: number, change: (value: number) => void) =>
      html`<label>${translate(text)} <input type="number" min="0" max="9" inputmode="numeric" aria-label=${`${translate(name)}: ${translate(text)}`} .value=${String(value)} @change=${(event: Event) => change(wholeEntered(event))} /></label>`;
    const isAll = own.rerolls === Infinity;
    return html`<h3>${translate(name)}</h3><div class="means">
      ${tick(phrase('focus'), own.focus, (focus) => suppose({ focus }))}
      ${side === 'attack' ? tick(phrase('lock'), isAll, (isOn) => suppose({ rerolls: isOn ? Infinity : 0 })) : nothing}
      ${count(phrase('force-or-calculate'), own.single, (single) => suppose({ single }))}
      ${isAll ? nothing : count(phrase('rerolls'), own.rerolls, (rerolls) => suppose({ rerolls }))}
      ${side === 'defense' ? count(phrase('evade'), own.evades, (evades) => suppose({ evades })) : nothing}</div>`;
  }
}

/** Whole percents; a possible but rare result is not called 0. */
function percent(share: number): string {
  if (share > 0 && share < 0.005) return '<1 %';
  if (share < 1 && share > 0.995) return '>99 %';
  return `${Math.round(share * 100)} %`;
}
