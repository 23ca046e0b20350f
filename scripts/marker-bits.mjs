/** Takes the markers of the calibration board out of OpenCV and writes analyses/print/marker-bits.ts. */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { CALIBRATION_BOARD } from '../src/pieces/calibration-board.ts';

const { cv } = await loadOpenCv();
const { columns, rows, dictionary: name } = CALIBRATION_BOARD;
const dictionary = cv.getPredefinedDictionary(cv[name]);
const modules = dictionary.markerSize + 2;
const markers = Array.from({ length: Math.floor((columns * rows) / 2) }, (_, id) => {
  const picture = new cv.Mat();
  // One pixel a module.
  dictionary.generateImageMarker(id, modules, picture, 1);
  const lines = Array.from({ length: modules }, (_, row) =>
    Array.from({ length: modules }, (_, column) => (picture.ucharAt(row, column) === 0 ? '#' : '.')).join(''),
  );
  picture.delete();
  return lines;
});
dictionary.delete();
const rowsOf = (marker) => marker.map((line) => `'${line}'`).join(', ');
const text = `/**
 * The markers of the calibration board, ${name}: a text for each row of modules, # is black. Made by scripts/marker-bits.mjs
 * from OpenCV's own dictionary; not edited by hand.
 */
export const MARKER_BITS: readonly (readonly string[])[] = [
${markers.map((marker) => `  [${rowsOf(marker)}],\n`).join('')}];
`;
await writeFile(new URL('../analyses/print/marker-bits.ts', import.meta.url), text);

/** OpenCV, ready. Boxed: it is itself a thenable, and awaiting it would never end. */
async function loadOpenCv() {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js');
  if (!cv.Mat) {
    await new Promise((resolve) => {
      cv.onRuntimeInitialized = resolve;
    });
  }
  return { cv };
}
