import { pixelFromTable, tableFromPixel } from '../../geometry/camera.js';
import { CORNER_SIGNS } from '../../geometry/corner-signs.js';
import { BLOCK_PX } from '../session/changed-blocks.js';
import { carried } from './carried-blocks.js';
import {
  AT_REST_PX,
  CHANGED,
  type ComparedBlocks,
  compareViews,
  type GreyPicture,
  OUT_OF_VIEW,
  type Reference,
  referenceOf,
  UNCHANGED,
} from './compare-views.js';
import type { Standing } from './feature-points.js';
import { type Placed, type PlaneView, pixelOf, planePointOf, replaced } from './plane-view.js';

/** A picture that frames are compared with: a kept frame, or one that stands in for kept ones where the camera has moved on. */
interface Certified extends Reference {
  /** For each root that it stands in for, by its time: of each block whether it was seen to show what the kept frame, or one that stands in for that, shows there: a 1. */
  readonly shows: ReadonlyMap<number, Uint8Array>;
}

/** A kept frame from which what has changed is counted. */
interface Root {
  readonly atMs: number;
  readonly first: Certified;
  /** How its blocks compared with the frame before; undefined: there was none. */
  readonly before: Uint8Array | undefined;
}

/** Compares frames with kept ones on the table, however far the camera has moved meanwhile. */
export interface TableChanges {
  /** For each kept frame, by its time, the state of its blocks in a frame; `isKept`: of one that is kept next. */
  compare(frame: SeenFrame, atMs: number, isKept: boolean): ReadonlyMap<number, ComparedBlocks>;
  /** From now on frames are compared with this one too. */
  keep(frame: SeenFrame, atMs: number): void;
  retain(times: readonly number[]): void;
  /** All views as another measurement of the plane has them, those it has no view of go; and what stands on the table. */
  review(moved: (view: PlaneView) => PlaneView | undefined, standing: readonly Standing[]): void;
}

/** A registered frame. */
export interface SeenFrame extends Placed {
  readonly picture: GreyPicture;
  readonly sharpness: number;
}

/** What stands on a table is about this high, mm: a reference stands for views in which that is shifted little. */
const STANDING_MM = 60;
/** From where to where something stands, mm: a large model on two pegs reaches to the top. */
const STOREYS = [
  [0, 30],
  [30, 60],
  [60, 90],
  [90, 120],
] as const;
/** A reference stands for a view as long as what stands up is seen shifted by no more than this, in units of the picture's long side… */
const MAX_PARALLAX = 0.007;
/** …or, before a measurement says where the camera is, as long as the picture is bent and shifted by no more. */
const MAX_BENT = 0.02;
const MAX_SHIFT = 0.12;
/** What stands up is then taken to be shifted by up to this. */
const UNMEASURED_PARALLAX = 0.002;
const MAX_REFERENCES = 16;
/** This many references are consulted for what the nearest one does not show… */
const LOOKED_AT = 3;
/** …but only this often, ms, since each costs as much as the nearest: they show what is still there, never a change, and an answer stands longer without being seen. */
const FURTHER_EVERY_MS = 250;
/** A new reference is made where this share of the nearest one's picture has gone out of view, or it no longer stands for the view. */
const RENEWED = { parallax: 0.35, shift: 0.2 };

