import { msg, str } from '@lit/localize';
import { html, nothing, type TemplateResult } from 'lit';
import { SHIP_KINDS } from '../../game/facts/ship-facts.js';
import type { Proposal } from '../../game/squad/propose-bases.js';
import type { SquadShip } from '../../game/squad/squad.js';
import type { Player, Table } from '../../table/table.js';
import { type Phrase, phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import { shipName } from '../ui/ship-name.js';
import { sizeWords } from '../ui/size-words.js';
import type { PlayerSquad } from './squad-use.js';

interface SquadActions {
  readonly pick: (index: number, shipId: string | undefined) => void;
  readonly save: () => void;
  readonly remove: () => void;
}

const BECAUSE: Readonly<Record<NonNullable<Proposal['because']>, Phrase>> = {
  named: phrase('bears-name'),
  only: phrase('no-other-base-side'),
  order: phrase('one-several-size-taken'),
};

/** A player's ships, each with the base that it is assigned. */
export function squadSection(player: Player, { squad, proposals }: PlayerSquad, table: Table, actions: SquadActions): TemplateResult {
  const { name, ships, unknown } = squad;
  return html`<section class="owner-${player}" aria-label=${msg(str`The squad of player ${player}`)}>
    <div class="head"><span class="dot"></span><h3>${name || msg(str`Player ${player}`)}</h3><span class="quietly">${ships.length === 1 ? msg('1 ship') : msg(str`${ships.length} ships`)}</span>
      <span class="acts"><button class="quiet" @click=${actions.save}>${msg('Save')}</button><button class="quiet" @click=${actions.remove}>${msg('Remove')}</button></span></div>
    ${unknown.map((sentence) => html`<p class="unknown">${translate(sentence)}</p>`)}
    <ul>${ships.map((ship, index) => shipRow(ship, proposals[index]!, table, (shipId) => actions.pick(index, shipId)))}</ul>
    <p class="quietly">${msg('What pilots and ships do by their own texts is applied by hand, too.')}</p>
  </section>`;
}

function shipRow(ship: SquadShip, { shipId, because, player }: Proposal, { ships }: Table, pick: (shipId: string | undefined) => void) {
  const facts = [
    ship.kind === undefined ? (ship.isHuge ? sizeWords().huge : ship.shipXws) : SHIP_KINDS[ship.kind]!.name,
    ship.base && sizeWords()[ship.base],
    ship.initiative === undefined ? msg('initiative unknown') : msg(str`initiative ${ship.initiative}`),
  ];
  const chosen = ships.find(({ id }) => id === shipId);
  const isOtherSize = chosen !== undefined && ship.base !== undefined && chosen.base !== ship.base;
  const reason = isOtherSize
    ? msg(str`It was seen as ${sizeWords()[chosen.base]}; it will count as ${sizeWords()[ship.base!]}.`)
    : because && chosen
      ? translate(BECAUSE[because])
      : chosen || !ship.base
        ? ''
        : msg(str`No free base of its size is on player ${player}’s side: choose one.`);
  return html`<li>
    <div><b>${ship.name}</b><span class="quietly">${facts.filter(Boolean).join(' · ')}</span></div>
    <label><span class="visually-hidden">${msg(str`Base of ${ship.name}`)}</span><select @change=${(event: Event) => pick((event.target as HTMLSelectElement).value || undefined)}>
      <option value="" .selected=${chosen === undefined}>${msg('not on the table')}</option>
      ${ships.map((one) => html`<option value=${one.id} .selected=${one === chosen}>${shipName(one, ships)} (${sizeWords()[one.base]})</option>`)}
    </select></label>
    ${reason ? html`<p class="quietly why">${reason}</p>` : nothing}
    ${ship.unknown.map((sentence) => html`<p class="unknown">${translate(sentence)}</p>`)}
  </li>`;
}
