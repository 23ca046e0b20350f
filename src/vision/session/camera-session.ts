import type { MeasureHints, MeasureResult, TableMeasurement } from '../../table/measurement.js';
import { isSetupContradicted } from '../../table/setup/setup-contradicted.js';
import { measureContext } from '../frame/measure-frame.js';
import { type FrameContext, withFrameContext, withSetup } from '../lens/frame-context.js';
import { withBoardView } from '../lens/lens-views.js';
import type { Engines } from '../runtime/engines.js';
import { checkFrame, type Frame, rightWayRound } from '../runtime/frame.js';
import { type CameraMemory, isEarlierTried, isOfCamera, isSearchDue, NOTHING_REMEMBERED, rememberedFrame } from './camera-memory.js';
import { type ChangesUpTo, changesUpTo, type FrameThumbnail, thumbnailOf } from './frame-thumbnail.js';
import { learnedAfter } from './learned-setup.js';
import { cachedMeasurements, isAllCached, NO_CACHE, withMeasurements } from './measurement-cache.js';

/** Measures the frames of one camera over time: each starts from what the earlier ones found, and what has not changed is not measured again. */
export interface CameraSession {
  /** Measures one frame; the next call is made only when this one has settled. `onPlaced` is called with its bases before obstacles are looked for. */
  measure(engines: Engines, frame: Frame, hints: MeasureHints, onPlaced?: OnPlaced): Promise<MeasureResult>;
  /** Forgets all earlier frames, also one that is being measured. */
  forget(): void;
}

/** The bases of a frame, as they are placed before its obstacles are looked for. */
export type OnPlaced = (placed: TableMeasurement) => void;

/** Starts a session that remembers nothing. `measureOne` measures one frame, `thumbnail` makes it small enough to compare. */
export function createCameraSession(
  measureOne: typeof measureContext = measureContext,
  thumbnail: (frame: Frame) => FrameThumbnail = thumbnailOf,
): CameraSession {
  let memory: CameraMemory = NOTHING_REMEMBERED;

  /** What frames of this camera left; `givenHints`: as they were before the picture was turned the right way round. */
  const rememberedOf = (frame: Frame, givenHints: MeasureHints) => {
    const last = isOfCamera(memory.last, frame, givenHints) ? memory.last : undefined;
    return { last, cache: last ? memory.cache : NO_CACHE };
  };

  const measure = async (
    engines: Engines,
    frame: Frame,
    hints: MeasureHints,
    givenHints: MeasureHints,
    onPlaced: OnPlaced | undefined,
  ): Promise<MeasureResult> => {
    const changes = changesUpTo(thumbnail(frame));
    const atMs = frame.capturedAtMs;
    const { last, cache } = rememberedOf(frame, givenHints);
    if (memory.failures === 0 && last?.result.ok && !isLensSought(hints) && isAllCached(cache, changes, atMs)) {
      return { ...last.result, measurement: { ...last.result.measurement, capturedAtMs: atMs }, isUnchanged: true };
    }
    return withFrameContext(engines, frame, hints, (context) => measureAnew(context, givenHints, changes, onPlaced));
  };

  /** Measures all that the frames before do not tell. */
  const measureAnew = async (
    context: FrameContext,
    givenHints: MeasureHints,
    changes: ChangesUpTo,
    onPlaced: OnPlaced | undefined,
  ): Promise<MeasureResult> => {
    const { frame, hints } = context;
    const atMs = frame.capturedAtMs;
    const { last, cache } = rememberedOf(frame, givenHints);
    const { failures, hasMeasured } = memory;
    // Where a frame contradicted the setup, only one that is measured from the start is held against it again.
    const from = last && isEarlierTried(failures) && !isSetupContradicted(last.result) ? last : undefined;
    const unread = from && cachedMeasurements(cache, from.solution.camera, changes, atMs);
    // A frame has failed until it is measured, also when an engine breaks.
    const begun: CameraMemory = { ...memory, cache, failures: failures + 1 };
    memory = begun;
    const earlier = from && { ...from, cached: unread!.measurements };
    const setup = memory.learned.before ?? hints.setup;
    const known = setup === hints.setup ? context : withSetup(context, setup);
    const { result: measured, stages, boardView } = await measureOne(known, earlier, isSearchDue(failures, hasMeasured), onPlaced);
    // All was forgotten meanwhile: this frame belongs to what was before.
    if (memory !== begun) return measured;
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
    };
    return memory.lensViews ? { ...result, lensProgress: memory.lensViews.progress } : result;
  };

  return {
    async measure(engines, picture, givenHints, onPlaced) {
      checkFrame(picture);
      const { frame, hints } = rightWayRound(picture, givenHints);
      return measure(engines, frame, hints, givenHints, onPlaced);
    },
    forget() {
      memory = NOTHING_REMEMBERED;
    },
  };
}

/** True while pictures of the printed board are collected to determine the lens. */
function isLensSought({ board, lens }: MeasureHints): boolean {
  return board !== undefined && lens === undefined;
}