export function createTableChanges(): TableChanges {
  let roots: readonly Root[] = [];
  let references: readonly Certified[] = [];
  /** What the last comparison saw of each root. */
  let latest: { readonly view: PlaneView; readonly seen: ReadonlyMap<number, ComparedBlocks> } | undefined;
  let standing: readonly Standing[] | undefined;
  let masks = new WeakMap<Reference, Float32Array>();
  /** When more than the nearest reference was last consulted. */
  let furtherAtMs = Number.NEGATIVE_INFINITY;
  const maskOf = (reference: Reference): Float32Array | undefined => {
    if (!standing || !reference.view.isMetric) return undefined;
    const mask = masks.get(reference) ?? standingIn(reference, standing);
    masks.set(reference, mask);
    return mask;
  };

  /** What of each root a view that has just been compared shows unchanged. */
  const shownBy = (small: Reference['small'], view: PlaneView, states: ReadonlyMap<number, ComparedBlocks>) =>
    new Map(
      roots.flatMap(({ atMs, first }) => {
        const state = states.get(atMs);
        const shows = state && carried(state, first.view, view, small).state.map((one) => Number(one === UNCHANGED));
        return shows?.includes(1) ? [[atMs, shows] as const] : [];
      }),
    );

  return {
    compare({ picture, view, rival, sharpness }, atMs, isKept) {
      const done = new Map<Reference, ComparedBlocks>();
      const against = (reference: Reference, parallaxPx: number) => {
        const expected = { sharpness, parallaxPx, standing: maskOf(reference) };
        const blocks = done.get(reference) ?? compareViews(reference, picture, { view, rival }, expected);
        done.set(reference, blocks);
        return blocks;
      };
      const near = references.flatMap((reference) => {
        const distance = isOfSize(reference, view) ? distanceBetween(reference.view, view) : undefined;
        return distance && distance.parallax <= 1 ? [{ reference, ...distance }] : [];
      });
      const [result, seen] = [new Map<number, ComparedBlocks>(), new Map<number, ComparedBlocks>()];
      const nearestOf = ({ atMs: rootMs, first }: Root) => {
        // The kept frame itself has no error of those in between.
        const costOf = ({ reference, shift }: (typeof near)[number]) => shift + (reference === first ? 0 : STAND_IN_COST);
        return near
          .filter(({ reference }) => reference === first || reference.shows.has(rootMs))
          .sort((a, b) => costOf(a) - costOf(b))
          .slice(0, LOOKED_AT);
      };
      const nearest = new Map(roots.map((root) => [root, nearestOf(root)] as const));
      // A reference that is made now vouches for all that can be known.
      const isDue = [...nearest.values()].some(([one]) => one && (one.parallax > RENEWED.parallax || one.shift > RENEWED.shift));
      const isFurther = isDue || isKept || Math.abs(atMs - furtherAtMs) >= FURTHER_EVERY_MS;
      if (isFurther) furtherAtMs = atMs;
      roots = roots.map((root) => {
        const { atMs: rootMs, first, before } = root;
        if (!isOfSize(first, view)) {
          result.set(rootMs, filled(first, CHANGED));
          return root;
        }
        const own = nearest.get(root)!;
        let state = filled(first, OUT_OF_VIEW);
        for (const { reference, parallaxPx } of isFurther ? own : own.slice(0, 1)) {
          const blocks = certified(against(reference, parallaxPx), reference === first ? undefined : reference.shows.get(rootMs));
          const there = reference === first ? blocks : carried(blocks, reference.view, first.view, first.small, openIn(state));
          state = joined(state, there, reference === own[0]!.reference);
          if (!state.state.includes(OUT_OF_VIEW)) break;
        }
        const [closest] = own;
        const isAtRest = closest && closest.shift * Math.max(view.camera.widthPx, view.camera.heightPx) < AT_REST_PX;
        // A camera at rest does not slip: a small token is one block.
        result.set(rootMs, isAtRest ? state : confirmed(state, before, largeBlocks(first)));
        seen.set(rootMs, state);
        return { ...root, before: state.state };
      });
      latest = { view, seen };
      if (!isDue) return result;
      const next = referenceOf(picture, { view, rival }, sharpness);
      const kept = references.filter((reference) => roots.some(({ first }) => first === reference));
      const others = references.filter((reference) => !kept.includes(reference)).slice(-(MAX_REFERENCES - 2));
      references = [...kept, ...others, { ...next, shows: shownBy(next.small, view, seen) }];
      return result;
    },
    keep({ picture, view, rival, sharpness }, atMs) {
      const own = referenceOf(picture, { view, rival }, sharpness);
      const first = { ...own, shows: latest?.view === view ? shownBy(own.small, view, latest.seen) : new Map() };
      roots = [...roots.filter((root) => root.atMs !== atMs), { atMs, first, before: undefined }];
      references = [...references, first];
    },
    retain(times) {
      roots = roots.filter(({ atMs }) => times.includes(atMs));
      references = references.filter((one) => roots.some(({ atMs, first }) => first === one || one.shows.has(atMs)));
    },
    review(moved, nowStanding) {
      standing = nowStanding;
      masks = new WeakMap();
      const now = new Map(
        references.flatMap((one) => {
          const there = replaced(one, moved);
          return there ? [[one, there] as const] : [];
        }),
      );
      references = [...now.values()];
      roots = roots.flatMap((root) => {
        const first = now.get(root.first);
        return first ? [{ ...root, first }] : [];
      });
    },
  };
}

