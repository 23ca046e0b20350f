import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { pointRingDistanceSq, ringContains } from '../../geometry/ring-point.js';
import { OBSTACLES } from '../../pieces/obstacles.js';
import type { Obstacle } from '../../table/table.js';

export interface ObstacleScore {
  readonly onTable: number;
  /** True obstacles that have a found outline around their middle. */
  readonly found: number;
  readonly named: number;
  /** Number of names, including the side, that are the true outline's. */
  readonly namedRight: number;
  /** Distance of each point of the rightly named outlines from the true one. */
  readonly outlineMm: readonly number[];
}

/** Difference within which all sides of a true outline must match a token's, mm, for it to be that token. */
const SAME_SIDE_MM = 0.02;

/** Compares found obstacles with the true ones of the same table frame. */
export function scoreObstacles(truth: readonly Obstacle[], found: readonly Obstacle[]): ObstacleScore {
  const pairs = found.map((one) => {
    const { x, y } = meanPoint(one.outline);
    return { one, is: truth.find(({ outline }) => ringContains(ringOf(outline), x, y)) };
  });
  const named = pairs.filter(({ one }) => one.token);
  const right = named.filter(({ one, is }) => is && sidesOf(is.outline).includes(sideName(one.token!.xws, one.token!.mirrored)));
  return {
    onTable: truth.length,
    found: new Set(pairs.flatMap(({ is }) => is ?? [])).size,
    named: named.length,
    namedRight: right.length,
    outlineMm: right.flatMap(({ one, is }) => one.outline.map(({ x, y }) => Math.sqrt(pointRingDistanceSq(x, y, ringOf(is!.outline))))),
  };
}

/** Short name of a token's side. */
export function sideName(xws: string, mirrored: boolean): string {
  return `${xws}${mirrored ? ' mirrored' : ''}`;
}

/** The sides of tokens that have this outline, as `sideName` names them: a truth file gives outlines, not names. */
export function sidesOf(outline: readonly Point[]): string[] {
  const lengths = lengthsOf(outline);
  return OBSTACLES.flatMap((token) => {
    const own = lengthsOf(token.outline);
    return [
      ...(isSame(lengths, own) ? [sideName(token.xws, false)] : []),
      ...(isSame(lengths, [...own].reverse()) ? [sideName(token.xws, true)] : []),
    ];
  });
}

function lengthsOf(outline: readonly Point[]): number[] {
  const isClockwise = outline.reduce((sum, p, i) => sum + p.x * next(outline, i).y - next(outline, i).x * p.y, 0) < 0;
  const ring = isClockwise ? [...outline].reverse() : outline;
  return ring.map((p, i) => Math.hypot(next(ring, i).x - p.x, next(ring, i).y - p.y));
}

function next(ring: readonly Point[], i: number): Point {
  return ring[(i + 1) % ring.length]!;
}

/** Whether two rings of lengths are the same from some start. */
function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  return b.some((_, shift) => a.every((length, i) => Math.abs(length - b[(i + shift) % b.length]!) < SAME_SIDE_MM));
}

function ringOf(outline: readonly Point[]): number[] {
  return outline.flatMap(({ x, y }) => [x, y]);
}
