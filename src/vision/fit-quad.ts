import type { Pixel } from '../geometry/point.js';
import type { MatEvidence } from './find-mat.js';
import { fitLine, type ImageLine, intersect, lineThrough } from './planar.js';

/** The mat's outline as a quadrilateral in the picture: corners in order around it, and which sides the border was seen on. */
export interface MatQuad {
  readonly corners: readonly [Pixel, Pixel, Pixel, Pixel];
  /** Side i joins corner i and corner i + 1; false: assumed, because it lies outside the picture or is hidden. */
  readonly seenSides: readonly [boolean, boolean, boolean, boolean];
  /** Agreement of the quadrilateral with the net's mask, intersection over union inside the picture. */
  readonly overlap: number;
}

const MAX_LINES = 7;
const MIN_SHARE = 0.05;
const MIN_MASK_CELLS = 60;

/**
 * The quadrilateral of border lines that agrees best with the mask; a side out of view is left to `missing`, which proposes where the two
 * far corners may lie. Undefined when the net saw no mat or fewer than three sides.
 */
export function fitQuad(
  evidence: MatEvidence,
  missing: (near: readonly [Pixel, Pixel], along: readonly [Pixel, Pixel]) => [Pixel, Pixel] | undefined,
): MatQuad | undefined {
  const cells = maskCells(evidence);
  if (cells.length < MIN_MASK_CELLS) return undefined;
  const centre = { u: mean(cells.map((c) => c.u)), v: mean(cells.map((c) => c.v)) };
  const lines = borderLines(evidence).sort((l, m) => angleFrom(centre, l) - angleFrom(centre, m));
  let best: MatQuad | undefined;
  const offer = (corners: readonly (Pixel | undefined)[], seenSides: MatQuad['seenSides']) => {
    if (corners.some((corner) => corner === undefined)) return;
    const quad = corners as [Pixel, Pixel, Pixel, Pixel];
    if (!isConvex(quad)) return;
    const overlap = maskOverlap(evidence, quad);
    // Four seen sides are preferred to three and a guess unless the guess explains clearly more.
    const bonus = seenSides.every(Boolean) ? 0.04 : 0;
    const rival = best ? best.overlap + (best.seenSides.every(Boolean) ? 0.04 : 0) : 0;
    if (overlap + bonus > rival) best = { corners: quad, seenSides, overlap };
  };
  for (const four of combinations(lines, 4)) {
    offer(
      four.map((line, i) => intersect(four[(i + 3) % 4]!, line)),
      [true, true, true, true],
    );
  }
  for (const three of combinations(lines, 3)) {
    for (let turn = 0; turn < 3; turn++) {
      const [before, middle, after] = [three[turn]!, three[(turn + 1) % 3]!, three[(turn + 2) % 3]!];
      const a = intersect(before, middle);
      const b = intersect(middle, after);
      if (!a || !b) continue;
      const far = missing([a, b], [towards(before, a, centre), towards(after, b, centre)]);
      if (far) offer([a, b, far[1], far[0]], [true, true, false, true]);
    }
  }
  return best;
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

function cellCentre(evidence: MatEvidence, row: number, column: number): Pixel {
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
      for (const p of rest) if (Math.abs(line.a * p.u + line.b * p.v - line.c) < tolerancePx) support += p.belief;
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

function maskOverlap(evidence: MatEvidence, quad: readonly Pixel[]): number {
  let both = 0;
  let either = 0;
  for (let row = 0; row < evidence.rows; row++) {
    for (let column = 0; column < evidence.columns; column++) {
      const inside = contains(quad, cellCentre(evidence, row, column));
      const belief = evidence.mask[row * evidence.columns + column]!;
      both += inside ? belief : 0;
      either += inside ? 1 : belief;
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
