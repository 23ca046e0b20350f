import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readTruth } from '../../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import { type Camera, pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import { distanceMm, type Pixel } from '../../../src/geometry/point.js';
import { wrapRad } from '../../../src/geometry/pose.js';
import type { MeasureHints } from '../../../src/table/measurement.js';
import { type Edges, markedOutline, wrongEdges } from '../../../src/table/setup/marked-edges.js';
import { english } from '../../../src/texts/english.js';
import { measureFrame } from '../../../src/vision/frame/measure-frame.js';
import { markedMat } from '../../../src/vision/mat/find/marked-mat.js';
import { registerByTaps } from '../../../src/vision/mat/find/register.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { nearestSide } from '../../../src/vision/solve/mat-sides.js';
import { type BaseMarks, unknownLens } from '../../../src/vision/solve/observations.js';
import { drawnMat } from '../drawn-mat.js';
import { cameraAt, LAYOUT, marksOf, normals, worstMm } from '../made-up-table.js';

const MAT = { widthMm: 912, depthMm: 916 };
const CORNERS = [
  { x: 0, y: 0 },
  { x: MAT.widthMm, y: 0 },
  { x: MAT.widthMm, y: MAT.depthMm },
  { x: 0, y: MAT.depthMm },
];
/** Both near corners are below its picture. */
const NEAR_HIDDEN = cameraAt(55, 1050, -0.03, 0, 1280, 720, 1100);
const SIGMA_PX = 1.024;

const isIn = ({ widthPx, heightPx }: Camera, { u, v }: Pixel) => u >= 0 && v >= 0 && u <= widthPx - 1 && v <= heightPx - 1;

/** The corners that are in the picture and not covered, and two places on each edge that has no such corner at both ends, as a hand marks them with this noise. */
function marksIn(camera: Camera, noise = () => 0, areCovered = false): { corners: (Pixel | undefined)[]; edges: Edges } {
  const seen = ({ x, y }: { x: number; y: number }) => {
    const at = pixelFromTable(camera, { x, y, z: 0 });
    return at && isIn(camera, at) ? { u: at.u + SIGMA_PX * noise(), v: at.v + SIGMA_PX * noise() } : undefined;
  };
  const corners = CORNERS.map((at) => (areCovered ? undefined : seen(at)));
  const edges = CORNERS.map((from, side): Edges[number] => {
    const to = CORNERS[(side + 1) % 4]!;
    const places = Array.from({ length: 39 }, (_, i) => (i + 0.5) / 39).flatMap((s) => {
      const at = { x: from.x + s * (to.x - from.x), y: from.y + s * (to.y - from.y) };
      return seen(at) ?? [];
    });
    const isWhole = corners[side] && corners[(side + 1) % 4];
    return places.length < 2 || isWhole ? undefined : [places[0]!, places.at(-1)!];
  });
  return { corners, edges };
}

test('edges meet in corners that are out of view, and two corners with the edges beyond them are enough', () => {
  const hidden = marksIn(NEAR_HIDDEN);
  assert.deepEqual(
    [hidden.corners.map(Boolean), hidden.edges.map(Boolean)],
    [
      [false, false, true, true],
      [false, true, false, true],
    ],
  );
  const outline = markedOutline(hidden.corners, hidden.edges);
  assert.ok(outline?.kind === 'side' && outline.side === 2);
  // A square: its four edges alone, and three of them.
  const edges: Edges = [
    [
      { u: 20, v: 90 },
      { u: 80, v: 90 },
    ],
    [
      { u: 90, v: 80 },
      { u: 90, v: 20 },
    ],
    [
      { u: 80, v: 10 },
      { u: 20, v: 10 },
    ],
    [
      { u: 10, v: 20 },
      { u: 10, v: 80 },
    ],
  ];
  const none = [undefined, undefined, undefined, undefined];
  const whole = markedOutline(none, edges);
  assert.ok(whole?.kind === 'corners');
  assert.deepEqual(
    whole.corners.map(({ u, v }) => [Math.round(u), Math.round(v)]),
    [
      [10, 90],
      [90, 90],
      [90, 10],
      [10, 10],
    ],
  );
  const three = markedOutline(none, [edges[0], edges[1], undefined, edges[3]]);
  assert.ok(three?.kind === 'side' && three.side === 0);
  assert.deepEqual([three.along[0].v, three.along[1].v], [-1, -1]);
});

