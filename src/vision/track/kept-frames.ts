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
import { changedNear, confirmed, largeBlocks } from './confirmed-changes.js';
import type { Standing } from './feature-points.js';
import { type Placed, type PlaneView, replaced } from './plane-view.js';
import { distanceBetween, standingIn, type ViewDistance } from './view-parallax.js';

/** A picture that frames are compared with: a kept frame, or one that stands in for kept ones where the camera has moved on. */
interface Certified extends Reference {
  /**
   * For each root that it stands in for, by its time: a 1 for each block that was seen to show the same as the kept frame, or as one that
   * stands in for that.
   */
  readonly shows: Map<number, Uint8Array>;
}

/** A kept frame from which changes are counted. */
interface Root {
  readonly atMs: number;
  readonly first: Certified;
  /** Comparison of its blocks with the frame before; undefined: there was none. */
  readonly before: Uint8Array | undefined;
  /** For each earlier root, by its time, the number of blocks that a frame showed unchanged since both when they were last linked. */
  readonly linked: Map<number, number>;
}

/** A root, and its comparison with a frame. */
type Compared = readonly [Root, ComparedBlocks];

/** A registered frame. */
export interface SeenFrame extends Placed {
  readonly picture: GreyPicture;
  readonly sharpness: number;
}

/** Number of pictures that frames are compared with, kept ones included; the oldest that only stand in go first. */
const MAX_REFERENCES = 16;
/** Number of references that are consulted about places that the nearest one does not show… */
const LOOKED_AT = 3;
/**
 * …but only this often, ms, since each costs as much as the nearest: they confirm that a thing is still there, never a change, and an
 * answer stands longer without being seen.
 */
const FURTHER_EVERY_MS = 250;
/**
 * Limits beyond which a new reference is made: the share of the nearest one's picture that has gone out of view, or the parallax beyond
 * which it no longer stands for the view.
 */
const RENEWED = { parallax: 0.35, shift: 0.2 };

/**
 * Where no reference stands for a view, those up to this parallax do if the last frame that was compared is no older than this, ms: between two frames a hand
 * moves no ship unseen, but a camera goes far where both cores are busy (docs/experiments/tracking.md).
 */
const BRIDGED = { parallax: 2, ms: 1000 };

/** Time since the last compared frame after which a camera may have gone so far that its registration slips, ms. */
const JUMP_MS = 400;

/** Two roots are linked by a frame that shows this share of their blocks unchanged, and again by one that shows this many times more than before. */
const MIN_LINKED = { share: 0.03, times: 1.15 };

/** A reference that stands for a view. */
interface Near extends ViewDistance {
  readonly reference: Certified;
}

/** Compares frames with kept ones on the table, however far the camera has moved meanwhile. */
export class KeptFrames {
  #roots: readonly Root[] = [];
  #references: readonly Certified[] = [];
  /** The last comparison of each root. */
  #latest: { readonly view: PlaneView; readonly seen: ReadonlyMap<number, ComparedBlocks> } | undefined;
  #standing: readonly Standing[] | undefined;
  #masks = new WeakMap<Reference, Float32Array>();
  /** Time of the last frame that was kept, or that a reference stood for. */
  #comparedAtMs = Number.NEGATIVE_INFINITY;
  /** Time at which more than the nearest reference was last consulted. */
  #furtherAtMs = Number.NEGATIVE_INFINITY;

