import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Camera } from '../../src/geometry/camera.js';
import { pieceFromTable, tableFromPiece } from '../../src/geometry/pose.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { baseInformation, type PriorSigmas, sharedInformation } from '../../src/scene/accuracy/edge-information.js';
import { type EdgePoint, OWN, SHARED } from '../../src/scene/accuracy/edge-sensitivity.js';
import { baseEdges, matEdges, nominalSolid } from '../../src/scene/accuracy/seen-edges.js';
import { rotationMatrix } from '../../src/vision/solve/camera-params.js';
import { secondCamera, slopeOf } from '../geometry/second-camera.js';
import { cameraAt } from '../vision/made-up-table.js';

const SIGMA_PX = 0.3;
const POSES: readonly (readonly [BaseSize, number, number, number])[] = [
  ['small', 120, 140, 0.3],
  ['small', 700, 180, -2.1],
  ['medium', 430, 500, 1.4],
  ['large', 250, 760, 3.0],
];
const SOLIDS = POSES.map(([base, x, y, headingRad]) => nominalSolid(base, { x, y, headingRad }));
/** Nothing is known beforehand, but for a base's own pose and tile, which are always held loosely. */
const NOTHING = new Proxy({} as PriorSigmas, { get: () => Number.POSITIVE_INFINITY });
/** Of x, y and heading of a base. */
const LOOSE = [1 / 50 ** 2, 1 / 50 ** 2, 1, 0, 0, 0];

/** Where the second camera model sees an edge point when the unknowns differ by `by` from what they are, px. */
function seenWith(camera: Camera, { at, of }: EdgePoint, by: Float64Array): [number, number] {
  const [logFocal, k1, k2, cx, cy, wx, wy, wz, tx, ty, tz] = by as unknown as number[];
  const turn = rotationMatrix(wx!, wy!, wz!);
  const turned = (v: readonly number[]) => [0, 1, 2].map((i) => turn[3 * i]! * v[0]! + turn[3 * i + 1]! * v[1]! + turn[3 * i + 2]! * v[2]!);
  const columns = [0, 1, 2].map((j) => turned([camera.r[j]!, camera.r[3 + j]!, camera.r[6 + j]!]));
  const t = turned(camera.t);
  const [a, b, p1, p2, k3] = camera.distortion;
  const moved: Camera = {
    ...camera,
    ...{ fx: camera.fx * Math.exp(logFocal!), fy: camera.fy * Math.exp(logFocal!), cx: camera.cx + cx!, cy: camera.cy + cy! },
    distortion: [a + k1!, b + k2!, p1, p2, k3],
    r: [0, 1, 2].flatMap((i) => columns.map((column) => column[i]!)) as unknown as Camera['r'],
    t: [t[0]! + tx!, t[1]! + ty!, t[2]! + tz!],
  };
  if (typeof of === 'number') {
    const out = by[19 + of]!;
    const [x, y] = [
      [0, -out],
      [by[11]! + out, 0],
      [0, by[12]! + out],
      [-out, 0],
    ][of]! as [number, number];
    return secondCamera(moved, [at.x + x, at.y + y, at.z]);
  }
  const own = [...by.subarray(SHARED)] as [number, number, number, number, number, number];
  let local = pieceFromTable(of, at);
  let z = at.z;
  if (of.onTile) {
    z += by[13 + ['small', 'medium', 'large'].indexOf(of.base)]!;
    local = { x: local.x - Math.sign(local.x) * by[16]!, y: local.y - Math.sign(local.y) * by[17]! };
    local = tableFromPiece({ x: 0, y: 0, headingRad: own[5] }, local);
  }
  const size = 1 + by[18]!;
  const pose = { x: of.x + own[0], y: of.y + own[1], headingRad: of.headingRad + own[2] };
  const place = tableFromPiece(pose, { x: size * local.x, y: size * local.y });
  // The tile's own shift is along the table's axes.
  return secondCamera(moved, of.onTile ? [place.x + own[3], place.y + own[4], z] : [place.x, place.y, z]);
}

/** How far an edge moves across itself with each unknown, in its own standard deviations, by central differences of the second camera. */
function slopesOf(camera: Camera, point: EdgePoint): number[] {
  const nothing = new Float64Array(SHARED + OWN);
  const on = (mm: number) => secondCamera(camera, [point.at.x + mm * point.along.x, point.at.y + mm * point.along.y, point.at.z]);
  const [du, dv] = [0, 1].map((axis) => slopeOf((mm) => on(mm)[axis]!, 0, 1e-3)) as [number, number];
  const scale = Math.sqrt(point.samples) / SIGMA_PX / Math.hypot(du, dv);
  return Array.from(nothing, (_, i) => {
    const across = (x: number) => {
      const [u, v] = seenWith(camera, point, nothing.with(i, x));
      return scale * (du * v - dv * u);
    };
    return slopeOf(across, 0, i < 3 || (i >= 5 && i < 8) ? 1e-6 : 1e-4);
  });
}

test('what one edge point says of every unknown is what finite differences of a second camera say, in the corners of a strongly bent picture', () => {
  const bent = { ...cameraAt(50, 1000, -0.25, 0.08), cx: 930, cy: 560 };
  const points: EdgePoint[] = [
    ...matEdges(bent, { widthMm: 914.4, depthMm: 914.4 }, SOLIDS, 200),
    ...SOLIDS.flatMap((solid) => baseEdges(bent, solid, SOLIDS, 60)),
  ];
  assert.ok(points.length > 40 && [0, 1, 2, 3].every((side) => points.some(({ of }) => of === side)));
  for (const point of points) {
    const slopes = slopesOf(bent, point);
    const isOfMat = typeof point.of === 'number';
    const base = baseInformation(bent, isOfMat ? [] : [point], SIGMA_PX, NOTHING);
    const shared = isOfMat ? sharedInformation(bent, [point], SIGMA_PX, NOTHING) : base.shared;
    const largest = Math.max(...slopes.map(Math.abs));
    const check = (found: number, i: number, j: number, known = 0) => {
      const expected = slopes[i]! * slopes[j]! + known;
      const slack = 1e-6 * (Math.abs(expected) + largest * Math.max(Math.abs(slopes[i]!), Math.abs(slopes[j]!)) * 1e-2) + 1e-9;
      assert.ok(
        Math.abs(found - expected) < slack,
        `unknowns ${i} and ${j} of ${JSON.stringify(point.of)}: ${found}, expected ${expected}`,
      );
    };
    shared.forEach((found, k) => {
      check(found, Math.floor(k / SHARED), k % SHARED);
    });
    if (isOfMat) continue;
    base.cross.forEach((found, k) => {
      check(found, SHARED + Math.floor(k / SHARED), k % SHARED);
    });
    base.own.forEach((found, k) => {
      const [i, j] = [Math.floor(k / OWN), k % OWN];
      check(found, SHARED + i, SHARED + j, i === j ? LOOSE[i]! : 0);
    });
  }
});
