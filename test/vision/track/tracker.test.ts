import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Camera, pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { CHANGED, type ComparedBlocks, OUT_OF_VIEW } from '../../../src/vision/track/compare-views.js';
import { createTracker, type TrackedFrame } from '../../../src/vision/track/tracker.js';
import { cameraAt, drawnMat, pictureOf, randomOf, withSquare } from '../drawn-plane.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});
const MAT = drawnMat(11);
const TABLE = { widthMm: 914, depthMm: 914, standing: [] };
const START = cameraAt();

/** A tracker that has seen and measured the first frame. */
function begun({ mat = MAT, camera = START, table = TABLE } = {}) {
  const tracker = createTracker(cv);
  tracker.see(pictureOf(mat, camera, { seed: 100 }), 0, true);
  tracker.place(0, camera, table);
  return tracker;
}

/** The most by which the mat's corners, and places on it, are drawn beside where they are seen, px; of those in view. */
function maxShiftPx(found: Camera | undefined, truth: Camera): number {
  assert.ok(found, 'a camera');
  const places = [40, 250, 457, 660, 870].flatMap((x) => [40, 250, 457, 660, 870].map((y) => ({ x, y, z: 0 })));
  const away = places.flatMap((place) => {
    const [a, b] = [pixelFromTable(found, place), pixelFromTable(truth, place)];
    return a && b && b.u > 0 && b.v > 0 && b.u < 639 && b.v < 359 ? [Math.hypot(a.u - b.u, a.v - b.v)] : [];
  });
  assert.ok(away.length > 3, 'enough of the mat in view');
  return Math.max(...away);
}

function blocksOf(frame: TrackedFrame, since = 0): ComparedBlocks {
  const blocks = frame.blocks.get(since);
  assert.ok(blocks, 'compared');
  return blocks;
}

const count = ({ state }: ComparedBlocks, what: number) => state.filter((one) => one === what).length;

/** Whether a block near a place of the table has changed. */
function isChangedAt({ state, columns }: ComparedBlocks, camera: Camera, at: { readonly x: number; readonly y: number }): boolean {
  const { u, v } = pixelFromTable(camera, { ...at, z: 0 })!;
  const blockPx = (4 * 640) / 240;
  const [column, row] = [Math.floor(u / blockPx), Math.floor(v / blockPx)];
  return [-1, 0, 1].some((j) => [-1, 0, 1].some((i) => state[(row + j) * columns + column + i] === CHANGED));
}

const shaken = (random: () => number, most = 0.5) =>
  cameraAt({ shakeDeg: [most * (2 * random() - 1), most * (2 * random() - 1), most * (2 * random() - 1)] });

test('a camera that shakes as a hand does is followed to a fraction of a pixel, and nothing on a still table has changed', () => {
  const tracker = begun();
  const random = randomOf(3);
  const lights = [{}, { exposure: 0.85 }, { exposure: 1.1, fallOff: 0.3 }, { blurPx: 5 }, { noise: 3 }];
  for (let i = 1; i <= 10; i++) {
    const camera = shaken(random);
    const frame = tracker.see(pictureOf(MAT, camera, { seed: i, ...lights[i % lights.length] }), 50 * i, false);
    assert.equal(frame.kind, 'registered');
    assert.ok(maxShiftPx(frame.camera, camera) < 0.8, `frame ${i}: ${maxShiftPx(frame.camera, camera)} px`);
    assert.equal(count(blocksOf(frame), CHANGED), 0, `frame ${i}`);
  }
  tracker.close();
});

test('a ship that is carried elsewhere is noticed at both places while the camera shakes and the exposure follows, and nowhere else', () => {
  const [from, to] = [
    { x: 300, y: 420 },
    { x: 610, y: 560 },
  ];
  const before = withSquare(MAT, from, 40, 150);
  const after = withSquare(MAT, to, 40, 150);
  const tracker = begun({ mat: before });
  const random = randomOf(4);
  for (let i = 1; i <= 3; i++) {
    const camera = shaken(random);
    const blocks = blocksOf(tracker.see(pictureOf(after, camera, { seed: i, exposure: 1 - 0.08 * i }), 50 * i, false));
    // The blocks are those of the kept frame.
    assert.ok(isChangedAt(blocks, START, from) && isChangedAt(blocks, START, to), `frame ${i}`);
    assert.ok(count(blocks, CHANGED) <= 24, `frame ${i}: ${count(blocks, CHANGED)} blocks`);
  }
  tracker.close();
});

