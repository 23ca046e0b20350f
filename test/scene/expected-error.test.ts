import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../src/geometry/camera.js';
import type { Point3 } from '../../src/geometry/point.js';
import { pieceFromTable, tableFromPiece } from '../../src/geometry/pose.js';
import { cameraAdvice } from '../../src/scene/accuracy/camera-advice.js';
import { expectedErrors, typicalErrorMm } from '../../src/scene/accuracy/expected-error.js';
import { baseEdges, matEdges, nominalSolid } from '../../src/scene/accuracy/seen-edges.js';
import { english } from '../../src/texts/english.js';
import { solveTable } from '../../src/vision/solve/joint-solution.js';
import { type BaseMarks, type Mark, unknownLens } from '../../src/vision/solve/observations.js';
import { cameraAt, normals } from '../vision/made-up-table.js';

const MAT = { widthMm: 914.4, depthMm: 914.4 };
const CELLS = 3;
/** A small ship in the middle of each cell. */
const SHIPS = Array.from({ length: CELLS * CELLS }, (_, i) => ({
  base: 'small' as const,
  pose: { x: (((i % CELLS) + 0.5) / CELLS) * MAT.widthMm, y: ((Math.floor(i / CELLS) + 0.5) / CELLS) * MAT.depthMm, headingRad: 0.7 * i },
}));

/** A camera and a table of which nothing is known but what every lens, mat and base has in common, drawn by lot. */
function drawnTable(elevationDeg: number, noise: () => number) {
  const straight = cameraAt(elevationDeg, 0.82 * 1920 * Math.exp(0.3 * noise()), 0.1 * noise(), 0.04 * noise(), 1920, 1080, 2300);
  const camera = { ...straight, cx: straight.cx + 15.36 * noise(), cy: straight.cy + 15.36 * noise() };
  // Half sum and half difference of the mat's sides are independent.
  const common = (4 * noise()) / Math.SQRT2;
  const opposite = noise() / Math.sqrt(1 / 16 + 2 / 36) / Math.SQRT2;
  const tiles = SHIPS.map(() => ({ x: 0.3 * noise(), y: 0.3 * noise(), headingRad: 0.012 * noise() }));
  const [narrower, shorter] = [0.5 * noise(), 0.5 * noise()];
  return {
    camera,
    narrower,
    shorter,
    table: { widthMm: 914.4 + common + opposite, depthMm: 914.4 + common - opposite },
    tileTopMm: 0.7 * noise(),
    tiles,
  };
}

/** Errors of the places that the joint solution finds from edges seen with errors of 0.15 px every 4 px; two samples are taken together. */
function placeErrors({ camera, table, tileTopMm, tiles, narrower, shorter }: ReturnType<typeof drawnTable>, noise: () => number): number[] {
  const spacingPx = 8;
  const markOf = (at: Point3, samples: number): Mark => {
    const { u, v } = pixelFromTable(camera, at)!;
    const sigmaPx = 0.15 / Math.sqrt((samples * spacingPx) / 4);
    return { u: u + sigmaPx * noise(), v: v + sigmaPx * noise(), sigmaPx };
  };
  const bases = SHIPS.map(({ base, pose }, i): BaseMarks => {
    const edges = baseEdges(camera, nominalSolid(base, pose), [], spacingPx).map(({ at, along, samples, of }) => {
      const onTile = typeof of !== 'number' && of.onTile;
      const local = pieceFromTable(pose, at);
      const trimmed = { x: local.x - Math.sign(local.x) * narrower, y: local.y - Math.sign(local.y) * shorter };
      const seen = onTile ? { ...tableFromPiece(pose, tableFromPiece(tiles[i]!, trimmed)), z: at.z + tileTopMm } : at;
      return { onTile, local, along: pieceFromTable({ ...pose, x: 0, y: 0 }, along), mark: markOf(seen, samples) };
    });
    return { base, start: pose, marks: Array.from({ length: 16 }, () => undefined), edges };
  });
  const border = matEdges(camera, table, [], spacingPx).map(({ at, samples }) => markOf(at, samples));
  const { poses } = solveTable({ camera, ...MAT }, { border, bases }, unknownLens(camera.widthPx, camera.heightPx));
  return poses.flatMap(({ x, y }, i) => [x - SHIPS[i]!.pose.x, y - SHIPS[i]!.pose.y]);
}

