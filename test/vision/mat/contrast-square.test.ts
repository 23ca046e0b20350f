import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Camera, tableFromPixel } from '../../../src/geometry/camera.js';
import type { Point } from '../../../src/geometry/point.js';
import { contrastSquares } from '../../../src/vision/mat/by-bases/contrast-square.js';
import { registrationOn } from '../../../src/vision/mat/by-bases/register-by-bases.js';
import { contrastEdges } from '../../../src/vision/mat/edges/contrast-edges.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraAt, normals, worstMm } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

const MAT = 914.4;
const SHIPS: readonly Point[] = [
  { x: 200, y: 250 },
  { x: 700, y: 300 },
  { x: 450, y: 480 },
  { x: 300, y: 720 },
];

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

type Rgb = readonly [number, number, number];
const DARK_TABLE: Rgb = [20, 20, 20];
const DARK_MAT: Rgb = [17, 16, 22];

/** A frame of a plain mat on a plain table with noise as of a night, and white cards about; `matColour` undefined: no mat. */
function frameOf(camera: Camera, matColour: Rgb | undefined, noise: number) {
  const { widthPx, heightPx } = camera;
  const rgba = cv.matFromArray(heightPx, widthPx, cv.CV_8UC4, new Array(4 * widthPx * heightPx).fill(255));
  const random = normals(5);
  for (let v = 0; v < heightPx; v++) {
    for (let u = 0; u < widthPx; u++) {
      const at = tableFromPixel(camera, { u, v });
      const isMat = at !== undefined && at.x > 0 && at.y > 0 && at.x < MAT && at.y < MAT;
      const isCard = at !== undefined && Math.abs(at.x - 930) < 30 && Math.abs(at.y - 400) < 45;
      const colour = isCard ? [230, 230, 230] : isMat && matColour ? matColour : DARK_TABLE;
      for (let c = 0; c < 3; c++)
        rgba.data[4 * (v * widthPx + u) + c] = Math.max(0, Math.min(255, Math.round(colour[c]! + noise * random())));
    }
  }
  return rgba;
}

const camera = cameraAt(55, 800, 0, 0, 960, 540);
/** The plane as bases give it: the same camera, solved from nothing that knows of the mat. */
const plane = () => solveTable({ camera, widthMm: MAT, depthMm: MAT }, { border: [], bases: [] }, unknownLens(960, 540));

test('a mat hardly darker than its table is found by the contrast along its sides, and its edges to a few millimetres', () => {
  const frame = frameOf(camera, DARK_MAT, 5);
  try {
    const [best, rival] = contrastSquares(cv, frame, camera, SHIPS, 2);
    assert.ok(best && (!rival || rival.score < 0.85 * best.score), `scores ${best?.score}, ${rival?.score}`);
    const registration = registrationOn(plane(), best);
    assert.ok(worstMm(camera, registration.camera) < 25, `${worstMm(camera, registration.camera)} mm`);
    const border = contrastEdges(cv, frame, registration).flatMap(({ mark }) => (mark ? [mark] : []));
    const gaps = border.map((mark) => {
      const { x, y } = tableFromPixel(camera, mark)!;
      return Math.min(Math.abs(x), Math.abs(y), Math.abs(x - MAT), Math.abs(y - MAT));
    });
    assert.ok(border.length > 60, `${border.length} marks`);
    assert.ok(Math.max(...gaps) < 6, `${Math.max(...gaps)} mm`);
  } finally {
    frame.delete();
  }
});

test('where there is no mat, no square stands out', () => {
  const frame = frameOf(camera, undefined, 5);
  try {
    const [best, rival] = contrastSquares(cv, frame, camera, SHIPS, 2);
    assert.ok(!best || (rival && rival.score > 0.85 * best.score), `scores ${best?.score}, ${rival?.score}`);
  } finally {
    frame.delete();
  }
});

test('ships further apart than a mat is long stand on no square', () => {
  const frame = frameOf(camera, DARK_MAT, 5);
  try {
    assert.deepEqual(contrastSquares(cv, frame, camera, [...SHIPS, { x: 2000, y: 0 }], 2), []);
  } finally {
    frame.delete();
  }
});

test('the fainter a side is in the noise, the less sure its line is claimed', () => {
  const meanSigma = (matColour: Rgb, noise: number) => {
    const frame = frameOf(camera, matColour, noise);
    try {
      const marks = contrastEdges(cv, frame, { ...plane(), camera }).flatMap(({ mark }) => (mark ? [mark] : []));
      return marks.reduce((sum, { sigmaPx }) => sum + sigmaPx, 0) / marks.length;
    } finally {
      frame.delete();
    }
  };
  const [clear, faint] = [meanSigma(DARK_MAT, 2), meanSigma([19, 19, 21], 12)];
  assert.ok(faint > 1.2 * clear, `${faint} against ${clear} px`);
});
