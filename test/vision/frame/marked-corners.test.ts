import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { tableOfMeasurement } from '../../../src/cli/commands/measure.js';
import { readTruth } from '../../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { distanceMm } from '../../../src/geometry/point.js';
import { offTable } from '../../../src/judge/report/off-table.js';
import type { MeasureHints } from '../../../src/table/measurement.js';
import { english } from '../../../src/texts/english.js';
import { measureFrame } from '../../../src/vision/frame/measure-frame.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';
import { type DrawnMat, drawnMat } from '../drawn-mat.js';
import { cameraAt, normals } from '../made-up-table.js';

let engines: Engines;
before(async () => {
  engines = await loadEngines();
});

const MAT = { widthMm: 912, depthMm: 916 };
const CORNERS = [
  { x: 0, y: 0 },
  { x: MAT.widthMm, y: 0 },
  { x: MAT.widthMm, y: MAT.depthMm },
  { x: 0, y: MAT.depthMm },
];

/** Measures an empty drawn mat with its corners marked to half a pixel and its size given; how far its corners then are from where they were drawn, px. */
async function measured(camera: Camera, table: DrawnMat, hints: MeasureHints = {}) {
  const noise = normals(9);
  const corners = CORNERS.map((at) => pixelFromTable(camera, { ...at, z: 0 })!);
  const marked = corners.map(({ u, v }) => ({ u: u + 0.5 * noise(), v: v + 0.5 * noise() }));
  const { result } = await measureFrame(engines, drawnMat(camera, MAT, table), {
    corners: marked,
    mat: { ...MAT, sigmaMm: 0.5 },
    ...hints,
  });
  assert.ok(result.ok, english(result.ok ? '' : result.problem.message));
  const { measurement } = result;
  const { widthMm: w, depthMm: d } = measurement.mat;
  const movedPx = [0, 1, 2, 3].map((i) => {
    const seen = pixelFromTable(measurement.camera, { x: i === 1 || i === 2 ? w : 0, y: i >= 2 ? d : 0, z: 0 })!;
    return Math.hypot(seen.u - corners[i]!.u, seen.v - corners[i]!.v);
  });
  return { measurement, movedPx: Math.max(...movedPx) };
}

const CAMERAS: readonly (readonly [string, Camera])[] = [
  ['steeply', cameraAt(62, 1050, -0.03, 0, 1280, 720, 1700)],
  ['flatly', cameraAt(38, 1000, 0.02, 0, 1280, 720, 1750)],
];

for (const [how, camera] of CAMERAS) {
  test(`a line printed inside a mat that is seen ${how} does not move the corners that a person marked`, async () => {
    const { measurement, movedPx } = await measured(camera, { cloth: 70, line: 250, table: 40, atMm: 7 });
    // The line is more than twice as far.
    assert.ok(movedPx < 2.5, `moved by ${movedPx.toFixed(1)} px`);
    assert.equal(measurement.disputedCorners, undefined, 'beside the line the edge is seen where the corners have it');
  });
}

test('where no edge is seen through the marked corners, both places are reported, and that they disagree', async () => {
  const [, camera] = CAMERAS[0]!;
  // The mat is as dark as its table: the line is all that is seen of it.
  const { measurement, movedPx } = await measured(camera, { cloth: 60, line: 250, table: 60, atMm: 7 });
  assert.ok(movedPx < 2.5, `moved by ${movedPx.toFixed(1)} px`);
  assert.equal(measurement.caution?.code, 'corners-off-edges');
  assert.ok((measurement.disputedCorners?.length ?? 0) >= 3, `${measurement.disputedCorners?.length} of them`);
  // Between the outer edge of the line, 5.5 mm inside, and half of it: the sides may be read at different lines.
  for (const { markedAt, edgesAt } of measurement.disputedCorners!) {
    const apartMm = Math.hypot(markedAt.x - edgesAt.x, markedAt.y - edgesAt.y);
    assert.ok(apartMm > 2.75, `${apartMm.toFixed(1)} mm apart`);
  }
});

test('one corner that was marked far beside the mat’s is reported, with where the edges meet', async () => {
  const [, camera] = CAMERAS[0]!;
  const there = pixelFromTable(camera, { ...CORNERS[2]!, z: 0 })!;
  for (const besideMm of [40, 70]) {
    const wrong = { x: MAT.widthMm - besideMm, y: MAT.depthMm - besideMm };
    const corners = CORNERS.map((at, i) => pixelFromTable(camera, { ...(i === 2 ? wrong : at), z: 0 })!);
    const { measurement } = await measured(camera, { cloth: 170, line: 170, table: 40, atMm: 7 }, { corners });
    assert.equal(measurement.caution?.code, 'corners-off-edges');
    const seen = pixelFromTable(measurement.camera, { ...measurement.disputedCorners!.find(({ corner }) => corner === 2)!.edgesAt, z: 0 })!;
    const offPx = Math.hypot(seen.u - there.u, seen.v - there.v);
    assert.ok(offPx < 1, `${besideMm} mm: ${offPx.toFixed(1)} px`);
  }
});

