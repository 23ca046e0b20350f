import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate } from '../../src/cli/eval/evaluation.js';
import { intervalTable, isTableRight } from '../../src/cli/eval/intervals.js';
import { quarterTurned, scorePicture } from '../../src/cli/eval/score-picture.js';
import type { Truth } from '../../src/cli/eval/truth-file.js';
import { EXACT } from '../../src/geometry/pose.js';
import type { Ship, Table } from '../../src/table/table.js';

const ship = (id: string, x: number, y: number, headingDeg: number, extra: Partial<Ship> = {}): Ship => ({
  id,
  base: 'small',
  pose: { x, y, headingRad: (headingDeg * Math.PI) / 180 },
  covariance: EXACT,
  arcs: ['front', 'bullseye'],
  ...extra,
});
const table = (ships: readonly Ship[]): Table => ({ widthMm: 914, depthMm: 914, ships, obstacles: [], devices: [] });
const truthOf = (ships: readonly Ship[], visibleFraction = ships.map(() => 1)): Truth => ({
  image: 'a.jpg',
  table: table(ships),
  visibleFraction,
  elevationDeg: 50,
  tags: [],
});
const measured = { xx: 0.25, xy: 0, xh: 0, yy: 0.25, yh: 0, hh: 1e-4 };

const SHIPS = [ship('a', 200, 200, 10), ship('b', 400, 250, 190), ship('c', 600, 700, 45)];

test('a table that is found exactly scores full marks and no error', () => {
  const found = SHIPS.map((one, i) => ({ ...one, id: `ship-${i + 1}`, covariance: measured }));
  const evaluation = evaluate([scorePicture(truthOf(SHIPS), table(found), 1)]);
  assert.equal(evaluation.recall, 1);
  assert.equal(evaluation.precision, 1);
  assert.equal(evaluation.positionMm.max, 0);
  assert.ok(evaluation.headingDeg.max < 1e-9);
  assert.equal(evaluation.byElevation['40-60']?.images, 1);
});

test('four quarter turns bring a table back to itself', () => {
  const start = table(SHIPS.map((one) => ({ ...one, covariance: { ...measured, xy: 0.1, xh: 0.01, yh: 0.02 } })));
  let turned = start;
  for (let i = 0; i < 4; i++) turned = quarterTurned(turned);
  turned.ships.forEach((one, i) => {
    const was = start.ships[i]!;
    assert.ok(Math.abs(one.pose.x - was.pose.x) < 1e-9 && Math.abs(one.pose.y - was.pose.y) < 1e-9);
    assert.ok(Math.abs(Math.sin(one.pose.headingRad - was.pose.headingRad)) < 1e-12);
    assert.deepEqual(
      Object.values(one.covariance).map((v) => Math.round(v * 1e9)),
      Object.values(was.covariance).map((v) => Math.round(v * 1e9)),
    );
  });
});

test('a picture measured from another side of a square mat is scored after the quarter turn that matches', () => {
  const found = quarterTurned(table(SHIPS.map((one) => ({ ...one, covariance: measured }))));
  const score = scorePicture(truthOf(SHIPS), found, 1);
  assert.equal(score.dueFound, 3);
  assert.ok(Math.max(...score.positionMm) < 1e-9);
  assert.ok(Math.max(...score.headingDeg) < 1e-9);
});

test('obstruction is scored by itself, of every pair: an obstacle that left no trace makes a certain answer wrong, a place that may hold one leaves it open', () => {
  const outline = [
    { x: 280, y: 205 },
    { x: 320, y: 205 },
    { x: 320, y: 245 },
    { x: 280, y: 245 },
  ];
  const rock = { id: 'rock', kind: 'asteroid', outline } as const;
  const truth: Truth = { ...truthOf(SHIPS), table: { ...table(SHIPS), obstacles: [rock] } };
  const found = table(SHIPS.map((one) => ({ ...one, covariance: measured })));
  const scored = (what: Partial<Table>) => scorePicture(truth, { ...found, ...what }, 1).obstruction;
  const seen = scored({ obstacles: [{ ...rock, sigmaMm: 0.5 }] });
  assert.ok(seen.asked >= 6 && seen.certain === seen.asked && seen.certainCorrect === seen.certain, JSON.stringify(seen));
  const missed = scored({});
  assert.deepEqual([missed.certain, missed.certain - missed.certainCorrect], [seen.asked, 2], 'a to b and b to a');
  const open = scored({ unmeasurable: [{ at: { x: 300, y: 225 }, radiusMm: 40, probability: 0.02, reason: 'Obstacle?' }] });
  assert.deepEqual([open.asked - open.certain, open.certain - open.certainCorrect], [2, 0]);
});

test('a common shift counts as position error, not as layout error', () => {
  const found = SHIPS.map((one) => ({ ...one, covariance: measured, pose: { ...one.pose, x: one.pose.x + 3, y: one.pose.y + 4 } }));
  const score = scorePicture(truthOf(SHIPS), table(found), 1);
  assert.ok(score.positionMm.every((mm) => Math.abs(mm - 5) < 1e-9));
  assert.ok(score.layoutMm.every((mm) => mm < 1e-9));
  // 3 mm and 4 mm at a claimed 0.5 mm: root mean square of 6 and 8.
  const rms = Math.sqrt(score.normalised.reduce((sum, z) => sum + z * z, 0) / score.normalised.length);
  assert.ok(Math.abs(rms - Math.sqrt((36 + 64) / 2)) < 1e-9);
});

