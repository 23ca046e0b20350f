import { isInPicture } from '../../geometry/in-picture.js';
import type { Pixel } from '../../geometry/point.js';
import { type Phrase, phrase } from '../../texts/phrase.js';

/** The mat's corners in a picture, in order around the mat, beginning nearest-left to player 1; undefined where one is out of view. */
export type Corners = readonly (Pixel | undefined)[];

const EXPECTED =
  'four corners such as "212,890 1700,905 1420,210 480,205", in px, in order around the mat, beginning nearest-left to player 1; - for one out of view';

/** Reads `u,v u,v u,v u,v` with - for a corner out of view; throws with got and expected. */
export function parseCorners(text: string): Corners {
  const words = text.trim().split(/\s+/);
  if (words.length !== 4) throw new Error(`corners: got ${text.trim() === '' ? 0 : words.length}, expected ${EXPECTED}.`);
  return words.map((word) => {
    if (word === '-') return undefined;
    const numbers = word.split(',').map((part) => (part === '' ? Number.NaN : Number(part)));
    const [u, v] = numbers;
    if (numbers.length !== 2 || !Number.isFinite(u) || !Number.isFinite(v)) {
      throw new Error(`corners: got '${word}', expected ${EXPECTED}.`);
    }
    return { u: u!, v: v! };
  });
}

/** The problem with corners in a picture of that size: outside it, too few, or crossed. Undefined when they may be a mat's. */
export function wrongCorners(corners: Corners, widthPx: number, heightPx: number): Phrase | undefined {
  for (const [i, corner] of corners.entries()) {
    if (!corner) continue;
    const { u, v } = corner;
    if (!isInPicture({ widthPx, heightPx }, corner)) {
      return phrase('corner-px-expected-within', i + 1, u, v, widthPx, heightPx);
    }
  }
  const seen = corners.filter((corner) => corner !== undefined);
  if (seen.length < 2) return phrase('too-few-corners', seen.length);
  return seen.length === 4 && !isConvex(seen) ? phrase('lines-between-corners-cross') : undefined;
}

/** Whether all turns along a ring are to the same side and none is flat. */
function isConvex(ring: readonly Pixel[]): boolean {
  const turns = ring.map((p, i) => {
    const [q, r] = [ring[(i + 1) % ring.length]!, ring[(i + 2) % ring.length]!];
    return (q.u - p.u) * (r.v - q.v) - (q.v - p.v) * (r.u - q.u);
  });
  return turns.every((turn) => turn > 1) || turns.every((turn) => turn < -1);
}
