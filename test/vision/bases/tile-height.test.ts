import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { tableFromPiece } from '../../../src/geometry/pose.js';
import { createRandom } from '../../../src/sim/random.js';
import { STATED_SHIP } from '../../../src/table/ship-certainty.js';
import { ACCEPTED_PROBABILITY } from '../../../src/vision/bases/base-classifier.js';
import { tileHeight, withoutFlatPrint } from '../../../src/vision/bases/tile-height.js';
import { BASE_KEYPOINTS } from '../../../src/vision/solve/base-keypoints.js';

const POSE = { x: 500, y: 420, headingRad: 0.7 };
const SIGMA_PX = 0.4;

/** A camera 1200 mm from the middle of a mat of 914 mm, this many degrees above it. */
function cameraAt(elevationDeg: number): Camera {
  const up = (elevationDeg * Math.PI) / 180;
  const [sin, cos] = [Math.sin(up), Math.cos(up)];
  const r = [1, 0, 0, 0, -sin, -cos, 0, cos, -sin] as const;
  const eye = [457, 457 - 1200 * cos, 1200 * sin] as const;
  const t = [0, 3, 6].map((row) => -(r[row]! * eye[0] + r[row + 1]! * eye[1] + r[row + 2]! * eye[2])) as unknown as Camera['t'];
  return { widthPx: 1920, heightPx: 1080, fx: 1500, fy: 1500, cx: 959.5, cy: 539.5, distortion: [0, 0, 0, 0, 0], r, t };
}

/** Its keypoints with the print at that height, each where it is but for what was drawn. */
function marksOf(camera: Camera, heightMm: number, seed: number) {
  const random = createRandom(seed);
  return BASE_KEYPOINTS.small.map((point) => {
    const { u, v } = pixelFromTable(camera, { ...tableFromPiece(POSE, point), z: point.onTile ? heightMm : point.z })!;
    return { u: u + random.normal(SIGMA_PX), v: v + random.normal(SIGMA_PX), sigmaPx: SIGMA_PX };
  });
}

test('the height of a tile is read as exactly as is claimed, the less the steeper the camera looks down', () => {
  const sigmas = [35, 60, 85].map((elevationDeg) => {
    const camera = cameraAt(elevationDeg);
    const read = Array.from({ length: 60 }, (_, seed) => tileHeight(camera, { base: 'small', marks: marksOf(camera, 4.9, seed) }, POSE)!);
    const scatter = Math.sqrt(read.reduce((sum, { mm, sigmaMm }) => sum + ((mm - 4.9) / sigmaMm) ** 2, 0) / read.length);
    assert.ok(scatter > 0.75 && scatter < 1.3, `${elevationDeg}°: ${scatter}`);
    return read[0]!.sigmaMm;
  });
  assert.ok(sigmas[0]! < sigmas[1]! && sigmas[1]! < 0.3 * sigmas[2]!, `${sigmas}`);
});

test('a print that lies flat and shows another size is no base for certain; a base stays one, and what was accepted stays accepted', () => {
  const probabilities = (elevationDeg: number, heightMm: number, ownSize: number | undefined) => {
    const camera = cameraAt(elevationDeg);
    return Array.from({ length: 30 }, (_, seed) => {
      return withoutFlatPrint(0.999, tileHeight(camera, { base: 'small', marks: marksOf(camera, heightMm, seed) }, POSE), ownSize);
    });
  };
  for (const elevationDeg of [40, 60, 85]) {
    assert.ok(Math.max(...probabilities(elevationDeg, 0.3, 0.005)) < STATED_SHIP, `${elevationDeg}°`);
    assert.ok(Math.min(...probabilities(elevationDeg, 0.3, 0.005)) >= ACCEPTED_PROBABILITY, `${elevationDeg}°`);
    assert.ok(Math.min(...probabilities(elevationDeg, 4.9, 0.9)) > 0.998, `${elevationDeg}°`);
    assert.deepEqual([...new Set(probabilities(elevationDeg, 0.3, undefined))], [0.999], 'where nobody looked for its size');
  }
  // A base that shows another size, as half-hidden ones do, is one where its tile is seen to be high.
  assert.ok(Math.min(...probabilities(40, 4.9, 0.03)) > 0.99);
  assert.equal(withoutFlatPrint(0.4, { mm: 0, sigmaMm: 0.5 }, 0.001), 0.4);
});

test('where too few keypoints were measured nothing is said of the height', () => {
  const camera = cameraAt(40);
  const marks = marksOf(camera, 0, 1).map((mark, k) => (k > 1 && k < 12 ? mark : undefined));
  assert.equal(tileHeight(camera, { base: 'small', marks }, POSE), undefined);
  assert.equal(withoutFlatPrint(0.97, undefined, 0.001), 0.97);
});
