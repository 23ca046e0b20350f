import type { Evidence } from '../../evidence/evidence.js';
import { isObstacleEdit } from '../../table/edits.js';
import type { MeasureResult, Problem, TableMeasurement } from '../../table/measurement.js';
import { squeezedCaution } from '../../table/picture-file/squeezed-picture.js';
import type { Table } from '../../table/table.js';
import { carriedTable, type KnownTable } from '../../table/views/carried-table.js';
import type { SameShips } from '../../table/views/same-ships.js';
import { type CameraHold, createCameraHold } from '../capture/camera-hold.js';
import { FROZEN, isBlind } from '../capture/camera-problems.js';
import type { CameraSource } from '../capture/camera-source.js';
import { type CapturedFrame, closePicture, type FrameSource, type Opened } from '../capture/frame-source.js';
import { MANY_SHIPS, MAX_REPORTED_SHIPS } from '../state/many-ships.js';
import { type Clock, PAGE_CLOCK } from '../state/page-clock.js';
import {
  emptyPage,
  type FrozenMark,
  isElsewhere,
  isLive,
  isOfOneMoment,
  type PageState,
  type Remeasuring,
  shownAge,
} from '../state/page-state.js';
import { PageStore } from '../state/page-store.js';
import { type OnAirOf, showsChosen } from '../state/regions-of-interest.js';
import { NOTHING_KNOWN } from '../state/table-knowledge.js';
import { type GoingTable, type Judge, TableSession } from '../state/table-session.js';
import { createFrameMeasurer, type FrameMeasurer } from '../vision-client/frame-measurer.js';
import { LiveView } from '../vision-client/live-view.js';
import type { FollowedFrame } from '../vision-client/motion-detector.js';
import { OfferedFrames } from '../vision-client/offered-frames.js';
import { type StartWatch, TableFreshness } from '../vision-client/table-freshness.js';
import type { VisionClient } from '../vision-client/vision-client.js';
import { createPace, type Pace } from './pace.js';
import { PageHints } from './page-hints.js';
import { PageLog } from './page-log.js';
import { lookAtPhotos, PhotoTables } from './photos-in-turn.js';
import { PictureFits } from './picture-fits.js';
import { type RememberedTable, rememberedTables, rememberTables, saidTables } from './remembered-table.js';
import { sightOf } from './sight-of-frame.js';

/** Number of successive failures of a live picture that are worth a word: a single one may be a hand before the lens. */
const FAILS_TO_TELL = 2;
/**
 * Number of looks at an unchanged table that are averaged; then one per this number of ms is enough, to notice changes that the comparison
 * missed.
 */
export const ENOUGH_LOOKS = 5;
const QUIET_MS = 3000;
/** Time for which a camera that is turned away from the ships that are asked about is expected back, ms: then the table is measured from there. */
const LONGEST_AWAY_MS = 5000;
/** Interval at which the age of the shown table is checked, ms. */
const TICK_MS = 500;
/** Time without a table after which the screen may go off, ms. */
const AWAKE_MS = 120_000;

/** A frozen table, with the knowledge of the camera at that time. */
type FrozenTable = Pick<Evidence, 'table' | 'asked' | 'camera' | 'matSigmaMm'>;

/** The match that is played on the page's table. */
interface MatchHere {
  isPlayed(): boolean;
  /** Ends the match: the table is another one. */
  end(): void;
}

const NO_MATCH: MatchHere = { isPlayed: () => false, end: () => {} };

