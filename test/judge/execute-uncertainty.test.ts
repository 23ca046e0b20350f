import assert from 'node:assert/strict';
import test from 'node:test';
import { execute } from '../../src/judge/maneuver/execute.js';
import { executeWithUncertainty } from '../../src/judge/maneuver/execute-uncertainty.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import type { Table } from '../../src/table/table.js';
import { block, normals, ship, sigmas, tableOf } from './tables.js';

/** The table with each pose off by what its own standard deviations make likely. */
function drawn(table: Table, normal: () => number): Table {
  const ships = table.ships.map((one) => {
    const { xx, yy, hh } = one.covariance;
    const { x, y, headingRad } = one.pose;
    const pose = { x: x + Math.sqrt(xx) * normal(), y: y + Math.sqrt(yy) * normal(), headingRad: headingRad + Math.sqrt(hh) * normal() };
    return { ...one, pose };
  });
  return { ...table, ships };
}

/** A crowd about the end of a mover's way, none of them quite in it or quite out of it. */
const covariance = sigmas(1.2, 0.9, 0.8);
const CROWD = tableOf(
  [
    ship('a', 'small', 400, 300, 0, { covariance }),
    ship('b', 'small', 441, 421, 10, { covariance }),
    ship('c', 'small', 358.5, 421, -15, { covariance }),
    ship('d', 'medium', 430, 462, 40, { covariance }),
    ship('e', 'small', 371, 466, 20, { covariance }),
    ship('f', 'large', 400, 600, 5, { covariance }),
  ],
  [block('rock', 410, 370, 430, 400), block('cloud', 380, 452, 420, 480, 'gas')],
);

const RUNS = 1000;

for (const code of ['2FB', '2KR']) {
  test(`among five others whose places are known to a millimetre, ${code} ends as often full, touching and over what as in ${RUNS} random tables`, () => {
    const maneuver = parseManeuver(code);
    const claimed = executeWithUncertainty(CROWD, 'a', maneuver);
    const normal = normals(code.length + code.charCodeAt(0) + code.charCodeAt(1));
    const runs = Array.from({ length: RUNS }, () => execute(drawn(CROWD, normal), 'a', maneuver));
    const share = (of: (run: (typeof runs)[number]) => boolean) => runs.filter(of).length / RUNS;
    const near = (claim: number, found: number, what: string) =>
      assert.ok(Math.abs(claim - found) < 0.05, `${what}: ${claim}, found ${found}`);
    near(
      claimed.full.probability,
      share(({ execution }) => execution === 'full'),
      'full',
    );
    for (const { id } of CROWD.ships.slice(1))
      near(
        claimed.touching.get(id) ?? 0,
        share(({ touching }) => touching.includes(id)),
        `touching ${id}`,
      );
    for (const { id } of CROWD.obstacles) {
      near(
        claimed.templateOver.get(id) ?? 0,
        share(({ templateOver }) => templateOver.includes(id)),
        `template over ${id}`,
      );
      near(
        claimed.overlaps.get(id) ?? 0,
        share(({ overlaps }) => overlaps.includes(id)),
        `overlaps ${id}`,
      );
    }
  });
}

test('the gap to the nearest ship at the end is the margin: 20 mm of air, or 5 mm too deep, or none to be had without others', () => {
  const one = (y: number) =>
    executeWithUncertainty(tableOf([ship('a', 'small', 400, 300, 0), ship('b', 'small', 400, y, 0)]), 'a', parseManeuver('2FB')).full;
  // A straight 2 ends 40 + 80 mm ahead; bases touch where their centres are 40 mm apart.
  assert.ok(Math.abs(one(480).marginMm - 20) < 1e-9 && one(480).value);
  assert.ok(Math.abs(one(455).marginMm + 5) < 1e-9 && !one(455).value);
  const alone = executeWithUncertainty(tableOf([ship('a', 'small', 400, 300, 0, { covariance })]), 'a', parseManeuver('2FB'));
  assert.deepEqual([alone.full.marginMm, alone.full.probability], [Infinity, 1]);
});

test('a ship near the edge is off the table as often as its errors take it there', () => {
  // A straight 1 ends at y = 380; the base’s left edge lies 0.5 mm inside, known to 1 mm: off with Φ(−0.5).
  const table = tableOf([ship('a', 'small', 20.5, 300, 0, { covariance: sigmas(1, 0.001, 0.001) })]);
  const { offTable, execution } = executeWithUncertainty(table, 'a', parseManeuver('1FB'));
  assert.equal(execution.offTable, false);
  assert.ok(Math.abs(offTable - 0.3085) < 0.01, `${offTable}`);
});

test('where all poses are exact everything is either so or not so: shares are 0 or 1', () => {
  const exact = { ...CROWD, ships: CROWD.ships.map((one) => ({ ...one, covariance: sigmas(0, 0, 0) })) };
  for (const code of ['1FB', '2FB', '3FB', '2KR']) {
    const maneuver = parseManeuver(code);
    const found = executeWithUncertainty(exact, 'a', maneuver);
    const run = execute(exact, 'a', maneuver);
    assert.deepEqual([found.full.probability, found.offTable], [Number(run.execution === 'full'), 0]);
    assert.deepEqual([...found.touching], run.touching.map((id) => [id, 1]).sort());
    assert.deepEqual([...found.templateOver], run.templateOver.map((id) => [id, 1]).sort());
    assert.deepEqual(found.endSigma, { x: 0, y: 0, headingRad: 0 });
  }
});
