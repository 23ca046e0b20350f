import { ATTACK_FACES, DEFENSE_FACES, type DiceKind, type Die, type Face } from '../model/dice.js';

/** State of one side: dice that show something already, dice still to roll, and what it may spend on them. */
export interface DiceSide {
  readonly rolled: readonly Die[];
  readonly toRoll: number;
  /** Turns all focus results. */
  readonly focus: boolean;
  /** Focus results that calculate tokens and force charges turn, one each. */
  readonly single: number;
  /** Dice that may be rerolled, all at once; a lock rerolls any number (Infinity). */
  readonly rerolls: number;
  /** Of the defense: evade tokens, each turns one die. */
  readonly evades: number;
}

/** Expectation: probability of each damage, its mean, and the mean number of crits. */
export interface Expected {
  readonly byDamage: readonly number[];
  readonly damage: number;
  readonly crits: number;
}

/** Difference below which expectations are the same but for rounding. */
const SAME = 1e-12;

/** Faces that dice show, counted; stale dice were rerolled and stay. */
interface Counts {
  readonly good: number;
  readonly crits: number;
  readonly focus: number;
  readonly blank: number;
  readonly staleFocus: number;
  readonly staleBlank: number;
}

const NONE: Counts = { good: 0, crits: 0, focus: 0, blank: 0, staleFocus: 0, staleBlank: 0 };

/** All results of some dice, each with its probability. */
type Rolls = readonly (readonly [Counts, number])[];

/**
 * Expectation when one side plays as well as possible, for the most damage (attack) or the least (defense). `outcome` gives the expectation
 * for its good results (hits, evades) and crits. For every roll every choice of focus and blank results to reroll is tried; dice that show
 * a good result are kept, and tokens turn what they can after the reroll: a die never ends better, and a token spent before it would only
 * know less.
 */
export function bestPlay(kind: DiceKind, side: DiceSide, outcome: (good: number, crits: number) => Expected): Expected {
  const start = side.rolled.reduce((counts, die) => withDie(counts, die.face, die.isRerolled), NONE);
  const again: Rolls[] = [];
  const byDamage: number[] = [];
  let damage = 0;
  let crits = 0;
  for (const [shown, probability] of rolls(kind, side.toRoll, start, false)) {
    let best: { readonly kept: Counts; readonly dice: Rolls; readonly damage: number; readonly crits: number } | undefined;
    for (const [kept, count] of choices(shown, side)) {
      again[count] ??= rolls(kind, count, NONE, true);
      const dice = again[count];
      const found = { kept, dice, ...meanOf(kept, dice, side, outcome) };
      if (!best || isBetter(found, best, kind === 'attack' ? 1 : -1)) best = found;
    }
    for (const [more, share] of best!.dice) {
      outcome(goodOf(best!.kept, more, side), best!.kept.crits + more.crits).byDamage.forEach((part, total) => {
        byDamage[total] = (byDamage[total] ?? 0) + probability * share * part;
      });
    }
    damage += probability * best!.damage;
    crits += probability * best!.crits;
  }
  return { byDamage: Array.from(byDamage, (part) => part ?? 0), damage, crits };
}

/** Every choice of dice to reroll: what is kept, and how many are rerolled. */
function choices(shown: Counts, { rerolls }: DiceSide): readonly (readonly [Counts, number])[] {
  const found: (readonly [Counts, number])[] = [];
  for (let focus = 0; focus <= Math.min(shown.focus, rerolls); focus++) {
    for (let blank = 0; blank <= Math.min(shown.blank, rerolls - focus); blank++)
      found.push([{ ...shown, focus: shown.focus - focus, blank: shown.blank - blank }, focus + blank]);
  }
  return found;
}

function meanOf(kept: Counts, dice: Rolls, side: DiceSide, outcome: (good: number, crits: number) => Expected) {
  let damage = 0;
  let crits = 0;
  for (const [more, share] of dice) {
    const expected = outcome(goodOf(kept, more, side), kept.crits + more.crits);
    damage += share * expected.damage;
    crits += share * expected.crits;
  }
  return { damage, crits };
}

type Mean = Pick<Expected, 'damage' | 'crits'>;

function isBetter(one: Mean, than: Mean, sign: 1 | -1): boolean {
  const more = sign * (one.damage - than.damage);
  return more > SAME || (more > -SAME && sign * (one.crits - than.crits) > SAME);
}

/** Good results of the dice that were kept and those that were rerolled, once tokens have turned what they can. */
function goodOf(kept: Counts, more: Counts, side: DiceSide): number {
  const focus = kept.focus + kept.staleFocus + more.staleFocus;
  const blank = kept.blank + kept.staleBlank + more.staleBlank;
  const byToken = side.focus ? focus : Math.min(focus, side.single);
  return kept.good + more.good + byToken + Math.min(focus - byToken + blank, side.evades);
}

/** All results of rolling `count` dice on top of `start`, each with its probability. */
function rolls(kind: DiceKind, count: number, start: Counts, isStale: boolean): Rolls {
  const sides = kind === 'attack' ? ATTACK_FACES : DEFENSE_FACES;
  let all = new Map<string, readonly [Counts, number]>([['', [start, 1]]]);
  for (let i = 0; i < count; i++) {
    const next = new Map<string, readonly [Counts, number]>();
    for (const [counts, probability] of all.values()) {
      for (const face of sides) {
        const more = withDie(counts, face, isStale);
        const key = Object.values(more).join();
        next.set(key, [more, (next.get(key)?.[1] ?? 0) + probability / sides.length]);
      }
    }
    all = next;
  }
  return [...all.values()];
}

function withDie(counts: Counts, face: Face, isStale: boolean): Counts {
  switch (face) {
    case 'hit':
    case 'evade':
      return { ...counts, good: counts.good + 1 };
    case 'crit':
      return { ...counts, crits: counts.crits + 1 };
    case 'focus':
      return isStale ? { ...counts, staleFocus: counts.staleFocus + 1 } : { ...counts, focus: counts.focus + 1 };
    case 'blank':
      return isStale ? { ...counts, staleBlank: counts.staleBlank + 1 } : { ...counts, blank: counts.blank + 1 };
  }
}
