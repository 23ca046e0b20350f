import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Camera, pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import { pixelInPicture } from '../../../src/geometry/in-picture.js';
import { distanceMm } from '../../../src/geometry/point.js';
import { greyOf, levelledPicture } from '../../../src/vision/print/print-features.js';
import { dotEdge, isBorneOutByDots, type PrintDot, printDots } from '../../../src/vision/print/search-dots.js';
import { placedCamera } from '../../../src/vision/print/search-placement.js';
import { type Frame, mirroredFrame, rgbaOf } from '../../../src/vision/runtime/frame.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { withMats } from '../../../src/vision/runtime/opencv.js';
import { type DrawnBox, drawnPrint, handCamera, viewOfPrint } from '../drawn-print.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});
const LENS = { widthPx: 640, heightPx: 480, focalPx: 540, k1: 0.03 };
const BOXES: readonly DrawnBox[] = [{ x: 300, y: 420, halfMm: 20, heightMm: 45, grey: 120 }];
const WHOLE = handCamera({ x: 457, y: 430 }, 950, 62, 0, LENS);
const CLOSE = handCamera({ x: 520, y: 520 }, 480, 58, 120, LENS, -6);

function dotted(picture: number, frame: Frame, camera: Camera) {
  const levelled = withMats((own) => levelledPicture(cv, own(greyOf(cv, own(rgbaOf(cv, frame))))));
  return { picture, size: { widthPx: frame.widthPx, heightPx: frame.heightPx }, dots: printDots(cv, { camera, levelled }, () => true) };
}

/** The camera as a view's own pieces would give it: in a frame of its own, `off` of its distance too far away. */
function inOwnFrame(camera: Camera, off: number): Camera {
  const moved = placedCamera(camera, { x: 333, y: -120, headingRad: 1.1 });
  return { ...moved, fx: moved.fx * (1 + off), fy: moved.fy * (1 + off) };
}

for (const [place, close] of [
  ['close by', CLOSE],
  ['from another side', handCamera({ x: 430, y: 400 }, 800, 50, 95, LENS)],
] as const)
  test(`a view of sparse stars ${place} is registered by its dots to half a pixel, its own camera being 2 % off`, () => {
    const print = drawnPrint('stars', 7);
    const [whole, view] = [viewOfPrint(print, WHOLE, BOXES, 31), viewOfPrint(print, close, BOXES, 32)];
    const edge = dotEdge(dotted(0, whole, WHOLE), dotted(1, view, inOwnFrame(close, 0.02)));
    assert.ok(edge, 'not registered');
    const { fromFeatures, toFeatures, matches, registration } = edge;
    const offPx = registration.fit.inliers.map((m) => {
      const [i, k] = [matches.from[m]!, matches.to[m]!];
      const at = tableFromPixel(close, { u: toFeatures.u[k]!, v: toFeatures.v[k]! })!;
      const there = pixelFromTable(WHOLE, { ...at, z: 0 })!;
      return Math.hypot(there.u - fromFeatures.u[i]!, there.v - fromFeatures.v[i]!);
    });
    offPx.sort((a, b) => a - b);
    assert.ok(offPx.length >= 25, `${offPx.length} dots match`);
    assert.ok(
      offPx[offPx.length >> 1]! < 0.5 && offPx[Math.floor(0.9 * offPx.length)]! < 1.5,
      `off by ${offPx.map((one) => one.toFixed(1))} px`,
    );
  });

test('a view that shows a dozen known stars is registered by them, and borne out where they stay and ships agree', () => {
  const print = drawnPrint('stars', 7);
  const [whole, view] = [viewOfPrint(print, WHOLE, BOXES, 31), viewOfPrint(print, CLOSE, BOXES, 32)];
  const [known, seen] = [dotted(0, whole, WHOLE), dotted(1, view, inOwnFrame(CLOSE, 0))];
  const inView = known.dots.filter(({ at }) => pixelInPicture(CLOSE, { ...at, z: 0 }));
  // Of those in the view only a few are known, and of the others some ninety are seen.
  const seenOf = ({ at }: PrintDot) => seen.dots.find(({ pixel }) => distanceMm(tableFromPixel(CLOSE, pixel)!, at) < 1);
  const both = inView.filter(seenOf);
  const few = both.filter((_, i) => i % Math.floor(both.length / 14) === 0).slice(0, 14);
  const theirs = few.map(seenOf);
  const sparse = { ...known, dots: known.dots.filter((dot) => few.includes(dot) || !inView.includes(dot)) };
  const edge = dotEdge(sparse, { ...seen, dots: seen.dots.filter((dot, i) => theirs.includes(dot) || i % 4 === 0) });
  assert.ok(edge, 'not registered');
  const { toFeatures, matches, registration } = edge;
  const pixels = registration.fit.inliers.map((m) => ({ u: toFeatures.u[matches.to[m]!]!, v: toFeatures.v[matches.to[m]!]! }));
  assert.ok(pixels.length >= 10 && pixels.length <= 14, `${pixels.length} dots`);
  for (const { u, v } of pixels) {
    const at = tableFromPixel(CLOSE, { u, v })!;
    assert.ok(
      few.some((dot) => distanceMm(dot.at, at) < 2.5),
      `a dot at ${at.x.toFixed(0)}, ${at.y.toFixed(0)} is not a known one`,
    );
  }
  const withShips = { ...edge, isWhereShipsAre: true } as const;
  assert.ok(isBorneOutByDots(1, [withShips], pixels.slice(1)));
  assert.ok(!isBorneOutByDots(1, [withShips], pixels.slice(0, Math.floor(0.7 * pixels.length))));
  assert.ok(!isBorneOutByDots(2, [withShips], pixels));
  assert.ok(!isBorneOutByDots(1, [edge], pixels), 'of a card that was moved, perhaps');
});

test('a view of other stars, a mirrored one and one of soft clouds are registered nowhere', () => {
  const whole = dotted(0, viewOfPrint(drawnPrint('stars', 7), WHOLE, BOXES, 31), WHOLE);
  for (const seed of [11, 12, 13, 14]) {
    const other = viewOfPrint(drawnPrint('stars', seed), CLOSE, BOXES, seed);
    assert.equal(dotEdge(whole, dotted(1, other, inOwnFrame(CLOSE, 0))), undefined);
  }
  const same = viewOfPrint(drawnPrint('stars', 7), CLOSE, BOXES, 32);
  assert.ok(dotEdge(whole, dotted(1, same, inOwnFrame(CLOSE, 0))));
  assert.equal(dotEdge(whole, dotted(1, mirroredFrame(same), inOwnFrame(CLOSE, 0))), undefined);
  assert.equal(dotEdge(whole, dotted(1, viewOfPrint(drawnPrint('marble', 7), CLOSE, BOXES, 32), CLOSE)), undefined);
});
