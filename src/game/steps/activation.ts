import { type Maneuver, maneuverCode, parseManeuver } from '../../pieces/maneuver.js';
import { type ActionColor, type ActionName, LINKED_ACTION } from '../model/action.js';
import { afterBlue, decreased, increased, isStressed } from '../model/difficulty.js';
import { ION_CODE } from '../model/event.js';
import type { Activation, GameShip, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { isIonized } from '../model/ion.js';
import { changedShip, knownShip, shipIn, withNote, withShip } from '../model/lookup.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { withTokens } from '../model/tokens.js';
import { nextToActivate } from '../model/turn-order.js';
import { type Executed, executed } from '../table/execution.js';
import { gain, performed, remove } from './effects.js';
import { triggered } from './triggers.js';

/** Ships whose Adaptive Ailerons move them before their dial (MAN-25). */
export const AILERONS_SHIPS: readonly string[] = ['tieskstriker', 'tiereaper'];

/** What they move it by: a white straight or bank 1. */
export const AILERONS_CODES: readonly string[] = ['1FW', '1BW', '1NW'];

/** Why a ship may not perform an action now, whoever grants it. */
export function actionRefusal(ship: GameShip): Refusal | undefined {
  if (!isStressed(ship.tokens)) return undefined;
  return refuse('MAN-06', `${ship.name} is stressed and cannot perform actions.`, 'Skip the action.');
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
      return refuse('out-of-turn', `Dials are set in the Planning Phase; this is ${state.phase}.`, 'Wait for it.');
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    if (isIonized(state, ship)) return refuse('MAN-28', `${ship.name} is ionized and is assigned no dial.`, 'Leave its dial off.');
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
        `${id} cannot activate now.`,
        due.length ? `Next: ${due.map(({ name }) => name).join(' or ')}.` : 'Nobody is due.',
      );
    const noDial = ship.hasNoDial;
    const activation: Activation = {
      ship: id,
      step: noDial ? 'execute' : 'reveal',
      isIonized: noDial,
      hasAileroned: false,
      maneuver: noDial ? parseManeuver(ION_CODE) : undefined,
      skipsAction: undefined,
      links: [],
    };
    return { ...state, activation };
  },
  ailerons: (state, { code }) => {
    const { activation } = state;
    if (activation?.step !== 'reveal') return outOfStep('Adaptive Ailerons move a ship before it reveals its dial.');
    const ship = knownShip(state, activation.ship);
    if (!AILERONS_SHIPS.includes(ship.xws ?? '')) return refuse('MAN-25', `${ship.name} has no Adaptive Ailerons.`, 'Reveal its dial.');
    if (activation.hasAileroned) return refuse('MAN-25', `Adaptive Ailerons have moved ${ship.name}.`, 'Reveal its dial.');
    if (!AILERONS_CODES.includes(code)) return refuse('MAN-25', `Adaptive Ailerons: got ${code}.`, 'Choose 1FW, 1BW or 1NW.');
    const moved = executed(state, ship, parseManeuver(code), {});
    if (isRefusal(moved)) return moved;
    const next: GameState = { ...moved.state, activation: { ...activation, hasAileroned: true } };
    return triggered(withNote(next, `${ship.name}: Adaptive Ailerons, ${code}`), { window: 'after executing', ship: ship.id }, false);
  },
  reveal: (state, { code }) => {
    const { activation } = state;
    if (!activation) return outOfStep('No ship is activating.');
    const ship = knownShip(state, activation.ship);
    if (activation.isIonized) return refuse('MAN-28', `${ship.name} has no dial to reveal.`, 'Execute the ion maneuver.');
    if (activation.step !== 'reveal') return outOfStep(`${ship.name} has revealed its dial.`);
    const shown = shownCode(ship, code);
    if (isRefusal(shown)) return shown;
    const set = { code: shown, isRevealed: true };
    const next: GameState = {
      ...withShip(state, { ...ship, set }),
      activation: { ...activation, step: 'execute', maneuver: parseManeuver(set.code) },
    };
    return triggered(withNote(next, `${ship.name} reveals ${set.code}`), { window: 'after revealing', ship: ship.id }, false);
  },
  'change difficulty': (state, { by, reason }) => {
    const { activation } = state;
    if (activation?.step !== 'execute' || !activation.maneuver) return outOfStep('Difficulty changes between revealing and executing.');
    const change = by > 0 ? increased : decreased;
    const difficulty = change(activation.maneuver.difficulty);
    const next = { ...state, activation: { ...activation, maneuver: { ...activation.maneuver, difficulty } } };
    return withNote(next, `${reason}: the maneuver is ${difficulty}`);
  },
  'replace maneuver': (state, { code, reason }) => {
    const { activation } = state;
    if (activation?.step !== 'execute') return outOfStep('Another maneuver is named between revealing and executing.');
    const found = parsed(code);
    if (isRefusal(found)) return found;
    return withNote({ ...state, activation: { ...activation, maneuver: found } }, `${reason}: ${code} instead`);
  },
  execute: (state, { align, seen }) => {
    const { activation } = state;
    if (activation?.step !== 'execute' || !activation.maneuver) return outOfStep('A ship executes after it has revealed its dial.');
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
      if (activation?.ship !== id)
        return refuse('out-of-turn', `${ship.name} is not activating.`, 'An action outside its turn names the ability that grants it.');
      if (activation.skipsAction)
        return refuse(
          activation.skipsAction,
          `${ship.name} ${activation.skipsAction === 'MAN-24' ? 'executed its maneuver partially' : 'went over an asteroid'} and skips Perform Action.`,
          'End its activation.',
        );
      if (activation.step !== 'action')
        return outOfStep(activation.step === 'over' ? `${ship.name} has performed its action.` : 'The action comes after the maneuver.');
    } else if (state.phase !== 'activation' && state.phase !== 'engagement')
      return outOfStep('Actions are granted in the Activation and Engagement Phases.');
    const against = actionRefusal(ship) ?? (isPurple ? forceRefusal(ship, action) : undefined) ?? lockRefusal(state, ship, action, target);
    if (against) return against;
    const paid = isPurple ? remove(state, id, 'force', 1) : state;
    const watched = ship.wasPartial
      ? changedShip(paid, id, { noticed: [...ship.noticed, `${ship.name} acted after a partial maneuver`] })
      : paid;
    const isOwn = grantedBy === undefined && activation;
    const stepped = {
      ...watched,
      activation: isOwn ? afterOwn(ship, activation, action, colorOf(isRed, isPurple)) : afterOther(activation, grantedBy),
    };
    // What a resolving ability leads to is nested in it (QUE-04).
    return performed(stepped, id, action, isRed, !isOwn && state.isResolving, target);
  },
  'end activation': (state) => {
    const { activation } = state;
    if (!activation) return outOfStep('No ship is activating.');
    if (activation.step === 'reveal' || activation.step === 'execute') return outOfStep('The ship has not executed its maneuver.');
    return { ...changedShip(state, activation.ship, { hasActivated: true }), activation: undefined };
  },
};

