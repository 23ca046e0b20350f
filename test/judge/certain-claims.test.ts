import assert from 'node:assert/strict';
import test from 'node:test';
import { normalCdf } from '../../src/geometry/normal.js';
import { POINT_COUNT } from '../../src/geometry/normal-points.js';
import { EXACT, type PoseCovariance } from '../../src/geometry/pose.js';
import { sampledAtMost } from '../../src/judge/core/error-propagation.js';
import { report } from '../../src/judge/report/report.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { OBSTACLES, placedOutline } from '../../src/pieces/obstacles.js';
import type { Obstacle, ObstacleKind, Ship, Table } from '../../src/table/table.js';
import { block, DEG, normals, seeded, ship, sigmas, tableOf } from './tables.js';

type Kind = 'anywhere' | 'parallel' | 'touching';

/** Two ships with tokens between them: anywhere, their edges nearly parallel, or nearly touching. */
function randomPair(seed: number, kind: Kind): Table {
  const random = seeded(seed);
  const normal = normals(seed + 1);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const spread = (): PoseCovariance => {
    const [x, y] = [0.2 * Math.exp(2.3 * random()), 0.2 * Math.exp(2.3 * random())];
    return { xx: x * x, xy: (1.4 * random() - 0.7) * x * y, xh: 0, yy: y * y, yh: 0, hh: (0.002 * Math.exp(1.8 * random())) ** 2 };
  };
  const [a, b] = [0, 1].map(() => ({ base: pick(BASE_SIZES), covariance: spread() })) as [Partial<Ship>, Partial<Ship>];
  const headingRad = 2 * Math.PI * random();
  const quarters = (Math.PI / 2) * Math.floor(4 * random());
  const turnSigma = Math.sqrt(a.covariance!.hh + b.covariance!.hh);
  const turned = kind === 'parallel' ? quarters + 4 * turnSigma * (2 * random() - 1) : 2 * Math.PI * random();
  const bearing = kind === 'parallel' ? headingRad + quarters + 0.6 * (random() - 0.5) : 2 * Math.PI * random();
  const [u, v] = [Math.sin(bearing), Math.cos(bearing)];
  const awayMm = kind === 'touching' ? 3 * normal() : 20 + 260 * random();
  const farMm = halfSideMm(a.base as 'small') + halfSideMm(b.base as 'small') + awayMm;
  const arcs = ['front', 'rear', 'left', 'right', 'fullFront', 'bullseye'] as const;
  const obstacles = [0, 1].map((i): Obstacle => {
    const token = pick(OBSTACLES);
    const [along, aside] = [farMm * random(), 60 * normal()];
    const pose = { x: 457 + along * u + aside * v, y: 457 + along * v - aside * u, headingRad: 2 * Math.PI * random() };
    return { id: `o${i}`, kind: token.kind as ObstacleKind, outline: placedOutline(token, pose), sigmaMm: 0.3 + random() };
  });
  return tableOf(
    [
      ship('a', a.base!, 457, 457, headingRad / DEG, { ...a, arcs }),
      ship('b', b.base!, 457 + farMm * u, 457 + farMm * v, (headingRad + turned) / DEG, { ...b, arcs }),
    ],
    obstacles,
  );
}

function drawn(table: Table, normal: () => number): Table {
  const ships = table.ships.map((one) => {
    const { xx, xy, yy, hh } = one.covariance;
    const u = normal();
    const y = (xy / Math.sqrt(xx)) * u + Math.sqrt(yy - (xy * xy) / xx) * normal();
    const pose = { x: one.pose.x + Math.sqrt(xx) * u, y: one.pose.y + y, headingRad: one.pose.headingRad + Math.sqrt(hh) * normal() };
    return { ...one, pose, covariance: EXACT };
  });
  const obstacles = table.obstacles.map(({ sigmaMm = 0, ...one }) => {
    const [dx, dy] = [sigmaMm * normal(), sigmaMm * normal()];
    return { ...one, outline: one.outline.map(({ x, y }) => ({ x: x + dx, y: y + dy })) };
  });
  return { ...table, ships, obstacles };
}

interface Answer {
  readonly value: number | boolean;
  readonly certain: boolean;
  /** It is about an attack, and holds only if there is one. */
  readonly ifAttack?: true;
}

function answersOf(table: Table): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  const { pairs, ships } = report(table);
  for (const { from, to, closest, arcs } of pairs) {
    answers.set(`${from} ${to} range`, { value: closest.range, certain: closest.certain });
    for (const [arc, { inArc, attack }] of Object.entries(arcs)) {
      answers.set(`${from} ${to} ${arc}`, inArc);
      if (!attack) continue;
      answers.set(`${from} ${to} ${arc} attack`, { value: attack.range, certain: attack.certain, ifAttack: true });
      answers.set(`${from} ${to} ${arc} obstructed`, { ...attack.obstructed, ifAttack: true });
    }
  }
  for (const { id, objects } of ships)
    for (const { id: other, closest } of objects) answers.set(`${id} ${other}`, { value: closest.range, certain: closest.certain });
  return answers;
}

