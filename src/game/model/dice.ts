/** Faces of the two kinds of dice, eight sides each. */
export const ATTACK_FACES = ['hit', 'hit', 'hit', 'crit', 'focus', 'focus', 'blank', 'blank'] as const;
export const DEFENSE_FACES = ['evade', 'evade', 'evade', 'focus', 'focus', 'blank', 'blank', 'blank'] as const;

export type AttackFace = (typeof ATTACK_FACES)[number];
export type DefenseFace = (typeof DEFENSE_FACES)[number];
export type Face = AttackFace | DefenseFace;
export type DiceKind = 'attack' | 'defense';

/** A die on the table. */
export interface Die {
  readonly face: Face;
  /** It was rerolled in this attack, and will not be again (ATK-10, ATK-13). */
  readonly isRerolled: boolean;
}

/** State of the generator: four whole numbers of 32 bits, not all 0. */
export type DiceSeed = readonly [number, number, number, number];

/** Whether a face belongs to a kind of dice. */
export function isFaceOf(kind: DiceKind, face: Face): boolean {
  return (kind === 'attack' ? (ATTACK_FACES as readonly Face[]) : (DEFENSE_FACES as readonly Face[])).includes(face);
}

/** A seed from one whole number, for tests and for matches that should be repeatable (splitmix32 spreads it over the state). */
export function seedFrom(number: number): DiceSeed {
  let state = number >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let t = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    t = Math.imul(t ^ (t >>> 15), 0x735a2d97);
    return (t ^ (t >>> 15)) >>> 0;
  };
  return [next(), next(), next(), next() || 1];
}

/**
 * Rolls fair dice: a pure function of the seed, which goes on with every die (xoshiro128**, Blackman and Vigna 2018). The upper three
 * bits of a number choose among eight sides, each equally likely, so nothing is rounded away.
 */
export function roll(seed: DiceSeed, kind: DiceKind, count: number): { readonly faces: readonly Face[]; readonly seed: DiceSeed } {
  const sides = kind === 'attack' ? ATTACK_FACES : DEFENSE_FACES;
  const faces: Face[] = [];
  let [a, b, c, d] = seed;
  for (let i = 0; i < count; i++) {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    faces.push(sides[result >>> 29]!);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
  }
  return { faces, seed: [a >>> 0, b >>> 0, c >>> 0, d >>> 0] };
}

function rotated(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

/** Number of dice that show a face. */
export function countOf(dice: readonly Die[], face: Face): number {
  return dice.filter((die) => die.face === face).length;
}
