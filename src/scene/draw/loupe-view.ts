import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import { baseOutline } from '../../pieces/bases.js';
import { BAND_MM, BANDS } from '../../pieces/dimensions.js';
import type { Obstacle, Ship, Table } from '../../table/table.js';
import { type Phrase, phrase } from '../../texts/tools-texts.js';
import { lengthPhrase } from '../words/answer.js';
import { headlineOf } from '../words/headline.js';
import type { MeasuredPair, MeasuredRange } from '../words/measured-pair.js';
import { shipLabel } from '../words/ship-label.js';
import { arcShapes } from './arc-shapes.js';
import type { Shape } from './overlay.js';

/** A decisive place of the table, drawn large: table frame, mm. */
export interface DrawnLoupe {
  readonly name: Phrase;
  readonly text?: Phrase;
  readonly at: Point;
  /** Half of the side that is shown, mm. */
  readonly halfMm: number;
  readonly shapes: readonly Shape[];
}

/** Distance to each side that a loupe shows of the table, mm. */
const MIN_HALF_MM = 5;
const MAX_HALF_MM = 25;
const BAND_POINTS = 13;

/**
 * The places that decide about a pair, magnified: for each line of its headline that is too close to call, or otherwise for its range.
 * Drawn from millimetres: the closest points, the limit or the arc's edge, and one standard deviation to both sides of it.
 */
export function drawnLoupes(pair: MeasuredPair, table: Table): readonly DrawnLoupe[] {
  const from = table.ships.find(({ id }) => id === pair.from);
  const to = table.ships.find(({ id }) => id === pair.to);
  if (!from || !to) return [];
  const { lines, deciding, arc } = headlineOf(pair, table);
  const open = lines.filter(({ isCertain }) => !isCertain);
  const about = new Set((open.length > 0 ? open : lines.slice(0, 1)).map((line) => line.about));
  const attack = arc === undefined ? undefined : pair.arcs[arc]?.attack;
  return [
    ...(about.has('range') ? rangeLoupes(table, from, to, deciding) : []),
    ...(about.has('arc') ? arcLoupes(table, from, to, arc) : []),
    ...(about.has('obstruction') && attack ? obstructionLoupes(table, from, to, attack, attack.by) : []),
  ];
}

/** Both closest points, with the limit of the range at the farther one: in one loupe where they are close enough. */
function rangeLoupes(table: Table, from: Ship, to: Ship, measured: MeasuredRange): DrawnLoupe[] {
  if (!measured.fromMm || !measured.toMm) return [];
  const [a, b] = [pointOf(measured.fromMm), pointOf(measured.toMm)];
  const { mm, sigmaMm = 0 } = measured;
  const limitMm = BAND_MM * Math.min(BANDS, Math.round(mm / BAND_MM));
  const halfMm = halfFor(Math.abs(mm - limitMm), sigmaMm);
  const line: Shape = { role: 'ruler', points: [a, b], isClosed: false };
  const things = [...bases(table), line, pointShape(a), pointShape(b)];
  const name = (ship: Ship) => phrase('closest-point', shipLabel(ship, table.ships));
  if (limitMm === 0) {
    const both = phrase('closest-point-both', shipLabel(from, table.ships), shipLabel(to, table.ships));
    return [{ name: both, text: lengthPhrase(measured), at: meanPoint([a, b]), halfMm: Math.max(halfMm, 1.5 * mm), shapes: things }];
  }
  const text = phrase('length-and-limit', lengthPhrase(measured), limitMm / BAND_MM, limitMm);
  return [
    { name: name(from), at: a, halfMm, shapes: things },
    { name: name(to), text, at: b, halfMm, shapes: [...limitShapes(a, b, limitMm, sigmaMm, halfMm), ...things] },
  ];
}

/** The range's limit beside `b`, measured from `a`, and one standard deviation to both sides. */
function limitShapes(a: Point, b: Point, limitMm: number, sigmaMm: number, halfMm: number): Shape[] {
  const middle = Math.atan2(b.y - a.y, b.x - a.x);
  const spread = (2 * halfMm) / limitMm;
  const arcAt = (radiusMm: number) =>
    Array.from({ length: BAND_POINTS }, (_, k): Point => {
      const turn = middle + spread * ((2 * k) / (BAND_POINTS - 1) - 1);
      return { x: a.x + radiusMm * Math.cos(turn), y: a.y + radiusMm * Math.sin(turn) };
    });
  const band = [...arcAt(limitMm - sigmaMm), ...arcAt(limitMm + sigmaMm).reverse()];
  return [
    { role: 'sigma-band', points: band, isClosed: true },
    { role: 'limit', points: arcAt(limitMm), isClosed: false },
  ];
}

/** The target's corner that is nearest to an edge of the arc. */
function arcLoupes(table: Table, from: Ship, to: Ship, arc: string | undefined): DrawnLoupe[] {
  const kind = ARC_NAMES.find((one) => one === arc);
  if (!kind || from.isFrontOpen) return [];
  const edges = arcShapes(from, [kind]).filter(({ role, points }) => (role === 'arc-edge' || role === 'bullseye') && points.length > 1);
  const near = nearestToLines(baseOutline(to.base, to.pose), edges);
  if (!near) return [];
  const { corner, line, gapMm } = near;
  const across = normalOf(line);
  const sigmaMm = Math.sqrt(varianceAt(from, corner, across) + varianceAt(to, corner, across));
  const edge = phrase('ship-and-arc-edge', shipLabel(to, table.ships));
  return [
    {
      ...{ name: edge, text: lengthPhrase({ mm: gapMm, sigmaMm }), at: corner, halfMm: halfFor(gapMm, sigmaMm) },
      shapes: [bandAlong(line, sigmaMm), ...bases(table), { role: 'arc-edge', points: line, isClosed: false }, pointShape(corner)],
    },
  ];
}