test('of frames before the first measurement, too, it is known what has changed; the measurement gives them poses', () => {
  const tracker = createTracker(cv);
  tracker.see(pictureOf(MAT, START, { seed: 1 }), 0, true);
  const random = randomOf(5);
  const early = tracker.see(pictureOf(MAT, shaken(random), { seed: 2 }), 50, false);
  assert.deepEqual([early.kind, early.camera, count(blocksOf(early), CHANGED)], ['registered', undefined, 0]);
  tracker.place(0, START, TABLE);
  const camera = shaken(random);
  assert.ok(maxShiftPx(tracker.see(pictureOf(MAT, camera, { seed: 3 }), 100, false).camera, camera) < 0.5);
  tracker.close();
});

test('a view that slipped before the first measurement misleads none after it', () => {
  const tracker = createTracker(cv);
  tracker.see(pictureOf(MAT, START, { seed: 1 }), 0, true);
  const turned = cameraAt({ shakeDeg: [0, 32, 0] });
  // No lens sees a plane like this, but a homography does.
  tracker.see(pictureOf(MAT, { ...turned, fx: 1.4 * turned.fx }, { seed: 2 }), 50, false);
  tracker.place(0, START, TABLE);
  for (let i = 2; i < 6; i++) {
    const { camera } = tracker.see(pictureOf(MAT, turned, { seed: 1 + i }), 50 * i, false);
    assert.ok(maxShiftPx(camera, turned) < 1, `frame ${i}: ${maxShiftPx(camera, turned)} px`);
  }
  tracker.close();
});

test('who walks in and a little around is followed, and what stays in view has not changed', () => {
  const tracker = begun();
  for (let i = 1; i <= 14; i++) {
    const camera = cameraAt({ distanceMm: 1200 - 22 * i, aroundDeg: 0.8 * i, at: { x: 457 + 3 * i, y: 457 } });
    const frame = tracker.see(pictureOf(MAT, camera, { seed: i }), 50 * i, false);
    assert.equal(frame.kind, 'registered', `frame ${i}`);
    assert.ok(maxShiftPx(frame.camera, camera) < 1, `frame ${i}: ${maxShiftPx(frame.camera, camera)} px`);
    const blocks = blocksOf(frame);
    assert.equal(count(blocks, CHANGED), 0, `frame ${i}`);
    assert.ok(count(blocks, OUT_OF_VIEW) < 0.6 * blocks.state.length, `frame ${i}: ${count(blocks, OUT_OF_VIEW)} out of view`);
  }
  tracker.close();
});

for (const isMoved of [false, true]) {
  test(`a camera that looked away finds the table again within half a second${isMoved ? ', and sees what was put there meanwhile' : ', as it was'}`, () => {
    const tracker = begun();
    let atMs = 0;
    for (const yaw of [8, 16, 24, 75, 80]) {
      const camera = cameraAt({ shakeDeg: [0, yaw, 0] });
      tracker.see(pictureOf(MAT, camera, { seed: ++atMs }), 50 * atMs, false);
    }
    const there = isMoved ? withSquare(MAT, { x: 400, y: 380 }, 50, 170) : MAT;
    const camera = cameraAt({ shakeDeg: [0.3, -0.6, 0.4] });
    const frames = Array.from({ length: 5 }, () => tracker.see(pictureOf(there, camera, { seed: ++atMs }), 50 * atMs, false));
    const found = frames.findIndex(({ kind }) => kind === 'registered');
    assert.ok(found >= 0, 'found again');
    const frame = frames.at(-1)!;
    assert.ok(maxShiftPx(frame.camera, camera) < 0.5);
    assert.equal(isChangedAt(blocksOf(frame), START, { x: 400, y: 380 }), isMoved);
    if (!isMoved) assert.equal(count(blocksOf(frame), CHANGED), 0);
    tracker.close();
  });
}

