import { boxGapMm, type Nearest, nearestOfRings, nearestToBox } from '../../geometry/box.js';
import { cornerMm, type HalfSize } from '../../geometry/half-size.js';
import { clipRing, newClip, type Ring, ringSeparation } from '../../geometry/ring.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { ArcRegion } from '../../pieces/arcs.js';
import type { Pair, View } from '../core/pair.js';
import { boxSides, commonPoint, contactLine, type ShortestLines, shortestLines } from '../core/shortest-lines.js';
import type { Workspace } from '../core/workspace.js';
import { boxRing } from '../range/closest.js';

/**
 * From where an attack is measured. `whole base`: from the closest point of the attacker, as the rules reference words it (RNG-03).
 * `in arc`: only from the part of the attacker's base that lies in the arc (TTS mod, FlyCasual, an FFG e-mail for the first edition).
 */
export type AttackFrom = 'whole base' | 'in arc';

/** The arc that an attack is measured in, and the ship that it is measured from. */
export interface AttackArc {
  readonly region: ArcRegion;
  /** The part of the attacker's own base that may be measured from, ring in its own frame; undefined: the whole base. */
  readonly own: Ring | undefined;
}

/** An arc of a base of this half size, read as `from` says. */
export function attackArc(region: ArcRegion, half: HalfSize, from: AttackFrom): AttackArc {
  if (from === 'whole base') return { region, own: undefined };
  const clip = newClip();
  clipRing(clip, boxRing(half), region.sides, 0);
  return { region, own: clip.ring.slice(0, 2 * clip.count) };
}

/** An attack in an arc that holds the whole target whatever the errors: nothing has to be clipped. */
export function wholeArc({ region, own }: AttackArc): AttackArc {
  return { region: { arc: region.arc, sides: [], corners: region.corners, apexes: region.apexes }, own };
}

/** Clips the target to the arc, into `work.clip`; false when no part of it is inside. */
export function clipToArc({ clip }: Workspace, { ring }: View, { sides }: ArcRegion): boolean {
  clipRing(clip, ring, sides, 0);
  // A corner that only just lies on the border may be lost to rounding.
  if (clip.count === 0) clipRing(clip, ring, sides, ROUNDING_MM);
  return clip.count > 0;
}

/** The shortest line to the target's part in the arc, attacker's frame; undefined when no part is inside. Overwritten by the next call. */
export function attackLineAt(work: Workspace, pair: Pair, { region, own }: AttackArc, view: View): Nearest | undefined {
  if (!clipToArc(work, view, region)) return undefined;
  const { nearest, clip } = work;
  if (apartMm(work, pair, own, view) <= 0) {
    nearest.gapSq = 0;
    nearest.nextSq = Infinity;
    // Touching bases have no line; some point of the part stands for it.
    nearest.px = nearest.qx = clip.ring[0]!;
    nearest.py = nearest.qy = clip.ring[1]!;
  } else if (own) nearestOfRings(nearest, own, own.length / 2, clip.ring, clip.count);
  else nearestToBox(nearest, pair.viewerHalf, clip.ring, clip.count);
  return nearest;
}

/** Length of that line, mm; negative: how deep the bases overlap there; NaN when no part is inside. */
export function attackGapAt(work: Workspace, pair: Pair, arc: AttackArc, view: View): number {
  const line = attackLineAt(work, pair, arc, view);
  if (!line) return NaN;
  return line.gapSq > 0 ? Math.sqrt(line.gapSq) : Math.min(0, apartMm(work, pair, arc.own, view));
}

/** All lines that are equally short to within `tieMm`, attacker's frame; undefined when no part of the target is inside. */
export function attackLinesAt(work: Workspace, pair: Pair, arc: AttackArc, view: View, tieMm: number): ShortestLines | undefined {
  const nearest = attackLineAt(work, pair, arc, view);
  if (!nearest) return undefined;
  const { viewerHalf: half } = pair;
  if (nearest.gapSq === 0 && nearest.nextSq === Infinity) {
    const part = work.clip.ring.slice(0, 2 * work.clip.count);
    return contactLine(commonPoint(newClip(8), [...arc.region.sides, ...boxSides(half)], part) ?? { x: part[0]!, y: part[1]! });
  }
  const gapMm = Math.sqrt(nearest.gapSq);
  if (Math.sqrt(nearest.nextSq) - gapMm > tieMm) {
    const line = { from: { x: nearest.px, y: nearest.py }, to: { x: nearest.qx, y: nearest.qy } };
    return { gapMm, first: line, last: line };
  }
  const own = arc.own ?? boxRing(half);
  return shortestLines(own, own.length / 2, work.clip.ring, work.clip.count, tieMm);
}

/**
 * Gap between the clipped target and the area that may be measured from, mm: minus the depth where they share a surface, which only
 * overlapping bases do; otherwise any positive number.
 */
function apartMm({ clip }: Workspace, { viewerHalf: half, targetHalf }: Pair, own: Ring | undefined, view: View): number {
  const cornersMm = cornerMm(half) + cornerMm(targetHalf);
  if (view.x * view.x + view.y * view.y > cornersMm * cornersMm) return Infinity;
  const gapMm = boxGapMm(half, targetHalf, view.x, view.y, view.sin, view.cos);
  if (gapMm > 0) return gapMm;
  const from = own ?? boxRing(half);
  return ringSeparation(from, from.length / 2, clip.ring, clip.count);
}
