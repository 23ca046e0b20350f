import { EXACT, type PoseCovariance } from '../../src/geometry/pose.js';
import { ARC_NAMES } from '../../src/pieces/arc-names.js';
import { BASE_SIZES, type ShipBase } from '../../src/pieces/base-size.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { OBSTACLES, placedOutline } from '../../src/pieces/obstacles.js';
import type { ArcName, Device, Obstacle, ObstacleKind, Ship, Table } from '../../src/table/table.js';

export const DEG = Math.PI / 180;
export const MAT_MM = 914.4;

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Standard normal numbers (Box and Muller). */
export function normals(seed: number): () => number {
  const random = seeded(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A ship at (x, y) mm that looks `headingDeg` clockwise from +y; exact unless a covariance is given. */
export function ship(id: string, base: ShipBase, x: number, y: number, headingDeg: number, more: Partial<Ship> = {}): Ship {
  return { id, base, pose: { x, y, headingRad: headingDeg * DEG }, covariance: EXACT, arcs: ['front', 'bullseye'], ...more };
}

/** A table of the standard size. */
export function tableOf(ships: readonly Ship[], obstacles: readonly Obstacle[] = [], devices: readonly Device[] = []): Table {
  return { widthMm: MAT_MM, depthMm: MAT_MM, ships, obstacles, devices };
}

/** An axis-parallel rectangular obstacle. */
export function block(id: string, left: number, low: number, right: number, high: number, kind: ObstacleKind = 'asteroid'): Obstacle {
  const outline = [
    { x: left, y: low },
    { x: right, y: low },
    { x: right, y: high },
    { x: left, y: high },
  ];
  return { id, kind, outline };
}

/** Standard deviations without mixed terms. */
export function sigmas(xMm: number, yMm: number, headingDeg: number): PoseCovariance {
  return { xx: xMm ** 2, xy: 0, xh: 0, yy: yMm ** 2, yh: 0, hh: (headingDeg * DEG) ** 2 };
}

export interface RandomTable {
  readonly seed: number;
  readonly ships?: number;
  readonly obstacles?: number;
  readonly arcs?: readonly ArcName[];
  readonly covariance?: PoseCovariance;
  /** Headings are multiples of this, degrees. */
  readonly headingStepDeg?: number;
  readonly widthMm?: number;
  /** The first ship is huge, with a base of this length, mm. */
  readonly hugeMm?: number;
}

/** A table of ships that do not overlap and tournament obstacles anywhere. */
export function randomTable(options: RandomTable): Table {
  const {
    seed,
    ships: count = 8,
    obstacles = 6,
    arcs = ARC_NAMES,
    covariance = EXACT,
    headingStepDeg = 0,
    widthMm = MAT_MM,
    hugeMm,
  } = options;
  const random = seeded(seed);
  const ships: Ship[] = [];
  while (ships.length < count) {
    const isHuge = hugeMm !== undefined && ships.length === 0;
    const base = isHuge ? 'huge' : BASE_SIZES[Math.floor(random() * 3)]!;
    const x = 40 + random() * (widthMm - 80);
    const y = 40 + random() * (MAT_MM - 80);
    const turn = random() * 360;
    const headingDeg = headingStepDeg > 0 ? Math.round(turn / headingStepDeg) * headingStepDeg : turn;
    const apartMm = (other: Ship) => Math.hypot(other.pose.x - x, other.pose.y - y);
    if (ships.some((other) => apartMm(other) < 1.45 * (halfSideMm(base) + halfSideMm(other.base)))) continue;
    ships.push(ship(`s${ships.length}`, base, x, y, headingDeg, { arcs, covariance, ...(isHuge && { lengthMm: hugeMm }) }));
  }
  const tokens = Array.from({ length: obstacles }, (_, i): Obstacle => {
    const token = OBSTACLES[Math.floor(random() * OBSTACLES.length)]!;
    const pose = { x: 100 + random() * (widthMm - 200), y: 100 + random() * (MAT_MM - 200), headingRad: random() * 2 * Math.PI };
    return { id: `o${i}`, kind: token.kind as ObstacleKind, outline: placedOutline(token, pose, random() < 0.5) };
  });
  return { widthMm, depthMm: MAT_MM, ships, obstacles: tokens, devices: [] };
}
