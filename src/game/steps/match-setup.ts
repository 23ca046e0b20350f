import type { Pose } from '../../geometry/pose.js';
import { phrase } from '../../texts/rules-texts.js';
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
    return refuse('unknown', phrase('two-ships-have-same'), phrase('give-every-ship-id'));
  }
  if (attacker !== undefined && (startsIn === undefined || !ships.some(({ id }) => id === attacker)))
    return refuse('unknown', phrase('match-cannot-begin-attack', attacker), phrase('name-ship-match-begins'));
  const stranger = abilities.find((ability) => !ships.some(({ id }) => id === ability.ship));
  if (stranger) return refuse('unknown', phrase('ability-belongs-no-ship', stranger.name), phrase('name-ship-2'));
  const odd = abilities.map(abilityProblem).find((problem) => problem !== undefined);
  if (odd) return odd;
  const doubled = abilities.find(({ id }, i) => abilities.findIndex((other) => other.id === id) < i);
  if (doubled) return refuse('unknown', phrase('two-abilities-have-id', doubled.id), phrase('give-every-ability-id'));
  if (seed.length !== 4 || seed.every((part) => part === 0))
    return refuse('not-the-dice', phrase('got-seed', seed.join(', ')), phrase('seed-four-whole-numbers'));
  const state: GameState = {
    options: {
      blueRemoves: options.blueRemoves ?? 'stress and strain',
      asksWhatHappened: options.asksWhatHappened ?? false,
      keepsLocks: options.keepsLocks ?? false,
    },
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
    forceCapacity: entry.tokens?.force ?? 0,
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
    astray: undefined,
    mayShift: false,
    stands: pose && { pose, sinceRound: 0 },
    noticed: [],
  };
}

function described(entry: ShipEntry) {
  const {
    id,
    owner,
    name,
    initiative,
    xws,
    points,
    agility,
    hull,
    shields,
    dial,
    weapons,
    actions,
    turret = 'front',
    charges = {},
  } = entry;
  return { id, owner, name, initiative, xws, points, agility, hull, shields, dial, weapons, actions, turret, charges };
}

export const setupHandlers: Handlers<'describe ship' | 'add ability' | 'remove ability'> = {
  'describe ship': (state, { ship: entry }) => {
    const ship = shipIn(state, entry.id);
    if (!ship) return refuse('unknown', phrase('not-match', entry.id), phrase('describe-ship-match'));
    const problem = entryProblem(entry);
    if (problem) return problem;
    if (attackOf(state)) return refuse('ATK-01', phrase('attack-going'), phrase('finish-then-correct-ship'));
    // A description has some hull: who gives it to a ship that lost all says that it did not.
    return withShip(state, { ...ship, ...described(entry), isDestroyed: false });
  },
  'add ability': (state, { ability }) => {
    if (!shipIn(state, ability.ship)) return refuse('unknown', phrase('not-match', ability.ship), phrase('name-ship-match'));
    if (state.abilities.some(({ id }) => id === ability.id)) {
      return refuse('unknown', phrase('ability-id-already', ability.id), phrase('give-id-own'));
    }
    return abilityProblem(ability) ?? { ...state, abilities: [...state.abilities, ability] };
  },
  'remove ability': (state, { ability: id }) => {
    const ability = state.abilities.find((one) => one.id === id);
    if (!ability) return refuse('unknown', phrase('no-ability', id), phrase('name-ability-match'));
    if ([...state.queue, ...state.replacing, ...state.pending].some((waiting) => 'ability' in waiting && waiting.ability === id))
      return refuse('QUE-01', phrase('waits-queue', ability.name), phrase('resolve-skip-first'));
    return withNote({ ...state, abilities: state.abilities.filter((one) => one !== ability) }, phrase('struck-from-list', ability.name));
  },
};
