import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { tableFromPixel } from '../../../src/geometry/camera.js';
import type { Point } from '../../../src/geometry/point.js';
import { continuesBeyond, correlationCosts, crossBorderCorrelation } from '../../../src/vision/mat/edges/cross-border-correlation.js';
import type { EdgeReading } from '../../../src/vision/mat/edges/measure-edges.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { OVERHEAD as camera, normals } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

const SIDE_MM = 914;
const border = { camera, widthMm: SIDE_MM, depthMm: SIDE_MM };
/** The same mat assumed 80 mm narrower: its right side is on the print. */
const narrow = { ...border, widthMm: SIDE_MM - 80 };
const RIGHT = 1;

/** Light of a picture's places, 0…255, drawn with a camera's noise; what is looked at is freed again. */
function seen<T>(lightAt: (place: Point) => number, look: (rgba: InstanceType<Cv['Mat']>) => T): T {
  const noise = normals(5);
  const data = new Uint8Array(4 * camera.widthPx * camera.heightPx);
  for (let v = 0; v < camera.heightPx; v++) {
    for (let u = 0; u < camera.widthPx; u++) {
      const light = lightAt(tableFromPixel(camera, { u, v })!) + 2 * noise();
      data.fill(Math.max(0, Math.min(255, light)), 4 * (v * camera.widthPx + u), 4 * (v * camera.widthPx + u) + 3);
    }
  }
  const rgba = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, data as unknown as number[]);
  try {
    return look(rgba);
  } finally {
    rgba.delete();
  }
}

const isOnMat = ({ x, y }: Point) => x > 0 && y > 0 && x < SIDE_MM && y < SIDE_MM;
/** Blobs some 100 mm wide. */
const print = ({ x, y }: Point) => 60 + 25 * Math.sin(x / 31) * Math.sin(y / 23 + 1) + 15 * Math.sin((x + 2 * y) / 47);
const cloth = ({ x, y }: Point) => 70 + 20 * Math.sin((x - y) / 19) + 15 * Math.sin(y / 29);
const table = (place: Point) => (isOnMat(place) ? print(place) : cloth(place));

test('what varies along the border varies otherwise on the mat than beside it, along a line across the print alike', () => {
  const [at, inside] = seen(table, (rgba) => [crossBorderCorrelation(cv, rgba, border), crossBorderCorrelation(cv, rgba, narrow)]);
  for (const likeness of at!) assert.ok(likeness! < 0.5, `${at}`);
  assert.ok(inside![RIGHT]! > 0.8, `${inside}`);
});

test('light that falls off along a side, and a card across it, are no print', () => {
  const lit = (place: Point) => (isOnMat(place) ? 50 : 120) * Math.exp(-place.y / 600);
  const isCard = ({ x, y }: Point) => Math.abs(x - SIDE_MM) < 44 && Math.abs(y - 250) < 32;
  for (const lightAt of [lit, (place: Point) => (isCard(place) ? 230 : lit(place))]) {
    const likeness = seen(lightAt, (rgba) => crossBorderCorrelation(cv, rgba, border))[RIGHT]!;
    assert.ok(likeness < 0.5, `${likeness}`);
  }
});

test('nothing is said of a side that is out of the picture', () => {
  const aside = { ...border, camera: { ...camera, t: [-1857, 457, 2000] as const } };
  assert.deepEqual(
    seen(table, (rgba) => crossBorderCorrelation(cv, rgba, aside)).map((likeness) => likeness === undefined),
    [true, true, true, true],
  );
});

test('a border with a side across the print costs more than chance would, the mat’s own nothing', () => {
  const [own, other] = seen(table, (rgba) => correlationCosts(cv, rgba, [border, narrow]));
  assert.equal(own, 0);
  assert.ok(other! > 6, `${other}`);
});

/** Strips all around, with edges on all sides but the right one, which has as many as said. */
function edgesWith(right: number): EdgeReading[] {
  return [0, 1, 2, 3].flatMap((side) =>
    Array.from({ length: 40 }, (_, i) =>
      side !== RIGHT || i < right ? { side, mark: { u: 0, v: 0, sigmaPx: 1 } } : { side, mark: undefined },
    ),
  );
}

test('the mat goes on beyond a side across its print, edges or not; where it is less plain, only beyond one with hardly an edge', () => {
  const onPrint = seen(table, (rgba) => [
    continuesBeyond(cv, rgba, narrow, edgesWith(40)),
    continuesBeyond(cv, rgba, border, edgesWith(0)),
  ]);
  assert.deepEqual(onPrint, [true, false]);
  // Grain that is coarser than what is averaged, and differs on both sides.
  const grain = normals(8);
  const grains = Float64Array.from({ length: 400 * 400 }, () => 12 * grain());
  const grainy = (place: Point) => table(place) + grains[400 * Math.floor((place.y + 200) / 4) + Math.floor((place.x + 200) / 12)]!;
  seen(grainy, (rgba) => {
    const likeness = crossBorderCorrelation(cv, rgba, narrow)[RIGHT]!;
    assert.ok(likeness > 0.52 && likeness < 0.83, `${likeness}`);
    assert.equal(continuesBeyond(cv, rgba, narrow, edgesWith(40)), false);
    assert.equal(continuesBeyond(cv, rgba, narrow, edgesWith(5)), true);
  });
});
