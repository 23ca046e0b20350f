import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableFromPixel } from '../../../src/geometry/camera.js';
import type { Point } from '../../../src/geometry/point.js';
import { bandColourCosts, unlikeSidesCost } from '../../../src/vision/mat/edges/band-colours.js';
import { OVERHEAD as camera } from '../made-up-table.js';

const MAT = { widthMm: 914, depthMm: 914 };
const SIDE = 1;
const registration = { camera, ...MAT };

type Colour = readonly [number, number, number];
const MAT_COLOUR: Colour = [30, 40, 60];
const CLOTH: Colour = [150, 120, 90];
const FLOOR: Colour = [200, 210, 200];
const RIM: Colour = [220, 40, 200];

/** A picture of a table of which each place has a colour. */
function pictureOf(colourAt: (place: Point) => Colour): { readonly data: Uint8Array } {
  const data = new Uint8Array(4 * camera.widthPx * camera.heightPx);
  for (let v = 0; v < camera.heightPx; v++) {
    for (let u = 0; u < camera.widthPx; u++) data.set(colourAt(tableFromPixel(camera, { u, v })!), 4 * (v * camera.widthPx + u));
  }
  return { data };
}

const costsOf = (picture: { readonly data: Uint8Array }, ...outside: readonly number[]) =>
  bandColourCosts(
    picture,
    registration,
    SIDE,
    outside.map((outsideMm) => ({ outsideMm, slope: 0 })),
  );

test('a line printed inside of the border is not the border: the same mat lies on either side of it', () => {
  const framed = pictureOf(({ x }) => (x > 914 ? CLOTH : Math.abs(x - 894) < 1.5 ? RIM : MAT_COLOUR));
  const [frame, border] = costsOf(framed, -20, 0);
  assert.equal(border, 0);
  assert.ok(frame! > 8, `cost of the frame ${frame}`);
});

test('a line of the cloth outside of the border is not the border: the same cloth lies on either side of it', () => {
  const striped = pictureOf(({ x }) => (x <= 914 ? MAT_COLOUR : Math.abs(x - 940) < 1.5 ? RIM : CLOTH));
  const [border, stripe] = costsOf(striped, 0, 26);
  assert.equal(border, 0);
  assert.ok(stripe! > 8, `cost of the stripe ${stripe}`);
});

test('a band that looks neither like the mat nor like what lies farther out contradicts no line for sure', () => {
  const onCloth = pictureOf(({ x }) => (x <= 914 ? MAT_COLOUR : x < 950 ? RIM : FLOOR));
  const costs = costsOf(onCloth, 0, 36);
  assert.ok(Math.max(...costs) < 4, `costs ${costs.join(', ')}`);
});

test('a side of which hardly anything is in the picture, or that shows one line alone, is not judged', () => {
  const plain = pictureOf(() => MAT_COLOUR);
  assert.deepEqual(costsOf(plain, 5), [0]);
  // The picture ends 168 mm outside of the mat.
  assert.deepEqual(costsOf(plain, 166, 190), [0, 0]);
});

test('a border that runs along the mat on one side and along a print or the table’s edge on another has unlike sides', () => {
  const outside = ({ x, y }: Point) => Math.max(-x, x - 914, -y, y - 914);
  // A rim is printed 20 mm wide along the border, and the table ends 24 mm outside of it.
  const onTable = pictureOf((at) => {
    const farOut = outside(at);
    return farOut > 24 ? FLOOR : farOut > 0 ? CLOTH : farOut > -20 ? RIM : MAT_COLOUR;
  });
  const [a, b, c] = camera.t;
  const costOf = (x: number) => unlikeSidesCost(onTable, { ...MAT, camera: { ...camera, t: [a + x, b, c] } }, [0, 1, 2, 3]);
  const border = costOf(0);
  // As wide as the mat, but from the rim's inner edge on one side to the table's edge on the other.
  const shifted = costOf(22);
  assert.ok(border < 3, `cost of the border ${border}`);
  assert.ok(shifted > border + 20, `cost of the one beside it ${shifted}`);
});
