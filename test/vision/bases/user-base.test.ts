import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import type { Camera } from '../../../src/geometry/camera.js';
import { wrapRad } from '../../../src/geometry/pose.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import type { FittedBase, UserBase } from '../../../src/table/measurement.js';
import { fitUserBase } from '../../../src/vision/bases/user-base.js';
import { withFrameContext } from '../../../src/vision/lens/frame-context.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';
import { DEG } from '../../judge/tables.js';

const TABLE = 'test-fixtures/tables/test-000004';

interface Truth {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly camera: { readonly k: number[][]; readonly distortion: Camera['distortion']; readonly r: number[][]; readonly tMm: Camera['t'] };
  readonly ships: readonly { readonly base: BaseSize; readonly xMm: number; readonly yMm: number; readonly headingDeg: number }[];
}

const truth = JSON.parse(readFileSync(`${TABLE}.json`, 'utf8')) as Truth;
const [[fx, , cx], [, fy, cy]] = truth.camera.k as [number[], number[], number[]];
/** The camera that took the picture: what is fitted is held against the true places. */
const camera: Camera = {
  ...{ widthPx: truth.widthPx, heightPx: truth.heightPx, fx: fx!, fy: fy!, cx: cx!, cy: cy! },
  ...{ distortion: truth.camera.distortion, r: truth.camera.r.flat() as unknown as Camera['r'], t: truth.camera.tMm },
};
const placed = truth.ships.map(({ base, xMm: x, yMm: y, headingDeg }) => ({ base, pose: { x, y, headingRad: headingDeg * DEG } }));
const covariance = { xx: 0.04, xy: 0, xh: 0, yy: 0.04, yh: 0, hh: 1e-5 };

let engines: Engines;
before(async () => {
  engines = await loadEngines();
});

/** What is fitted for each, in one picture. */
async function fitted(told: readonly Omit<UserBase, 'camera'>[]): Promise<FittedBase[][]> {
  const frame = await readPicture(`${TABLE}.jpg`);
  return withFrameContext(engines, frame, {}, async ({ rgba }) => {
    const fits: FittedBase[][] = [];
    for (const one of told) fits.push(await fitUserBase(engines, rgba, { ...one, camera }));
    return fits;
  });
}

const othersThan = (index: number) => placed.flatMap((one, i) => (i === index ? [] : [{ ...one, covariance }]));

test('a base that a person points at is fitted to the pixels: its size, its place and heading within what is claimed', async () => {
  const asked = [0, 2, 4];
  const fits = await fitted(
    asked.map((index) => ({ at: { x: placed[index]!.pose.x + 9, y: placed[index]!.pose.y - 8 }, bases: othersThan(index) })),
  );
  asked.forEach((index, i) => {
    const { base, pose } = placed[index]!;
    const [best] = fits[i]!;
    assert.ok(best, `ship ${index} is not found`);
    assert.equal(best.base, base);
    const { xx, yy, hh } = best.covariance;
    const [dx, dy, dh] = [best.pose.x - pose.x, best.pose.y - pose.y, wrapRad(best.pose.headingRad - pose.headingRad)];
    const miss = (dx * dx) / xx + (dy * dy) / yy + (dh * dh) / hh;
    // Chi-squared with three degrees of freedom: beyond 16 is one in a thousand.
    assert.ok(miss < 16, `ship ${index}: ${dx.toFixed(2)}, ${dy.toFixed(2)} mm, ${(dh / DEG).toFixed(2)}°`);
    assert.ok(Math.hypot(dx, dy) < 2 && Math.sqrt(xx) < 2, 'and far better than a hand');
    const own = best.ownCovariance!;
    assert.ok(own.xx < xx / 1.5 && own.yy < yy / 1.5, 'most of it is the camera’s, which is the true one here');
    assert.ok(
      (dx * dx) / own.xx + (dy * dy) / own.yy < 14,
      `ship ${index}: ${dx.toFixed(2)}, ${dy.toFixed(2)} mm, ${Math.sqrt(own.xx).toFixed(2)}`,
    );
  });
});

test('which way a person says that it faces is kept, and a size that is not its own does not fit', async () => {
  const { base, pose } = placed[0]!;
  const at = { x: pose.x + 5, y: pose.y + 5 };
  const wrong = base === 'small' ? 'large' : 'small';
  const [turned, resized] = await fitted([
    { at, base, headingRad: pose.headingRad + Math.PI / 2, bases: othersThan(0) },
    { at, base: wrong, bases: othersThan(0) },
  ]);
  assert.ok(Math.abs(wrapRad(turned![0]!.pose.headingRad - pose.headingRad - Math.PI / 2)) < 3 * DEG);
  assert.deepEqual(resized, []);
});

test('nothing is fitted on bare mat, and a known base beside the place is not mistaken for the one that is meant', async () => {
  const bases = placed.map((one) => ({ ...one, covariance }));
  const bare = bareAt();
  const beside = { x: placed[0]!.pose.x + 24, y: placed[0]!.pose.y };
  const fits = await fitted([
    { at: bare, bases },
    { at: bare, base: 'small', bases },
    { at: beside, bases },
  ]);
  assert.deepEqual(fits, [[], [], []]);
});

/** A place far from all ships. */
function bareAt() {
  const places = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((i) => [1, 2, 3, 4, 5, 6, 7, 8].map((k) => ({ x: 100 * i, y: 100 * k })));
  const nearMm = (at: { x: number; y: number }) => Math.min(...placed.map(({ pose }) => Math.hypot(pose.x - at.x, pose.y - at.y)));
  return places.reduce((best, one) => (nearMm(one) > nearMm(best) ? one : best));
}
