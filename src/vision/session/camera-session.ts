import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import type { MeasureHints, MeasureResult, TableMeasurement } from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import { isSetupContradicted } from '../../table/setup/setup-contradicted.js';
import { followedRegistration, showsBorder, throughLens } from '../frame/followed-camera.js';
import { asOpenAs, besideFirstSight, measureByKeptPrint, onKeptPrint } from '../frame/measure-by-kept-print.js';
import { measureContext } from '../frame/measure-frame.js';
import { measureRegisteredContext } from '../frame/measure-registered.js';
import type { MeasuredTable } from '../frame/measured-table.js';
import { asFirstSight, type FrameContext, withFrameContext, withSetup } from '../lens/frame-context.js';
import { withBoardView } from '../lens/lens-views.js';
import type { EarlierRegistration } from '../mat/find/mat-location.js';
import type { Engines } from '../runtime/engines.js';
import { checkFrame, type Frame, rightWayRound } from '../runtime/frame.js';
import { mirrorRows } from '../runtime/mirror-rows.js';
import {
  type CameraMemory,
  hasPlace,
  isEarlierTried,
  isOfCamera,
  isSearchDue,
  NOTHING_REMEMBERED,
  rememberedFrame,
} from './camera-memory.js';
import type { SmallFrame } from './changed-blocks.js';
import { type ChangesUpTo, changesUpTo, type FrameThumbnail, scaledThumbnail, thumbnailOf } from './frame-thumbnail.js';
import { searchKeptPrint, type WaysToMeasure } from './kept-print-search.js';
import { learnedAfter } from './learned-setup.js';
import { cachedMeasurements, isAllCached, NO_CACHE, withMeasurements } from './measurement-cache.js';
import { createPrintKeeper, type PrintKeeper } from './print-keeper.js';

/**
 * Measures the frames of one camera over time: each starts from the results of earlier ones, and unchanged things are not measured again.
 */
export interface CameraSession {
  /**
   * The earlier result, where a frame shows nothing new; undefined where it must be measured. Needs only the small frame: the pixels of
   * most of a still table's frames are never read.
   */
  unchanged(preview: FramePreview, hints: MeasureHints): MeasureResult | undefined;
  /**
   * Measures one frame; the next call is made only when this one has settled. `onPlaced` is called with its bases before obstacles are looked for.
   */
  measure(engines: Engines, frame: FrameToMeasure, hints: MeasureHints, onPlaced?: OnPlaced): Promise<MeasureResult>;
  /**
   * The map of the mat's print with the additions from frames of a table that is set up; `kept`: the known print. Undefined: nothing new.
   */
  print(engines: Engines, kept: PrintImage | undefined): Promise<PrintImage | undefined>;
  /** Forgets all earlier frames, including one that is being measured. */
  forget(): void;
}

/** A frame without its pixels. */
export interface FramePreview extends Pick<Frame, 'widthPx' | 'heightPx' | 'capturedAtMs'> {
  readonly small: SmallFrame;
}

/** A frame, and what is known of it. */
export interface FrameToMeasure extends Frame {
  /** The frame made small, where that has been done, as for all of its camera. */
  readonly small?: SmallFrame;
  /** The camera as followed since the last measurement, with the lens that it was followed with. */
  readonly about?: Camera;
}

/** Called with the bases of a frame as they are placed, before its obstacles are looked for. */
export type OnPlaced = (placed: TableMeasurement) => void;

/** Parts with which a session works; other programs and tests provide their own. */
interface Parts extends WaysToMeasure {
  /** Makes a frame small enough to compare. */
  readonly thumbnail: (frame: Frame) => FrameThumbnail;
  /** Measures a frame whose camera was followed over the mat's print. */
  readonly measureFollowed: typeof measureRegisteredContext;
  /** Draws the print. */
  readonly keeper: PrintKeeper;
}

/**
 * A frame's part in a session, besides its picture: the hints as given, changes since earlier frames, and its camera's pose as followed.
 */
