import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EdgeLine } from '../../../src/vision/mat/border/border-lines.js';
import { rankedChoices } from '../../../src/vision/mat/border/choose-border.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { SIDES } from '../../../src/vision/solve/mat-sides.js';
import { type Mark, unknownLens } from '../../../src/vision/solve/observations.js';
import { borderOf, cameraAt, LAYOUT, marksOf, normals, worstMm } from '../made-up-table.js';

// Plastic of a box that is known: of any other the scale would be known to 0.8 %.
const lens = { ...unknownLens(1920, 1080), plastic: { scale: 1, scaleSigma: 0.004 } };
const truth = cameraAt(55, 1500);
const bases = LAYOUT.map(({ base, pose }) => ({ base, start: pose, marks: marksOf(truth, base, pose, normals(4), 0.3) }));

/** A registration from a camera that is a fifth too near: what it sees seems as much smaller. */
const [x, y, z] = truth.t;
const tooNear = { ...truth, t: [0.8 * x, 0.8 * y, 0.8 * z] as const };
const from = { ...solveTable({ camera: truth, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases: [] }, lens), camera: tooNear };

/** Of the border no more than its near and its left side is seen. */
function lines(): EdgeLine[][] {
  const marks = borderOf(truth, 914.4, 914.4, normals(3), 0.3);
  // Four marks for each place along the sides, in the order of SIDES.
  const line = (side: number, some: readonly Mark[]): EdgeLine => ({
    edges: some.map((mark) => ({ side, mark })),
    missing: 0,
    offsetMm: 0,
    others: [],
    colourCost: 0,
  });
  const ofSide = (side: number) => marks.filter((_, i) => i % 4 === side);
  return SIDES.map((side) => (side === 0 || side === 3 ? [line(side, ofSide(side))] : []));
}

test('two sides that meet leave the scale to the bases', () => {
  const scaled = bases.map((base) => ({ ...base, start: { ...base.start, x: 0.8 * base.start.x, y: 0.8 * base.start.y } }));
  const [held] = rankedChoices(lines(), from, lens, scaled);
  assert.ok(worstMm(truth, held!.solution.camera) < 6, `${worstMm(truth, held!.solution.camera)} mm with the bases`);
  const [loose] = rankedChoices(lines(), from, lens, []);
  assert.ok(worstMm(truth, loose!.solution.camera) > 60, `${worstMm(truth, loose!.solution.camera)} mm without`);
});