/** How much farther from a view a reference counts as that stands in for a kept frame, in units of the long side. */
const STAND_IN_COST = 0.15;

/** Places of a picture at which two views are compared, as shares of it. */
const PLACES = [0.15, 0.5, 0.85].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [x, y] as const));

/** How far two views are apart: `parallax` up to 1 where one stands for the other, `shift` in units of the picture's long side. */
function distanceBetween(
  from: PlaneView,
  to: PlaneView,
): { readonly parallax: number; readonly parallaxPx: number; readonly shift: number } {
  const { widthPx, heightPx } = to.camera;
  const longPx = Math.max(widthPx, heightPx);
  let [shiftPx, parallaxPx, bentPx] = [0, 0, 0];
  const moves: (readonly [number, number])[] = [];
  for (const [x, y] of PLACES) {
    const pixel = { u: x * widthPx, v: y * heightPx };
    const at = planePointOf(to, pixel);
    const before = at && pixelOf(from, at);
    if (!at || !before)
      return { parallax: Number.POSITIVE_INFINITY, parallaxPx: Number.POSITIVE_INFINITY, shift: Number.POSITIVE_INFINITY };
    moves.push([pixel.u - before.u, pixel.v - before.v]);
    shiftPx = Math.max(shiftPx, Math.hypot(pixel.u - before.u, pixel.v - before.v));
    if (from.isMetric && to.isMetric) parallaxPx = Math.max(parallaxPx, parallaxAt(from, to, at));
  }
  if (from.isMetric && to.isMetric) return { parallax: parallaxPx / (MAX_PARALLAX * longPx), parallaxPx, shift: shiftPx / longPx };
  const [mu, mv] = [0, 1].map((i) => moves.reduce((sum, move) => sum + move[i]!, 0) / moves.length) as [number, number];
  bentPx = Math.max(...moves.map(([u, v]) => Math.hypot(u - mu, v - mv)));
  const parallax = Math.max(bentPx / (MAX_BENT * longPx), shiftPx / (MAX_SHIFT * longPx));
  return { parallax, parallaxPx: UNMEASURED_PARALLAX * longPx, shift: shiftPx / longPx };
}

/** How far the top of what stands at a point of the table seems shifted to where its foot's plane has it, px: of the poses alone, which a map of the plane may be beside. */
function parallaxAt({ camera: from }: PlaneView, { camera: to }: PlaneView, at: { readonly x: number; readonly y: number }): number {
  const top = { ...at, z: STANDING_MM };
  const [before, now] = [pixelFromTable(from, top), pixelFromTable(to, top)];
  const under = before && tableFromPixel(from, before);
  const expected = under && pixelFromTable(to, { ...under, z: 0 });
  return now && expected ? Math.hypot(now.u - expected.u, now.v - expected.v) : Number.POSITIVE_INFINITY;
}

/** For each cell of a reference how high what it shows may stand, in units of STANDING_MM; 0 where nothing stands. */
function standingIn({ view, small }: Reference, standing: readonly Standing[]): Float32Array {
  const { columns, rows } = small;
  const heights = new Float32Array(columns * rows);
  const cellPx = Math.max(view.camera.widthPx, view.camera.heightPx) / Math.max(columns, rows);
  const within = (px: number, most: number) => Math.min(most, Math.max(0, Math.floor((px + 0.5) / cellPx)));
  // The highest last: where one is seen before another the farther shift counts.
  for (const [bottom, top] of STOREYS) {
    for (const { x, y, radiusMm } of standing) {
      const seen = [bottom, top].flatMap((z) =>
        CORNER_SIGNS.flatMap(([sx, sy]) => pixelFromTable(view.camera, { x: x + sx * radiusMm, y: y + sy * radiusMm, z }) ?? []),
      );
      if (seen.length === 0) continue;
      const [us, vs] = [seen.map(({ u }) => u), seen.map(({ v }) => v)];
      for (let row = within(Math.min(...vs), rows); row < within(Math.max(...vs), rows - 1) + 1; row++)
        heights.fill(
          top / STANDING_MM,
          row * columns + within(Math.min(...us), columns),
          row * columns + within(Math.max(...us), columns - 1) + 1,
        );
    }
  }
  return heights;
}

