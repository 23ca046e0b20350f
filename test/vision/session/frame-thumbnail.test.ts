import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesBetween, type FrameThumbnail, thumbnailOf } from '../../../src/vision/session/frame-thumbnail.js';
import { normals } from '../made-up-table.js';

const [WIDTH, HEIGHT] = [960, 540];
const SIDE = 60;

interface Shot {
  readonly seed: number;
  readonly noise?: number;
  readonly brighter?: number;
  /** Where the dark square's left upper corner is, px. */
  readonly at?: readonly [number, number];
}

/** A grey slope from left to right with a dark square on it, as a camera with noise takes it. */
function thumbnailOfShot({ seed, noise = 4, brighter = 0, at: [left, top] = [400, 200] }: Shot): FrameThumbnail {
  const normal = normals(seed);
  const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    // The square covers its border pixels in part.
    const inside = (from: number, v: number) => Math.max(0, Math.min(1, v + 1 - from) - Math.max(0, v + 1 - from - SIDE));
    const dark = 40 * inside(left, x) * inside(top, y);
    rgba.fill(60 + (100 * x) / WIDTH + brighter - dark + noise * normal(), 4 * i, 4 * i + 3);
  }
  return thumbnailOf({ widthPx: WIDTH, heightPx: HEIGHT, rgba, capturedAtMs: 0 });
}

const box = (u: number, v: number, half: number) => [
  { u: u - half, v: v - half },
  { u: u + half, v: v + half },
];

test('noise is no change, however bright the picture is, nor is a lamp that gets a little brighter', () => {
  const first = thumbnailOfShot({ seed: 1 });
  for (const shot of [{ seed: 2 }, { seed: 3, brighter: 5 }, { seed: 4, noise: 6 }])
    assert.equal(changesBetween(first, thumbnailOfShot(shot)).isAny, false);
});

test('a square that moves by one pixel has changed there, and nowhere else', () => {
  const changes = changesBetween(thumbnailOfShot({ seed: 1 }), thumbnailOfShot({ seed: 2, at: [401, 200] }));
  assert.ok(changes.isAny);
  assert.ok(changes.touch(box(430, 230, 40)));
  for (const [u, v] of [
    [100, 100],
    [700, 400],
    [430, 450],
  ] as const)
    assert.equal(changes.touch(box(u, v, 40)), false, `${u}, ${v}`);
});

test('what reaches out of the picture is never known to be the same', () => {
  const changes = changesBetween(thumbnailOfShot({ seed: 1 }), thumbnailOfShot({ seed: 2 }));
  assert.ok(changes.touch(box(10, 10, 40)));
});

test('a picture of another size, or one whose noise hides everything, has changed all over', () => {
  const first = thumbnailOfShot({ seed: 1 });
  assert.ok(changesBetween({ ...first, columns: first.columns - 1 }, first).touch(box(430, 230, 40)));
  assert.ok(changesBetween(first, thumbnailOfShot({ seed: 2, noise: 60 })).touch(box(700, 400, 40)));
});
