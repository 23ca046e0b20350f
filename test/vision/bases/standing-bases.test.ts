import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Detection } from '../../../src/vision/bases/detect.js';
import { withOwnBases, withStandingBases } from '../../../src/vision/bases/standing-bases.js';

/** Straight from above, 1 px a mm: the picture shows x from 0 to 800 and y from 0 to 600 mm. */
const camera = {
  ...{ widthPx: 800, heightPx: 600, fx: 1000, fy: 1000, cx: 400, cy: 300, distortion: [0, 0, 0, 0, 0] as const },
  r: [1, 0, 0, 0, -1, 0, 0, 0, -1] as const,
  t: [-400, 300, 1000] as const,
};
const standing = (x: number, y: number, headingRad = 0) => ({ base: 'small' as const, pose: { x, y, headingRad } });
const detection = (x: number, y: number, score: number): Detection => ({
  base: 'small',
  at: { x, y },
  headingRad: 1,
  score,
  cardLogit: -2,
});

test('a dim detection where another picture shows a base counts as one, others as they were', () => {
  const [dim, elsewhere, plain] = [detection(205, 304, 0.2), detection(400, 100, 0.2), detection(500, 500, 0.97)];
  const { detected, expected } = withStandingBases([dim, elsewhere, plain], [standing(200, 300), standing(500, 498)], camera);
  assert.deepEqual(
    detected.map(({ score }) => score),
    [0.9, 0.2, 0.97],
  );
  assert.deepEqual([detected[0]!.at, detected[0]!.headingRad, detected[0]!.cardLogit], [dim.at, 1, -2]);
  assert.deepEqual(expected, []);
});

test('where another picture shows a base and this one none it is looked at as well, if the place is in the picture', () => {
  const { expected } = withStandingBases(
    [detection(230, 300, 0.5)],
    [standing(200, 300, 0.7), standing(900, 300), standing(400, -20)],
    camera,
  );
  assert.deepEqual(
    expected.map(({ base, at, headingRad }) => ({ base, at, headingRad })),
    [{ base: 'small', at: { x: 200, y: 300 }, headingRad: 0.7 }],
  );
});

test('a base that is detected a little beside where it stood is looked at once', () => {
  assert.deepEqual(withStandingBases([detection(216, 300, 0.5)], [standing(200, 300)], camera).expected, []);
});

test('what a picture showed when it was measured alone stands where its camera by the print shows it, and in place of the same base of another picture', () => {
  // By itself the picture had its table frame 300 mm to the left, and a millimetre was 1.25 of the table's.
  const alone = { ...camera, t: [-100, 300, 800] as const };
  const bases = [{ base: 'medium' as const, pose: { x: 180, y: 220, headingRad: 0.5 } }];
  // 80 mm right of and 80 mm below the picture's middle there, 100 mm here.
  const others = [standing(508, 204), standing(520, 260)];
  const [own, ...rest] = withOwnBases(others, { camera: alone, bases: bases as never }, camera);
  assert.equal(own!.base, 'medium');
  assert.ok(Math.hypot(own!.pose.x - 500, own!.pose.y - 200) < 1e-6, `${own!.pose.x}, ${own!.pose.y}`);
  assert.ok(Math.abs(own!.pose.headingRad - 0.5) < 1e-6, `${own!.pose.headingRad}`);
  assert.deepEqual(rest, others.slice(1));
  assert.deepEqual(withOwnBases(others, undefined, camera), others);
});
