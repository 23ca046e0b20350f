import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneOfSixteenShips } from '../../analyses/bench/relay/sixteen-ships.js';
import { wireScene } from '../../src/relay/wire/wire-scene.js';
import { parseScene } from '../../src/table/documents/scene-file.js';

const SHIP = { id: 'a', base: 'small' as const, xMm: 100.123456, yMm: 200.98765, headingDeg: -12.34567, arcs: ['front' as const] };
const SCENE = { format: 'hashmark-scene' as const, version: 1 as const, table: { widthMm: 914.4, depthMm: 914.4 } };

test('a state of 16 ships and 3 obstacles takes at most 4 kB on the wire', () => {
  const scene = sceneOfSixteenShips();
  assert.equal(parseScene(scene).ships.length, 16);
  const text = JSON.stringify({ sequence: 123_456, capturedAtMs: 1_795_409_026_621, session: crypto.randomUUID(), scene });
  assert.ok(text.length <= 4096, `${text.length} bytes`);
});

test('places are sent to a thousandth of a millimetre, sigmas never smaller than they are, and no joint covariance', () => {
  const sigma = { xMm: 0.1231, yMm: 0.00001, xyCorrelation: -0.98765, headingDeg: 0.4 };
  const sent = wireScene({ ...SCENE, ships: [{ ...SHIP, sigma }], jointCovariance: Array.from({ length: 9 }, () => 1) });
  assert.deepEqual(sent, {
    ...SCENE,
    ships: [
      {
        ...SHIP,
        xMm: 100.123,
        yMm: 200.988,
        headingDeg: -12.346,
        sigma: { xMm: 0.124, yMm: 0.001, xyCorrelation: -0.988, headingDeg: 0.4 },
      },
    ],
  });
});

test('a scene that was rounded can still be read: outlines, devices and what was not made out', () => {
  const outlineMm = [0, 1, 2, 3, 4].map((i) => [300 + 40 * Math.cos(i), 300 + 40 * Math.sin(i)] as const);
  const table = parseScene(
    wireScene({
      ...SCENE,
      ships: [SHIP],
      obstacles: [{ id: 'o', kind: 'gas', outlineMm }],
      unmeasurable: [{ xMm: 1 / 3, yMm: 1, radiusMm: 5, probability: 1 / 3, reason: 'dark' }],
    }),
  );
  assert.equal(table.obstacles[0]!.outline.length, 5);
  assert.ok(Math.abs(table.obstacles[0]!.outline[1]!.x - outlineMm[1]![0]) <= 0.0005);
});
