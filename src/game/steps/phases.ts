import { type Phrase, phrase } from '../../texts/rules-texts.js';
import type { GameShip, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { isIonized } from '../model/ion.js';
import { inPlay, nameOf, withNote } from '../model/lookup.js';
import { type Refusal, refuse } from '../model/refusal.js';
import { ROUND, type Tokens, withTokens } from '../model/tokens.js';
import { nextToActivate, nextToEngage } from '../model/turn-order.js';
import { isSamePlace } from '../table/what-changed.js';
import { triggered } from './triggers.js';

/** Reasons why a phase cannot end yet; empty: it can. Dials may lie on the table, face down: whether all are set is not checked. */
export function unfinished(state: GameState): readonly Phrase[] {
  const { phase, activation, engagement } = state;
  if (phase === 'activation') {
    const busy = activation ? [phrase('is-activating', nameOf(state, activation.ship))] : [];
    return [...busy, ...nextToActivate(state).map(({ name }) => phrase('has-not-activated', name))];
  }
  if (phase === 'engagement') {
    const busy = engagement.ship === undefined ? [] : [phrase('is-engaging', nameOf(state, engagement.ship))];
    return [...busy, ...nextToEngage(state).map(({ name }) => phrase('has-not-engaged', name))];
  }
  return [];
}

export const phaseHandlers: Handlers<'next phase'> = {
  'next phase': (state) => {
    const missing = unfinished(state);
    if (missing.length > 0)
      return refuse('out-of-turn', phrase('phase-not-over', phrase(state.phase), phrase('and-list', ...missing)), phrase('do-first'));
    return NEXT[state.phase](state);
  },
};

const NEXT: Readonly<Record<GameState['phase'], (state: GameState) => GameState | Refusal>> = {
  planning: (state) => {
    const ships = state.ships.map((ship) => ({ ...ship, hasNoDial: !ship.set && isIonized(state, ship) }));
    return triggered({ ...state, ships, phase: 'activation' }, { window: 'start of activation' }, false);
  },
  activation: (state) =>
    triggered(
      { ...state, phase: 'engagement', engagement: { initiative: undefined, ship: undefined } },
      { window: 'start of engagement' },
      false,
    ),
  engagement: (state) => {
    const next: GameState = { ...state, phase: 'end', ships: state.ships.map((ship) => ({ ...ship, tokens: afterRound(ship) })) };
    const recovering = inPlay(state).filter(recoversForce);
    const noted = recovering.reduce((one, { name }) => withNote(one, phrase('force-recovered', name)), next);
    return triggered(noted, { window: 'start of end' }, false);
  },
  end: (state) => {
    const ships = state.ships.map((ship) => nextRound(state, ship));
    const next = withNote({ ...state, ships, round: state.round + 1, phase: 'planning' }, phrase('round', state.round + 1));
    return triggered(next, { window: 'start of planning' }, false);
  },
};

/** The tokens of a ship after a round: round tokens leave, and one force charge comes back. */
function afterRound(ship: GameShip): Tokens {
  const left = ROUND.reduce((tokens, kind) => withTokens(tokens, kind, -tokens[kind]), ship.tokens);
  return recoversForce(ship) ? withTokens(left, 'force', 1) : left;
}

/** Whether a ship recovers a force charge in the End Phase: only one, however many of its cards hold some (rules reference). */
function recoversForce({ tokens, forceCapacity }: GameShip): boolean {
  return tokens.force < forceCapacity;
}

/** A dial's faceup maneuver is over with the next Planning Phase (MAN-27). */
function nextRound({ table, round }: GameState, ship: GameShip): GameShip {
  const pose = table.ships.find(({ id }) => id === ship.id)?.pose;
  const isStill = pose && ship.stands && isSamePlace(ship.stands.pose, pose);
  return {
    ...ship,
    hasNoDial: false,
    mayShift: false,
    set: undefined,
    hasActivated: false,
    hasEngaged: false,
    hasAttacked: false,
    wasPartial: false,
    counted: {},
    noticed: [],
    stands: isStill ? ship.stands : pose && { pose, sinceRound: round },
  };
}
