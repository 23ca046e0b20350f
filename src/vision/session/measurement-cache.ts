import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { CORNER_SIGNS } from '../../geometry/corner-signs.js';
import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { wrapRad } from '../../geometry/pose.js';
import { HALF_SIDE_MM } from '../../pieces/dimensions.js';
import type { SeenObstacle } from '../../table/measurement.js';
import { type CachedMeasurements, isNear, isOn, NOTHING_CACHED } from '../bases/cached-measurements.js';
import type { ConfirmedCandidate } from '../bases/candidate.js';
import type { Stages } from '../frame/measure-table.js';
import { type Changes, changesBetween, type FrameThumbnail } from './frame-thumbnail.js';

interface FoundBase {
  readonly kind: 'base';
  readonly at: Point;
  readonly reachMm: number;
  readonly base: ConfirmedCandidate;
}

/** What one frame has told of one place. */
type Found =
  | FoundBase
  | { readonly kind: 'obstacle'; readonly at: Point; readonly reachMm: number; readonly obstacle: SeenObstacle }
  | { readonly kind: 'no base' | 'no obstacle'; readonly at: Point; readonly reachMm: number };

/** The same, and how often it was read while nothing changed there. */
interface Kept {
  readonly found: Found;
  readonly reads: number;
  readonly readIn: FrameThumbnail;
  readonly readAtMs: number;
}

/** The frames of a still base are averaged; after so many that agree it is not read any more, but for a while only: something may have escaped notice. */
export const ENOUGH_READS = 10;
const LONGEST_MS = 20_000;
/** Reads of a base agree when they differ by no more. */
const AGREED = { mm: 1, rad: Math.PI / 180 };
/** How far around a base its crops reach, in halves of its side, and around an obstacle what it is recognised by, mm. */
const BASE_REACH = 1.6;
const OBSTACLE_REACH_MM = 60;

/** What was read in earlier frames, kept for as long as the picture does not change where it was read. */
export interface MeasurementCache {
  /** What need not be read again in a frame; `camera`: where the table was a moment ago. */
  known(camera: Camera, glance: FrameThumbnail, atMs: number): CachedMeasurements;
  /** Takes in what the frame has told that was asked about last. */
  take(stages: Stages, glance: FrameThumbnail, atMs: number): void;
  /** True when the last frames that were taken in tell of the same table, nothing has changed in them nor since, and all was read not too long ago. */
  isAllKnown(glance: FrameThumbnail, atMs: number): boolean;
  forget(): void;
}

export function createKeptReads(): MeasurementCache {
  let kept: readonly Kept[] = [];
  /** Those that the frame asked about last need not read, and what it was told. */
  let spared: readonly Kept[] = [];
  let told: CachedMeasurements = NOTHING_CACHED;
  let last: { readonly glance: FrameThumbnail; readonly stillFrames: number } | undefined;
  const changes = comparison();
  const isStill = (glance: FrameThumbnail) => last !== undefined && !changes(last.glance, glance).isAny;
  return {
    known(camera, glance, atMs) {
      const isUntouched = (one: Kept) => !isTouched(one.found, camera, changes(one.readIn, glance));
      spared = kept.filter((one) => one.reads >= ENOUGH_READS && isFresh(one, atMs) && isUntouched(one));
      told = {
        bases: spared.flatMap(({ found }) => (found.kind === 'base' ? [found.base] : [])),
        noBases: spared.flatMap(({ found }) => (found.kind === 'no base' ? [found.at] : [])),
        obstacles: spared.flatMap(({ found }) => (found.kind === 'obstacle' ? [found.obstacle] : [])),
        noObstacles: spared.flatMap(({ found }) => (found.kind === 'no obstacle' ? [found.at] : [])),
      };
      return told;
    },
    take(stages, glance, atMs) {
      const isUntouched = (one: Kept) => !isTouched(one.found, stages.solution.camera, changes(one.readIn, glance));
      // A registration made anew has read everything anew.
      const notRead = stages.known === told ? spared : [];
      const before = kept;
      kept = foundIn(stages).map((found) => {
        const taken = notRead.find((one) => isTakenFrom(one.found, found));
        if (taken) return { ...taken, found };
        const earlier = before.find((one) => isAgreed(one.found, found) && isUntouched(one));
        return { found, reads: 1 + (earlier?.reads ?? 0), readIn: glance, readAtMs: atMs };
      });
      last = { glance, stillFrames: isStill(glance) && isSameTable(before, kept) ? last!.stillFrames + 1 : 1 };
    },
    isAllKnown(glance, atMs) {
      return last !== undefined && last.stillFrames >= ENOUGH_READS && kept.every((one) => isFresh(one, atMs)) && isStill(glance);
    },
    forget() {
      kept = [];
      spared = [];
      last = undefined;
    },
  };
}

