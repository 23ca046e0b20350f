import { MAT_MM } from '../../pieces/dimensions.js';
import type { MeasureHints, Problem } from '../../table/measurement.js';
import { panoramaProblem } from '../../table/picture-file/panorama.js';
import { wrongCorners } from '../../table/setup/corners.js';
import { wrongEdges } from '../../table/setup/marked-edges.js';
import { phrase } from '../../texts/phrase.js';
import type { FrameContext } from '../lens/frame-context.js';
import { otherShapeProblem } from '../lens/lens-hint.js';
import { blurProblem, blurPx } from '../runtime/blur.js';
import type { Frame } from '../runtime/frame.js';

/** Least long side of a picture that is measured, px. */
const MIN_FRAME_PX = 320;
/** A strip narrower than this shows no table, and OpenCV would be asked for pictures without any width. */
const MIN_SHORT_PX = 64;

/** The problem with a picture that is too small, a panorama, of another shape than the known lens's, or blurred; undefined when it can be measured. */
export function pictureProblem({ engines: { cv }, frame, rgba, hints }: FrameContext): Problem | undefined {
  const { widthPx, heightPx } = frame;
  if (Math.max(widthPx, heightPx) < MIN_FRAME_PX || Math.min(widthPx, heightPx) < MIN_SHORT_PX) return tooSmall(frame);
  return (
    panoramaProblem(widthPx, heightPx) ??
    otherShapeProblem(hints.lens, frame) ??
    cornersProblem(hints, frame) ??
    blurProblem(blurPx(cv, rgba))
  );
}

function cornersProblem({ corners, edges }: MeasureHints, { widthPx, heightPx }: Frame): Problem | undefined {
  const wrong = corners && edges ? wrongEdges(corners, edges, widthPx, heightPx) : corners && wrongCorners(corners, widthPx, heightPx);
  if (!wrong) return undefined;
  return { code: 'corners-wrong', message: phrase('corners-wrong', wrong), hint: phrase('mark-them-again') };
}

function tooSmall(frame: Frame): Problem {
  return {
    code: 'picture-too-small',
    message: phrase('picture-too-small', frame.widthPx, frame.heightPx, MIN_FRAME_PX, MIN_SHORT_PX, Math.round(MAT_MM)),
    hint: phrase('use-cameras-full-resolution'),
  };
}
