import type { Evidence } from '../evidence/evidence.js';
import type { KnownLens } from '../table/known-lens.js';
import type { LensProgress, MeasureHints, MeasureResult, Problem } from '../table/measurement.js';
import type { Table } from '../table/table.js';
import { type CameraHold, createCameraHold } from './capture/camera-hold.js';
import { FROZEN, isBlind } from './capture/camera-problems.js';
import type { CameraSource } from './capture/camera-source.js';
import { closePicture, type FrameSource, nowMs, type Opened } from './capture/frame-source.js';
import { forgetLens, keepLens, keptLens } from './kept-lenses.js';
import { isKeptMirrored, keepMirrored } from './kept-mirrors.js';
import { MANY_SHIPS, MOST_REPORTED_SHIPS } from './many-ships.js';
import { createPace, type Pace } from './pace.js';
import { PageLog } from './page-log.js';
import { type FrozenMark, isOfOneMoment, isStale, type PageState } from './page-state.js';
import type { ChangeWatch } from './seeing/change-watch.js';
import { createFrameMeasurer, type FrameMeasurer } from './seeing/frame-measurer.js';
import { type Clock, createFreshnessClock, type FreshnessClock, type Watched } from './seeing/freshness-clock.js';
import type { VisionClient } from './seeing/vision-client.js';
import { isOfOtherTable, type NewSetup, SetupInUse } from './setup/setup-in-use.js';
import { type Judge, type Known, TableSession } from './table-session.js';
import { watchedPlaces } from './watched-places.js';

/** A live picture that fails once may be a hand before the lens; twice in a row is worth a word. */
const FAILS_TO_TELL = 2;
/** How often the age of what is shown is looked after, ms. */
const TICK_MS = 500;

/** The screen may go off when no table was seen for so long, ms. */
const AWAKE_MS = 120_000;
const WHOLE = [{ left: 0, right: 1, top: 0, bottom: 1 }];

const PAGE_CLOCK: Clock = {
  nowMs,
  every(periodMs, call) {
    const timer = setInterval(call, periodMs);
    return () => clearInterval(timer);
  },
};

function sizeKey(source: FrameSource): string {
  const { widthPx, heightPx } = source.size();
  return `${widthPx}×${heightPx}`;
}

/** A table as it was frozen, with what was known of the camera then. */
type FrozenTable = Pick<Evidence, 'table' | 'asked' | 'camera' | 'matSigmaMm'>;

/** The page without its looks: one source of pictures, the worker that sees, and the table's state. */
export class PageSession {
  readonly table: TableSession;
  readonly log: PageLog;
  readonly #measurer: FrameMeasurer;
  readonly #pace: Pace = createPace();
  readonly #setup: SetupInUse;
  readonly #onChange: (state: PageState) => void;
  readonly #clock: Clock;
  readonly #looks: FreshnessClock;
  readonly #watch: ChangeWatch | undefined;
  /** The places that matter to the answer, and what they were made from. */
  #places: { readonly known: Known; readonly isMirrored: boolean; readonly boxes: ReturnType<typeof watchedPlaces> } | undefined;
  #stopTicking = () => {};
  #state: PageState;
  #fails = 0;
  /** When the newest frame was taken. */
  #newestMs = Number.NEGATIVE_INFINITY;
  /** The size of picture for which the lens was recalled. */
  #lensFor = '';
  #hold: CameraHold | undefined;
  /** Counts what was begun to be opened: what is overtaken by another is closed when it comes. */
  #openings = 0;

