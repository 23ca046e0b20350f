import sharp from 'sharp';
import { regionsOfInterest, shipRegions } from '../../../src/app/state/regions-of-interest.js';
import type { TableView } from '../../../src/app/state/table-session.js';
import { BlockHistory, type PictureBox } from '../../../src/app/vision-client/block-history.js';
import { createFreshnessClock, STANDING_REACH } from '../../../src/app/vision-client/table-freshness.js';
import { type Camera, pixelFromTable, scaledCamera } from '../../../src/geometry/camera.js';
import { inRadians } from '../../../src/geometry/degrees.js';
import type { Pixel } from '../../../src/geometry/point.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import { halfSideMm } from '../../../src/pieces/bases.js';
import type { Freshness } from '../../../src/scene/words/freshness.js';
import { createRandom, type Random } from '../../../src/sim/random.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { smallRgba } from '../../../src/vision/session/small-frame.js';
import type { GreyPicture } from '../../../src/vision/track/compare-views.js';
import { createTracker, type Tracker } from '../../../src/vision/track/tracker.js';
import { LONG_SIDE_PX } from '../../../src/worker/change-watcher.js';
import type { HandClip } from './hand-clip.js';

/** What was shown while a frame of the clip was before the camera. */
export interface FollowedMoment {
  readonly index: number;
  readonly freshness: Freshness;
  /** How far the overlay was from each ship in view; nothing where this frame was not compared, or its camera is unknown. */
  readonly overlayPx: readonly number[];
}

/** Times that a phone with its processor busy takes, ms: to compare a frame beside a look, give or take 30 %, and for a look, the first and later ones. */
const FRAME_MS = 150;
const FIRST_LOOK_MS = 9000;
const LOOK_MS = 6000;
/** Now and then the browser stalls. */
const STALL = { chance: 0.06, ms: 600 };
/** Until the page is drawn, ms. */
const DRAWN_MS = 80;
/** Before the clip begins the camera goes about the table for this long after the first look, ms. */
const LED_IN_MS = 6000;
/** Errors of a look: of each ship's place, mm, and of the focal length and with it the distance, as a share. */
const LOOK_SIGMA = { placeMm: 0.6, focal: 0.01 };
const RIM_PX = 5;

/** What a look has found: the table through its camera, and every ship, those that it has not found where they are. */
export interface FoundTable {
  readonly camera: Camera;
  readonly ships: readonly PlacedShip[];
}

/** What following the camera has shown before a look. */
export interface LookAbout {
  /** Its camera as followed. */
  readonly about: Camera | undefined;
  /** Ids of the ships that were watched since the look before, and stood. */
  readonly stood: ReadonlySet<string>;
}

/** Looks at a frame of the clip. Undefined where nothing is measured. */
export type LookAt = (index: number, atMs: number, about: LookAbout) => Promise<FoundTable | undefined>;

/** A look that is being computed. */
interface Look extends LookAbout {
  readonly index: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A clip followed as the page does, by its tracker, block history and freshness, with times of a busy phone instead of this machine's. Before the clip the camera
 * goes about the still table, from its frame `start` on, through the first look. Looks are `lookAt`, each of which takes `lookMs`; without it the true cameras and places
 * with errors added to them, the same on every machine. Which errors come from the browser this does not show.
 */
export async function followClip(
  cv: Cv,
  clip: HandClip,
  paths: readonly string[],
  start: number,
  { lookAt, lookMs = LOOK_MS }: { readonly lookAt?: LookAt; readonly lookMs?: number } = {},
): Promise<readonly FollowedMoment[]> {
  const order = orderOf(clip, start);
  const clipFrom = order.length - clip.frames.length;
  const frameMs = 1000 / clip.perSecond;
  const random = createRandom(`followed ${clip.table.seed} ${start}`);
  const followed = new FollowedTable(cv, clip, random, lookAt ?? trueLooks(clip, random), lookMs);
  const pictures = new Map<number, GreyPicture>();
  const moments: FollowedMoment[] = [];
  try {
    for (const [k, index] of order.entries()) {
      const picture = pictures.get(index) ?? (await greyPicture(paths[index]!));
      pictures.set(index, picture);
      const camera = await followed.see(picture, index, k * frameMs);
      const freshness = followed.freshness(k * frameMs + DRAWN_MS);
      if (k >= clipFrom && freshness) moments.push({ index, freshness, overlayPx: camera ? overlayPx(clip, index, camera) : [] });
    }
  } finally {
    followed.close();
  }
  return moments;
}

/** Frames until a ship moves, back and forth from `start` on, then all. */
function orderOf({ frames, perSecond }: HandClip, start: number): readonly number[] {
  const held = frames.findIndex(({ isMoved }) => isMoved);
  const there = [...Array(held).keys()];
  const backAndForth = [...there, ...there.slice(1, -1).reverse()];
  const least = ((FIRST_LOOK_MS + LED_IN_MS) / 1000) * perSecond;
  const before: number[] = [];
  for (let k = start; before.length < least || backAndForth[k % backAndForth.length] !== 0; k++)
    before.push(backAndForth[k % backAndForth.length]!);
  return [...before, ...frames.keys()];
}

/** What the page's two workers and its state of freshness know of the table. */
class FollowedTable {
  readonly #clip: HandClip;
  readonly #random: Random;
  readonly #lookAt: LookAt;
  readonly #lookMs: number;
  readonly #tracker: Tracker;
  readonly #history = new BlockHistory();
  #look: Look | undefined;
  #asked: readonly PictureBox[] | undefined;
  #found: FoundTable | undefined;
  #nowMs = 0;
  readonly #clock = createFreshnessClock(() => this.#nowMs);
  #idleFromMs = 0;
  #registeredAtMs = 0;
  #comparedAtMs = 0;

