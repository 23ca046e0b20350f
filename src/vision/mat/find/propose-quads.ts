import type { Pixel } from '../../../geometry/point.js';
import { fitLine, type ImageLine, intersect, lineThrough } from '../../image/planar.js';
import type { MatEvidence } from './find-mat.js';

type Quad = readonly [Pixel, Pixel, Pixel, Pixel];

/** Number of lines that are fitted to the border at most, the best supported first. */
const MAX_LINES = 7;
/** Share of the border's places that a line must explain. */
const MIN_SHARE = 0.05;
/** Number of cells of mat below which no mat is proposed. */
const MIN_MASK_CELLS = 60;
/** Number of proposals of each kind that are solved. */
const BEST_OF_A_KIND = 2;

/**
 * Possible corners of the mat in the picture, each proposal in order around the mat: crossings of four border lines, of three with the two
 * far corners left to `missing`, and the mask's own four corners. Empty when the net saw no mat. A proposal is only a start: which one is
 * right shows when the camera has been solved from it.
 */
export function proposeQuads(
  evidence: MatEvidence,
  missing: (near: readonly [Pixel, Pixel], along: readonly [Pixel, Pixel]) => [Pixel, Pixel] | undefined,
): Quad[] {
  const cells = maskCells(evidence);
  if (cells.length < MIN_MASK_CELLS) return [];
  const centre = { u: mean(cells.map((c) => c.u)), v: mean(cells.map((c) => c.v)) };
  const lines = borderLines(evidence).sort((l, m) => angleFrom(centre, l) - angleFrom(centre, m));
  const byFour = combinations(lines, 4).map((four) => four.map((line, i) => intersect(four[(i + 3) % 4]!, line)));
  const byThree = combinations(lines, 3).flatMap((three) => [0, 1, 2].map((turn) => openQuad(three, turn, centre, missing)));
  const hull = hullQuad(cells);
  return [...bestOf(evidence, byFour), ...bestOf(evidence, byThree), ...(hull ? [hull] : [])];
}

/** Three lines closed by a guess: the middle one's corners are seen, the far ones are along its neighbours. */
function openQuad(
  three: readonly ImageLine[],
  turn: number,
  centre: Pixel,
  missing: (near: readonly [Pixel, Pixel], along: readonly [Pixel, Pixel]) => [Pixel, Pixel] | undefined,
): (Pixel | undefined)[] {
  const [before, middle, after] = [three[turn]!, three[(turn + 1) % 3]!, three[(turn + 2) % 3]!];
  const a = intersect(before, middle);
  const b = intersect(middle, after);
  const far = a && b && missing([a, b], [towards(before, a, centre), towards(after, b, centre)]);
  return far ? [a, b, far[1], far[0]] : [undefined];
}

/** The convex ones that agree best with the mask. */
function bestOf(evidence: MatEvidence, proposals: readonly (readonly (Pixel | undefined)[])[]): Quad[] {
  const quads = proposals.flatMap((corners) => (corners.every((corner) => corner !== undefined) ? [corners as unknown as Quad] : []));
  return quads
    .filter(isConvex)
    .map((quad) => ({ quad, overlap: maskOverlap(evidence, (pixel) => contains(quad, pixel)) }))
    .sort((p, q) => q.overlap - p.overlap)
    .slice(0, BEST_OF_A_KIND)
    .map(({ quad }) => quad);
}

/** The mask's convex hull reduced to the four corners that matter most (smallest triangle first). */
function hullQuad(cells: readonly Pixel[]): Quad | undefined {
  const ring = convexHull(cells);
  while (ring.length > 4) {
    const areas = ring.map((p, i) => {
      const before = ring[(i + ring.length - 1) % ring.length]!;
      const after = ring[(i + 1) % ring.length]!;
      return Math.abs((p.u - before.u) * (after.v - before.v) - (p.v - before.v) * (after.u - before.u));
    });
    ring.splice(areas.indexOf(Math.min(...areas)), 1);
  }
  return ring.length === 4 ? (ring as unknown as Quad) : undefined;
}

