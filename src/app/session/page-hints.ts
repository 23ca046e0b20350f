import { MAT_MM } from '../../pieces/dimensions.js';
import { MAT_SIGMA_MM } from '../../pieces/priors.js';
import type { KnownLens } from '../../table/known-lens.js';
import type { LensProgress, MeasureHints, MeasureResult, SeenObstacle } from '../../table/measurement.js';
import type { Proof } from '../../table/setup/proof.js';
import { isSetupContradicted } from '../../table/setup/setup-contradicted.js';
import type { CameraSource } from '../capture/camera-source.js';
import type { FrameSource } from '../capture/frame-source.js';
import { forgetLens, keepLens, keptLens } from '../capture/stored-lenses.js';
import { keepMirrored } from '../capture/stored-mirrors.js';
import { type NewSetup, SetupInUse } from '../setup/setup-in-use.js';
import type { PageStore } from '../state/page-store.js';
import type { TableSession } from '../state/table-session.js';
import type { FrameMeasurer } from '../vision-client/frame-measurer.js';

/** What hints reach. */
interface Reached {
  readonly store: PageStore;
  readonly table: TableSession;
  readonly measurer: FrameMeasurer;
  nowMs(): number;
}

/** What is known before a picture is measured: what the player says of it, the camera's lens, the setup, and whether it is a mirror image. */
export class PageHints {
  readonly #reached: Reached;
  readonly #onNewHints: () => void;
  readonly #setup: SetupInUse;
  /** What was seen in the last picture that contradicts the setup. */
  #seenWithout: readonly SeenObstacle[] = [];
  /** The size of picture for which lens and setup were recalled. */
  #recalledFor = '';

  /** `onNewHints`: failures from before count no more. */
  constructor(reached: Reached, onNewHints: () => void) {
    this.#reached = reached;
    this.#onNewHints = onNewHints;
    this.#setup = new SetupInUse(() => reached.nowMs());
  }

  /** What was kept for a camera at the resolution that it has now; again where its pictures have changed their shape: a phone was turned. */
  recall(source: FrameSource): void {
    this.#recalledFor = sizeKey(source);
    this.#setup.recall(source);
    this.#send(source.kind === 'camera' ? keptLens((source as CameraSource).keptId, source.size()) : undefined);
  }

  isRecalledFor(source: FrameSource): boolean {
    return sizeKey(source) === this.#recalledFor;
  }

  /** The source has ended: nothing of its table is known of the next one's. */
  leave(): void {
    this.#setup.leave();
    this.#reached.store.prepare({ lens: undefined, lensProgress: undefined, setup: undefined, otherTable: undefined });
  }

  /** What the player says about the picture; it is measured again. */
  hint(hints: MeasureHints, isOverruled = this.#isOverruledBy(hints)): void {
    const { store, table, measurer } = this.#reached;
    this.#onNewHints();
    if (isOverruled) table.open();
    measurer.forget();
    store.set({ hints, measureProblem: undefined, caution: undefined });
    this.#send(store.state.lens);
    store.state.source?.again();
  }