  constructor(cv: Cv, clip: HandClip, random: Random, lookAt: LookAt, lookMs: number) {
    this.#clip = clip;
    this.#random = random;
    this.#lookAt = lookAt;
    this.#lookMs = lookMs;
    this.#tracker = createTracker(cv);
  }

  /** Takes a frame, if the watching worker has time for it; returns its camera where it is known. */
  async see(picture: GreyPicture, index: number, atMs: number): Promise<Camera | undefined> {
    if (this.#look && atMs >= this.#look.toMs) await this.#finish(this.#look);
    if (atMs < this.#idleFromMs) return undefined;
    const isKept = !this.#look && (!this.#asked || this.#isAskedInView(index));
    if (isKept) {
      this.#retain();
      this.#history.begin(atMs);
    }
    const { kind, camera: tracked, blocks } = this.#tracker.see(picture, atMs, isKept);
    const { widthPx, heightPx } = this.#clip.frames[index]!.camera;
    const camera = tracked && scaledCamera(tracked, widthPx, heightPx);
    this.#idleFromMs = atMs + FRAME_MS * this.#random.range(0.7, 1.3) + (this.#random.chance(STALL.chance) ? STALL.ms : 0);
    this.#comparedAtMs = atMs;
    if (kind === 'registered') this.#registeredAtMs = atMs;
    this.#history.learn(
      atMs,
      [...blocks].map(([sinceMs, compared]) => ({ sinceMs, ...compared })),
    );
    if (isKept) {
      const toMs = atMs + (this.#asked ? this.#lookMs : FIRST_LOOK_MS);
      this.#look = { index, about: camera, stood: this.#stood(atMs), fromMs: atMs, toMs };
    }
    return camera;
  }

  /** Undefined until the first look has ended. */
  freshness(nowMs: number): Freshness | undefined {
    if (!this.#asked) return undefined;
    const [watchedAtMs, movedAtMs] = [this.#history.seenAtMs(this.#asked), this.#history.movedAtMs(this.#asked)];
    this.#nowMs = nowMs;
    return this.#clock.freshness(true, {
      lostMs: this.#comparedAtMs - this.#registeredAtMs,
      comparedAtMs: this.#comparedAtMs,
      ...(watchedAtMs === undefined ? {} : { watchedAtMs }),
      ...(movedAtMs === undefined ? {} : { movedAtMs }),
    });
  }

  close(): void {
    this.#tracker.close();
  }

  #retain(): void {
    if (this.#history.forgetOthers()) this.#tracker.retain(this.#history.times);
  }

  #isAskedInView(index: number): boolean {
    const { camera } = this.#clip.frames[index]!;
    const ships = shipsAt(this.#clip, index);
    return this.#clip.asked.every((id) => pixelInView(camera, ships.find((ship) => ship.id === id)!));
  }

  #stood(atMs: number): ReadonlySet<string> {
    const { camera, ships } = this.#found ?? { ships: [] };
    const standing = ships.filter((ship) => camera && this.#history.hasStood(shipRegions(camera, placed(ship), false), atMs));
    return new Set(standing.map(({ id }) => id));
  }

  /** A look from where the ships that are asked about are not in view gives nothing. */
  async #finish({ index, fromMs, toMs, ...about }: Look): Promise<void> {
    this.#look = undefined;
    const found = this.#isAskedInView(index) ? await this.#lookAt(index, fromMs, about) : undefined;
    if (!found) return;
    this.#history.accept(fromMs);
    this.#retain();
    this.#found = found;
    this.#place(index, fromMs, found);
    this.#clock.measured(fromMs, toMs - fromMs);
  }

  #place(index: number, atMs: number, { camera, ships }: FoundTable): void {
    const { camera: truth } = this.#clip.frames[index]!;
    const { mat } = this.#clip.table;
    const standing = ships.map((ship) => {
      const seen = pixelInView(truth, ship);
      return { x: ship.x, y: ship.y, radiusMm: STANDING_REACH * halfSideMm(ship.base), ...(seen ? { seen } : {}) };
    });
    this.#tracker.place(atMs, camera, { widthMm: mat.widthMm, depthMm: mat.depthMm, standing });
    this.#asked = askedBoxes(this.#clip, camera, ships);
  }
}

/** Looks that find the true cameras and places, with errors. */
function trueLooks(clip: HandClip, random: Random): LookAt {
  return async (index) => {
    const { camera: truth } = clip.frames[index]!;
    const ships = shipsAt(clip, index).map((ship) => ({
      ...ship,
      x: ship.x + random.normal(LOOK_SIGMA.placeMm),
      y: ship.y + random.normal(LOOK_SIGMA.placeMm),
    }));
    const scale = 1 + random.normal(LOOK_SIGMA.focal);
    const { fx, fy, t } = truth;
    return { camera: { ...truth, fx: fx * scale, fy: fy * scale, t: [t[0], t[1], t[2] * scale] }, ships };
  };
}

export interface PlacedShip {
  readonly id: string;
  readonly base: BaseSize;
  readonly x: number;
  readonly y: number;
  readonly headingDeg: number;
}

/** The ships where they are in a frame. */
export function shipsAt({ table, frames }: HandClip, index: number): readonly PlacedShip[] {
  return table.ships.map((ship) => ({ ...ship, ...frames[index]!.ships.find(({ id }) => id === ship.id) }));
}

function placed({ id, base, x, y, headingDeg }: PlacedShip) {
  return { id, base, pose: { x, y, headingRad: inRadians(headingDeg) } };
}

/** The places of the picture that the distance between the asked ships depends on. */
function askedBoxes({ asked, table: { mat } }: HandClip, camera: Camera, standing: readonly PlacedShip[]): readonly PictureBox[] {
  const ships = standing.map(placed);
  const [from, to] = asked.map((id) => ships.find((ship) => ship.id === id)!) as [(typeof ships)[number], (typeof ships)[number]];
  const [dx, dy] = [to.pose.x - from.pose.x, to.pose.y - from.pose.y];
  const mm = Math.hypot(dx, dy);
  const along = (share: number) => [from.pose.x + share * dx, from.pose.y + share * dy] as const;
  const closest = { fromMm: along(halfSideMm(from.base) / mm), toMm: along(1 - halfSideMm(to.base) / mm) };
  const pair = { from: from.id, to: to.id, closest, arcs: {} };
  const { widthMm, depthMm } = mat;
  const view = { state: { camera }, table: { ships, obstacles: [], widthMm, depthMm }, report: { pairs: [pair] }, chosen: asked, pair };
  return regionsOfInterest(view as unknown as TableView, false);
}

function overlayPx(clip: HandClip, index: number, camera: Camera): readonly number[] {
  const { camera: truth } = clip.frames[index]!;
  return shipsAt(clip, index).flatMap((ship) => {
    const [is, drawn] = [pixelInView(truth, ship), pixelFromTable(camera, { x: ship.x, y: ship.y, z: 0 })];
    return is && drawn ? [Math.hypot(is.u - drawn.u, is.v - drawn.v)] : [];
  });
}

function pixelInView(camera: Camera, { x, y }: { readonly x: number; readonly y: number }): Pixel | undefined {
  const pixel = pixelFromTable(camera, { x, y, z: 0 });
  if (!pixel) return undefined;
  const isWithin = (value: number, size: number) => value > RIM_PX && value < size - RIM_PX;
  return isWithin(pixel.u, camera.widthPx) && isWithin(pixel.v, camera.heightPx) ? pixel : undefined;
}

async function greyPicture(path: string): Promise<GreyPicture> {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return smallRgba(new Uint8ClampedArray(data), info.width, info.height, { longSidePx: LONG_SIDE_PX });
}
