import type { SentencePair } from '../sentence.js';

/** What a camera holds, and where it would stand better, in German. */
export const CAMERAS: readonly SentencePair[] = [
  ['exposure', 'Belichtung'],
  ['white balance', 'Weißabgleich'],
  [
    'The camera stands well: about {} over the mat, besides the scale of all of it, and no small move makes it much better.',
    'Die Kamera steht gut: etwa {} auf der Matte, außer dem Maßstab von allem, und keine kleine Bewegung macht es viel besser.',
  ],
  ['Move the camera {} for about {}; now it is {}.', 'Die Kamera {} bewegen, das gäbe etwa {}; jetzt sind es {}.'],
  ['{} cm up', '{} cm nach oben'],
  ['{} cm nearer', '{} cm näher'],
  ['{} cm back', '{} cm zurück'],
  ['{} cm towards the middle of the table', '{} cm zur Mitte des Tischs'],
];
