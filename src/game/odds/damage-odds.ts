import { neutralized } from '../steps/attack-end.js';
import { bestPlay, type DiceSide, type Expected } from './best-play.js';

/** Exact distribution of the damage of an attack. */
export interface DamageOdds {
  /** Probability of each total of damage, from 0; sums to 1. */
  readonly byDamage: readonly number[];
  /** Probability that the attack hits. */
  readonly hits: number;
  readonly expectedDamage: number;
  readonly expectedCrits: number;
}

/**
 * The exact distribution of damage when both sides play their dice and tokens as well as possible: of all ways to reroll and to spend, the
 * attacker takes the one with the most damage to expect, knowing how the defender will answer, and the defender the one with the least,
 * knowing the attack dice; of equal ones that with the more (fewer) crits. All results and all decisions are enumerated. A die is rerolled
 * once.
 */
export function damageOdds(attack: DiceSide, defense: DiceSide): DamageOdds {
  const replies: Expected[][] = [];
  const reply = (hits: number, crits: number): Expected => {
    replies[hits] ??= [];
    const row = replies[hits];
    row[crits] ??= bestPlay('defense', defense, (evades) => dealt(hits, crits, evades));
    return row[crits];
  };
  const { byDamage, damage, crits } = bestPlay('attack', attack, reply);
  return { byDamage, hits: 1 - (byDamage[0] ?? 0), expectedDamage: damage, expectedCrits: crits };
}

function dealt(hits: number, crits: number, evades: number): Expected {
  const left = neutralized(hits, crits, evades);
  const damage = left.hits + left.crits;
  return { byDamage: [...Array<number>(damage).fill(0), 1], damage, crits: left.crits };
}
