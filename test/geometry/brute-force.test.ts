import assert from 'node:assert/strict';
import test from 'node:test';
import { nearestOfRings, nearestToBox, newNearest } from '../../src/geometry/box.js';
import { boxOutlineGap, partInBox } from '../../src/geometry/box-outline.js';
import { type Clearance, measureClearance, newClearance } from '../../src/geometry/clearance.js';
import type { Point } from '../../src/geometry/point.js';
import { pointRingDistanceSq, ringContains, segmentMeetsRing } from '../../src/geometry/ring-point.js';
import { seeded } from '../judge/tables.js';
import {
  boxOutline,
  cross,
  edgesOf,
  isInside,
  lineMm,
  moved,
  type Outline,
  outlineByLot,
  outlinesMm,
  ringOf,
  squareOf,
  toSegmentMm,
} from './slow-plane.js';

const SEEDS = Array.from({ length: 400 }, (_, i) => i + 1);
const near = (a: number, b: number, slack = 1e-9) => Math.abs(a - b) <= slack;

/** Lines by lot about an outline of 40 mm reach about (60, 50): some miss it, some end in it, some cross it. */
function casesByLot(): { readonly seed: number; readonly outline: Outline; readonly p: Point; readonly q: Point }[] {
  return SEEDS.map((seed) => {
    const random = seeded(1000 + seed);
    const point = () => ({ x: 120 * random(), y: 100 * random() });
    const outline = outlineByLot(seed, { x: 60, y: 50 }, 40);
    return { seed, outline: seed % 2 ? outline : outline.toReversed(), p: point(), q: point() };
  });
}

test('a line meets an outline, and a point lies in it, exactly where crossing every edge and adding up angles says so', () => {
  let met = 0;
  for (const { seed, outline, p, q } of casesByLot()) {
    const expected = isInside(p, outline) || edgesOf(outline).some(([a, b]) => cross(p, q, a, b));
    met += expected ? 1 : 0;
    assert.equal(segmentMeetsRing(p.x, p.y, q.x, q.y, ringOf(outline)), expected, `seed ${seed}`);
    assert.equal(ringContains(ringOf(outline), p.x, p.y), isInside(p, outline), `seed ${seed}`);
    const distanceMm = Math.min(...edgesOf(outline).map(([a, b]) => toSegmentMm(p, a, b)));
    assert.ok(near(Math.sqrt(pointRingDistanceSq(p.x, p.y, ringOf(outline))), distanceMm), `seed ${seed}`);
  }
  assert.ok(met > 100 && met < 350);
});

function clearanceOf(p: Point, q: Point, outline: Outline): Clearance {
  const out = newClearance();
  measureClearance(out, p.x, p.y, q.x, q.y, ringOf(outline));
  return out;
}

test('a line beside an outline is clear of it by the least distance of all edges, and one over it by none', () => {
  for (const { seed, outline, p, q } of casesByLot()) {
    const expected = lineMm(p, q, outline);
    const { gapMm, discMm, t, nx, ny } = clearanceOf(p, q, outline);
    if (expected === 0) {
      assert.ok(gapMm <= 0, `seed ${seed}: ${gapMm}`);
      continue;
    }
    assert.ok(near(gapMm, expected), `seed ${seed}: ${gapMm}, expected ${expected}`);
    assert.equal(discMm, 0);
    // From the place t of the line the outline is met after gapMm in the direction of n, and nowhere sooner.
    const from = { x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) };
    const to = { x: from.x + gapMm * nx, y: from.y + gapMm * ny };
    assert.ok(near(Math.min(...edgesOf(outline).map(([a, b]) => toSegmentMm(to, a, b))), 0), `seed ${seed}`);
    assert.ok(near(Math.hypot(nx, ny), 1) && t >= 0 && t <= 1);
  }
});

test('where a clearance is simple it grows by as much as the outline is moved along its normal, and not by moving it across', () => {
  const stepMm = 1e-4;
  let over = 0;
  for (const { seed, outline, p, q } of casesByLot()) {
    const { gapMm, t, nx, ny, simple, nextMm } = clearanceOf(p, q, outline);
    // Where another corner is as near, it decides after the smallest move.
    if (!simple || nextMm < 0.01) continue;
    over += gapMm < 0 ? 1 : 0;
    const slope = (x: number, y: number) =>
      (clearanceOf(p, q, moved(outline, stepMm * x, stepMm * y)).gapMm -
        clearanceOf(p, q, moved(outline, -stepMm * x, -stepMm * y)).gapMm) /
      (2 * stepMm);
    assert.ok(near(slope(nx, ny), 1, 1e-4), `seed ${seed}: ${slope(nx, ny)} along`);
    assert.ok(near(slope(-ny, nx), 0, 1e-4), `seed ${seed}: ${slope(-ny, nx)} across`);
    // Each end of the line takes its share of the place t with it.
    const end = (ofP: number, ofQ: number) => {
      const gapAt = (mm: number) =>
        clearanceOf({ x: p.x + ofP * mm * nx, y: p.y + ofP * mm * ny }, { x: q.x + ofQ * mm * nx, y: q.y + ofQ * mm * ny }, outline).gapMm;
      return (gapAt(stepMm) - gapAt(-stepMm)) / (2 * stepMm);
    };
    assert.ok(near(end(1, 0), t - 1, 1e-3) && near(end(0, 1), -t, 1e-3), `seed ${seed}: ${end(1, 0)}, ${end(0, 1)} at ${t}`);
  }
  assert.ok(over > 30, `${over} lines over an outline`);
});

