import assert from 'node:assert/strict';
import test from 'node:test';
import { setupFrom } from '../../src/cli/commands/setup.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';

const FIXTURE = 'test-fixtures/tables';
/** Of the camera of the first picture, px; that of the other one has 1698. Either shows three ships: the fewest there are. */
const FOCAL_PX = 2020.6;

test('pictures of two tables make the setup of the first one: that of another camera is left out', async () => {
  const setup = await setupFrom(await loadEngines(), [`${FIXTURE}/test-000005.jpg`, `${FIXTURE}/test-000211.jpg`], {});
  const { fx, sigma } = setup.camera!.lens;
  assert.ok(Math.abs(fx - FOCAL_PX) < 4 * sigma!.focalPx, `${fx} ± ${sigma!.focalPx} px`);
  assert.equal(setup.learnedFrom.pictures, 1);
});
