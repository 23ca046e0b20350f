import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { CORNER_SIGNS } from '../../geometry/corner-signs.js';
import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { wrapRad } from '../../geometry/pose.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { SeenObstacle } from '../../table/measurement.js';
import { TILE_PX, TILES, type Tile } from '../bases/base-maps.js';
import { type CachedMeasurements, isNear, isOn } from '../bases/cached-measurements.js';
import type { ConfirmedCandidate } from '../bases/candidate.js';
import type { Stages } from '../frame/measured-table.js';
import { tableFromRectified } from '../image/rectify.js';
import type { EdgeReading } from '../mat/edges/measure-edges.js';
import type { Changes, ChangesUpTo, FrameThumbnail } from './frame-thumbnail.js';

interface BasePlace {
  readonly kind: 'base';
  readonly at: Point;
  readonly reachMm: number;
  readonly base: ConfirmedCandidate;
}

/** One frame's result at one place. */
type Place =
  | BasePlace
  | { readonly kind: 'obstacle'; readonly at: Point; readonly reachMm: number; readonly obstacle: SeenObstacle }
  | { readonly kind: 'no base'; readonly at: Point; readonly reachMm: number }
  | { readonly kind: 'no obstacle'; readonly at: Point; readonly reachMm: number; readonly probability: number };

/** A place, and the number of frames that measured the same there while nothing changed. */
interface CacheEntry {
  readonly place: Place;
  readonly reads: number;
  readonly readIn: FrameThumbnail;
  readonly readAtMs: number;
}

/** Measurements of earlier frames, kept for as long as the picture does not change where they were made. */
export interface MeasurementCache {
  readonly entries: readonly CacheEntry[];
  readonly last?: LastFrame;
  readonly detected?: DetectedMaps;
  readonly border?: BorderEntry;
}

/** The frame that was measured last. */
interface LastFrame {
  readonly thumbnail: FrameThumbnail;
  /** Number of frames up to it that show the same table, with no change in the picture. */
  readonly stillFrames: number;
  /** Number of bases and obstacles in each of the frames up to it with no change in the picture, the latest ENOUGH_QUIET_FRAMES of them. */
  readonly quietPieces: readonly number[];
}

/** Readings of strips across the mat’s border, and the number of frames that made them while nothing changed there. */
interface BorderEntry extends Omit<CacheEntry, 'place'> {
  readonly edges: readonly EdgeReading[];
}

/** Maps of the base detector up to a frame, and the time when it last saw the whole picture. */
interface DetectedMaps {
  readonly maps: Float32Array;
  readonly readIn: FrameThumbnail;
  readonly wholeAtMs: number;
}

export const NO_CACHE: MeasurementCache = { entries: [] };

/**
 * Number of frames that agree after which a still base, whose frames are averaged, is not measured again for a while: a change may have
 * escaped notice.
 */
export const ENOUGH_READS = 5;
/**
 * Number of frames after which a thing that comes and goes, though nothing changes, is not settled by more: a frame that shows as much as
 * any of the latest is as good.
 */
export const ENOUGH_QUIET_FRAMES = 10;
const MAX_AGE_MS = 20_000;
/** Largest difference at which measurements of a base agree. */
const AGREED = { mm: 1, rad: Math.PI / 180 };
/** Reach of a base's crops around it, in halves of its side, and of what an obstacle is recognised by, mm. */
const BASE_REACH = 1.6;
const OBSTACLE_REACH_MM = 60;

/** The part of a cache that one frame need not measure again. */
export interface UnreadPart {
  readonly entries: readonly CacheEntry[];
  readonly measurements: CachedMeasurements;
}

/** Selects the measurements that need not be repeated in the frame that `changes` lead up to; `camera`: the camera's pose a moment ago. */
export function cachedMeasurements(
  { entries, detected, border }: MeasurementCache,
  camera: Camera,
  changes: ChangesUpTo,
  atMs: number,
): UnreadPart {
  const unread = entries.filter(
    (one) => one.reads >= ENOUGH_READS && isFresh(one, atMs) && !isTouched(one.place, camera, changes.from(one.readIn)),
  );
  const isBorderKnown = border && border.reads >= ENOUGH_READS && isFresh(border, atMs) && !isBorderTouched(border, changes);
  const measurements: CachedMeasurements = {
    ...(isBorderKnown && { edges: border.edges }),
    ...(detected &&
      atMs - detected.wholeAtMs < MAX_AGE_MS && {
        maps: { maps: detected.maps, changedTiles: changedTiles(camera, changes.from(detected.readIn)) },
      }),
    bases: unread.flatMap(({ place }) => (place.kind === 'base' ? [place.base] : [])),
    noBases: unread.flatMap(({ place }) => (place.kind === 'no base' ? [place.at] : [])),
    obstacles: unread.flatMap(({ place }) => (place.kind === 'obstacle' ? [place.obstacle] : [])),
    noObstacles: unread.flatMap(({ place }) => (place.kind === 'no obstacle' ? [place] : [])),
  };
  return { entries: unread, measurements };
}

