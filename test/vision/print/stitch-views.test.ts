import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type Camera, tableFromPixel } from '../../../src/geometry/camera.js';
import { english } from '../../../src/texts/english.js';
import type { Phrase } from '../../../src/texts/phrase.js';
import type { StitchedView } from '../../../src/vision/print/confirm-views.js';
import type { StitchPicture } from '../../../src/vision/print/match-graph.js';
import { placedCamera } from '../../../src/vision/print/search-placement.js';
import { stitchPicture } from '../../../src/vision/print/stitch-picture.js';
import { stitchViews } from '../../../src/vision/print/stitch-views.js';
import { type Frame, mirroredFrame } from '../../../src/vision/runtime/frame.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { CAMERA_PARAMS, paramsFromCamera } from '../../../src/vision/solve/camera-params.js';
import { PIVOT } from '../../../src/vision/solve/residual-blocks.js';
import { apartMm, type DrawnBox, type DrawnPrint, drawnPrint, handCamera, tiled, viewOfPrint } from '../drawn-print.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});
const LENS = { widthPx: 640, heightPx: 480, focalPx: 540, k1: 0.03 };

const WIDE = { widthPx: 960, heightPx: 720, focalPx: 800, k1: 0.03 };

const pictureOf = (frame: Frame) => stitchPicture(cv, frame);

/** The camera as if the table's border had given it, to a tenth of a millimetre. */
function known(picture: number, camera: Camera) {
  const values = new Float64Array(CAMERA_PARAMS);
  paramsFromCamera(camera, PIVOT, values);
  const sigmas = [1e-4, 1e-3, 1e-3, 0.2, 0.2, 1e-4, 1e-4, 1e-4, 0.1, 0.1, 0.1];
  const covariance = sigmas.flatMap((sigma, i) => sigmas.map((_, k) => (i === k ? sigma ** 2 : 0)));
  return { picture, camera, prior: { values: [...values], covariance } };
}

const BOXES: readonly DrawnBox[] = [
  { x: 300, y: 420, halfMm: 20, heightMm: 45, grey: 120 },
  { x: 520, y: 300, halfMm: 30, heightMm: 60, grey: 70 },
];
const MOVED: readonly DrawnBox[] = [
  { x: 420, y: 520, halfMm: 20, heightMm: 45, grey: 120 },
  { x: 610, y: 410, halfMm: 30, heightMm: 60, grey: 70 },
];
const CAMERAS = [
  handCamera({ x: 457, y: 430 }, 950, 62, 0, LENS),
  handCamera({ x: 430, y: 400 }, 700, 50, 40, LENS),
  handCamera({ x: 480, y: 380 }, 620, 55, -35, LENS, 8),
];

function assertStitched(truth: readonly Camera[], views: readonly (StitchedView | { ok: false; problem: { message: Phrase } })[]) {
  views.forEach((view, i) => {
    assert.ok(view.ok, view.ok ? '' : `picture ${i}: ${english(view.problem.message)}`);
    const apart = apartMm(truth[i]!, view.camera);
    const [median, worst] = [apart[apart.length >> 1]!, apart.at(-1)!];
    // Bound by pixels of 1 to 1.7 mm: a median over the view of half of one.
    assert.ok(median < 0.6 && worst < 1.6, `picture ${i}: ${median.toFixed(2)} mm in the middle, ${worst.toFixed(2)} at worst`);
  });
}

for (const kind of ['nebula', 'marble'] as const) {
  test(`views of ${kind} from three sides, ships having moved, are stitched to half a pixel`, async () => {
    const print = drawnPrint(kind, 7);
    const frames = CAMERAS.map((camera, i) => viewOfPrint(print, camera, i === 2 ? MOVED : BOXES, 20 + i));
    assertStitched(CAMERAS, (await stitchViews(cv, frames.map(pictureOf), { known: known(0, CAMERAS[0]!) })).views);
  });
}

/** Three views of which the last is zoomed. */
async function withZoomed(zoom: number) {
  const print = drawnPrint('nebula', 7);
  const zoomed = handCamera({ x: 480, y: 380 }, 620, 55, -35, { ...LENS, focalPx: zoom * LENS.focalPx }, 8);
  const cameras = [...CAMERAS.slice(0, 2), zoomed];
  const frames = cameras.map((camera, i) => viewOfPrint(print, camera, BOXES, 20 + i));
  return { cameras, ...(await stitchViews(cv, frames.map(pictureOf), { known: known(0, CAMERAS[0]!) })) };
}

