import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Camera, cameraCentre, pixelFromTable } from '../../../src/geometry/camera.js';
import { meanPoint } from '../../../src/geometry/mean-point.js';
import { tableFromPiece } from '../../../src/geometry/pose.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import { basesInFrame, type FrameBase } from '../../../src/vision/bases/frame-bases.js';
import { solutionsBySquares } from '../../../src/vision/mat/by-bases/camera-by-squares.js';
import { usualCameras } from '../../../src/vision/mat/by-bases/register-by-bases.js';
import type { Net } from '../../../src/vision/runtime/net.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { BASE_KEYPOINTS } from '../../../src/vision/solve/base-keypoints.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraAt, LAYOUT, normals } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

/** A cell of a net's maps that shows a base, its corners in px of the net's picture. */
interface Shown {
  readonly plane: number;
  readonly column: number;
  readonly row: number;
  readonly logit: number;
  readonly corners: readonly (readonly [number, number])[];
}

/** A net whose maps show bases, by the width of the picture it is given. */
function netThatShows(shownAt: (widthPx: number) => readonly Shown[]): { readonly net: Net; readonly widths: number[] } {
  const widths: number[] = [];
  const net: Net = {
    async run(_, [, , height, width]) {
      widths.push(width!);
      const [columns, rows] = [width! / 4, height! / 4];
      const cells = columns * rows;
      const data = new Float32Array(19 * cells).fill(-9, 0, 3 * cells);
      for (const { plane, column, row, logit, corners } of shownAt(width!)) {
        const at = row * columns + column;
        data[plane * cells + at] = logit;
        corners.forEach(([u, v], k) => {
          data[(3 + 2 * k) * cells + at] = ((u + 0.5) / 4 - column - 0.5) / 8;
          data[(4 + 2 * k) * cells + at] = ((v + 0.5) / 4 - row - 0.5) / 8;
        });
      }
      return { maps: { data, dims: [1, 19, rows, columns] } };
    },
  };
  return { net, widths };
}

const square = (u: number, v: number, half: number) =>
  [
    [u - half, v - half],
    [u + half, v - half],
    [u + half, v + half],
    [u - half, v + half],
  ] as const;

async function seenBy(net: Net, widthPx: number, heightPx: number): Promise<FrameBase[]> {
  const frame = new cv.Mat(heightPx, widthPx, cv.CV_8UC4, new cv.Scalar(90, 90, 90, 255));
  try {
    return await basesInFrame(cv, net, frame);
  } finally {
    frame.delete();
  }
}

describe('bases in the frame itself', () => {
  test('corners are in pixels of the frame, and of two sizes at one place the likelier one stays', async () => {
    const { net, widths } = netThatShows(() => [
      { plane: 0, column: 50, row: 30, logit: 2, corners: square(200, 120, 15) },
      { plane: 1, column: 51, row: 30, logit: 1, corners: square(204, 120, 15) },
      { plane: 2, column: 120, row: 60, logit: 0.5, corners: square(480, 240, 40) },
    ]);
    const seen = await seenBy(net, 1920, 1080);
    assert.deepEqual(widths, [960], 'the frame is looked at once, at half its size');
    assert.deepEqual(
      seen.map(({ base }) => base),
      ['small', 'large'],
    );
    const [first] = seen[0]!.corners;
    assert.ok(Math.abs(first.u - (2 * 185 + 0.5)) < 1e-3 && Math.abs(first.v - (2 * 105 + 0.5)) < 1e-3, JSON.stringify(first));
  });

  test('where a base is too wide for the net the frame is looked at once more, further reduced', async () => {
    const wide: Shown = { plane: 1, column: 120, row: 60, logit: 1, corners: square(480, 240, 120) };
    const { net, widths } = netThatShows((width) =>
      width === 960 ? [wide] : [{ plane: 2, column: 48, row: 24, logit: 3, corners: square(192, 96, 48) }],
    );
    const seen = await seenBy(net, 960, 540);
    assert.deepEqual(widths, [960, 384]);
    assert.deepEqual(
      seen.map(({ base }) => base),
      ['large'],
    );
    assert.ok(Math.abs(seen[0]!.corners[0].u - (144.5 * 2.5 - 0.5)) < 1e-3);
  });
});

describe('a camera by the squares in its frame', () => {
  const noise = normals(5);
  /** The feet of bases through a camera, half a pixel off, each mistaken for a base of some size; then a die. */
  const seenThrough = (camera: Camera, sizes: readonly BaseSize[]): FrameBase[] => {
    const through = (base: BaseSize, pose: { x: number; y: number; headingRad: number }, as: BaseSize, scale = 1): FrameBase => {
      const corners = BASE_KEYPOINTS[base].slice(0, 4).map(({ x, y }) => {
        const { u, v } = pixelFromTable(camera, { ...tableFromPiece(pose, { x: scale * x, y: scale * y }), z: 0 })!;
        return { u: u + 0.5 * noise(), v: v + 0.5 * noise(), sigmaPx: 1 };
      });
      return { base: as, score: 0.7, corners: corners as unknown as FrameBase['corners'] };
    };
    const bases = LAYOUT.map(({ base, pose }, i) => through(base, pose, sizes[i] ?? base));
    return [...bases, through('small', { x: 500, y: 620, headingRad: 1 }, 'small', 0.35)];
  };

  for (const elevationDeg of [35, 55, 78]) {
    test(`from ${elevationDeg}°, though a size is wrong and a die is mistaken for a base: tilt to 3°, distance to an eighth`, () => {
      const camera = cameraAt(elevationDeg, 1400);
      const lens = unknownLens(camera.widthPx, camera.heightPx);
      const usual = usualCameras(camera.widthPx, camera.heightPx, lens);
      const solutions = solutionsBySquares(seenThrough(camera, ['medium']), usual, lens);
      const middle = meanPoint(LAYOUT.map(({ pose }) => pose));
      const nearness = (one: Camera, { x, y }: { x: number; y: number }) => {
        const eye = cameraCentre(one);
        return one.fx / Math.hypot(eye.x - x, eye.y - y, eye.z);
      };
      const offs = solutions.map(({ camera: found, poses }) => {
        const tiltDeg = (Math.asin(-found.r[8]) * 180) / Math.PI - elevationDeg;
        return { tiltDeg, scale: Math.log(nearness(found, meanPoint(poses)) / nearness(camera, middle)) };
      });
      assert.ok(
        offs.some(({ tiltDeg, scale }) => Math.abs(tiltDeg) < 3 && Math.abs(scale) < 0.125),
        JSON.stringify(offs),
      );
    });
  }

  test('without bases there is none', () => {
    const lens = unknownLens(1920, 1080);
    assert.deepEqual(solutionsBySquares([], usualCameras(1920, 1080, lens), lens), []);
  });
});
