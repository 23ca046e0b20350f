import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import type { MeasureHints, MeasureResult, TableMeasurement } from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import { isSetupContradicted } from '../../table/setup/setup-contradicted.js';
import { followedRegistration, showsBorder } from '../frame/followed-camera.js';
import { measureByKeptPrint, onKeptPrint } from '../frame/measure-by-kept-print.js';
import { measureContextByPrint } from '../frame/measure-by-print.js';
import { measureContext } from '../frame/measure-frame.js';
import type { MeasuredTable } from '../frame/measured-table.js';
import { asPhoto, type FrameContext, withFrameContext, withSetup } from '../lens/frame-context.js';
import { withBoardView } from '../lens/lens-views.js';
import type { EarlierRegistration } from '../mat/find/located-mat.js';
import { UnreadablePrint } from '../print/kept/open-print.js';
import type { Engines } from '../runtime/engines.js';
import { checkFrame, type Frame, rightWayRound } from '../runtime/frame.js';
import { mirrorRows } from '../runtime/mirror-rows.js';
import {
  type CameraMemory,
  isEarlierTried,
  isOfCamera,
  isPrintDue,
  isSearchDue,
  NOTHING_REMEMBERED,
  rememberedFrame,
} from './camera-memory.js';
import type { SmallFrame } from './changed-blocks.js';
import { type ChangesUpTo, changesUpTo, type FrameThumbnail, scaledThumbnail, thumbnailOf } from './frame-thumbnail.js';
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

/**
 * Starts a session that remembers nothing. `measureOne` measures one frame, `thumbnail` makes it small enough to compare, `measureFollowed` measures one whose camera was followed over
 * the mat's print, `measureByPrint` one that shows a print that was kept; `keeper` draws that.
 */
