import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import type { MeasureHints, MeasureResult, TableMeasurement } from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import { isSetupContradicted } from '../../table/setup/setup-contradicted.js';
import { followedRegistration, showsBorder } from '../frame/followed-camera.js';
import { besideFirstSight, measureByKeptPrint, onKeptPrint } from '../frame/measure-by-kept-print.js';
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

/** Measures the frames of one camera over time: each starts from what the earlier ones found, and what has not changed is not measured again. */
export interface CameraSession {
  /**
   * What was measured before, where a frame shows nothing new; undefined where it is to be measured. From the frame made small alone: most of a still
   * table's frames need not be had as pixels.
   */
  unchanged(preview: FramePreview, hints: MeasureHints): MeasureResult | undefined;
  /**
   * Measures one frame; the next call is made only when this one has settled. `small`: the frame made small, where it has been already, as all of its
   * camera are; `about`: where the camera was followed to since the last measurement. `onPlaced` is called with its bases before obstacles are looked for.
   */
  measure(
    engines: Engines,
    frame: Frame & Partial<FramePreview> & { readonly about?: Camera },
    hints: MeasureHints,
    onPlaced?: OnPlaced,
  ): Promise<MeasureResult>;
  /** The map of the mat's print with what the frames of a table that is set up add to it; `kept`: what is known of it. Undefined: nothing new. */
  print(engines: Engines, kept: PrintImage | undefined): Promise<PrintImage | undefined>;
  /** Forgets all earlier frames, also one that is being measured. */
  forget(): void;
}

/** A frame without its pixels. */
export interface FramePreview extends Pick<Frame, 'widthPx' | 'heightPx' | 'capturedAtMs'> {
  readonly small: SmallFrame;
}

/** The bases of a frame, as they are placed before its obstacles are looked for. */
export type OnPlaced = (placed: TableMeasurement) => void;

/** What a session works with; other programs and tests put their own in. */
interface Parts extends WaysToMeasure {
  /** Makes a frame small enough to compare. */
  readonly thumbnail: (frame: Frame) => FrameThumbnail;
  /** Measures a frame whose camera was followed over the mat's print. */
  readonly measureFollowed: typeof measureRegisteredContext;
  /** Draws the print. */
  readonly keeper: PrintKeeper;
}

/** A frame's part in a session, beside its picture: the hints as they were given, what has changed since earlier ones, and where its camera was followed to. */
interface Look {
  readonly givenHints: MeasureHints;
  readonly changes: ChangesUpTo;
  readonly about: Camera | undefined;
  readonly onPlaced: OnPlaced | undefined;
}

