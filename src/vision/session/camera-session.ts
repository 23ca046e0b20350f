import type { MeasureHints, MeasureResult } from '../../table/measurement.js';
import { measureFrame } from '../frame/measure-frame.js';
import { type LensViews, withView } from '../lens/lens-views.js';
import type { Remembered } from '../mat/locate-mat.js';
import type { Engines } from '../runtime/engines.js';
import { checkFrame, type Frame, rgbaOf, rightWayRound } from '../runtime/frame.js';
import { openCvError } from '../runtime/opencv.js';
import { type FrameThumbnail, glanceAt } from './frame-thumbnail.js';
import { createKeptReads } from './measurement-cache.js';

/** A camera that goes on looking: what it saw a moment ago tells where to look next, and what need not be looked at again. */
export interface CameraSession {
  look(engines: Engines, frame: Frame, hints: MeasureHints): Promise<MeasureResult>;
  forget(): void;
}

/** `see` measures one frame; the next is begun only when it has settled. */
export function createCameraSession(see: typeof measureFrame = measureFrame, glance: typeof glanceOf = glanceOf): CameraSession {
  let last: (Remembered & { readonly hints: MeasureHints; readonly look: MeasureResult }) | undefined;
  const kept = createKeptReads();
  let lensViews: LensViews | undefined;
  let hasSeen = false;
  let fails = 0;
  /** Counts how often all was forgotten: a look that was under way then is not remembered. */
  let beginning = 0;
  return {
    async look(engines, picture, told) {
      checkFrame(picture);
      const { frame, hints } = rightWayRound(picture, told);
      const { capturedAtMs } = frame;
      const now = glance(engines, frame);
      const before = isOfCamera(last, frame, told) ? last : undefined;
      if (!before) kept.forget();
      if (fails === 0 && before?.look.ok && !isLensSought(hints) && kept.isAllKnown(now, capturedAtMs)) {
        return { ...before.look, measurement: { ...before.look.measurement, capturedAtMs }, isUnchanged: true };
      }
      const isReturn = before !== undefined && isWorthAReturn(fails);
      const previous = isReturn ? { ...before, known: kept.known(before.solution.camera, now, capturedAtMs) } : undefined;
      const isPatient = isWorthASearch(fails, hasSeen);
      const began = beginning;
      // Until it has told something the look has failed, also when an engine breaks.
      fails += 1;
      const { look, stages, boardView } = await see(engines, frame, hints, previous, isPatient);
      if (began !== beginning) return look;
      // What was known before a hand on the border, or before the lamp went off, is kept: it is tried again when the table is back.
      if (stages) {
        kept.take(stages, now, capturedAtMs);
        last = { solution: stages.solution, doubt: stages.doubt, byContrast: stages.byContrast, hints: told, look };
      }
      hasSeen ||= look.ok;
      if (look.ok) fails = 0;
      lensViews = isLensSought(hints) ? withView(lensViews, boardView ?? [], frame.widthPx, frame.heightPx) : undefined;
      return lensViews ? { ...look, lensProgress: lensViews.progress } : look;
    },
    forget() {
      beginning += 1;
      last = undefined;
      kept.forget();
      lensViews = undefined;
      hasSeen = false;
      fails = 0;
    },
  };
}

function glanceOf({ cv }: Engines, frame: Frame): FrameThumbnail {
  const whole = rgbaOf(cv, frame);
  try {
    return glanceAt(cv, whole);
  } catch (thrown) {
    throw openCvError(cv, thrown);
  } finally {
    whole.delete();
  }
}

/** Every picture of the printed board tells more of the lens. */
function isLensSought({ board, lens }: MeasureHints): boolean {
  return board !== undefined && lens === undefined;
}

/** A search takes some seconds: not on each picture of a camera that shows no table, and after a bump not before the camera rests. */
const FAILS_TO_REST = 3;
const FAILS_BETWEEN_SEARCHES = 12;

function isWorthASearch(fails: number, hasSeen: boolean): boolean {
  return (fails - (hasSeen ? FAILS_TO_REST : 0)) % FAILS_BETWEEN_SEARCHES === 0;
}

/** Every fourth look after failed ones starts without what was known: that may be what is wrong. */
function isWorthAReturn(fails: number): boolean {
  return fails % 4 !== 3;
}

/** Whether a solution was found under the same hints in a picture of the same size: perhaps the same camera, a moment ago. */
function isOfCamera(last: (Remembered & { readonly hints: MeasureHints }) | undefined, frame: Frame, hints: MeasureHints): boolean {
  if (!last) return false;
  const { camera } = last.solution;
  return camera.widthPx === frame.widthPx && camera.heightPx === frame.heightPx && JSON.stringify(last.hints) === JSON.stringify(hints);
}