/** The cache after one more frame; `unread`: the part that this frame was given. */
export function withMeasurements(
  { entries: before, last, detected: earlierMaps, border }: MeasurementCache,
  unread: UnreadPart | undefined,
  stages: Stages,
  changes: ChangesUpTo,
  atMs: number,
): MeasurementCache {
  const { camera } = stages.solution;
  // Where the mat was located again, everything on it was measured again.
  const isFromCache = unread !== undefined && stages.cached === unread.measurements;
  const notRead = isFromCache ? unread.entries : [];
  const wholeAtMs = isFromCache && unread.measurements.maps && earlierMaps ? earlierMaps.wholeAtMs : atMs;
  const entries = placesIn(stages).map((place): CacheEntry => {
    const taken = notRead.find((one) => isTakenFrom(one.place, place));
    if (taken) return { ...taken, place };
    const earlier = before.find((one) => isAgreed(one.place, place) && !isTouched(one.place, camera, changes.from(one.readIn)));
    return { place, reads: 1 + (earlier?.reads ?? 0), readIn: changes.now, readAtMs: atMs };
  });
  const quiet = last && !changes.from(last.thumbnail).isAny ? last : undefined;
  const lastFrame: LastFrame = {
    thumbnail: changes.now,
    stillFrames: 1 + (quiet && isSameTable(before, entries) ? quiet.stillFrames : 0),
    quietPieces: [...(quiet?.quietPieces ?? []), piecesIn(entries).length].slice(-ENOUGH_QUIET_FRAMES),
  };
  return {
    entries,
    last: lastFrame,
    detected: { maps: stages.detections.maps, readIn: changes.now, wholeAtMs },
    ...borderAfter(border, isFromCache && unread.measurements.edges !== undefined, stages, changes, atMs),
  };
}

function borderAfter(
  before: BorderEntry | undefined,
  isTaken: boolean,
  { edges, byContrast }: Stages,
  changes: ChangesUpTo,
  atMs: number,
): Pick<MeasurementCache, 'border'> {
  if (before && isTaken) return { border: before };
  if (edges.length === 0 || byContrast) return {};
  const reads = before && !isBorderTouched(before, changes) ? before.reads + 1 : 1;
  return { border: { edges, reads, readIn: changes.now, readAtMs: atMs } };
}

/** True when something has changed where the border was seen. */
function isBorderTouched({ edges, readIn }: BorderEntry, changes: ChangesUpTo): boolean {
  const since = changes.from(readIn);
  return since.isAny && edges.some(({ mark }) => mark && since.touch([mark]));
}

/**
 * True when nothing has changed in the last frames nor since, nothing was measured too long ago, and they show the same table, or, after
 * more of them, the last one shows as much as any.
 */
export function isAllCached({ entries, last }: MeasurementCache, changes: ChangesUpTo, atMs: number): boolean {
  if (!last) return false;
  const { stillFrames, quietPieces, thumbnail } = last;
  const isAsMuchAsAny = quietPieces.length >= ENOUGH_QUIET_FRAMES && quietPieces.at(-1) === Math.max(...quietPieces);
  if (stillFrames < ENOUGH_READS && !isAsMuchAsAny) return false;
  return entries.every((one) => isFresh(one, atMs)) && !changes.from(thumbnail).isAny;
}

function isFresh({ readAtMs }: Pick<CacheEntry, 'readAtMs'>, atMs: number): boolean {
  return atMs - readAtMs < MAX_AGE_MS;
}