test('too few edges, edges that are too short and places outside the picture are refused with the reason', () => {
  const { corners, edges } = marksIn(NEAR_HIDDEN);
  const wrong = (some: Edges, own = corners) => english(wrongEdges(own, some, 1280, 720) ?? '');
  assert.equal(wrong(edges), '');
  assert.match(wrong([undefined, edges[1], undefined, undefined]), /three edges do, or two corners with the edges beyond them/);
  assert.match(wrong([undefined, edges[1], undefined, edges[3]], [undefined, undefined, undefined, undefined]), /three edges/);
  const [from] = edges[1]!;
  assert.match(wrong([undefined, [from, { u: from.u + 20, v: from.v }], undefined, edges[3]]), /edge 2 are too close/);
  assert.match(wrong([undefined, [from, { u: 1400, v: 300 }], undefined, edges[3]]), /outside the picture/);
});

for (const [how, areCovered] of [
  ['both near corners out of view', false],
  ['the near edge out of view and something on each far corner', true],
] as const) {
  test(`with ${how} a mat is registered by its marked edges, given around either way`, () => {
    const camera = NEAR_HIDDEN;
    const { corners, edges } = marksIn(camera, () => 0, areCovered);
    const [a, b, c, d] = corners;
    for (const given of [
      { corners, edges },
      { corners: [a, d, c, b], edges: [edges[3], edges[2], edges[1], edges[0]] },
    ]) {
      const marked = markedMat(given, 1280, 720)!;
      const mat = { ...MAT, sigmaMm: 0.5 };
      const lens = { ...unknownLens(1280, 720), mat };
      const start = registerByTaps(marked.ring, 1280, 720, lens);
      assert.ok(start.ok);
      const known = { ...lens, focalPx: camera.fx, logFocalSigma: 0.002, k1: -0.03, k1Sigma: 0.002, k2Sigma: 0.002, centreSigmaPx: 0.5 };
      const solved = solveTable(start.solution, { border: [], bases: [], ...marked.observed }, known);
      assert.ok(worstMm(camera, solved.camera) < 0.5, `${worstMm(camera, solved.camera).toFixed(2)} mm`);
    }
  });
}

test('places of bases on a mat whose edges were marked by a hand that trembles are as exact as is claimed', () => {
  const errors: number[] = [];
  const sigmas: number[] = [];
  for (let seed = 1; seed <= 40; seed++) {
    const noise = normals(seed);
    const marked = markedMat(marksIn(NEAR_HIDDEN, noise), 1280, 720)!;
    const width = MAT.widthMm + 0.5 * noise();
    const lens = { ...unknownLens(1280, 720), mat: { widthMm: width, depthMm: MAT.depthMm + 0.5 * noise(), sigmaMm: 0.5 } };
    const known = {
      ...lens,
      focalPx: 1050 * (1 + 0.005 * noise()),
      logFocalSigma: 0.005,
      k1: -0.03,
      k1Sigma: 0.005,
      k2Sigma: 0.005,
      centreSigmaPx: 1,
    };
    const start = registerByTaps(marked.ring, 1280, 720, known);
    assert.ok(start.ok);
    const pieces = LAYOUT.filter(({ pose }) => isIn(NEAR_HIDDEN, pixelFromTable(NEAR_HIDDEN, { ...pose, z: 0 })!));
    const bases = pieces.map(({ base, pose }): BaseMarks => ({ base, start: pose, marks: marksOf(NEAR_HIDDEN, base, pose, noise, 0.2) }));
    const solved = solveTable(start.solution, { border: [], bases, ...marked.observed }, known);
    const n = 3 * bases.length;
    pieces.forEach(({ pose }, i) => {
      const found = solved.poses[i]!;
      for (const [k, error] of [found.x - pose.x, found.y - pose.y, wrapRad(found.headingRad - pose.headingRad)].slice(0, 2).entries()) {
        const sigma = Math.sqrt(solved.jointCovariance[(3 * i + k) * n + 3 * i + k]!);
        errors.push(error / sigma);
        sigmas.push(sigma);
      }
    });
  }
  const rms = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);
  const claimed = sigmas.reduce((sum, s) => sum + s, 0) / sigmas.length;
  assert.ok(rms > 0.5 && rms < 1.4, `errors of ${rms.toFixed(2)} sigma, of ${claimed.toFixed(2)} mm`);
});

