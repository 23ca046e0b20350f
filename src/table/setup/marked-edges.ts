import { isInPicture } from '../../geometry/in-picture.js';
import type { Pixel } from '../../geometry/point.js';
import { type Phrase, phrase } from '../../texts/phrase.js';
import type { Corners } from './corners.js';

/**
 * Two places in a picture on each side of the mat that a person marked along it, in order around the mat, the first side being that between the first two
 * corners; undefined where none was marked. One place may be a corner of the side.
 */
export type Edges = readonly (readonly [Pixel, Pixel] | undefined)[];

/**
 * The outline of a mat as far as marked corners and edges determine it: all its corners, seen or where two sides meet; or one side and the
 * directions of the two beside it.
 */
export type MarkedOutline =
  | { readonly kind: 'corners'; readonly corners: readonly [Pixel, Pixel, Pixel, Pixel] }
  | {
      readonly kind: 'side';
      /** The side goes from this corner to the next. */
      readonly side: number;
      readonly ends: readonly [Pixel, Pixel];
      /** Directions from its ends along the sides beside it, of length 1. */
      readonly along: readonly [Pixel, Pixel];
    };

/** Smallest angle between two sides, rad, at which they have a usable corner. */
const MIN_ANGLE_RAD = 0.02;
/** Smallest distance of two places that make a line, as a share of the picture's long side. */
const MIN_APART = 0.05;

const SIDES = [0, 1, 2, 3] as const;

const EXPECTED =
  'four edges such as "- 1180,400:1100,180 1100,180:240,180 240,180:160,420", two places on each in px, in order around the mat, beginning with the one nearest to player 1; - for one out of view';

/** Reads `u,v:u,v` for each edge, with - for one out of view; throws with got and expected. */
export function parseEdges(text: string): Edges {
  const words = text.trim().split(/\s+/);
  if (words.length !== 4) throw new Error(`edges: got ${text.trim() === '' ? 0 : words.length}, expected ${EXPECTED}.`);
  return words.map((word) => {
    if (word === '-') return undefined;
    const places = word.split(':').map((place) => place.split(',').map((part) => (part === '' ? Number.NaN : Number(part))));
    const isEdge = places.length === 2 && places.every((place) => place.length === 2 && place.every(Number.isFinite));
    if (!isEdge) throw new Error(`edges: got '${word}', expected ${EXPECTED}.`);
    const [from, to] = places.map(([u, v]): Pixel => ({ u: u!, v: v! }));
    return [from!, to!];
  });
}

/** The outline that marks of a person determine; undefined where they are too few: two corners and the sides beyond them, three sides, or four corners are enough. */
export function markedOutline(corners: Corners, edges: Edges): MarkedOutline | undefined {
  const known = SIDES.map((i) => corners[i] ?? meeting(edges[(i + 3) % 4], edges[i]));
  const [a, b, c, d] = known;
  if (a && b && c && d) return { kind: 'corners', corners: [a, b, c, d] };
  for (const side of SIDES) {
    const [from, to] = [known[side], known[(side + 1) % 4]];
    const before = from && awayFrom(from, edges[(side + 3) % 4], known[(side + 3) % 4]);
    const after = to && awayFrom(to, edges[(side + 1) % 4], known[(side + 2) % 4]);
    if (from && to && before && after) return { kind: 'side', side, ends: [from, to], along: [before, after] };
  }
  return undefined;
}

/** The problem with edges in a picture of that size; undefined where they may be a mat's, and are enough with the corners. */
export function wrongEdges(corners: Corners, edges: Edges, widthPx: number, heightPx: number): Phrase | undefined {
  const minPx = MIN_APART * Math.max(widthPx, heightPx);
  const short = edges.findIndex((edge) => edge && Math.hypot(edge[1].u - edge[0].u, edge[1].v - edge[0].v) < minPx);
  if (short >= 0) return phrase('edge-too-short', short + 1);
  if (edges.some((edge) => edge?.some((at) => !isInPicture({ widthPx, heightPx }, at)))) return phrase('edge-outside-picture');
  return markedOutline(corners, edges) ? undefined : phrase('too-few-edges');
}

/** Point where the lines of two sides meet; undefined where they are missing or nearly parallel. */
function meeting(one: Edges[number], other: Edges[number]): Pixel | undefined {
  if (!one || !other) return undefined;
  const [p, q] = [one[0], other[0]];
  const [d, e] = [directionOf(one), directionOf(other)];
  const cross = d.u * e.v - d.v * e.u;
  if (Math.abs(cross) < MIN_ANGLE_RAD) return undefined;
  const along = ((q.u - p.u) * e.v - (q.v - p.v) * e.u) / cross;
  return { u: p.u + along * d.u, v: p.v + along * d.v };
}

/** The direction from a corner along a side that ends there, by its marks or its other corner. */
function awayFrom(corner: Pixel, edge: Edges[number], other: Pixel | undefined): Pixel | undefined {
  const seen = other ?? (edge && farther(corner, edge));
  return seen && directionOf([corner, seen]);
}

function farther(from: Pixel, [a, b]: readonly [Pixel, Pixel]): Pixel {
  return Math.hypot(a.u - from.u, a.v - from.v) > Math.hypot(b.u - from.u, b.v - from.v) ? a : b;
}

function directionOf([a, b]: readonly [Pixel, Pixel]): Pixel {
  const long = Math.hypot(b.u - a.u, b.v - a.v) || 1;
  return { u: (b.u - a.u) / long, v: (b.v - a.v) / long };
}
