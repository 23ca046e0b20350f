import type { MeasureHints, MeasureResult } from '../../table/measurement.js';
import type { Proof } from '../../table/setup/proof.js';
import type { PrintImage } from '../../table/setup/setup.js';
import type { FrameSource } from '../capture/frame-source.js';
import type { PageStore } from '../state/page-store.js';
import { cameraOf, ofOtherMats, storeCamera, storedCamera } from '../state/stored-cameras.js';
import {
  hintsOf,
  type KnowledgeEvent,
  type NewSetup,
  type OfTable,
  reduceKnowledge,
  type TableKnowledge,
  withoutNone,
} from '../state/table-knowledge.js';
import type { TableSession, TableView } from '../state/table-session.js';
import type { FrameMeasurer } from '../vision-client/frame-measurer.js';

/** Changes of the table by new hints. */
interface NewHints {
  /** Whether nothing that was seen or said is true of the next look's frame. */
  readonly isAnotherTable: boolean;
  /** The earlier table, where that look sees the same one in another frame. */
  readonly before?: TableView;
}

/** Parts of the session that hints act on. */
interface Reached {
  readonly store: PageStore;
  readonly table: TableSession;
  readonly measurer: FrameMeasurer;
  nowMs(): number;
}

/** Time after which knowledge from pictures is stored, ms, unless a picture of another layout was learned before. */
const STORE_MS = 30_000;

/**
 * Owner of the knowledge from before a picture is measured: each change is an event, is given to the worker, and is stored for its camera.
 */
export class PageHints {
  readonly #reached: Reached;
  readonly #onNewHints: (hints: NewHints) => void;
  /** The size of picture for which lens and setup were recalled. */
  #recalledFor = '';
  #storedAtMs = Number.NEGATIVE_INFINITY;

  /** `onNewHints`: earlier failures and averages no longer count. */
  constructor(reached: Reached, onNewHints: (hints: NewHints) => void) {
    this.#reached = reached;
    this.#onNewHints = onNewHints;
  }

  /** Begins with a source: recalls what was stored for its camera at its present resolution. */
  open(source: FrameSource): void {
    this.#recall('opened', source);
  }

