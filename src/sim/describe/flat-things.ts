import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import { RULER_WIDTH_MM, STRAIGHT_STEP_MM, TEMPLATE_WIDTH_MM } from '../../pieces/dimensions.js';
import { ruler, type Template, template, templateOutline } from '../../pieces/templates.js';
import { createRandom } from '../random.js';
import type { ClutterDescription, StripDescription } from '../table-description.js';

/** Maximum extra width of the ruler: makers print it up to 5 mm wider than the bullseye, since the rules only give its length. */
const WIDER_RULER_MM = 5;

/**
 * The template or ruler that a thing of this kind is; undefined for other kinds. `sizeMm` decides a straight one's speed, the seed
 * everything else.
 */
export function stripOf(kind: string, sizeMm: number, seed: number): StripDescription | undefined {
  const random = createRandom(`${seed} strip`);
  const plain = { speed: 1, widthMm: TEMPLATE_WIDTH_MM, isMirrored: false };
  if (kind === 'straight') return { ...plain, kind, speed: Math.max(1, Math.round(sizeMm / STRAIGHT_STEP_MM)) };
  if (kind === 'curve') return { ...plain, kind: random.pick(['bank', 'turn']), speed: random.int(1, 3), isMirrored: random.chance(0.5) };
  if (kind === 'ruler') return { ...plain, kind, widthMm: random.range(RULER_WIDTH_MM, RULER_WIDTH_MM + WIDER_RULER_MM) };
  return undefined;
}

/** Straight and curved templates as in the box; a ruler is a straight one of its own length. */
export function templateOf({ kind, speed, widthMm }: StripDescription): Template {
  return kind === 'ruler' ? ruler(widthMm) : template(kind, speed);
}

/** Outline of a strip, or of a line along its middle, about the middle of its outline, mm. */
export function stripOutline(strip: StripDescription, widthMm = strip.widthMm): readonly Point[] {
  const piece = templateOf(strip);
  const middle = meanPoint(templateOutline(piece));
  const side = strip.isMirrored ? -1 : 1;
  return templateOutline({ ...piece, widthMm }).map(({ x, y }) => ({ x: side * (x - middle.x), y: y - middle.y }));
}

/** A pilot card is 63.5 × 88 mm (TTS Dim.lua). */
export const CARD_RATIO = 88 / 63.5;

/** Width and depth of what is flat and square-edged and longer than a base: cards and what looks like them; undefined for other kinds. */
export function sheetSides(kind: string, sizeMm: number): readonly [number, number] | undefined {
  if (kind === 'card' || kind === 'deck') return [sizeMm / CARD_RATIO, sizeMm];
  if (kind === 'phone') return [sizeMm * 0.48, sizeMm];
  if (kind === 'paper') return [sizeMm, sizeMm * Math.SQRT2];
  return undefined;
}

/** Outline of a template, the ruler or a sheet in its place, table frame, mm; undefined for other things. */
export function lyingOutline({ kind, sizeMm, strip, x, y, headingDeg }: ClutterDescription): readonly Point[] | undefined {
  const sides = sheetSides(kind, sizeMm);
  const own = strip ? stripOutline(strip) : sides && rectangle(...sides);
  // The things of a table turn counter-clockwise, pieces clockwise.
  return own?.map((point) => tableFromPiece({ x, y, headingRad: (-headingDeg * Math.PI) / 180 }, point));
}

function rectangle(width: number, depth: number): Point[] {
  const [x, y] = [width / 2, depth / 2];
  return [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ];
}
