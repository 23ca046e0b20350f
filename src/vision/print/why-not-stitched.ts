import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import type { Cv } from '../runtime/opencv.js';
import { matchGraph, type StitchPicture, spread } from './match-graph.js';

/** Why a picture has no place whose print is a mirror image of the others'. */
export const MIRRORED_PRINT: Problem = {
  code: 'picture-mirrored',
  message: phrase('picture-mirrored'),
  hint: phrase('switch-cameras-mirroring-off'),
};

/** Why a picture has no place among those that are stitched (`component`: these, or the one whose camera is known), as far as it is known. */
export async function problemOf(
  cv: Cv,
  pictures: readonly StitchPicture[],
  i: number,
  component: readonly number[],
  repeats: ReadonlySet<number>,
  mirrorImageOf: ((picture: number) => Promise<StitchPicture>) | undefined,
): Promise<Problem> {
  const isNoneStitched = component.length < 2;
  // Nothing is stitched with the known picture, since all that resembles it repeats.
  if (repeats.has(i) || (isNoneStitched && component[0] === i && repeats.size > 0)) {
    return {
      code: 'print-repeats',
      message: phrase('print-repeats'),
      hint: phrase('show-mats-border-whole'),
    };
  }
  const others = component.filter((other) => other !== i);
  if (mirrorImageOf && others.length > 0) {
    const mirrored = await mirrorImageOf(i);
    const all = pictures.map((picture, k) => (k === i ? mirrored : picture));
    for (const other of spread(others, 2)) {
      const edge = matchGraph(cv, [all[other]!, mirrored]).edges[0];
      if (edge) return MIRRORED_PRINT;
    }
  }
  if (isNoneStitched) {
    return {
      code: 'print-not-matched',
      message: phrase('print-not-matched'),
      hint: phrase('take-pictures-overlap-half'),
    };
  }
  return {
    code: 'print-not-matched',
    message: phrase('picture-shows-no-part'),
    hint: phrase('leave-out-take-again'),
  };
}
