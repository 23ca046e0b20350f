import * as v from 'valibot';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import { fields, flag, list, nested, oneOf, record, variant, whole, word } from '../../table/documents/validate.js';
import { WINDOWS } from './ability.js';
import { ACTION_COLORS, ACTIONS } from './action.js';
import { ATTACK_FACES, DEFENSE_FACES } from './dice.js';
import type { GameEvent } from './event.js';
import { TOKEN_KINDS } from './tokens.js';
import { POINTINGS } from './weapon.js';

/** Whole numbers go up to here; all that are meant are far smaller. */
const LARGEST = 2 ** 32;

/** No ability and nobody's hand gives, takes or deals more at once. */
const MAX_AT_ONCE = 99;

const TEXT = word(2000);
const WHOLE = whole({ min: -LARGEST, max: LARGEST });
/** An effect does something at least once: to remove −1 would be to give. */
const COUNT = whole({ min: 1, max: MAX_AT_ONCE });
const FLAG = flag();
/** Schema of a table, which the event's reader checks separately. */
const ANY = v.optional(v.unknown());
const many = <T extends v.GenericSchema>(item: T) => list(item, 10_000);

const ALIGN = oneOf(['left', 'middle', 'right']);
const PLAYER = oneOf([1, 2]);
const SIDES = oneOf(POINTINGS);
const ARC = oneOf(ARC_NAMES);
export const TOKEN_KIND_SCHEMA = oneOf(TOKEN_KINDS);
export const ACTION_SCHEMA = oneOf(ACTIONS);
const BAR_ACTION = { action: ACTION_SCHEMA, color: oneOf(ACTION_COLORS) } as const;
export const WINDOW_SCHEMA = oneOf(WINDOWS);
const WHO = oneOf(['self', 'target']);
const DAMAGE = oneOf(['hit', 'crit']);
export const FACE_SCHEMA = oneOf([...new Set([...ATTACK_FACES, ...DEFENSE_FACES])]);
const SOURCE = oneOf(['generator', 'table']);
const WHOLES = many(WHOLE);
/** 32 bits: the generator would take 2³² for 0, and of a seed of nothing but 0 every die shows a hit. */
const SEED = many(whole({ min: 0, max: 2 ** 32 - 1 }));

const WEAPON = fields({
  id: TEXT,
  name: TEXT,
  kind: oneOf(['primary', 'special']),
  arc: oneOf([...ARC_NAMES, 'single turret', 'double turret']),
  value: WHOLE,
  minRange: WHOLE,
  maxRange: WHOLE,
  isOrdnance: FLAG,
  costs: fields({ charges: v.optional(WHOLE), lock: v.optional(FLAG), tokens: v.optional(many(TOKEN_KIND_SCHEMA)) }),
  needs: many(oneOf(['lock', 'focus', 'calculate'])),
});

export const SHIP_SCHEMA = fields({
  id: TEXT,
  owner: PLAYER,
  name: TEXT,
  initiative: WHOLE,
  xws: v.optional(TEXT),
  points: v.optional(whole({ min: 0, max: 10_000 })),
  agility: WHOLE,
  hull: WHOLE,
  shields: WHOLE,
  dial: v.optional(many(TEXT)),
  weapons: many(WEAPON),
  actions: v.optional(many(fields({ ...BAR_ACTION, linked: v.optional(fields(BAR_ACTION)) }))),
  turret: v.optional(SIDES),
  charges: v.optional(record(WHOLE)),
  tokens: v.optional(record(WHOLE)),
});

/** 4: beyond range 3. */
const RANGES = many(oneOf([0, 1, 2, 3, 4]));
const TOKENS_EFFECT = { who: WHO, token: TOKEN_KIND_SCHEMA, count: COUNT } as const;

const EFFECT = variant('does', {
  gain: TOKENS_EFFECT,
  remove: TOKENS_EFFECT,
  'remove green': { who: WHO },
  transfer: { token: TOKEN_KIND_SCHEMA, count: COUNT },
  'transfer gained': { count: COUNT },
  act: { who: WHO, action: ACTION_SCHEMA, isRed: FLAG },
  suffer: { who: WHO, damage: DAMAGE, count: COUNT },
  'by hand': { text: TEXT },
});

const ABILITY_BASE = {
  id: TEXT,
  name: TEXT,
  ship: TEXT,
  isOptional: FLAG,
  target: v.optional(
    fields({
      whose: oneOf(['friendly', 'enemy', 'any']),
      ranges: RANGES,
      isAttackRange: v.optional(FLAG),
      isEach: v.optional(FLAG),
      ownerInArc: v.optional(ARC),
      inOwnersArc: v.optional(ARC),
    }),
  ),
  effects: many(EFFECT),
} as const;

/** An ability, as in a log and in the page's storage. */
export const ABILITY_SCHEMA = variant('kind', {
  ability: {
    ...ABILITY_BASE,
    window: WINDOW_SCHEMA,
    of: v.optional(oneOf(['self', 'friendly', 'enemy'])),
    actions: v.optional(many(ACTION_SCHEMA)),
    attackRanges: v.optional(RANGES),
    grantsBonusAttack: v.optional(FLAG),
  },
  replacement: { ...ABILITY_BASE, tokens: many(TOKEN_KIND_SCHEMA) },
});

