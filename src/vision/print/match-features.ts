import { type PrintFeatures, WORDS_EACH } from './print-features.js';

/** Features of two pictures that look alike. */
export interface FeatureMatches {
  /** Indices of the features of the one and of the other picture, pair by pair. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Ratio by which a descriptor's nearest neighbour must be nearer than any at another place. */
const RATIO = 0.85;
/** Distance, in units of their size, below which features show one place at two scales. */
const SAME_PLACE_SIZES = 1;

/**
 * For each of the first `most` features of `from` the one of `to` that it looks like, unless another place of that picture looks nearly as
 * similar.
 */
export function matchFeatures(from: PrintFeatures, to: PrintFeatures, most: number): FeatureMatches {
  const [fromIndices, toIndices]: [number[], number[]] = [[], []];
  const asked = Math.min(from.count, most);
  const offered = Math.min(to.count, most);
  for (let i = 0; i < asked; i++) {
    const [first, second] = twoNearest(from.words, i, to, offered);
    if (first.at < 0 || first.bits >= RATIO * second.bits) continue;
    fromIndices.push(i);
    toIndices.push(first.at);
  }
  return { from: Int32Array.from(fromIndices), to: Int32Array.from(toIndices) };
}

interface Neighbour {
  at: number;
  bits: number;
}
const FAR = 1e6;
const nearest: [Neighbour, Neighbour] = [
  { at: -1, bits: FAR },
  { at: -1, bits: FAR },
];

/** The nearest descriptor and the nearest one at another place. */
function twoNearest(words: Uint32Array, i: number, to: PrintFeatures, offered: number): [Neighbour, Neighbour] {
  const [first, second] = nearest;
  [first.at, first.bits, second.at, second.bits] = [-1, FAR, -1, FAR];
  const at = i * WORDS_EACH;
  for (let j = 0; j < offered; j++) {
    const bits = differingBits(words, at, to.words, j * WORDS_EACH, second.bits);
    if (bits >= second.bits) continue;
    if (bits >= first.bits) {
      if (!isSamePlace(to, first.at, j)) [second.at, second.bits] = [j, bits];
      continue;
    }
    if (first.at >= 0 && !isSamePlace(to, first.at, j)) [second.at, second.bits] = [first.at, first.bits];
    [first.at, first.bits] = [j, bits];
  }
  return nearest;
}

function isSamePlace({ u, v, sizePx }: PrintFeatures, i: number, j: number): boolean {
  const reachPx = SAME_PLACE_SIZES * Math.max(sizePx[i]!, sizePx[j]!);
  return Math.abs(u[i]! - u[j]!) < reachPx && Math.abs(v[i]! - v[j]!) < reachPx;
}

/** The number of bits in which two descriptors differ; if they differ in `enough` or more, some number no less than that. */
function differingBits(a: Uint32Array, atA: number, b: Uint32Array, atB: number, enough: number): number {
  let sum = 0;
  for (let w = 0; w < WORDS_EACH; w += 4) {
    const first = bitsOfFours(a[atA + w]! ^ b[atB + w]!) + bitsOfFours(a[atA + w + 1]! ^ b[atB + w + 1]!);
    const second = bitsOfFours(a[atA + w + 2]! ^ b[atB + w + 2]!) + bitsOfFours(a[atA + w + 3]! ^ b[atB + w + 3]!);
    const bytes = (first & 0x0f0f0f0f) + ((first >>> 4) & 0x0f0f0f0f) + (second & 0x0f0f0f0f) + ((second >>> 4) & 0x0f0f0f0f);
    sum += Math.imul(bytes, 0x01010101) >>> 24;
    if (sum >= enough) return sum;
  }
  return sum;
}

/** Number of set bits in each four of a word, in their place. */
function bitsOfFours(word: number): number {
  const ofTwos = word - ((word >>> 1) & 0x55555555);
  return (ofTwos & 0x33333333) + ((ofTwos >>> 2) & 0x33333333);
}

/** Limits, as a factor and in bits, of how much worse a match may look to equal the one that a registration rests on. */
const ALIKE = { times: 1.2, bits: 12 } as const;
/** Other matches are searched for from at most about this many features. */
const MAX_ASKED = 500;

/** Other places in `to` that look like features of `from` that are already matched: in a print that repeats there are several. */
export function otherMatches(from: PrintFeatures, to: PrintFeatures, matches: FeatureMatches, inliers: readonly number[]): FeatureMatches {
  const [fromIndices, toIndices]: [number[], number[]] = [[], []];
  const step = Math.max(1, Math.ceil(inliers.length / MAX_ASKED));
  for (let k = 0; k < inliers.length; k += step) {
    const [i, own] = [matches.from[inliers[k]!]!, matches.to[inliers[k]!]!];
    const bits = differingBits(from.words, i * WORDS_EACH, to.words, own * WORDS_EACH, FAR);
    const most = ALIKE.times * bits + ALIKE.bits;
    let [at, least] = [-1, most];
    for (let j = 0; j < to.count; j++) {
      const other = differingBits(from.words, i * WORDS_EACH, to.words, j * WORDS_EACH, least);
      if (other < least && !isNearby(to, own, j)) [at, least] = [j, other];
    }
    if (at < 0) continue;
    fromIndices.push(i);
    toIndices.push(at);
  }
  return { from: Int32Array.from(fromIndices), to: Int32Array.from(toIndices) };
}

function isNearby({ u, v, sizePx }: PrintFeatures, i: number, j: number): boolean {
  return Math.hypot(u[i]! - u[j]!, v[i]! - v[j]!) < 4 * Math.max(sizePx[i]!, sizePx[j]!);
}

/**
 * Number of bits below which a match that is searched for only near its expected place may differ: features of different places differ in
 * about 240 of 486.
 */
const GUIDED_BITS = 110;

/**
 * For each feature of `from` the one of `to` that looks most like it within `reachPx` of its expected place, if it looks like it at all.
 */
export function matchesNear(
  from: PrintFeatures,
  to: PrintFeatures,
  expected: (i: number) => { readonly u: number; readonly v: number },
  reachPx: number,
): FeatureMatches {
  const cells = new Map<number, number[]>();
  const keyOf = (column: number, row: number) => row * 65536 + column;
  for (let j = 0; j < to.count; j++) {
    const key = keyOf(Math.floor(to.u[j]! / reachPx), Math.floor(to.v[j]! / reachPx));
    const cell = cells.get(key);
    if (cell) cell.push(j);
    else cells.set(key, [j]);
  }
  const [fromIndices, toIndices]: [number[], number[]] = [[], []];
  for (let i = 0; i < from.count; i++) {
    const { u, v } = expected(i);
    const [column, row] = [Math.floor(u / reachPx), Math.floor(v / reachPx)];
    let [at, least] = [-1, GUIDED_BITS];
    for (let dr = -1; dr <= 1; dr++) {
      for (let dc = -1; dc <= 1; dc++) {
        for (const j of cells.get(keyOf(column + dc, row + dr)) ?? []) {
          if (Math.hypot(to.u[j]! - u, to.v[j]! - v) > reachPx) continue;
          const bits = differingBits(from.words, i * WORDS_EACH, to.words, j * WORDS_EACH, least);
          if (bits < least) [at, least] = [j, bits];
        }
      }
    }
    if (at < 0) continue;
    fromIndices.push(i);
    toIndices.push(at);
  }
  return { from: Int32Array.from(fromIndices), to: Int32Array.from(toIndices) };
}