test('a line that runs over an outline comes clear aside where its simple clearance says; by its end it does so no sooner', () => {
  let cleared = 0;
  for (const { seed, outline, p, q } of casesByLot()) {
    const { gapMm, t, nx, ny, simple } = clearanceOf(p, q, outline);
    if (!simple || gapMm >= 0) continue;
    const by = (mm: number) => lineMm(p, q, moved(outline, mm * nx, mm * ny));
    // An end that leaves over an edge that the line itself does not cross leaves the line over the outline: then the gap claims that it is nearer to clear than it is.
    const isByEnd = t === 0 || t === 1;
    assert.ok(isByEnd || by(-gapMm + 1e-6) > 0, `seed ${seed}: not clear after ${-gapMm} mm`);
    assert.equal(by(Math.max(-gapMm - 0.1, 0)), 0, `seed ${seed}: clear before ${-gapMm} mm`);
    cleared += isByEnd ? 0 : 1;
  }
  assert.ok(cleared > 30, `${cleared}`);
});

test('no shift shorter than its disc clears a line that runs over an outline', () => {
  let discs = 0;
  for (const { seed, outline, p, q } of casesByLot()) {
    const { gapMm, discMm, simple } = clearanceOf(p, q, outline);
    if (gapMm > 0) continue;
    if (!simple) assert.equal(gapMm, -discMm);
    discs += discMm > 0 ? 1 : 0;
    for (let k = 0; k < 24; k++) {
      const [x, y] = [Math.cos((k * Math.PI) / 12), Math.sin((k * Math.PI) / 12)];
      assert.equal(lineMm(p, q, moved(outline, 0.999 * discMm * x, 0.999 * discMm * y)), 0, `seed ${seed}: ${discMm} towards ${15 * k}°`);
    }
  }
  assert.ok(discs > 60, `${discs} discs`);
});

test('an outline’s edge that is nearly parallel to a line comes with how much farther its other corner is, and how far along the line', () => {
  // A plate 30 mm long, 20 above a level line, tilted so that its right corner lies 0.5 mm higher; its far side 10 mm above.
  const plate: Outline = [
    { x: 20, y: 20 },
    { x: 50, y: 20.5 },
    { x: 50, y: 30 },
    { x: 20, y: 30 },
  ];
  const beside = clearanceOf({ x: 0, y: 0 }, { x: 100, y: 0 }, plate);
  assert.ok(near(beside.gapMm, 20) && near(beside.nextMm, 0.5) && near(beside.nextAlongMm, 30) && near(beside.t, 0.2));
  // From above, cutting 2 mm into it: the near corners decide, the left one 0.5 mm deeper than the right.
  const over = clearanceOf({ x: 0, y: 22 }, { x: 100, y: 22 }, plate);
  assert.ok(near(over.gapMm, -2) && near(over.nextMm, 0.5) && near(over.nextAlongMm, 30), JSON.stringify(over));
  assert.ok(near(over.ny, 1) && over.discMm > 0);
});

test('box and outline are apart by the least distance of their edges, between the two points that are returned', () => {
  const half = 30;
  let apart = 0;
  for (const seed of SEEDS) {
    const random = seeded(2000 + seed);
    const outline = outlineByLot(seed, { x: 160 * random() - 80, y: 160 * random() - 80 }, 45);
    const ring = ringOf(seed % 2 ? outline : outline.toReversed());
    const { gapMm, px, py, qx, qy } = boxOutlineGap(squareOf(half), ring);
    const expected = outlinesMm(boxOutline(half), outline);
    if (expected > 0) {
      apart++;
      assert.ok(near(gapMm, expected), `seed ${seed}: ${gapMm}, expected ${expected}`);
      assert.ok(near(Math.hypot(px - qx, py - qy), gapMm) && near(Math.max(Math.abs(px), Math.abs(py)), half), `seed ${seed}`);
      assert.ok(near(Math.min(...edgesOf(outline).map(([a, b]) => toSegmentMm({ x: qx, y: qy }, a, b))), 0), `seed ${seed}`);
      continue;
    }
    assert.ok(gapMm <= 0, `seed ${seed}: ${gapMm}`);
    // The common point lies in both, or on their edges.
    assert.ok(Math.max(Math.abs(qx), Math.abs(qy)) <= half + 1e-9 && px === qx && py === qy, `seed ${seed}`);
    const toEdgeMm = Math.min(...edgesOf(outline).map(([a, b]) => toSegmentMm({ x: qx, y: qy }, a, b)));
    assert.ok(toEdgeMm < 1e-9 || isInside({ x: qx, y: qy }, outline), `seed ${seed}`);
    for (let k = 0; k < 24; k++) {
      const [x, y] = [-0.999 * gapMm * Math.cos((k * Math.PI) / 12), -0.999 * gapMm * Math.sin((k * Math.PI) / 12)];
      assert.equal(outlinesMm(boxOutline(half), moved(outline, x, y)), 0, `seed ${seed}: moved ${-gapMm} mm towards ${15 * k}°`);
    }
  }
  assert.ok(apart > 80 && apart < 320, `${apart} apart`);
});

