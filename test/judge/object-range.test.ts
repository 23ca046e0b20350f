import assert from 'node:assert/strict';
import test from 'node:test';
import { blockersOf } from '../../src/judge/core/blockers.js';
import { objectRange } from '../../src/judge/range/object-range.js';
import { outlinesMm } from '../geometry/slow-plane.js';
import { corners } from './slow-oracle.js';
import { block, normals, seeded, ship, sigmas, tableOf } from './tables.js';

const RUNS = 2500;

test(`the range to an outline is claimed with the shares of ${RUNS} random places of ship and outline, near every band line and near contact`, () => {
  const covariance = { ...sigmas(0.8, 1.4, 1.1), xy: 0.7, xh: 0.003, yh: -0.006 };
  // The factor of that covariance, by hand: each row from those above it.
  const { xx, xy, xh, yy, yh, hh } = covariance;
  const [l00, l10, l20] = [Math.sqrt(xx), xy / Math.sqrt(xx), xh / Math.sqrt(xx)];
  const l11 = Math.sqrt(yy - l10 ** 2);
  const l21 = (yh - l20 * l10) / l11;
  const l22 = Math.sqrt(hh - l20 ** 2 - l21 ** 2);
  let unsure = 0;
  for (const [k, [headingDeg, gapMm, sigmaMm]] of (
    [
      [0, 99.5, 1],
      [30, 100.5, 0.5],
      [117, 200.3, 2],
      [200, 0.6, 1.2],
      [45, 299, 0],
      [275, 100, 1.6],
    ] as const
  ).entries()) {
    const turnRad = (headingDeg * Math.PI) / 180;
    // The base’s farthest corner lies this far ahead of its middle.
    const awayMm = gapMm + 20 * (Math.abs(Math.sin(turnRad)) + Math.abs(Math.cos(turnRad)));
    // Every other rock lies to the right instead of ahead.
    const isAhead = k % 2 === 0;
    const [x, y] = isAhead ? [400, 300 - awayMm] : [300 - awayMm, 400];
    const rock = { ...(isAhead ? block('rock', 390, 300, 440, 330) : block('rock', 300, 390, 330, 440)), sigmaMm };
    const table = tableOf([ship('a', 'small', x, y, headingDeg, { covariance })], [rock]);
    const claimed = objectRange(table, 0, blockersOf(table)[0]!);
    const normal = normals(40 + k);
    const counts = [0, 0, 0, 0, 0];
    for (let run = 0; run < RUNS; run++) {
      const [z0, z1, z2] = [normal(), normal(), normal()];
      const pose = {
        x: x + l00 * z0,
        y: y + l10 * z0 + l11 * z1,
        headingRad: turnRad + l20 * z0 + l21 * z1 + l22 * z2,
      };
      const [sx, sy] = [sigmaMm * normal(), sigmaMm * normal()];
      const mm = outlinesMm(
        corners({ base: 'small', pose }),
        rock.outline.map((p) => ({ x: p.x + sx, y: p.y + sy })),
      );
      counts[mm === 0 ? 0 : Math.min(4, Math.ceil(mm / 100))]!++;
    }
    counts.forEach((count, range) => {
      const share = count / RUNS;
      if (share > 0.05 && share < 0.95) unsure++;
      assert.ok(
        Math.abs(claimed.probability[range]! - share) < 0.03,
        `${headingDeg}°, ${gapMm} mm, range ${range}: ${claimed.probability[range]}, found ${share}`,
      );
    });
  }
  assert.ok(unsure >= 8, `${unsure}`);
});

test('far from every band line the sigma of a distance to an outline is that of its slopes by finite differences', () => {
  const covariance = { ...sigmas(0.8, 1.4, 1.1), xy: 0.7, xh: 0.003, yh: -0.006 };
  const c = [
    [covariance.xx, covariance.xy, covariance.xh],
    [covariance.xy, covariance.yy, covariance.yh],
    [covariance.xh, covariance.yh, covariance.hh],
  ];
  const random = seeded(3);
  for (let k = 0; k < 40; k++) {
    const angle = 2 * Math.PI * random();
    const pose = { x: 400 + 95 * Math.cos(angle), y: 300 + 95 * Math.sin(angle), headingRad: 2 * Math.PI * random() };
    const rock = { ...block('rock', 390, 290, 410, 310), sigmaMm: 0.6 };
    const table = tableOf([{ ...ship('a', 'small', 0, 0, 0, { covariance }), pose }], [rock]);
    const { gapMm, sigmaMm, from, to } = objectRange(table, 0, blockersOf(table)[0]!);
    assert.ok(Math.abs(Math.hypot(to.x - from.x, to.y - from.y) - gapMm) < 1e-9);
    const gapAt = (e: readonly number[]) =>
      outlinesMm(
        corners({ base: 'small', pose: { x: pose.x + e[0]!, y: pose.y + e[1]!, headingRad: pose.headingRad + e[2]! } }),
        rock.outline,
      );
    assert.ok(Math.abs(gapAt([0, 0, 0]) - gapMm) < 1e-9);
    const step = [1e-4, 1e-4, 1e-6];
    const slope = step.map((size, i) => {
      const e = [0, 1, 2].map((j) => (i === j ? size : 0));
      return (gapAt(e) - gapAt(e.map((value) => -value))) / (2 * size);
    });
    const own = slope.reduce((sum, a, i) => sum + slope.reduce((part, b, j) => part + a * c[i]![j]! * b, 0), 0);
    const expected = Math.sqrt(own + 0.6 ** 2);
    assert.ok(Math.abs(sigmaMm / expected - 1) < 1e-4, `${k}: ${sigmaMm}, expected ${expected}`);
  }
});
