import { msg, str } from '@lit/localize';
import { phrase } from '../../texts/looks-texts.js';
import { translate } from '../locales/language.js';
import type { Asked, Handle } from './corner-marks.js';

/** The corners in the order of `LookHints.corners`: around the mat, as player 1 sees it. The place is where one is put by keyboard, as a share of the picture. */
const CORNERS = [
  { name: phrase('corner-near-left'), ask: phrase('tap-near-left'), place: [0.2, 0.85] },
  { name: phrase('corner-near-right'), ask: phrase('tap-near-right'), place: [0.8, 0.85] },
  { name: phrase('corner-far-right'), ask: phrase('tap-far-right'), place: [0.7, 0.2] },
  { name: phrase('corner-far-left'), ask: phrase('tap-far-left'), place: [0.3, 0.2] },
] as const;
/** The sides between them, and where a place along one is put by keyboard, as shares of the way from its first corner. */
const SIDES = ['side-near', 'side-right', 'side-far', 'side-left'] as const;
const PLACES_ALONG = [0.3, 0.7] as const;

/** The words that ask for a mark. */
export function askWords(asked: Asked): string {
  if (asked.kind === 'corner') return translate(CORNERS[asked.corner]!.ask);
  const side = phrase(SIDES[asked.side]!);
  if (asked.hasCorner) return translate(phrase('mark-edge-far', side));
  return translate(asked.place === 0 ? phrase('mark-edge-first', side) : phrase('mark-edge-second', side));
}

/** Name of a mark, for moving it by keyboard. */
export function handleWords(handle: Handle): string {
  return handle.kind === 'corner'
    ? msg(str`Corner ${translate(CORNERS[handle.corner]!.name)}; move with the arrow keys`)
    : translate(phrase('place-on-edge', phrase(SIDES[handle.side]!)));
}

/** Place at which a mark is put by keyboard, as shares of the picture's width and height. */
export function usualPlace(asked: Asked): readonly [number, number] {
  const corner = asked.kind === 'corner' ? asked.corner : asked.side;
  const along = asked.kind === 'corner' ? 0 : PLACES_ALONG[asked.place]!;
  const [from, to] = [CORNERS[corner]!.place, CORNERS[(corner + 1) % CORNERS.length]!.place];
  return [from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])];
}
