import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EdgeLine } from '../../../src/vision/mat/border/border-lines.js';
import { proposeBorders } from '../../../src/vision/mat/border/propose-borders.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';

const lens = unknownLens(1920, 1080);

/** The lines of one side at distances (mm) from where the mat finder has it, each with every strip seen. */
function side(...offsets: readonly number[]): EdgeLine[] {
  return offsets.map((offsetMm) => ({
    edges: [{ side: 0, mark: undefined }],
    missing: 0,
    offsetMm,
    others: offsets.filter((other) => other !== offsetMm).map((other) => other - offsetMm),
    colourCost: 0,
  }));
}

const offsetsOf = (choice: readonly EdgeLine[]) => choice.map(({ offsetMm }) => offsetMm);

test('a frame printed 22 mm inside the border counts as the border on all sides or on none', () => {
  // The mat finder has three sides right and the fourth 16 mm too far inside: nearer to the frame (-6 mm away) than to the border (+16).
  const sides = [side(0, -22), side(1, -21), side(-1, -23), side(16, -6)];
  assert.deepEqual(offsetsOf(proposeBorders(sides, lens)[0]!.choice), [0, 1, -1, 16]);
});

test('without a frame on the other sides the line nearest to the mat finder’s view is the border', () => {
  const sides = [side(0), side(1), side(-1), side(16, -6)];
  assert.deepEqual(offsetsOf(proposeBorders(sides, lens)[0]!.choice), [0, 1, -1, -6]);
});

test('a side without any line leaves the focal length open', () => {
  const unseen: EdgeLine = { edges: [], missing: 11, offsetMm: 0, others: [], colourCost: 0 };
  const proposals = proposeBorders([side(0), side(0), side(0), [unseen]], lens);
  const focals = proposals.map(({ focal }) => focal.focalPx / lens.focalPx);
  assert.ok(Math.max(...focals) / Math.min(...focals) > 2, `focal lengths ${focals.join(', ')}`);
  const seen = proposeBorders([side(0), side(0), side(0), side(0)], lens);
  assert.deepEqual(
    seen.map(({ focal }) => focal),
    [lens],
  );
});
