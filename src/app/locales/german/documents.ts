import type { SentencePair } from '../sentence.js';

/** What is asked when corners are marked, and a mat as it is sold, in German. */
export const DOCUMENTS: readonly SentencePair[] = [
  ['Tap the corner of the mat nearest to you, on the left.', 'Die Ecke der Matte antippen, die Ihnen am nächsten ist, links.'],
  ['Now the nearest corner on the right.', 'Jetzt die nächste Ecke rechts.'],
  ['Now the far corner on the right.', 'Jetzt die ferne Ecke rechts.'],
  ['Last, the far corner on the left.', 'Zuletzt die ferne Ecke links.'],
  ['near left', 'vorn links'],
  ['near right', 'vorn rechts'],
  ['far right', 'hinten rechts'],
  ['far left', 'hinten links'],
  ['3 × 3 ft (36 × 36 in)', '3 × 3 Fuß (36 × 36 Zoll)'],
];
