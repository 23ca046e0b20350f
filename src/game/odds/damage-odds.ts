import { ATTACK_FACES, DEFENSE_FACES, type DiceKind, type Die, type Face } from '../model/dice.js';
import { neutralized } from '../steps/attack-end.js';

/** How one side stands: dice that show something already, dice still to roll, and what it may spend on them. */
export interface DiceSide {
  readonly rolled: readonly Die[];
  readonly toRoll: number;
  /** Turns all focus results. */
  readonly focus: boolean;
  /** Focus results that calculate tokens and force charges turn, one each. */
  readonly single: number;
  /** Dice that may be rerolled; a lock rerolls any number (Infinity). */
  readonly rerolls: number;
  /** Of the defense: evade tokens, each turns one die. */
  readonly evades: number;
}

/** What an attack will do, exactly. */
export interface DamageOdds {
  /** Probability of each total of damage, from 0; sums to 1. */
  readonly byDamage: readonly number[];
  /** Probability that the attack hits. */
  readonly hits: number;
  readonly expectedDamage: number;
  readonly expectedCrits: number;
}

/**
 * The exact distribution of damage by enumerating all results. Played as people do: blanks are rerolled, and focus results that nothing
 * turns; then tokens turn what they can. A die is rerolled once.
 */
export function damageOdds(attack: DiceSide, defense: DiceSide): DamageOdds {
  const byDamage: number[] = [];
  let expectedCrits = 0;
  const evading = outcomes('defense', defense);
  for (const { good: hits, crits, probability } of outcomes('attack', attack)) {
    for (const { good: evades, probability: of } of evading) {
      const left = neutralized(hits, crits, evades);
      const total = left.hits + left.crits;
      byDamage[total] = (byDamage[total] ?? 0) + probability * of;
      expectedCrits += left.crits * probability * of;
    }
  }
  const filled = Array.from(byDamage, (probability) => probability ?? 0);
  return {
    byDamage: filled,
    hits: 1 - (filled[0] ?? 0),
    expectedDamage: filled.reduce((sum, p, damage) => sum + p * damage, 0),
    expectedCrits,
  };
}

interface Outcome {
  /** Hits, or evades. */
  readonly good: number;
  readonly crits: number;
  readonly probability: number;
}

/** What dice show, counted; stale dice were rerolled and stay. */
interface Counts {
  readonly good: number;
  readonly crits: number;
  readonly focus: number;
  readonly blank: number;
  readonly staleFocus: number;
  readonly staleBlank: number;
}

const NONE: Counts = { good: 0, crits: 0, focus: 0, blank: 0, staleFocus: 0, staleBlank: 0 };

function outcomes(kind: DiceKind, side: DiceSide): readonly Outcome[] {
  const merged = new Map<string, Outcome>();
  const start = side.rolled.reduce((counts, die) => withDie(counts, die.face, die.isRerolled), NONE);
  for (const [rolled, probability] of rolls(kind, side.toRoll, start, false)) {
    for (const [shown, of] of rerolled(kind, rolled, side)) {
      const { good, crits } = turned(shown, side);
      const key = `${good} ${crits}`;
      merged.set(key, { good, crits, probability: (merged.get(key)?.probability ?? 0) + probability * of });
    }
  }
  return [...merged.values()];
}

/** All results of rolling `count` dice on top of `start`, each with its probability. */
function rolls(kind: DiceKind, count: number, start: Counts, isStale: boolean): readonly (readonly [Counts, number])[] {
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

function rerolled(kind: DiceKind, shown: Counts, side: DiceSide): readonly (readonly [Counts, number])[] {
  const blanks = Math.min(shown.blank, side.rerolls);
  const turnable = side.focus ? Infinity : Math.max(0, side.single - shown.staleFocus);
  const focuses = Math.min(Math.max(0, shown.focus - turnable), side.rerolls - blanks);
  const kept = { ...shown, blank: shown.blank - blanks, focus: shown.focus - focuses };
  return rolls(kind, blanks + focuses, kept, true);
}

function turned(
  { good, crits, focus, blank, staleFocus, staleBlank }: Counts,
  side: DiceSide,
): { readonly good: number; readonly crits: number } {
  const allFocus = focus + staleFocus;
  const byToken = side.focus ? allFocus : Math.min(allFocus, side.single);
  const rest = allFocus - byToken + blank + staleBlank;
  return { good: good + byToken + Math.min(rest, side.evades), crits };
}
