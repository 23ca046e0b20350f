import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShapeOf, knownLensFrom } from '../../../src/table/known-lens.js';
import { english } from '../../../src/texts/english.js';
import { lensPriorOf, otherLensProblem, otherShapeProblem, solvedWithoutLens, withLensHint } from '../../../src/vision/lens/lens-hint.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { said } from '../../said.js';
import { brown } from '../drawn-sheet.js';
import { borderOf, cameraAt, marksOf, normals } from '../made-up-table.js';

const FILE = { widthPx: 1920, heightPx: 1080, fx: 1400, fy: 1400, cx: 959.5, cy: 539.5, distortion: [-0.1, 0.02, 0, 0, 0] } as const;
const SIGMA = { focalPx: 14, k1: 0.01, k2: 0.02, centrePx: 5 };

/** A table of six bases seen by a camera, solved with the lens of a file whose focal length is `ratio` times the true one. */
function solvedWith(ratio: number) {
  const camera = cameraAt(50, 1400, -0.1, 0.02);
  const noise = normals(11);
  const places = [
    [150, 200],
    [450, 150],
    [760, 240],
    [220, 640],
    [500, 760],
    [780, 700],
  ].map(([x, y], i) => ({ x: x!, y: y!, headingRad: i }));
  const bases = places.map((start) => ({ base: 'small' as const, start, marks: marksOf(camera, 'small', start, noise, 0.3) }));
  const seen = { border: borderOf(camera, 914.4, 914.4, noise, 0.4), bases };
  const lens = lensPriorOf({ ...FILE, fx: ratio * 1400, fy: ratio * 1400 }, 1920, 1080);
  const solution = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, seen, lens);
  return { lens, solution, seen, free: solvedWithoutLens(solution, seen, lens) };
}

for (const ratio of [0.85, 1.15]) {
  test(`a lens file with ${ratio} times the true focal length is refused, though mat and bases bend towards it`, () => {
    const { lens, solution, free } = solvedWith(ratio);
    assert.ok(Math.abs(solution.camera.fx / 1400 - 1) > 0.03, `${solution.camera.fx}`);
    assert.match(
      english(otherLensProblem(free, solution, lens)!.message),
      new RegExp(`focal length is ${Math.round(ratio * 1400)} px; the table shows 1[34]\\d\\d ± \\d+ px`),
    );
  });
}

test('the lens file of this camera is not refused, nor one that is as far off as focusing makes it', () => {
  for (const ratio of [1, 0.995, 1.005]) {
    const { lens, solution, free } = solvedWith(ratio);
    assert.equal(otherLensProblem(free, solution, lens), undefined);
  }
});

test('a lens file with the focal length of this camera and the distortion of another is refused by what it leaves unexplained', () => {
  const { seen, free } = solvedWith(1);
  const withK1 = (k1: number) => {
    const lens = lensPriorOf({ ...FILE, distortion: [k1, 0.02, 0, 0, 0] }, 1920, 1080);
    return otherLensProblem(free, solveTable(free, seen, lens), lens);
  };
  for (const k1 of [0.1, 0, -0.2])
    assert.match(english(withK1(k1)!.message), new RegExp(`do not fit .*k1 is ${k1.toFixed(2)}, the table shows -0`));
  assert.equal(withK1(-0.1), undefined);
});

test('a lens that says how sure it is is believed about as much; focus, and what two terms do not follow, keep it from being believed without end', () => {
  const prior = lensPriorOf({ ...FILE, sigma: SIGMA }, 1920, 1080);
  for (const [sigma, stated] of [
    [prior.logFocalSigma, 0.01],
    [prior.k1Sigma, 0.01],
    [prior.k2Sigma, 0.02],
    [prior.centreSigmaPx, 5],
  ] as const) {
    assert.ok(sigma >= stated && sigma < 1.25 * stated, `${sigma}, stated ${stated}`);
  }
  assert.ok(lensPriorOf({ ...FILE, sigma: { ...SIGMA, focalPx: 0.001 } }, 1920, 1080).logFocalSigma >= 0.004);
});

test('a lens is scaled to pictures of half its size, whose pixels are counted from their centres', () => {
  const prior = lensPriorOf({ ...FILE, sigma: SIGMA }, 960, 540);
  // The picture's middle stays its middle.
  assert.deepEqual([prior.focalPx, prior.cx, prior.cy], [700, 479.5, 269.5]);
  assert.equal(prior.centreSigmaPx, lensPriorOf({ ...FILE, sigma: SIGMA }, 1920, 1080).centreSigmaPx / 2);
});

test('k3 is not lost: over the picture the lens with two terms stays within a pixel or so of the one with three', () => {
  const distortion = [-0.1, 0.02, 0, 0, 0.03] as const;
  const { k1, k2 } = lensPriorOf({ ...FILE, distortion }, 1920, 1080);
  const radii = Array.from({ length: 79 }, (_, i) => i / 100);
  const offPx = (two: readonly [number, number]) =>
    Math.max(...radii.map((r) => 1400 * Math.abs(brown(distortion, r, 0)[0] - brown([two[0], two[1], 0, 0, 0], r, 0)[0])));
  assert.ok(offPx([k1, k2]) < 1.5, `${offPx([k1, k2])} px`);
  assert.ok(offPx([-0.1, 0.02]) > 5, 'dropping k3 would be worse');
});

test('a lens of pictures of another shape is refused with both sizes; the same shape at another size is not', () => {
  assert.match(english(otherShapeProblem(FILE, { widthPx: 1080, heightPx: 1920 })!.message), /1920×1080 px; this one has 1080×1920 px/);
  assert.match(otherShapeProblem(FILE, { widthPx: 1600, heightPx: 1200 })!.code, /lens-of-another-shape/);
  assert.equal(otherShapeProblem(FILE, { widthPx: 1280, heightPx: 720 }), undefined);
  assert.ok(isShapeOf(FILE, { widthPx: 854, heightPx: 480 }), 'rounded to whole pixels');
});

test('where no mat is found with a lens hint, the problem suggests trying without it', () => {
  const problem = { code: 'mat-not-found', message: said('No mat.'), hint: said('Show it.') };
  const look = withLensHint({ ok: false, problem });
  assert.ok(!look.ok && /another camera’s, do without it/.test(english(look.problem.hint)));
  assert.deepEqual(withLensHint({ ok: false, problem: { ...problem, code: 'picture-too-small' } }), {
    ok: false,
    problem: { ...problem, code: 'picture-too-small' },
  });
});

test('a lens document is read without what else is in it, and refused with the field that is wrong', () => {
  assert.deepEqual(knownLensFrom({ ...FILE, camera: 'a webcam', pictures: 9 }), FILE);
  assert.deepEqual(knownLensFrom({ ...FILE, sigma: { ...SIGMA, note: 1 } }).sigma, SIGMA);
  const wrong: [object | null, RegExp][] = [
    [null, /lens: got null, expected an object/],
    [{ ...FILE, widthPx: undefined }, /widthPx: got nothing, expected a finite number larger than 0/],
    [{ ...FILE, fx: 1e300 }, /fx: got 1e\+300, expected a finite number .* at most 100000/],
    [{ ...FILE, fy: -3 }, /fy: got -3, expected a finite number larger than 0/],
    [{ ...FILE, distortion: [0.1] }, /expected five numbers k1, k2, p1, p2, k3/],
    [{ ...FILE, sigma: { ...SIGMA, k1: 0 } }, /sigma\.k1: got 0, expected a finite number larger than 0/],
  ];
  for (const [document, message] of wrong) assert.throws(() => knownLensFrom(document), message);
});