for (const zoom of [1.01, 1.03]) {
  test(`a picture zoomed ${zoom} times, with as many pixels as the others, draws none of them aside`, async () => {
    const { cameras, views, network } = await withZoomed(zoom);
    assertStitched(cameras, views);
    const [one, other, own] = network!.of.map(([focal]) => focal);
    assert.ok(one === other && own !== one, 'the two others keep one focal length');
    const [k1, , ownK1] = network!.of.map(([, distortion]) => distortion);
    assert.equal(ownK1, k1, 'zooming does not change the lens');
  });
}

test('a view that resembles another one little does not count as one of a print that repeats', async () => {
  // 13 of its matches agree, in 9 places; any four of the others determine a homography that explains as many.
  const { cameras, views } = await withZoomed(1.3);
  assertStitched(cameras, views);
});

test('two views of sparse stars are stitched', async () => {
  const print = drawnPrint('stars', 7);
  const cameras = CAMERAS.slice(0, 2);
  const frames = cameras.map((camera, i) => viewOfPrint(print, camera, BOXES, 20 + i));
  assertStitched(cameras, (await stitchViews(cv, frames.map(pictureOf), { known: known(0, CAMERAS[0]!) })).views);
});

test('a picture of another mat with the same ships on it is refused, and so is a mirror image, each with its reason', async () => {
  const [print, other] = [drawnPrint('nebula', 7), drawnPrint('nebula', 11)];
  const frames = [
    viewOfPrint(print, CAMERAS[0]!, BOXES, 1),
    viewOfPrint(other, CAMERAS[0]!, BOXES, 2),
    viewOfPrint(print, CAMERAS[1]!, BOXES, 3),
    mirroredFrame(viewOfPrint(print, CAMERAS[1]!, BOXES, 4)),
  ];
  const { views } = await stitchViews(cv, frames.map(pictureOf), {
    known: known(0, CAMERAS[0]!),
    mirrorImageOf: async (i) => pictureOf(mirroredFrame(frames[i]!)),
  });
  assert.deepEqual(
    views.map((view) => (view.ok ? 'stitched' : view.problem.code)),
    ['stitched', 'print-not-matched', 'stitched', 'picture-mirrored'],
  );
  // With the known one alone, too.
  const two = [frames[0]!, frames[3]!];
  const alone = await stitchViews(cv, two.map(pictureOf), {
    known: known(0, CAMERAS[0]!),
    mirrorImageOf: async (i) => pictureOf(mirroredFrame(two[i]!)),
  });
  const [, mirrored] = alone.views;
  assert.equal(!mirrored!.ok && mirrored!.problem.code, 'picture-mirrored');
});

/** A print of which hardly anything can be matched by itself. */
function faint(print: DrawnPrint, share = 0.06): DrawnPrint {
  return { ...print, grey: print.grey.map((grey) => 90 + share * (grey - 90)) };
}

/** A print with a square card of 190 mm lying on it: the same piece of another print, wherever it lies. */
function withCard(print: DrawnPrint, card: DrawnPrint, { x, y }: { readonly x: number; readonly y: number }): DrawnPrint {
  const { sidePx, pxPerMm } = print;
  const [left, top, side] = [x * pxPerMm, sidePx - y * pxPerMm, 190 * pxPerMm].map(Math.round) as [number, number, number];
  const grey = print.grey.slice();
  for (let v = 0; v < side; v++)
    grey.set(card.grey.subarray((v + 300) * sidePx + 300, (v + 300) * sidePx + 300 + side), (top + v) * sidePx + left);
  return { ...print, grey };
}

/** The camera as a view's own pieces would give it: in a frame of its own, 1 % too far away. */
function inOwnFrame(camera: Camera): Camera {
  const moved = placedCamera(camera, { x: 333, y: -120, headingRad: 1.1 });
  const middle = tableFromPixel(moved, { u: camera.widthPx / 2, v: camera.heightPx / 2 })!;
  const { r, t } = moved;
  const depth = [0, 3, 6].map((k, i) => r[k]! * middle.x + r[k + 1]! * middle.y + t[i]!);
  return { ...moved, t: t.map((one, i) => one + 0.01 * depth[i]!) as unknown as Camera['t'] };
}

