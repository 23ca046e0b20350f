import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { tableFromPiece } from '../../../src/geometry/pose.js';
import { halfSideMm } from '../../../src/pieces/bases.js';
import { TILE_MM, TILE_TOP_MM } from '../../../src/pieces/dimensions.js';

import { measureSides } from '../../../src/vision/bases/measure-sides.js';
import type { Net } from '../../../src/vision/runtime/net.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { cameraAt } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

const camera = cameraAt(45, 1400);
const pose = { x: 300, y: 520, headingRad: 0.7 };
const PX_PER_MM = 112 / (2 * 1.35 * halfSideMm('medium'));
const PLANE = 112 * 112;

/** Half sides of foot and tile in the net's order of sides, mm. */
function nominalMm(place: number): number {
  const [width, length] = place < 8 ? [60, 60] : TILE_MM.medium;
  return (Math.floor(place / 2) % 2 === 0 ? length : width) / 2;
}

/** A net that sees each side `outMm` outside of its nominal place, the way its crop is mirrored. */
function seer(outMm: (place: number) => number, mirrored: readonly number[], leans: number[][] = []): Net {
  let calls = 0;
  return {
    async run(image) {
      const isMirrored = calls++ % 2 === 1;
      leans.push([image[6 * PLANE]!, image[7 * PLANE]!]);
      const order = Array.from({ length: 16 }, (_, place) => (isMirrored ? mirrored[place]! : place));
      const places = Float32Array.from(order, (place) => PX_PER_MM * (nominalMm(place) + outMm(place)));
      return { places: { data: places, dims: [1, 16] }, logSigma: { data: new Float32Array(16), dims: [1, 16] } };
    },
  };
}

/** Front, right, rear, left of foot and tile, two places each clockwise, as they follow one another when left and right are exchanged. */
const MIRRORED = [1, 0, 7, 6, 5, 4, 3, 2, 9, 8, 15, 14, 13, 12, 11, 10];

test('sides seen at their nominal places are marked where the camera shows them', async () => {
  const rgba = new cv.Mat(1080, 1920, cv.CV_8UC4);
  const leans: number[][] = [];
  const [marks] = await measureSides(
    cv,
    seer(() => 0, MIRRORED, leans),
    rgba,
    camera,
    [{ base: 'medium', pose }],
  );
  rgba.delete();
  assert.equal(marks!.length, 16);
  for (const { local, onTile, mark } of marks!) {
    const expected = pixelFromTable(camera, { ...tableFromPiece(pose, local), z: onTile ? TILE_TOP_MM : 0 })!;
    const off = Math.hypot(mark.u - expected.u, mark.v - expected.v);
    assert.ok(off < 0.02, `${off} px`);
  }
  // At 45°, looking along +y, a millimetre of height is seen about a millimetre further away: there points a heading of 0.7 rad to the left.
  const [right, up] = leans[0]!.map((shade) => (shade - 0.5) * 4);
  assert.ok(Math.abs(Math.hypot(right!, up!) - 1) < 0.15, `${right}, ${up}`);
  assert.ok(right! < -0.4 && up! > 0.5, `${right}, ${up}`);
  assert.ok(Math.abs(leans[1]![0]! - (1 - leans[0]![0]!)) < 1e-6, 'the mirrored view leans to the other side');
});

test('a side seen further out is marked further out, and looks that disagree are less sure', async () => {
  const rgba = new cv.Mat(1080, 1920, cv.CV_8UC4);
  const at = [{ base: 'medium' as const, pose }];
  const [nominal] = await measureSides(
    cv,
    seer(() => 0, MIRRORED),
    rgba,
    camera,
    at,
  );
  const [outside] = await measureSides(
    cv,
    seer((place) => (place === 2 ? 1.5 : 0), MIRRORED),
    rgba,
    camera,
    at,
  );
  // This one takes left for right in its mirrored look, so that its two looks contradict each other.
  const confused = seer(
    (place) => (place === 2 ? 1.5 : 0),
    MIRRORED.map((_, place) => place),
  );
  const [unsure] = await measureSides(cv, confused, rgba, camera, at);
  rgba.delete();
  const { local } = outside![2]!;
  const expected = pixelFromTable(camera, { ...tableFromPiece(pose, { x: local.x + 1.5, y: local.y }), z: 0 })!;
  assert.ok(Math.hypot(outside![2]!.mark.u - expected.u, outside![2]!.mark.v - expected.v) < 0.05);
  assert.deepEqual(outside![5]!.mark, nominal![5]!.mark);
  assert.ok(unsure![2]!.mark.sigmaPx > 1.2 * nominal![2]!.mark.sigmaPx);
});
