import { type Maneuver, maneuverCode, parseManeuver } from '../../pieces/maneuver.js';
import { type Phrase, phrase } from '../../texts/rules-texts.js';
import { type ActionColor, type ActionName, LINKED_ACTION } from '../model/action.js';
import { afterBlue, decreased, increased, isStressed } from '../model/difficulty.js';
import { ION_CODE } from '../model/event.js';
import type { Activation, GameShip, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { isIonized } from '../model/ion.js';
import { changedShip, isOnTable, knownShip, nameOf, shipIn, withNote, withShip } from '../model/lookup.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { withTokens } from '../model/tokens.js';
import { nextToActivate } from '../model/turn-order.js';
import { type Executed, executed } from '../table/execution.js';
import { abilityRange } from '../table/measure.js';
import { gain, performed, remove } from './effects.js';
import { triggered } from './triggers.js';

/** Ships whose Adaptive Ailerons move them before their dial (MAN-25). */
export const AILERONS_SHIPS: readonly string[] = ['tieskstriker', 'tiereaper'];

/** Maneuvers by which they move: a white straight or bank 1. */
export const AILERONS_CODES: readonly string[] = ['1FW', '1BW', '1NW'];

/** Why a ship may not perform an action now, whatever grants it. */
export function actionRefusal(ship: GameShip): Refusal | undefined {
  if (!isStressed(ship.tokens)) return undefined;
  return refuse('MAN-06', phrase('stressed-cannot-perform-actions', ship.name), phrase('skip-action'));
}

type Kinds =
  | 'set dial'
  | 'activate'
  | 'ailerons'
  | 'reveal'
  | 'change difficulty'
  | 'replace maneuver'
  | 'execute'
  | 'act'
  | 'end activation';

export const activationHandlers: Handlers<Kinds> = {
  'set dial': (state, { ship: id, code }) => {
    if (state.phase !== 'planning')
      return refuse('out-of-turn', phrase('dials-set-planning-phase', phrase(state.phase)), phrase('wait-for-it'));
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    if (isIonized(state, ship)) return refuse('MAN-28', phrase('ionized-assigned-no-dial', ship.name), phrase('leave-dial-off'));
    const found = maneuverFor(ship, code);
    if (isRefusal(found)) return found;
    return withShip(state, { ...ship, set: { code: maneuverCode(found), isRevealed: false } });
  },
  activate: (state, { ship: id }) => {
    const due = nextToActivate(state);
    const ship = due.find((one) => one.id === id);
    if (!ship)
      return refuse(
        'out-of-turn',
        phrase('cannot-activate-now', nameOf(state, id)),
        due.length ? phrase('next', phrase('or-list', ...due.map(({ name }) => name))) : phrase('nobody-due'),
      );
    const noDial = ship.hasNoDial;
    const activation: Activation = {
      ship: id,
      step: noDial ? 'execute' : 'reveal',
      isIonized: noDial,
      hasAileroned: false,
      maneuver: noDial ? parseManeuver(ION_CODE) : undefined,
      skipsAction: undefined,
      wentOver: [],
      links: [],
    };
    return { ...state, activation };
  },
  ailerons: (state, { code }) => {
    const { activation } = state;
    if (activation?.step !== 'reveal') return outOfStep(phrase('adaptive-ailerons-move-ship'));
    const ship = knownShip(state, activation.ship);
    if (!AILERONS_SHIPS.includes(ship.xws ?? ''))
      return refuse('MAN-25', phrase('has-no-adaptive-ailerons', ship.name), phrase('reveal-dial'));
    if (activation.hasAileroned) return refuse('MAN-25', phrase('adaptive-ailerons-have-moved', ship.name), phrase('reveal-dial'));
    if (!AILERONS_CODES.includes(code)) return refuse('MAN-25', phrase('adaptive-ailerons-got', code), phrase('choose-straight-or-bank'));
    const moved = executed(state, ship, parseManeuver(code), {});
    if (isRefusal(moved)) return moved;
    const next: GameState = { ...moved.state, activation: { ...activation, hasAileroned: true, wentOver: moved.wentOver } };
    return triggered(withNote(next, phrase('adaptive-ailerons', ship.name, code)), { window: 'after executing', ship: ship.id }, false);
  },
  reveal: (state, { code }) => {
    const { activation } = state;
    if (!activation) return outOfStep(phrase('no-ship-activating'));
    const ship = knownShip(state, activation.ship);
    if (activation.isIonized) return refuse('MAN-28', phrase('has-no-dial-reveal', ship.name), phrase('execute-ion-maneuver'));
    if (activation.step !== 'reveal') return outOfStep(phrase('has-revealed-dial', ship.name));
    const shown = shownCode(ship, code);
    if (isRefusal(shown)) return shown;
    const set = { code: shown, isRevealed: true };
    const next: GameState = {
      ...withShip(state, { ...ship, set }),
      activation: { ...activation, step: 'execute', maneuver: parseManeuver(set.code) },
    };
    return triggered(withNote(next, phrase('reveals', ship.name, set.code)), { window: 'after revealing', ship: ship.id }, false);
  },
  'change difficulty': (state, { by, reason }) => {
    const { activation } = state;
    if (activation?.step !== 'execute' || !activation.maneuver) return outOfStep(phrase('difficulty-changes-between-revealing'));
    const change = by > 0 ? increased : decreased;
    const difficulty = change(activation.maneuver.difficulty);
    const next = { ...state, activation: { ...activation, maneuver: { ...activation.maneuver, difficulty } } };
    return withNote(next, phrase('the-maneuver-is', reason, phrase(difficulty)));
  },
  'replace maneuver': (state, { code, reason }) => {
    const { activation } = state;
    if (activation?.step !== 'execute') return outOfStep(phrase('another-maneuver-named-between'));
    const found = parsed(code);
    if (isRefusal(found)) return found;
    return withNote({ ...state, activation: { ...activation, maneuver: found } }, phrase('instead', reason, code));
  },
  execute: (state, { align, seen }) => {
    const { activation } = state;
    if (activation?.step !== 'execute' || !activation.maneuver) return outOfStep(phrase('ship-executes-after-has'));
    const ship = knownShip(state, activation.ship);
    const red = redRefusal(ship, activation.maneuver);
    if (red) return red;
    const moved = executed(state, ship, activation.maneuver, { ...(align && { align }), ...(seen && { seen }) });
    if (isRefusal(moved)) return moved;
    return afterExecuting(moved.state, activation, moved);
  },
  act: (state, { ship: id, action, isRed = false, isPurple = false, target, grantedBy }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    const { activation } = state;
    if (grantedBy === undefined) {
      if (activation?.ship !== id) return refuse('out-of-turn', phrase('not-activating', ship.name), phrase('action-outside-turn-names'));
      if (activation.skipsAction)
        return refuse(
          activation.skipsAction,
          activation.skipsAction === 'MAN-24' ? phrase('partial-skips-action', ship.name) : phrase('asteroid-skips-action', ship.name),
          phrase('end-activation'),
        );
      if (activation.step !== 'action')
        return outOfStep(activation.step === 'over' ? phrase('has-performed-action', ship.name) : phrase('action-comes-after-maneuver'));
    } else if (state.phase !== 'activation' && state.phase !== 'engagement')
      return outOfStep(phrase('actions-granted-activation-engagement'));
    const isOfBar = grantedBy === undefined || grantedBy === LINKED_ACTION;
    const against =
      actionRefusal(ship) ??
      (isOfBar ? ionRefusal(ship, activation, action) : undefined) ??
      (isPurple ? forceRefusal(ship, action) : undefined) ??
      (action === 'lock' && target !== undefined ? lockRefusal(state, ship, target, isOfBar) : undefined);
    if (against) return against;
    const paid = isPurple ? remove(state, id, 'force', 1) : state;
    const watched = ship.wasPartial
      ? changedShip(paid, id, { noticed: [...ship.noticed, phrase('acted-after-partial-maneuver', ship.name)] })
      : paid;
    const isOwn = grantedBy === undefined && activation;
    const stepped = {
      ...watched,
      activation: isOwn ? afterOwn(ship, activation, action, colorOf(isRed, isPurple)) : afterOther(activation, grantedBy),
    };
    // Consequences of a resolving ability are nested in it (QUE-04).
    return performed(stepped, id, action, isRed, !isOwn && state.isResolving, target);
  },
  'end activation': (state) => {
    const { activation } = state;
    if (!activation) return outOfStep(phrase('no-ship-activating'));
    if (activation.step === 'reveal' || activation.step === 'execute') return outOfStep(phrase('ship-has-not-executed'));
    return { ...changedShip(state, activation.ship, { hasActivated: true }), activation: undefined };
  },
};

function colorOf(isRed: boolean, isPurple: boolean): ActionColor {
  return isRed ? 'red' : isPurple ? 'purple' : 'white';
}

/** Notes that the action of its Perform Action step is done; those that its bar links to it may follow. */
function afterOwn(ship: GameShip, activation: Activation, action: ActionName, color: ActionColor): Activation {
  const links = (ship.actions ?? []).flatMap((one) => (one.action === action && one.color === color && one.linked ? [one.linked] : []));
  return { ...activation, step: 'over', links };
}

/** Notes another action: one linked action follows, no more. */
function afterOther(activation: Activation | undefined, grantedBy: string | undefined): Activation | undefined {
  return activation && grantedBy === LINKED_ACTION ? { ...activation, links: [] } : activation;
}

/** Refuses a purple action that a ship has no force charge to pay for. */
function forceRefusal(ship: GameShip, action: ActionName): Refusal | undefined {
  if (ship.tokens.force > 0) return undefined;
  return refuse('unpaid', phrase('has-no-force-charge', ship.name, phrase(action)), phrase('perform-another-action'));
}

/** Refuses a ship that activates ionized any action but a focus (rules reference); people say what a card grants it beyond that. */
function ionRefusal({ id, name }: GameShip, activation: Activation | undefined, action: ActionName): Refusal | undefined {
  if (activation?.ship !== id || !activation.isIonized || action === 'focus') return undefined;
  return refuse('ionized', phrase('ionized-only-focus', name), phrase('focus-or-end-activation'));
}

/** The longest range of a lock (rules reference). */
const LOCK_RANGE = 3;

/** Refuses a lock that is not on another ship in play or, by the ship's own bar, is on one certainly farther away than a lock reaches. */
function lockRefusal(state: GameState, ship: GameShip, target: string, isOfBar: boolean): Refusal | undefined {
  const other = shipIn(state, target);
  if (target === ship.id || !other)
    return refuse('unknown', phrase('cannot-lock', ship.name, nameOf(state, target)), phrase('name-another-ship-play'));
  const isSeen = [ship, other].every(({ id, astray }) => isOnTable(state, id) && !astray);
  if (!isOfBar || !isSeen) return undefined;
  const range = abilityRange(state.table, state.decisions, ship.id, target);
  if ('open' in range || range.answer <= LOCK_RANGE) return undefined;
  return refuse('beyond-range', phrase('lock-too-far', ship.name, other.name), phrase('lock-nearer'));
}

/** Applies the consequences of the difficulty, of a partial execution, and of ion tokens. */
function afterExecuting(
  state: GameState,
  activation: Activation,
  { isPartial, skipsAction, wentOver }: Omit<Executed, 'state'>,
): GameState {
  const ship = knownShip(state, activation.ship);
  const { difficulty } = activation.maneuver!;
  const calmer = difficulty === 'blue' ? afterBlue(ship.tokens, state.options.blueRemoves) : ship.tokens;
  const tokens = activation.isIonized ? withTokens(calmer, 'ion', -calmer.ion) : calmer;
  const next: GameState = {
    ...withShip(state, { ...ship, tokens, wasPartial: isPartial }),
    activation: { ...activation, step: skipsAction ? 'over' : 'action', skipsAction, wentOver: [...activation.wentOver, ...wentOver] },
  };
  const noted = withNote(next, phrase(isPartial ? 'maneuver-partially' : 'maneuver-fully', ship.name, phrase(difficulty)));
  // The stress of a red maneuver (MAN-03) is a gain like others: a replacement effect may ask about it.
  const stressed = difficulty === 'red' ? gain(noted, ship.id, 'stress', 1) : noted;
  return triggered(stressed, { window: 'after executing', ship: ship.id }, false);
}

/** The maneuver on a dial that is turned over: the one that was entered, else the one that people read on it. */
function shownCode(ship: GameShip, code: string | undefined): string | Refusal {
  const { name, set } = ship;
  if (set && (code === undefined || code === set.code)) return set.code;
  if (set) return refuse('MAN-27', phrase('got-set-dial', name, code!, set.code), phrase('reveal-set'));
  if (code === undefined) return refuse('unknown', phrase('dial-shows-not-known', name), phrase('say-shows'));
  const found = onDial(ship, code);
  return isRefusal(found) ? found : maneuverCode(found);
}

/** A maneuver that a ship may set: on its dial, and not red while it is stressed (MAN-05). */
function maneuverFor(ship: GameShip, code: string): Maneuver | Refusal {
  const found = onDial(ship, code);
  return isRefusal(found) ? found : (redRefusal(ship, found) ?? found);
}

function onDial({ name, dial }: Pick<GameShip, 'name' | 'dial'>, code: string): Maneuver | Refusal {
  const found = parsed(code);
  if (isRefusal(found) || !dial || dial.includes(code)) return found;
  return refuse('MAN-01', phrase('not-dial', code, name), phrase('it-has', dial.join(', ')));
}

function redRefusal(ship: GameShip, { difficulty }: Maneuver): Refusal | undefined {
  if (difficulty !== 'red' || !isStressed(ship.tokens)) return undefined;
  return refuse('MAN-05', phrase('stressed-cannot-set-execute', ship.name), phrase('choose-white-blue-one'));
}

function parsed(code: string): Maneuver | Refusal {
  try {
    return parseManeuver(code);
  } catch (error) {
    return refuse('MAN-01', phrase('as-it-is', (error as Error).message), phrase('write-speed-bearing-difficulty'));
  }
}

function unknown(id: string): Refusal {
  return refuse('unknown', phrase('not-match', id), phrase('name-ship-play'));
}

function outOfStep(message: Phrase): Refusal {
  return refuse('out-of-turn', message, phrase('follow-steps-activation'));
}
