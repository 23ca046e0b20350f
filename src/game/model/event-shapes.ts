import { ARC_NAMES } from '../../pieces/arc-names.js';
import { WINDOWS } from './ability.js';
import { ACTION_COLORS, ACTIONS } from './action.js';
import { ATTACK_FACES, DEFENSE_FACES } from './dice.js';
import type { GameEvent } from './event.js';
import { TOKEN_KINDS } from './tokens.js';

/**
 * What fields an event has in a file. A list: one of these words or numbers; `text`, `whole` (number), `flag`; `many` of a shape; `fields`,
 * each with its shape, of which those with a question mark may be missing; `choice`: shapes told apart by the field `by`; `any`: read elsewhere.
 */
export type Shape =
  | { readonly oneOf: readonly (string | number | boolean)[] }
  | { readonly many: Shape }
  | { readonly map: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly by: string; readonly choice: Readonly<Record<string, Fields | Chosen>> }
  | 'text'
  | 'whole'
  | 'flag'
  | 'answer'
  | 'any';
export type Fields = Readonly<Record<string, Shape>>;
/** A choice within a choice, told apart by one more field. */
export interface Chosen {
  readonly within: Extract<Shape, { readonly by: string }>;
}

const ALIGN: Shape = { oneOf: ['left', 'middle', 'right'] };
const PLAYER: Shape = { oneOf: [1, 2] };
const SIDES: Shape = { oneOf: ['front', 'rear', 'left', 'right'] };
const ARC: Shape = { oneOf: ARC_NAMES };
const TOKEN: Shape = { oneOf: TOKEN_KINDS };
const ACTION: Shape = { oneOf: ACTIONS };
const BAR_ACTION = { action: ACTION, color: { oneOf: ACTION_COLORS } } as const;
const WINDOW: Shape = { oneOf: WINDOWS };
const WHO: Shape = { oneOf: ['self', 'target'] };
const DAMAGE: Shape = { oneOf: ['hit', 'crit'] };
const FACE: Shape = { oneOf: [...new Set([...ATTACK_FACES, ...DEFENSE_FACES])] };
const SOURCE: Shape = { oneOf: ['generator', 'table'] };
const WHOLES: Shape = { many: 'whole' };

const WEAPON: Shape = {
  fields: {
    id: 'text',
    name: 'text',
    kind: { oneOf: ['primary', 'special'] },
    arc: { oneOf: [...ARC_NAMES, 'single turret', 'double turret'] },
    value: 'whole',
    minRange: 'whole',
    maxRange: 'whole',
    isOrdnance: 'flag',
    costs: { fields: { 'charges?': 'whole', 'lock?': 'flag', 'tokens?': { many: TOKEN } } },
    needs: { many: { oneOf: ['lock', 'focus', 'calculate'] } },
  },
};

const SHIP: Shape = {
  fields: {
    id: 'text',
    owner: PLAYER,
    name: 'text',
    initiative: 'whole',
    'xws?': 'text',
    agility: 'whole',
    hull: 'whole',
    shields: 'whole',
    'dial?': { many: 'text' },
    weapons: { many: WEAPON },
    'actions?': { many: { fields: { ...BAR_ACTION, 'linked?': { fields: BAR_ACTION } } } },
    'turret?': SIDES,
    'charges?': { map: 'whole' },
    'tokens?': { map: 'whole' },
  },
};

/** 4: beyond range 3. */
const RANGES: Shape = { many: { oneOf: [0, 1, 2, 3, 4] } };
const TOKENS_EFFECT = { who: WHO, token: TOKEN, count: 'whole' } as const;

const EFFECT: Shape = {
  by: 'does',
  choice: {
    gain: TOKENS_EFFECT,
    remove: TOKENS_EFFECT,
    'remove green': { who: WHO },
    transfer: { token: TOKEN, count: 'whole' },
    'transfer gained': { count: 'whole' },
    act: { who: WHO, action: ACTION, isRed: 'flag' },
    suffer: { who: WHO, damage: DAMAGE, count: 'whole' },
    'by hand': { text: 'text' },
  },
};

const ABILITY_BASE = {
  id: 'text',
  name: 'text',
  ship: 'text',
  isOptional: 'flag',
  'target?': {
    fields: {
      whose: { oneOf: ['friendly', 'enemy', 'any'] },
      ranges: RANGES,
      'isAttackRange?': 'flag',
      'isEach?': 'flag',
      'ownerInArc?': ARC,
      'inOwnersArc?': ARC,
    },
  },
  effects: { many: EFFECT },
} as const;