  /** Does the same after its pictures have changed their shape: a phone was turned. */
  follow(source: FrameSource): void {
    if (sizeKey(source) !== this.#recalledFor) this.#recall('turned', source);
  }

  /** Ends with a source: knowledge of its table does not apply to the next one's. */
  leave(): void {
    this.#reached.store.prepare(reduceKnowledge(this.#known, { kind: 'left' }));
  }

  /** Takes the player's hints about the picture, which is measured again. */
  hint(hints: MeasureHints): void {
    const { measureProblem } = this.#reached.store.state;
    // Marking corners although the mat was found says that it was found wrong, and with it every measurement until now.
    const isOverruled = hints.corners !== undefined && hints.corners !== this.#known.hints.corners && !measureProblem;
    this.#lookAgain({ kind: 'told', hints }, isOverruled);
  }

  /** Sets the knowledge of this table from now on, stored for a camera; without one the table is a stranger's for this visit. */
  setUp(next: NewSetup | undefined): void {
    const { isMirrored } = this.#known;
    const isOtherWayRound = isMirrored !== (next?.setup.camera?.mirrored ?? isMirrored);
    const isAnother = isOtherWayRound || (next?.isAnotherFrame ?? false);
    this.#lookAgain({ kind: 'set up', next }, isAnother, !isOtherWayRound && next?.isSameTable);
    if (!next) return;
    this.#store();
    this.#reached.table.setObstacles([...next.setup.obstacles, ...(next.openObstacles ?? [])]);
  }

  /** Takes up knowledge of a table that another photo shows. */
  takeUp(known: OfTable): void {
    this.#give({ kind: 'taken up', known });
  }

  /** Keeps a proof with this table from now on; a table that nobody has set up is known by that alone. */
  prove(proof: Proof): void {
    const { store, table } = this.#reached;
    const obstacles = table.known.table.obstacles.filter(({ detectionProbability }) => detectionProbability === undefined);
    store.prepare(reduceKnowledge(this.#known, { kind: 'proved', proof, obstacles }));
    this.#store();
    store.set({});
  }

  /** Keeps the map of the mat's print; `printId`: id under which it is stored. */
  keepPrint(print: PrintImage, printId: string | undefined): void {
    this.#give({ kind: 'print', print, printId });
    this.#store();
  }

  /** Keeps the stored setup as this table's all the same: it is not asked about again. */
  keepSetup(): void {
    this.#lookAgain({ kind: 'insisted' }, false);
  }

  /** Drops the stored setup as another table's: none of it counts here, including its obstacles. */
  leaveSetup(): void {
    this.setUp(undefined);
    this.#reached.table.setObstacles(this.#known.seenWithout.map((one, i) => ({ id: `obstacle-${i + 1}`, ...one })));
  }

  /** Forgets everything that the device knows of this table. */
  forgetSetup(): void {
    const { setup } = this.#known;
    const camera = cameraOf(this.#reached.store.state.source);
    this.setUp(undefined);
    if (!camera || !setup) return;
    const stored = storedCamera(camera);
    storeCamera(camera, { ...stored, setups: ofOtherMats(stored.setups, setup) });
  }

  /**
   * Sets whether the source gives mirror images; stored for a camera. The other way round it is the picture of another table: nothing that
   * was seen or said about this one is true of it.
   */
  mirror(isMirrored: boolean): void {
    this.#lookAgain({ kind: 'mirrored', isMirrored }, true);
    this.#store();
  }

  /** Throws away the stored lens: it was another one, or has changed. */
  forgetLens(): void {
    this.#onNewHints({ isAnotherTable: false });
    this.#give({ kind: 'lens forgotten' }, { measureProblem: undefined });
    this.#store();
    this.#reached.store.state.source?.again();
  }

  /** A result with the player's corrections, after storing what its picture determined of lens and table. */
  learn(look: MeasureResult): MeasureResult {
    const { store, nowMs } = this.#reached;
    const before = this.#known;
    const { source } = store.state;
    const camera =
      source?.kind === 'camera' ? { ...(typeof source.title === 'string' && { name: source.title }), ...source.size() } : undefined;
    const result = withoutNone(look, before);
    const next = reduceKnowledge(before, { kind: 'measured', result, camera });
    store.prepare(next);
    // The worker continues learning from what it was given; its starting point is another one now.
    if (next.lens !== before.lens || next.setupBefore !== before.setupBefore) this.#send();
    const isNew = next.lens !== before.lens || next.setup?.learnedFrom.pictures !== before.setup?.learnedFrom.pictures;
    const isDue = next.setup !== before.setup && nowMs() - this.#storedAtMs > STORE_MS;
    if (isNew || isDue) this.#store();
    return result;
  }

  get #known(): TableKnowledge {
    return this.#reached.store.state;
  }

  #recall(kind: 'opened' | 'turned', source: FrameSource): void {
    this.#recalledFor = sizeKey(source);
    const camera = cameraOf(source);
    this.#give({ kind, stored: camera && storedCamera(camera) });
  }

  /**
   * Measures the present picture again with the knowledge of that time; `isAnotherTable`: nothing seen or said about the table before is
   * true of it, except, where it `goesOn`, once a look has shown its position in the new frame.
   */
  #lookAgain(event: KnowledgeEvent, isAnotherTable: boolean, goesOn = false): void {
    const { store, table, measurer } = this.#reached;
    this.#onNewHints({ isAnotherTable, ...(goesOn && { before: table.known }) });
    // Before the table changes, so that whoever hears of that knows the new one's picture.
    store.prepare(reduceKnowledge(this.#known, event));
    if (isAnotherTable) table.open();
    measurer.forget();
    this.#send();
    store.set({ measureProblem: undefined, caution: undefined });
    store.state.source?.again();
  }

  #give(event: KnowledgeEvent, change: Parameters<PageStore['set']>[0] = {}): void {
    const { store } = this.#reached;
    store.prepare(reduceKnowledge(this.#known, event));
    this.#send();
    store.set(change);
  }

  /** Gives the worker all knowledge. */
  #send(): void {
    const { store, measurer } = this.#reached;
    // A photo is the only view of its table.
    measurer.setHints(hintsOf(store.state, store.state.source));
  }

  #store(): void {
    const camera = cameraOf(this.#reached.store.state.source);
    if (!camera) return;
    const { isMirrored, lens, setup } = this.#known;
    const { setups } = storedCamera(camera);
    storeCamera(camera, { isMirrored, lens, setups: setup ? [setup, ...ofOtherMats(setups, setup)] : setups });
    this.#storedAtMs = this.#reached.nowMs();
  }
}

function sizeKey(source: FrameSource): string {
  const { widthPx, heightPx } = source.size();
  return `${widthPx}×${heightPx}`;
}