test('while the camera looks elsewhere the places it does not show are out of view, not unchanged', () => {
  const tracker = begun();
  const frame = tracker.see(pictureOf(MAT, cameraAt({ shakeDeg: [0, 8, 0] }), { seed: 1 }), 50, false);
  const blocks = blocksOf(frame);
  const atRim = Array.from({ length: blocks.rows }, (_, row) => [
    blocks.state[row * blocks.columns]!,
    blocks.state[(row + 1) * blocks.columns - 1]!,
  ]);
  const isOut = (side: 0 | 1) => atRim.every((row) => row[side] === OUT_OF_VIEW);
  assert.ok(isOut(0) !== isOut(1), 'one side of the picture is out of view');
  tracker.close();
});

test('a phone that changes its lens by itself is noticed, and gives no pose until it is back', () => {
  const tracker = begun();
  const kinds = [1, 2, 3].map((i) => tracker.see(pictureOf(MAT, cameraAt({ focal: 560 * 1.6 }), { seed: i }), 50 * i, false));
  assert.ok(kinds.every(({ camera, blocks }) => camera === undefined && blocks.size === 0));
  assert.ok(kinds.some(({ kind }) => kind === 'other-lens'));
  const back = [4, 5, 6, 7].map((i) => tracker.see(pictureOf(MAT, START, { seed: i }), 50 * i, false));
  assert.ok(maxShiftPx(back.at(-1)!.camera, START) < 0.5);
  tracker.close();
});

test('where there is nothing to hold on to it is lost and does not guess', () => {
  const tracker = begun();
  const blank = { columns: 640, rows: 360, grey: new Uint8Array(640 * 360).map((_, i) => 100 + ((i * 7919) % 5)) };
  const other = pictureOf(drawnMat(77), cameraAt({ shakeDeg: [0.2, 0.1, 0] }), { seed: 9 });
  for (const [i, picture] of [blank, other, blank, other].entries()) {
    const frame = tracker.see(picture, 50 * (i + 1), false);
    assert.deepEqual([frame.kind, frame.camera, frame.blocks.size], ['lost', undefined, 0], `picture ${i}`);
  }
  tracker.close();
});

test('a mat seen as a mirror image is followed through the camera that mirrors', () => {
  const mirrored: Camera = { ...START, fx: -START.fx, cx: START.widthPx - 1 - START.cx };
  const tracker = begun({ camera: mirrored });
  const turned = cameraAt({ shakeDeg: [0.3, 0.2, -0.2] });
  const camera = { ...turned, fx: -turned.fx, cx: turned.widthPx - 1 - turned.cx };
  const frame = tracker.see(pictureOf(MAT, camera, { seed: 2 }), 50, false);
  assert.ok(maxShiftPx(frame.camera, camera) < 0.5);
  tracker.close();
});

test('of frames that follow each other at once every other one is compared, and each has its camera', () => {
  const tracker = begun();
  const frames = [33, 66, 100, 133].map((atMs) =>
    tracker.see(pictureOf(MAT, cameraAt({ shakeDeg: [0.1, 0.2, 0] }), { seed: atMs }), atMs, false),
  );
  assert.deepEqual(
    frames.map(({ camera, blocks }) => [camera !== undefined, blocks.size]),
    [
      [true, 0],
      [true, 1],
      [true, 0],
      [true, 1],
    ],
  );
  tracker.close();
});

test('a blurred frame is less sharp than the one before it', () => {
  const tracker = begun();
  const [sharp, blurred] = [0, 6].map(
    (blurPx, i) => tracker.see(pictureOf(MAT, START, { seed: i, blurPx }), 50 * (1 + i), false).sharpness,
  );
  assert.ok(blurred! < 0.6 * sharp!, `${blurred} of ${sharp}`);
  tracker.close();
});

