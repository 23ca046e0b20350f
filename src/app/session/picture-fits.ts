import { type Camera, carriedPlace } from '../../geometry/camera.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import type { Pose } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { isSquare } from '../../pieces/base-size.js';
import { type Edit, isObstacleEdit } from '../../table/edits.js';
import type { FittedBase, RankedObstacle, UserBase } from '../../table/measurement.js';
import type { Obstacle } from '../../table/table.js';
import { placeOf } from '../setup/obstacle-place.js';
import type { PageState } from '../state/page-state.js';
import type { TableSession, TableView } from '../state/table-session.js';
import type { FoundThere } from '../state/tool.js';
import type { VisionClient } from '../vision-client/vision-client.js';

/** Time that a dragging hand must rest before its piece is fitted, ms. */
const REST_MS = 350;

/**
 * People's claims about places of the picture, compared with its pixels: the pose of a piece that a hand placed, and the thing under a
 * finger.
 */
export class PictureFits {
  readonly #client: VisionClient;
  readonly #table: TableSession;
  readonly #page: () => PageState;
  /** Places that were fitted or tried in the present look, so that nothing is tried twice. */
  #tried = new Set<string>();
  /** Ids of what stands where an earlier look showed it. */
  #carried = new Set<string>();
  #look: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;

  constructor(client: VisionClient, table: TableSession, page: () => PageState) {
    this.#client = client;
    this.#table = table;
    this.#page = page;
  }

  /** Fits an obstacle that a person laid in the picture to its edges; undefined where they are not clear, or no engine can look now. */
  readonly obstacle = async (laid: Obstacle): Promise<Obstacle | undefined> => {
    const { token } = laid;
    if (!token) return undefined;
    const seen = await this.#ask((picture, seenBy) => this.#client.fitObstacle(picture, { xws: token.xws, at: placeOf(laid), ...seenBy }));
    return seen && { ...seen, id: laid.id };
  };

  /** Possible things under a finger on the mat. */
  async there(at: Point): Promise<FoundThere> {
    const bases = await this.#fitBase((seenBy) => ({ at, ...seenBy }));
    return { bases: bases ?? [], obstacles: await this.outlines(at) };
  }