  /** For each kept frame, by its time, the state of its blocks in a frame; `isKept`: in one that is kept next. */
  compare(frame: SeenFrame, atMs: number, isKept: boolean): ReadonlyMap<number, ComparedBlocks> {
    const { view } = frame;
    const near = this.#near(view, atMs);
    const isJump = atMs - this.#comparedAtMs > JUMP_MS;
    if (near.length > 0) this.#comparedAtMs = atMs;
    const nearest = new Map(this.#roots.map((root) => [root, nearestOf(root, near)] as const));
    // A reference that is made now vouches for everything that can be known.
    const isDue = [...nearest.values()].some(([one]) => one && (one.parallax > RENEWED.parallax || one.shift > RENEWED.shift));
    const isFurther = isDue || isKept || Math.abs(atMs - this.#furtherAtMs) >= FURTHER_EVERY_MS;
    if (isFurther) this.#furtherAtMs = atMs;
    const against = this.#comparing(frame);
    const [result, seen] = [new Map<number, ComparedBlocks>(), new Map<number, ComparedBlocks>()];
    this.#roots = this.#roots.map((root) => {
      const { atMs: rootMs, first, before } = root;
      if (!isOfSize(first, view)) {
        result.set(rootMs, filled(first, CHANGED));
        return root;
      }
      const own = nearest.get(root)!;
      const state = stateOf(root, isFurther ? own : own.slice(0, 1), against);
      const [closest] = own;
      const isAtRest = closest && closest.shift * Math.max(view.camera.widthPx, view.camera.heightPx) < AT_REST_PX;
      // A camera at rest does not slip: a small token is one block.
      result.set(rootMs, isAtRest ? state : confirmed(state, before, largeBlocks(first), isJump));
      seen.set(rootMs, state);
      return { ...root, before: state.state };
    });
    this.#latest = { view, seen };
    if (isFurther) this.#link(seen);
    if (isDue) this.#addReference(frame, seen);
    this.#passOnChanges(result);
    return result;
  }

