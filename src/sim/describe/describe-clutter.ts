import type { Point } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import { pickWeighted, type Random } from '../random.js';
import type { ClutterDescription, ShipDescription, Split } from '../table-description.js';
import { lyingOutline, stripOf } from './flat-things.js';
import { areApart, footprint } from './lay-out-ships.js';

interface ClutterKind {
  readonly kind: string;
  readonly weight: number;
  readonly sizeMm: readonly [number, number];
  /** Probability that it stands on the mat; big things stand beside it. */
  readonly onMat: number;
}

const KINDS: readonly ClutterKind[] = [
  { kind: 'die', weight: 4, sizeMm: [15, 22], onMat: 0.6 },
  { kind: 'token', weight: 6, sizeMm: [14, 24], onMat: 0.8 },
  { kind: 'card', weight: 5, sizeMm: [60, 90], onMat: 0.12 },
  { kind: 'straight', weight: 2, sizeMm: [40, 200], onMat: 0.6 },
  { kind: 'curve', weight: 2, sizeMm: [35, 180], onMat: 0.6 },
  { kind: 'ruler', weight: 1.2, sizeMm: [300, 300], onMat: 0.6 },
  { kind: 'cup', weight: 0.8, sizeMm: [60, 95], onMat: 0.05 },
  { kind: 'phone', weight: 0.8, sizeMm: [130, 165], onMat: 0.1 },
  { kind: 'hand', weight: 0.7, sizeMm: [70, 95], onMat: 0.9 },
  { kind: 'deck', weight: 1, sizeMm: [60, 90], onMat: 0.1 },
  { kind: 'dial', weight: 2, sizeMm: [50, 56], onMat: 0.15 },
  { kind: 'box', weight: 0.8, sizeMm: [60, 220], onMat: 0.05 },
  { kind: 'paper', weight: 0.8, sizeMm: [150, 300], onMat: 0.05 },
  { kind: 'bomb', weight: 0.8, sizeMm: [30, 34], onMat: 0.95 },
];

/** Kinds for training on templates and rulers: most of what lies about, and on the mat. */
const MOSTLY_STRIPS: readonly ClutterKind[] = KINDS.map((row) =>
  ['straight', 'curve', 'ruler'].includes(row.kind) ? { ...row, weight: 7 * row.weight, onMat: 1 } : row,
);

/**
 * Other things on and around the mat: tokens beside ships, dice, cards, templates, cups, a hand; `isStrewn`: mostly templates and rulers.
 */
export function describeClutter(
  random: Random,
  split: Split,
  mat: { readonly widthMm: number; readonly depthMm: number },
  ships: readonly ShipDescription[],
  isStrewn: boolean,
): ClutterDescription[] {
  const list: ClutterDescription[] = [];
  const add = ({ kind, sizeMm: [least, most] }: ClutterKind, at: Point, on: 'mat' | 'table') => {
    const [headingDeg, sizeMm, seed] = [random.range(-180, 180), random.range(least, most), random.seed()];
    const strip = stripOf(kind, sizeMm, seed);
    list.push({ kind, ...at, on, headingDeg, sizeMm, seed, ...(strip && { strip }) });
  };
  const token = KINDS[1]!;
  if (split === 'demo' || random.chance(0.6)) {
    for (const ship of ships) {
      const n = random.pick([0, 0, 1, 1, 2, 3]);
      for (let i = 0; i < n; i++) {
        const turn = random.range(0, 2 * Math.PI);
        const reach = halfSideMm(ship.base) * 1.42 + random.range(12, 22);
        add(token, { x: ship.x + reach * Math.cos(turn), y: ship.y + reach * Math.sin(turn) }, 'mat');
      }
    }
  }
  const count = split === 'demo' ? 5 : random.pick(isStrewn ? [6, 10] : [0, 2, 4, 6, 10, 16]);
  for (let i = 0; i < count; i++) {
    const row = pickWeighted(random, isStrewn ? MOSTLY_STRIPS : KINDS);
    if (split === 'demo' && (row.kind === 'hand' || row.kind === 'box')) continue;
    if (random.chance(row.onMat)) {
      const edge = random.chance(0.35);
      add(row, edge ? nearEdge(random, mat) : { x: random.range(30, mat.widthMm - 30), y: random.range(30, mat.depthMm - 30) }, 'mat');
    } else add(row, beside(random, mat, row.sizeMm[1]), 'table');
  }
  return list.filter((item) => item.kind === 'hand' || !ships.some((ship) => liesUnder(item, ship)));
}

function liesUnder(item: ClutterDescription, ship: ShipDescription): boolean {
  const outline = lyingOutline(item);
  if (outline) return !areApart(footprint(ship, 3), outline);
  const half = halfSideMm(ship.base);
  return Math.hypot(item.x - ship.x, item.y - ship.y) < half * 1.42 + item.sizeMm * 0.62 + 2;
}

function nearEdge(random: Random, mat: { readonly widthMm: number; readonly depthMm: number }): Point {
  const at = { x: random.range(0, mat.widthMm), y: random.range(0, mat.depthMm) };
  const side = random.int(0, 3);
  if (side === 0) return { ...at, x: random.range(5, 60) };
  if (side === 1) return { ...at, x: mat.widthMm - random.range(5, 60) };
  if (side === 2) return { ...at, y: random.range(5, 60) };
  return { ...at, y: mat.depthMm - random.range(5, 60) };
}

/** Beside the mat, now and then lying over its edge. */
function beside(random: Random, mat: { readonly widthMm: number; readonly depthMm: number }, sizeMm: number): Point {
  const out = random.chance(0.25) ? random.range(-0.1, 0.5) * sizeMm : random.range(0.55, 2.2) * sizeMm;
  const side = random.int(0, 3);
  const x = random.range(-40, mat.widthMm + 40);
  const y = random.range(-40, mat.depthMm + 40);
  if (side === 0) return { x: -out, y };
  if (side === 1) return { x: mat.widthMm + out, y };
  if (side === 2) return { x, y: -out };
  return { x, y: mat.depthMm + out };
}