/** Shares of `runs` draws in which answers are otherwise. */
function wrongShares(table: Table, answers: readonly (readonly [string, Answer])[], runs: number, normal: () => number) {
  const counts = answers.map(() => ({ wrong: 0, among: 0 }));
  for (let k = 0; k < runs; k++) {
    const truth = answersOf(drawn(table, normal));
    answers.forEach(([key, { value, ifAttack }], i) => {
      const found = truth.get(key);
      if (!found && ifAttack) return;
      counts[i]!.among++;
      if (found?.value !== value) counts[i]!.wrong++;
    });
  }
  return counts.map(({ wrong, among }) => (among > runs / 4 ? wrong / among : 0));
}

test('of certain answers no more are otherwise than the one in a thousand that is allowed: lines that jump, arcs that cut, bases that may touch', () => {
  for (const [kind, from, to] of [
    ['parallel', 1, 50],
    ['touching', 60, 95],
    ['anywhere', 1, 30],
  ] as const) {
    for (let seed = from; seed <= to; seed++) {
      const table = randomPair(seed, kind);
      const normal = normals(100 + seed);
      const sure = [...answersOf(table)].filter(([, { certain }]) => certain);
      const first = wrongShares(table, sure, 250, normal);
      const doubtful = sure.filter((_, i) => first[i]! > 0);
      if (doubtful.length === 0) continue;
      // The shares of 5000 draws scatter by 0.0005 about 0.001.
      wrongShares(table, doubtful, 5000, normal).forEach((share, i) => {
        assert.ok(share <= 0.003, `${kind}, seed ${seed}: ${doubtful[i]![0]} ${doubtful[i]![1].value} is wrong in ${share}`);
      });
    }
  }
});

test('a line of nearly parallel bases that a turn of 2.3 sigma takes to their other corners is obstructed as rarely as that', () => {
  const turnDeg = 0.4;
  const covariance = sigmas(0, 0, turnDeg);
  // Turned to the right by 2.3 sigma, b comes nearest with its left corner; turned back, with its right one.
  const ships = [ship('a', 'small', 300, 300, 0, { arcs: ['fullFront'] }), ship('b', 'small', 300, 480, -2.3 * turnDeg, { covariance })];
  for (const [left, right] of [
    [270, 290],
    [310, 330],
  ] as const) {
    const { obstructed } = report(tableOf(ships, [block('rock', left, 380, right, 400)])).pairs[0]!.arcs.fullFront!.attack!;
    const expected = normalCdf(obstructed.value ? 2.3 : -2.3);
    assert.ok(Math.abs(obstructed.probability - expected) < 0.002, `${left}: ${obstructed.probability}, not ${expected}`);
    assert.equal(obstructed.certain, false);
  }
});

test('a line that begins on an obstacle is clear as rarely as a turn takes it to the other corners of its bases', () => {
  const turnDeg = 0.4;
  const covariance = sigmas(0, 0, turnDeg);
  const ships = [ship('a', 'small', 300, 300, 0, { arcs: ['fullFront'] }), ship('b', 'small', 300, 480, -1.5 * turnDeg, { covariance })];
  // The nearest corner of a, at (280, 320), lies ten millimetres inside.
  const { obstructed } = report(tableOf(ships, [block('rock', 265, 305, 295, 330)])).pairs[0]!.arcs.fullFront!.attack!;
  assert.ok(Math.abs(obstructed.probability - normalCdf(1.5)) < 0.003, `${obstructed.probability}, not ${normalCdf(1.5)}`);
  assert.deepEqual([obstructed.value, obstructed.certain], [true, false]);
});

test('what no sample point shows is no rarer than its steeper side makes it, nor than they could tell', () => {
  const probe = { value: 6, slope: [1.5], sigmaMm: 1.5, boundMm: 2, kinkMm: 1, risesMm: 3, fallsMm: 2 };
  const never = new Array<number>(POINT_COUNT).fill(6);
  assert.ok(Math.abs(sampledAtMost(0, probe, never) - normalCdf(-3)) < 1e-12);
  assert.ok(Math.abs(sampledAtMost(15, probe, never) - normalCdf(3)) < 1e-12);
  assert.equal(sampledAtMost(5, probe, never), 1 / POINT_COUNT);
});

test('bases that overlap by 2.2 sigma in an arc that cuts the target may be apart there: the range 0 of that attack is open', () => {
  const sigmaMm = 1;
  const covariance = sigmas(sigmaMm / Math.SQRT2, sigmaMm / Math.SQRT2, 0);
  const ships = [
    ship('a', 'small', 300, 300, 0, { arcs: ['bullseye'], covariance }),
    ship('b', 'small', 315, 340 - 2.2 * sigmaMm, 0, { covariance }),
  ];
  const { attack } = report(tableOf(ships)).pairs[0]!.arcs.bullseye!;
  assert.ok(Math.abs(attack!.probability['0']! - normalCdf(2.2)) < 0.003, `${attack!.probability['0']}`);
  assert.deepEqual([attack!.range, attack!.certain], [0, false]);
});