  /** What has changed since a frame has changed since every frame before it: where these do not see the place themselves, that counts. */
  #passOnChanges(result: Map<number, ComparedBlocks>): void {
    for (const { atMs, first } of this.#roots) {
      for (const later of this.#roots) {
        const [own, changed] = [result.get(atMs)!, result.get(later.atMs)!];
        if (later.atMs <= atMs || !changed.state.includes(CHANGED) || !own.state.includes(OUT_OF_VIEW)) continue;
        const there = carried(changed, later.first.view, first.view, first.small, openIn(own));
        result.set(atMs, { ...own, state: own.state.map((one, i) => (there.state[i] === CHANGED ? CHANGED : one)) });
      }
    }
  }

  /** From now on frames are compared with this one too. */
  add({ picture, view, rival, sharpness }: SeenFrame, atMs: number): void {
    const own = referenceOf(picture, { view, rival }, sharpness);
    const seen = this.#latest?.view === view ? this.#latest.seen : new Map<number, ComparedBlocks>();
    const first = { ...own, shows: this.#shownBy(own.small, view, seen) };
    this.#roots = [...this.#roots.filter((root) => root.atMs !== atMs), { atMs, first, before: undefined, linked: new Map() }];
    this.#references = [...this.#references, first];
    this.#comparedAtMs = atMs;
    // It shows all of itself: no later frame that is near enough may come.
    this.#link(new Map([...seen, [atMs, filled(first, UNCHANGED)]]));
  }

  retain(times: readonly number[]): void {
    this.#roots = this.#roots.filter(({ atMs }) => times.includes(atMs));
    this.#references = this.#references.filter((one) => this.#roots.some(({ atMs, first }) => first === one || one.shows.has(atMs)));
  }

  /** Share of the views that frames are compared with of which there is one after another measurement of the plane. */
  explainedBy(moved: (view: PlaneView) => PlaneView | undefined): number {
    return this.#references.filter((one) => replaced(one, moved)).length / Math.max(1, this.#references.length);
  }

  /** Carries all views to another measurement of the plane, and drops those of which it has no view; also takes the pieces on the table. */
  review(moved: (view: PlaneView) => PlaneView | undefined, standing: readonly Standing[]): void {
    this.#standing = standing;
    this.#masks = new WeakMap();
    const now = new Map(
      this.#references.flatMap((one) => {
        const there = replaced(one, moved);
        return there ? [[one, there] as const] : [];
      }),
    );
    this.#references = [...now.values()];
    this.#roots = this.#roots.flatMap((root) => {
      const first = now.get(root.first);
      return first ? [{ ...root, first }] : [];
    });
  }

  #near(view: PlaneView, atMs: number): Near[] {
    const all = this.#references.flatMap((reference) => {
      const distance = isOfSize(reference, view) ? distanceBetween(reference.view, view) : undefined;
      return distance ? [{ reference, ...distance }] : [];
    });
    const near = all.filter(({ parallax }) => parallax <= 1);
    const isBridged = near.length === 0 && atMs - this.#comparedAtMs <= BRIDGED.ms;
    return isBridged ? all.filter(({ parallax }) => parallax <= BRIDGED.parallax) : near;
  }

  /** Compares a frame with references, at most once each. */
  #comparing({ picture, view, rival, sharpness }: SeenFrame): (near: Near) => ComparedBlocks {
    const done = new Map<Reference, ComparedBlocks>();
    return ({ reference, parallaxPx }) => {
      const expected = { sharpness, parallaxPx, standing: this.#maskOf(reference) };
      const blocks = done.get(reference) ?? compareViews(reference, picture, { view, rival }, expected);
      done.set(reference, blocks);
      return blocks;
    };
  }

  #maskOf(reference: Reference): Float32Array | undefined {
    if (!this.#standing || !reference.view.isMetric) return undefined;
    const mask = this.#masks.get(reference) ?? standingIn(reference, this.#standing);
    this.#masks.set(reference, mask);
    return mask;
  }

  /** Makes a frame that was compared stand in for kept ones; one too many replaces the oldest that does so. */
  #addReference({ picture, view, rival, sharpness }: SeenFrame, seen: ReadonlyMap<number, ComparedBlocks>): void {
    const next = referenceOf(picture, { view, rival }, sharpness);
    const kept = this.#references.filter((reference) => this.#roots.some(({ first }) => first === reference));
    const others = this.#references.filter((reference) => !kept.includes(reference)).slice(-(MAX_REFERENCES - 2));
    this.#references = [...kept, ...others, { ...next, shows: this.#shownBy(next.small, view, seen) }];
  }

  /** What a frame shows unchanged since two kept ones is the same in both: what vouches for one of them there vouches for the other too. */
  #link(seen: ReadonlyMap<number, ComparedBlocks>): void {
    for (const [i, later] of this.#roots.entries()) {
      for (const earlier of this.#roots.slice(0, i)) {
        const [first, second] = [seen.get(earlier.atMs), seen.get(later.atMs)];
        if (!first || !second) continue;
        const common = Math.min(countOf(first.state, UNCHANGED), countOf(second.state, UNCHANGED));
        const linked = later.linked.get(earlier.atMs) ?? 0;
        if (common < MIN_LINKED.share * first.state.length || common < MIN_LINKED.times * linked) continue;
        later.linked.set(earlier.atMs, common);
        const [a, b] = [withoutRims(first), withoutRims(second)];
        for (const reference of this.#references) {
          extendShown(reference, [earlier, a], [later, b]);
          extendShown(reference, [later, b], [earlier, a]);
        }
      }
    }
  }

  /** The blocks of each root that a view that has just been compared shows unchanged. */
  #shownBy(small: Reference['small'], view: PlaneView, states: ReadonlyMap<number, ComparedBlocks>): Certified['shows'] {
    return new Map(
      this.#roots.flatMap(({ atMs, first }) => {
        const state = states.get(atMs);
        const shows = state && carried(state, first.view, view, small).state.map((one) => Number(one === UNCHANGED));
        return shows?.includes(1) ? [[atMs, shows] as const] : [];
      }),
    );
  }
}

/** Beside what has changed a block may show some of it, too little to have changed itself: nothing rests on those. */
function withoutRims(blocks: ComparedBlocks): ComparedBlocks {
  return { ...blocks, state: blocks.state.map((one, at) => (changedNear(blocks, at, 1) > 0 ? OUT_OF_VIEW : one)) };
}