/** An ability, as it stands in a log and as the page keeps it. */
export const ABILITY_SHAPE: Shape = {
  by: 'kind',
  choice: {
    ability: {
      ...ABILITY_BASE,
      window: WINDOW,
      'of?': { oneOf: ['self', 'friendly', 'enemy'] },
      'actions?': { many: ACTION },
      'attackRanges?': RANGES,
      'grantsBonusAttack?': 'flag',
    },
    replacement: { ...ABILITY_BASE, tokens: { many: TOKEN } },
  },
};

const PAIR = { from: 'text', to: 'text' } as const;
const QUESTION: Shape = {
  by: 'about',
  choice: {
    touching: PAIR,
    range: PAIR,
    arc: { ...PAIR, arc: ARC },
    'attack range': { ...PAIR, arc: ARC },
    obstructed: { ...PAIR, arc: ARC },
    'full execution': { from: 'text', code: 'text', 'align?': ALIGN },
    'over obstacle': { ...PAIR, code: 'text', 'align?': ALIGN },
  },
};

const REROLL = { dice: WHOLES, faces: { many: FACE }, source: SOURCE } as const;
const CHANGE: Shape = {
  by: 'with',
  choice: {
    focus: {},
    calculate: { die: 'whole' },
    force: { dice: WHOLES },
    evade: { die: 'whole' },
    lock: REROLL,
    ability: {
      within: {
        by: 'does',
        choice: { set: { name: 'text', die: 'whole', face: FACE }, add: { name: 'text', face: FACE }, reroll: { name: 'text', ...REROLL } },
      },
    },
  },
};

/** The fields of every kind of event. */
export const EVENT_SHAPES: { readonly [K in GameEvent['kind']]: Readonly<Record<string, Shape>> } = {
  begin: {
    table: 'any',
    ships: { many: SHIP },
    abilities: { many: ABILITY_SHAPE },
    firstPlayer: PLAYER,
    seed: WHOLES,
    options: { fields: { 'blueRemoves?': { oneOf: ['stress and strain', 'stress only'] } } },
    'startsIn?': { oneOf: ['engagement'] },
  },
  table: { table: 'any' },
  'which table': { counts: { oneOf: ['before', 'now'] } },
  decide: { question: QUESTION, answer: 'answer', 'by?': 'text' },
  'describe ship': { ship: SHIP },
  'add ability': { ability: ABILITY_SHAPE },
  'remove ability': { ability: 'text' },
  'next phase': {},
  'set dial': { ship: 'text', code: 'text' },
  activate: { ship: 'text' },
  ailerons: { code: 'text' },
  reveal: {},
  'change difficulty': { by: { oneOf: [1, -1] }, reason: 'text' },
  'replace maneuver': { code: 'text', reason: 'text' },
  execute: { 'align?': ALIGN, 'seen?': 'any' },
  act: { ship: 'text', action: ACTION, 'isRed?': 'flag', 'target?': 'text', 'grantedBy?': 'text' },
  'end activation': {},
  engage: { ship: 'text' },
  'end engaging': {},
  attack: { attacker: 'text', 'isBonus?': 'flag' },
  'choose weapon': { weapon: 'text' },
  'declare defender': { defender: 'text', 'range0By?': 'text' },
  'pay costs': {},
  'no attack': {},
  'adjust dice': { dice: { oneOf: ['attack', 'defense'] }, by: 'whole', reason: 'text' },
  roll: { faces: { many: FACE }, source: SOURCE, 'tooFewDice?': 'flag' },
  modify: { by: { oneOf: ['attacker', 'defender'] }, change: CHANGE },
  done: {},
  neutralize: {},
  'deal damage': {},
  trigger: { window: WINDOW, 'ship?': 'text' },
  order: { keys: WHOLES },
  resolve: { key: 'whole', 'target?': 'text' },
  skip: { key: 'whole' },
  replace: { isUsed: 'flag', 'target?': 'text' },
  tokens: { ship: 'text', token: TOKEN, by: 'whole', reason: 'text' },
  lock: { ship: 'text', target: 'text', isHeld: 'flag', reason: 'text' },
  charges: { ship: 'text', weapon: 'text', by: 'whole', reason: 'text' },
  'count tokens': { ship: 'text', token: TOKEN, count: 'whole' },
  'point turret': { ship: 'text', turret: SIDES },
  suffer: { ship: 'text', damage: DAMAGE, count: 'whole', reason: 'text' },
};
