import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EXACT, type Pose, wrapRad } from '../../../src/geometry/pose.js';
import { pointRingDistanceSq } from '../../../src/geometry/ring-point.js';
import { OBSTACLES, placedOutline, type Token } from '../../../src/pieces/obstacles.js';
import type { ObstacleKind, PlacedToken } from '../../../src/table/table.js';
import { fitUserObstacle, seenAsItLay } from '../../../src/vision/objects/user-obstacle.js';
import type { Cv, Mat } from '../../../src/vision/runtime/opencv.js';
import { drawPicture } from '../drawn-obstacles.js';
import { cameraAt, normals } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

const camera = cameraAt(52, 1250, -0.08, 0.01);

interface Lying {
  readonly token: Token;
  readonly mirrored: boolean;
  readonly pose: Pose;
}

/** Every third of the tournament's, each second one on its other side, far apart and turned at random. */
function laid(seed: number): Lying[] {
  const normal = normals(seed);
  return OBSTACLES.filter((_, i) => i % 3 === seed % 3).map((token, i) => ({
    token,
    mirrored: i % 2 === 1,
    pose: { x: 150 + 150 * (i % 5), y: 250 + 200 * Math.floor(i / 5), headingRad: wrapRad(20 * normal()) },
  }));
}

/** Uses a picture of what lies there, hardly brighter or darker than the mat. */
function withPicture(lying: readonly Lying[], seed: number, use: (rgba: Mat) => void): void {
  const things = lying.map(({ token, mirrored, pose }, i) => ({
    outline: placedOutline(token, pose, mirrored),
    kind: token.kind as ObstacleKind,
    grey: i % 2 ? 55 : 92,
  }));
  const pixels = drawPicture({ camera, things, noiseLevels: 4, seed });
  const rgba = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, pixels as unknown as number[]);
  try {
    use(rgba);
  } finally {
    rgba.delete();
  }
}

const seenFrom = { camera, bases: [] };

describe('an obstacle that a person tells of', () => {
  for (const seed of [1, 2, 3]) {
    test(`fits itself to its edges from a tap some 10 mm beside its middle, either side up (${seed})`, () => {
      const lying = laid(seed);
      const normal = normals(10 + seed);
      withPicture(lying, seed, (rgba) => {
        for (const { token, mirrored, pose } of lying) {
          const at = { x: pose.x + 7 * normal(), y: pose.y + 7 * normal() };
          const fitted = fitUserObstacle(cv, rgba, { ...seenFrom, xws: token.xws, at });
          assert.ok(fitted, `${token.xws} was not fitted`);
          assert.deepEqual([fitted.token?.xws, fitted.token?.mirrored, fitted.kind], [token.xws, mirrored, token.kind]);
          const ring = placedOutline(token, pose, mirrored).flatMap(({ x, y }) => [x, y]);
          const awayMm = Math.sqrt(Math.max(...fitted.outline.map(({ x, y }) => pointRingDistanceSq(x, y, ring))));
          assert.ok(awayMm < 1.5, `${token.xws}: ${awayMm.toFixed(2)} mm off`);
          assert.ok(fitted.sigmaMm > 0.2 && fitted.sigmaMm < 2, `${token.xws}: sigma ${fitted.sigmaMm}`);
        }
      });
    });
  }

  test('is not fitted where nothing lies, nor where the tap is far from it', () => {
    const [first, ...others] = laid(1);
    withPicture(others, 4, (rgba) => {
      assert.equal(fitUserObstacle(cv, rgba, { ...seenFrom, xws: first!.token.xws, at: first!.pose }), undefined);
    });
    withPicture([first!], 4, (rgba) => {
      const { x, y } = first!.pose;
      assert.equal(fitUserObstacle(cv, rgba, { ...seenFrom, xws: first!.token.xws, at: { x: x + 130, y } }), undefined);
    });
  });

  test('is seen to lie where it lay, and not where it was taken away or has been turned', () => {
    const lying = laid(2);
    const asToken = ({ token, mirrored, pose }: Lying): PlacedToken => ({
      xws: token.xws,
      name: token.name,
      mirrored,
      pose: { ...pose, x: pose.x + 0.5, y: pose.y - 0.5 },
      covariance: EXACT,
    });
    withPicture(lying, 5, (rgba) => {
      for (const one of lying) {
        const { isSeen, obstacle } = seenAsItLay(cv, rgba, seenFrom, asToken(one));
        assert.ok(isSeen && obstacle?.token, one.token.xws);
        // Its given place is half a millimetre to the right of and below where it is.
        const { x, y } = obstacle.token.pose;
        assert.ok(
          Math.hypot(x - one.pose.x, y - one.pose.y) < 0.5,
          `${one.token.xws}: ${(x - one.pose.x).toFixed(2)}, ${(y - one.pose.y).toFixed(2)}`,
        );
      }
      const turned = lying.map((one) => asToken({ ...one, pose: { ...one.pose, headingRad: one.pose.headingRad + 1.5 } }));
      assert.equal(turned.filter((one) => seenAsItLay(cv, rgba, seenFrom, one).isSeen).length, 0);
    });
    withPicture([], 6, (rgba) => {
      assert.equal(lying.filter((one) => seenAsItLay(cv, rgba, seenFrom, asToken(one)).isSeen).length, 0);
    });
  });
});