/** Adds to the blocks for which a reference vouches as for one root those for which it vouches as for another, where a frame shows both unchanged. */
function extendShown(reference: Certified, [by, seenBy]: Compared, [root, seen]: Compared): void {
  const shown = reference === by.first ? undefined : reference.shows.get(by.atMs);
  if (reference === root.first || (reference !== by.first && !shown)) return;
  const before = reference.shows.get(root.atMs);
  const open = (shown ?? filled(reference, 1).state).map((one, block) => Number(one === 1 && !before?.[block]));
  const [a, b] = [
    carried(seenBy, by.first.view, reference.view, reference.small, open),
    carried(seen, root.first.view, reference.view, reference.small, open),
  ];
  const shows = open.map((one, block) =>
    Number(before?.[block] === 1 || (one === 1 && a.state[block] === UNCHANGED && b.state[block] === UNCHANGED)),
  );
  if (shows.includes(1)) reference.shows.set(root.atMs, shows);
}

/** Additional distance from a view of a reference that stands in for a kept frame, in units of the long side. */
const STAND_IN_COST = 0.15;

/** The references that vouch for a kept frame: the nearest first, then those that vouch for most of it. */
function nearestOf({ atMs, first }: Root, near: readonly Near[]): Near[] {
  // The kept frame itself has no error from those in between.
  const costOf = ({ reference, shift }: Near) => shift + (reference === first ? 0 : STAND_IN_COST);
  const [nearest, ...others] = near
    .filter(({ reference }) => reference === first || reference.shows.has(atMs))
    .sort((a, b) => costOf(a) - costOf(b));
  if (!nearest) return [];
  const further = others.map((one) => {
    const shows = one.reference === first ? undefined : one.reference.shows.get(atMs)!;
    return { one, cost: costOf(one) + (shows ? countOf(shows, 0) / shows.length : 0) };
  });
  return [nearest, ...further.sort((a, b) => a.cost - b.cost).map(({ one }) => one)].slice(0, LOOKED_AT);
}

/** Comparison of a frame with a kept one, by references that vouch for that; the nearest comes first. */
function stateOf({ atMs, first }: Root, nearest: readonly Near[], against: (near: Near) => ComparedBlocks): ComparedBlocks {
  let state = filled(first, OUT_OF_VIEW);
  for (const near of nearest) {
    const { reference } = near;
    const blocks = certified(against(near), reference === first ? undefined : reference.shows.get(atMs));
    const there = reference === first ? blocks : carried(blocks, reference.view, first.view, first.small, openIn(state));
    state = joined(state, there, near === nearest[0]);
    if (!state.state.includes(OUT_OF_VIEW)) break;
  }
  return state;
}

function countOf(blocks: Uint8Array, wanted: number): number {
  return blocks.reduce((count, one) => count + Number(one === wanted), 0);
}

function isOfSize({ view: { camera } }: Reference, view: PlaneView): boolean {
  return camera.widthPx === view.camera.widthPx && camera.heightPx === view.camera.heightPx;
}

function filled({ small }: Reference, state: number): ComparedBlocks {
  const [columns, rows] = [Math.ceil(small.columns / BLOCK_PX), Math.ceil(small.rows / BLOCK_PX)];
  return { columns, rows, state: new Uint8Array(columns * rows).fill(state) };
}

/** Treats the blocks for which a reference does not vouch as out of view. */
function certified(blocks: ComparedBlocks, shows: Uint8Array | undefined): ComparedBlocks {
  return shows ? { ...blocks, state: blocks.state.map((one, i) => (shows[i] ? one : OUT_OF_VIEW)) } : blocks;
}

/** A 1 for each block that is still unknown. */
function openIn({ state }: ComparedBlocks): Uint8Array {
  return state.map((one) => Number(one === OUT_OF_VIEW));
}

/**
 * Adds the blocks that a further reference shows; only for the nearest a difference counts as a change: at the rim of another its own error
 * may be one.
 */
function joined(before: ComparedBlocks, more: ComparedBlocks, isNearest: boolean): ComparedBlocks {
  const isWorth = (one: number) => isNearest || one === UNCHANGED;
  return { ...before, state: before.state.map((one, i) => (one === OUT_OF_VIEW && isWorth(more.state[i]!) ? more.state[i]! : one)) };
}
