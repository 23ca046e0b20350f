import { type Phrase, phrase, type Value } from '../../texts/rules-texts.js';
import { LINKED_ACTION } from './action.js';
import type { Face } from './dice.js';
import type { DiceChange, GameEvent } from './event.js';
import type { GameState } from './game-state.js';
import { nameOf } from './lookup.js';
import { answerWord } from './question.js';
import { weaponTitle } from './weapon.js';

type Words = {
  readonly [K in GameEvent['kind']]: (
    event: Extract<GameEvent, { readonly kind: K }>,
    name: (id: string) => string,
    state: GameState,
  ) => Phrase;
};

const signed = (by: number) => (by > 0 ? `+${by}` : String(by));

const WORDS: Words = {
  begin: ({ ships, firstPlayer }) => phrase('match-begins-ships-player', ships.length, firstPlayer),
  table: () => phrase('table-changed'),
  'which table': ({ counts }) => (counts === 'now' ? phrase('table-now-counts') : phrase('table-counts')),
  decide: ({ question, answer, by }) => phrase('decides', by || phrase('a-judge'), phrase(question.about), answerWord(answer)),
  'describe ship': ({ ship }) => phrase('described-again', ship.name),
  'add ability': ({ ability }, name) => phrase('has-ability', name(ability.ship), ability.name),
  'remove ability': ({ ability }) => phrase('ability-struck-from-list', ability),
  'next phase': () => phrase('next-phase'),
  'set dial': ({ ship, code }, name) => phrase('sets', name(ship), code),
  activate: ({ ship }, name) => phrase('activates', name(ship)),
  ailerons: ({ code }) => phrase('adaptive-ailerons-2', code),
  reveal: ({ code }) => (code === undefined ? phrase('dial-revealed') : phrase('the-dial-shows', code)),
  'change difficulty': ({ by, reason }) => phrase(by > 0 ? 'difficulty-up' : 'difficulty-down', reason),
  'replace maneuver': ({ code, reason }) => phrase('instead-2', code, reason),
  execute: ({ align }) => (align ? phrase('maneuver-executed-placed', phrase(align)) : phrase('maneuver-executed')),
  act: ({ ship, action, isRed, isPurple, target, grantedBy }, name) => {
    const colored = isRed ? phrase('red-action', phrase(action)) : isPurple ? phrase('purple-action', phrase(action)) : phrase(action);
    const whole = target === undefined ? colored : phrase('action-on', colored, name(target));
    if (grantedBy === undefined) return phrase('acts', name(ship), whole);
    return phrase('acts-granted', name(ship), whole, grantedBy === LINKED_ACTION ? phrase('linked-action') : grantedBy);
  },
  'end activation': () => phrase('activation-ends'),
  engage: ({ ship }, name) => phrase('engages', name(ship)),
  'end engaging': () => phrase('engagement-ship-ends'),
  attack: ({ attacker, isBonus }, name) => phrase(isBonus ? 'begins-bonus-attack' : 'begins-attack', name(attacker)),
  'choose weapon': ({ weapon }, _, { ships }) => phrase('weapon', weaponName(ships, weapon)),
  'declare defender': ({ defender, range0By }, name) =>
    range0By ? phrase('defender-at-range-0', name(defender), range0By) : phrase('defender-is', name(defender)),
  'pay costs': () => phrase('costs-paid'),
  'no attack': () => phrase('no-attack'),
  'adjust dice': ({ dice, by, reason }) => phrase(`${dice}-dice-changed`, signed(by), reason),
  roll: ({ faces, tooFewDice }) =>
    phrase(tooFewDice ? 'roll-is-part' : 'roll-is', faces.length > 0 ? facesWords(faces) : phrase('no-dice')),
  modify: ({ by, change }) => phrase('side-modifies', phrase(by), changeWords(change)),
  done: (_, __, { attacks }) => (attacks.length > 0 ? phrase('done-next', phrase(attacks.at(-1)!.step)) : phrase('done')),
  neutralize: () => phrase('results-neutralized'),
  'deal damage': () => phrase('damage-dealt'),
  trigger: ({ window }) => phrase('triggered', phrase(window)),
  order: () => phrase('queue-ordered'),
  resolve: ({ target }, name) => (target ? phrase('front-resolved-on', name(target)) : phrase('front-resolved')),
  skip: () => phrase('front-queue-not-used'),
  replace: ({ isUsed, target }, name) => {
    if (!isUsed) return phrase('replacement-effect-not-used');
    return target ? phrase('replacement-used-on', name(target)) : phrase('replacement-used');
  },
  tokens: ({ ship, token, by, reason }, name) => phrase('tokens-changed', name(ship), signed(by), phrase(token), reason),
  lock: ({ ship, target, isHeld, reason }, name) => phrase(isHeld ? 'has-lock' : 'loses-lock', name(ship), name(target), reason),
  charges: ({ ship, weapon, by, reason }, name, { ships }) =>
    phrase('charges-of', name(ship), signed(by), weaponName(ships, weapon), reason),
  'count tokens': ({ ship, token, count }, name) => phrase('has-beside', name(ship), count, phrase(token)),
  'point turret': ({ ship, turret }, name) => phrase('turret-points', name(ship), phrase(turret)),
  suffer: ({ ship, damage, count, reason }, name) => phrase('suffers', name(ship), count, phrase(damage), reason),
  'first player': ({ player }) => phrase('player-is-first', player),
  flee: ({ ship }, name) => phrase('flees', name(ship)),
  'stands right': ({ ship, reason }, name) => phrase('stands-right', name(ship), reason),
};

function weaponName(ships: GameState['ships'], weapon: string): Value {
  return weaponTitle(ships.flatMap(({ weapons }) => weapons).find(({ id }) => id === weapon)?.name ?? weapon);
}

const facesWords = (faces: readonly Face[]) => phrase('list', ...faces.map((face) => phrase(face)));

function changeWords(change: DiceChange): Phrase {
  switch (change.with) {
    case 'ability':
      if (change.does === 'set') return phrase('die-to', change.name, change.die + 1, phrase(change.face));
      return change.does === 'add'
        ? phrase('adds', change.name, phrase(change.face))
        : phrase('rerolls-to', change.name, facesWords(change.faces));
    case 'lock':
      return phrase('lock-rerolls', facesWords(change.faces));
    default:
      return phrase(change.with);
  }
}

/** An event in words, for a list or a log; ships by their names. */
export function eventWords(event: GameEvent, state: GameState): Phrase {
  const name = (id: string) => nameOf(state, id);
  const words = WORDS[event.kind] as (event: GameEvent, name: (id: string) => string, state: GameState) => Phrase;
  return words(event, name, state);
}