test('a measurement that errs by itself leaves a camera that was followed where it was, as long as that shows the ships where they were seen', () => {
  const ships = [
    { x: 300, y: 420 },
    { x: 610, y: 560 },
  ];
  const seenBy = (camera: Camera, placed = ships) => ({
    ...TABLE,
    standing: ships.map((ship, i) => ({ ...placed[i]!, radiusMm: 40, seen: pixelFromTable(camera, { ...ship, z: 0 })! })),
  });
  const tracker = begun();
  const random = randomOf(12);
  const camera = shaken(random);
  tracker.see(pictureOf(MAT, camera, { seed: 2 }), 50, true);
  tracker.place(50, { ...camera, fx: 1.03 * camera.fx, t: [camera.t[0] + 9, camera.t[1], camera.t[2]] }, seenBy(camera));
  const next = shaken(random);
  const followed = tracker.see(pictureOf(MAT, next, { seed: 3 }), 100, true);
  assert.ok(maxShiftPx(followed.camera, next) < 0.8, `${maxShiftPx(followed.camera, next)} px`);
  // From another corner of the table all that stands is elsewhere: then what was measured counts.
  const shift = 60;
  const [a, b, c] = [0, 3, 6].map((row, i) => next.t[i]! - shift * next.r[row]!) as [number, number, number];
  tracker.place(
    100,
    { ...next, t: [a, b, c] },
    seenBy(
      next,
      ships.map(({ x, y }) => ({ x: x + shift, y })),
    ),
  );
  const last = tracker.see(pictureOf(MAT, next, { seed: 4 }), 150, false);
  const at = pixelFromTable(last.camera!, { x: 457 + shift, y: 457, z: 0 })!;
  const truth = pixelFromTable(next, { x: 457, y: 457, z: 0 })!;
  assert.ok(Math.hypot(at.u - truth.u, at.v - truth.v) < 0.8, `${at.u} ${at.v}, expected ${truth.u} ${truth.v}`);
  tracker.close();
});

test('a few blocks that differ in one frame alone may be a slip; in two frames running they have changed', () => {
  const tracker = begun();
  const place = { x: 430, y: 500 };
  const after = withSquare(MAT, place, 14, 190);
  const random = randomOf(14);
  const see = (mat: typeof MAT, i: number) => blocksOf(tracker.see(pictureOf(mat, shaken(random, 0.2), { seed: i }), 50 * i, false));
  assert.ok(!isChangedAt(see(after, 1), START, place), 'once');
  assert.equal(count(see(MAT, 2), CHANGED), 0, 'gone');
  see(after, 3);
  assert.ok(isChangedAt(see(after, 4), START, place), 'twice running');
  tracker.close();
});

for (const isKnown of [true, false]) {
  test(`the top of a tall model that is seen beside its foot from around ${isKnown ? 'has not moved' : 'counts as a change where nobody knows of it'}`, () => {
    const ship = { x: 430, y: 500 };
    /** What is 105 mm above the foot, where it hides the mat. */
    const drawn = (camera: Camera) => withSquare(MAT, tableFromPixel(camera, pixelFromTable(camera, { ...ship, z: 105 })!)!, 34, 190);
    const table = { ...TABLE, standing: isKnown ? [{ ...ship, radiusMm: 32 }] : [{ x: 100, y: 100, radiusMm: 32 }] };
    const tracker = begun({ mat: drawn(START), table: table as typeof TABLE });
    const changed = [1, 2, 3].map((i) => {
      const camera = cameraAt({ aroundDeg: 1.1 * i });
      return isChangedAt(
        blocksOf(tracker.see(pictureOf(drawn(camera), camera, { seed: i }), 50 * i, false)),
        START,
        tableFromPixel(START, pixelFromTable(START, { ...ship, z: 105 })!)!,
      );
    });
    assert.equal(changed.some(Boolean), !isKnown, `${changed}`);
    tracker.close();
  });
}

test('a look that begins while the camera is lost costs nothing of what was followed; measured, it is one to find the camera by', () => {
  const tracker = begun();
  const see = (camera: Camera, i: number, isKept = false) => tracker.see(pictureOf(MAT, camera, { seed: i }), 50 * i, isKept);
  const other = cameraAt({ aroundDeg: 150 });
  assert.notEqual(see(other, 1, true).kind, 'registered');
  // It looks back before the look has ended.
  const back = shaken(randomOf(15));
  const found = [2, 3, 4].map((i) => see(back, i)).at(-1)!;
  assert.ok(maxShiftPx(found.camera, back) < 0.8);
  assert.equal(count(blocksOf(found), CHANGED), 0, 'compared with the frame from before');
  tracker.place(50, other, TABLE);
  const there = cameraAt({ aroundDeg: 151 });
  const again = [5, 6, 7, 8].map((i) => see(there, i)).at(-1)!;
  assert.ok(maxShiftPx(again.camera, there) < 1, `${maxShiftPx(again.camera, there)} px`);
  assert.equal(count(blocksOf(again, 50), CHANGED), 0);
  tracker.close();
});

