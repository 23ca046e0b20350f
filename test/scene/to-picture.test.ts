import assert from 'node:assert/strict';
import test from 'node:test';
import { type Camera, tableFromPixel } from '../../src/geometry/camera.js';
import { pixelsPerMm, toPicture } from '../../src/scene/draw/to-picture.js';
import { OVERHEAD } from '../table/overhead-camera.js';

/** One metre above the mat's middle, looking straight down; 1500 px focal length, so 1.5 px a millimetre. */
const above: Camera = { ...OVERHEAD, t: [-457.2, 457.2, 1000] };

test('a straight line on the mat is straight through a lens without distortion', () => {
  const [run] = toPicture(
    above,
    [
      { x: 200, y: 457.2 },
      { x: 700, y: 457.2 },
    ],
    false,
  );
  assert.ok(run!.every(({ v }) => Math.abs(v - 540) < 1e-9));
  assert.ok(Math.abs(run![0]!.u - (960 - 1.5 * 257.2)) < 1e-9);
});

test('a straight line on the mat is bent by the lens, and every point of it leads back to the line', () => {
  const barrel: Camera = { ...above, distortion: [-0.15, 0.02, 0, 0, 0] };
  const [run] = toPicture(
    barrel,
    [
      { x: 100, y: 700 },
      { x: 800, y: 700 },
    ],
    false,
  );
  const middle = run![Math.floor(run!.length / 2)]!;
  const chordV = (run![0]!.v + run!.at(-1)!.v) / 2;
  assert.ok(Math.abs(middle.v - chordV) > 3, 'the picture of the line is curved by pixels');
  for (const pixel of run!) assert.ok(Math.abs(tableFromPixel(barrel, pixel)!.y - 700) < 1e-6);
});

test('a closed outline ends where it began', () => {
  const [run] = toPicture(
    above,
    [
      { x: 400, y: 400 },
      { x: 440, y: 400 },
      { x: 440, y: 440 },
    ],
    true,
  );
  assert.deepEqual(run!.at(-1), run![0]);
});

test('what lies far outside the picture is left out, and a line through it falls into runs', () => {
  const far = { x: 5000, y: 457 };
  assert.deepEqual(toPicture(above, [far, { x: 6000, y: 457 }], false), []);
  const runs = toPicture(above, [{ x: 457, y: 457 }, far, { x: 457, y: 500 }], false);
  assert.equal(runs.length, 2);
});

test('a millimetre is 1.5 pixels long at a focal length of 1500 px from one metre', () => {
  assert.ok(Math.abs(pixelsPerMm(above, { x: 457.2, y: 457.2 })! - 1.5) < 1e-9);
});