function colorOf(isRed: boolean, isPurple: boolean): ActionColor {
  return isRed ? 'red' : isPurple ? 'purple' : 'white';
}

/** The action of its Perform Action step is done; what its bar links to it may follow. */
function afterOwn(ship: GameShip, activation: Activation, action: ActionName, color: ActionColor): Activation {
  const links = (ship.actions ?? []).flatMap((one) => (one.action === action && one.color === color && one.linked ? [one.linked] : []));
  return { ...activation, step: 'over', links };
}

/** One linked action follows, no more. */
function afterOther(activation: Activation | undefined, grantedBy: string | undefined): Activation | undefined {
  return activation && grantedBy === LINKED_ACTION ? { ...activation, links: [] } : activation;
}

/** A purple action is paid for with a force charge. */
function forceRefusal(ship: GameShip, action: string): Refusal | undefined {
  if (ship.tokens.force > 0) return undefined;
  return refuse('unpaid', `${ship.name} has no force charge for a purple ${action}.`, 'Perform another action.');
}

/** A lock is on a ship: not on itself, and on one that is in play. */
function lockRefusal(state: GameState, ship: GameShip, action: string, target: string | undefined): Refusal | undefined {
  if (action !== 'lock' || target === undefined) return undefined;
  if (target !== ship.id && shipIn(state, target)) return undefined;
  return refuse('unknown', `${ship.name} cannot lock ${target}.`, 'Name another ship that is in play.');
}

/** What follows from the difficulty, from a partial execution, and from ion tokens. */
function afterExecuting(
  state: GameState,
  activation: Activation,
  { isPartial, skipsAction }: Pick<Executed, 'isPartial' | 'skipsAction'>,
): GameState {
  const ship = knownShip(state, activation.ship);
  const { difficulty } = activation.maneuver!;
  const calmer = difficulty === 'blue' ? afterBlue(ship.tokens, state.options.blueRemoves) : ship.tokens;
  const tokens = activation.isIonized ? withTokens(calmer, 'ion', -calmer.ion) : calmer;
  const next: GameState = {
    ...withShip(state, { ...ship, tokens, wasPartial: isPartial }),
    activation: { ...activation, step: skipsAction ? 'over' : 'action', skipsAction },
  };
  const noted = withNote(next, `${ship.name}: ${difficulty} maneuver, ${isPartial ? 'partially' : 'fully'} executed`);
  // The stress of a red maneuver (MAN-03) is a gain like others: a replacement effect may ask about it.
  const stressed = difficulty === 'red' ? gain(noted, ship.id, 'stress', 1) : noted;
  return triggered(stressed, { window: 'after executing', ship: ship.id }, false);
}

/** What a dial shows that is turned over: the maneuver that was entered, else the one that people read on it. */
function shownCode(ship: GameShip, code: string | undefined): string | Refusal {
  const { name, set } = ship;
  if (set && (code === undefined || code === set.code)) return set.code;
  if (set) return refuse('MAN-27', `${name}: got ${code}, ${set.code} is set on its dial.`, 'Reveal what is set.');
  if (code === undefined) return refuse('unknown', `What the dial of ${name} shows is not known.`, 'Say what it shows.');
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
  return refuse('MAN-01', `${code} is not on the dial of ${name}.`, `It has ${dial.join(', ')}.`);
}

function redRefusal(ship: GameShip, { difficulty }: Maneuver): Refusal | undefined {
  if (difficulty !== 'red' || !isStressed(ship.tokens)) return undefined;
  return refuse(
    'MAN-05',
    `${ship.name} is stressed and cannot set or execute a red maneuver.`,
    'Choose a white or blue one; on its way, name another maneuver or make it easier, as an ability or a judge says.',
  );
}

function parsed(code: string): Maneuver | Refusal {
  try {
    return parseManeuver(code);
  } catch (error) {
    return refuse('MAN-01', (error as Error).message, 'Write speed, bearing and difficulty.');
  }
}

function unknown(id: string): Refusal {
  return refuse('unknown', `${id} is not in the match.`, 'Name a ship that is in play.');
}

function outOfStep(message: string): Refusal {
  return refuse('out-of-turn', message, 'Follow the steps of the activation.');
}
