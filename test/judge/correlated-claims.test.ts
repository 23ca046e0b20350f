import assert from 'node:assert/strict';
import test from 'node:test';
import { EXACT, type PoseCovariance } from '../../src/geometry/pose.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { executeWithUncertainty } from '../../src/judge/maneuver/execute-uncertainty.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { createRandom } from '../../src/sim/random.js';
import type { Table } from '../../src/table/table.js';
import { DEG, randomTable, ship, tableOf } from './tables.js';
import { worstClaim } from './worst-claim.js';

/** How each coordinate of all ships (x mm, y mm, heading rad) moves with errors of one standard deviation each: 3n rows. */
type Errors = readonly (readonly number[])[];

/** Errors that all ships share beside errors of their own, every coordinate with every other. */
function errorsByLot(seed: string, ships: number, sharedMm: number, ownMm: number): Errors {
  const random = createRandom(seed);
  return Array.from({ length: 3 * ships }, (_, row) =>
    Array.from({ length: 4 + 3 * ships }, (_, column) => {
      const unit = row % 3 === 2 ? 0.6 * DEG : 1;
      if (column < 4) return unit * sharedMm * random.normal(0.5);
      return Math.floor((column - 4) / 3) === Math.floor(row / 3) ? unit * ownMm * random.normal(0.7) : 0;
    }),
  );
}

const common = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);

function covarianceOf(errors: Errors, i: number): PoseCovariance {
  const [x, y, h] = [errors[3 * i]!, errors[3 * i + 1]!, errors[3 * i + 2]!];
  return { xx: common(x, x), xy: common(x, y), xh: common(x, h), yy: common(y, y), yh: common(y, h), hh: common(h, h) };
}

function withErrors(table: Table, errors: Errors, isJoint: boolean): Table {
  const ships = table.ships.map((one, i) => ({ ...one, covariance: covarianceOf(errors, i) }));
  return { ...table, ships, ...(isJoint && { jointCovariance: errors.flatMap((a) => errors.map((b) => common(a, b))) }) };
}

/** Draws a table from the errors themselves; without a joint covariance each ship by a draw of its own. */
function drawnFrom(errors: Errors, isJoint: boolean) {
  return ({ jointCovariance: _, ...table }: Table, normal: () => number): Table => {
    const draw = () => errors[0]!.map(() => normal());
    const all = draw();
    const ships = table.ships.map((one, i) => {
      const z = isJoint ? all : draw();
      const [x, y, h] = [0, 1, 2].map((k) => common(errors[3 * i + k]!, z)) as [number, number, number];
      return { ...one, covariance: EXACT, pose: { x: one.pose.x + x, y: one.pose.y + y, headingRad: one.pose.headingRad + h } };
    });
    return { ...table, ships };
  };
}

test('claimed probabilities are the shares of tables drawn from errors that ships share, and in which place goes with heading, to 0.02', () => {
  for (const isJoint of [true, false]) {
    for (const seed of [51, 52]) {
      const table = randomTable({ seed, ships: 4, obstacles: 4, widthMm: 400 });
      const errors = errorsByLot(`joint ${seed}`, 4, 1.5, 0.8);
      const { off, what } = worstClaim(withErrors(table, errors, isJoint), 2500, 17, drawnFrom(errors, isJoint));
      assert.ok(off <= 0.02, `${isJoint ? 'joint' : 'each by itself'}, table ${seed}: ${what}`);
    }
  }
});

test('close calls between ships that share errors: a corner on an arc line, a band line, a contact and the table’s edge', () => {
  const ships = [
    ship('a', 'small', 300, 300, 20, { arcs: ['front', 'rear', 'left', 'bullseye'] }),
    ship('b', 'small', 300 + 120 * Math.sin(62 * DEG), 300 + 120 * Math.cos(62 * DEG), 65),
    ship('c', 'large', 262, 459.7, -15),
    ship('d', 'medium', 31.5, 560, 30),
    ship('e', 'small', 82, 585, 12),
  ];
  for (const isJoint of [true, false]) {
    const errors = errorsByLot('close', ships.length, 1.5, 0.8);
    const { off, what } = worstClaim(withErrors(tableOf(ships), errors, isJoint), 2500, 19, drawnFrom(errors, isJoint));
    assert.ok(off <= 0.02, `${isJoint ? 'joint' : 'each by itself'}: ${what}`);
  }
});

test('a maneuver’s end scatters as claimed, and is full as often as claimed, where mover and neighbour share errors', () => {
  const ships = [ship('a', 'small', 400, 300, 10), ship('b', 'small', 505, 400, 100)];
  for (const [isJoint, code] of [
    [true, '2NB'],
    [false, '2NB'],
    [true, '2FB'],
    [false, '1NW'],
  ] as const) {
    const errors = errorsByLot(`moves ${code}`, 2, 1.5, 0.8);
    const maneuver = parseManeuver(code);
    const claimed = executeWithUncertainty(withErrors(tableOf(ships), errors, isJoint), 'a', maneuver);
    const random = createRandom(`runs ${code}`);
    const draw = drawnFrom(errors, isJoint);
    const runs = Array.from({ length: 3000 }, () =>
      execute(
        draw(tableOf(ships), () => random.normal(1)),
        'a',
        maneuver,
      ),
    );
    const share = runs.filter(({ execution }) => execution === 'full').length / runs.length;
    assert.ok(Math.abs(claimed.full.probability - share) < 0.03, `${code}: full with ${claimed.full.probability}, found ${share}`);
    if (share < 0.999) continue;
    const spread = (of: (end: { x: number; y: number }) => number) => {
      const mean = runs.reduce((sum, { end }) => sum + of(end), 0) / runs.length;
      return Math.sqrt(runs.reduce((sum, { end }) => sum + (of(end) - mean) ** 2, 0) / runs.length);
    };
    const [x, y] = [spread((end) => end.x), spread((end) => end.y)];
    assert.ok(
      Math.abs(claimed.endSigma.x / x - 1) < 0.06 && Math.abs(claimed.endSigma.y / y - 1) < 0.06,
      `${code}: ${JSON.stringify(claimed.endSigma)}, found ${x}, ${y}`,
    );
  }
});
