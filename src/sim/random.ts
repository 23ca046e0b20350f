/** A seeded stream of random numbers: same seed, same stream, on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  range(min: number, max: number): number;
  /** Whole number, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Normal, mean 0. */
  normal(sigma: number): number;
  /** A seed for something that draws its own stream, so that changing one thing does not shuffle all others. */
  seed(): number;
}

/** The small fast counter generator (sfc32), seeded through a string hash so that neighbouring seeds do not resemble each other. */
export function createRandom(seed: number | string): Random {
  let [a, b, c, d] = hash(String(seed));
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();
  return {
    next,
    range: (min, max) => min + (max - min) * next(),
    int: (min, max) => min + Math.floor((max - min + 1) * next()),
    chance: (probability) => next() < probability,
    pick: (list) => pickFrom(list, next()),
    normal: (sigma) => sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    seed: () => Math.floor(next() * 4294967296),
  };
}

/** One row of a list, drawn in proportion to its weight. */
export function pickWeighted<T extends { readonly weight: number }>(random: Random, list: readonly T[]): T {
  const total = list.reduce((sum, row) => sum + row.weight, 0);
  let rest = random.next() * total;
  for (const row of list) {
    rest -= row.weight;
    if (rest < 0) return row;
  }
  return list[list.length - 1]!;
}

function pickFrom<T>(list: readonly T[], at: number): T {
  if (list.length === 0) throw new Error('Got an empty list to pick from, expected at least one entry.');
  return list[Math.floor(at * list.length)]!;
}

function hash(text: string): [number, number, number, number] {
  let h1 = 1779033703;
  let h2 = 3144134277;
  let h3 = 1013904242;
  let h4 = 2773480762;
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    h1 = h2 ^ Math.imul(h1 ^ k, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ k, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ k, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ k, 2716044179);
  }
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}