test('a view of sparse stars whose features match nowhere is found by turn and shift, one of other stars nowhere', async () => {
  const [print, other] = [drawnPrint('stars', 7), drawnPrint('stars', 12)];
  const close = handCamera({ x: 520, y: 520 }, 480, 58, 120, LENS, -6);
  const frames = [viewOfPrint(print, CAMERAS[0]!, BOXES, 31), viewOfPrint(print, close, MOVED, 32), viewOfPrint(other, close, MOVED, 33)];
  const { views } = await stitchViews(cv, frames.map(pictureOf), {
    known: known(0, CAMERAS[0]!),
    ownCameras: async () => [inOwnFrame(close)],
  });
  assertStitched([CAMERAS[0]!, close], views.slice(0, 2));
  assert.equal(views[2]!.ok ? 'stitched' : views[2]!.problem.code, 'print-not-matched');
});

test('a card that was moved places no picture where its matches have it, against the ships that stood still', async () => {
  const [print, card] = [faint(drawnPrint('nebula', 7)), drawnPrint('nebula', 5)];
  const close = handCamera({ x: 520, y: 520 }, 480, 58, 120, LENS, -6);
  const frames = [
    viewOfPrint(withCard(print, card, { x: 380, y: 600 }), CAMERAS[0]!, BOXES, 31),
    viewOfPrint(withCard(print, card, { x: 520, y: 480 }), close, MOVED, 32),
  ];
  const asShips = placedCamera(close, { x: 2, y: -1.5, headingRad: 0.004 });
  const { views, pairs } = await stitchViews(cv, frames.map(pictureOf), {
    known: known(0, CAMERAS[0]!),
    placedByPieces: (i) => (i === 1 ? asShips : undefined),
  });
  assert.equal(pairs.length, 1, 'the card matches');
  assert.ok(!views[1]!.ok);
});

test('where a card that was moved has misplaced the only other picture, that is placed by the ships that stood still', async () => {
  const [print, card] = [faint(drawnPrint('nebula', 7), 0.12), drawnPrint('nebula', 5)];
  const close = handCamera({ x: 520, y: 520 }, 480, 58, 120, LENS, -6);
  const frames = [
    viewOfPrint(withCard(print, card, { x: 380, y: 600 }), CAMERAS[0]!, BOXES, 31),
    viewOfPrint(withCard(print, card, { x: 560, y: 420 }), close, MOVED, 32),
  ];
  const asShips = placedCamera(close, { x: 2, y: -1.5, headingRad: 0.004 });
  const { views, pairs } = await stitchViews(cv, frames.map(pictureOf), {
    known: known(0, CAMERAS[0]!),
    placedByPieces: (i) => (i === 1 ? asShips : undefined),
  });
  assert.equal(pairs.length, 1, 'the card matches');
  assertStitched([CAMERAS[0]!, close], views);
});

test('a floor below the mat, whose print is stronger, draws no view aside', async () => {
  const floor = { print: drawnPrint('nebula', 3), lowerMm: 4 };
  const [print, wide] = [drawnPrint('nebula', 7), { ...LENS, focalPx: 420 }];
  const cameras = [handCamera({ x: 457, y: 430 }, 1150, 62, 0, wide), handCamera({ x: 440, y: 420 }, 1050, 50, 70, wide)];
  const frames = cameras.map((camera, i) => viewOfPrint(print, camera, BOXES, 40 + i, floor));
  const { views } = await stitchViews(cv, frames.map(pictureOf), {
    known: { ...known(0, cameras[0]!), mat: { widthMm: 914.4, depthMm: 914.4 } },
  });
  const [, view] = views;
  assert.ok(view?.ok);
  const apart = apartMm(cameras[1]!, view.camera);
  // Pixels of 2.7 mm; with the floor for print it is 1.5 mm and more.
  assert.ok(apart[apart.length >> 1]! < 0.5, `${apart[apart.length >> 1]!.toFixed(2)} mm in the middle`);
});

test('a print that repeats is never registered a motif beside its place', async () => {
  const print = drawnPrint('tiles', 7);
  const frames = CAMERAS.map((camera, i) => viewOfPrint(print, camera, BOXES, 20 + i));
  const { views } = await stitchViews(cv, frames.map(pictureOf), { known: known(0, CAMERAS[0]!) });
  for (const view of views) assert.equal(view.ok ? 'stitched' : view.problem.code, 'print-repeats');
});

test('a far motif of a print that repeats is not placed on a near one, which alone resembles it in a picture taken at a slant', async () => {
  const print = tiled(drawnPrint('nebula', 7), 304.5);
  const cameras = [handCamera({ x: 457, y: 400 }, 1150, 32, 0, WIDE), handCamera({ x: 250, y: 700 }, 430, 55, 25, WIDE, 6)];
  const frames = cameras.map((camera, i) => viewOfPrint(print, camera, BOXES, 50 + i));
  const ofFrame = { ...known(0, cameras[0]!), mat: { widthMm: 914.4, depthMm: 914.4 } };
  const { views } = await stitchViews(cv, frames.map(pictureOf), { known: ofFrame });
  for (const view of views) assert.equal(view.ok ? 'stitched' : view.problem.code, 'print-repeats');
  // Where ships that stood still have it, its print says the rest.
  const placed = await stitchViews(cv, frames.map(pictureOf), {
    known: ofFrame,
    placedByPieces: (i) => (i === 1 ? cameras[1] : undefined),
  });
  assert.equal(placed.views[1]!.ok, true);
});

