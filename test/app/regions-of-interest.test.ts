import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matRegions, regionsOfInterest } from '../../src/app/state/regions-of-interest.js';
import { TableSession } from '../../src/app/state/table-session.js';
import type { PictureBox } from '../../src/app/vision-client/block-history.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import { report } from '../../src/judge/report/report.js';
import { parseScene } from '../../src/table/documents/scene-file.js';
import { OVERHEAD } from '../table/overhead-camera.js';

const CAMERA = OVERHEAD;

/** A table of two ships whose arcs differ from their closest points, and one far from both. */
function session() {
  const asked = new TableSession(report, () => {});
  const ship = (id: string, base: string, xMm: number, yMm: number, headingDeg: number) => ({ id, base, xMm, yMm, headingDeg });
  const ships = [
    { ...ship('one', 'large', 60, 100, 0), arcs: ['front', 'fullFront'] },
    ship('two', 'large', 350, 70, 5),
    ship('far', 'small', 550, 300, 0),
  ];
  asked.open(parseScene({ format: 'hashmark-scene', version: 1, table: { widthMm: 600, depthMm: 350 }, ships }), { camera: CAMERA });
  for (const id of ['one', 'two']) asked.choose(id);
  return asked;
}

function isWatched(boxes: readonly PictureBox[], [x, y]: readonly [number, number]): boolean {
  const { u, v } = pixelFromTable(CAMERA, { x, y, z: 0 })!;
  const [across, down] = [u / CAMERA.widthPx, v / CAMERA.heightPx];
  return boxes.some(({ left, right, top, bottom }) => left <= across && across <= right && top <= down && down <= bottom);
}

test('the line of an attack in an arc is watched from end to end, where it is another one than that between the closest points', () => {
  const { known } = session();
  const lines = [known.pair!.closest, ...Object.values(known.pair!.arcs).flatMap(({ attack }) => attack ?? [])];
  assert.ok(new Set(lines.map(({ mm }) => mm.toFixed(1))).size > 1, 'the test needs an attack along another line');
  const boxes = regionsOfInterest(known, false);
  for (const { fromMm, toMm } of lines)
    for (let share = 0; share <= 1; share += 0.05)
      assert.ok(isWatched(boxes, [0, 1].map((axis) => fromMm![axis]! + share * (toMm![axis]! - fromMm![axis]!)) as [number, number]));
});

test('a ship that nobody asks about is watched where a stream shows its arc, a pair with it, or where it could fly', () => {
  const { known } = session();
  const at = [550, 300] as const;
  assert.equal(isWatched(regionsOfInterest(known, false), at), false);
  for (const onAir of [{ arcs: ['far'] }, { pairs: [{ from: 'one', to: 'far' }] }, { fan: { ship: 'far', codes: ['2FB'] } }])
    assert.ok(isWatched(regionsOfInterest(known, false, onAir), at), JSON.stringify(onAir));
});

test('what an asked ship stands on is a box of its own, in which nothing else can be seen instead', () => {
  const boxes = regionsOfInterest(session().known, false);
  const middle = pixelFromTable(CAMERA, { x: 60, y: 100, z: 0 })!;
  const corner = pixelFromTable(CAMERA, { x: 100, y: 140, z: 0 })!;
  const reach = (pixel: number, other: number, size: number) => Math.abs(pixel - other) / size;
  const [across, down] = [reach(middle.u, corner.u, CAMERA.widthPx), reach(middle.v, corner.v, CAMERA.heightPx)];
  const own = boxes.filter(({ left, right, top, bottom }) => {
    const isAround = left < middle.u / CAMERA.widthPx && right > middle.u / CAMERA.widthPx && top < middle.v / CAMERA.heightPx;
    return isAround && bottom > middle.v / CAMERA.heightPx && right - left < 2.1 * across && bottom - top < 2.1 * down;
  });
  assert.equal(own.length, 1, JSON.stringify(own));
});

test('of the whole mat every point is watched, in a mirrored picture on the other side', () => {
  const { known } = session();
  const [boxes, mirrored] = [matRegions(known, false), matRegions(known, true)];
  for (let x = 0; x <= 600; x += 13) for (let y = 0; y <= 350; y += 13) assert.ok(isWatched(boxes, [x, y]), `${x}, ${y}`);
  assert.deepEqual(
    mirrored.map(({ left, right }) => [1 - right, 1 - left].map((share) => share.toFixed(9))),
    boxes.map(({ left, right }) => [left, right].map((share) => share.toFixed(9))),
  );
});