test('a ship 16 mm away is missed and false; a hidden one need not be found; a failed picture misses all', () => {
  const far = [ship('x', 216, 200, 10, { covariance: measured })];
  const missed = scorePicture(truthOf(SHIPS, [1, 0.2, 1]), table(far), 1);
  assert.equal(missed.due, 2);
  assert.equal(missed.dueFound, 0);
  const evaluation = evaluate([missed, scorePicture(truthOf(SHIPS), undefined, 1)]);
  assert.equal(evaluation.recall, 0);
  assert.equal(evaluation.precision, 0);
  assert.deepEqual(evaluation.failedImages, ['a.jpg']);
});

test('an answer about a ship that is seen where it is and measured elsewhere is asked too', () => {
  const truth = truthOf([ship('a', 200, 200, 0), ship('b', 200, 341, 0)]);
  // Truth: gap 101 mm, range 2. Measured 40 mm nearer: range 1, certain and wrong.
  const found = table([ship('a', 200, 240, 0), ship('b', 200, 341, 0)]);
  const unseen = scorePicture(truth, found, 1);
  assert.deepEqual([unseen.dueFound, unseen.verdicts.asked], [1, 0]);
  const seen = scorePicture(
    truth,
    found,
    1,
    undefined,
    truth.table.ships.map(({ pose }) => pose),
  );
  assert.equal(seen.dueFound, 1);
  assert.ok(seen.verdicts.certain > seen.verdicts.certainCorrect, JSON.stringify(seen.verdicts));
});

test('a size taken wrongly and a verdict that is certain and wrong are both counted', () => {
  const truth = truthOf([ship('a', 200, 200, 0), ship('b', 200, 341, 0)]);
  // Truth: gap 101 mm, range 2. Found 2 mm nearer and claimed exact: range 1, certain and wrong.
  const found = [ship('a', 200, 200, 0), ship('b', 200, 339, 0, { base: 'small' })];
  const score = scorePicture(truth, table(found), 1);
  assert.ok(score.verdicts.certain > score.verdicts.certainCorrect);
  const sized = scorePicture(truth, table([ship('a', 200, 200, 0, { base: 'large' }), ship('b', 200, 341, 0)]), 1);
  assert.equal(sized.sizeRight, 1);
});

test('a table is right where every ship is found within 1 mm and no certain answer is wrong', () => {
  const moved = (mm: number) =>
    SHIPS.map((one, i) => ({ ...one, covariance: measured, pose: { ...one.pose, x: one.pose.x + (i === 0 ? mm : 0) } }));
  const rightWith = (found: readonly Ship[], truth = truthOf(SHIPS)) => {
    const score = scorePicture(truth, table(found), 1);
    return isTableRight(score, score.positionMm);
  };
  assert.ok(rightWith(moved(0.9)));
  assert.ok(!rightWith(moved(1.1)), 'a ship too far off');
  assert.ok(!rightWith(moved(0).slice(1)), 'a ship missed');
  assert.ok(rightWith(moved(0).slice(1), truthOf(SHIPS, [0.2, 1, 1])), 'a hidden one need not be found');
  assert.ok(!rightWith([...moved(0), ship('d', 800, 100, 0, { covariance: measured })]), 'something else mistaken for a ship');
  const beyond = truthOf([ship('a', 200, 200, 0), ship('b', 200, 340.3, 0)]);
  assert.ok(!rightWith([ship('a', 200, 200, 0), ship('b', 200, 339.5, 0)], beyond), 'range 1 for certain, which is range 2');
});

test('an interval holds its figure, and one of tables that are all alike is a point', () => {
  const scores = [0, 0.5, 2].map((mm) =>
    scorePicture(
      truthOf(SHIPS),
      table(SHIPS.map((one) => ({ ...one, covariance: measured, pose: { ...one.pose, x: one.pose.x + mm } }))),
      1,
    ),
  );
  const rowOf = (of: typeof scores, title: string) => {
    const cells = intervalTable(of)
      .split('\n')
      .find((row) => row.includes(title))!
      .match(/[\d.]+(?= to| \||$)/g)!;
    return cells.slice(-3).map(Number);
  };
  assert.deepEqual(rowOf(scores, 'within 1 mm on the mat'), [0.667, 0.333, 1]);
  assert.deepEqual(rowOf([scores[1]!, scores[1]!], 'position p50'), [0.5, 0.5, 0.5]);
  assert.equal(intervalTable(scores), intervalTable(scores));
});

test('a table turned by four quarters is the same, with all that is open about it and how well its tokens are placed', () => {
  const outline = [
    { x: 300, y: 300 },
    { x: 360, y: 310 },
    { x: 330, y: 350 },
  ];
  const token = {
    xws: 'coreasteroid0',
    name: 'Core asteroid 1',
    mirrored: false,
    pose: { x: 330, y: 320, headingRad: 0.3 },
    covariance: { ...measured, xx: 4 },
  };
  const open: Table = { ...table(SHIPS), areObstaclesOpen: true, obstacles: [{ id: 'o', kind: 'asteroid', outline, token }] };
  const once = quarterTurned(open);
  assert.equal(once.areObstaclesOpen, true);
  const { covariance, pose } = once.obstacles[0]!.token!;
  assert.deepEqual([covariance!.xx, covariance!.yy], [0.25, 4]);
  // Its left edge becomes the near one.
  assert.ok(Math.hypot(pose.x - (914 - 320), pose.y - 330) < 1e-9, `${pose.x}, ${pose.y}`);
  const round = quarterTurned(quarterTurned(quarterTurned(once)));
  const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;
  assert.ok(near(round.obstacles[0]!.token!.pose.x, 330) && near(round.obstacles[0]!.token!.pose.y, 320));
});
