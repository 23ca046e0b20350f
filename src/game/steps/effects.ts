import { phrase } from '../../texts/rules-texts.js';
import type { ActionName } from '../model/action.js';
import type { Damage, GameState } from '../model/game-state.js';
import { changedShip, knownShip, withNote } from '../model/lookup.js';
import { GREEN, greenOf, type TokenKind, withTokens } from '../model/tokens.js';
import { triggered } from './triggers.js';

/**
 * Gives tokens to a ship, or leaves the gain to a replacement effect of that ship, which is asked about at once (QUE-06). `tried`: those that
 * this gain has been through already.
 */
export function gain(state: GameState, shipId: string, token: TokenKind, count: number, tried: readonly string[] = []): GameState {
  const replacement = state.abilities.find(
    (ability) => ability.kind === 'replacement' && ability.ship === shipId && ability.tokens.includes(token) && !tried.includes(ability.id),
  );
  if (!replacement || count <= 0) return gainNow(state, shipId, token, count);
  const waiting = { ability: replacement.id, ship: shipId, token, count, tried };
  return withNote({ ...state, replacing: [...state.replacing, waiting] }, phrase('may-replace', replacement.name, count, phrase(token)));
}

/** Gives tokens without asking anybody. */
function gainNow(state: GameState, shipId: string, token: TokenKind, count: number): GameState {
  if (count <= 0) return state;
  const { name, tokens } = knownShip(state, shipId);
  const given = withNote(
    changedShip(state, shipId, { tokens: withTokens(tokens, token, count) }),
    phrase('tokens-given', name, count, phrase(token)),
  );
  return token === 'jam' || (GREEN.includes(token) && !state.options.keepsLocks) ? jammed(given, shipId) : given;
}

/** Gives a ship a lock: it keeps no other one (rules reference), and none at all with a jam token. */
export function lockGained(state: GameState, shipId: string, target: string): GameState {
  const { name, locks } = knownShip(state, shipId);
  if (state.options.keepsLocks) return changedShip(state, shipId, { locks: [...new Set([...locks, target])] });
  const gone = locks.filter((lock) => lock !== target);
  const noted = gone.reduce((next, lock) => withNote(next, phrase('lock-replaced', name, knownShip(next, lock).name)), state);
  return jammed(changedShip(noted, shipId, { locks: [target] }), shipId);
}

/**
 * The effect of a jam token: it takes a green token with it, or a lock. Where there are several kinds to choose from it waits beside the
 * ship until people have chosen.
 */
export function jammed(state: GameState, shipId: string): GameState {
  const { name, tokens, locks: held } = knownShip(state, shipId);
  const locks = state.options.keepsLocks ? [] : held;
  const green = greenOf(tokens);
  if (tokens.jam === 0 || green.length + locks.length !== 1) return state;
  const [kind] = green;
  if (kind === undefined) {
    const broken = changedShip(state, shipId, { tokens: withTokens(tokens, 'jam', -1), locks: [] });
    return withNote(broken, phrase('jam-breaks-lock', name, knownShip(state, locks[0]!).name));
  }
  const count = Math.min(tokens.jam, tokens[kind]);
  const left = withTokens(withTokens(tokens, kind, -count), 'jam', -count);
  return withNote(changedShip(state, shipId, { tokens: left }), phrase('jam-removes', name, count, phrase(kind)));
}

/** Takes tokens away, at most what is there. */
export function remove(state: GameState, shipId: string, token: TokenKind, count: number): GameState {
  const { tokens } = knownShip(state, shipId);
  return changedShip(state, shipId, { tokens: withTokens(tokens, token, -count) });
}

/** Deals damage, shields first; a crit on the hull is a faceup card. Returns where each went. */
export function suffer(state: GameState, shipId: string, kind: 'hit' | 'crit', count: number) {
  const dealt: Damage[] = [];
  let ship = knownShip(state, shipId);
  for (let i = 0; i < count; i++) {
    const on = ship.shields > 0 ? 'shield' : 'hull';
    dealt.push({ kind, on });
    if (on === 'shield') ship = { ...ship, shields: ship.shields - 1 };
    else ship = { ...ship, hull: Math.max(0, ship.hull - 1), crits: ship.crits + Number(kind === 'crit') };
  }
  const isDestroyed = ship.isDestroyed || ship.hull === 0;
  const changed = changedShip(state, shipId, { ...ship, isDestroyed });
  return { dealt, state: isDestroyed && !ship.isDestroyed ? withNote(changed, phrase('is-destroyed', ship.name)) : changed };
}

/** The token that an action gives the ship that performs it; moves are made on the table. */
const GIVES: Partial<Record<ActionName, TokenKind>> = {
  focus: 'focus',
  calculate: 'calculate',
  evade: 'evade',
  reinforce: 'reinforce',
  cloak: 'cloak',
  reload: 'disarm',
  slam: 'disarm',
};

/** Actions that move the ship. */
const MOVES: readonly ActionName[] = ['barrel roll', 'boost', 'slam'];

/**
 * Performs an action of a ship: its token, then the stress of a red one, a game effect, before any ability that triggers (QUE-05). Callers
 * check first whether it may.
 */
export function performed(
  state: GameState,
  shipId: string,
  action: ActionName,
  isRed: boolean,
  isNested: boolean,
  target?: string,
): GameState {
  const { name } = knownShip(state, shipId);
  const what = action === 'lock' && target !== undefined ? phrase('lock-on', knownShip(state, target).name) : phrase(action);
  let next = withNote(state, phrase(isRed ? 'performs-red' : 'performs', name, what));
  const token = GIVES[action];
  if (token) next = gain(next, shipId, token, 1);
  if (action === 'lock' && target !== undefined) next = lockGained(next, shipId, target);
  if (MOVES.includes(action)) next = changedShip(next, shipId, { mayShift: true });
  if (isRed) next = gain(next, shipId, 'stress', 1);
  return triggered(next, { window: 'after action', ship: shipId, action }, isNested);
}
