import type { Point } from '../../geometry/point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { Random } from '../random.js';

export interface Standing {
  readonly base: BaseSize;
  readonly owner: 1 | 2;
  readonly x: number;
  readonly y: number;
  readonly headingDeg: number;
}

type Mat = { readonly widthMm: number; readonly depthMm: number };

/** Places ships without overlap: alone, in formation, in a furball, side by side, at the mat's edge. */
export function layOutShips(random: Random, mat: Mat, count: number, tidy: boolean): Standing[] {
  const placed: Standing[] = [];
  const melee: Point = { x: mat.widthMm * random.range(0.3, 0.7), y: mat.depthMm * random.range(0.3, 0.7) };
  for (let tries = 0; placed.length < count && tries < count * 60; tries++) {
    const base = random.pick<BaseSize>(['small', 'small', 'small', 'medium', 'medium', 'large', 'large']);
    const owner = random.chance(0.5) ? 1 : 2;
    const offered = tidy ? anywhere(random, mat, base, owner) : offer(random, mat, melee, placed, base, owner);
    const standing = { ...offered, headingDeg: ((((offered.headingDeg + 180) % 360) + 360) % 360) - 180 };
    if (isInside(standing, mat) && placed.every((other) => isApart(standing, other, tidy ? 35 : 0.05))) placed.push(standing);
  }
  return placed;
}

function offer(random: Random, mat: Mat, melee: Point, placed: readonly Standing[], base: BaseSize, owner: 1 | 2): Standing {
  const kind = random.next();
  if (placed.length > 0 && kind < 0.3) return beside(random, random.pick(placed), base);
  if (kind < 0.5) {
    return { base, owner, x: melee.x + random.normal(110), y: melee.y + random.normal(110), headingDeg: random.range(-180, 180) };
  }
  if (kind < 0.6) return atEdge(random, mat, base, owner);
  return anywhere(random, mat, base, owner);
}

function anywhere(random: Random, mat: Mat, base: BaseSize, owner: 1 | 2): Standing {
  const facing = (owner === 1 ? 0 : 180) + (random.chance(0.5) ? random.normal(35) : random.range(-180, 180));
  const margin = halfSideMm(base) * 1.42;
  return {
    base,
    owner,
    x: random.range(margin, mat.widthMm - margin),
    y: random.range(margin, mat.depthMm - margin),
    headingDeg: random.chance(0.15) ? 90 * random.int(0, 3) : facing,
  };
}

function atEdge(random: Random, mat: Mat, base: BaseSize, owner: 1 | 2): Standing {
  const inset = halfSideMm(base) + random.range(0, 25);
  const side = random.int(0, 3);
  const along = random.range(60, mat.widthMm - 60);
  const place = [
    { x: along, y: inset },
    { x: along, y: mat.depthMm - inset },
    { x: inset, y: along },
    { x: mat.widthMm - inset, y: along },
  ][side]!;
  return { base, owner, ...place, headingDeg: 90 * random.int(0, 3) + (random.chance(0.5) ? 0 : random.normal(20)) };
}

/** Next to another ship: touching it after a bump, or in formation with a small gap. */
function beside(random: Random, other: Standing, base: BaseSize): Standing {
  const gap = random.chance(0.4) ? random.range(0.06, 0.6) : random.range(0.6, 25);
  const reach = halfSideMm(other.base) + halfSideMm(base) + gap;
  const slide = random.range(-1, 1) * (random.chance(0.5) ? 2 : halfSideMm(other.base));
  const local = random.pick([
    { x: reach, y: slide },
    { x: -reach, y: slide },
    { x: slide, y: reach },
    { x: slide, y: -reach },
  ]);
  const headingRad = (other.headingDeg * Math.PI) / 180;
  const at = tableFromPiece({ x: other.x, y: other.y, headingRad }, local);
  const turn = random.chance(0.7) ? random.pick([0, 0, 0, 180, 90, -90]) : random.normal(8);
  return { base, owner: other.owner, ...at, headingDeg: other.headingDeg + turn };
}

/** The base's square grown by `growMm`, on the table. */
export function footprint(standing: Pick<Standing, 'base' | 'x' | 'y' | 'headingDeg'>, growMm = 0): Point[] {
  const half = halfSideMm(standing.base) + growMm;
  const pose = { x: standing.x, y: standing.y, headingRad: (standing.headingDeg * Math.PI) / 180 };
  const corners = [
    { x: -half, y: half },
    { x: half, y: half },
    { x: half, y: -half },
    { x: -half, y: -half },
  ];
  return corners.map((corner) => tableFromPiece(pose, corner));
}

function isInside(standing: Standing, mat: Mat): boolean {
  return footprint(standing).every((p) => p.x > 1 && p.y > 1 && p.x < mat.widthMm - 1 && p.y < mat.depthMm - 1);
}

function isApart(a: Standing, b: Standing, gapMm: number): boolean {
  return areApart(footprint(a, gapMm / 2), footprint(b, gapMm / 2));
}

/** Separating-axis test of two convex outlines. */
export function areApart(a: readonly Point[], b: readonly Point[]): boolean {
  return hasSeparatingEdge(a, b) || hasSeparatingEdge(b, a);
}

function hasSeparatingEdge(a: readonly Point[], b: readonly Point[]): boolean {
  return a.some((p, i) => {
    const q = a[(i + 1) % a.length]!;
    const normal = { x: q.y - p.y, y: p.x - q.x };
    const along = (r: Point) => r.x * normal.x + r.y * normal.y;
    const maxA = Math.max(...a.map(along));
    const minA = Math.min(...a.map(along));
    const bs = b.map(along);
    return Math.min(...bs) > maxA || Math.max(...bs) < minA;
  });
}