/** Starts a session that remembers nothing. */
export function createCameraSession({
  measureOne = measureContext,
  thumbnail = thumbnailOf,
  measureFollowed = measureRegisteredContext,
  measureRegistered = measureByKeptPrint,
  keeper = createPrintKeeper(),
}: Partial<Parts> = {}): CameraSession {
  let memory: CameraMemory = NOTHING_REMEMBERED;

  /** What frames of this camera left; `givenHints`: as they were before the picture was turned the right way round. */
  const rememberedOf = (frame: Pick<Frame, 'widthPx' | 'heightPx'>, givenHints: MeasureHints) => {
    const last = isOfCamera(memory.last, frame, givenHints) ? memory.last : undefined;
    return { last, cache: last ? memory.cache : NO_CACHE };
  };

  /** The last result, where nothing has changed since. */
  const unchanged = (
    frame: Pick<Frame, 'widthPx' | 'heightPx' | 'capturedAtMs'>,
    givenHints: MeasureHints,
    changes: ChangesUpTo,
  ): MeasureResult | undefined => {
    const atMs = frame.capturedAtMs;
    const { last, cache } = rememberedOf(frame, givenHints);
    const isAtRest = memory.failures === 0 && last?.result.ok && !isLensSought(givenHints) && isAllCached(cache, changes, atMs);
    return isAtRest ? { ...last.result, measurement: { ...last.result.measurement, capturedAtMs: atMs }, isUnchanged: true } : undefined;
  };

  /** By the border and by the print that the camera was followed over, the likelier way first; the other where that fails. */
  const byBorderOrPrint = async (
    context: FrameContext,
    { about, onPlaced }: Look,
    last: CameraMemory['last'],
    byBorder: () => Promise<MeasuredTable>,
  ): Promise<{ readonly table: MeasuredTable; readonly isByPrint: boolean }> => {
    if (!last || !about || last.byContrast || !last.result.ok) return { table: await byBorder(), isByPrint: false };
    const { solution, print, scaleSigma } = last;
    const { measurement: before } = last.result;
    const byPrint = async () => {
      const registration = followedRegistration(about, solution, before.isEdgeUnknown);
      const table = registration && (await measureFollowed(context, { ...registration, standing: before.bases }, onPlaced));
      if (before.isEdgeUnknown) return table && besideFirstSight(table, before, scaleSigma);
      return table && print ? onKeptPrint(table, print) : table;
    };
    // From close by the border is out of view, and the print says where the camera is; at first sight nobody knows where the border is.
    const isClose = !before.isEdgeUnknown && !showsBorder({ ...solution.camera, r: about.r, t: about.t }, solution);
    const printed = isClose ? await byPrint() : undefined;
    const first = printed ?? (await byBorder());
    if (first.result.ok) return { table: first, isByPrint: isClose };
    const second = isClose ? await byBorder() : await byPrint();
    return { table: second ?? first, isByPrint: isClose === (second === undefined) };
  };

  /** Measures all that earlier frames leave unknown. */
  const remeasure = async (context: FrameContext, look: Look): Promise<MeasureResult> => {
    const { frame, hints } = context;
    const { givenHints, changes, about, onPlaced } = look;
    const atMs = frame.capturedAtMs;
    const { last, cache } = rememberedOf(frame, givenHints);
    const { failures, hasMeasured } = memory;
    const isSearched = isSearchDue(memory);
    // Where a frame contradicted the setup, only one that is measured from the start is held against it again.
    const known = last && hasPlace(last) && isEarlierTried(failures) && !isSetupContradicted(last.result) ? last : undefined;
    const from = known && about ? movedTo(known, about) : known;
    // What was read where the camera stood before is read again.
    const unread = from && from === known ? cachedMeasurements(cache, from.solution.camera, changes, atMs) : undefined;
    const earlier = from && { ...from, ...(unread && { cached: unread.measurements }) };
    // A frame has failed until it is measured, also when an engine breaks.
    const begun: CameraMemory = { ...memory, cache, failures: failures + 1 };
    memory = begun;
    const setup = begun.learned.before ?? hints.setup;
    const told = setup === hints.setup ? context : withSetup(context, setup);
    const isFirstSight = isSearched && !hasMeasured;
    const byBorder = () => measureOne(isFirstSight ? asFirstSight(told) : told, earlier, isSearched, onPlaced);
    const { table, isByPrint } = await byBorderOrPrint(told, look, last, byBorder);
    const { result: measured, stages, boardView } = table;
    const isNowhere = !measured.ok || measured.measurement.isEdgeUnknown;
    const print = isNowhere && !isLensSought(hints) ? hints.setup?.print : undefined;
    // A square mat that was turned has its border where it was: ships would be mixed that are known in two frames.
    const isSought = print && (!begun.hasBorder || keeper.isInFrame);
    const search = isSought
      ? await searchKeptPrint({ measureOne, measureRegistered }, context, print, { alone: table, unfound: begun.unfoundPrint, onPlaced })
      : { table: undefined, unfound: begun.unfoundPrint };
    const onPrint = search.table;
    // All was forgotten meanwhile: this frame belongs to what was before.
    if (memory !== begun) return onPrint?.result ?? measured;
    const searched: CameraMemory = { ...begun, unfoundPrint: search.unfound };
    if (print && onPrint?.result.ok && onPrint.stages) {
      const seen = { ...rememberedFrame(onPrint.stages, givenHints, onPrint.result), print };
      memory = { ...searched, last: seen, cache: NO_CACHE, hasMeasured: true, failures: 0 };
      return onPrint.result;
    }
    if (isByPrint && measured.ok && searched.last) {
      // The frame that shows the border goes on to say where the mat is.
      memory = { ...searched, last: { ...searched.last, result: measured }, cache: NO_CACHE, failures: 0 };
      return measured;
    }
    if (hints.setup && measured.ok && measured.setup) keeper.offer(frame, measured.measurement);
    const learned = learnedAfter(searched.learned, setup, measured);
    const result = measured.ok && learned.now ? { ...measured, setup: learned.now } : measured;
    memory = {
      // A registration from before a hand on the border, or before the lamp went off, stays: it is tried again when the table is back.
      last: stages ? rememberedFrame(stages, givenHints, result) : searched.last,
      learned,
      cache: stages ? withMeasurements(cache, unread, stages, changes, atMs) : cache,
      lensViews: isLensSought(hints) ? withBoardView(searched.lensViews, boardView ?? [], frame.widthPx, frame.heightPx) : undefined,
      hasMeasured: hasMeasured || result.ok,
      failures: result.ok ? 0 : searched.failures,
      unfoundPrint: isNowhere ? searched.unfoundPrint : undefined,
      hasBorder: searched.hasBorder || !isNowhere,
    };
    const { lensViews } = memory;
    return {
      ...result,
      ...(lensViews && { lensProgress: lensViews.progress }),
      ...(isFirstSight && measured.ok && isNowhere && { isFirstSight }),
    };
  };

  return {
    unchanged(preview, hints) {
      return unchanged(preview, hints, changesUpTo(turnedThumbnail(preview, hints)));
    },
    async measure(engines, { small, about, ...picture }, givenHints, onPlaced) {
      checkFrame(picture);
      const { frame, hints } = rightWayRound(picture, givenHints);
      const changes = changesUpTo(small ? turnedThumbnail({ ...frame, small }, givenHints) : thumbnail(frame));
      return (
        unchanged(frame, givenHints, changes) ??
        withFrameContext(engines, frame, hints, (context) => remeasure(context, { givenHints, changes, about, onPlaced }))
      );
    },
    print: (engines, kept) => keeper.drawn(engines, kept),
    forget() {
      keeper.forget();
      memory = NOTHING_REMEMBERED;
    },
  };
}

/** A camera that was followed to within this of where it was stands still, px. */
const STILL_PX = 1;

/** An earlier registration with the camera where it has been followed to since; the same where that is about where it was. */
function movedTo<From extends EarlierRegistration>(from: From, { r, t }: Camera): From {
  const { camera, widthMm, depthMm } = from.solution;
  const moved = { ...camera, r, t };
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