function isOfSize({ view: { camera } }: Reference, view: PlaneView): boolean {
  return camera.widthPx === view.camera.widthPx && camera.heightPx === view.camera.heightPx;
}

function filled({ small }: Reference, state: number): ComparedBlocks {
  const [columns, rows] = [Math.ceil(small.columns / BLOCK_PX), Math.ceil(small.rows / BLOCK_PX)];
  return { columns, rows, state: new Uint8Array(columns * rows).fill(state) };
}

/** What a reference does not vouch for is as if it were not in view. */
function certified(blocks: ComparedBlocks, shows: Uint8Array | undefined): ComparedBlocks {
  return shows ? { ...blocks, state: blocks.state.map((one, i) => (shows[i] ? one : OUT_OF_VIEW)) } : blocks;
}

/** A 1 for each block of which nothing is known yet. */
function openIn({ state }: ComparedBlocks): Uint8Array {
  return state.map((one) => Number(one === OUT_OF_VIEW));
}

/** What more a further reference shows; only of the nearest a difference counts as a change: at the rim of another its own error may be one. */
function joined(before: ComparedBlocks, more: ComparedBlocks, isNearest: boolean): ComparedBlocks {
  const isWorth = (one: number) => isNearest || one === UNCHANGED;
  return { ...before, state: before.state.map((one, i) => (one === OUT_OF_VIEW && isWorth(more.state[i]!) ? more.state[i]! : one)) };
}

/** This many changed blocks within two of one another are not a slip of a registration… */
const MIN_LARGE = 4;
/** …or those of this share of a small base, where a view from close by shows it in many. */
const LARGE_SHARE = 0.6;
const SMALL_BASE_MM = 40;

/** How many blocks of a reference something large covers. */
function largeBlocks({ view, small }: Reference): number {
  if (!view.isMetric) return MIN_LARGE;
  const { widthPx, heightPx } = view.camera;
  const blockPx = (BLOCK_PX * Math.max(widthPx, heightPx)) / Math.max(small.columns, small.rows);
  const [a, b] = [-0.5, 0.5].map((share) => planePointOf(view, { u: 0.5 * widthPx + share * blockPx, v: 0.5 * heightPx }));
  const inBase = a && b ? (SMALL_BASE_MM / Math.hypot(a.x - b.x, a.y - b.y)) ** 2 : 0;
  return Math.max(MIN_LARGE, Math.round(LARGE_SHARE * inBase));
}

/**
 * What has changed for certain: a few blocks only where the frame before differed there too. A hand, or a ship that is carried, covers many at once; a view that is
 * registered by a pixel beside its place, at the rim or after a turn, makes some differ in one frame. Until then nobody knows of them.
 */
function confirmed({ columns, rows, state }: ComparedBlocks, before: Uint8Array | undefined, large: number): ComparedBlocks {
  const changedNear = (blocks: Uint8Array, at: number, reach: number) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let count = 0;
    for (let j = Math.max(0, row - reach); j <= Math.min(rows - 1, row + reach); j++)
      for (let i = Math.max(0, column - reach); i <= Math.min(columns - 1, column + reach); i++)
        count += Number(blocks[j * columns + i] === CHANGED);
    return count;
  };
  const isConfirmed = (at: number) => changedNear(state, at, 2) >= large || (before !== undefined && changedNear(before, at, 1) > 0);
  return { columns, rows, state: state.map((one, at) => (one === CHANGED && !isConfirmed(at) ? OUT_OF_VIEW : one)) };
}