/** The corner of an obstacle that is nearest to the line of attack. */
function obstructionLoupes(table: Table, from: Ship, to: Ship, measured: MeasuredRange, by: readonly string[] = []): DrawnLoupe[] {
  if (!measured.fromMm || !measured.toMm) return [];
  const line = [pointOf(measured.fromMm), pointOf(measured.toMm)] as const;
  const ruler: Shape = { role: 'ruler', points: line, isClosed: false };
  const asked = table.obstacles.filter(({ id }) => by.includes(id));
  const found = (asked.length > 0 ? asked : table.obstacles).flatMap((obstacle) => {
    const near = nearestToLines(obstacle.outline, [ruler]);
    return near ? [{ obstacle, ...near }] : [];
  });
  const near = found.sort((one, other) => one.gapMm - other.gapMm)[0];
  if (!near) return [];
  const { obstacle, corner, gapMm } = near;
  const sigmaMm = lineSigmaMm(from, to, line, obstacle, corner);
  return [
    {
      ...{ name: phrase('obstacle-and-line'), text: lengthPhrase({ mm: gapMm, sigmaMm }), at: corner, halfMm: halfFor(gapMm, sigmaMm) },
      shapes: [bandAlong(line, sigmaMm), { role: 'obstacle', points: obstacle.outline, isClosed: true }, ruler, pointShape(corner)],
    },
  ];
}

/** Standard deviation of the distance of an obstacle's corner from a line between two ships, mm: both ends move the line in proportion. */
function lineSigmaMm(from: Ship, to: Ship, [a, b]: readonly [Point, Point], { sigmaMm = 0 }: Obstacle, corner: Point): number {
  const across = normalOf([a, b]);
  const lengthSq = Math.max(1e-9, lengthMm([a, b]) ** 2);
  const share = Math.min(1, Math.max(0, ((corner.x - a.x) * (b.x - a.x) + (corner.y - a.y) * (b.y - a.y)) / lengthSq));
  return Math.sqrt((1 - share) ** 2 * varianceAt(from, a, across) + share ** 2 * varianceAt(to, b, across) + sigmaMm ** 2);
}

/** Variance of a point that is fixed to a ship, along a unit direction, mm²; ships as if independent, so rather too large than too small. */
function varianceAt({ pose, covariance: c }: Ship, point: Point, { x: nx, y: ny }: Point): number {
  // Headings turn clockwise from +y: a turn moves a point at (rx, ry) from the ship's middle by (ry, −rx).
  const turn = nx * (point.y - pose.y) - ny * (point.x - pose.x);
  return Math.max(0, nx * nx * c.xx + ny * ny * c.yy + turn * turn * c.hh + 2 * (nx * ny * c.xy + nx * turn * c.xh + ny * turn * c.yh));
}

interface Near {
  readonly corner: Point;
  readonly line: readonly [Point, Point];
  readonly gapMm: number;
}

/** The corner of an outline that is nearest to one of the lines; undefined if it has no corners. */
function nearestToLines(outline: readonly Point[], lines: readonly Shape[]): Near | undefined {
  let best: Near | undefined;
  for (const { points } of lines) {
    const line = [points[0]!, points.at(-1)!] as const;
    for (const corner of outline) {
      const gapMm = Math.sqrt(pointSegmentDistanceSq(corner.x, corner.y, line[0].x, line[0].y, line[1].x, line[1].y));
      if (!best || gapMm < best.gapMm) best = { corner, line, gapMm };
    }
  }
  return best;
}

function bandAlong(line: readonly [Point, Point], sigmaMm: number): Shape {
  const { x, y } = normalOf(line);
  const [a, b] = line;
  const beside = (point: Point, mm: number): Point => ({ x: point.x + mm * x, y: point.y + mm * y });
  return { role: 'sigma-band', points: [beside(a, sigmaMm), beside(b, sigmaMm), beside(b, -sigmaMm), beside(a, -sigmaMm)], isClosed: true };
}

function lengthMm([a, b]: readonly [Point, Point]): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

function normalOf([a, b]: readonly [Point, Point]): Point {
  const length = Math.max(1e-9, lengthMm([a, b]));
  return { x: (a.y - b.y) / length, y: (b.x - a.x) / length };
}

function bases({ ships }: Table): Shape[] {
  return ships.map(({ id, base, pose, owner }) => ({
    ...{ role: 'base', points: baseOutline(base, pose), isClosed: true, shipId: id },
    ...(owner === undefined ? {} : { owner }),
  }));
}

/** Half of a loupe's side that shows the gap to the limit and twice the uncertainty well inside, mm. */
function halfFor(gapMm: number, sigmaMm: number): number {
  return Math.min(MAX_HALF_MM, Math.max(MIN_HALF_MM, 2.5 * Math.max(gapMm, 2 * sigmaMm)));
}

const pointShape = (point: Point): Shape => ({ role: 'ruled-point', points: [point], isClosed: false });
const pointOf = ([x, y]: readonly [number, number]): Point => ({ x, y });