/** What is left of errors when the whole table may be shifted, turned and scaled: least squares by hand, on a grid that is its own middle. */
function withoutWholeTable(errors: readonly number[]): number[] {
  const places = SHIPS.flatMap(({ pose }) => [pose.x - MAT.widthMm / 2, pose.y - MAT.depthMm / 2]);
  const mean = (from: 0 | 1) => errors.filter((_, i) => i % 2 === from).reduce((sum, e) => sum + e, 0) / SHIPS.length;
  const shifted = errors.map((e, i) => e - (i % 2 === 0 ? mean(0) : mean(1)));
  const turned = places.map((_, i) => (i % 2 === 0 ? places[i + 1]! : -places[i - 1]!));
  const share = (mode: readonly number[]) => shifted.reduce((sum, e, i) => sum + e * mode[i]!, 0) / mode.reduce((sum, m) => sum + m * m, 0);
  const [scale, turn] = [share(places), share(turned)];
  return shifted.map((e, i) => e - scale * places[i]! - turn * turned[i]!);
}

for (const elevationDeg of [75, 45]) {
  test(`at ${elevationDeg}° the map predicts how far small bases lie off that are measured on tables drawn by lot`, () => {
    const runs = 50;
    const squares = SHIPS.map(() => 0);
    for (let run = 0; run < runs; run++) {
      const noise = normals(900 + run);
      const drawn = drawnTable(elevationDeg, noise);
      const { sigmaMm } = expectedErrors({ camera: drawn.camera, table: MAT, ships: SHIPS }, CELLS, CELLS);
      withoutWholeTable(placeErrors(drawn, noise)).forEach((error, i) => {
        squares[i >> 1]! += (error / sigmaMm[i >> 1]!) ** 2 / (2 * runs);
      });
    }
    // Shifting, turning and scaling takes four of eighteen freedoms from the noise of the bases themselves as well, so a little below 1.
    const all = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
    const each = squares.map(Math.sqrt);
    assert.ok(all > 0.8 && all < 1.15, `over the mat ${all}: ${each.map((one) => one.toFixed(2))}`);
    for (const ratio of each) assert.ok(ratio > 0.6 && ratio < 1.4, `${each.map((one) => one.toFixed(2))}`);
  });
}

test('claims that are three times as wide as is possible make the map three times as wide', () => {
  const camera = cameraAt(60, 1100, -0.05);
  const at = (factor: number) => {
    const n = 3 * SHIPS.length;
    const jointCovariance = Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? factor ** 2 : 0));
    return typicalErrorMm(expectedErrors({ camera, table: MAT, ships: SHIPS, jointCovariance }, 5, 5))!;
  };
  assert.ok(Math.abs(at(3) / at(1) - 3) < 1e-9);
  assert.ok(at(1) > typicalErrorMm(expectedErrors({ camera, table: MAT, ships: SHIPS }, 5, 5))!);
});

test('with fewer than three ships the map does not promise what is possible at best', () => {
  const camera = cameraAt(60, 1100, -0.05);
  const two = SHIPS.slice(0, 2);
  const at = (jointCovariance?: readonly number[]) =>
    typicalErrorMm(expectedErrors({ camera, table: MAT, ships: two, ...(jointCovariance && { jointCovariance }) }, 5, 5))!;
  const claimed = Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 0.01 : 0));
  assert.ok(at(claimed) > 3 * at(), `${at(claimed)} mm, at best ${at()}`);
});

test('a place that the picture does not show has no error to expect', () => {
  const { sigmaMm } = expectedErrors({ camera: cameraAt(88, 2200), table: MAT, ships: [] }, 5, 5);
  assert.equal(sigmaMm[2], undefined);
  assert.ok(sigmaMm[12]! > 0);
});

test('a camera that sees the mat small is advised to come nearer, and one straight above that fills its picture with it is well placed', () => {
  const far = cameraAdvice({ camera: cameraAt(60, 900, 0, 0, 1920, 1080, 1900), table: MAT, ships: SHIPS });
  assert.match(english(far!.sentence), /^Move the camera 50 cm nearer for about ± 0\.\d+ mm; now it is ± 0\.\d+ mm\.$/);
  assert.ok(far!.thenMm! < 0.85 * far!.nowMm);
  const near = cameraAdvice({ camera: cameraAt(89, 900, 0, 0, 1920, 1080, 900), table: MAT, ships: SHIPS });
  assert.match(english(near!.sentence), /^The camera is well placed/);
  assert.ok(near!.nowMm < far!.nowMm);
});
