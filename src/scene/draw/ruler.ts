import type { Point } from '../../geometry/point.js';
import { BAND_MM, BANDS } from '../../pieces/dimensions.js';
import { figure, phrase, type Value } from '../../texts/phrase.js';
import type { MeasuredRange } from '../words/measured-pair.js';
import type { OverlayLabel, Shape } from './overlay.js';

/** Half the length of the line drawn across the ruler where a band ends, mm. */
const TICK_MM = 5;

/** The ruler between the two closest points: one piece for each range band, a tick where a band ends, the length in words. */
export function rulerShapes(measured: MeasuredRange, role: 'ruler' | 'other-ruler'): Shape[] {
  const ends = endsOf(measured);
  if (!ends) return [];
  const [from, to] = ends;
  const lengthMm = Math.hypot(to.x - from.x, to.y - from.y);
  if (role === 'other-ruler') return [{ role, points: [from, to], isClosed: false }];
  if (lengthMm === 0) return [];
  const at = (mm: number): Point => ({ x: from.x + ((to.x - from.x) * mm) / lengthMm, y: from.y + ((to.y - from.y) * mm) / lengthMm });
  const across: Point = { x: (-(to.y - from.y) * TICK_MM) / lengthMm, y: ((to.x - from.x) * TICK_MM) / lengthMm };
  const tick = ({ x, y }: Point): Shape => ({
    role: 'ruler-tick',
    points: [
      { x: x - across.x, y: y - across.y },
      { x: x + across.x, y: y + across.y },
    ],
    isClosed: false,
  });
  const bands: Shape[] = [];
  for (let band = 0; band <= BANDS && band * BAND_MM < lengthMm; band++) {
    const endMm = band === BANDS ? lengthMm : Math.min(lengthMm, (band + 1) * BAND_MM);
    bands.push({ role, points: [at(band * BAND_MM), at(endMm)], isClosed: false, variant: String(band + 1) });
    if (band > 0) bands.push(tick(at(band * BAND_MM)));
  }
  return [...bands, tick(from), tick(to)];
}

/** The length, beside the ruler's middle; empty where the report gives no points. */
export function rulerLabel(
  measured: MeasuredRange,
  text: Value,
  short: Value = phrase('length-mm', figure(measured.mm, 1)),
): OverlayLabel[] {
  const ends = endsOf(measured);
  if (!ends) return [];
  const [from, to] = ends;
  const along = { x: to.x - from.x, y: to.y - from.y };
  return [
    {
      role: 'ruler',
      text,
      short,
      at: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
      clearMm: 0,
      along,
    },
  ];
}

function endsOf({ fromMm, toMm }: MeasuredRange): readonly [Point, Point] | undefined {
  return fromMm && toMm
    ? [
        { x: fromMm[0], y: fromMm[1] },
        { x: toMm[0], y: toMm[1] },
      ]
    : undefined;
}
