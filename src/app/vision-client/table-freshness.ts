import { mirroredCamera, pixelFromTable } from '../../geometry/camera.js';
import type { Pixel } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import { type Freshness, type FreshnessTimes, freshnessOf } from '../../scene/words/freshness.js';
import type { TableMeasurement } from '../../table/measurement.js';
import type { CapturedFrame } from '../capture/frame-source.js';
import type { Clock } from '../state/page-clock.js';
import { isOfOneMoment, type PageState } from '../state/page-state.js';
import { matRegions, obstacleRegions, regionsOfInterest, shipRegions } from '../state/regions-of-interest.js';
import type { TableView } from '../state/table-session.js';
import type { PictureBox } from './block-history.js';
import type { FollowedFrame, MotionDetector } from './motion-detector.js';

/** Creates the comparison of every frame with the measured one; `onSeen` is called after each. */
export type StartWatch = (onSeen: () => void) => MotionDetector;

const WHOLE = [{ left: 0, right: 1, top: 0, bottom: 1 }];

/** Distance, as a share of the picture's width, within which a base in a look is a known ship's. */
const SAME_SHARE = 0.02;

/** Reach of a ship and of everything that hangs over its base, in halves of its side. */
export const STANDING_REACH = 1.6;

/** The places that matter to the question and to everything on the mat, and what they were made from. */
interface Places extends Pick<PageState, 'known' | 'isMirrored' | 'onAir'> {
  readonly asked: readonly PictureBox[];
  readonly mat: readonly PictureBox[];
}

/** Freshness of the last measurement: its age, and what has changed since near what is asked about. */
export class TableFreshness {
  readonly #clock: FreshnessClock;
  readonly #detector: MotionDetector | undefined;
  #places: Places | undefined;

  /** Without `watch` only the age is known. `onSeen`: called after a frame was compared, with whether anything on the mat has changed. */
  constructor(nowMs: () => number, watch: StartWatch | undefined, onSeen: (hasChanged: boolean) => void) {
    this.#clock = createFreshnessClock(nowMs);
    this.#detector = watch?.(() => onSeen(this.#detector?.movedAtMs(this.#places?.mat ?? WHOLE) !== undefined));
  }

  /** Takes a frame of the source for comparison; it stays the caller's. */
  see(frame: CapturedFrame): void {
    this.#detector?.compare(frame);
  }

