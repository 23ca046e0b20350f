import type { MeasureHints, MeasureResult } from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import { openOf, type Stages } from '../frame/measured-table.js';
import type { LensViews } from '../lens/lens-views.js';
import type { EarlierRegistration } from '../mat/find/mat-location.js';
import type { Frame } from '../runtime/frame.js';
import { type BorderUncertainty, combinedUncertainty } from '../solve/border-uncertainty.js';
import { openBySizes } from '../solve/sold-size.js';
import { type LearnedSetup, NOTHING_LEARNED } from './learned-setup.js';
import { type MeasurementCache, NO_CACHE } from './measurement-cache.js';

/** Everything that is remembered of one camera between two frames; the session owns it and replaces it whole. */
export interface CameraMemory {
  /** The last frame in which a table was solved. */
  readonly last?: RememberedFrame | undefined;
  readonly cache: MeasurementCache;
  /** Setup that its frames have determined; it outlives a bumped camera. */
  readonly learned: LearnedSetup;
  /** Pictures of the printed board, while the lens is sought. */
  readonly lensViews?: LensViews | undefined;
  /** True once any frame was measured. */
  readonly hasMeasured: boolean;
  /** Number of frames without a measurement since the last one with a measurement; the one that is being measured counts as failed. */
  readonly failures: number;
  /** Whether the border of any frame has shown where the mat is. */
  readonly hasBorder?: boolean;
  /** Record of failed searches for the kept print since a frame last had a place on the table. */
  readonly unfoundPrint?: UnfoundPrint | undefined;
}

export interface UnfoundPrint {
  readonly tries: number;
  /** Looks since the last of them. */
  readonly looks: number;
}

export interface RememberedFrame extends EarlierRegistration {
  /** Standard deviation of the scale in its claims, relative. */
  readonly scaleSigma: number;
  /** What it leaves open of the table's scale and place besides its solution, in whatever is measured by its print too. */
  readonly open: BorderUncertainty;
  readonly hints: MeasureHints;
  readonly result: MeasureResult;
  /** The kept print that determined its camera's place; absent where its border did. */
  readonly print?: PrintImage;
}

export const NOTHING_REMEMBERED: CameraMemory = { cache: NO_CACHE, learned: NOTHING_LEARNED, hasMeasured: false, failures: 0 };

export function rememberedFrame(stages: Stages, hints: MeasureHints, result: MeasureResult): RememberedFrame {
  const { solution, uncertainty, byContrast, scaleSigma } = stages;
  const open = combinedUncertainty(openOf(stages), openBySizes(solution));
  return { solution, uncertainty, byContrast, scaleSigma, open, hints, result };
}

/** True when a frame was solved under the same hints in a picture of the same size: perhaps by the same camera, a moment ago. */
export function isOfCamera(
  last: RememberedFrame | undefined,
  frame: Pick<Frame, 'widthPx' | 'heightPx'>,
  hints: MeasureHints,
): last is RememberedFrame {
  if (!last) return false;
  const { camera } = last.solution;
  return camera.widthPx === frame.widthPx && camera.heightPx === frame.heightPx && comparable(last.hints) === comparable(hints);
}

/** Hints as text, without the look of the mat's print, which does not contradict a frame that was solved without it. */
function comparable(hints: MeasureHints): string {
  return JSON.stringify(hints, (key, value) => (key === 'print' ? undefined : value));
}

/**
 * Number of looks without a search for the kept print after one that failed, since it takes as long as several looks; twice as many after
 * each further failure.
 */
const LOOKS_WITHOUT_PRINT = 4;
/** Largest number of looks without a search, however often it has failed. */
const MAX_WITHOUT_PRINT = 64;

/** Whether the kept print is to be looked for in a frame that has no place on the table otherwise. */
export function isPrintDue(unfound: UnfoundPrint | undefined): boolean {
  return !unfound || unfound.looks >= Math.min(MAX_WITHOUT_PRINT, LOOKS_WITHOUT_PRINT * 2 ** (unfound.tries - 1));
}

/** Frames between two searches under all usual views, which take some seconds each. */
const FAILURES_BETWEEN_SEARCHES = 12;
/**
 * Number of frames that fail before the first search: none where nothing was measured yet, some for a bumped camera to come to rest, and
 * more for one that was held close from the start, which is followed, or soon shows the border.
 */
const FAILURES_TO_SEARCH = { nothing: 0, table: 3, part: 11 } as const;

/** True when the bases must be searched for under all usual views: not in each frame of a camera that shows no table. */
export function isSearchDue({ failures, hasMeasured, last }: CameraMemory): boolean {
  const seen = !hasMeasured ? 'nothing' : last && !hasPlace(last) ? 'part' : 'table';
  return failures % FAILURES_BETWEEN_SEARCHES === FAILURES_TO_SEARCH[seen];
}

/** Whether an earlier frame shows where the mat is, as all do except those of a table that has shown no border yet. */
export function hasPlace({ result }: RememberedFrame): boolean {
  return !result.ok || !result.measurement.isEdgeUnknown;
}

/** True in all but every fourth frame after failed ones: that one starts without the earlier registration, which may be what is wrong. */
export function isEarlierTried(failures: number): boolean {
  return failures % 4 !== 3;
}
