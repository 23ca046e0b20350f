import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { GameShip, GameState } from '../../../game/model/game-state.js';
import { type Surveyed, survey } from '../../../game/table/measure-range.js';
import { phrase } from '../../../texts/rules-texts.js';
import { answerWords, decimal, translate } from '../../locales/language.js';
import { gameStyles } from '../page/game.styles.js';

/** Measure Range: every enemy ship, its range, and the attacker's arcs that it is in, with uncertain answers marked. */
@customElement('hm-survey')
@localized()
export class HmSurvey extends LitElement {
  static override styles = [
    gameStyles,
    css`
      table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 0.92rem; }
      caption { text-align: left; color: var(--hm-ink-2); padding-bottom: 0.3rem; }
      th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem 0.35rem 0; border-top: 1px solid var(--hm-line); font-weight: 400; }
      th { font-weight: 600; }
      td { color: var(--hm-answer-ink, inherit); }
      .doubt { color: var(--hm-doubt); }
      small { color: var(--hm-ink-3); display: block; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) attacker!: GameShip;

  override render() {
    const seen = survey(this.game, this.attacker);
    if (seen.length === 0) return html`<p class="quietly">${msg('No enemy ship is on the table.')}</p>`;
    return html`<table><caption>${msg('Measure range')}</caption>
      ${seen.map((one) => html`<tr data-ship=${one.ship.id}><th scope="row">${one.ship.name}</th><td>${rangeOf(one)}<small>${decimal(one.closest.mm, 1)} mm${one.beyond === undefined ? '' : `, ${translate(phrase('beyond-range', one.beyond))}`}</small></td><td>${arcsOf(one)}</td></tr>`)}
    </table>`;
  }
}

function rangeOf({ touching, closest }: Surveyed) {
  if (touching.certain && touching.value) return translate(phrase('range-n', 0));
  if (!touching.certain) return html`<span class="doubt">${msg('touching?')}</span>`;
  if (closest.certain) return closest.range > 3 ? translate(phrase('beyond-3')) : translate(phrase('at-range', closest.range));
  const possible = Object.entries(closest.probability)
    .filter(([, probability]) => probability > 0.001)
    .map(([range]) => (range === '4' ? phrase('beyond-3') : range));
  return html`<span class="doubt">${translate(phrase('range-n', phrase('or-list', ...possible)))}</span>`;
}

function arcsOf({ arcs }: Surveyed) {
  if (arcs.length === 0) return answerWords().inNoArc;
  return arcs.map(({ arc, inArc, attack }, i) => {
    const range = attack?.certain ? ` ${attack.range > 3 ? '> 3' : attack.range}` : '';
    const name = translate(phrase(arc));
    return html`${i > 0 ? ', ' : nothing}${inArc.certain ? `${name}${range}` : html`<span class="doubt">${name}?</span>`}`;
  });
}