interface Look {
  readonly givenHints: MeasureHints;
  readonly changes: ChangesUpTo;
  readonly about: Camera | undefined;
  readonly onPlaced: OnPlaced | undefined;
}

/** A search for the kept print: the print, where it was searched for, and the result. */
interface PrintSearch extends Awaited<ReturnType<typeof searchKeptPrint>> {
  readonly print?: PrintImage;
}

/** Results of the steps of measuring a frame. */
interface Outcome {
  /** The memory with which the frame was begun. */
  readonly begun: CameraMemory;
  readonly setup: MeasureHints['setup'];
  readonly isFirstSight: boolean;
  readonly table: MeasuredTable;
  readonly isByPrint: boolean;
  readonly search: PrintSearch;
  readonly unread: ReturnType<typeof cachedMeasurements> | undefined;
}

/** Starts a session that remembers nothing. */
export function createCameraSession(parts: Partial<Parts> = {}): CameraSession {
  return new RememberingSession({
    measureOne: measureContext,
    thumbnail: thumbnailOf,
    measureFollowed: measureRegisteredContext,
    measureRegistered: measureByKeptPrint,
    keeper: createPrintKeeper(),
    ...parts,
  });
}

class RememberingSession implements CameraSession {
  readonly #parts: Parts;
  #memory: CameraMemory = NOTHING_REMEMBERED;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  unchanged(preview: FramePreview, hints: MeasureHints): MeasureResult | undefined {
    return this.#unchanged(preview, hints, changesUpTo(turnedThumbnail(preview, hints)));
  }

  async measure(
    engines: Engines,
    { small, about, ...picture }: FrameToMeasure,
    givenHints: MeasureHints,
    onPlaced?: OnPlaced,
  ): Promise<MeasureResult> {
    checkFrame(picture);
    const { frame, hints } = rightWayRound(picture, givenHints);
    const changes = changesUpTo(small ? turnedThumbnail({ ...frame, small }, givenHints) : this.#parts.thumbnail(frame));
    return (
      this.#unchanged(frame, givenHints, changes) ??
      withFrameContext(engines, frame, hints, (context) => this.#remeasure(context, { givenHints, changes, about, onPlaced }))
    );
  }

  print(engines: Engines, kept: PrintImage | undefined): Promise<PrintImage | undefined> {
    return this.#parts.keeper.drawn(engines, kept);
  }

  forget(): void {
    this.#parts.keeper.forget();
    this.#memory = NOTHING_REMEMBERED;
  }

  /** Memories of frames of this camera; `givenHints`: the hints before the picture was turned the right way round. */
  #rememberedOf(frame: Pick<Frame, 'widthPx' | 'heightPx'>, givenHints: MeasureHints): Pick<CameraMemory, 'last' | 'cache'> {
    const last = isOfCamera(this.#memory.last, frame, givenHints) ? this.#memory.last : undefined;
    return { last, cache: last ? this.#memory.cache : NO_CACHE };
  }

  /** The last result, where nothing has changed since. */
  #unchanged(
    frame: Pick<Frame, 'widthPx' | 'heightPx' | 'capturedAtMs'>,
    givenHints: MeasureHints,
    changes: ChangesUpTo,
  ): MeasureResult | undefined {
    const atMs = frame.capturedAtMs;
    const { last, cache } = this.#rememberedOf(frame, givenHints);
    const isAtRest = this.#memory.failures === 0 && last?.result.ok && !isLensSought(givenHints) && isAllCached(cache, changes, atMs);
    return isAtRest ? { ...last.result, measurement: { ...last.result.measurement, capturedAtMs: atMs }, isUnchanged: true } : undefined;
  }

  /** Measures everything that earlier frames leave unknown. */
  async #remeasure(context: FrameContext, look: Look): Promise<MeasureResult> {
    const { givenHints, changes, about, onPlaced } = look;
    const { last, cache } = this.#rememberedOf(context.frame, givenHints);
    const { failures, hasMeasured } = this.#memory;
    const isSearched = isSearchDue(this.#memory);
    // Where a frame contradicted the setup, only one that is measured from the start is compared with it again.
    const known = last && hasPlace(last) && isEarlierTried(failures) && !isSetupContradicted(last.result) ? last : undefined;
    const from = known && about ? movedTo(known, about) : known;
    // Readings from where the camera stood before are repeated.
    const unread =
      from && from === known ? cachedMeasurements(cache, from.solution.camera, changes, context.frame.capturedAtMs) : undefined;
    const earlier = from && { ...from, ...(unread && { cached: unread.measurements }) };
    // A frame has failed until it is measured, also when an engine breaks.
    const begun: CameraMemory = { ...this.#memory, cache, failures: failures + 1 };
    this.#memory = begun;
    const setup = begun.learned.before ?? context.hints.setup;
    const told = setup === context.hints.setup ? context : withSetup(context, setup);
    const isFirstSight = isSearched && !hasMeasured;
    const byBorder = () => this.#parts.measureOne(isFirstSight ? asFirstSight(told) : told, earlier, isSearched, onPlaced);
    const { table, isByPrint } = await this.#byBorderOrPrint(told, look, last, byBorder);
    const search = await this.#searchPrint(context, table, begun, onPlaced);
    // Everything was forgotten meanwhile: this frame belongs to the time before.
    if (this.#memory !== begun) return search.table?.result ?? table.result;
    return this.#remember(context, look, { begun, setup, isFirstSight, table, isByPrint, search, unread });
  }

  /** Measures by the border or by the print over which the camera was followed, the likelier way first; the other where that fails. */
  async #byBorderOrPrint(
    context: FrameContext,
    { about, onPlaced }: Look,
    last: CameraMemory['last'],
    byBorder: () => Promise<MeasuredTable>,
  ): Promise<{ readonly table: MeasuredTable; readonly isByPrint: boolean }> {
    if (!last || !about || last.byContrast || !last.result.ok) return { table: await byBorder(), isByPrint: false };
    const { solution, print, scaleSigma, open } = last;
    const { measurement: before } = last.result;
    const byPrint = async () => {
      const registration = followedRegistration(about, solution, before.isEdgeUnknown);
      const table = registration && (await this.#parts.measureFollowed(context, { ...registration, standing: before.bases }, onPlaced));
      if (before.isEdgeUnknown) return table && besideFirstSight(table, before, scaleSigma);
      const asOpen = table && asOpenAs(table, open);
      return asOpen && print ? onKeptPrint(asOpen, print) : asOpen;
    };
    // From close up the border is out of view, and the print shows where the camera is; at first sight nobody knows where the border is.
    const isClose = !before.isEdgeUnknown && !showsBorder(about, solution);
    const printed = isClose ? await byPrint() : undefined;
    const first = printed ?? (await byBorder());
    if (first.result.ok) return { table: first, isByPrint: isClose };
    const second = isClose ? await byBorder() : await byPrint();
    return { table: second ?? first, isByPrint: isClose === (second === undefined) };
  }

  /** Looks for the setup's kept print where a frame alone has no place on the table. */
  async #searchPrint(
    context: FrameContext,
    alone: MeasuredTable,
    begun: CameraMemory,
    onPlaced: OnPlaced | undefined,
  ): Promise<PrintSearch> {
    const { measureOne, measureRegistered, keeper } = this.#parts;
    const print = isNowhere(alone.result) && !isLensSought(context.hints) ? context.hints.setup?.print : undefined;
    // A square mat that was turned has its border in the same place: ships known in two frames would be mixed.
    if (!print || (begun.hasBorder && !keeper.isInFrame)) return { table: undefined, unfound: begun.unfoundPrint };
    const found = await searchKeptPrint({ measureOne, measureRegistered }, context, print, {
      alone,
      unfound: begun.unfoundPrint,
      onPlaced,
    });
    return { ...found, print };
  }

  /** Remembers the outcome of a frame. Returns its result, with what was learned about the table and the lens. */
  #remember(context: FrameContext, { givenHints, changes }: Look, came: Outcome): MeasureResult {
    const { frame, hints } = context;
    const { begun, setup, isFirstSight, isByPrint, search, unread } = came;
    const { result: measured, stages, boardView } = came.table;
    const searched: CameraMemory = { ...begun, unfoundPrint: search.unfound };
    const { print, table: onPrint } = search;
    if (print && onPrint?.result.ok && onPrint.stages) {
      const seen = { ...rememberedFrame(onPrint.stages, givenHints, onPrint.result), print };
      this.#memory = { ...searched, last: seen, cache: NO_CACHE, hasMeasured: true, failures: 0 };
      return onPrint.result;
    }
    if (isByPrint && measured.ok && searched.last) {
      // The frame that shows the border continues to determine where the mat is.
      this.#memory = { ...searched, last: { ...searched.last, result: measured }, cache: NO_CACHE, failures: 0 };
      return measured;
    }
    if (hints.setup && measured.ok && measured.setup) this.#parts.keeper.offer(frame, measured.measurement);
    const learned = learnedAfter(searched.learned, setup, measured);
    const result = measured.ok && learned.now ? { ...measured, setup: learned.now } : measured;
    const lensViews = isLensSought(hints) ? withBoardView(searched.lensViews, boardView ?? [], frame.widthPx, frame.heightPx) : undefined;
    this.#memory = {
      // A registration from before a hand on the border, or before the lamp went off, stays: it is tried again when the table is back.
      last: stages ? rememberedFrame(stages, givenHints, result) : searched.last,
      learned,
      cache: stages ? withMeasurements(begun.cache, unread, stages, changes, frame.capturedAtMs) : begun.cache,
      lensViews,
      hasMeasured: begun.hasMeasured || result.ok,
      failures: result.ok ? 0 : searched.failures,
      unfoundPrint: isNowhere(measured) ? searched.unfoundPrint : undefined,
      hasBorder: searched.hasBorder || !isNowhere(measured),
    };
    return {
      ...result,
      ...(lensViews && { lensProgress: lensViews.progress }),
      ...(isFirstSight && measured.ok && isNowhere(measured) && { isFirstSight }),
    };
  }
}