  /** `watch` makes what watches for changes between looks; without it only their age is known. */
  constructor(
    client: VisionClient,
    judge: Judge,
    onChange: (state: PageState) => void,
    { clock = PAGE_CLOCK, watch }: { readonly clock?: Clock; readonly watch?: (onSeen: () => void) => ChangeWatch } = {},
  ) {
    this.#onChange = onChange;
    this.#clock = clock;
    this.#watch = watch?.(() => {
      if (this.#watch?.movedAtMs(WHOLE) !== undefined) this.#measurer.hurry();
      this.#age();
    });
    this.log = new PageLog(clock.nowMs);
    this.#looks = createFreshnessClock(clock.nowMs);
    this.#setup = new SetupInUse(clock.nowMs);
    this.table = new TableSession(judge, (known) => this.#set({ known }));
    this.#state = {
      engine: { phase: 'loading', parts: [], isRestart: false },
      known: this.table.known,
      source: undefined,
      isOpening: false,
      sourceProblem: undefined,
      measureProblem: undefined,
      caution: undefined,
      hints: {},
      isMirrored: false,
      lens: undefined,
      lensProgress: undefined,
      setup: undefined,
      otherTable: undefined,
      framesPerSecond: 0,
      freshness: undefined,
      isStill: false,
      held: undefined,
      hasTable: false,
      isMemory: false,
      isOneTable: false,
      frozen: undefined,
    };
    this.#measurer = createFrameMeasurer(client, {
      onEngine: (engine) => this.#set({ engine }),
      onMeasuring: (frame) => this.#watch?.keep(frame),
      onMeasured: (look) => this.#take(look),
      onRepeating: (isRepeating) => this.#repeat(isRepeating),
      onReady: () => this.#state.source?.again(),
    });
  }

  get state(): PageState {
    return this.#state;
  }

  /** Loads the engines, or tries again after that failed. */
  loadEngines(): void {
    this.#measurer.start();
  }

  /**
   * Replaces the present source by the one that `open` opens; on failure the page keeps what it had. `letGoFirst`: the present source ends
   * before, because a camera is given to one at a time and two simulated tables are too much for one processor; then failure loses the picture.
   */
  async open(open: () => Promise<Opened>, { letGoFirst = false } = {}): Promise<void> {
    const opening = ++this.#openings;
    if (letGoFirst) this.#stopSource();
    this.#set({ isOpening: true, sourceProblem: undefined });
    await this.#measurer.begun();
    const opened = await open();
    if (opening !== this.#openings) {
      if (opened.ok) opened.source.stop();
      return;
    }
    if (!opened.ok) {
      this.#set({ isOpening: false, sourceProblem: opened.problem });
      return;
    }
    this.#stopSource();
    const { source } = opened;
    // Names and corrections belong to a table: a photo or simulation is one of its own; a camera may look at the scene that was opened.
    const isOneTable = source.kind !== 'camera';
    if (isOneTable || this.#state.isOneTable) this.table.open();
    this.#hold = source.kind === 'camera' ? createCameraHold(source as CameraSource, (held) => this.#set({ held })) : undefined;
    const isMirrored = source.kind === 'camera' && isKeptMirrored((source as CameraSource).deviceId);
    this.#set({ isOpening: false, source, hints: {}, isMirrored, hasTable: true, isMemory: false, isOneTable });
    this.#setup.recall(source);
    this.#recallLens(source);
    this.#stopTicking = this.#clock.every(TICK_MS, () => this.#age());
    source.start({
      onFrame: (frame) => {
        // Where pictures are taken one beside the other an older one may be ready later.
        if (frame.capturedAtMs < this.#newestMs) {
          closePicture(frame.picture);
          return;
        }
        this.#newestMs = frame.capturedAtMs;
        // A phone that was turned takes pictures of another shape.
        if (sizeKey(source) !== this.#lensFor) {
          this.#setup.recall(source);
          this.#recallLens(source);
        }
        if (!isOfOneMoment(source)) this.#watch?.see(frame);
        this.#measurer.offer(frame);
      },
      onProblem: (sourceProblem) => this.#tellSource(sourceProblem),
    });
  }

  /** Shows a table from a file, without any picture. */
  openTable(table: Table): void {
    this.#stopAll();
    this.table.open(table);
    const sourceProblem = table.ships.length > MOST_REPORTED_SHIPS ? MANY_SHIPS : this.#state.sourceProblem;
    this.#set({ hasTable: true, isOneTable: false, sourceProblem });
  }

  /** Shows evidence: its picture, if it has one, with its table as it was seen then. Nothing of it is measured anew. */
  openFrozen({ table, asked, ...seen }: FrozenTable, source: FrameSource | undefined, frozen: FrozenMark): void {
    this.#stopAll();
    this.table.open(table, seen);
    if (asked) for (const shipId of [asked.from, asked.to]) this.table.choose(shipId);
    this.#set({ source, frozen, hints: {}, isMirrored: false, hasTable: true, isMemory: false, isOneTable: true });
  }

  /** Back to the first screen; the camera is given back. */
  close(): void {
    this.#stopAll();
    this.table.open();
    this.#set({ hasTable: false, isOneTable: false });
  }

  /** What the player says about the picture; it is looked at again. */
  hint(hints: MeasureHints, isOverruled = this.#isOverruledBy(hints)): void {
    this.#fails = 0;
    if (isOverruled) this.table.open();
    this.#measurer.forget();
    this.#set({ hints, measureProblem: undefined, caution: undefined });
    this.#tellLens(this.#state.lens);
    this.#state.source?.again();
  }

  /** Who marks corners although the mat was found says that it was found wrong, and with it everything measured so far. */
  #isOverruledBy({ corners }: MeasureHints): boolean {
    return corners !== undefined && corners !== this.#state.hints.corners && !this.#state.measureProblem;
  }

  /** What is known of this table from now on, kept for a camera; without one the table is a stranger's for this visit. */
  setUp(next: NewSetup | undefined): void {
    const { corners: _, ...rest } = this.#state.hints;
    const isMirrored = next?.setup.camera?.mirrored ?? this.#state.isMirrored;
    const isOtherWayRound = isMirrored !== this.#state.isMirrored;
    this.#state = { ...this.#state, isMirrored };
    this.#setup.use(next, this.#state.source);
    this.hint(next?.corners ? { ...rest, corners: next.corners } : rest, isOtherWayRound || (next?.isAnotherFrame ?? false));
    if (next) this.table.setObstacles(next.setup.obstacles);
  }

  /** The setup that was kept is this table's all the same: it is not asked about again. */
  keepSetup(): void {
    this.#setup.insist();
    this.hint(this.#state.hints);
  }

  /** This table is nothing that the device knows any more. */
  forgetSetup(): void {
    this.#setup.forget(this.#state.source);
    this.setUp(undefined);
  }

  /**
   * Whether the source gives mirror images; kept for a camera. The other way round it is the picture of another table: nothing that was
   * seen or said of this one is true of it.
   */
  mirror(isMirrored: boolean): void {
    const { source, hints } = this.#state;
    if (source?.kind === 'camera') keepMirrored((source as CameraSource).deviceId, isMirrored);
    const { corners: _, ...rest } = hints;
    this.table.open();
    this.#setup.leave();
    this.#set({ isMirrored });
    this.hint(rest);
  }

  /** The lens was another one, or has changed: what was kept of it is thrown away. */
  forgetLens(): void {
    const { source } = this.#state;
    if (source?.kind === 'camera') forgetLens((source as CameraSource).deviceId, source.size());
    this.#fails = 0;
    this.#set({ measureProblem: undefined });
    this.#tellLens(undefined);
    source?.again();
  }

  /** Whether focus and light of the camera are held while it measures. */
  hold(isWanted: boolean): void {
    this.#hold?.want(isWanted);
  }

  showProblem(sourceProblem: Problem | undefined): void {
    this.#set({ sourceProblem });
  }

  dispose(): void {
    this.#stopSource();
    this.#watch?.close();
    this.#measurer.close();
  }

  /** The lens that was kept for a camera at the resolution it has now. */
  #recallLens(source: FrameSource): void {
    this.#lensFor = sizeKey(source);
    this.#tellLens(source.kind === 'camera' ? keptLens((source as CameraSource).deviceId, source.size()) : undefined);
  }

  /** Uses a lens from now on. */
  #tellLens(lens: KnownLens | undefined): void {
    const { hints, isMirrored, source } = this.#state;
    // A photo is all there is to see of its table.
    const isPhoto = source?.kind === 'photo';
    const { workerSetup: setup } = this.#setup;
    this.#measurer.setHints({
      ...hints,
      ...(lens && { lens }),
      ...(isPhoto && { isPhoto }),
      ...(isMirrored && { isMirrored }),
      ...(setup && { setup }),
    });
    this.#set({ lens, lensProgress: undefined, setup: this.#setup.now, otherTable: undefined });
  }

  #learnLens(lensProgress: LensProgress | undefined): void {
    const { source, lens: known, hints } = this.#state;
    // A measurement that was under way when another camera was opened holds nothing of this one.
    if (source?.kind !== 'camera' || known || !hints.board) return;
    this.#state = { ...this.#state, lensProgress };
    const lens = lensProgress?.lens;
    const { widthPx, heightPx } = source.size();
    if (!lens || lens.widthPx !== widthPx || lens.heightPx !== heightPx) return;
    keepLens((source as CameraSource).deviceId, lens);
    this.#tellLens(lens);
  }

  /** Keeps what a picture has determined of a table that is set up; where it is another table, that is asked about once. */
  #learnSetup(look: MeasureResult): void {
    const { source, hints } = this.#state;
    if (!source || !look.ok) return;
    if (this.#setup.now && isOfOtherTable(look.measurement)) {
      if (!this.#setup.isInsistedOn) this.#state = { ...this.#state, otherTable: look.measurement.caution };
      return;
    }
    this.#setup.learn(look.setup, source);
    this.#state = { ...this.#state, setup: this.#setup.now, otherTable: undefined };
    // Corners are true while the camera stands still; once its place is known they have done their part.
    if (!hints.corners || !this.#setup.sharePlace()) return;
    const { corners: _, ...rest } = hints;
    this.#state = { ...this.#state, hints: rest };
    this.#tellLens(this.#state.lens);
  }

  #take(answer: MeasureResult): void {
    if (!this.#state.source) return;
    this.log.measured(answer);
    const look = this.#setup.without(answer);
    this.#learnLens(look.lensProgress);
    this.#learnSetup(look);
    this.#state = { ...this.#state, framesPerSecond: this.#pace.tick(this.#clock.nowMs()) };
    if (look.ok) {
      const { capturedAtMs } = look.measurement;
      this.#watch?.settle(capturedAtMs);
      this.#state.source?.awake?.(true);
      this.#looks.measured(capturedAtMs, look.isUnchanged ? undefined : this.#clock.nowMs() - capturedAtMs);
      this.#hold?.good();
      this.#fails = 0;
      // A table that was begun anew has yet to hear of what the picture still shows.
      if (look.isUnchanged && this.#state.known.state.camera && !this.#state.measureProblem) {
        this.table.seeUnchanged(look.measurement.capturedAtMs);
        if (this.#state.isStill) this.#age();
        else this.#set({ isStill: true });
        return;
      }
      this.#state = { ...this.#state, isStill: false, measureProblem: undefined, caution: look.measurement.caution };
      this.table.see(look.measurement);
      return;
    }
    this.#hold?.bad();
    this.#fails += 1;
    this.#state = { ...this.#state, isStill: false };
    const kind = this.#state.source?.kind;
    const isLive = kind === 'camera' || kind === 'video';
    if (!isLive || this.#fails >= FAILS_TO_TELL) this.#set({ measureProblem: look.problem });
  }

  #repeat(isRepeating: boolean): void {
    if (this.#state.source?.kind !== 'camera') return;
    const isSaid = this.#state.sourceProblem?.code === FROZEN.code;
    if (isRepeating !== isSaid) this.#tellSource(isRepeating ? FROZEN : undefined);
  }

  /** What the source says of itself. After it was blind only a look counts: nobody knows what happened meanwhile. */
  #tellSource(sourceProblem: Problem | undefined): void {
    if (isBlind(sourceProblem)) {
      this.#forgetLooks();
      // A look that is under way is at a frame from before.
      this.#measurer.drop();
    }
    this.#set({ sourceProblem });
  }

  #forgetLooks(): void {
    this.#looks.reset();
    this.#watch?.forget();
  }

  /** Stops the source, and what is being opened; of neither anything is left. */
  #stopAll(): void {
    this.#openings += 1;
    this.#stopSource();
    this.#state = { ...this.#state, isOpening: false, isMemory: false, sourceProblem: undefined, frozen: undefined };
  }

  #stopSource(): void {
    this.#state = { ...this.#state, frozen: undefined };
    if (!this.#state.source) return;
    this.#state.source.stop();
    this.#stopTicking();
    this.#forgetLooks();
    this.#newestMs = Number.NEGATIVE_INFINITY;
    this.#measurer.drop();
    this.#fails = 0;
    this.#pace.reset();
    const ended = { source: undefined, isMemory: true, isStill: false, measureProblem: undefined, caution: undefined };
    this.#state = { ...this.#state, ...ended, framesPerSecond: 0, held: undefined, lens: undefined, lensProgress: undefined };
    this.#setup.leave();
    this.#state = { ...this.#state, setup: undefined, otherTable: undefined };
    this.#hold = undefined;
    this.table.forgetCamera();
  }

  /** Reports how the time that goes by changes what is shown: that it is worth no verdict any more, and then its age in seconds. */
  #age(): void {
    const before = this.#state;
    const now = { ...before, freshness: this.#freshness(before) };
    const { ageMs = Number.POSITIVE_INFINITY } = now.freshness ?? {};
    if (ageMs > AWAKE_MS) before.source?.awake?.(false);
    const shown = (page: PageState) => isStale(page) && `${page.freshness?.kind} ${Math.floor((page.freshness?.ageMs ?? 0) / 1000)}`;
    if (shown(now) !== shown(before)) this.#set({});
  }

  #freshness(page: PageState): PageState['freshness'] {
    const { source } = page;
    if (!source || isOfOneMoment(source)) return undefined;
    const isRunning = source.kind === 'camera' || (source.kind === 'video' && !(source.view as HTMLVideoElement).paused);
    return this.#looks.freshness(isRunning, this.#watched(page));
  }

  #watched({ known, isMirrored }: PageState): Watched {
    if (!this.#watch) return {};
    if (this.#places?.known !== known || this.#places.isMirrored !== isMirrored)
      this.#places = { known, isMirrored, boxes: watchedPlaces(known, isMirrored) };
    const movedAtMs = this.#watch.movedAtMs(this.#places.boxes);
    // A watch that has broken watches nothing: only the looks themselves count then.
    const watchBehindMs = this.#watch.behindMs();
    return { watchedAtMs: this.#watch.watchedAtMs() ?? 0, watchBehindMs, ...(movedAtMs === undefined ? {} : { movedAtMs }) };
  }

  #set(change: Partial<PageState>): void {
    const next = { ...this.#state, ...change };
    this.#state = { ...next, freshness: this.#freshness(next) };
    this.log.see(this.#state);
    this.#onChange(this.#state);
  }
}
