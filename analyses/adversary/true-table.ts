import type { Camera } from '../../src/geometry/camera.js';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import type { Point } from '../../src/geometry/point.js';
import { EXACT } from '../../src/geometry/pose.js';
import { BASE_SIZES, isSquare } from '../../src/pieces/base-size.js';
import { baseOutline, halfSideMm } from '../../src/pieces/bases.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import type { Ship, Table } from '../../src/table/table.js';

export type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function normalOf(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A table as it is, and what a camera makes of it. */
export interface Lying {
  readonly table: Table;
  /** Ships that the camera does not make out. */
  readonly missed: readonly Ship[];
  /** Obstacles likewise: places where something may be. */
  readonly unnamed: Table['obstacles'];
  /** Places where a print looks like something, and nothing is. */
  readonly doubts: readonly Point[];
  /** One standard deviation of what the camera measures. */
  readonly sigmaMm: number;
  readonly sigmaRad: number;
}

/** From straight above, a pixel a millimetre: what it shows does not matter here. */
const CAMERA: Camera = {
  ...{ widthPx: 1000, heightPx: 1000, fx: 1000, fy: 1000, cx: 500, cy: 500, distortion: [0, 0, 0, 0, 0] as const },
  ...{ r: [1, 0, 0, 0, -1, 0, 0, 0, -1] as const, t: [-457, 457, 1000] as const },
};
const MAT_MM = 914.4;

/** Three to eight ships apart from each other, often close to the edge of a range, and some rocks. */
export function trueTable(random: Random): Lying {
  const ships: Ship[] = [];
  const count = 3 + Math.floor(6 * random());
  for (let tries = 0; ships.length < count && tries < 500; tries++) {
    const base = BASE_SIZES[Math.floor(3 * random())]!;
    const near = ships[Math.floor(ships.length * random())];
    const turnRad = 2 * Math.PI * random();
    // Half of them at about a range's edge from another one.
    const awayMm = 100 * (1 + Math.floor(3 * random())) + halfSideMm(base) * 2 + 12 * normalOf(random);
    const at =
      near && random() < 0.5
        ? { x: near.pose.x + awayMm * Math.cos(turnRad), y: near.pose.y + awayMm * Math.sin(turnRad) }
        : { x: 60 + (MAT_MM - 120) * random(), y: 60 + (MAT_MM - 120) * random() };
    const isOn = Math.min(at.x, at.y, MAT_MM - at.x, MAT_MM - at.y) > 60;
    const isFree = ships.every(({ pose }) => Math.hypot(pose.x - at.x, pose.y - at.y) > 120);
    if (!isOn || !isFree) continue;
    const pose = { ...at, headingRad: 2 * Math.PI * random() - Math.PI };
    ships.push({ id: `true-${ships.length}`, base, pose, covariance: EXACT, arcs: ['front', 'bullseye'] });
  }
  const obstacles = Array.from({ length: 6 }, (_, i) => {
    const at = { x: 150 + 600 * random(), y: 150 + 600 * random(), headingRad: 6 * random() };
    return { id: `rock-${i}`, kind: 'asteroid' as const, outline: baseOutline('medium', at) };
  }).filter(({ outline }) => ships.every(({ pose }) => outline.every(({ x, y }) => Math.hypot(x - pose.x, y - pose.y) > 60)));
  const table: Table = { widthMm: MAT_MM, depthMm: MAT_MM, ships, obstacles, devices: [] };
  const isMissed = ships.map((_, i) => i > 1 && random() < 0.3);
  return {
    table,
    missed: ships.filter((_, i) => isMissed[i]),
    unnamed: obstacles.filter(() => random() < 0.3),
    doubts: [0, 1].map(() => ({ x: MAT_MM * random(), y: MAT_MM * random() })),
    sigmaMm: 0.3 + 1.5 * random(),
    sigmaRad: (0.1 + 0.6 * random()) * (Math.PI / 180),
  };
}

/** What a camera measures of a table: with the errors that it claims, without what it misses. */
export function pictureOf(
  { table, missed, unnamed, doubts: prints, sigmaMm, sigmaRad }: Lying,
  random: Random,
  capturedAtMs: number,
): TableMeasurement {
  const covariance = { xx: sigmaMm ** 2, xy: 0, xh: 0, yy: sigmaMm ** 2, yh: 0, hh: sigmaRad ** 2 };
  const bases = table.ships
    .filter(isSquare)
    .filter((ship) => !missed.includes(ship))
    .map(({ base, pose }) => ({
      base,
      pose: {
        x: pose.x + sigmaMm * normalOf(random),
        y: pose.y + sigmaMm * normalOf(random),
        headingRad: pose.headingRad + sigmaRad * normalOf(random),
      },
      covariance,
      detectionProbability: 0.999,
    }));
  const doubts = [
    ...prints.map((at) => ({ at, radiusMm: 30 })),
    ...unnamed.map(({ outline }) => ({ at: middleOf(outline), radiusMm: 45 })),
    ...missed
      .filter(() => random() < 0.5)
      .map(({ base, pose }) => ({ at: { x: pose.x, y: pose.y }, radiusMm: Math.SQRT2 * halfSideMm(base) })),
  ];
  return {
    ...{ capturedAtMs, camera: CAMERA, mat: { widthMm: MAT_MM, depthMm: MAT_MM, sigmaMm: 1 }, bases, stageMs: {} },
    jointCovariance: jointOf(bases.map(() => covariance)),
    obstacles: table.obstacles.filter((one) => !unnamed.includes(one)).map(({ kind, outline }) => ({ kind, outline, sigmaMm: 0.5 })),
    unmeasurable: doubts.map((doubt) => ({ ...doubt, probability: 0.5, reason: 'Base?' })),
  };
}

function middleOf(outline: readonly { readonly x: number; readonly y: number }[]) {
  const sum = outline.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / outline.length, y: sum.y / outline.length };
}
