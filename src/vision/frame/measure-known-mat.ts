import { type MatSize, quarterTurned } from '../../table/setup/mat-size.js';
import { type FrameContext, withMat } from '../lens/frame-context.js';
import { freeMat, sizeMahalanobisSq } from '../lens/setup-contradiction.js';
import type { EarlierRegistration } from '../mat/find/mat-location.js';
import { isNearestSideClear } from '../solve/moved-frame.js';
import { type Measure, withLearned } from './measure-with-setup.js';
import type { MeasuredTable } from './measured-table.js';

/** A mat whose sides differ by less than this, in its standard deviations, is as good as square. */
const MIN_OBLONG_SIGMAS = 3;
/** One way round is seen to be the mat's when it is likelier than the other by this, squared standard deviations. */
const CLEAR_SQ = 9;

/**
 * Measures a table, its mat being as large as somebody said. Where the camera looks over a corner of the mat, or from straight above, nobody can say which of its sides is
 * its width: an oblong mat is then measured as if it were square, and after that the way round that this shows; square, with the sides’ difference in its
 * sigma, where it shows none.
 */
export async function measureKnownMat(context: FrameContext, measure: Measure, earlier?: EarlierRegistration): Promise<MeasuredTable> {
  const asSaid = await measure(context, earlier);
  const { mat, learned } = context.lens;
  const camera = asSaid.stages?.solution.camera;
  const isSettled = learned !== undefined || context.hints.corners !== undefined;
  if (isSettled || !mat || !isOblong(mat) || !camera || isNearestSideClear(camera)) return withLearned(context, asSaid);
  const square = withMat(context, asSquare(mat));
  const asIfSquare = await measure(square, undefined);
  const sides = asIfSquare.stages && sidesSeen(square, mat, asIfSquare.stages);
  if (!sides) return withLearned(square, asIfSquare);
  if (sides === mat) return withLearned(context, asSaid);
  const turned = withMat(context, sides);
  return withLearned(turned, await measure(turned, undefined));
}

function isOblong({ widthMm, depthMm, sigmaMm }: MatSize): boolean {
  return Math.abs(widthMm - depthMm) > MIN_OBLONG_SIGMAS * sigmaMm;
}

function asSquare({ widthMm, depthMm, sigmaMm }: MatSize): MatSize {
  const sideMm = (widthMm + depthMm) / 2;
  return { widthMm: sideMm, depthMm: sideMm, sigmaMm: Math.hypot(sigmaMm, (widthMm - depthMm) / 2) };
}

/** The size the way round that a picture shows which was measured without saying it; undefined where it may be either. */
function sidesSeen(
  { lens }: FrameContext,
  mat: MatSize,
  { solution, observations }: NonNullable<MeasuredTable['stages']>,
): MatSize | undefined {
  const free = freeMat(lens, solution, observations);
  const turned = quarterTurned(mat);
  const [said, other] = [sizeMahalanobisSq(mat, free), sizeMahalanobisSq(turned, free)];
  if (Math.abs(said - other) < CLEAR_SQ) return undefined;
  return said < other ? mat : turned;
}
