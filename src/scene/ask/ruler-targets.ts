import type { Point } from '../../geometry/point.js';
import type { RangeAnswer } from '../../judge/range/range.js';
import { farthestRange, rangeBetween } from '../../judge/range/range-between.js';
import type { Device, Table } from '../../table/table.js';
import { type Phrase, phrase, type Value } from '../../texts/tools-texts.js';
import type { Overlay, Shape } from '../draw/overlay.js';
import { rulerLabel, rulerShapes } from '../draw/ruler.js';
import { lengthText } from '../words/answer.js';
import { type AnswerWords, ENGLISH_ANSWER } from '../words/answer-words.js';
import { namesOf } from '../words/headline.js';
import type { MeasuredRange } from '../words/measured-pair.js';
import { arcsOfObject, rangeWords } from './all-ranges.js';

/** Target of a ruler: a thing of the table by its id, an edge of the mat, or a point. */
export type RulerTarget =
  | { readonly kind: 'thing'; readonly id: string }
  | { readonly kind: 'edge'; readonly side: EdgeSide }
  | { readonly kind: 'point'; readonly at: Point };

/** Edge as player 1 sees the mat. */
export type EdgeSide = 'near' | 'far' | 'left' | 'right';

/** The range between two things, in words. */
export interface Ruled {
  readonly names: readonly [Value, Value];
  readonly range: string;
  readonly length: string;
  readonly isCertain: boolean;
  /** "all of it within range 2", from a ship only. */
  readonly whole?: Phrase;
  /** "in front arc", from a ship to an obstacle or device. */
  readonly arcs?: { readonly text: string; readonly isCertain: boolean };
  readonly closest: MeasuredRange;
}

/** Thickness of a point or edge, mm: a point has no size, and an edge no depth, but an outline needs both. */
const THIN_MM = 1e-3;
/** Standard deviation of a point that is tapped on the mat, mm. */
const TAP_SIGMA_MM = 2;

/** The range from one thing to another, closest point to closest point (RNG-05). `edgeSigmaMm`: standard deviation of the mat's edges. */
export function ruledBetween(
  table: Table,
  from: RulerTarget,
  to: RulerTarget,
  edgeSigmaMm: number,
  words: AnswerWords = ENGLISH_ANSWER,
): Ruled {
  const [a, b] = [idOf(from, 0), idOf(to, 1)];
  const more = [from, to].flatMap((thing, index) => deviceOf(thing, index, table, edgeSigmaMm));
  const whole = { ...table, devices: [...table.devices, ...more] };
  const closest = measured(rangeBetween(whole, a, b));
  const isShip = table.ships.some(({ id }) => id === a);
  const farthest = isShip && a !== b && to.kind === 'thing' ? measured(farthestRange(whole, a, b)) : undefined;
  const arcs = from.kind === 'thing' && to.kind === 'thing' ? arcsOfObject(table, a, b, closest, words) : undefined;
  return {
    names: [nameInMatch(from, table, words), nameInMatch(to, table, words)],
    range: rangeWords(closest, words),
    length: lengthText(closest, words),
    isCertain: closest.certain,
    ...(farthest ? { whole: wholeWords(farthest, words) } : {}),
    ...(arcs && { arcs }),
    closest,
  };
}

function wholeWords(farthest: MeasuredRange, words: AnswerWords): Phrase {
  const length = lengthText(farthest, words);
  if (!farthest.certain) return phrase('farthest-point', rangeWords(farthest, words), length);
  return farthest.range > 3 ? phrase('partly-beyond', length) : phrase('all-within', farthest.range, length);
}

/** Name of a thing that a ruler may be laid at. */
export function nameInMatch(thing: RulerTarget, table: Table, words: AnswerWords = ENGLISH_ANSWER): Value {
  if (thing.kind === 'edge') return phrase(`ruled-edge-${thing.side}`);
  return thing.kind === 'point' ? phrase('the-point') : namesOf([thing.id], table, words);
}

/** The targets of a ruler chosen until now, and the ruler. */
export function ruledOverlay(table: Table, things: readonly RulerTarget[], ruled: Ruled | undefined): Overlay {
  return {
    shapes: [...things.flatMap((thing) => markOf(thing, table)), ...(ruled ? rulerShapes(ruled.closest, 'ruler') : [])],
    labels: ruled ? rulerLabel(ruled.closest, ruled.length) : [],
  };
}

function markOf(thing: RulerTarget, table: Table): Shape[] {
  if (thing.kind === 'point') return [{ role: 'ruled-point', points: [thing.at], isClosed: false }];
  if (thing.kind === 'edge') return [{ role: 'ruled-edge', points: edgeLine(thing.side, table), isClosed: false }];
  const outline = [...table.obstacles, ...table.devices].find(({ id }) => id === thing.id)?.outline;
  return outline ? [{ role: 'ruled-edge', points: outline, isClosed: true }] : [];
}

function idOf(thing: RulerTarget, index: number): string {
  return thing.kind === 'thing' ? thing.id : `ruled-${index}`;
}

/** An edge or a point as the judge knows it: an outline with hardly any thickness. */
function deviceOf(thing: RulerTarget, index: number, table: Table, edgeSigmaMm: number): Device[] {
  if (thing.kind === 'thing') return [];
  if (thing.kind === 'edge') {
    const [a, b] = edgeLine(thing.side, table) as [Point, Point];
    const out = { near: [0, -1], far: [0, 1], left: [-1, 0], right: [1, 0] }[thing.side] as [number, number];
    const beyond = ({ x, y }: Point) => ({ x: x + out[0] * THIN_MM, y: y + out[1] * THIN_MM });
    return [{ id: idOf(thing, index), kind: 'edge', outline: [a, b, beyond(b), beyond(a)], sigmaMm: edgeSigmaMm }];
  }
  const { x, y } = thing.at;
  const half = THIN_MM / 2;
  const outline = [
    { x: x - half, y: y - half },
    { x: x + half, y: y - half },
    { x: x + half, y: y + half },
    { x: x - half, y: y + half },
  ];
  return [{ id: idOf(thing, index), kind: 'point', outline, sigmaMm: TAP_SIGMA_MM }];
}

function edgeLine(side: EdgeSide, { widthMm, depthMm }: Table): readonly Point[] {
  const corner = {
    nearLeft: { x: 0, y: 0 },
    nearRight: { x: widthMm, y: 0 },
    farLeft: { x: 0, y: depthMm },
    farRight: { x: widthMm, y: depthMm },
  };
  if (side === 'near') return [corner.nearLeft, corner.nearRight];
  if (side === 'far') return [corner.farLeft, corner.farRight];
  return side === 'left' ? [corner.nearLeft, corner.farLeft] : [corner.nearRight, corner.farRight];
}

function measured({ gapMm, sigmaMm, range, probability, certain, from, to }: RangeAnswer): MeasuredRange {
  return {
    mm: gapMm,
    sigmaMm,
    range,
    probability: Object.fromEntries(probability.map((share, at) => [String(at), share])),
    certain,
    fromMm: [from.x, from.y],
    toMm: [to.x, to.y],
  };
}
