import { parseManeuver } from '../../pieces/maneuver.js';
import { type Phrase, phrase } from '../../texts/rules-texts.js';
import { isStressed } from '../model/difficulty.js';
import type { GameShip, GameState } from '../model/game-state.js';
import { inPlay, knownShip } from '../model/lookup.js';
import { greenOf, TOKEN_KINDS } from '../model/tokens.js';
import { isSamePlace } from '../table/what-changed.js';

/** Something a referee would say. */
export interface Notice {
  readonly ship: string;
  readonly code: 'red-while-stressed' | 'token-missing' | 'jam-open' | 'still' | 'noticed' | 'not-on-table' | 'take-off';
  readonly text: Phrase;
}

/** Rounds that a ship must have stood still to be worth a word. */
const STILL_ROUNDS = 2;

/** Anything missing or worth a look: tokens that are not there, ships that stand still, and what was noticed this round. */
export function notices(state: GameState): readonly Notice[] {
  return [...inPlay(state).flatMap((ship) => [...missing(state, ship), ...watched(state, ship)]), ...leftOver(state)];
}

/** Removed ships that still stand on the table. They do not count, but are in the way of hands. */
function leftOver(state: GameState): readonly Notice[] {
  return state.toTakeOff.map((id) => ({
    ship: id,
    code: 'take-off',
    text: phrase('removed-take-off-table', knownShip(state, id).name),
  }));
}

function missing(state: GameState, ship: GameShip): readonly Notice[] {
  const { id, name, set, tokens, counted, locks } = ship;
  const found: Notice[] = [];
  const isRed = set && parseManeuver(set.code).difficulty === 'red';
  if (isRed && isStressed(tokens) && !ship.hasActivated && state.activation?.ship !== id) {
    found.push({ ship: id, code: 'red-while-stressed', text: phrase('red-maneuver-set-stressed', name) });
  }
  for (const kind of TOKEN_KINDS) {
    const seen = counted[kind];
    if (seen === undefined || seen === tokens[kind]) continue;
    found.push({
      ship: id,
      code: 'token-missing',
      text:
        seen < tokens[kind]
          ? phrase('token-forgotten', name, tokens[kind] - seen, phrase(kind))
          : phrase('token-too-many', name, seen - tokens[kind], phrase(kind)),
    });
  }
  if (tokens.jam > 0 && greenOf(tokens).length + locks.length > 0) {
    found.push({ ship: id, code: 'jam-open', text: phrase('jam-choice-open', name) });
  }
  return found;
}

function watched({ table, round }: GameState, { id, name, stands, noticed }: GameShip): readonly Notice[] {
  const pose = table.ships.find((ship) => ship.id === id)?.pose;
  if (!pose) return [{ ship: id, code: 'not-on-table', text: phrase('not-table-2', name) }];
  const rounds = stands && isSamePlace(stands.pose, pose) ? round - 1 - stands.sinceRound : 0;
  const still: readonly Notice[] =
    rounds >= STILL_ROUNDS ? [{ ship: id, code: 'still', text: phrase('has-not-moved-rounds', name, rounds) }] : [];
  return [...still, ...noticed.map((text): Notice => ({ ship: id, code: 'noticed', text }))];
}
