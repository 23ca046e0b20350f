import assert from 'node:assert/strict';
import test from 'node:test';
import { attackArc } from '../../src/judge/arc/attack-line.js';
import { kinkOf, type LineMoves, lineMoves, slopeOf } from '../../src/judge/attack/line-moves.js';
import { PROBE_SIGMA, SURE_SIGMAS } from '../../src/judge/core/error-propagation.js';
import { pairOf } from '../../src/judge/core/pair.js';
import { newWorkspace } from '../../src/judge/core/workspace.js';
import { arcRegion } from '../../src/pieces/arcs.js';
import { DEG, seeded, ship, sigmas, tableOf } from './tables.js';

/** A line whose ends follow coordinate `i` by `ends(z)`, z in sigmas, and no other coordinate. */
function movesBy(i: number, ends: (z: number) => readonly number[]): LineMoves {
  const lines = [...ends(0)];
  for (let k = 0; k < 4; k++) for (const side of [PROBE_SIGMA, -PROBE_SIGMA]) lines.push(...ends(k === i ? side : 0));
  return { lines, reachMm: 0, whole: true };
}

const anyPair = pairOf(tableOf([ship('a', 'small', 300, 300, 0), ship('b', 'small', 500, 500, 0)]), 0, 1);

test('a line that moves evenly has its slope and no kink; one whose ends bend has half the difference of its two slopes', () => {
  const random = seeded(5);
  const lot = () => 4 * random() - 2;
  for (let i = 0; i < 4; i++) {
    const at = [lot(), lot(), 100 + lot(), lot()];
    const even = [lot(), lot(), lot(), lot()];
    const bend = [lot(), lot(), lot(), lot()];
    const moves = movesBy(i, (z) => at.map((value, k) => value + even[k]! * z + bend[k]! * Math.abs(z)));
    slopeOf(moves, anyPair, i).forEach((slope, k) => {
      assert.ok(Math.abs(slope - even[k]!) < 1e-12, `${slope}, expected ${even[k]}`);
    });
    for (const [t, angle] of [
      [0, 0.4],
      [1, 1.7],
      [0.3, -2],
    ] as const) {
      const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
      // Slopes of the line's point along (nx, ny): even + bend on the one side, even − bend on the other.
      const expected = nx * ((1 - t) * bend[0]! + t * bend[2]!) + ny * ((1 - t) * bend[1]! + t * bend[3]!);
      assert.ok(Math.abs(kinkOf(moves, i, t, nx, ny) - expected) < 1e-12, `coordinate ${i}, t ${t}`);
    }
    for (const other of [0, 1, 2, 3].filter((k) => k !== i)) assert.ok(Math.abs(kinkOf(moves, other, 0.5, 0.6, 0.8)) < 1e-12);
  }
});

test('the line of a ship that errs only in its own heading swings about its centre: each end by its lever', () => {
  const turnDeg = 0.2;
  // b’s nearest corner is fixed on the table; a’s nearest corner (20, 20) turns about a’s centre.
  const ships = [ship('a', 'small', 300, 300, 0, { covariance: sigmas(0, 0, turnDeg) }), ship('b', 'small', 420, 460, 0)];
  const pair = pairOf(tableOf(ships), 0, 1);
  const moves = lineMoves(newWorkspace(), pair, attackArc(arcRegion('small', 'fullFront'), { x: 20, y: 20 }, 'whole base'))!;
  assert.deepEqual(moves.lines.slice(0, 4), [320, 320, 400, 440]);
  const squares = [0, 0, 0, 0];
  for (let i = 0; i < 6; i++)
    slopeOf(moves, pair, i).forEach((slope, k) => {
      squares[k]! += slope * slope;
    });
  // A clockwise turn by φ takes (20, 20) along (20, −20) φ.
  const leverMm = 20 * turnDeg * DEG;
  squares.forEach((square, k) => {
    assert.ok(
      Math.abs(Math.sqrt(square) - (k < 2 ? leverMm : 0)) < 1e-3 * leverMm,
      `${k}: ${Math.sqrt(square)}, expected ${k < 2 ? leverMm : 0}`,
    );
  });
  const expectedMm = SURE_SIGMAS * Math.SQRT2 * leverMm;
  assert.ok(moves.whole && moves.reachMm >= expectedMm * (1 - 1e-3), `${moves.reachMm}, expected at least ${expectedMm}`);
});