test('a strip of a pixel and a black picture among others are refused, and keep none of these from being stitched', async () => {
  const print = drawnPrint('nebula', 7);
  const others = CAMERAS.slice(1).map((camera, i) => pictureOf(viewOfPrint(print, camera, BOXES, 20 + i)));
  const blank = (widthPx: number, heightPx: number) =>
    pictureOf({ widthPx, heightPx, rgba: new Uint8Array(4 * widthPx * heightPx), capturedAtMs: 0 });
  const { views } = await stitchViews(cv, [blank(1, 1), blank(2, 900), ...others, blank(640, 480)]);
  assert.deepEqual(
    views.map((view) => (view.ok ? 'stitched' : view.problem.code)),
    ['print-not-matched', 'print-not-matched', 'stitched', 'stitched', 'print-not-matched'],
  );
});

test('one picture that is given twice has its place, although that says nothing of where it was taken from', async () => {
  const picture = pictureOf(viewOfPrint(drawnPrint('nebula', 7), CAMERAS[1]!, BOXES, 20));
  const { views } = await stitchViews(cv, [picture, picture]);
  for (const view of views) assert.ok(view.ok && view.residualPx < 1e-3, view.ok ? `${view.residualPx} px` : english(view.problem.message));
});

/** Two pictures of a print of stars in squares of 300 mm, without its border, that were stitched one of them beside their place. */
function ofRepeatingStars(): readonly StitchPicture[] {
  const print = tiled(drawnPrint('stars', 7), 300);
  const lens = { ...WIDE, focalPx: 810 };
  const cameras = [handCamera({ x: 565, y: 496 }, 374, 52, -13, lens), handCamera({ x: 391, y: 500 }, 435, 48, -22, lens)];
  return cameras.map((camera, i) => pictureOf(viewOfPrint(print, camera, [], 20 + i)));
}

test('pictures of a print that repeats, none of which shows the border, are not stitched a motif beside their place', async () => {
  const { views } = await stitchViews(cv, ofRepeatingStars());
  for (const view of views) assert.equal(view.ok ? 'stitched' : view.problem.code, 'print-repeats');
});

test('of pictures without a border some of a print that repeats do not keep fewer others from being stitched', async () => {
  const print = drawnPrint('nebula', 7);
  const others = CAMERAS.slice(1).map((camera, i) => pictureOf(viewOfPrint(print, camera, BOXES, 20 + i)));
  const { views } = await stitchViews(cv, [...ofRepeatingStars(), ...others]);
  assert.deepEqual(
    views.map((view) => (view.ok ? 'stitched' : view.problem.code)),
    ['print-repeats', 'print-repeats', 'stitched', 'stitched'],
  );
});

const PHOTOS = new URL('../../../../shared/look/in-the-hand/', import.meta.url);

test('real photographs of one mat taken in a hand are stitched, and one of another mat is refused', {
  skip: !existsSync(PHOTOS) && 'the photographs of ../shared are not here',
}, async () => {
  const pictures: StitchPicture[] = [];
  for (const name of ['planet-4794', 'planet-4795', 'teal-4727']) {
    const { data, info } = await sharp(fileURLToPath(new URL(`${name}.jpg`, PHOTOS)))
      .resize({ width: 1008, height: 1008, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    pictures.push(pictureOf({ widthPx: info.width, heightPx: info.height, rgba: data, capturedAtMs: 0 }));
  }
  const { views, pairs } = await stitchViews(cv, pictures);
  assert.deepEqual(
    views.map((view) => (view.ok ? 'stitched' : view.problem.code)),
    ['stitched', 'stitched', 'print-not-matched'],
  );
  for (const view of views) assert.ok(!view.ok || (view.residualPx < 1 && view.matches > 50), JSON.stringify(view));
  assert.deepEqual(
    pairs.map(({ from, to }) => [from, to]),
    [[0, 1]],
  );
  assert.ok(pairs[0]!.halvesPx < 0.5, `halves are ${pairs[0]!.halvesPx.toFixed(2)} px apart`);
});
