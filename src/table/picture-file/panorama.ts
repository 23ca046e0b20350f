import { phrase } from '../../texts/phrase.js';
import type { Problem } from '../measurement.js';

/** Longer than this, sides to each other, no camera's picture is: the widest films are 2.8. */
const LONGEST = 3;

/** The problem with a picture that was put together of several: what is straight on the table is bent in it, and no camera explains it. */
export function panoramaProblem(widthPx: number, heightPx: number): Problem | undefined {
  if (Math.max(widthPx, heightPx) <= LONGEST * Math.min(widthPx, heightPx)) return undefined;
  return {
    code: 'picture-panorama',
    message: phrase('picture-panorama', widthPx, heightPx),
    hint: phrase('take-one-photo-whole'),
  };
}
