import { MAT_MM } from '../../pieces/dimensions.js';
import type { KnownLens } from '../../table/known-lens.js';
import type { MeasureHints, StandingBase } from '../../table/measurement.js';
import type { MatSize } from '../../table/setup/mat-size.js';
import type { Engines, Timed } from '../runtime/engines.js';
import { checkFrame, type Frame, rgbaOf, rightWayRound } from '../runtime/frame.js';
import { type Mat, openCvError } from '../runtime/opencv.js';
import { soldMat, type TablePrior } from '../solve/observations.js';
import type { ToldDoubt } from '../solve/sold-size.js';
import { tablePriorOf } from './table-prior.js';

/** Context in which every stage measures one frame: made once a frame, passed on unchanged. */
export interface FrameContext {
  readonly engines: Engines;
  /** The right way round, whatever the hints said about it. */
  readonly frame: Frame;
  /** The frame's pixels in OpenCV's memory. */
  readonly rgba: Mat;
  readonly hints: MeasureHints;
  /** Knowledge of lens, mat and plastic before the frame is measured: its hints, a setup, or what all tables have in common. */
  readonly lens: TablePrior;
  /** Bases that other pictures of the same table show, in the frame of this one's registration; absent: no other is known. */
  readonly standing?: readonly StandingBase[];
  /**
   * Nothing of this table has been seen before: its bases count relative to each other, as in a photo, though nothing shows where on the
   * mat they are.
   */
  readonly isFirstSight?: true;
  readonly timed: Timed;
  /** Time spent in each stage up to now, ms; `timed` adds to it. */
  readonly stageMs: Readonly<Record<string, number>>;
}

/**
 * Checks a picture, turns a mirror image, copies the pixels to OpenCV, runs `use` with them and frees them. Throws when the pixels do not
 * fill the stated size; turns the number that OpenCV throws into an Error.
 */
export async function withFrameContext<T>(
  engines: Engines,
  picture: Frame,
  givenHints: MeasureHints,
  use: (context: FrameContext) => Promise<T>,
): Promise<T> {
  checkFrame(picture);
  const { frame, hints } = rightWayRound(picture, givenHints);
  const rgba = rgbaOf(engines.cv, frame);
  try {
    const lens = tablePriorOf(hints, frame);
    return await use({ engines, frame, rgba, hints, lens, ...stageTimes(engines.now) });
  } catch (thrown) {
    throw openCvError(engines.cv, thrown);
  } finally {
    rgba.delete();
  }
}

/** The same frame with another setup, or as if none were known. */
export function withSetup(context: FrameContext, setup: MeasureHints['setup']): FrameContext {
  const { setup: _, ...others } = context.hints;
  return withHints(context, setup ? { ...others, setup } : others);
}

/** The same frame with another size of the mat. */
export function withMat(context: FrameContext, mat: MatSize): FrameContext {
  return withHints(context, { ...context.hints, mat });
}

/** The same frame with a size of the mat, a given one or that of 3 ft, that the picture speaks against. */
export function withDoubtedMat(context: FrameContext, { probability, sigmaMm }: ToldDoubt): FrameContext {
  const { widthMm, depthMm, sigmaMm: toldSigmaMm } = context.lens.mat ?? soldMat(MAT_MM);
  return withHints(context, { ...context.hints, mat: { widthMm, depthMm, sigmaMm, doubt: { probability, toldSigmaMm } } });
}

/** The same frame as if no size of the mat were known; for immediate use only, since other hints bring the size back. */
export function withoutMat(context: FrameContext): FrameContext {
  const { mat: _, ...lens } = context.lens;
  return { ...context, lens };
}

/** The same frame with a known lens. */
export function withLens(context: FrameContext, lens: KnownLens): FrameContext {
  return withHints(context, { ...context.hints, lens });
}

/** The same frame as if no lens were known. */
export function withoutLensHint(context: FrameContext): FrameContext {
  const { lens: _, ...hints } = context.hints;
  return withHints(context, hints);
}

/** The same frame as if it were the only picture of its table: then its pieces alone determine their places relative to each other. */
export function asPhoto(context: FrameContext): FrameContext {
  return withHints(context, { ...context.hints, isPhoto: true });
}

/** The same frame as the first that shows anything of its table. */
export function asFirstSight(context: FrameContext): FrameContext {
  return { ...context, isFirstSight: true };
}

/**
 * Whether bases are measured relative to each other where nothing shows where on the mat they are; from frame to frame they would wander.
 */
export function countBesideEachOther({ hints, isFirstSight }: FrameContext): boolean {
  return hints.isPhoto === true || isFirstSight === true;
}

/** The same frame as a part of what its camera saw. */
export function withCrop(context: FrameContext): FrameContext {
  return withHints(context, { ...context.hints, isCropped: true });
}

function withHints(context: FrameContext, hints: MeasureHints): FrameContext {
  return { ...context, hints, lens: tablePriorOf(hints, context.frame) };
}

function stageTimes(now: () => number): Pick<FrameContext, 'timed' | 'stageMs'> {
  const stageMs: Record<string, number> = {};
  const timed: Timed = async (stage, work) => {
    const from = now();
    const result = await work();
    stageMs[stage] = (stageMs[stage] ?? 0) + now() - from;
    return result;
  };
  return { timed, stageMs };
}
