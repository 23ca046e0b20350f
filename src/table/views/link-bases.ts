import { fitPose } from '../../geometry/fit-pose.js';
import { distanceMm } from '../../geometry/point.js';
import { type Pose, tableFromPiece, wrapRad } from '../../geometry/pose.js';
import type { SeenBase } from '../measurement.js';

/** A base as two pictures are compared by it. */
export type LinkBase = Pick<SeenBase, 'base' | 'pose' | 'isFrontOpen'>;

/** Pose of the frame of one picture in that of another, by the bases that stand in both. */
export interface BaseLink {
  /** Takes places of the one frame to the other. */
  readonly motion: Pose;
  /** Index of each base that stands in both: in the one picture, in the other. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** Why two pictures are not linked: too few bases stand in both, or they fit in several ways. */
export type NoLink = 'none' | 'ambiguous';

/** One base may have been moved: two that stand to each other as before are the fewest. */
export const MIN_PAIRS = 2;
/** Places and headings differ by no more between two pictures of what has not moved: mm, and mm for each mm from the others; rad. */
const SAME_PLACE_MM = 5;
const SAME_SHARE = 0.02;
const SAME_HEADING_RAD = 0.07;
/** Motions that differ by more than this are different ones. */
const OTHER_MOTION = { mm: 25, rad: 0.2 };

/**
 * The rigid motion under which most bases of `from` stand where bases of `to` do, of their size and heading; those that have moved are left out. 'ambiguous'
 * where another motion brings as many together.
 */
export function linkBases(from: readonly LinkBase[], to: readonly LinkBase[]): BaseLink | NoLink {
  const links = from
    .flatMap((one) => to.flatMap((other) => (one.base === other.base ? motionsBetween(one, other) : [])))
    .map((motion) => refined(from, to, motion))
    .sort((a, b) => b.pairs.length - a.pairs.length || residualMm(from, to, a) - residualMm(from, to, b));
  const [best] = links;
  if (!best || best.pairs.length < MIN_PAIRS) return 'none';
  const rival = links.find(({ motion }) => isOther(motion, best.motion));
  return rival && rival.pairs.length >= best.pairs.length ? 'ambiguous' : best;
}

/** The motions that bring one base onto the other: four where a front is open. */
function motionsBetween(one: LinkBase, other: LinkBase): Pose[] {
  const quarters = one.isFrontOpen || other.isFrontOpen ? [0, 1, 2, 3] : [0];
  return quarters.map((quarter) => {
    const headingRad = wrapRad(other.pose.headingRad - one.pose.headingRad + (quarter * Math.PI) / 2);
    const turned = tableFromPiece({ x: 0, y: 0, headingRad }, one.pose);
    return { x: other.pose.x - turned.x, y: other.pose.y - turned.y, headingRad };
  });
}

/** The motion that fits all bases best that stand together under a first one; twice, for the first rests on one base’s heading. */
function refined(from: readonly LinkBase[], to: readonly LinkBase[], first: Pose): BaseLink {
  let link: BaseLink = { motion: first, pairs: pairsUnder(from, to, first, 2) };
  for (let pass = 0; pass < 2; pass++) {
    if (link.pairs.length < MIN_PAIRS) return link;
    const motion = fitPose(
      link.pairs.map(([i]) => from[i]!.pose),
      link.pairs.map(([, k]) => to[k]!.pose),
    );
    link = { motion, pairs: pairsUnder(from, to, motion, 1) };
  }
  return link;
}

/** The bases that stand together under a motion, each with the nearest; `slack`: how many times further apart than usual. */
function pairsUnder(from: readonly LinkBase[], to: readonly LinkBase[], motion: Pose, slack: number): [number, number][] {
  const taken = new Set<number>();
  const spread = Math.max(0, ...from.flatMap(({ pose }, i) => from.slice(0, i).map((other) => distanceMm(pose, other.pose))));
  const nearMm = slack * (SAME_PLACE_MM + SAME_SHARE * spread);
  return from.flatMap((one, i): [number, number][] => {
    const at = tableFromPiece(motion, one.pose);
    const candidates = to.flatMap((other, k) => {
      const isSame = other.base === one.base && !taken.has(k) && distanceMm(at, other.pose) < nearMm && facesAlike(one, other, motion);
      return isSame ? [{ k, mm: distanceMm(at, other.pose) }] : [];
    });
    const [nearest] = candidates.sort((a, b) => a.mm - b.mm);
    if (!nearest) return [];
    taken.add(nearest.k);
    return [[i, nearest.k]];
  });
}

function facesAlike(one: LinkBase, other: LinkBase, motion: Pose): boolean {
  const turn = wrapRad(one.pose.headingRad + motion.headingRad - other.pose.headingRad);
  const isOpen = one.isFrontOpen || other.isFrontOpen;
  const off = isOpen ? turn - (Math.PI / 2) * Math.round(turn / (Math.PI / 2)) : turn;
  return Math.abs(off) < SAME_HEADING_RAD;
}

function residualMm(from: readonly LinkBase[], to: readonly LinkBase[], { motion, pairs }: BaseLink): number {
  return pairs.reduce((sum, [i, k]) => sum + distanceMm(tableFromPiece(motion, from[i]!.pose), to[k]!.pose), 0);
}

function isOther(one: Pose, other: Pose): boolean {
  return distanceMm(one, other) > OTHER_MOTION.mm || Math.abs(wrapRad(one.headingRad - other.headingRad)) > OTHER_MOTION.rad;
}

/** The same bases as a mirror image of the picture shows them. */
export function mirroredBases(bases: readonly LinkBase[]): LinkBase[] {
  return bases.map((one) => ({ ...one, pose: { x: -one.pose.x, y: one.pose.y, headingRad: -one.pose.headingRad } }));
}

/** Number of common bases below which a mirror image may be chance. */
export const MIRRORED_PAIRS = 3;

/** Whether more bases of one picture stand to each other as the mirror image of another shows them than as that shows them itself. */
export function areBasesMirrored(from: readonly LinkBase[], to: readonly LinkBase[]): boolean {
  const [asMirrored, plain] = [linkBases(mirroredBases(from), to), linkBases(from, to)].map((link) =>
    typeof link === 'string' ? 0 : link.pairs.length,
  );
  return asMirrored! >= MIRRORED_PAIRS && asMirrored! > plain!;
}
