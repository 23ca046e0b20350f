import assert from 'node:assert/strict';
import test from 'node:test';
import { report } from '../../src/judge/report/report.js';
import type { AttackReport } from '../../src/judge/report/report-file.js';
import type { Device, Obstacle, Ship } from '../../src/table/table.js';
import { UNMEASURED } from '../../src/table/unmeasured-reason.js';
import { block, ship, sigmas, tableOf } from './tables.js';

/** The front attack from `a` to `b`. */
function attackOf(ships: readonly Ship[], obstacles: readonly Obstacle[] = [], devices: readonly Device[] = []): AttackReport {
  return report(tableOf(ships, obstacles, devices)).pairs.find(({ from, to }) => from === 'a' && to === 'b')!.arcs.front!.attack!;
}

/** Corner to corner: the only shortest line runs from (420, 320) to (480, 420). */
const slanted = [ship('a', 'small', 400, 300, 0), ship('b', 'small', 500, 440, 0)];
/** Parallel bases that face each other over their whole width: 40 mm of equally short lines, x from 380 to 420. */
const parallel = [ship('a', 'small', 400, 300, 0), ship('b', 'small', 400, 440, 0)];

test('[ATK-11] the line from the closest point to the closest point in the arc is obstructed by what it passes over', () => {
  const onIt = attackOf(slanted, [block('rock', 445, 365, 455, 375)]);
  assert.deepEqual([onIt.obstructed.value, onIt.by, onIt.choice], [true, ['rock'], false]);
  const beside = attackOf(slanted, [block('rock', 470, 330, 490, 360)]);
  assert.deepEqual([beside.obstructed.value, beside.by], [false, []]);
});

test('a line over obstacles that may be none is as likely obstructed as any of them is there, and never surely', () => {
  const maybe = (id: string, leftMm: number, detectionProbability: number) => ({
    ...block(id, leftMm, 365, leftMm + 10, 375),
    detectionProbability,
  });
  const one = attackOf(slanted, [maybe('one', 445, 0.8)]).obstructed;
  assert.deepEqual([one.value, one.certain], [true, false]);
  assert.ok(Math.abs(one.probability - 0.8) < 1e-9);
  const two = attackOf(slanted, [maybe('one', 445, 0.8), maybe('two', 444, 0.5)]).obstructed;
  assert.ok(Math.abs(two.probability - (1 - 0.2 * 0.5)) < 1e-9 && !two.certain);
  const withRock = attackOf(slanted, [maybe('one', 445, 0.8), block('rock', 445, 365, 455, 375)]).obstructed;
  assert.deepEqual([withRock.probability, withRock.certain], [1, true]);
});

test('where no obstacle was recognised a clear line is open, and the more so the longer it is', () => {
  const seen = { ...tableOf(slanted), areObstaclesOpen: true } as const;
  const { obstructed } = report(seen).pairs[0]!.arcs.front!.attack!;
  assert.deepEqual([obstructed.value, obstructed.certain], [false, false]);
  // Three obstacles of 55 mm, thrown anywhere on the mat: each lies on the line where its middle is within 27.5 mm of it. Counted over a grid of middles, 2 mm apart.
  const line = { from: { x: 420, y: 320 }, to: { x: 480, y: 420 } };
  let hits = 0;
  let all = 0;
  for (let x = 1; x < 914.4; x += 2) {
    for (let y = 1; y < 914.4; y += 2, all++) if (awayMm({ x, y }, line) <= 27.5) hits++;
  }
  const probability = 1 - (1 - hits / all) ** 3;
  assert.ok(Math.abs(obstructed.probability - probability) < 0.25 * probability, `${obstructed.probability}, counted ${probability}`);
  const touching = { ...tableOf([ship('a', 'small', 400, 300, 0), ship('b', 'small', 400, 340, 0)]), areObstaclesOpen: true } as const;
  assert.ok(report(touching).pairs[0]!.arcs.front!.attack?.obstructed.certain ?? true, 'no line, nothing on it');
});

function awayMm(
  { x, y }: { x: number; y: number },
  { from, to }: { from: { x: number; y: number }; to: { x: number; y: number } },
): number {
  const along = ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / ((to.x - from.x) ** 2 + (to.y - from.y) ** 2);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from.x - t * (to.x - from.x), y - from.y - t * (to.y - from.y));
}