/** Andrew's monotone chain. */
function convexHull(pixels: readonly Pixel[]): Pixel[] {
  const sorted = [...pixels].sort((p, q) => p.u - q.u || p.v - q.v);
  const chain = (from: readonly Pixel[]) => {
    const half: Pixel[] = [];
    for (const p of from) {
      for (;;) {
        const b = half.at(-1);
        const a = half.at(-2);
        if (!a || !b || (b.u - a.u) * (p.v - a.v) - (b.v - a.v) * (p.u - a.u) > 0) break;
        half.pop();
      }
      half.push(p);
    }
    return half.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function maskCells(evidence: MatEvidence): Pixel[] {
  const cells: Pixel[] = [];
  for (let row = 0; row < evidence.rows; row++) {
    for (let column = 0; column < evidence.columns; column++) {
      if (evidence.mask[row * evidence.columns + column]! > 0.5) cells.push(cellCentre(evidence, row, column));
    }
  }
  return cells;
}

/** The pixel of the original frame in the middle of a cell of the evidence. */
export function cellCentre(evidence: MatEvidence, row: number, column: number): Pixel {
  return { u: (column + 0.5) * evidence.cellPx - 0.5, v: (row + 0.5) * evidence.cellPx - 0.5 };
}

/** Straight lines among the border points, found one after the other; a lens's bow stays within the tolerance. */
function borderLines(evidence: MatEvidence): ImageLine[] {
  const tolerancePx = 0.6 * evidence.cellPx;
  const random = sequence(12345);
  let rest = [...evidence.border];
  const needed = Math.max(8, MIN_SHARE * rest.length);
  const lines: ImageLine[] = [];
  while (lines.length < MAX_LINES && rest.length >= needed) {
    let best: { line: ImageLine; support: number } | undefined;
    for (let attempt = 0; attempt < 250; attempt++) {
      const line = lineThrough(rest[Math.floor(random() * rest.length)]!, rest[Math.floor(random() * rest.length)]!);
      if (!line) continue;
      let support = 0;
      for (const p of rest) if (Math.abs(line.a * p.u + line.b * p.v - line.c) < tolerancePx) support += p.probability;
      if (!best || support > best.support) best = { line, support };
    }
    if (!best) break;
    const { line } = best;
    const near = (l: ImageLine, reach: number) => rest.filter((p) => Math.abs(l.a * p.u + l.b * p.v - l.c) < reach);
    const members = near(line, tolerancePx);
    if (members.length < needed) break;
    const refined = fitLine(members) ?? line;
    lines.push(refined);
    const gone = new Set(near(refined, 2.5 * tolerancePx));
    rest = rest.filter((p) => !gone.has(p));
  }
  return lines;
}

/** A reproducible stream of numbers in [0, 1): the search must give the same answer for the same picture. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function angleFrom(centre: Pixel, line: ImageLine): number {
  const offset = line.c - line.a * centre.u - line.b * centre.v;
  return Math.atan2(line.b * offset, line.a * offset);
}

/** Unit direction along a line from a corner, to the side of the mat's middle. */
function towards(line: ImageLine, from: Pixel, centre: Pixel): Pixel {
  const sign = Math.sign(-line.b * (centre.u - from.u) + line.a * (centre.v - from.v)) || 1;
  return { u: -line.b * sign, v: line.a * sign };
}

function combinations<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => combinations(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}

function isConvex(quad: readonly Pixel[]): boolean {
  const turns = quad.map((p, i) => {
    const q = quad[(i + 1) % 4]!;
    const r = quad[(i + 2) % 4]!;
    return (q.u - p.u) * (r.v - q.v) - (q.v - p.v) * (r.u - q.u);
  });
  return turns.every((turn) => turn > 1) || turns.every((turn) => turn < -1);
}

/** Agreement of `isMat` with the net's mask: intersection over union inside the picture, 0…1. */
export function maskOverlap(evidence: MatEvidence, isMat: (pixel: Pixel) => boolean): number {
  let both = 0;
  let either = 0;
  for (let row = 0; row < evidence.rows; row++) {
    for (let column = 0; column < evidence.columns; column++) {
      const inside = isMat(cellCentre(evidence, row, column));
      const probability = evidence.mask[row * evidence.columns + column]!;
      both += inside ? probability : 0;
      either += inside ? 1 : probability;
    }
  }
  return either > 0 ? both / either : 0;
}

function contains(quad: readonly Pixel[], p: Pixel): boolean {
  let sign = 0;
  for (let i = 0; i < 4; i++) {
    const a = quad[i]!;
    const b = quad[(i + 1) % 4]!;
    const side = Math.sign((b.u - a.u) * (p.v - a.v) - (b.v - a.v) * (p.u - a.u));
    if (sign === 0) sign = side;
    else if (side !== 0 && side !== sign) return false;
  }
  return true;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
