import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pose } from '../../../src/geometry/pose.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { areSizesClear, areSizesKnown, otherSizes, sizesBelieved, sizesEvidence } from '../../../src/vision/solve/size-rivals.js';
import { CLOSE_LAYOUT, cameraAt, marksOf, normals } from '../made-up-table.js';

const camera = cameraAt(50, 1500, 0, 0, 1920, 1080, 520);
const lens = unknownLens(1920, 1080);
const POSES = [
  { x: 400, y: 440, headingRad: 0.3 },
  { x: 520, y: 480, headingRad: 2 },
];

/** What a camera close by sees of two bases, each place with the noise it claims. */
function closeView(sizes: readonly BaseSize[]) {
  const bases = sizes.map((base, i) => ({ base, start: POSES[i]!, marks: marksOf(camera, base, POSES[i]!, normals(3 + i), 0.3) }));
  return { bases, solution: solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases }, lens) };
}

test('two small bases close by are not medium ones from further off: the height and the proportions of their tiles say so', () => {
  const { bases, solution } = closeView(['small', 'small']);
  const other = otherSizes(solution, bases, lens);
  assert.ok(other && other.lead > 30, `lead ${other?.lead}`);
  assert.ok(sizesEvidence(solution, bases, lens).costEach < 18);
});

test('read as medium ones they are found to be small, and where they truly stand', () => {
  const { bases, solution } = closeView(['small', 'small']);
  const asMedium = bases.map((one) => ({
    ...one,
    base: 'medium' as const,
    start: { ...one.start, x: 1.5 * one.start.x, y: 1.5 * one.start.y },
  }));
  const [x, y, z] = solution.camera.t;
  const further = { ...solution.camera, t: [1.5 * x, 1.5 * y, 1.5 * z] as const };
  const wrong = solveTable({ camera: further, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases: asMedium }, lens);
  const other = otherSizes(wrong, asMedium, lens);
  assert.ok(other && other.lead < 0, `lead ${other?.lead}`);
  const [one, two] = other.solution.poses;
  const trueMm = Math.hypot(POSES[0]!.x - POSES[1]!.x, POSES[0]!.y - POSES[1]!.y);
  assert.ok(Math.abs(Math.hypot(one!.x - two!.x, one!.y - two!.y) - trueMm) < 0.03 * trueMm);
});

test('bases that come to a focal length that hardly any camera has do not know their sizes by it; of a wide-angle one they do if each is believed to be of its size', () => {
  const sigmasOf = (focalPx: number) => {
    const near = cameraAt(50, focalPx, 0, 0, 1920, 1080, (520 * focalPx) / 1500);
    const bases = (['small', 'small'] as const).map((base, i) => ({
      ...{ base, start: POSES[i]!, marks: marksOf(near, base, POSES[i]!, normals(3 + i), 0.3) },
    }));
    const solution = solveTable({ camera: near, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases }, lens);
    return sizesEvidence(solution, bases, lens).focalSigmas;
  };
  assert.ok(Math.abs(sigmasOf(1500)) < 1, `${sigmasOf(1500)}`);
  assert.ok(sigmasOf(600) < -2, `${sigmasOf(600)}`);
  const { bases, solution } = closeView(['small', 'small']);
  const isKnownAt = (focalSigmas: number, believed: number, costEach = 10) =>
    areSizesKnown({ ...sizesEvidence(solution, bases, lens), focalSigmas, believed, costEach, areClear: true }, 0.7);
  assert.ok(isKnownAt(1.9, 0.4) && isKnownAt(-1.9, 0.4));
  assert.ok(!isKnownAt(2.1, 0.9), 'a part of a picture seems to be taken through a long lens');
  assert.ok(isKnownAt(-2.7, 0.7), 'the wide camera of a phone');
  assert.ok(!isKnownAt(-2.7, 0.6) && !isKnownAt(-3.1, 0.7) && !isKnownAt(-2.7, 0.7, 21));
});

test('what a base shows of its size by itself counts for or against the sizes as they were read', () => {
  const { bases, solution } = closeView(['small', 'small']);
  const leadWith = (small: number) => {
    const sizes = { small, medium: 0.9 - small, large: 0.1 };
    const looked = bases.map((one) => ({ ...one, sizes }));
    return [otherSizes(solution, looked, lens)!.lead, sizesBelieved(looked)] as const;
  };
  const plain = otherSizes(solution, bases, lens)!.lead;
  const [[forThem, believed], [against, doubted]] = [leadWith(0.88), leadWith(0.02)];
  assert.ok(forThem > plain + 2 && against < plain - 5, `${forThem}, ${plain}, ${against}`);
  assert.ok(believed > 0.75 && doubted < 0.2);
  assert.equal(sizesBelieved(bases), 0.5, 'nothing is known of what was not looked at');
  const isKnownWith = (small: number, areClear = false, sharpness = 0.7) => {
    const looked = bases.map((one) => ({ ...one, sizes: { small, medium: (1 - small) / 2, large: (1 - small) / 2 } }));
    return areSizesKnown({ ...sizesEvidence(solution, looked, lens), costEach: 10, areClear }, sharpness);
  };
  assert.ok(isKnownWith(0.9));
  assert.ok(!isKnownWith(0.3), 'whatever the marks say, bases that look like others have no known sizes');
  assert.ok(isKnownWith(0.3, true) && !isKnownWith(0.1, true), 'less is needed where their shapes are clear');
  assert.ok(!isKnownWith(0.9, true, 0.19), 'what is all blurred may be anything');
});

test('a small and a large base leave no other sizes', () => {
  const { bases, solution } = closeView(['small', 'large']);
  assert.equal(otherSizes(solution, bases, lens), undefined);
  assert.equal(sizesEvidence(solution, bases, lens).lead, Number.POSITIVE_INFINITY);
});

test('the shapes of bases say which sizes are theirs, from any side', () => {
  const normal = normals(7);
  for (const [elevationDeg, focalPx, noisePx] of [
    [40, 900, 1],
    [60, 1400, 2],
    [80, 1100, 2],
  ] as const) {
    const from = cameraAt(elevationDeg, focalPx);
    const areClear = (
      count: number,
      readAs: (size: BaseSize, i: number) => BaseSize,
      some: readonly { base: BaseSize; pose: Pose }[] = CLOSE_LAYOUT,
    ) => {
      const bases = some.slice(0, count).map(({ base: size, pose }, i) => {
        return { base: readAs(size, i), start: pose, marks: marksOf(from, size, pose, normal, noisePx) };
      });
      return areSizesClear(from, bases, lens);
    };
    assert.ok(
      areClear(6, (size) => size),
      `${elevationDeg}°`,
    );
    for (const misread of [[0], [2, 5], [0, 2, 3]])
      assert.ok(
        !areClear(6, (size, i) => (misread.includes(i) ? (size === 'large' ? 'medium' : 'large') : size)),
        `${elevationDeg}°, ${misread}`,
      );
    // Medium ones among small ones are seen as large ones among medium ones; of one size alone nothing is seen.
    const smaller = CLOSE_LAYOUT.map(({ base, pose }) => ({ base: base === 'large' ? ('medium' as const) : base, pose }));
    assert.ok(!areClear(6, (size) => (size === 'small' ? 'medium' : 'large'), smaller), `${elevationDeg}°, all a size too large`);
    const alike = CLOSE_LAYOUT.map(({ pose }) => ({ base: 'small' as const, pose }));
    assert.ok(!areClear(6, (size) => size, alike), `${elevationDeg}°, all alike`);
    assert.ok(!areClear(4, (size) => size), `${elevationDeg}°, four`);
  }
});