test('[ATK-11] only the line counts, not the space between the bases', () => {
  // A rock in the middle between the bases, 5 mm beside the line.
  const { obstructed, by } = attackOf(slanted, [block('rock', 425, 385, 440, 400)]);
  assert.deepEqual([obstructed.value, by], [false, []]);
  assert.ok(obstructed.marginMm! < 0);
});

test('a line that grazes the edge of an obstacle passes over it, and 0.01 mm away it does not', () => {
  const vertical = [ship('a', 'small', 400, 300, 0), ship('b', 'small', 440, 440, 45)];
  // The lower corner of b, at (440, 440 − 28.28), is nearest; its foot on the front edge does not exist (x > 420): corner (420, 320).
  const line = attackOf(vertical);
  const at = { x: (line.fromMm[0] + line.toMm[0]) / 2, y: (line.fromMm[1] + line.toMm[1]) / 2 };
  const length = Math.hypot(line.toMm[0] - line.fromMm[0], line.toMm[1] - line.fromMm[1]);
  const right = { x: (line.toMm[1] - line.fromMm[1]) / length, y: -(line.toMm[0] - line.fromMm[0]) / length };
  const spike = (mm: number): Obstacle => {
    const tip = { x: at.x + mm * right.x, y: at.y + mm * right.y };
    return {
      id: 'o',
      kind: 'gas',
      outline: [tip, { x: tip.x + 20 * right.x + 5, y: tip.y + 20 * right.y }, { x: tip.x + 20 * right.x - 5, y: tip.y + 20 * right.y }],
    };
  };
  assert.equal(attackOf(vertical, [spike(0)]).obstructed.value, true);
  assert.equal(attackOf(vertical, [spike(0.01)]).obstructed.value, false);
  assert.equal(attackOf(vertical, [spike(-0.01)]).obstructed.value, true);
});

test('[ATK-11] ships and devices on the line are named and obstruct nothing; the two ships themselves are not named', () => {
  const device: Device = { id: 'mine', kind: 'mine', outline: block('', 445, 365, 455, 375).outline };
  const third = ship('c', 'small', 450, 370, 10);
  const clear = { value: false, certain: true, probability: 0 };
  for (const [found, ships, devices] of [
    [attackOf(slanted, [], [device]), [], ['mine']],
    [attackOf([...slanted, third]), ['c'], undefined],
    [attackOf(slanted), [], undefined],
  ] as const) {
    const { marginMm, ...obstructed } = found.obstructed;
    assert.ok(marginMm! < 0);
    assert.deepEqual([obstructed, found.by, found.shipsOnLine, found.devicesOnLine], [clear, [], ships, devices]);
  }
});

test('[ATK-11] a ship and an obstacle on one line: the obstacle obstructs, the ship is named beside it', () => {
  const found = attackOf([...slanted, ship('c', 'small', 450, 370, 10)], [block('rock', 470, 395, 480, 405)]);
  assert.deepEqual([found.obstructed.value, found.by, found.shipsOnLine], [true, ['rock'], ['c']]);
});

test('of several equally short lines a ship under any is named, and leaves no choice to make', () => {
  const found = attackOf([...parallel, ship('c', 'small', 440, 370, 0)]);
  // The ship covers x from 420 on, where the row ends: it is grazed over no width.
  assert.deepEqual([found.shipsOnLine, found.choice], [[], false]);
  const nearer = attackOf([...parallel, ship('c', 'small', 430, 370, 0)]);
  assert.deepEqual([nearer.obstructed.value, nearer.by, nearer.choice, nearer.shipsOnLine], [false, [], false, ['c']]);
});

test('an obstacle under the attacker obstructs when the line starts on it', () => {
  assert.deepEqual(attackOf(slanted, [block('under', 405, 300, 425, 325)]).by, ['under']);
  assert.deepEqual(attackOf(slanted, [block('under', 380, 290, 410, 318)]).by, []);
});

test('of several equally short lines the attacker chooses: some obstructed, some not', () => {
  const { obstructed, by, choice } = attackOf(parallel, [block('rock', 370, 360, 395, 380)]);
  assert.deepEqual([obstructed.value, by, choice], [false, ['rock'], true]);
});

