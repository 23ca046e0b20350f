import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closerSigmaMm } from '../../src/scene/accuracy/closer-look.js';
import { cameraAt } from '../vision/made-up-table.js';

const ship = (x: number, y: number) => ({ base: 'small' as const, pose: { x, y, headingRad: 0.3 } });
const [NEAR, BESIDE, FAR] = [ship(300, 350), ship(420, 400), ship(800, 800)];
const over = (awayMm: number) => cameraAt(55, 0.82 * 1280, 0, 0, 1280, 720, awayMm);
const pair = (to: typeof NEAR, sigmaMm = 1.3, lengthSigma = 0.001) => ({ from: NEAR, to, sigmaMm, lengthSigma });

test('from far away, two ships that stand together are worth a closer look, and nearer ones more', () => {
  const [near, far] = [closerSigmaMm(over(2000), pair(BESIDE)), closerSigmaMm(over(2600), pair(FAR, 4))];
  assert.ok(near !== undefined && near > 0.2 && near < 0.7, `${near} mm`);
  assert.ok(far !== undefined && far > 2 * near, `${far} mm for ships at both ends of the table`);
});

test('what nobody knows of the mat’s size stays unknown from close by', () => {
  const [known, unknown] = [0.001, 0.01].map((lengthSigma) => closerSigmaMm(over(2000), pair(BESIDE, 3, lengthSigma)));
  assert.ok(unknown! > 1.2 && known! < 0.7, `${known}, ${unknown} mm`);
});

test('nothing is promised where the camera is held over both ships already, where it is hardly better, or where the ships stand in one place', () => {
  assert.equal(closerSigmaMm(over(350), pair(ship(420, 400), 1.3)), undefined);
  assert.equal(closerSigmaMm(over(2000), pair(BESIDE, 0.4)), undefined);
  assert.equal(closerSigmaMm(over(2000), pair(NEAR)), undefined);
});
