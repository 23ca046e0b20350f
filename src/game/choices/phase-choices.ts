import { BEARINGS } from '../../pieces/maneuver.js';
import { phrase } from '../../texts/rules-texts.js';
import { ACTIONS, type BarAction, LINKED_ACTION } from '../model/action.js';
import { isStressed } from '../model/difficulty.js';
import type { Activation, GameShip, GameState } from '../model/game-state.js';
import { isIonized } from '../model/ion.js';
import { inPlay, knownShip } from '../model/lookup.js';
import { nextToActivate, nextToEngage } from '../model/turn-order.js';
import { AILERONS_CODES, AILERONS_SHIPS } from '../steps/activation.js';
import { unfinished } from '../steps/phases.js';
import { fleeing, overEdge } from '../table/over-edge.js';
import { type Proposal, variant } from './proposal.js';

/** Choices between attacks, when no ability waits. */
export function phaseChoices(state: GameState): readonly Proposal[] {
  const end: readonly Proposal[] =
    unfinished(state).length === 0 ? [{ label: phrase('end-phase', phrase(state.phase)), event: { kind: 'next phase' } }] : [];
  const inTurn = state.phase === 'planning' ? inPlay(state).flatMap((ship) => dials(state, ship)) : inPhase(state);
  const fled = fleeing(state);
  if (fled !== undefined) return flights(state, knownShip(state, fled));
  return [...inPlay(state).flatMap((ship) => flights(state, ship)), ...inTurn, ...end];
}

/** A ship that hangs over the edge flees; where that is not certain, or nobody sees the ship, people may say so. */
function flights(state: GameState, { id, name }: GameShip): readonly Proposal[] {
  const over = overEdge(state, id);
  if (over?.certain && !over.value) return [];
  const [label, event] = [phrase('flees', name), { kind: 'flee', ship: id } as const];
  return [over?.certain ? { label, event } : variant(label, event)];
}

/** Every maneuver of the rules, for a ship whose dial nobody knows. */
const ALL_CODES = BEARINGS.flatMap(({ letter, speeds }) =>
  speeds.flatMap((speed) => ['B', 'W', 'R'].map((color) => `${speed}${letter}${color}`)),
);

function dials(state: GameState, ship: GameShip): readonly Proposal[] {
  if (isIonized(state, ship)) return [];
  return codesOf(ship).map((code) => variant(phrase('sets', ship.name, code), { kind: 'set dial', ship: ship.id, code }));
}

/** Turning over the dial that was entered, or the one on the table, which people read. */
function reveals(ship: GameShip): readonly Proposal[] {
  if (ship.set) return [{ label: phrase('reveal-dial-2', ship.name), event: { kind: 'reveal' } }];
  return codesOf(ship).map((code) => variant(phrase('dial-shows', ship.name, code), { kind: 'reveal', code }));
}

function codesOf({ dial }: GameShip): readonly string[] {
  return dial ?? ALL_CODES;
}

function inPhase(state: GameState): readonly Proposal[] {
  const { activation, engagement } = state;
  if (activation) return activating(state, activation);
  if (engagement.ship !== undefined) {
    const { name, id } = knownShip(state, engagement.ship);
    return [
      { label: phrase('attacks', name), event: { kind: 'attack', attacker: id } },
      { label: phrase('is-done', name), event: { kind: 'end engaging' } },
    ];
  }
  return [
    ...nextToActivate(state).map(
      (ship): Proposal => ({ label: phrase('activate', ship.name), event: { kind: 'activate', ship: ship.id } }),
    ),
    ...nextToEngage(state).map((ship): Proposal => ({ label: phrase('engages', ship.name), event: { kind: 'engage', ship: ship.id } })),
  ];
}

function activating(state: GameState, activation: Activation): readonly Proposal[] {
  const ship = knownShip(state, activation.ship);
  const { name } = ship;
  const { step, maneuver, skipsAction, hasAileroned, links } = activation;
  if (step === 'reveal') {
    const isMoved = !hasAileroned && AILERONS_SHIPS.includes(ship.xws ?? '');
    const ailerons = isMoved
      ? AILERONS_CODES.map((code) => variant(phrase('adaptive-ailerons', name, code), { kind: 'ailerons', code }))
      : [];
    return [...reveals(ship), ...ailerons];
  }
  if (step === 'execute') {
    const isRolled = maneuver?.bearing.finish === 'rolled';
    const isStuck = maneuver?.difficulty === 'red' && isStressed(ship.tokens);
    const aligned = isRolled ? (['left', 'right'] as const) : [];
    return [
      { label: phrase('execute-maneuver', name), event: { kind: 'execute' } },
      ...(isStuck ? [instead(name)] : []),
      ...aligned.map((align) => variant(phrase('execute-maneuver-placed', name, phrase(align)), { kind: 'execute', align })),
    ];
  }
  const end: Proposal = { label: phrase('end-activation-2', name), event: { kind: 'end activation' } };
  if (step !== 'action' && !skipsAction) return [...links.flatMap((one) => acts(state, ship, one, LINKED_ACTION)), end];
  const [usual, ...others] = barOf(ship);
  const main = acts(state, ship, usual!).map(({ label, event }) => ({ label, event }));
  return [...main, ...(step === 'action' ? others.flatMap((one) => acts(state, ship, one)) : []), end];
}

/** A stressed ship that revealed a red maneuver executes this one (rules reference; the texts only forbid the red one, MAN-05). */
const INSTEAD_OF_RED: string = '2FW';

function instead(name: string): Proposal {
  const event = { kind: 'replace maneuver', code: INSTEAD_OF_RED, reason: 'stressed, it cannot execute a red maneuver' } as const;
  return { label: phrase('executes-instead', name, INSTEAD_OF_RED), event };
}

/** The actions of its bar, or of a ship whose bar nobody knows all, each once: first the one that most ships perform, focus, or calculate where a droid has no focus. */
function barOf({ actions }: GameShip): readonly BarAction[] {
  const all: readonly BarAction[] = actions?.length ? actions : ACTIONS.map((action) => ({ action, color: 'white' }));
  const bar = all.filter(({ action, color }, i) => all.findIndex((one) => one.action === action && one.color === color) === i);
  const white = (name: BarAction['action']) => bar.find(({ action, color }) => action === name && color === 'white');
  const usual = white('focus') ?? white('calculate') ?? bar[0]!;
  return [usual, ...bar.filter((one) => one !== usual)];
}

function acts(state: GameState, ship: GameShip, { action, color }: BarAction, grantedBy?: string): readonly Proposal[] {
  const price = color === 'red' ? { isRed: true } : color === 'purple' ? { isPurple: true } : {};
  const event = { kind: 'act', ship: ship.id, action, ...price, ...(grantedBy !== undefined && { grantedBy }) } as const;
  const colored = color === 'white' ? phrase(action) : phrase(`${color}-action`, phrase(action));
  const parts = grantedBy === undefined ? [colored] : [grantedBy === LINKED_ACTION ? phrase('linked-action') : grantedBy, colored];
  const label = phrase('acts', ship.name, phrase('list', ...parts));
  if (action !== 'lock') return [variant(label, event)];
  const others = inPlay(state).filter(({ id }) => id !== ship.id);
  return others.map(({ id, name }) => variant(phrase('action-on', label, name), { ...event, target: id }));
}