test('the part of a line in a box begins and ends where dense steps along it enter and leave', () => {
  for (const seed of SEEDS) {
    const random = seeded(3000 + seed);
    const [ax, ay, bx, by] = [0, 0, 0, 0].map(() => 100 * random() - 50) as [number, number, number, number];
    const level = seed % 5 === 0;
    const part = partInBox(squareOf(30), ax, ay, bx, level ? ay : by);
    const steps = Array.from({ length: 2001 }, (_, i) => i / 2000).filter(
      (t) => Math.abs(ax + t * (bx - ax)) <= 30 && Math.abs(ay + t * ((level ? ay : by) - ay)) <= 30,
    );
    if (!part) assert.ok(steps.length <= 1, `seed ${seed}`);
    else if (steps.length > 0) {
      assert.ok(part.from <= steps[0]! && steps[0]! - part.from < 1 / 1999, `seed ${seed}: from ${part.from}, ${steps[0]}`);
      assert.ok(part.to >= steps.at(-1)! && part.to - steps.at(-1)! < 1 / 1999, `seed ${seed}: to ${part.to}, ${steps.at(-1)}`);
    } else assert.ok(part.to - part.from < 1 / 1999, `seed ${seed}`);
  }
});

/** Lengths of all lines from a corner of one outline to the nearest point of an edge of the other, the same line once, shortest first. */
function linesBetween(one: Outline, other: Outline): number[] {
  const lines: { px: number; py: number; qx: number; qy: number; mm: number }[] = [];
  const add = (corner: Point, a: Point, b: Point, isReversed: boolean) => {
    const lengthSq = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
    const t = Math.max(0, Math.min(1, ((corner.x - a.x) * (b.x - a.x) + (corner.y - a.y) * (b.y - a.y)) / lengthSq));
    const foot = { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
    const [p, q] = isReversed ? [foot, corner] : [corner, foot];
    const isKnown = lines.some((line) => Math.hypot(line.px - p.x, line.py - p.y) + Math.hypot(line.qx - q.x, line.qy - q.y) < 1e-7);
    if (!isKnown) lines.push({ px: p.x, py: p.y, qx: q.x, qy: q.y, mm: Math.hypot(p.x - q.x, p.y - q.y) });
  };
  for (const corner of one) for (const [a, b] of edgesOf(other)) add(corner, a, b, false);
  for (const corner of other) for (const [a, b] of edgesOf(one)) add(corner, a, b, true);
  return lines.map(({ mm }) => mm).sort((a, b) => a - b);
}

test('the two shortest lines between convex pieces are the two shortest of all from corners to edges', () => {
  const out = newNearest();
  for (const seed of SEEDS) {
    const [one, other] = [outlineByLot(seed, { x: 0, y: 0 }, 30, true), outlineByLot(5000 + seed, { x: 90, y: seed % 60 }, 45, true)];
    const [shortest, next] = linesBetween(one, other) as [number, number];
    nearestOfRings(out, ringOf(one), one.length, ringOf(other), other.length);
    assert.ok(near(Math.sqrt(out.gapSq), shortest), `seed ${seed}`);
    assert.ok(near(Math.sqrt(out.nextSq), next), `seed ${seed}: next ${Math.sqrt(out.nextSq)}, expected ${next}`);
    assert.ok(near(Math.hypot(out.px - out.qx, out.py - out.qy), shortest));
    const box = boxOutline(30);
    nearestToBox(out, squareOf(30), ringOf(other), other.length);
    assert.ok(near(Math.sqrt(out.gapSq), outlinesMm(box, other)), `seed ${seed}: box`);
    assert.ok(near(Math.max(Math.abs(out.px), Math.abs(out.py)), 30));
    assert.ok(out.nextSq >= out.gapSq);
  }
});

test('parallel edges have two shortest lines that are equally long', () => {
  const out = newNearest();
  const square = moved(boxOutline(20), 80, 5);
  nearestToBox(out, squareOf(30), ringOf(square), 4);
  assert.deepEqual([out.gapSq, out.nextSq], [900, 900]);
  nearestOfRings(out, ringOf(boxOutline(30)), 4, ringOf(square), 4);
  assert.deepEqual([out.gapSq, out.nextSq], [900, 900]);
  // Corner to corner there is one only.
  nearestToBox(out, squareOf(30), ringOf(moved(boxOutline(20), 80, 90)), 4);
  assert.ok(near(out.gapSq, 30 ** 2 + 40 ** 2) && out.nextSq > out.gapSq + 1);
});