const PAIR = { from: TEXT, to: TEXT } as const;
const QUESTION = variant('about', {
  touching: PAIR,
  range: PAIR,
  arc: { ...PAIR, arc: ARC },
  'attack range': { ...PAIR, arc: ARC },
  obstructed: { ...PAIR, arc: ARC },
  'full execution': { from: TEXT, code: TEXT, align: v.optional(ALIGN) },
  'over obstacle': { ...PAIR, code: TEXT, align: v.optional(ALIGN) },
});

const REROLL = { dice: WHOLES, faces: many(FACE_SCHEMA), source: SOURCE } as const;
const CHANGE = variant('with', {
  focus: {},
  calculate: { die: WHOLE },
  force: { dice: WHOLES },
  evade: { die: WHOLE },
  lock: REROLL,
  ability: nested('does', {
    set: { name: TEXT, die: WHOLE, face: FACE_SCHEMA },
    add: { name: TEXT, face: FACE_SCHEMA },
    reroll: { name: TEXT, ...REROLL },
  }),
});

/** The fields of every kind of event. */
const EVENT_FIELDS: { readonly [K in GameEvent['kind']]: v.ObjectEntries } = {
  begin: {
    table: ANY,
    ships: many(SHIP_SCHEMA),
    abilities: many(ABILITY_SCHEMA),
    firstPlayer: PLAYER,
    seed: SEED,
    options: fields({
      asksWhatHappened: v.optional(FLAG),
      keepsLocks: v.optional(FLAG),
      blueRemoves: v.optional(oneOf(['stress and strain', 'stress only'])),
    }),
    attacker: v.optional(TEXT),
    startsIn: v.optional(oneOf(['engagement'])),
  },
  table: { table: ANY },
  'which table': { counts: oneOf(['before', 'now']) },
  decide: {
    question: QUESTION,
    answer: v.union([FLAG, WHOLE], 'expected true, false or a whole number. Correct the answer.'),
    by: v.optional(TEXT),
  },
  'describe ship': { ship: SHIP_SCHEMA },
  'add ability': { ability: ABILITY_SCHEMA },
  'remove ability': { ability: TEXT },
  'next phase': {},
  'set dial': { ship: TEXT, code: TEXT },
  activate: { ship: TEXT },
  ailerons: { code: TEXT },
  reveal: { code: v.optional(TEXT) },
  'change difficulty': { by: oneOf([1, -1]), reason: TEXT },
  'replace maneuver': { code: TEXT, reason: TEXT },
  execute: { align: v.optional(ALIGN), seen: ANY },
  act: {
    ship: TEXT,
    action: ACTION_SCHEMA,
    isRed: v.optional(FLAG),
    isPurple: v.optional(FLAG),
    target: v.optional(TEXT),
    grantedBy: v.optional(TEXT),
  },
  'end activation': {},
  engage: { ship: TEXT },
  'end engaging': {},
  attack: { attacker: TEXT, isBonus: v.optional(FLAG) },
  'choose weapon': { weapon: TEXT },
  'declare defender': { defender: TEXT, range0By: v.optional(TEXT) },
  'pay costs': {},
  'no attack': {},
  'adjust dice': { dice: oneOf(['attack', 'defense']), by: WHOLE, reason: TEXT },
  roll: { faces: many(FACE_SCHEMA), source: SOURCE, tooFewDice: v.optional(FLAG) },
  modify: { by: oneOf(['attacker', 'defender']), change: CHANGE },
  done: {},
  neutralize: {},
  'deal damage': {},
  trigger: { window: WINDOW_SCHEMA, ship: v.optional(TEXT) },
  order: { keys: WHOLES },
  resolve: { key: WHOLE, target: v.optional(TEXT) },
  skip: { key: WHOLE },
  replace: { isUsed: FLAG, target: v.optional(TEXT) },
  tokens: { ship: TEXT, token: TOKEN_KIND_SCHEMA, by: whole({ min: -MAX_AT_ONCE, max: MAX_AT_ONCE }), reason: TEXT },
  lock: { ship: TEXT, target: TEXT, isHeld: FLAG, reason: TEXT },
  charges: { ship: TEXT, weapon: TEXT, by: WHOLE, reason: TEXT },
  'count tokens': { ship: TEXT, token: TOKEN_KIND_SCHEMA, count: WHOLE },
  'point turret': { ship: TEXT, turret: SIDES },
  suffer: { ship: TEXT, damage: DAMAGE, count: WHOLE, reason: TEXT },
  'stands right': { ship: TEXT, reason: TEXT },
  flee: { ship: TEXT },
  'first player': { player: PLAYER },
};

/** An event as in a log, except for its tables. */
export const EVENT_SCHEMA = variant('kind', EVENT_FIELDS);
