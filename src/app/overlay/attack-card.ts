import { msg, str } from '@lit/localize';
import { html, nothing } from 'lit';
import { weaponTitle } from '../../game/model/weapon.js';
import type { MatchMessage } from '../../relay/wire/messages.js';
import { phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import { shipName } from '../ui/ship-name.js';
import type { ShownMatch } from './match-by-hand.js';

type Attack = NonNullable<MatchMessage['attack']>;

/** The attack that is going on: the ships, the dice, and the probability of each damage; empty while there is none. */
export function attackCard(match: ShownMatch | undefined) {
  const attack = match?.attack;
  if (!match || !attack) return nothing;
  const nameOf = (id: string) => shipName(match.ships.find((ship) => ship.id === id) ?? { id }, match.ships);
  const { damageOdds } = attack;
  return html`<div class="attack">
    <p>${msg(html`<b>${nameOf(attack.attacker)}</b> attacks <b>${nameOf(attack.defender)}</b>`)}, ${[...(attack.weapon ? [translate(weaponTitle(attack.weapon))] : []), msg(str`range ${attack.range}`), ...(attack.isObstructed ? [msg('obstructed')] : [])].join(', ')}</p>
    ${diceRow(attack)}
    ${damageOdds ? html`<p class="odds">${damageOdds.map((share, damage) => html`<span>${msg(str`${damage} damage`)} <b>${Math.round(100 * share)} %</b></span>`)}</p>` : nothing}
  </div>`;
}

function diceRow({ attackDice, defenseDice }: Attack) {
  if (attackDice.length + defenseDice.length === 0) return nothing;
  const die = (kind: string) => (face: Attack['attackDice'][number]) =>
    html`<span class="die ${kind} ${face}">${translate(phrase(face))}</span>`;
  return html`<p class="dice">${attackDice.map(die('attack-die'))}${defenseDice.map(die('defense-die'))}</p>`;
}
