import type { SentencePair } from '../sentence.js';

/** What the program calls things that nobody gave a name, in German. */
export const NAMELESS: readonly SentencePair[] = [
  ['Ship {n}', 'Schiff {n}'],
  ['an asteroid', 'Asteroid'],
  ['an obstacle', 'Hindernis'],
  ['a debris cloud', 'Trümmerwolke'],
  ['a gas cloud', 'Gaswolke'],
  ['the mat ({n} × {n} mm)', 'die Matte ({n} × {n} mm)'],
  ['near edge', 'vorderer Rand'],
  ['far edge', 'hinterer Rand'],
  ['left edge', 'linker Rand'],
  ['right edge', 'rechter Rand'],
  ['the point', 'der Punkt'],
  ['an ability', 'eine Fähigkeit'],
  ['a point or edge', 'einem Punkt oder Rand'],
];
