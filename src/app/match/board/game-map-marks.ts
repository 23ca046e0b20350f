import type { GameState } from '../../../game/model/game-state.js';
import { attackOf, isOnTable, knownShip, weaponOf } from '../../../game/model/lookup.js';
import { arcsOf } from '../../../game/model/weapon.js';
import { measure, measureRuledIn } from '../../../game/table/measure.js';
import type { ArcKind } from '../../../pieces/arcs.js';
import type { MeasuredPair } from '../../../scene/words/measured-pair.js';

/** The ships that the map shows as chosen: those of the attack, otherwise the one whose turn it is. */
export function chosenIn(game: GameState): readonly string[] {
  const attack = attackOf(game);
  if (attack) return attack.defender ? [attack.attacker, attack.defender] : [attack.attacker];
  const active = game.activation?.ship ?? game.engagement.ship;
  return active === undefined ? [] : [active];
}

/** The arcs of the weapon of the attack, once it is chosen. */
export function arcsIn(game: GameState): readonly ArcKind[] | undefined {
  const { attacker, weapon: id } = attackOf(game) ?? {};
  if (!attacker || id === undefined) return undefined;
  const ship = knownShip(game, attacker);
  const weapon = weaponOf(ship, id);
  return weapon && arcsOf(weapon, ship.turret);
}

/** The pair of the attack as its facts have it, once its defender is declared: the line that is drawn is the one that counts, also where a judge ruled. */
export function pairIn(game: GameState): MeasuredPair | undefined {
  const { attacker, defender, facts } = attackOf(game) ?? {};
  if (!attacker || !defender || !facts || !isOnTable(game, attacker) || !isOnTable(game, defender)) return undefined;
  const { arc, isTouching } = facts;
  const measured = measure(game.table, attacker, defender, [arc]);
  const attack = measured.arcs[arc]!.attack ?? measureRuledIn(game.table, attacker, defender, arc);
  return {
    ...{ from: attacker, to: defender, closest: measured.closest },
    touching: { value: isTouching, certain: true },
    arcs: { [arc]: { inArc: { value: true, certain: true }, attack } },
  };
}
