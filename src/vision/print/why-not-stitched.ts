import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import type { Cv } from '../runtime/opencv.js';
import { matchGraph, type StitchPicture, spread } from './match-graph.js';

/** Why a picture has no place among those that are stitched (`component`), as far as it is known. */
export async function problemOf(
  cv: Cv,
  pictures: readonly StitchPicture[],
  i: number,
  component: readonly number[],
  repeats: ReadonlySet<number>,
  mirrorImageOf: ((picture: number) => Promise<StitchPicture>) | undefined,
): Promise<Problem> {
  if (repeats.has(i)) {
    return {
      code: 'print-repeats',
      message: phrase('print-repeats'),
      hint: phrase('show-mats-border-whole'),
    };
  }
  if (component.length < 2) {
    return {
      code: 'print-not-matched',
      message: phrase('print-not-matched'),
      hint: phrase('take-pictures-overlap-half'),
    };
  }
  if (mirrorImageOf) {
    const mirrored = await mirrorImageOf(i);
    const all = pictures.map((picture, k) => (k === i ? mirrored : picture));
    for (const other of spread(component, 2)) {
      const edge = matchGraph(cv, [all[other]!, mirrored]).edges[0];
      if (edge) {
        return {
          code: 'picture-mirrored',
          message: phrase('picture-mirrored'),
          hint: phrase('switch-cameras-mirroring-off'),
        };
      }
    }
  }
  return {
    code: 'print-not-matched',
    message: phrase('picture-shows-no-part'),
    hint: phrase('leave-out-take-again'),
  };
}