export function createCameraSession(
  measureOne: typeof measureContext = measureContext,
  thumbnail: (frame: Frame) => FrameThumbnail = thumbnailOf,
  measureFollowed: typeof measureContextByPrint = measureContextByPrint,
  measureByPrint: typeof measureByKeptPrint = measureByKeptPrint,
  keeper: PrintKeeper = createPrintKeeper(),
): CameraSession {
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

  /** Measures all that earlier frames leave unknown. */
  const remeasure = async (
    context: FrameContext,
    givenHints: MeasureHints,
    changes: ChangesUpTo,
    about: Camera | undefined,
    onPlaced: OnPlaced | undefined,
  ): Promise<MeasureResult> => {
    const { engines, frame, hints } = context;
    const atMs = frame.capturedAtMs;
    const { last, cache } = rememberedOf(frame, givenHints);
    const { failures, hasMeasured } = memory;
    // Where a frame contradicted the setup, only one that is measured from the start is held against it again.
    const known = last && isEarlierTried(failures) && !isSetupContradicted(last.result) ? last : undefined;
    const from = known && about ? movedTo(known, about) : known;
    // What was read where the camera stood before is read again.
    const unread = from && from === known ? cachedMeasurements(cache, from.solution.camera, changes, atMs) : undefined;
    // A frame has failed until it is measured, also when an engine breaks.
    let begun: CameraMemory = { ...memory, cache, failures: failures + 1 };
    memory = begun;
    const earlier = from && { ...from, ...(unread && { cached: unread.measurements }) };
    const setup = memory.learned.before ?? hints.setup;
    const told = setup === hints.setup ? context : withSetup(context, setup);
    const byBorder = () => measureOne(told, earlier, isSearchDue(failures, hasMeasured), onPlaced);
    const followed = last && about && isPlaced(last) ? { about, table: last.solution } : undefined;
    // From close by the border is out of view, and the print says where the camera is.
    const isClose = followed !== undefined && !showsBorder({ ...followed.table.camera, r: about!.r, t: about!.t }, followed.table);
    const byPrint = async () => {
      const registration = followed && followedRegistration(followed.about, followed.table);
      const standing = last?.result.ok ? last.result.measurement.bases : [];
      const table = registration && (await measureFollowed(told, { ...registration, standing }, onPlaced));
      return table && last?.print ? onKeptPrint(table, last.print) : table;
    };
    const byKeptPrint = async (alone: MeasuredTable, print: PrintImage) => {
      const { unfoundPrint, hasBorder } = memory;
      // A square mat that was turned has its border where it was: ships would be mixed that are known in two frames.
      if (isLensSought(hints) || (hasBorder && !keeper.isInFrame)) return undefined;
      const tries = unfoundPrint?.tries ?? 0;
      const isDue = isPrintDue(unfoundPrint);
      const fromMs = engines.now();
      const pieces = isDue && !alone.result.ok && !hints.isPhoto ? await measureOne(asPhoto(context)) : alone;
      const own = pieces.result.ok ? pieces.result.measurement : undefined;
      // Without pieces a live camera may show anything at all; a device that needs long for them would need a minute for the print, and seem to hang.
      const isSought = isDue && (hints.isPhoto || (own !== undefined && engines.now() - fromMs < MAX_FOR_PIECES_MS));
      const table = isSought ? await measureByPrint(context, print, own, onPlaced).catch(withoutUnreadable) : undefined;
      const unfound = isDue ? { tries: isSought ? tries + 1 : Math.max(1, tries), looks: 0 } : { tries, looks: unfoundPrint!.looks + 1 };
      if (memory === begun) memory = begun = { ...begun, unfoundPrint: table ? undefined : unfound };
      return table;
    };
    const first = (isClose ? await byPrint() : undefined) ?? (await byBorder());
    const second = first.result.ok || !followed ? undefined : isClose ? await byBorder() : await byPrint();
    const table = second ?? first;
    const { result: measured, stages, boardView } = table;
    const isPrinted = followed !== undefined && measured.ok && isClose === (second === undefined);
    const print = hints.setup?.print;
    const isNowhere = !measured.ok || measured.measurement.isEdgeUnknown;
    const onPrint = print && isNowhere ? await byKeptPrint(table, print) : undefined;
    // All was forgotten meanwhile: this frame belongs to what was before.
    if (memory !== begun) return onPrint?.result ?? measured;
    if (print && onPrint?.result.ok && onPrint.stages) {
      const seen = { ...rememberedFrame(onPrint.stages, givenHints, onPrint.result), print };
      memory = { ...memory, last: seen, cache: NO_CACHE, hasMeasured: true, failures: 0 };
      return onPrint.result;
    }
    if (isPrinted && measured.ok && memory.last) {
      // The frame that shows the border goes on to say where the mat is.
      memory = { ...memory, last: { ...memory.last, result: measured }, cache: NO_CACHE, failures: 0 };
      return measured;
    }
    if (hints.setup && measured.ok && measured.setup) keeper.offer(frame, measured.measurement);
    const learned = learnedAfter(memory.learned, setup, measured);
    const result = measured.ok && learned.now ? { ...measured, setup: learned.now } : measured;
    memory = {
      // A registration from before a hand on the border, or before the lamp went off, stays: it is tried again when the table is back.
      last: stages ? rememberedFrame(stages, givenHints, result) : memory.last,
      learned,
      cache: stages ? withMeasurements(cache, unread, stages, changes, atMs) : cache,
      lensViews: isLensSought(hints) ? withBoardView(memory.lensViews, boardView ?? [], frame.widthPx, frame.heightPx) : undefined,
      hasMeasured: hasMeasured || result.ok,
      failures: result.ok ? 0 : memory.failures,
      unfoundPrint: isNowhere ? memory.unfoundPrint : undefined,
      hasBorder: memory.hasBorder || !isNowhere,
    };
    return memory.lensViews ? { ...result, lensProgress: memory.lensViews.progress } : result;
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
        withFrameContext(engines, frame, hints, (context) => remeasure(context, givenHints, changes, about, onPlaced))
      );
    },
    print: (engines, kept) => keeper.drawn(engines, kept),
    forget() {
      keeper.forget();
      memory = NOTHING_REMEMBERED;
    },
  };
}

/** Whether an earlier frame has the mat's place by its border. */
function isPlaced({ byContrast, result }: NonNullable<CameraMemory['last']>): boolean {
  return !byContrast && result.ok && !result.measurement.isEdgeUnknown;
}

/** Within this a device finds the pieces of a picture whose border is out of view if it is to look for the print: that takes up to four times as long. */
const MAX_FOR_PIECES_MS = 8000;

/** A print that cannot be read, as from a damaged file, counts as absent. */
function withoutUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadablePrint)) throw error;
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