/** Whether a frame alone has no place on the table. */
function isNowhere(measured: MeasureResult): boolean {
  return !measured.ok || measured.measurement.isEdgeUnknown === true;
}

/** Distance within which a followed camera stands still, px. */
const STILL_PX = 1;

/** An earlier registration with the camera moved to where it has been followed since; unchanged where that is about the same place. */
function movedTo<From extends EarlierRegistration>(from: From, about: Camera): From {
  const { camera, widthMm, depthMm } = from.solution;
  const moved = throughLens(about, camera)?.camera ?? about;
  const corners = [0, widthMm].flatMap((x) => [0, depthMm].map((y) => ({ x, y, z: 0 })));
  const isStill = corners.every((corner) => {
    const [before, now] = [pixelFromTable(camera, corner), pixelFromTable(moved, corner)];
    return before && now && Math.hypot(now.u - before.u, now.v - before.v) < STILL_PX;
  });
  return isStill ? from : { ...from, solution: { ...from.solution, camera: moved } };
}

/** The thumbnail of the picture the right way round. */
function turnedThumbnail({ small, widthPx, heightPx }: Omit<FramePreview, 'capturedAtMs'>, { isMirrored }: MeasureHints): FrameThumbnail {
  const turned = isMirrored ? { ...small, grey: mirrorRows(small.grey, small.columns) } : small;
  return scaledThumbnail(turned, widthPx, heightPx);
}

/** True while pictures of the printed board are collected to determine the lens. */
function isLensSought({ board, lens }: MeasureHints): boolean {
  return board !== undefined && lens === undefined;
}
