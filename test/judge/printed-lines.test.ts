import assert from 'node:assert/strict';
import test from 'node:test';
import { report } from '../../src/judge/report/report.js';
import type { TileTurn } from '../../src/table/table.js';
import { DEG, ship, sigmas, tableOf } from './tables.js';

const HALF_ARC_RAD = 40.62 * DEG;

/** A target whose nearest corner is `mm` outside of the right line of a's front arc, 250 mm out; what the report says of that arc. */
function arcWith(mm: number, tile?: TileTurn) {
  const [sin, cos] = [Math.sin(HALF_ARC_RAD), Math.cos(HALF_ARC_RAD)];
  const corner = { x: 250 * sin + mm * cos, y: 250 * cos - mm * sin };
  const a = ship('a', 'small', 450, 450, 0, { covariance: sigmas(0.2, 0.2, 0.1), arcs: ['front'], ...(tile && { tile }) });
  const b = ship('b', 'small', 450 + corner.x + 20, 450 + corner.y - 20, 0, { covariance: sigmas(0.2, 0.2, 0.1) });
  return report(tableOf([a, b])).pairs[0]!.arcs.front!;
}

const rotated = (deg: number, sigmaDeg: number) => ({ turnRad: deg * DEG, sigmaRad: sigmaDeg * DEG });

test('a tile rotated so far that its lines say otherwise is flagged; the answer stays the base’s', () => {
  // 6 mm at 250 mm are 1.4°.
  const { inArc, byPrintedLines } = arcWith(6, rotated(3, 0.2));
  assert.deepEqual([inArc.value, inArc.certain], [false, true]);
  assert.deepEqual([byPrintedLines!.value, byPrintedLines!.certain], [true, true]);
});

test('a tile whose play leaves open what its lines say is flagged as well', () => {
  const { inArc, byPrintedLines } = arcWith(6, rotated(0.2, 0.8));
  assert.deepEqual([inArc.value, inArc.certain, byPrintedLines!.certain], [false, true, false]);
  assert.ok(byPrintedLines!.probability > 0.01 && byPrintedLines!.probability < 0.3, `${byPrintedLines!.probability}`);
});

test('where the tile changes nothing, was not measured, or the answer is open anyway, nothing is flagged', () => {
  assert.equal(arcWith(40, rotated(3, 0.2)).byPrintedLines, undefined);
  assert.equal(arcWith(6, rotated(-3, 0.2)).byPrintedLines, undefined);
  assert.equal(arcWith(6).byPrintedLines, undefined);
  assert.equal(arcWith(0.2, rotated(3, 0.2)).inArc.certain, false);
  assert.equal(arcWith(0.2, rotated(3, 0.2)).byPrintedLines, undefined);
});