  /** Ids of the ships and obstacles that were watched from the last measured frame until one of that time, and stood. */
  stood(capturedAtMs: number, { state: { camera, tracks }, ships, table }: TableView, isMirrored: boolean): ReadonlySet<string> {
    if (!camera || !this.#detector) return new Set();
    const placed = ships.flatMap(({ ship, isPlacedByHand }) => (isPlacedByHand ? [ship] : []));
    // One that a hand placed elsewhere than the camera sees it must have stood in both places.
    const regions = [
      ...[...tracks.filter(({ isSeen }) => isSeen), ...placed].map((ship) => ({
        id: ship.id,
        boxes: shipRegions(camera, ship, isMirrored),
      })),
      ...table.obstacles.map((obstacle) => ({ id: obstacle.id, boxes: obstacleRegions(camera, obstacle, isMirrored) })),
    ];
    const moved = regions.filter(({ boxes }) => boxes.length === 0 || !this.#detector!.hasStood(boxes, capturedAtMs));
    return new Set(regions.flatMap(({ id }) => (moved.some((one) => one.id === id) ? [] : [id])));
  }

  /** Notes that this frame is measured now. */
  measuring(frame: CapturedFrame): void {
    this.#detector?.setReference(frame);
  }

  /** Makes the frame of that time the one that answers from now on; `tookMs` where it was measured and not only compared. */
  measured(capturedAtMs: number, tookMs: number | undefined): void {
    this.#detector?.acceptReference(capturedAtMs);
    this.#clock.measured(capturedAtMs, tookMs);
  }

  /** Sets the table that was measured in the frame of that time; `look`: its own measurement, where it was not only compared. */
  place(capturedAtMs: number, { state, table }: TableView, isMirrored: boolean, look?: TableMeasurement): void {
    const { camera } = state;
    if (!camera) return;
    const seen = look?.bases.flatMap(({ pose }) => pixelFromTable(look.camera, { ...pose, z: 0 }) ?? []) ?? [];
    const standing = table.ships.map(({ base, pose: { x, y } }) => {
      const at = pixelFromTable(camera, { x, y, z: 0 });
      const there = at && nearestTo(at, seen, SAME_SHARE * camera.widthPx);
      const shown = there && { seen: isMirrored ? { u: camera.widthPx - 1 - there.u, v: there.v } : there };
      return { x, y, radiusMm: STANDING_REACH * halfSideMm(base), ...shown };
    });
    const { widthMm, depthMm } = table;
    this.#detector?.place(capturedAtMs, isMirrored ? mirroredCamera(camera) : camera, { widthMm, depthMm, standing });
  }

  /** The camera's present pose, for pictures as shown; undefined where it is not known. */
  followed(isMirrored: boolean): FollowedFrame | undefined {
    const frame = this.#detector?.followed();
    return frame?.camera && isMirrored ? { ...frame, camera: mirroredCamera(frame.camera) } : frame;
  }

  /** Whether the camera is known in the newest frame that was compared. */
  get isFollowed(): boolean {
    const frame = this.#detector?.followed();
    return frame?.camera !== undefined && frame.lostMs === 0;
  }

  /** The freshness for the page; undefined where the source shows one moment, and while nothing was measured. */
  of(page: PageState): Pick<PageState, 'freshness' | 'matFreshness'> {
    const { source } = page;
    if (!source || isOfOneMoment(source)) return { freshness: undefined, matFreshness: undefined };
    const isRunning = source.kind === 'camera' || (source.kind === 'video' && !(source.view as HTMLVideoElement).paused);
    const places = this.#detector && this.#placesOf(page);
    return {
      freshness: this.#clock.freshness(isRunning, this.#watchedIn(places?.asked)),
      matFreshness: this.#clock.freshness(isRunning, this.#watchedIn(places?.mat)),
    };
  }

  /** Forgets everything: nobody knows what has happened since the last measurement. */
  forget(): void {
    this.#clock.reset();
    this.#detector?.forget();
  }

  close(): void {
    this.#detector?.close();
  }

  #placesOf({ known, isMirrored, onAir }: PageState): Places {
    const before = this.#places;
    if (before?.known === known && before.isMirrored === isMirrored && before.onAir === onAir) return before;
    this.#places = { known, isMirrored, onAir, asked: regionsOfInterest(known, isMirrored, onAir), mat: matRegions(known, isMirrored) };
    return this.#places;
  }

  /** `boxes`: undefined where nothing is watched. */
  #watchedIn(boxes: readonly PictureBox[] | undefined): Watched {
    if (!this.#detector || !boxes) return {};
    const movedAtMs = this.#detector.movedAtMs(boxes);
    const followed = this.#detector.followed();
    // A watch that has failed watches nothing: only the measurements themselves count then.
    return {
      watchedAtMs: this.#detector.watchedAtMs(boxes) ?? 0,
      watchBehindMs: this.#detector.behindMs(),
      lostMs: followed?.lostMs ?? 0,
      ...(followed ? { comparedAtMs: followed.capturedAtMs } : {}),
      ...(movedAtMs === undefined ? {} : { movedAtMs }),
    };
  }
}

function nearestTo(at: Pixel, pixels: readonly Pixel[], withinPx: number): Pixel | undefined {
  const awayPx = ({ u, v }: Pixel) => Math.hypot(u - at.u, v - at.v);
  return pixels.filter((pixel) => awayPx(pixel) < withinPx).sort((a, b) => awayPx(a) - awayPx(b))[0];
}

/** Report of a watch beside the measurements; see FreshnessTimes. */
type Watched = Pick<FreshnessTimes, 'watchedAtMs' | 'comparedAtMs' | 'movedAtMs' | 'watchBehindMs' | 'lostMs'>;

/** The one clock that determines the age of the last measurement. */
export interface FreshnessClock {
  /** Notes a measured frame; `tookMs` where it was measured and not only compared. */
  measured(capturedAtMs: number, tookMs: number | undefined): void;
  /** Undefined while nothing was measured. `isRunning`: the source continues on its own, and owes new frames. */
  freshness(isRunning: boolean, watched: Watched): Freshness | undefined;
  reset(): void;
}

/**
 * Number of measurements the longest of which is the time that one takes here: most of a still table's are short, until a lamp is switched.
 */
const LAST_MEASUREMENTS = 5;

export function createFreshnessClock(nowMs: Clock['nowMs']): FreshnessClock {
  let measuredAtMs: number | undefined;
  let tookMs: readonly number[] = [];
  return {
    measured(capturedAtMs, lastMs) {
      measuredAtMs = Math.max(measuredAtMs ?? capturedAtMs, capturedAtMs);
      if (lastMs !== undefined) tookMs = [...tookMs, lastMs].slice(-LAST_MEASUREMENTS);
    },
    freshness(isRunning, watched) {
      if (measuredAtMs === undefined) return undefined;
      const owed = isRunning ? { lookMs: Math.max(0, ...tookMs) } : {};
      return freshnessOf({ nowMs: nowMs(), measuredAtMs, ...owed, ...watched });
    },
    reset() {
      measuredAtMs = undefined;
      tookMs = [];
    },
  };
}
