import { msg, str } from '@lit/localize';
import { html, nothing } from 'lit';
import type { GameState } from '../../../game/model/game-state.js';
import { nameOf } from '../../../game/model/lookup.js';
import { mistakenFor } from '../../../game/table/flown.js';
import type { Table } from '../../../table/table.js';
import { emit } from '../../ui/page-events.js';

/** The question whether the ship that activates was confused with an alike one that moved at the same time; the answer comes `from` there. */
export function confusedRow(game: GameState, table: Table, from: EventTarget) {
  const { ship: id, maneuver } = game.activation!;
  const other = mistakenFor(game, id, table);
  if (other === undefined) return nothing;
  const [name, otherName] = [nameOf(game, id), nameOf(game, other)];
  const why = maneuver
    ? msg(str`This maneuver does not lead to where ${name} is seen, but to where ${otherName} is seen. Were they confused?`)
    : msg(str`No maneuver of ${name} leads to where it is seen, but one leads to where ${otherName} is seen. Were they confused?`);
  return html`<p role="status">${why}</p>
    <button class="do first" data-exchange=${other} @click=${() => emit(from, 'hm-names', { exchanged: [id, other] })}>${msg(str`Exchange it with ${otherName}`)}</button>`;
}
