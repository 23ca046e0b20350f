/**
 * The exports of `hashmark/game` for other programs: `reduce` plays the rules one event after the other, `choices` says what can be done,
 * `english` prints what is refused and noted, `recorded` keeps a log, `matchFile` and `readMatch` write and read it
 * (docs/formats/match.schema.json). No clock, no chance, no page: dice, tables and people's words are in the events.
 * examples/play-a-round.mjs plays a round with it.
 */

export { english } from '../texts/english.js';
export { byItself } from './choices/by-itself.js';
export { type Choice, choices, refusalOf } from './choices.js';
export { knownEntry, primaryWeapon, SHIP_KINDS, type ShipKind, unknownEntry, withSpecialWeapon } from './facts/ship-facts.js';
export { consequenceOf } from './log/consequence.js';
export { type Entry, eventsThatCount, type History, NEW_HISTORY, present, recorded, replayed } from './log/history.js';
export { type MatchFile, matchFile, readMatch } from './log/match-file.js';
export { type Notice, notices } from './log/referee.js';
export { type Remark, remarks } from './log/remarks.js';
export { type MatchState, statesOfMatch } from './log/states-of-match.js';
export type { Ability, Effect, Target } from './model/ability.js';
export { type DiceSeed, type Face, roll, seedFrom } from './model/dice.js';
export type { EventOf, GameEvent, ShipEntry } from './model/event.js';
export { eventWords } from './model/event-words.js';
export type { Attack, GameShip, GameState } from './model/game-state.js';
export type { OpenQuestion, Question } from './model/question.js';
export { isRefusal, type Refusal } from './model/refusal.js';
export { RULE_IDS, type RuleId } from './model/rule-id.js';
export { RULES_VERSION } from './model/rules-version.js';
export type { Weapon } from './model/weapon.js';
export { attackOdds } from './odds/attack-odds.js';
export { type DamageOdds, damageOdds } from './odds/damage-odds.js';
export { reduce } from './reduce.js';
export { survey } from './table/measure-range.js';
