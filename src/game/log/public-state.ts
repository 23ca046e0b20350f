import { maneuverCode } from '../../pieces/maneuver.js';
import type { Player } from '../../table/table.js';
import type { Face } from '../model/dice.js';
import type { GameShip, GameState, Phase } from '../model/game-state.js';
import { attackOf, inPlay, knownShip, revealedCode, weaponOf } from '../model/lookup.js';
import { TOKEN_KINDS, type TokenKind } from '../model/tokens.js';
import { stillDue } from '../model/turn-order.js';
import { attackOdds } from '../odds/attack-odds.js';
import { uncountedTokens } from '../steps/attack-dice.js';

/** The part of a match that everyone at the table may know: plain data without hidden information. */
export interface PublicMatch {
  readonly round: number;
  readonly phase: Phase;
  readonly firstPlayer: Player;
  /** Ships still to activate or to engage in this phase, the next one first. */
  readonly order: string[];
  /** The ship whose turn it is. */
  readonly active?: string;
  readonly ships: PublicShip[];
  readonly attack?: PublicAttack;
}

export interface PublicShip {
  readonly id: string;
  readonly name: string;
  readonly owner: Player;
  readonly initiative: number;
  readonly hull: number;
  readonly shields: number;
  /** Faceup damage cards. */
  readonly crits: number;
  readonly isDestroyed: boolean;
  /** The kinds that it has. */
  readonly tokens: { readonly kind: TokenKind; readonly count: number }[];
  /** Its maneuver of this round, only once it is revealed. */
  readonly maneuver?: string;
}

export interface PublicAttack {
  readonly attacker: string;
  readonly defender: string;
  readonly weapon?: string;
  readonly range: number;
  readonly isObstructed: boolean;
  readonly attackDice: Face[];
  readonly defenseDice: Face[];
  /** Probability of 0, 1, 2… damage; absent once it is dealt, and where a token changes it by a text that the rules here do not have. */
  readonly damageOdds?: number[];
}

/**
 * The public part of a match. Dials that are set and not revealed, the seed of the dice, pending decisions and the log stay behind: every
 * field that travels is named here, none is copied whole.
 */
export function publicState(state: GameState): PublicMatch {
  const { round, phase, firstPlayer, activation, engagement } = state;
  const attack = publicAttack(state);
  const active = attackOf(state)?.attacker ?? activation?.ship ?? engagement.ship;
  return {
    ...{ round, phase, firstPlayer },
    order: stillDue(state).map(({ id }) => id),
    ...(active !== undefined && { active }),
    ships: inPlay(state).map((ship) => publicShip(ship, state)),
    ...(attack && { attack }),
  };
}

function publicShip(ship: GameShip, state: GameState): PublicShip {
  const { id, name, owner, initiative, hull, shields, crits, isDestroyed, tokens } = ship;
  const { activation } = state;
  const flown = activation?.ship === id && activation.maneuver ? maneuverCode(activation.maneuver) : undefined;
  const maneuver = flown ?? revealedCode(ship);
  return {
    ...{ id, name, owner, initiative, hull, shields, crits, isDestroyed },
    tokens: TOKEN_KINDS.filter((kind) => tokens[kind] > 0).map((kind) => ({ kind, count: tokens[kind] })),
    ...(maneuver !== undefined && { maneuver }),
  };
}

function publicAttack(state: GameState): PublicAttack | undefined {
  const attack = attackOf(state);
  if (!attack?.defender || !attack.facts) return undefined;
  const weapon = weaponOf(knownShip(state, attack.attacker), attack.weapon)?.name;
  // Viewers do not see which tokens the odds leave out.
  const odds = uncountedTokens(state).length === 0 ? attackOdds(state)?.byDamage : undefined;
  return {
    attacker: attack.attacker,
    defender: attack.defender,
    ...(weapon !== undefined && { weapon }),
    range: attack.facts.range,
    isObstructed: attack.facts.isObstructed,
    attackDice: attack.attackDice.map(({ face }) => face),
    defenseDice: attack.defenseDice.map(({ face }) => face),
    ...(odds && { damageOdds: odds.map((share) => Math.min(1, share)) }),
  };
}
