import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Camera, tableFromPixel } from '../../../src/geometry/camera.js';
import { meanPoint } from '../../../src/geometry/mean-point.js';
import type { Point } from '../../../src/geometry/point.js';
import { type Pose, tableFromPiece } from '../../../src/geometry/pose.js';
import { pointRingDistanceSq } from '../../../src/geometry/ring-point.js';
import { type Template, template, templateOutline } from '../../../src/pieces/templates.js';
import { type FoundTemplates, findTemplates } from '../../../src/vision/objects/find-templates.js';
import { placedCamera } from '../../../src/vision/print/search-placement.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import type { LengthMark } from '../../../src/vision/solve/observations.js';
import { type Drawn, drawMasks, drawPicture } from '../drawn-obstacles.js';
import { cameraAt } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

const SIDE_MM = 914.4;

const RULER: Template = { ...template('straight', 1), lengthMm: 300, widthMm: 17.3 };

interface PlacedOutline {
  readonly name: string;
  readonly outline: readonly Point[];
  readonly isCurved: boolean;
}

function laid(name: string, piece: Template, pose: Pose, mirrored = false): PlacedOutline {
  const own = templateOutline(piece).map(({ x, y }) => ({ x: mirrored ? -x : x, y }));
  return { name, outline: own.map((point) => tableFromPiece(pose, point)), isCurved: piece.kind !== 'straight' };
}

const STRAIGHT: readonly PlacedOutline[] = [
  ...[1, 2, 3, 4, 5].map((speed, i) =>
    laid(`straight ${speed}`, template('straight', speed), { x: 110 + 90 * i, y: 560, headingRad: 0.3 - 0.1 * i }),
  ),
  laid('ruler', RULER, { x: 130, y: 150, headingRad: 1.4 }),
  laid('ruler', RULER, { x: 700, y: 200, headingRad: 0.2 }),
];
const CURVED: readonly PlacedOutline[] = [
  ...[1, 2, 3].map((speed, i) =>
    laid(`bank ${speed}`, template('bank', speed), { x: 150 + 250 * i, y: 600, headingRad: 0.4 * i }, i === 1),
  ),
  ...[1, 2, 3].map((speed, i) =>
    laid(`turn ${speed}`, template('turn', speed), { x: 150 + 300 * i, y: 200, headingRad: 0.5 - 0.5 * i }, i === 2),
  ),
];

/** What is found of drawn templates, 2 mm thick; `seenWith`: the camera that is believed. */
function lookAt(things: readonly PlacedOutline[], camera: Camera, seenWith = camera): FoundTemplates {
  const drawn = things.map(
    ({ outline, isCurved }, i): Drawn => ({ outline, kind: isCurved ? 'debris' : 'asteroid', grey: [150, 25, 200][i % 3]! }),
  );
  const rgba = drawPicture({ camera, things: drawn, noiseLevels: 3, seed: 5 });
  const [straight, curved] = drawMasks(drawn, 0.4, 5);
  const mat = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, rgba as unknown as number[]);
  try {
    return findTemplates(cv, mat, { straight: straight!, curved: curved! }, { coarse: seenWith, camera: seenWith, bases: [] });
  } finally {
    mat.delete();
  }
}

function farthestMm(outline: readonly Point[], truth: readonly Point[]): number {
  const ring = truth.flatMap(({ x, y }) => [x, y]);
  return Math.sqrt(Math.max(...outline.map(({ x, y }) => pointRingDistanceSq(x, y, ring))));
}

/** How long a mark is as a camera has it. */
function lengthIn(camera: Camera, { from, to, zMm }: LengthMark): number {
  const [a, b] = [tableFromPixel(camera, from, zMm)!, tableFromPixel(camera, to, zMm)!];
  return Math.hypot(a.x - b.x, a.y - b.y);
}

describe('templates in drawn pictures', () => {
  for (const elevationDeg of [40, 75]) {
    for (const [what, things] of [
      ['straight ones and rulers', STRAIGHT],
      ['banks and turns', CURVED],
    ] as const) {
      test(`${what} from ${elevationDeg}° get their names and their outlines`, () => {
        const { templates } = lookAt(things, cameraAt(elevationDeg, 1250, -0.08, 0.01));
        for (const { name, outline } of things) {
          const middle = meanPoint(outline);
          const seen = templates.find((one) => Math.hypot(meanPoint(one.outline).x - middle.x, meanPoint(one.outline).y - middle.y) < 20);
          assert.equal(seen?.name, name);
          assert.ok(farthestMm(seen.outline, outline) < 2.5, `${name}: ${farthestMm(seen.outline, outline)} mm`);
        }
        assert.equal(templates.length, things.length);
      });
    }

    test(`from ${elevationDeg}° straight ones are as long as they claim to be, with the true camera and with one that is 0.4 % off`, () => {
      const camera = cameraAt(elevationDeg, 1250, -0.08, 0.01);
      const t = camera.t.map((mm) => 1.004 * mm) as [number, number, number];
      for (const [seenWith, scale] of [
        [camera, 1],
        [{ ...camera, t }, 1.004],
      ] as const) {
        const { lengths } = lookAt(STRAIGHT, camera, seenWith);
        assert.ok(lengths.length >= 4, `${lengths.length} lengths`);
        for (const mark of lengths) {
          const off = lengthIn(seenWith, mark) - scale * mark.lengthMm;
          assert.ok(
            Math.abs(off) < 3 * mark.sigmaMm,
            `${mark.lengthMm} mm seen ${off.toFixed(2)} mm longer, claimed ±${mark.sigmaMm.toFixed(2)}`,
          );
        }
      }
    });
  }

  test('what was seen in a table frame that lies the other way round is found in that of the camera', () => {
    const camera = cameraAt(70, 1250);
    const drawn = STRAIGHT.map(({ outline }, i): Drawn => ({ outline, kind: 'asteroid', grey: [150, 25, 200][i % 3]! }));
    const rgba = drawPicture({ camera, things: drawn, noiseLevels: 3, seed: 5 });
    const [straight, curved] = drawMasks(
      drawn.map((one) => ({ ...one, outline: one.outline.map(({ x, y }) => ({ x: SIDE_MM - x, y: SIDE_MM - y })) })),
      0.4,
      5,
    );
    const mat = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, rgba as unknown as number[]);
    const coarse = placedCamera(camera, { x: SIDE_MM, y: SIDE_MM, headingRad: Math.PI });
    const { templates } = findTemplates(cv, mat, { straight: straight!, curved: curved! }, { coarse, camera, bases: [] });
    mat.delete();
    assert.deepEqual(templates.map(({ name }) => name).sort(), STRAIGHT.map(({ name }) => name).sort());
  });

  test('a mask without an edge in the picture is no template', () => {
    const camera = cameraAt(60, 1250);
    const drawn = STRAIGHT.map(({ outline }): Drawn => ({ outline, kind: 'asteroid', grey: 70 }));
    const rgba = drawPicture({ camera, things: [], noiseLevels: 3, seed: 6 });
    const mat = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, rgba as unknown as number[]);
    const [straight, curved] = drawMasks(drawn, 0.4, 6);
    const found = findTemplates(cv, mat, { straight: straight!, curved: curved! }, { coarse: camera, camera, bases: [] });
    mat.delete();
    assert.deepEqual(found, { templates: [], lengths: [] });
  });
});
