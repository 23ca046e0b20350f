import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Camera } from '../../../src/geometry/camera.js';
import { CALIBRATION_BOARD } from '../../../src/pieces/calibration-board.js';
import { english } from '../../../src/texts/english.js';
import { type BoardCorner, findBoard } from '../../../src/vision/lens/find-board.js';
import { isSameView, solveLens } from '../../../src/vision/lens/solve-lens.js';
import { uncertainLensProblem } from '../../../src/vision/solve/lens-uncertainty.js';
import { cornersOf } from '../drawn-corners.js';
import { brown, cameraAround, drawTable, GOOD_VIEWS, SHEET, WEBCAM, wood } from '../drawn-sheet.js';
import { normals } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

const { widthPx, heightPx } = WEBCAM;
const { squareMm } = CALIBRATION_BOARD;

test('the lens of six drawn pictures of the sheet is the one they were drawn with', async () => {
  const { cv } = await openCv();
  const views = GOOD_VIEWS.map((camera, i) => {
    const rgba = cv.matFromArray(
      heightPx,
      widthPx,
      cv.CV_8UC4,
      drawTable(camera, SHEET, wood, { seed: i + 1 }).rgba as unknown as number[],
    );
    const corners = findBoard(cv, rgba, CALIBRATION_BOARD);
    rgba.delete();
    return corners;
  });
  assert.ok(
    views.every(({ length }) => length >= 12),
    views.map(({ length }) => length).join(),
  );
  const solved = solveLens(views, widthPx, heightPx);
  assert.ok(solved);
  const { lens, uncertainty } = solved;
  assert.equal(uncertainLensProblem(lens.fx, widthPx, uncertainty), undefined);
  assert.ok(
    Math.abs(lens.fx - WEBCAM.fx) < 2 * uncertainty.sigma.focalPx && uncertainty.sigma.focalPx < 4,
    `${lens.fx} ± ${uncertainty.sigma.focalPx}`,
  );
  assert.ok(Math.abs(lens.distortion[0] - WEBCAM.distortion[0]) < 2 * uncertainty.sigma.k1, `${lens.distortion} ± ${uncertainty.sigma.k1}`);
  assert.ok(
    Math.hypot(lens.cx - WEBCAM.cx, lens.cy - WEBCAM.cy) < 3 * uncertainty.sigma.centrePx,
    `${lens.cx}, ${lens.cy} ± ${uncertainty.sigma.centrePx}`,
  );
  const offPx = Math.abs(radiusOf(lens, 0.7) - radiusOf(WEBCAM, 0.7));
  assert.ok(
    offPx < 2 * uncertainty.cornerPx && offPx < 3,
    `a ray near the picture's corner is ${offPx} px off, claimed ${uncertainty.cornerPx}`,
  );
  for (const [i, { r, t }] of GOOD_VIEWS.entries()) {
    // The angle between the board's normal and the line from its middle to the camera: t is that line, the third column of r the normal.
    const slantRad = Math.acos(-(r[2] * t[0] + r[5] * t[1] + r[8] * t[2]) / Math.hypot(...t));
    assert.ok(Math.abs(solved.slantRad[i]! - slantRad) < 0.02, `picture ${i}: ${solved.slantRad[i]}, expected ${slantRad}`);
  }
});

test('the sigma of a lens is honest: over forty sets of noisy corners its errors are as large as it says', () => {
  const noise = normals(7);
  const misses = Array.from({ length: 40 }, () => {
    const solved = solveLens(
      GOOD_VIEWS.map((camera) => cornersOf(camera, noise, 0.4)),
      widthPx,
      heightPx,
    );
    assert.ok(solved);
    const { lens, uncertainty } = solved;
    return [
      (lens.fx - WEBCAM.fx) / uncertainty.sigma.focalPx,
      (lens.distortion[0] - WEBCAM.distortion[0]) / uncertainty.sigma.k1,
      (lens.cx - WEBCAM.cx) / uncertainty.sigma.centrePx,
      (radiusOf(lens, 0.7) - radiusOf(WEBCAM, 0.7)) / uncertainty.cornerPx,
    ];
  });
  for (const [i, what] of ['focal length', 'k1', 'centre', 'corner'].entries()) {
    const spread = Math.sqrt(misses.reduce((sum, miss) => sum + miss[i]! ** 2, 0) / misses.length);
    assert.ok(spread > 0.4 && spread < 1.4, `${what}: errors are ${spread} of what is claimed`);
  }
});

test('corners that lie worse than OpenCV finds them make the lens less sure', () => {
  const noise = normals(3);
  const sigmas = [0.3, 1.2].map((px) => {
    const solved = solveLens(
      GOOD_VIEWS.map((camera) => cornersOf(camera, noise, px)),
      widthPx,
      heightPx,
    );
    return solved!.uncertainty.sigma.focalPx;
  });
  assert.ok(sigmas[1]! > 2.5 * sigmas[0]!, sigmas.join(' '));
});

test('one picture from straight above leaves the focal length open, and sheets in the middle of many pictures leave the corners open', () => {
  const above = solveLens([cornersOf(cameraAround(0, 89.5, 420, 0, [0, 0]), normals(1), 0.1)], widthPx, heightPx);
  assert.match(
    english(uncertainLensProblem(above!.lens.fx, widthPx, above!.uncertainty)!.message),
    /focal length is uncertain by \d+\.\d %/,
  );
  const small = [0, 45, 90, 135, 180, 225, 270, 315].flatMap((azimuth) =>
    [30, 40, 50].map((elevation) => cameraAround(azimuth, elevation, 520, 0.4, [0, 0])),
  );
  const middle = solveLens(
    small.map((camera) => cornersOf(camera, normals(2), 0.1)),
    widthPx,
    heightPx,
  );
  assert.match(
    english(uncertainLensProblem(middle!.lens.fx, widthPx, middle!.uncertainty)!.message),
    /In the picture’s corners the lens is uncertain by/,
  );
});

test('a sheet of which only two columns or one corner are in view still gives its part', () => {
  const parts = [({ at }: BoardCorner) => at.x < -squareMm / 2 + 1, ({ at }: BoardCorner) => at.y > -20 && at.x + at.y > 20];
  const views = GOOD_VIEWS.map((camera, i) => cornersOf(camera, normals(i + 1), 0.1).filter(parts[i] ?? (() => true)));
  assert.ok(views[0]!.length < 14 && views[1]!.length < 14, views.map(({ length }) => length).join());
  const solved = solveLens(views, widthPx, heightPx);
  assert.ok(solved && Math.abs(solved.lens.fx - WEBCAM.fx) < 2 * solved.uncertainty.sigma.focalPx, `${solved?.lens.fx}`);
});

test('a picture taken twice from a stand is one view, one from beside it is another', () => {
  const [camera, other] = GOOD_VIEWS;
  const noise = normals(4);
  assert.ok(isSameView(cornersOf(camera!, noise, 0.3), cornersOf(camera!, noise, 0.3)));
  assert.ok(!isSameView(cornersOf(camera!, noise, 0.3), cornersOf(other!, noise, 0.3)));
  assert.ok(!isSameView([], []));
});

/** How far from the centre a ray of slope `slope` appears, px. */
function radiusOf(lens: Pick<Camera, 'fx' | 'distortion'>, slope: number): number {
  return lens.fx * brown(lens.distortion, slope, 0)[0];
}
