import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createErrorMap } from '../../src/app/map/error-layer.js';
import type { TableView } from '../../src/app/state/table-session.js';
import type { Ship } from '../../src/table/table.js';
import { cameraAt } from '../vision/made-up-table.js';

const camera = cameraAt(60, 1100, -0.05);
const ships = [200, 450, 700].map((x, i) => ({ base: 'small', pose: { x, y: 200 + 250 * i, headingRad: 0 } }) as Ship);

/** A table whose poses are claimed to this, mm. */
function claimed(sigmaMm: number): TableView {
  const n = 3 * ships.length;
  const jointCovariance = Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? sigmaMm ** 2 : 0));
  const table = { widthMm: 914.4, depthMm: 914.4, ships, obstacles: [], devices: [], jointCovariance };
  return { state: { camera }, table } as unknown as TableView;
}

test('the map and its advice follow what is claimed, though camera and ships stand where they stood', () => {
  const errorsOf = createErrorMap();
  const stranger = errorsOf(claimed(1.5))!;
  assert.equal(errorsOf(claimed(1.6)), stranger);
  const known = errorsOf(claimed(0.5))!;
  assert.ok(Math.abs(stranger.advice.nowMm / known.advice.nowMm - 3) < 1e-9, `${stranger.advice.nowMm} → ${known.advice.nowMm} mm`);
});
