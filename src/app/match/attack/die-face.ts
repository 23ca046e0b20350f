import type { Face } from '../../../game/model/dice.js';

const SIGNS: Readonly<Record<Face, string>> = { hit: '✸', crit: '✹', focus: '◉', blank: '·', evade: '↺' };

/** A sign for a face of a die; its word stands beside it or is its label. */
export function faceSign(face: Face): string {
  return SIGNS[face];
}