let engines: Engines;
before(async () => {
  engines = await loadEngines();
});

/** How far beside its sides, drawn as dark as its table with a bright line printed 7 mm inside of them, the measured mat has places on its marked edges, px. */
async function measuredPx(cloth: number, areCovered: boolean): Promise<number> {
  const noise = normals(9);
  // To half a pixel.
  const marks = marksIn(NEAR_HIDDEN, () => 0.5 * noise(), areCovered);
  const { result } = await measureFrame(engines, drawnMat(NEAR_HIDDEN, MAT, { cloth, line: 250, table: 60, atMm: 7 }), {
    ...marks,
    mat: { ...MAT, sigmaMm: 0.5 },
  });
  assert.ok(result.ok, english(result.ok ? '' : result.problem.message));
  const { camera } = result.measurement;
  const truth = marksIn(NEAR_HIDDEN);
  const places = [...truth.corners.flatMap((at) => at ?? []), ...truth.edges.flatMap((edge) => edge ?? [])];
  return Math.max(
    ...places.map((at) => {
      const seen = tableFromPixel(camera, at)!;
      const side = nearestSide(seen, MAT);
      const beside = pixelFromTable(camera, { ...footOf(seen, side), z: 0 })!;
      return Math.hypot(beside.u - at.u, beside.v - at.v);
    }),
  );
}

function footOf({ x, y }: { readonly x: number; readonly y: number }, side: number) {
  return { x: side === 1 ? MAT.widthMm : side === 3 ? 0 : x, y: side === 2 ? MAT.depthMm : side === 0 ? 0 : y };
}

test('a line that is printed inside does not move the edges that a person marked, and edges that are seen there refine them', async () => {
  for (const areCovered of [false, true]) {
    const beside = await measuredPx(60, areCovered);
    // The line is more than 5 px away.
    assert.ok(beside < 2, `${beside.toFixed(1)} px beside the marks`);
    const seen = await measuredPx(150, areCovered);
    assert.ok(seen < 1.5, `${seen.toFixed(1)} px beside the marks`);
  }
});

for (const name of ['test-000001', 'test-000005']) {
  test(`distances on ${name}, its near edge left out, are as exact as is claimed`, async () => {
    const truth = await readTruth(`test-fixtures/tables/${name}.json`);
    const { widthMm, depthMm, ships } = truth.table;
    const seen = (x: number, y: number) => pixelFromTable(truth.camera!, { x, y, z: 0 })!;
    const [farRight, farLeft] = [seen(widthMm, depthMm), seen(0, depthMm)];
    const marks: MeasureHints = {
      corners: [undefined, undefined, farRight, farLeft],
      edges: [undefined, [farRight, seen(widthMm, 0.3 * depthMm)], undefined, [farLeft, seen(0, 0.3 * depthMm)]],
    };
    const { result } = await measureFrame(engines, await readPicture(`test-fixtures/tables/${truth.image}`), { isPhoto: true, ...marks });
    assert.ok(result.ok);
    const { bases, jointCovariance } = result.measurement;
    const size = 3 * bases.length;
    const matched = bases.flatMap(({ pose }, row) => {
      const [ship] = ships.filter((one) => distanceMm(one.pose, pose) < 40);
      return ship ? [{ row, pose, truth: ship.pose }] : [];
    });
    const sigmas = matched.flatMap((a, i) =>
      matched.slice(i + 1).map((b) => {
        const long = distanceMm(a.pose, b.pose);
        const along = [(b.pose.x - a.pose.x) / long, (b.pose.y - a.pose.y) / long] as const;
        const at = [3 * a.row, 3 * a.row + 1, 3 * b.row, 3 * b.row + 1];
        const by = [-along[0], -along[1], along[0], along[1]];
        const variance = at.reduce(
          (sum, p, k) => sum + at.reduce((part, q, l) => part + by[k]! * by[l]! * jointCovariance[p * size + q]!, 0),
          0,
        );
        return (long - distanceMm(a.truth, b.truth)) / Math.sqrt(variance);
      }),
    );
    const rms = Math.sqrt(sigmas.reduce((sum, one) => sum + one ** 2, 0) / sigmas.length);
    assert.ok(sigmas.length > 2 && rms < 1.4, `${sigmas.length} distances are ${rms.toFixed(2)} of their sigma off`);
  });
}
