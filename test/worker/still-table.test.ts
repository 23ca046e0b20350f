import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { type Camera, pixelFromTable } from '../../src/geometry/camera.js';
import type { Point } from '../../src/geometry/point.js';
import type { SeenBase, TableMeasurement } from '../../src/table/measurement.js';
import { english } from '../../src/texts/english.js';
import type { Frame } from '../../src/vision/runtime/frame.js';
import type { Net } from '../../src/vision/runtime/net.js';
import { createCameraSession } from '../../src/vision/session/camera-session.js';
import { ENOUGH_READS } from '../../src/vision/session/measurement-cache.js';
import { normals } from '../vision/made-up-table.js';

/** Three ships and an obstacle. */
const PICTURE = fileURLToPath(new URL('../../test-fixtures/tables/test-000104.jpg', import.meta.url));
/** Grey levels. */
const NOISE = 3;
const HAND_PX = 80;

const picture = await readPicture(PICTURE);

/** The same picture with a sensor's noise of its own; a hand, a skin-coloured square, lies about a pixel. */
function shot(number: number, hand?: { readonly u: number; readonly v: number }): Frame {
  const normal = normals(number);
  const rgba = Uint8ClampedArray.from(picture.rgba);
  const { widthPx } = picture;
  for (let at = 0; at < rgba.length; at += 4) {
    const i = at / 4;
    const isHand = hand && Math.max(Math.abs((i % widthPx) - hand.u), Math.abs(Math.floor(i / widthPx) - hand.v)) < HAND_PX;
    if (isHand) rgba.set([190, 140, 120], at);
    const noise = NOISE * normal();
    for (let c = 0; c < 3; c++) rgba[at + c]! += noise;
  }
  return { ...picture, rgba, capturedAtMs: 1000 * number };
}

const apartMm = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const pixelOf = (camera: Camera, { pose }: SeenBase) => pixelFromTable(camera, { ...pose, z: 0 })!;

/** The base that is farthest from all others in the picture: a hand over it hides nothing else. */
function loneliest({ camera, bases }: TableMeasurement): SeenBase {
  const room = (base: SeenBase) => {
    const { u, v } = pixelOf(camera, base);
    const gaps = bases
      .filter((other) => other !== base)
      .map((other) => Math.hypot(pixelOf(camera, other).u - u, pixelOf(camera, other).v - v));
    return Math.min(...gaps);
  };
  return [...bases].sort((a, b) => room(b) - room(a))[0]!;
}

test('a still table is not measured again; a hand over a ship is noticed at once, moves nothing else, and the ship is back after it', async () => {
  const loaded = await loadEngines();
  let crops = 0;
  const baseSides: Net = {
    ...loaded.nets.baseSides,
    run(data, shape) {
      crops += shape[0]!;
      return loaded.nets.baseSides.run(data, shape);
    },
  };
  const engines = { ...loaded, nets: { ...loaded.nets, baseSides } };
  const session = createCameraSession();
  let placed: TableMeasurement | undefined;
  const see = async (number: number, hand?: { readonly u: number; readonly v: number }) => {
    crops = 0;
    const look = await session.measure(engines, shot(number, hand), {}, (bases) => {
      placed = bases;
    });
    assert.ok(look.ok, english(look.ok ? '' : look.problem.message));
    return { ...look.measurement, isUnchanged: look.isUnchanged, crops };
  };
  let still = await see(0);
  assert.ok(still.obstacles.length > 0);
  assert.deepEqual([placed?.bases, placed?.obstacles], [still.bases, []], 'bases are reported before obstacles are searched for');
  for (let number = 1; number < ENOUGH_READS; number++) still = await see(number);
  const unchanged = await see(ENOUGH_READS);
  assert.equal(unchanged.isUnchanged, true);
  assert.deepEqual(unchanged.bases, still.bases);

  const hidden = loneliest(still);
  const under = pixelOf(still.camera, hidden);
  const covered = await see(ENOUGH_READS + 1, under);
  assert.equal(covered.isUnchanged, undefined);
  assert.ok(
    covered.bases.every(({ pose }) => apartMm(pose, hidden.pose) > 20),
    'what is under the hand is not reported as seen',
  );
  const others = still.bases.filter((base) => base !== hidden);
  for (const { base, pose } of others) {
    const now = covered.bases.find((one) => one.base === base && apartMm(one.pose, pose) < 1);
    assert.ok(now, `the ${base} base at ${pose.x.toFixed(0)}, ${pose.y.toFixed(0)} stays where it is`);
  }
  assert.ok(covered.crops <= still.crops / 3, `${covered.crops} crops of sides are read again, of ${still.crops}`);

  const back = await see(ENOUGH_READS + 2);
  assert.ok(back.bases.some(({ base, pose }) => base === hidden.base && apartMm(pose, hidden.pose) < 1));
});

/** Brave picks this many bytes of a picture that is read back, and changes the lowest bit of about half of them. */
const BRAVE_PICKS = 512;

test('lowest bits that a browser changes in what it reads back change no distance by a hundredth of a millimetre, and of all bytes no place by a twentieth of what is claimed', async () => {
  const engines = await loadEngines();
  const seen = async (change: (rgba: Uint8ClampedArray) => void) => {
    const rgba = Uint8ClampedArray.from(picture.rgba);
    change(rgba);
    const look = await createCameraSession().measure(engines, { ...picture, rgba, capturedAtMs: 0 }, {});
    assert.ok(look.ok, english(look.ok ? '' : look.problem.message));
    return look.measurement.bases;
  };
  const hash = (at: number) => Math.imul(at + 1, 0x9e3779b1) >>> 0;
  const plain = await seen(() => {});
  const byBrave = await seen((rgba) => {
    for (let pick = 0; pick < BRAVE_PICKS; pick++) {
      const at = hash(hash(pick) ^ (hash(pick) >>> 15));
      rgba[4 * (at % (rgba.length / 4)) + (at % 3)]! ^= 1;
    }
  });
  const byNoise = await seen((rgba) => {
    for (let at = 0; at < rgba.length; at++) if (at % 4 !== 3) rgba[at]! += ((Math.imul(at, 0x9e3779b1) >>> 30) % 3) - 1;
  });
  /** The same bases, in the order of `plain`. */
  const again = (changed: readonly SeenBase[]) =>
    plain.map(({ pose }) => [...changed].sort((a, b) => apartMm(a.pose, pose) - apartMm(b.pose, pose))[0]!.pose);
  assert.deepEqual([byBrave.length, byNoise.length], [plain.length, plain.length]);
  const [bitten, noisy] = [again(byBrave), again(byNoise)];
  plain.forEach(({ pose, covariance }, i) => {
    for (let k = 0; k < i; k++) {
      const change = Math.abs(apartMm(bitten[i]!, bitten[k]!) - apartMm(pose, plain[k]!.pose));
      assert.ok(change < 0.01, `${change.toFixed(4)} mm between ${i} and ${k}`);
    }
    const sigmaMm = Math.sqrt(covariance.xx);
    const moved = apartMm(noisy[i]!, pose);
    assert.ok(moved < sigmaMm / 20, `${moved.toFixed(4)} mm, ${sigmaMm.toFixed(2)} are claimed`);
  });
});