test('the room for a choice is half the widest clear part of the row, beside, between or around what lies in it', () => {
  const room = (...outlines: readonly Obstacle[]) => attackOf(parallel, outlines).obstructed.marginMm;
  // Clear from 395 to 420, from 390 to 412, and beside a slanted shard: from 380 to 395.
  assert.equal(room(block('rock', 370, 360, 395, 380))!.toFixed(6), '-12.500000');
  assert.equal(room(block('left', 370, 360, 390, 380), block('right', 412, 360, 430, 380))!.toFixed(6), '-11.000000');
  const [x, y] = [395, 345];
  const shard = {
    ...block('shard', 0, 0, 1, 1),
    outline: [
      { x, y },
      { x: 405.2, y: 378 },
      { x: 405, y: 378 },
    ],
  };
  assert.equal(room(shard)!.toFixed(6), '-7.500000');
});

test('the attacker has no choice when every equally short line is obstructed, by one thing or by several', () => {
  const one = attackOf(parallel, [block('wall', 370, 360, 430, 380)]);
  assert.deepEqual([one.obstructed.value, one.by, one.choice], [true, ['wall'], false]);
  const two = attackOf(parallel, [block('left', 370, 360, 400, 380), block('right', 400, 390, 430, 400)]);
  assert.deepEqual([two.obstructed.value, two.by, two.choice], [true, ['left', 'right'], false]);
  const slit = attackOf(parallel, [block('left', 370, 360, 400, 380), block('right', 400.5, 390, 430, 400)]);
  assert.deepEqual([slit.obstructed.value, slit.choice], [false, true]);
});

test('without anything between parallel bases there is nothing to choose', () => {
  const { obstructed, by, choice } = attackOf(parallel, [block('far', 600, 360, 620, 380)]);
  assert.deepEqual([obstructed.value, by, choice], [false, [], false]);
});

test('touching ships have no line to obstruct', () => {
  const { obstructed, by } = attackOf(
    [ship('a', 'small', 400, 300, 0), ship('b', 'small', 400, 340, 0)],
    [block('rock', 390, 310, 410, 330)],
  );
  assert.deepEqual([obstructed.value, by], [false, []]);
});

test('bases that are parallel within what the camera knows leave the choice open too', () => {
  const covariance = sigmas(0.3, 0.3, 0.3);
  const ships = [ship('a', 'small', 400, 300, 0, { covariance }), ship('b', 'small', 400, 440, 0.2, { covariance })];
  const { obstructed, choice, by } = attackOf(ships, [block('rock', 370, 360, 395, 380)]);
  assert.equal(obstructed.certain, false);
  assert.deepEqual([choice, by], [true, ['rock']]);
});

test('a clear line that crosses what was seen but not made out is no surer clear than that is absent; one beside it stays certain', () => {
  const rival = (x: number, y: number) => {
    const table = { ...tableOf(slanted), unmeasurable: [{ at: { x, y }, radiusMm: 20, probability: 0.3, reason: 'not made out' }] };
    return report(table).pairs.find(({ from, to }) => from === 'a' && to === 'b')!.arcs.front!.attack!.obstructed;
  };
  const across = rival(450, 370);
  assert.deepEqual([across.value, across.certain], [false, false]);
  assert.ok(Math.abs(across.probability - 0.3) < 1e-9, `${across.probability}`);
  assert.equal(rival(600, 370).certain, true);
});

test('where a person said which obstacles there are, a line is clear across what was not recognised, but not across a known one that is out of sight', () => {
  const over = (reason: string) => {
    const unmeasurable = [{ at: { x: 450, y: 370 }, radiusMm: 20, probability: 0.3, reason }];
    const { pairs } = report({ ...tableOf(slanted), areObstaclesSaid: true, unmeasurable });
    return pairs.find(({ from, to }) => from === 'a' && to === 'b')!.arcs.front!.attack!.obstructed;
  };
  for (const reason of [UNMEASURED.perhapsObstacle, UNMEASURED.perhapsBase, UNMEASURED.hidden]) {
    assert.deepEqual([over(reason).value, over(reason).certain], [false, true], reason);
  }
  assert.equal(over(UNMEASURED.obstacleWasThere).certain, false);
});

test('what was not made out takes nothing from an obstruction that is known', () => {
  const table = tableOf(slanted, [block('rock', 445, 365, 455, 375)]);
  const unmeasurable = [{ at: { x: 450, y: 370 }, radiusMm: 20, probability: 0.3, reason: 'not made out' }];
  const { obstructed } = report({ ...table, unmeasurable }).pairs[0]!.arcs.front!.attack!;
  assert.deepEqual([obstructed.value, obstructed.certain, obstructed.probability], [true, true, 1]);
});
