import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../../src/judge/report/report.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import type { Table } from '../../../src/table/table.js';
import { overlapFactors, withFacingSides } from '../../../src/vision/frame/overlapping-bases.js';
import { normals } from '../made-up-table.js';

const SIGMA_MM = 0.5;
const at = (base: BaseSize, x: number, y: number, headingRad = 0) => ({ base, pose: { x, y, headingRad } });
const isClose = (got: number, expected: number) => assert.ok(Math.abs(got - expected) < 1e-6, `got ${got}, expected ${expected}`);

/** Places known with one sigma in x and y alike, apart from each other, headings exactly. */
function places(count: number): number[] {
  const n = 3 * count;
  return Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 && (i / (n + 1)) % 3 < 2 ? SIGMA_MM ** 2 : 0));
}

test('bases that stand 2.2 mm in each other, known to half a millimetre, are claimed as wide as it takes; one that stands clear is not', () => {
  const bases = [at('small', 100, 100), at('medium', 147.8, 100), at('large', 300, 300)];
  const expected = 2.2 / (1.5 * Math.SQRT2 * SIGMA_MM);
  const factors = overlapFactors(bases, places(3));
  isClose(factors[0]!, expected);
  isClose(factors[1]!, expected);
  assert.equal(factors[2], 1);
});

test('an overlap that chance explains widens nothing, nor does a gap', () => {
  assert.deepEqual(overlapFactors([at('small', 100, 100), at('small', 139.5, 100)], places(2)), [1, 1]);
  assert.deepEqual(overlapFactors([at('small', 100, 100), at('small', 140.5, 100)], places(2)), [1, 1]);
});

test('a corner in a side: the doubt about the heading counts by its arm', () => {
  // Turned by 45° the small base reaches 28.284 mm; 1.5 mm of it stand in the other, by a corner that lies across the middle of both.
  const bases = [at('small', 100, 100, Math.PI / 4), at('small', 100 + 20 * Math.SQRT2 + 20 - 1.5, 110)];
  const joint = new Array<number>(36).fill(0);
  const headingSigma = 0.05;
  joint[5 * 7] = headingSigma ** 2;
  // The corner touches the other's side 10 mm from its middle.
  isClose(overlapFactors(bases, joint)[0]!, 1.5 / (1.5 * 10 * headingSigma));
});

test('what two places have in common does not move them apart', () => {
  const common = places(2);
  for (const axis of [0, 1]) common[axis * 6 + 3 + axis] = common[(3 + axis) * 6 + axis] = 0.75 * SIGMA_MM ** 2;
  const [factor] = overlapFactors([at('small', 100, 100), at('small', 138, 100)], common);
  isClose(factor!, 2 / (1.5 * Math.sqrt(2 * 0.25) * SIGMA_MM));
});

test('the gap of two bases that nearly touch is as unsure as their facing sides are read, and nothing across it', () => {
  const bases = [at('small', 100, 100), at('medium', 152, 105), at('large', 300, 300)];
  const joint = places(3);
  const wider = withFacingSides(bases, joint, () => 2);
  const variance = (of: readonly number[], row: number) => of[row * 9 + row]! + of[(row + 3) * 9 + row + 3]! - 2 * of[row * 9 + row + 3]!;
  isClose(variance(wider, 0) - variance(joint, 0), 0.5 ** 2 + 0.325 ** 2);
  isClose(variance(wider, 1) - variance(joint, 1), 0);
  assert.deepEqual(wider.slice(54), joint.slice(54), 'of the third, which stands apart');
  const apart = [at('small', 100, 100), at('medium', 160, 105), at('large', 300, 300)];
  assert.deepEqual(
    withFacingSides(apart, joint, () => 2),
    joint,
  );
});

/** One standard deviation of what two places have in common, of each by itself, and of a heading. */
const DRAWN = { common: 2.5, own: 0.2, headingRad: 0.003 };

for (const [name, pxPerMm] of [
  ['large in the picture', 3],
  ['as a webcam shows them', 1],
  ['far from the camera', 0.6],
] as const) {
  test(`touching and nearly touching bases, ${name}: what is certain of their range is right`, () => {
    const draw = normals(Math.round(100 * pxPerMm));
    const { common, own, headingRad } = DRAWN;
    const joint = Array.from({ length: 36 }, (_, i) => {
      const [row, column] = [Math.floor(i / 6), i % 6];
      if (row % 3 !== column % 3) return 0;
      if (row % 3 === 2) return row === column ? headingRad ** 2 : 0;
      return common ** 2 + (row === column ? own ** 2 : 0);
    });
    let [certain, wrong, apart] = [0, 0, 0];
    for (let k = 0; k < 4000; k++) {
      const gapMm = k % 2 === 0 ? 0 : 4 * ((k % 400) / 400);
      const slide = 12 * draw();
      const turn = draw();
      const truth = [at('small', 0, 0, 0), at('medium', 50 + gapMm, slide, 0)];
      const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
      const shift = [300 + common * draw(), 300 + common * draw()];
      // The facing sides are read nearer to each other, or farther, than they are, by the light in their plastic and by pixels; one in twenty twice as badly.
      const misread = (k % 20 === 7 ? 2 : 1) * Math.hypot(0.3, 0.4 / pxPerMm) * draw();
      const seen = truth.map(({ base, pose }, i) => {
        const x = pose.x + own * draw() + (i === 0 ? -misread / 2 : misread / 2);
        const y = pose.y + own * draw();
        return at(base, shift[0]! + cos * x + sin * y, shift[1]! - sin * x + cos * y, turn + headingRad * draw());
      });
      const claimed = withFacingSides(seen, joint, () => pxPerMm);
      const table = {
        ...{ widthMm: 914, depthMm: 914, obstacles: [], devices: [], jointCovariance: claimed },
        ships: seen.map((one, i) => ({ ...one, id: `${i}`, arcs: [], covariance: { xx: 1, xy: 0, xh: 0, yy: 1, yh: 0, hh: 0 } })),
      } satisfies Table;
      const { closest } = report(table).pairs[0]!;
      if (!closest.certain) continue;
      certain++;
      if (gapMm > 1e-5) apart++;
      if (closest.range !== (gapMm > 1e-5 ? 1 : 0)) wrong++;
    }
    assert.ok(wrong <= 0.0005 * certain, `${wrong} of ${certain} certain ones are wrong`);
    assert.ok(apart > 100, `${apart} are certain to stand apart`);
  });
}