  /** Who marks corners although the mat was found says that it was found wrong, and with it everything measured so far. */
  #isOverruledBy({ corners }: MeasureHints): boolean {
    const { hints, measureProblem } = this.#reached.store.state;
    return corners !== undefined && corners !== hints.corners && !measureProblem;
  }

  /** What is known of this table from now on, kept for a camera; without one the table is a stranger's for this visit. */
  setUp(next: NewSetup | undefined): void {
    const { store, table } = this.#reached;
    const { corners: _, ...rest } = store.state.hints;
    const isMirrored = next?.setup.camera?.mirrored ?? store.state.isMirrored;
    const isOtherWayRound = isMirrored !== store.state.isMirrored;
    store.prepare({ isMirrored });
    this.#setup.use(next, store.state.source);
    this.hint(next?.corners ? { ...rest, corners: next.corners } : rest, isOtherWayRound || (next?.isAnotherFrame ?? false));
    if (next) table.setObstacles([...next.setup.obstacles, ...(next.openObstacles ?? [])]);
  }

  /** What was proved stands with this table from now on; a table that nobody has set up is known by that alone. */
  prove(proof: Proof): void {
    const { store, table } = this.#reached;
    const { source } = store.state;
    if (!this.#setup.prove(proof, source)) {
      const obstacles = table.known.table.obstacles.filter(({ detectionProbability }) => detectionProbability === undefined);
      const mat = { widthMm: MAT_MM, depthMm: MAT_MM, sigmaMm: MAT_SIGMA_MM, source: 'nominal' } as const;
      this.#setup.use({ setup: { mat, obstacles, learnedFrom: { pictures: 0, ships: 0 }, proofs: [proof] } }, source);
    }
    store.set({ setup: this.#setup.now });
  }

  /** The setup that was kept is this table's all the same: it is not asked about again. */
  keepSetup(): void {
    this.#setup.insist();
    this.hint(this.#reached.store.state.hints);
  }

  /** The setup that was kept is another table's: nothing of it counts here, its obstacles neither. */
  leaveSetup(): void {
    this.setUp(undefined);
    this.#reached.table.setObstacles(this.#seenWithout.map((one, i) => ({ id: `obstacle-${i + 1}`, ...one })));
  }

  /** This table is nothing that the device knows any more. */
  forgetSetup(): void {
    this.#setup.forget(this.#reached.store.state.source);
    this.setUp(undefined);
  }

  /**
   * Whether the source gives mirror images; kept for a camera. The other way round it is the picture of another table: nothing that was
   * seen or said of this one is true of it.
   */
  mirror(isMirrored: boolean): void {
    const { store, table } = this.#reached;
    const { source, hints } = store.state;
    if (source?.kind === 'camera') keepMirrored((source as CameraSource).keptId, isMirrored);
    const { corners: _, ...rest } = hints;
    table.open();
    this.#setup.leave();
    store.set({ isMirrored });
    this.hint(rest);
  }

  /** The lens was another one, or has changed: what was kept of it is thrown away. */
  forgetLens(): void {
    const { store } = this.#reached;
    const { source } = store.state;
    if (source?.kind === 'camera') forgetLens((source as CameraSource).keptId, source.size());
    this.#onNewHints();
    store.set({ measureProblem: undefined });
    this.#send(undefined);
    source?.again();
  }

  /** A result as the player set it right, after what its picture determined of lens and table was kept. */
  learn(result: MeasureResult): MeasureResult {
    const corrected = this.#setup.without(result);
    this.#learnLens(corrected.lensProgress);
    this.#learnSetup(corrected);
    return corrected;
  }

  #learnLens(lensProgress: LensProgress | undefined): void {
    const { store } = this.#reached;
    const { source, lens: known, hints } = store.state;
    // A measurement that was under way when another camera was opened holds nothing of this one.
    if (source?.kind !== 'camera' || known || !hints.board) return;
    store.prepare({ lensProgress });
    const lens = lensProgress?.lens;
    const { widthPx, heightPx } = source.size();
    if (!lens || lens.widthPx !== widthPx || lens.heightPx !== heightPx) return;
    keepLens((source as CameraSource).keptId, lens);
    this.#send(lens);
  }

  /** Keeps what a picture has determined of a table that is set up; where it is another table, that is asked about once. */
  #learnSetup(result: MeasureResult): void {
    const { store } = this.#reached;
    const { source, hints } = store.state;
    if (!source || !result.ok) return;
    if (this.#setup.now && isSetupContradicted(result)) {
      this.#seenWithout = result.measurement.obstacles;
      if (!this.#setup.isInsistedOn) store.prepare({ otherTable: result.measurement.caution });
      return;
    }
    this.#setup.learn(result.setup, source);
    store.prepare({ setup: this.#setup.now, otherTable: undefined });
    // Corners are true while the camera stands still; once its place is known they have done their part.
    if (!hints.corners || !this.#setup.sharePlace()) return;
    const { corners: _, ...rest } = hints;
    store.prepare({ hints: rest });
    this.#send(store.state.lens);
  }

  /** Gives the worker all of it, with this lens from now on. */
  #send(lens: KnownLens | undefined): void {
    const { store, measurer } = this.#reached;
    const { hints, isMirrored, source } = store.state;
    // A photo is all there is to see of its table.
    const isPhoto = source?.kind === 'photo';
    const { workerSetup: setup } = this.#setup;
    measurer.setHints({
      ...hints,
      ...(lens && { lens }),
      ...(isPhoto && { isPhoto }),
      ...(isMirrored && { isMirrored }),
      ...(setup && { setup }),
    });
    store.set({ lens, lensProgress: undefined, setup: this.#setup.now, otherTable: undefined });
  }
}

function sizeKey(source: FrameSource): string {
  const { widthPx, heightPx } = source.size();
  return `${widthPx}×${heightPx}`;
}