/** The page without its looks: one source of pictures, the worker that measures them, and the table's state. */
export class PageSession {
  readonly table: TableSession;
  readonly hints: PageHints;
  readonly log: PageLog;
  /** The camera's pose in the frame that is shown. */
  readonly live = new LiveView();
  /** People's claims about places of the picture, compared with its pixels. */
  readonly fits: PictureFits;
  /** Draws the mat's print; `kept`: the known print. */
  readonly print: VisionClient['print'];
  readonly #store: PageStore;
  readonly #measurer: FrameMeasurer;
  readonly #freshness: TableFreshness;
  readonly #offered = new OfferedFrames((frame, about) => this.#measurer.offer(frame, about));
  readonly #pace: Pace = createPace();
  readonly #clock: Clock;
  #stopTicking = () => {};
  #fails = 0;
  /** Time at which the frame of the last look that measured the table was taken. */
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  /** Time of the frame since which the camera is turned away from what is asked about; undefined while it is not. */
  #awayFromMs: number | undefined;
  /** Time at which the newest frame was taken. */
  #newestMs = Number.NEGATIVE_INFINITY;
  /** Ids of the ships and obstacles that have stood from the last look until the frame that is measured now. */
  #stood: ReadonlySet<string> = new Set();
  /** Whether all averages begin with the next look: earlier measurements were made with different knowledge. */
  #isBegun = false;
  readonly #photos = new PhotoTables();
  readonly #match: MatchHere;
  /** The table in an earlier frame, which continues in that of the next look. */
  #goesOn: GoingTable | undefined;
  /**
   * Earlier tables of this tab's cameras, and of its photos before the page was reloaded, about which something was said or asked, as long
   * as none of them has been seen again.
   */
  #remembered = rememberedTables();
  /** The look at a photo of which a person has yet to say whether it is of the match's table. */
  #doubted: MeasureResult | undefined;
  /** Codes of the remarks that were shown about the photos that are open. */
  #remarked = new Set<string>();
  #onLook: ((look: MeasureResult, page: PageState) => Remeasuring | undefined) | undefined;
  #hold: CameraHold | undefined;
  /** Number of sources that began to open: an overtaken one is closed when it comes. */
  #openings = 0;

