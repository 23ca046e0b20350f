import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { definiteCholesky } from '../../../src/geometry/cholesky.js';
import { solveViews } from '../../../src/vision/print/solve-views.js';
import type { PrintTrack } from '../../../src/vision/print/view-unknowns.js';
import { handCamera } from '../drawn-print.js';
import { normals } from '../made-up-table.js';

const LENS = { widthPx: 1280, heightPx: 960, focalPx: 1040, k1: -0.05 };
const CAMERAS = [
  handCamera({ x: 457, y: 440 }, 1350, 58, 10, LENS),
  handCamera({ x: 457, y: 460 }, 1300, 52, 100, LENS),
  handCamera({ x: 480, y: 430 }, 1300, 55, 40, LENS),
  handCamera({ x: 440, y: 450 }, 1300, 55, 200, LENS),
];

/** Places of the print as the first cameras see them; of the first `few` places other cameras see them too. */
function tracksOf(cameras: readonly Camera[], few: number, others: readonly number[]): PrintTrack[] {
  const noise = normals(7);
  return Array.from({ length: 144 }, (_, i) => {
    const point = { x: 40 + 75 * (i % 12), y: 40 + 75 * Math.floor(i / 12), z: 0 };
    const seen = cameras.flatMap((camera, view) => {
      const { u, v } = pixelFromTable(camera, point)!;
      const isIn = i < few || !others.includes(view);
      return isIn ? [{ view, u: u + 0.15 * noise(), v: v + 0.15 * noise(), sigmaPx: 0.15 }] : [];
    });
    return { seen };
  });
}

test('a view that shares one mark with the others, or a few, is left out, and they are solved as without it', () => {
  for (const few of [1, 2, 5]) {
    const [one, other, third] = CAMERAS as [Camera, Camera, Camera];
    const without = solveViews(
      [one, other].map((start) => ({ start })),
      tracksOf([one, other, third], few, [2]).map(({ seen }) => ({ seen: seen.filter(({ view }) => view < 2) })),
    );
    const { cameras, marks, network } = solveViews(
      [one, other, third].map((start) => ({ start })),
      tracksOf([one, other, third], few, [2]),
    );
    for (const v of [0, 1]) {
      const [a, b] = [cameras[v]!, without.cameras[v]!];
      const off = Math.max(Math.abs(a.fx - b.fx), ...a.t.map((value, i) => Math.abs(value - b.t[i]!)));
      assert.ok(off < 0.1, `with ${few} marks in a third view the camera of view ${v} differs by ${off}`);
    }
    assert.equal(marks[2]!.length, 0);
    assert.deepEqual(network.of, [...without.network.of, []]);
    assert.equal(network.information.length, without.network.information.length);
  }
});

test('two views that share all their marks with each other only are left out', () => {
  const tracks = tracksOf(CAMERAS, 0, [2, 3]);
  const apart = tracksOf(CAMERAS, 0, [0, 1]).slice(0, 60);
  const { marks, network } = solveViews(
    CAMERAS.map((start) => ({ start })),
    [...tracks, ...apart],
  );
  assert.deepEqual(
    marks.map((some) => some.length > 0),
    [true, true, false, false],
  );
  assert.deepEqual(network.of.slice(2), [[], []]);
});

test('of views whose marks all contradict each other nothing is known', () => {
  const scatter = normals(9);
  for (const count of [10, 100, 400]) {
    const tracks = Array.from({ length: count }, () => ({
      seen: [0, 1].map((view) => ({ view, u: 640 + 250 * scatter(), v: 480 + 180 * scatter(), sigmaPx: 0.15 })),
    }));
    const { marks, network } = solveViews(
      CAMERAS.slice(0, 2).map((start) => ({ start })),
      tracks,
    );
    assert.deepEqual(
      marks.map((some) => some.length),
      [0, 0],
      `of ${count} marks`,
    );
    assert.deepEqual(network.of, [[], []]);
  }
});

test('views are placed beside each other however many marks of views that are left out are beyond theirs', () => {
  // What is left out is what would hold the plane in its place if all marks did.
  const apart = tracksOf(CAMERAS, 0, [0, 1]);
  const beside = tracksOf(CAMERAS.slice(0, 2), 144, []);
  const alone = solveViews(
    CAMERAS.slice(0, 2).map((start) => ({ start })),
    beside,
  );
  const { marks, covariances } = solveViews(
    CAMERAS.map((start) => ({ start })),
    [...beside, ...apart.filter((_, i) => i % 12 > 2 && i % 12 < 9)],
  );
  assert.deepEqual(
    marks.map((some) => some.length > 0),
    [true, true, false, false],
  );
  const [with4, with2] = [covariances, alone.covariances].map(([first]) => Math.sqrt(first!.at(-1)!)) as [number, number];
  assert.ok(with4 < 2 * with2, `the first camera is known to ${with4.toFixed(0)} mm, to ${with2.toFixed(0)} mm without the others`);
});

test('what photos from one place say of their cameras beside each other is never less than nothing', () => {
  // Of the lens such photos say next to nothing: what rounding takes away from that must leave it positive.
  for (const elevationDeg of [58, 75, 88]) {
    for (const stepMm of [0, 0.05, 2]) {
      const cameras = [457, 457 + stepMm].map((x) => handCamera({ x, y: 440 }, 1350, elevationDeg, 10, LENS));
      const { network } = solveViews(
        cameras.map((start) => ({ start })),
        tracksOf(cameras, 0, []),
      );
      const n = network.values.length;
      const raised = network.information.map((value, at) => (at % (n + 1) === 0 ? value * (1 + 1e-9) : value));
      assert.ok(definiteCholesky(raised, n), `from ${elevationDeg}°, ${stepMm} mm apart`);
    }
  }
});
