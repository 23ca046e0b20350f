import type { Pose } from '../../geometry/pose.js';
import { abilityProblem, entryProblem } from '../model/entry-problem.js';
import type { EventOf, ShipEntry } from '../model/event.js';
import type { GameShip, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { attackOf, shipIn, withNote, withShip } from '../model/lookup.js';
import { type Refusal, refuse } from '../model/refusal.js';
import { NO_TOKENS } from '../model/tokens.js';
import { settled } from '../model/turn-order.js';
import { triggered } from './triggers.js';

/** The first event of a match. */
export function begin({ table, ships, abilities, firstPlayer, seed, options, startsIn, attacker }: EventOf<'begin'>): GameState | Refusal {
  const wrong = ships.map(entryProblem).find((problem) => problem !== undefined);
  if (wrong) return wrong;
  if (new Set(ships.map(({ id }) => id)).size < ships.length) {
    return refuse('unknown', 'Two ships have the same id.', 'Give every ship an id of its own.');
  }
  if (attacker !== undefined && (startsIn === undefined || !ships.some(({ id }) => id === attacker)))
    return refuse(
      'unknown',
      `The match cannot begin with the attack of ${attacker}.`,
      'Name a ship of a match that begins with an engagement.',
    );
  const stranger = abilities.find((ability) => !ships.some(({ id }) => id === ability.ship));
  if (stranger) return refuse('unknown', `The ability ${stranger.name} belongs to no ship of the match.`, 'Name its ship.');
  const odd = abilities.map(abilityProblem).find((problem) => problem !== undefined);
  if (odd) return odd;
  const doubled = abilities.find(({ id }, i) => abilities.findIndex((other) => other.id === id) < i);
  if (doubled) return refuse('unknown', `Two abilities have the id ${doubled.id}.`, 'Give every ability an id of its own.');
  if (seed.length !== 4 || seed.every((part) => part === 0))
    return refuse('not-the-dice', `Got the seed ${seed.join(', ')}.`, 'A seed is four whole numbers, not all 0.');
  const state: GameState = {
    options: { blueRemoves: options.blueRemoves ?? 'stress and strain' },
    seed,
    table,
    toTakeOff: [],
    changedTable: undefined,
    decisions: [],
    firstPlayer,
    round: 1,
    phase: startsIn ?? 'planning',
    ships: ships.map((entry) => ({
      ...shipOf(entry, table.ships.find(({ id }) => id === entry.id)?.pose),
      hasEngaged: attacker !== undefined && entry.id !== attacker,
    })),
    activation: undefined,
    engagement: { initiative: undefined, ship: undefined },
    attacks: [],
    abilities,
    queue: [],
    replacing: [],
    pending: [],
    isResolving: false,
    queuedSoFar: 0,
    notes: [],
  };
  if (startsIn === undefined) return triggered(state, { window: 'start of planning' }, false);
  return settled(triggered(state, { window: 'start of engagement' }, false));
}

function shipOf(entry: ShipEntry, pose: Pose | undefined): GameShip {
  return {
    ...described(entry),
    tokens: { ...NO_TOKENS, ...entry.tokens },
    counted: {},
    locks: [],
    crits: 0,
    hasNoDial: false,
    set: undefined,
    hasActivated: false,
    hasEngaged: false,
    hasAttacked: false,
    wasPartial: false,
    isDestroyed: false,
    hasFled: false,
    isRemoved: false,
    stands: pose && { pose, sinceRound: 0 },
    noticed: [],
  };
}

function described(entry: ShipEntry) {
  const { id, owner, name, initiative, xws, agility, hull, shields, dial, weapons, actions, turret = 'front', charges = {} } = entry;
  return { id, owner, name, initiative, xws, agility, hull, shields, dial, weapons, actions, turret, charges };
}

export const setupHandlers: Handlers<'describe ship' | 'add ability' | 'remove ability'> = {
  'describe ship': (state, { ship: entry }) => {
    const ship = shipIn(state, entry.id);
    if (!ship) return refuse('unknown', `${entry.id} is not in the match.`, 'Describe a ship of the match.');
    const problem = entryProblem(entry);
    if (problem) return problem;
    if (attackOf(state)) return refuse('ATK-01', 'An attack is going on.', 'Finish it, then correct the ship.');
    // A description has some hull: who gives it to a ship that lost all says that it did not.
    return withShip(state, { ...ship, ...described(entry), isDestroyed: false });
  },
  'add ability': (state, { ability }) => {
    if (!shipIn(state, ability.ship)) return refuse('unknown', `${ability.ship} is not in the match.`, 'Name a ship of the match.');
    if (state.abilities.some(({ id }) => id === ability.id)) {
      return refuse('unknown', `There is an ability with the id ${ability.id} already.`, 'Give it an id of its own.');
    }
    return abilityProblem(ability) ?? { ...state, abilities: [...state.abilities, ability] };
  },
  'remove ability': (state, { ability: id }) => {
    const ability = state.abilities.find((one) => one.id === id);
    if (!ability) return refuse('unknown', `There is no ability ${id}.`, 'Name an ability of the match.');
    if ([...state.queue, ...state.replacing, ...state.pending].some((waiting) => 'ability' in waiting && waiting.ability === id))
      return refuse('QUE-01', `${ability.name} waits in the queue.`, 'Resolve or skip it first.');
    return withNote({ ...state, abilities: state.abilities.filter((one) => one !== ability) }, `${ability.name} is struck from the list`);
  },
};