  /** `watch` creates the comparison of every frame with the measured one; without it only the measured one's age is known. */
  constructor(
    client: VisionClient,
    judge: Judge,
    onChange: (state: PageState) => void,
    {
      clock = PAGE_CLOCK,
      watch,
      match = NO_MATCH,
    }: { readonly clock?: Clock; readonly watch?: StartWatch; readonly match?: MatchHere } = {},
  ) {
    this.#clock = clock;
    this.#match = match;
    this.print = (kept) => client.print(kept);
    this.log = new PageLog(clock.nowMs);
    this.table = new TableSession(judge, (known, placed) => this.#store.set({ known, placed }));
    this.#freshness = new TableFreshness(clock.nowMs, watch, (hasChanged) => {
      if (hasChanged) this.#measurer.wake();
      const followed = this.#freshness.followed(this.state.isMirrored);
      if (followed) {
        this.live.follow(followed);
        this.#offered.followed(followed, !this.#isQuiet(hasChanged, followed.capturedAtMs) && !this.#isTurnedAway(followed, hasChanged));
      }
      this.#age();
    });
    this.fits = new PictureFits(client, this.table, () => this.state);
    this.#store = new PageStore(emptyPage(this.table.known, this.live), this.#freshness, (page) => {
      this.log.see(page);
      this.fits.see(page);
      onChange(page);
    });
    this.#measurer = createFrameMeasurer(client, {
      onEngine: (engine) => this.#store.set({ engine }),
      // A picture of one moment is compared with no other, and its camera is the one that was measured.
      onMeasuring: (frame) => {
        const { source } = this.state;
        if (source && isOfOneMoment(source)) return;
        this.#stood = this.#freshness.stood(frame.capturedAtMs, this.table.known, this.state.isMirrored);
        this.#freshness.measuring(frame);
      },
      onPlaced: (placed) => this.#place(placed),
      onMeasured: (result) => this.#take(result),
      onRepeating: (isRepeating) => this.#repeat(isRepeating),
      onReady: () => this.state.source?.again(),
    });
    const reached = { store: this.#store, table: this.table, measurer: this.#measurer, nowMs: clock.nowMs };
    this.hints = new PageHints(reached, ({ isAnotherTable, before }) => {
      this.#fails = 0;
      this.#isBegun = true;
      // A table that has not been seen in its new frame yet may be turned once more.
      const isUnseen = before?.state.tracks.length === 0;
      if (isAnotherTable && !isUnseen) this.#goesOn = before;
      this.#store.prepare({ lookedShare: 0 });
    });
  }

  get state(): PageState {
    return this.#store.state;
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
    this.#store.set({ isOpening: true, sourceProblem: undefined });
    await this.#measurer.begun();
    const opened = await open();
    if (opening !== this.#openings) {
      if (opened.ok) opened.source.stop();
      return;
    }
    if (!opened.ok) {
      this.#store.set({ isOpening: false, sourceProblem: opened.problem });
      return;
    }
    const { source, known, ...knowledge } = this.state;
    this.#stopSource();
    const about = { isPlayed: this.#match.isPlayed(), isDoubted: knowledge.doubt !== undefined };
    this.#photos.leave(source, knowledge, { ...this.table.known, chosen: known.chosen }, opened.source, about);
    this.#begin(this.#photos.withOthers(opened.source));
    if (opened.remark) this.remark(opened.remark);
  }

  #begin(source: FrameSource): void {
    this.#remarked = new Set();
    // Names and corrections belong to a table: a photo or simulation is one of its own; a camera may look at the scene that was opened and,
    // like a photo, at the table of a match.
    const isOneTable = source.kind !== 'camera';
    const goesOn = this.#match.isPlayed() && (source.photo || !isOneTable);
    if (!goesOn && (isOneTable || this.state.isOneTable)) this.#another();
    else if (isOneTable) this.table.openNext();
    this.#hold = source.kind === 'camera' ? createCameraHold(source as CameraSource, (held) => this.#store.set({ held })) : undefined;
    // What was looked at is not this source's before that is measured.
    const isLookedAt = isElsewhere(this.state);
    this.#store.prepare({ isOpening: false, source, hasTable: true, isMemory: false, isOneTable, frozen: undefined, isLookedAt });
    this.hints.open(source);
    this.#stopTicking = this.#clock.every(TICK_MS, () => this.#age());
    source.start({ onFrame: (frame) => this.#see(frame, source), onProblem: (problem) => this.#tellSource(problem) });
  }

  #see(frame: CapturedFrame, source: FrameSource): void {
    // Where pictures are measured in parallel an older one may be ready later.
    if (frame.capturedAtMs < this.#newestMs) {
      closePicture(frame.picture);
      return;
    }
    this.#newestMs = frame.capturedAtMs;
    this.hints.follow(source);
    if (!isOfOneMoment(source)) {
      this.live.hold(frame);
      this.#freshness.see(frame);
      this.#offered.hold(frame);
      return;
    }
    const { photo, beside = [] } = this.state.source ?? source;
    this.#measurer.offer(photo && beside.length > 0 ? { ...frame, photos: { id: photo.id, beside } } : frame);
  }

  /** Puts another table on the page: a match is not played on it. */
  #another(...table: Parameters<TableSession['open']>): void {
    if (this.#match.isPlayed()) this.#match.end();
    this.table.open(...table);
  }

  /** Shows a table from a file, without any picture. Opened over a picture, or over what is only looked at, it is only looked at, too. */
  openTable(table: Table, { isLookedAt = this.state.source !== undefined || isElsewhere(this.state) } = {}): void {
    this.#stopAll();
    this.#store.prepare({ frozen: undefined, isLookedAt });
    this.#another(table);
    const sourceProblem = table.ships.length > MAX_REPORTED_SHIPS ? MANY_SHIPS : this.state.sourceProblem;
    this.#store.set({ hasTable: true, isOneTable: false, sourceProblem });
  }

  /** Continues the shown table as that of a match, with the ids of its ships; the source is looked at again. */
  goOnAs(known: Table, same: SameShips): void {
    this.#goesOn = undefined;
    this.#isBegun = true;
    this.#store.prepare({ lookedShare: 0, isLookedAt: false });
    this.table.goOnAs(known, same);
    this.state.source?.again();
  }

  /** Shows evidence: its picture, if it has one, with its table as seen then. Nothing is measured again. */
  openFrozen({ table, asked, ...seen }: FrozenTable, source: FrameSource | undefined, frozen: FrozenMark): void {
    this.#stopAll();
    this.#store.prepare({ frozen, isLookedAt: false });
    this.#another(table, seen);
    if (asked) for (const shipId of [asked.from, asked.to]) this.table.choose(shipId);
    this.#store.set({ ...NOTHING_KNOWN, source, hasTable: true, isMemory: false, isOneTable: true });
  }

  /** Returns to the first screen and releases the camera. */
  close(): void {
    this.#stopAll();
    this.#another();
    this.#store.set({ hasTable: false, isOneTable: false, frozen: undefined, isLookedAt: false });
  }

  /** Takes a table that was only looked at as the page's own: somebody plays on it. */
  playOn(): void {
    if (this.state.isLookedAt) this.#store.set({ isLookedAt: false });
  }

  /** Sets the pairs that a stream shows, besides those asked about here. */
  showOnAir(onAir: OnAirOf | undefined): void {
    this.#store.set({ onAir });
  }

  /** Sets whether focus and light of the camera are held while it measures. */
  hold(isWanted: boolean): void {
    this.#hold?.want(isWanted);
  }

  /**
   * Remeasures the camera's view, as in a first look: the mat is searched for, and no earlier picture counts. `onLook` is called with each
   * look, and returns the progress, until that is undefined.
   */
  remeasure(begun: Remeasuring, onLook: (look: MeasureResult, page: PageState) => Remeasuring | undefined): void {
    this.#onLook = onLook;
    this.#isBegun = true;
    this.#fails = 0;
    this.#measurer.forget();
    this.#store.set({ lookedShare: 0, remeasuring: begun });
    this.state.source?.again();
  }

  /** Ends remeasuring without a result. */
  endRemeasuring(): void {
    this.#onLook = undefined;
    this.#store.set({ remeasuring: undefined });
  }

  showProblem(sourceProblem: Problem | undefined): void {
    this.#store.set({ sourceProblem });
  }

  /** Shows a remark, unless something more important is shown. */
  remark(remark: Problem): void {
    if (!this.state.sourceProblem) this.showProblem(remark);
  }

  /** Remembers what was said about the table of the camera, or of a photo, while the page is being left: it continues when loaded again. */
  remember(): void {
    const { kind, photo, beside = [] } = this.state.source ?? {};
    const photos = photo && [photo, ...beside.filter(({ isApart }) => !isApart)].map(({ id }) => id);
    const shown = kind === 'camera' || photo ? [{ ...(this.#goesOn ?? this.table.known), photos }] : [];
    rememberTables([...shown, ...this.#remembered]);
  }

  dispose(): void {
    this.#stopSource();
    this.#freshness.close();
    this.fits.close();
    this.#measurer.close();
  }

  /** Shows the ships of a first look, though nothing can be asked about them before its obstacles are known. */
  #place(placed: TableMeasurement | undefined): void {
    const { source, known } = this.state;
    if (!placed) this.table.place(undefined);
    else if (source && !known.state.camera) this.table.place(placed, this.#carriedTo(placed, source));
  }

  #carriedTo(placed: TableMeasurement, { photo }: FrameSource): KnownTable | undefined {
    return this.#goingOn(placed)?.carried ?? (photo && this.#photos.mayGoOn(photo, placed));
  }

  /** The table that continues with the first look at one, in its frame: of the same camera, or one that a camera showed before. */
  #goingOn(look: TableMeasurement): { readonly before: GoingTable; readonly carried: KnownTable } | undefined {
    const { camera, tracks } = this.table.known.state;
    const { kind, photo } = this.state.source ?? {};
    const isFirst = !camera && tracks.length === 0;
    const isOfIt = ({ photos }: RememberedTable) => (photo ? photos?.includes(photo.id) : kind === 'camera' && !photos);
    for (const before of this.#goesOn ? [this.#goesOn] : isFirst ? this.#remembered.filter(isOfIt) : []) {
      const carried = carriedTable(before, look);
      if (carried) return { before, carried };
    }
    return undefined;
  }

  #take(look: MeasureResult): void {
    if (!this.state.source) return;
    const measured = this.#inFrame(look);
    this.log.measured(measured);
    const doubt = this.#doubtOf(measured);
    this.#doubted = doubt && measured;
    this.#store.prepare({ doubt });
    if (doubt) this.#store.set({ measureProblem: undefined });
    else this.#takeLook(measured);
  }

  /** Why a look is not taken before a person has said that it is of the match's table. */
  #doubtOf(look: MeasureResult): Problem | undefined {
    const { source } = this.state;
    if (!look.ok || !source?.photo || this.#photos.isSaidOfMatch(source.photo)) return undefined;
    return lookAtPhotos(source, look, this.#match.isPlayed())?.doubt;
  }

  /** Whether the photo is of the match's table: else that is shown again as it was before. */
  async sayOfMatch(isOfMatch: boolean): Promise<void> {
    const look = this.#doubted;
    const { photo } = this.state.source ?? {};
    const { before } = this.#photos;
    if (!look || !photo) return;
    if (!isOfMatch) {
      if (before) await this.open(before.reopen);
      return;
    }
    this.#photos.sayOfMatch(photo);
    this.#doubted = undefined;
    this.#store.prepare({ doubt: undefined });
    this.#takeLook(look);
  }

  #takeLook(measured: MeasureResult): void {
    const { source, known, lens } = this.state;
    if (!source) return;
    const isSamePicture = isOfOneMoment(source) && known.state.camera !== undefined;
    if (measured.ok) {
      this.#takeTurned(measured.measurement);
      this.#takePhoto(measured);
    }
    const result = this.hints.learn(measured);
    this.#store.prepare({ framesPerSecond: this.#pace.tick(this.#clock.nowMs()) });
    if (result.ok) this.#succeed(result, isSamePicture);
    else this.#fail(result.problem);
    if (this.state.lens !== lens) this.#isBegun = true;
    if (!this.#onLook) return;
    const remeasuring = this.#onLook(result, this.state);
    if (remeasuring !== this.state.remeasuring) this.#store.set({ remeasuring });
    if (!remeasuring) this.#onLook = undefined;
  }

  /**
   * A live look in the frame of the known table, or as a failed one; where it begins another frame, the table continues there, or a new one
   * begins.
   */
  #inFrame(look: MeasureResult): MeasureResult {
    if (!look.ok || !isLive(this.state.source)) return look;
    const sight = sightOf(look, this.state.known);
    if (sight.kind === 'nothing') return { ok: false, problem: sight.problem };
    if (sight.kind === 'other') {
      this.#isBegun = true;
      if (sight.table) this.table.takeUp(sight.table, look.measurement);
      else {
        if (this.state.source?.kind === 'camera') this.#remembered = saidTables([this.table.known, ...this.#remembered]);
        this.table.openNext();
      }
    }
    return look;
  }

  /**
   * Takes the first good look at a table in another frame: what was said about it continues, by the ships; obstacles are where they were
   * said to be in this frame.
   */
  #takeTurned(measurement: TableMeasurement): void {
    const going = this.#goingOn(measurement);
    this.#goesOn = undefined;
    if (!going) return;
    const { before, carried } = going;
    this.#remembered = this.#remembered.filter((one) => one !== before);
    const { obstacles } = this.table.known.state;
    const done = carried.history.done.filter((edit) => !isObstacleEdit(edit));
    this.table.takeUp({ state: { ...carried.state, obstacles }, history: { done, undone: [] }, chosen: before.chosen }, measurement);
  }

  /** Takes a look at a photo, with its result for those shown before: whether their table continues. */
  #takePhoto(result: Extract<MeasureResult, { ok: true }>): void {
    const { source } = this.state;
    if (!source?.photo) return;
    const look = lookAtPhotos(source, result, this.#match.isPlayed());
    const taken = this.#photos.take(source.photo, result.measurement, look);
    if (taken) {
      this.table.takeUp(taken, result.measurement);
      this.#isBegun = true;
      if (taken.known) this.hints.takeUp(taken.known);
    }
    if (!look) return;
    this.#store.prepare({ source: { ...source, beside: look.beside } });
    if (look.remark) this.#remarkOnce(look.remark);
  }

  /** Shows a remark about the photos that are open; one that was dismissed is not shown again with the next look. */
  #remarkOnce(remark: Problem): void {
    if (this.#remarked.has(remark.code)) return;
    this.#remarked.add(remark.code);
    this.remark(remark);
  }

  #succeed({ measurement, isUnchanged }: Extract<MeasureResult, { ok: true }>, isSamePicture: boolean): void {
    const { capturedAtMs } = measurement;
    const caution = measurement.caution ?? (this.state.source?.kind === 'photo' ? squeezedCaution(measurement.camera) : undefined);
    this.#freshness.measured(capturedAtMs, isUnchanged ? undefined : this.#clock.nowMs() - capturedAtMs);
    this.state.source?.awake?.(true);
    this.#hold?.good();
    this.#fails = 0;
    this.#store.prepare({ lookedShare: Math.min(1, this.state.lookedShare + 1 / ENOUGH_LOOKS) });
    this.#lookedAtMs = capturedAtMs;
    // A table that was begun again has not yet received what the picture still shows.
    if (isUnchanged && this.state.known.state.camera && !this.state.measureProblem) {
      this.table.seeUnchanged(capturedAtMs);
      this.#freshness.place(capturedAtMs, this.state.known, this.state.isMirrored);
      if (this.state.isStill) this.#age();
      else this.#store.set({ isStill: true });
      return;
    }
    this.#store.prepare({ isStill: false, measureProblem: undefined, caution, isLookedAt: false });
    this.table.see(measurement, { isBegun: this.#isBegun, isSamePicture, stood: this.#stood });
    this.#isBegun = false;
    this.#freshness.place(capturedAtMs, this.state.known, this.state.isMirrored, measurement);
  }

  #fail(measureProblem: Problem): void {
    this.#hold?.bad();
    // A look from where the table cannot be measured does not contradict the measurement: that is watched, and nothing of it has moved.
    if (isLive(this.state.source) && this.#isWatched()) return;
    this.#fails += 1;
    this.#store.prepare({ isStill: false, lookedShare: 0 });
    if (!isLive(this.state.source) || this.#fails >= FAILS_TO_TELL) this.#store.set({ measureProblem });
  }

  /** Whether frames show that the table is unchanged since its measurement. */
  #isWatched(): boolean {
    const { freshness } = this.#freshness.of(this.state);
    return (
      this.state.known.state.camera !== undefined &&
      this.#freshness.isFollowed &&
      (freshness?.kind === 'fresh' || freshness?.kind === 'late')
    );
  }

  /** Whether another look would bring nothing: several have measured the table since its last change. */
  #isQuiet(hasChanged: boolean, atMs: number): boolean {
    if (hasChanged && this.state.lookedShare > 0) this.#store.set({ lookedShare: 0 });
    return this.state.lookedShare > 1 - 0.5 / ENOUGH_LOOKS && atMs - this.#lookedAtMs < QUIET_MS;
  }

  /**
   * Whether a still table's camera has just been turned away from the ships that are asked about: a look from there would replace one that
   * has measured them well.
   */
  #isTurnedAway({ capturedAtMs, camera }: FollowedFrame, hasChanged: boolean): boolean {
    // A camera that is lost while it is turned away has not come back.
    const isAway = !hasChanged && !this.#onLook && (camera ? !showsChosen(camera, this.state.known) : this.#awayFromMs !== undefined);
    this.#awayFromMs = isAway ? (this.#awayFromMs ?? capturedAtMs) : undefined;
    return this.#awayFromMs !== undefined && capturedAtMs - this.#awayFromMs < LONGEST_AWAY_MS;
  }

  #repeat(isRepeating: boolean): void {
    if (this.state.source?.kind !== 'camera') return;
    if (isRepeating !== (this.state.sourceProblem?.code === FROZEN.code)) this.#tellSource(isRepeating ? FROZEN : undefined);
  }

  /** Takes the source's report on itself. After it was blind only a new measurement counts: nobody knows what happened meanwhile. */
  #tellSource(sourceProblem: Problem | undefined): void {
    if (isBlind(sourceProblem)) {
      this.#freshness.forget();
      // A measurement that is under way is of a frame from before.
      this.#measurer.drop();
    }
    this.#store.set({ sourceProblem });
  }

  /** Stops the source, and anything that is being opened, without remains. */
  #stopAll(): void {
    this.#openings += 1;
    this.#stopSource();
    this.#photos.forget();
    this.#store.prepare({ isOpening: false, isMemory: false, sourceProblem: undefined });
  }

  #stopSource(): void {
    if (!this.state.source) return;
    this.state.source.stop();
    this.#stopTicking();
    this.#freshness.forget();
    this.live.reset();
    this.#offered.reset();
    this.#newestMs = Number.NEGATIVE_INFINITY;
    this.#measurer.drop();
    this.#fails = 0;
    this.#pace.reset();
    const ended = {
      source: undefined,
      isMemory: true,
      isStill: false,
      lookedShare: 0,
      measureProblem: undefined,
      doubt: undefined,
      caution: undefined,
    };
    this.#store.prepare({ ...ended, framesPerSecond: 0, held: undefined, remeasuring: undefined });
    this.#onLook = undefined;
    this.#doubted = undefined;
    this.#isBegun = false;
    this.#goesOn = undefined;
    this.hints.leave();
    this.#hold = undefined;
    this.table.forgetCamera();
  }

  /** Reports changes of the display with time: that it is no longer worth a verdict, and then its age in seconds. */
  #age(): void {
    const before = this.state;
    const now = { ...before, ...this.#freshness.of(before) };
    const { ageMs = Number.POSITIVE_INFINITY } = now.freshness ?? {};
    if (ageMs > AWAKE_MS) before.source?.awake?.(false);
    if (shownAge(now) !== shownAge(before)) this.#store.set({});
  }
}
