import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceClaims, scoreTogether } from '../../analyses/accuracy/hand-held-score.js';
import type { Truth } from '../../src/cli/eval/truth-file.js';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import { EXACT } from '../../src/geometry/pose.js';
import type { Ship, Table } from '../../src/table/table.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';
import { OVERHEAD as camera } from '../table/overhead-camera.js';

const covariance = sigmas(0.3, 0.3, 0.1);

function truthOf(ships: readonly Ship[], visibleFraction: readonly number[]): Truth {
  return { image: 'view.jpg', table: tableOf(ships), visibleFraction, camera, tags: [] };
}

function togetherOf(ships: readonly Ship[]) {
  const table: Table = { ...tableOf(ships), jointCovariance: jointOf(ships.map((one) => one.covariance)) };
  return { table, motion: { x: 0, y: 0, headingRad: 0 } };
}

test('what several views show together is compared with where each ship stood in the last of them that shows any of it', () => {
  const [a, b] = [ship('a', 'small', 300, 300, 0, { covariance }), ship('b', 'small', 500, 300, 0, { covariance })];
  const moved = ship('b', 'small', 500, 180, 0, { covariance });
  const asMoved = [truthOf([a, b], [1, 1]), truthOf([a, moved], [0, 0.9])];
  const score = (truths: readonly Truth[], ...found: readonly Ship[]) => {
    const { due, dueFound, foundRight, claims } = scoreTogether(truths, togetherOf(found));
    return [due, dueFound, foundRight, claims.length];
  };
  assert.deepEqual(score(asMoved, a, moved), [2, 2, 2, 1]);
  assert.deepEqual(score(asMoved, a, b), [2, 1, 1, 0], 'where it stood before');
  const outOfView = [asMoved[0]!, truthOf([a, moved], [0, 0])];
  assert.deepEqual(score(outOfView, a, b), [2, 2, 2, 1], 'nobody saw it move');
  const hardlySeen = [asMoved[0]!, truthOf([a, moved], [0, 0.2])];
  assert.deepEqual(score(hardlySeen, a, b), [1, 1, 1, 0], 'nor need it be found where it is hardly seen');
  const { failed, due } = scoreTogether(asMoved, undefined);
  assert.deepEqual([failed, due], [true, 2]);
});

test('the errors of distances are counted in their own standard deviations, with what two bases have in common', () => {
  const poses = [300, 500].map((x) => ({ x, y: 300, headingRad: 0 }));
  const truth = [ship('a', 'small', 300, 300, 0), ship('b', 'small', 501, 300, 0)];
  const bases = poses.map((pose) => ({ base: 'small' as const, pose, covariance: { ...EXACT, xx: 4, yy: 4 }, detectionProbability: 1 }));
  const joint = jointOf(bases.map((one) => one.covariance));
  const [alone] = distanceClaims(bases, joint, truth);
  assert.ok(Math.abs(alone! + 1 / Math.sqrt(8)) < 1e-12, `${alone}`);
  // A shift of both by 2 mm, one standard deviation, leaves nothing open but what is added here.
  const common = joint.map((value, at) => (at % 3 === 0 && Math.floor(at / 6) % 3 === 0 ? 4 : value) + (at % 7 === 0 ? 0.125 : 0));
  const [together] = distanceClaims(bases, common, truth);
  assert.ok(Math.abs(together! + 2) < 1e-12, `${together}`);
  assert.deepEqual(distanceClaims(bases, joint, [truth[0], undefined]), []);
});