function isFresh({ readAtMs }: Kept, atMs: number): boolean {
  return atMs - readAtMs < LONGEST_MS;
}

function foundIn({ solution, seen, observed, detections, obstacles }: Stages): Found[] {
  const bases = seen.map((one, i): FoundBase => {
    const start = solution.poses[i]!;
    const { edges = [] } = observed.bases[i]!;
    const base: ConfirmedCandidate = { ...one, marks: { ...one.marks, start, edges }, isKept: true };
    return { kind: 'base', at: start, reachMm: BASE_REACH * HALF_SIDE_MM[one.marks.base], base };
  });
  const noBases = detections.bases
    .filter((one) => !seen.some(({ detection }) => detection === one) && !bases.some(({ base }) => isOn(base, one.at)))
    .map(({ at, base }): Found => ({ kind: 'no base', at, reachMm: BASE_REACH * HALF_SIDE_MM[base] }));
  const recognised = (obstacles?.obstacles ?? []).flatMap((obstacle): Found[] =>
    obstacle.token ? [{ kind: 'obstacle', at: meanPoint(obstacle.outline), reachMm: OBSTACLE_REACH_MM, obstacle }] : [],
  );
  const others = (obstacles?.unrecognised ?? []).map((at): Found => ({ kind: 'no obstacle', at, reachMm: OBSTACLE_REACH_MM }));
  return [...bases, ...noBases, ...recognised, ...others];
}

/** True when what is told now was not read, but is what was kept. */
function isTakenFrom(kept: Found, now: Found): boolean {
  if (kept.kind === 'base') return now.kind === 'base' && now.base.reading === kept.base.reading;
  if (kept.kind === 'obstacle') return now.kind === 'obstacle' && now.obstacle === kept.obstacle;
  return now.kind === kept.kind && isNear(kept.at, now.at);
}

/** True when two frames tell the same of a place. */
function isAgreed(one: Found, other: Found): boolean {
  if (one.kind !== 'base' || other.kind !== 'base') return one.kind === other.kind && isNear(one.at, other.at);
  const [a, b] = [one.base.marks, other.base.marks];
  const isThere = Math.hypot(a.start.x - b.start.x, a.start.y - b.start.y) < AGREED.mm;
  const isTurned = Math.abs(wrapRad(a.start.headingRad - b.start.headingRad)) > AGREED.rad;
  return a.base === b.base && isThere && !isTurned && one.base.frontTold === other.base.frontTold;
}

/** True when two frames tell of the same bases and obstacles. */
function isSameTable(before: readonly Kept[], now: readonly Kept[]): boolean {
  const pieces = (all: readonly Kept[]) => all.filter(({ found: { kind } }) => kind === 'base' || kind === 'obstacle');
  const [old, present] = [pieces(before), pieces(now)];
  return old.length === present.length && present.every((one) => old.some((other) => isAgreed(other.found, one.found)));
}

/** Compares frames with the present one, each of them once. */
function comparison(): (before: FrameThumbnail, now: FrameThumbnail) => Changes {
  let present: FrameThumbnail | undefined;
  let compared = new Map<FrameThumbnail, Changes>();
  return (before, now) => {
    if (now !== present) compared = new Map();
    present = now;
    const changes = compared.get(before) ?? changesBetween(before, now);
    compared.set(before, changes);
    return changes;
  };
}

/** Whether something has changed about a place, or it is not wholly in the picture. */
function isTouched({ at, reachMm }: Found, camera: Camera, changes: Changes): boolean {
  const corners = CORNER_SIGNS.map(([x, y]) => pixelFromTable(camera, { x: at.x + reachMm * x, y: at.y + reachMm * y, z: 0 }));
  return corners.some((corner) => corner === undefined) || changes.touch(corners.flatMap((corner) => corner ?? []));
}