test('corners that edges pass through are refined by them, and are not disputed', async () => {
  const [, camera] = CAMERAS[0]!;
  const { measurement, movedPx } = await measured(camera, { cloth: 170, line: 170, table: 40, atMm: 7 });
  assert.ok(movedPx < 1, `moved by ${movedPx.toFixed(1)} px`);
  assert.equal(measurement.caution, undefined);
  assert.equal(measurement.disputedCorners, undefined);
});

/** Measures a hand-held view with its mat's corners marked that far inside of it; the distances between its ships, in what is claimed of each. */
async function distancesOff(name: string, insideMm: number) {
  const truth = await readTruth(`test-fixtures/hand-held/${name}.json`);
  const { widthMm, depthMm, ships } = truth.table;
  const [right, far] = [widthMm - insideMm, depthMm - insideMm];
  const corners = [
    { x: insideMm, y: insideMm },
    { x: right, y: insideMm },
    { x: right, y: far },
    { x: insideMm, y: far },
  ].map((at) => pixelFromTable(truth.camera!, { ...at, z: 0 })!);
  const { result } = await measureFrame(engines, await readPicture(`test-fixtures/hand-held/${truth.image}`), { isPhoto: true, corners });
  assert.ok(result.ok, english(result.ok ? '' : result.problem.message));
  const { bases, jointCovariance, camera, caution } = result.measurement;
  const size = 3 * bases.length;
  const found = bases.flatMap(({ pose }, row) => {
    const at = pixelFromTable(camera, { ...pose, z: 0 })!;
    const [ship] = ships.filter((one) => {
      const seen = pixelFromTable(truth.camera!, { ...one.pose, z: 0 })!;
      return Math.hypot(seen.u - at.u, seen.v - at.v) < 8;
    });
    return ship ? [{ row, pose, truth: ship.pose }] : [];
  });
  const pairs = found.flatMap((a, i) => found.slice(i + 1).map((b) => [a, b] as const));
  const sigmas = pairs.map(([a, b]) => {
    const long = distanceMm(a.pose, b.pose);
    const along = [(b.pose.x - a.pose.x) / long, (b.pose.y - a.pose.y) / long] as const;
    const at = [3 * a.row, 3 * a.row + 1, 3 * b.row, 3 * b.row + 1];
    const by = [-along[0], -along[1], along[0], along[1]];
    const variance = at.reduce(
      (sum, p, k) => sum + at.reduce((part, q, l) => part + by[k]! * by[l]! * jointCovariance[p * size + q]!, 0),
      0,
    );
    return Math.abs(long - distanceMm(a.truth, b.truth)) / Math.sqrt(variance);
  });
  return { ships: found.length, worst: Math.max(...sigmas), caution, table: tableOfMeasurement(result.measurement) };
}

test('corners marked on a frame inside the mat, which the sizes of the ships contradict, widen what is claimed, and that is said', async () => {
  const inside = await distancesOff('table-01-whole', 25);
  assert.ok(inside.ships >= 6 && inside.worst < 3, `${inside.ships} ships, ${inside.worst.toFixed(1)} sigma off`);
  assert.equal(inside.caution?.code, 'corners-off-bases');
  assert.match(english(inside.caution!.message), /about 8[5-9]\d × 8[5-9]\d mm; expected 914 × 914 mm/);
  assert.match(english(inside.caution!.hint!), /outer corners/);
  // One ship stands across the frame: it has not left the mat.
  const off = inside.table.ships.map((_, i) => offTable(inside.table, i));
  assert.ok(off.some(({ value }) => value));
  assert.ok(off.every(({ value, certain }) => !(value && certain)));
  assert.ok(
    off.some(({ value, certain }) => !value && certain),
    'in the middle of the mat it is certain',
  );
});

test('corners marked where they are are not doubted', async () => {
  const right = await distancesOff('table-01-whole', 0);
  assert.ok(right.ships >= 6 && right.worst < 3, `${right.ships} ships, ${right.worst.toFixed(1)} sigma off`);
  assert.notEqual(right.caution?.code, 'corners-off-bases');
});