function placesIn({ solution, candidates, observations, detections, obstacles }: Stages): Place[] {
  const bases = candidates.map((one, i): BasePlace => {
    const start = solution.poses[i]!;
    const { edges = [] } = observations.bases[i]!;
    const base: ConfirmedCandidate = { ...one, marks: { ...one.marks, start, edges }, isCached: true };
    return { kind: 'base', at: start, reachMm: BASE_REACH * halfSideMm(one.marks.base), base };
  });
  const noBases = detections.bases
    .filter((one) => !candidates.some(({ detection }) => detection === one) && !bases.some(({ base }) => isOn(base, one.at)))
    .map(({ at, base }): Place => ({ kind: 'no base', at, reachMm: BASE_REACH * halfSideMm(base) }));
  const recognised = (obstacles?.fitted ?? []).map(
    (obstacle): Place => ({ kind: 'obstacle', at: meanPoint(obstacle.outline), reachMm: OBSTACLE_REACH_MM, obstacle }),
  );
  const others = (obstacles?.unrecognised ?? []).map((place): Place => ({ kind: 'no obstacle', reachMm: OBSTACLE_REACH_MM, ...place }));
  return [...bases, ...noBases, ...recognised, ...others];
}

/** True when a frame has a place from the cache, and did not measure it. */
function isTakenFrom(cached: Place, now: Place): boolean {
  if (cached.kind === 'base') return now.kind === 'base' && now.base.reading === cached.base.reading;
  if (cached.kind === 'obstacle') return now.kind === 'obstacle' && now.obstacle === cached.obstacle;
  return now.kind === cached.kind && isNear(cached.at, now.at);
}

/** True when two frames show the same at a place. */
function isAgreed(one: Place, other: Place): boolean {
  if (one.kind !== 'base' || other.kind !== 'base') return one.kind === other.kind && isNear(one.at, other.at);
  const [a, b] = [one.base.marks, other.base.marks];
  const isThere = Math.hypot(a.start.x - b.start.x, a.start.y - b.start.y) < AGREED.mm;
  const isTurned = Math.abs(wrapRad(a.start.headingRad - b.start.headingRad)) > AGREED.rad;
  return a.base === b.base && isThere && !isTurned && one.base.isFrontKnown === other.base.isFrontKnown;
}

/** True when two frames show the same bases and obstacles. */
function isSameTable(before: readonly CacheEntry[], now: readonly CacheEntry[]): boolean {
  const [old, present] = [piecesIn(before), piecesIn(now)];
  return old.length === present.length && present.every((one) => old.some((other) => isAgreed(other.place, one.place)));
}

/** True when something has changed around a place, or it is not wholly in the picture. */
function isTouched({ at, reachMm }: Place, camera: Camera, changes: Changes): boolean {
  const corners = CORNER_SIGNS.map(([x, y]) => pixelFromTable(camera, { x: at.x + reachMm * x, y: at.y + reachMm * y, z: 0 }));
  return corners.some((corner) => corner === undefined) || changes.touch(corners.flatMap((corner) => corner ?? []));
}

/** Bases, and obstacles with a name: an unnamed one is faint, and may be reported in one frame and not in the next. */
function piecesIn(entries: readonly CacheEntry[]): readonly CacheEntry[] {
  return entries.filter(({ place }) => place.kind === 'base' || (place.kind === 'obstacle' && place.obstacle.token !== undefined));
}

/** The tiles of the table seen from above in which the picture has changed; those outside of the picture have not. */
function changedTiles(camera: Camera, changes: Changes): Tile[] {
  if (!changes.isAny) return [];
  const all = Array.from({ length: TILES * TILES }, (_, i): Tile => ({ column: i % TILES, row: Math.floor(i / TILES) }));
  return all.filter((tile) => {
    const corners = cornersOf(camera, tile);
    return corners === undefined || changes.touch(corners);
  });
}

/** Corners of a tile in pixels of the frame, at its edge where they are beyond; undefined where a corner is behind the camera. */
function cornersOf(camera: Camera, { column, row }: Tile) {
  const corners = CORNER_SIGNS.flatMap(([x, y]) => {
    const at = tableFromRectified({ u: (column + 0.5 + x / 2) * TILE_PX - 0.5, v: (row + 0.5 + y / 2) * TILE_PX - 0.5 });
    return pixelFromTable(camera, { ...at, z: 0 }) ?? [];
  });
  if (corners.length < CORNER_SIGNS.length) return undefined;
  const within = (px: number, size: number) => Math.min(size - 1, Math.max(0, px));
  return corners.map(({ u, v }) => ({ u: within(u, camera.widthPx), v: within(v, camera.heightPx) }));
}