  /** All outlines of obstacles in possible poses near there, the best first; empty where no engine can look now. */
  async outlines(at: Point): Promise<readonly RankedObstacle[]> {
    return (await this.#ask((picture, seenBy) => this.#client.rankObstacles(picture, { at, ...seenBy }))) ?? [];
  }

  /** Fits pieces that a hand has placed and the present look has not been asked about, as soon as the hand rests; also those fitted in an earlier look. */
  see(page: PageState): void {
    clearTimeout(this.#timer);
    const { camera } = page.known.state;
    if (!page.source || !camera) return;
    if (this.#look !== camera) {
      this.#look = camera;
      this.#tried = new Set();
      const { ships, obstacles } = page.known.table;
      this.#carried = new Set([...ships.filter(({ isByHand }) => !isByHand), ...obstacles].map(({ id }) => id));
    }
    if (this.#next()) this.#timer = setTimeout(() => void this.#fitNext(), REST_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #next(): { readonly key: string; readonly fit: () => Promise<void> } | undefined {
    const { ships, table, history } = this.#page().known;
    for (const shown of ships) {
      const { ship, said, isPlacedByRules } = shown;
      // No net knows a huge base.
      if (!said || isPlacedByRules || !isSquare(ship) || !(ship.isByHand || this.#carried.has(ship.id))) continue;
      const key = keyOf(ship.id, said, ship.base);
      if (!this.#tried.has(key)) return { key, fit: () => this.#fitShip(ship, said) };
    }
    for (const edit of history.done) {
      if (!isObstacleEdit(edit) || !edit.placed?.token) continue;
      const laid = edit.placed;
      const shown = table.obstacles.find(({ id }) => id === edit.obstacleId);
      const isIn = shown && (shown.outline === laid.outline || this.#carried.has(shown.id));
      const key = keyOf(edit.obstacleId, laid.token!.pose, laid.token!.xws);
      if (isIn && !this.#tried.has(key)) return { key, fit: () => this.#fitObstacle(laid) };
    }
    return undefined;
  }

  async #fitNext(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) {
        this.#tried.add(next.key);
        await next.fit();
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #fitShip({ id, base }: { readonly id: string; readonly base: BaseSize }, said: Pose): Promise<void> {
    const look = this.#look;
    const headingRad = isFacingSaid(this.#page().known.history.done, id, said) ? said.headingRad : undefined;
    const fits = await this.#fitBase(({ camera, bases }) => ({
      ...{ at: said, base, camera },
      ...(headingRad !== undefined && { headingRad }),
      bases: bases.filter((other) => other.id !== id && !other.isByHand),
    }));
    if (!fits || look !== this.#look) return;
    const [fit] = fits;
    this.#table.fitShip(id, fit && { ...fit, said });
  }

  /** The bases that fit a place; those fitted through another camera than the look's share no error with what the look measured. */
  #fitBase(asked: (seenBy: SeenBy) => UserBase): Promise<readonly FittedBase[] | undefined> {
    return this.#ask(async (picture, seenBy) => {
      const { camera: ofLook } = this.#page().known.state;
      const fits = await this.#client.fitBase(picture, asked(seenBy));
      return ofLook && isSameView(seenBy, ofLook) ? fits : fits.map(({ ownCovariance: _, ...fit }) => fit);
    });
  }

  async #fitObstacle(laid: Obstacle): Promise<void> {
    const look = this.#look;
    const fitted = await this.obstacle(laid);
    if (fitted && look === this.#look) this.#table.fitObstacle(laid.id, { said: laid, fitted });
  }

  /** Asks the engine about the picture; undefined where none can look, or the picture is not the one that was measured. */
  async #ask<T>(ask: (picture: ImageBitmap, seenBy: SeenBy) => Promise<T>): Promise<T | undefined> {
    const { source, known, isMirrored, live } = this.#page();
    // A camera in a hand has moved since the look: the frame that was followed last has its own pose.
    const camera = (isMirrored ? undefined : live.camera) ?? known.state.camera;
    const followed = camera === live.camera ? live.picture : undefined;
    const { widthPx, heightPx } = source?.size() ?? {};
    if (!source || !camera || widthPx !== camera.widthPx || heightPx !== camera.heightPx) return undefined;
    try {
      // A WebGL drawing is gone once it was shown: it is redrawn.
      if (source.kind === 'simulated') source.again();
      const shown = followed && !(followed instanceof ImageData) ? followed : source.view;
      return await ask(await pictureOf(shown, camera, isMirrored), seenByOf(known, camera));
    } catch {
      // A worker that died is started again with the next picture; a piece that a hand placed stays in place.
      return undefined;
    }
  }
}

function seenByOf({ table }: TableView, camera: Camera) {
  return { camera, bases: table.ships.filter(isSquare).filter(({ isByHand }) => !isByHand) };
}

type SeenBy = ReturnType<typeof seenByOf>;

/** Two cameras that see the ships this close together, mm, are one. */
const SAME_VIEW_MM = 0.2;

function isSameView({ camera, bases }: SeenBy, ofLook: Camera): boolean {
  return bases.every(({ pose }) => distanceMm(pose, carriedPlace(camera, ofLook, pose)) < SAME_VIEW_MM);
}

const keyOf = (id: string, { x, y, headingRad }: Pose, what: BaseSize | string) => [id, x, y, headingRad, what].join(' ');

/** Whether a person said which way a ship faces: one that was added faces ahead until somebody turns it. */
function isFacingSaid(edits: readonly Edit[], id: string, { headingRad }: Pose): boolean {
  const added = edits.find((edit) => edit.kind === 'add' && edit.shipId === id);
  return added?.kind !== 'add' || added.pose.headingRad !== headingRad;
}

/** The page's present picture, the right way round, at the size that is measured. */
function pictureOf(
  view: CanvasImageSource,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  isMirrored: boolean,
): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d')!;
  if (isMirrored) context.setTransform(-1, 0, 0, 1, widthPx, 0);
  context.drawImage(view, 0, 0, widthPx, heightPx);
  return createImageBitmap(canvas);
}
