import type { Pose } from '../geometry/pose.js';
import { parseManeuver } from '../pieces/maneuver.js';
import type { EventOf, ShipEntry } from './event.js';
import type { GameShip, GameState } from './game-state.js';
import type { Handlers } from './handler.js';
import { attackOf, shipIn, withNote, withShip } from './lookup.js';
import { isSameQuestion } from './question.js';
import { type Refusal, refuse } from './refusal.js';
import { NO_TOKENS } from './tokens.js';
import { triggered } from './triggers.js';
import { settled } from './turn-order.js';
import { whatMoved } from './what-moved.js';

/** The first event of a match. */
export function begin({ table, ships, abilities, firstPlayer, seed, options, startsIn }: EventOf<'begin'>): GameState | Refusal {
  const wrong = ships.map(entryProblem).find((problem) => problem !== undefined);
  if (wrong) return wrong;
  if (new Set(ships.map(({ id }) => id)).size < ships.length) {
    return refuse('unknown', 'Two ships have the same id.', 'Give every ship an id of its own.');
  }
  const stranger = abilities.find((ability) => !ships.some(({ id }) => id === ability.ship));
  if (stranger) return refuse('unknown', `The ability ${stranger.name} belongs to no ship of the match.`, 'Name its ship.');
  const state: GameState = {
    options,
    seed,
    table,
    changedTable: undefined,
    decisions: [],
    firstPlayer,
    round: 1,
    phase: startsIn ?? 'planning',
    ships: ships.map((entry) => shipOf(entry, table.ships.find(({ id }) => id === entry.id)?.pose)),
    activation: undefined,
    engagement: { initiative: undefined, ship: undefined },
    attacks: [],
    abilities,
    queue: [],
    replacing: [],
    queuedSoFar: 0,
    notes: [],
  };
  if (startsIn === undefined) return triggered(state, { window: 'start of planning' }, false);
  return settled(triggered(state, { window: 'start of engagement' }, false));
}

function entryProblem({ id, hull, shields, agility, initiative, dial = [], tokens = {}, charges = {} }: ShipEntry): Refusal | undefined {
  const numbers = { hull, shields, agility, initiative, ...tokens, ...charges };
  const bad = Object.entries(numbers).find(([, value]) => !Number.isInteger(value) || value < 0);
  if (bad) return refuse('unknown', `${id}: got ${bad[0]} ${bad[1]}, expected a whole number of at least 0.`, 'Correct the ship.');
  if (hull === 0) return refuse('unknown', `${id}: got hull 0, expected at least 1.`, 'Correct the ship.');
  try {
    for (const code of dial) parseManeuver(code);
  } catch (error) {
    return refuse('MAN-01', (error as Error).message, 'Correct the dial.');
  }
  return undefined;
}

function shipOf(entry: ShipEntry, pose: Pose | undefined): GameShip {
  return {
    ...described(entry),
    tokens: { ...NO_TOKENS, ...entry.tokens },
    counted: {},
    locks: [],
    crits: 0,
    set: undefined,
    hasActivated: false,
    hasEngaged: false,
    hasAttacked: false,
    wasPartial: false,
    isDestroyed: false,
    isRemoved: false,
    stands: pose && { pose, sinceRound: 0 },
    noticed: [],
  };
}

function described({ id, owner, name, initiative, xws, agility, hull, shields, dial, weapons, turret = 'front', charges = {} }: ShipEntry) {
  return { id, owner, name, initiative, xws, agility, hull, shields, dial, weapons, turret, charges };
}

export const setupHandlers: Handlers<'table' | 'which table' | 'decide' | 'describe ship' | 'add ability'> = {
  /** The table changed. In the middle of an attack somebody has to say which table counts, if a ship moved. */
  table: (state, { table }) => {
    const moved = whatMoved(state.table, table);
    if (attackOf(state) && moved.length > 0)
      return withNote({ ...state, changedTable: table }, `Moved during the attack: ${moved.join(', ')}`);
    // What a judge decided was about the table as it was.
    return { ...state, table, decisions: moved.length > 0 ? [] : state.decisions };
  },
  'which table': (state, { counts }) => {
    const { changedTable } = state;
    if (!changedTable) return refuse('out-of-turn', 'The table did not change during an attack.', 'There is nothing to choose.');
    if (counts === 'before') return { ...state, changedTable: undefined };
    return { ...state, table: changedTable, changedTable: undefined, decisions: [] };
  },
  decide: (state, { question, answer }) => ({
    ...state,
    decisions: [...state.decisions.filter((one) => !isSameQuestion(one.question, question)), { question, answer }],
  }),
  'describe ship': (state, { ship: entry }) => {
    const ship = shipIn(state, entry.id);
    if (!ship) return refuse('unknown', `${entry.id} is not in the match.`, 'Describe a ship of the match.');
    const problem = entryProblem(entry);
    if (problem) return problem;
    if (attackOf(state)) return refuse('ATK-01', 'An attack is going on.', 'Finish it, then correct the ship.');
    return withShip(state, { ...ship, ...described(entry) });
  },
  'add ability': (state, { ability }) => {
    if (!shipIn(state, ability.ship)) return refuse('unknown', `${ability.ship} is not in the match.`, 'Name a ship of the match.');
    if (state.abilities.some(({ id }) => id === ability.id)) {
      return refuse('unknown', `There is an ability with the id ${ability.id} already.`, 'Give it an id of its own.');
    }
    return { ...state, abilities: [...state.abilities, ability] };
  },
};