test('a lens that was measured too long takes nothing on a still table for changed, from around and while it is turned away; what has been moved is', () => {
  const focal = 420;
  const places = [0, 1, 2, 3, 4].map((i) => ({ x: 100 + 180 * i, y: 100 + 170 * i }));
  const bare = drawnMat(12, { stars: 300 });
  const mat = places.reduce((drawn, at) => withSquare(drawn, at, 40, 190), bare);
  const first = cameraAt({ focal });
  const tooLong = { ...first, fx: 1.05 * focal, fy: 1.05 * focal, t: [first.t[0], first.t[1], 1.05 * first.t[2]] as const };
  const tracker = createTracker(cv);
  tracker.see(pictureOf(mat, first, { seed: 100 }), 0, true);
  tracker.place(0, tooLong, TABLE);
  const outOfView: number[] = [];
  for (let i = 1; i <= 34; i++) {
    const yaw = i > 18 ? 26 * Math.sin((Math.PI * (i - 18)) / 16) : 0;
    const camera = cameraAt({ focal, aroundDeg: Math.min(36, 2 * i), shakeDeg: [0, yaw, 0] });
    const blocks = blocksOf(tracker.see(pictureOf(mat, camera, { seed: i }), 50 * i, false));
    assert.equal(count(blocks, CHANGED), 0, `frame ${i}`);
    outOfView.push(count(blocks, OUT_OF_VIEW) / blocks.state.length);
  }
  assert.ok(outOfView.at(-1)! < 0.4, `${outOfView.at(-1)} of the picture is not compared any more`);
  const moved = places.slice(1).reduce((drawn, at) => withSquare(drawn, at, 40, 190), withSquare(bare, { x: 460, y: 300 }, 40, 190));
  const camera = cameraAt({ focal, aroundDeg: 36 });
  const after = [35, 36].map((i) => blocksOf(tracker.see(pictureOf(moved, camera, { seed: i }), 50 * i, false))).at(-1)!;
  assert.ok(isChangedAt(after, first, { x: 460, y: 300 }) && isChangedAt(after, first, places[0]!));
  tracker.close();
});

test('a measured lens that does not explain what was followed takes none of it away', () => {
  const places = [
    { x: 150, y: 200 },
    { x: 760, y: 260 },
    { x: 450, y: 480 },
    { x: 250, y: 760 },
  ];
  const tracker = begun();
  const around = (deg: number) => cameraAt({ aroundDeg: deg });
  for (let deg = 2; deg <= 44; deg += 2) tracker.see(pictureOf(MAT, around(deg), { seed: deg }), 50 * deg, deg === 44);
  const { fx, t, ...truth } = around(44);
  const measured = { ...truth, fx: 1.07 * fx, fy: 1.07 * fx, t: [t[0], t[1], 1.07 * t[2]] as const };
  const standing = places.map((place) => {
    const pixel = pixelFromTable(around(44), { ...place, z: 0 })!;
    return { ...tableFromPixel(measured, pixel)!, radiusMm: 40, seen: pixel };
  });
  tracker.place(2200, measured, { ...TABLE, standing });
  for (let i = 0; i < 4; i++) {
    const blocks = blocksOf(tracker.see(pictureOf(MAT, around(43 - i), { seed: 40 + i }), 2300 + 50 * i, false));
    assert.ok(
      count(blocks, OUT_OF_VIEW) < 0.3 * blocks.state.length,
      `${count(blocks, OUT_OF_VIEW)} of ${blocks.state.length} out of view`,
    );
    assert.equal(count(blocks, CHANGED), 0, `frame ${i}`);
  }
  tracker.close();
});
