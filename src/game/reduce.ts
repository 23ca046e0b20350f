import { phrase } from '../texts/rules-texts.js';
import type { GameEvent } from './model/event.js';
import type { GameShip, GameState } from './model/game-state.js';
import type { Handlers } from './model/handler.js';
import { attackOf } from './model/lookup.js';
import { eventProblem } from './model/read-event.js';
import { isRefusal, type Refusal, refuse } from './model/refusal.js';
import type { TokenKind } from './model/tokens.js';
import { settled } from './model/turn-order.js';
import { abilityOf, queueHandlers } from './queue/queue.js';
import { activationHandlers } from './steps/activation.js';
import { declareHandlers } from './steps/attack-declare.js';
import { diceHandlers } from './steps/attack-dice.js';
import { endHandlers } from './steps/attack-end.js';
import { modifyHandlers } from './steps/attack-modify.js';
import { handHandlers } from './steps/by-hand.js';
import { engagementHandlers } from './steps/engagement.js';
import { begin, setupHandlers } from './steps/match-setup.js';
import { phaseHandlers } from './steps/phases.js';
import { tableHandlers } from './steps/table-change.js';

type Kind = GameEvent['kind'];

const HANDLERS: Handlers<Exclude<Kind, 'begin'>> = {
  ...setupHandlers,
  ...tableHandlers,
  ...phaseHandlers,
  ...activationHandlers,
  ...engagementHandlers,
  ...declareHandlers,
  ...diceHandlers,
  ...modifyHandlers,
  ...endHandlers,
  ...queueHandlers,
  ...handHandlers,
};

/** Events that may happen at any time: the table, corrections, and what people say about the pieces. */
const ALWAYS: readonly Kind[] = [
  'table',
  'decide',
  'describe ship',
  'add ability',
  'remove ability',
  'count tokens',
  'point turret',
  'stands right',
  'first player',
];
/** Events that may not happen during an attack. */
const NOT_WHILE_ATTACKING: readonly Kind[] = [
  ...(['next phase', 'engage', 'end engaging', 'activate', 'ailerons', 'reveal', 'execute', 'end activation'] as const),
  ...(['change difficulty', 'replace maneuver', 'flee'] as const),
];
const WHILE_CHANGED: readonly Kind[] = ['which table', 'table'];
const WHILE_REPLACING: readonly Kind[] = [...ALWAYS, 'replace'];
const WHILE_QUEUED: readonly Kind[] = [...ALWAYS, 'order', 'resolve', 'skip', 'tokens', 'lock', 'charges', 'suffer'];
/** Events that an ability that is done by hand may lead to, while it resolves. */
const WHILE_RESOLVING: readonly Kind[] = ['act', 'trigger'];

/**
 * The rules: a state and an event give the next state, or the refusal with its rule. The first state comes from `begin`. Same input, same
 * output: dice, tables and people's words are in the event.
 */
export function reduce(state: GameState | undefined, event: GameEvent): GameState | Refusal {
  const problem = eventProblem(event);
  if (problem !== undefined) return refuse('unknown', phrase('as-it-is', problem), phrase('correct-event-match-schema'));
  if (event.kind === 'begin') {
    return state ? refuse('out-of-turn', phrase('match-has-begun'), phrase('begin-another-one-own')) : begin(event);
  }
  if (!state) return refuse('out-of-turn', phrase('match-has-not-begun'), phrase('first-event-begin'));
  const waits = whatWaits(state, event);
  if (waits) return waits;
  const handler = HANDLERS[event.kind] as (state: GameState, event: GameEvent) => GameState | Refusal;
  const next = handler({ ...state, notes: [] }, event);
  if (isRefusal(next)) return next;
  const counted = withoutOldCounts(state, next);
  return settled(counted.isResolving && counted.queue.length === 0 ? { ...counted, isResolving: false } : counted);
}

/** Forgets what was counted beside a ship of tokens whose number has changed since: that was said of another moment. */
function withoutOldCounts(before: GameState, after: GameState): GameState {
  if (before.ships === after.ships) return after;
  const ships = after.ships.map((ship): GameShip => {
    const old = before.ships.find(({ id }) => id === ship.id);
    const counts = Object.entries(ship.counted) as [TokenKind, number][];
    if (!old || counts.every(([kind]) => old.tokens[kind] === ship.tokens[kind])) return ship;
    return { ...ship, counted: Object.fromEntries(counts.filter(([kind]) => old.tokens[kind] === ship.tokens[kind])) };
  });
  return { ...after, ships };
}

/** Refuses what has to wait until something else is settled. */
function whatWaits(state: GameState, event: GameEvent): Refusal | undefined {
  const { kind } = event;
  if (state.changedTable && !WHILE_CHANGED.includes(kind)) {
    return refuse('table-changed', phrase('table-changed-middle-attack'), phrase('say-which-table-counts'));
  }
  if (state.replacing.length > 0) {
    if (WHILE_REPLACING.includes(kind)) return undefined;
    return refuse('QUE-06', phrase('replacement-effect-asked-about'), phrase('say-whether-used-happens'));
  }
  if (attackOf(state) && NOT_WHILE_ATTACKING.includes(kind)) return refuse('ATK-01', phrase('attack-not-over'), phrase('finish-steps'));
  // A ship's own action waits until the queue is empty; one that an ability grants belongs to what resolves.
  const isGranted = kind !== 'act' || event.grantedBy !== undefined;
  const mayQueued = WHILE_QUEUED.includes(kind) || (state.isResolving && isGranted && WHILE_RESOLVING.includes(kind));
  if (state.queue.length > (attackOf(state)?.queueBelow ?? 0) && !mayQueued) {
    return refuse('QUE-01', phrase('waits-front-queue', abilityOf(state, state.queue[0]!).name), phrase('resolve-skip-queue-first'));
  }
  return undefined;
}
