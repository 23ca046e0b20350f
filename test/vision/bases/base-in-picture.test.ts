import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableFromPixel } from '../../../src/geometry/camera.js';
import { shareInPicture } from '../../../src/vision/bases/candidate.js';
import { OVERHEAD as camera } from '../made-up-table.js';

/** Heading along the picture's own rows and columns, seen from straight above. */
const pose = (u: number, v: number) => ({ ...tableFromPixel(camera, { u, v })!, headingRad: 0 });

test('of a base on the rim of a picture half is in it, in a corner a quarter, and all of it in the middle', () => {
  const { widthPx, heightPx } = camera;
  for (const base of ['small', 'large'] as const) {
    for (const [u, v, share] of [
      [widthPx / 2, heightPx / 2, 1],
      [-0.5, heightPx / 2, 0.5],
      [widthPx / 2, heightPx - 0.5, 0.5],
      [-0.5, -0.5, 0.25],
    ] as const) {
      const found = shareInPicture(camera, base, pose(u, v));
      assert.ok(Math.abs(found - share) < 0.06, `${base} at ${u}, ${v}: ${found} of it is in the picture, expected ${share}`);
    }
  }
});
