import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import type { MeasureHints, MeasureResult } from '../../table/measurement.js';
import type { Proof } from '../../table/setup/proof.js';
import type { Setup } from '../../table/setup/setup.js';
import type { Obstacle } from '../../table/table.js';
import type { CameraSource } from '../capture/camera-source.js';
import type { FrameSource } from '../capture/frame-source.js';
import { isSamePlace } from './obstacle-edits.js';
import { withLearned } from './setup-draft.js';
import { type CameraAt, forgetSetup, keepSetup, keptSetups } from './stored-setups.js';

/** What a person has said of a table. */
export interface NewSetup {
  readonly setup: Setup;
  /** To be measured with until the camera's place is known. */
  readonly corners?: MeasureHints['corners'];
  /** Nothing measured before is true of the frame that this one makes. */
  readonly isAnotherFrame?: boolean;
  /** Where something was taken for an obstacle that is none. */
  readonly noObstacleAt?: readonly Point[];
  /** What is seen now and may be an obstacle: nothing was said of it. */
  readonly openObstacles?: readonly Obstacle[];
}

/** What pictures determine is kept when a picture of another layout was learned, or after this time, ms. */
const KEEP_MS = 30_000;
/** Number of proofs that are kept with a table. */
const MOST_PROOFS = 12;

/** The setup of the table that one source shows: recalled for its camera, given to the worker, and kept as pictures make it better. */
export class SetupInUse {
  readonly #nowMs: () => number;
  #workerSetup: Setup | undefined;
  #now: Setup | undefined;
  #noObstacleAt: readonly Point[] = [];
  #isInsistedOn = false;
  #keptAtMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** What the worker was given: it learns on from that by itself. */
  get workerSetup(): Setup | undefined {
    return this.#workerSetup;
  }

  get now(): Setup | undefined {
    return this.#now;
  }

  get isInsistedOn(): boolean {
    return this.#isInsistedOn;
  }

  /** Uses what was kept for a camera at the resolution it has; the newest, where several mats lay before it. */
  recall(source: FrameSource): void {
    this.leave();
    const camera = cameraOf(source);
    this.#begin(camera && keptSetups(camera)[0]);
  }

  /** Uses a setup from now on, and keeps it; undefined: none, though what was kept stays. */
  use(next: NewSetup | undefined, source: FrameSource | undefined): void {
    this.leave();
    this.#noObstacleAt = next?.noObstacleAt ?? [];
    this.#begin(next?.setup);
    if (next && source) this.#keep(next.setup, source);
  }

  /** Keeps what was proved on this table; false where none was set up. */
  prove(proof: Proof, source: FrameSource | undefined): boolean {
    if (!this.#now) return false;
    this.#now = { ...this.#now, proofs: [proof, ...(this.#now.proofs ?? [])].slice(0, MOST_PROOFS) };
    if (source) this.#keep(this.#now, source);
    return true;
  }

  /** That it is this table's was said by a person. */
  insist(): void {
    this.#isInsistedOn = true;
  }

  forget(source: FrameSource | undefined): void {
    const camera = source && cameraOf(source);
    if (camera && this.#now) forgetSetup(camera, this.#now);
  }

  leave(): void {
    this.#begin(undefined);
    this.#noObstacleAt = [];
    this.#isInsistedOn = false;
  }

  /** Takes over what a picture determined. Of a table that nobody has set up nothing is kept. */
  learn(learned: Setup | undefined, source: FrameSource): void {
    if (!learned || !this.#now) return;
    const isNew = learned.learnedFrom.pictures !== this.#now.learnedFrom.pictures;
    this.#now = withLearned(this.#now, learned, source.kind === 'camera' && typeof source.title === 'string' ? source.title : undefined);
    if (isNew || this.#nowMs() - this.#keptAtMs > KEEP_MS) this.#keep(this.#now, source);
  }

  /** Gives the worker what pictures have determined, once they say where the camera stands; false before. */
  sharePlace(): boolean {
    if (!this.#now?.camera?.pose) return false;
    this.#workerSetup = this.#now;
    return true;
  }

  /** A look without what is no obstacle, as a person said. */
  without(look: MeasureResult): MeasureResult {
    if (!look.ok || this.#noObstacleAt.length === 0) return look;
    const isNone = (at: Point) => this.#noObstacleAt.some((none) => isSamePlace(none, at));
    const obstacles = look.measurement.obstacles.filter(({ outline }) => !isNone(meanPoint(outline)));
    const unmeasurable = look.measurement.unmeasurable.filter(({ at }) => !isNone(at));
    return { ...look, measurement: { ...look.measurement, obstacles, unmeasurable } };
  }

  #begin(setup: Setup | undefined): void {
    this.#workerSetup = setup;
    this.#now = setup;
  }

  #keep(setup: Setup, source: FrameSource): void {
    const camera = cameraOf(source);
    if (camera) keepSetup(camera, setup);
    this.#keptAtMs = this.#nowMs();
  }
}

/** The camera of a source; a photo, a video or a simulation has none that comes again. */
export function cameraOf(source: FrameSource): CameraAt | undefined {
  return source.kind === 'camera' ? { cameraId: (source as CameraSource).keptId, ...source.size() } : undefined;
}
