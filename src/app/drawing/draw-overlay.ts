import { nothing, svg, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import type { Overlay, OverlayLabel, Shape } from '../../scene/draw/overlay.js';
import { translate } from '../locales/language.js';
import { type Box, type LabelToPlace, type PlacedLabel, placeLabels, type Side } from './place-labels.js';
import type { Projection, Spot } from './projection.js';

/** Approximate width and height of a label's letters, CSS px; those of a ruler's length are larger. */
const LETTERS = { widthPx: 8, heightPx: 14 };
const RULER_LETTERS = { widthPx: 9.5, heightPx: 16 };
/** Distance of a ruler's label from its line, CSS px. */
const RULER_CLEAR_PX = 4;
/** Other places of a length along its ruler, as a share from the middle, and distances from it, CSS px. */
const RULER_SHARES = [0, -0.2, 0.2, -0.4, 0.4];
const RULER_FARTHER_PX = [RULER_CLEAR_PX, 28, 60, 100];
/** Height of a miniature over the middle of its base, mm, and its share of the base's width. */
const MINIATURE_MM = 55;
const MINIATURE_SHARE = 0.6;
const CORNERS: readonly Side[] = ['below right', 'below left', 'above right', 'above left'];
const ROW_SIDES: readonly Side[] = ['below', 'above'];
/** Gap between two words, CSS px. */
const WORD_GAP_PX = 4;
const SHIP_SIDES: readonly Side[] = ['below', 'above', 'right', 'left', ...CORNERS];
/** Sides of a steep ruler on which its length may stand: to the right first; above a flat one. */
const STEEP_SIDES: readonly Side[] = ['right', 'left', ...CORNERS];
const FLAT_SIDES: readonly Side[] = ['above', 'below', ...CORNERS];
/** Width of a drawing below which there is room for short labels only, CSS px. */
const NARROW_PX = 520;

export interface DrawOptions {
  /** Ships that the camera does not see just now. */
  readonly hidden: ReadonlySet<string>;
  readonly chosen: readonly string[];
  /** Whether the measured range is too close to call. */
  readonly isOpen: boolean;
  /** Kept by the caller from one drawing to the next. */
  readonly memory: LabelMemory;
  /** Ratio of the letters' size to that in the app; 1 if absent. */
  readonly textScale?: number;
  /** Boxes over the drawing, such as a button, CSS px of it. */
  readonly covered?: readonly Box[];
  /** Part of the drawing that is in sight, CSS px of it: labels stand there. All of it if absent. */
  readonly seen?: Box | undefined;
}

/** The overlay with a tool's drawing over it. */
export function withAside({ shapes, labels }: Overlay, aside: Overlay | undefined): Overlay {
  return aside ? { shapes: [...shapes, ...aside.shapes], labels: [...labels, ...aside.labels] } : { shapes, labels };
}

/** Places of the labels in the drawing before. */
export interface LabelMemory {
  placed: ReadonlyMap<string, PlacedLabel>;
}

export const newLabelMemory = (): LabelMemory => ({ placed: new Map() });

/** The overlay as SVG, back to front; colours and widths come from `overlay.styles.ts`. */
export function drawOverlay(overlay: Overlay, projection: Projection, options: DrawOptions): TemplateResult {
  return svg`
    <g class=${options.isOpen ? 'open' : ''} aria-hidden="true">${overlay.shapes.map((shape) => drawShape(shape, projection, options))}</g>
    <g class=${options.isOpen ? 'open' : ''} aria-hidden="true">${drawLabels(overlay, projection, options)}</g>`;
}

function drawShape(shape: Shape, projection: Projection, options: DrawOptions) {
  if (shape.role === 'unmeasurable' || shape.role === 'ruled-point') return drawPoint(shape, projection);
  const path = projection.path(shape.points, shape.isClosed);
  return path ? svg`<path class=${classMap({ [shape.role]: true, ...stateOf(shape, options) })} d=${path}></path>` : nothing;
}

function drawPoint({ role, points }: Shape, projection: Projection) {
  const spot = points[0] && projection.spot(points[0]);
  return spot ? svg`<circle class=${role} cx=${spot.left} cy=${spot.top} r=${role === 'unmeasurable' ? 14 : 5}></circle>` : nothing;
}

/** Draws the labels; those that the player asks about choose their places first: the chosen ships' labels, then the ruler's. */
function drawLabels({ shapes, labels }: Overlay, projection: Projection, options: DrawOptions) {
  const keys = keysOf(labels);
  const shown = labels.flatMap((label, i) => {
    const texts = textsOf(label, roomOf(projection, options), options);
    const at = texts.length > 0 ? projection.spot(label.at) : undefined;
    return at ? [{ label, texts, toPlace: labelToPlace(label, keys[i]!, texts, at, projection, options) }] : [];
  });
  const rank = ({ label: { role, shipId } }: (typeof shown)[number]) =>
    shipId !== undefined && options.chosen.includes(shipId) ? 0 : role === 'ruler' ? 1 : 2;
  const inOrder = [...shown].sort((a, b) => rank(a) - rank(b)).map(({ toPlace }) => toPlace);
  const bases = shapes.flatMap(({ role, points }) => (role === 'base' ? boxAround(points, projection) : []));
  const area = { ...seenOf(projection, options), covered: options.covered ?? [] };
  const placed = placeLabels(inOrder, bases, area, options.memory.placed);
  options.memory.placed = placed;
  return shown.map(({ label, texts, toPlace }) =>
    drawLabel(label, texts, toPlace, placed.get(toPlace.key)!, roomOf(projection, options), options),
  );
}

const seenOf = ({ width, height }: Projection, { seen }: DrawOptions): Box => seen ?? { left: 0, top: 0, right: width, bottom: height };

function roomOf(projection: Projection, options: DrawOptions): number {
  const { left, right } = seenOf(projection, options);
  return right - left;
}

/**
 * Texts of a label, the longest first; empty where there is room for short labels only, and it has none. Labels that the player asks about
 * do not give way.
 */
function textsOf(
  { role, shipId, text, short, shortest = short }: OverlayLabel,
  roomPx: number,
  { chosen }: DrawOptions,
): readonly string[] {
  const texts = (roomPx < NARROW_PX ? [short, shortest] : [text, short, shortest]).filter((one) => one !== '').map(translate);
  const isAsked = role === 'ruler' || (shipId !== undefined && chosen.includes(shipId));
  return isAsked ? texts.slice(0, 1) : [...new Set(texts)];
}

/** Labels of no ship are counted by their role: they keep their keys when a ship comes or goes. */
function keysOf(labels: readonly OverlayLabel[]): string[] {
  const counts = new Map<string, number>();
  return labels.map(({ role, shipId }) => {
    if (shipId !== undefined) return `${role} ${shipId}`;
    const count = counts.get(role) ?? 0;
    counts.set(role, count + 1);
    return `${role} number ${count}`;
  });
}

function labelToPlace(
  label: OverlayLabel,
  key: string,
  texts: readonly string[],
  at: Spot,
  projection: Projection,
  { textScale = 1 }: DrawOptions,
): LabelToPlace {
  const letters = label.role === 'ruler' ? RULER_LETTERS : LETTERS;
  const heightPx = letters.heightPx * textScale;
  const clearPx = label.along ? RULER_CLEAR_PX : label.clearMm * projection.scaleAt(label.at);
  return {
    key,
    at,
    clearPx,
    others: label.along ? alongRuler(label.at, label.along, projection) : fartherOff(at, clearPx, heightPx),
    widthsPx: texts.map((text) => letters.widthPx * textScale * text.length + WORD_GAP_PX),
    heightPx,
    sides: label.along ? (isSteep(label.at, label.along, at, projection) ? STEEP_SIDES : FLAT_SIDES) : SHIP_SIDES,
  };
}

/** Other places for a ruler's length: farther along it, then farther away. A miniature or a base may cover the whole middle. */
function alongRuler(middle: Point, along: Point, projection: Projection) {
  const spots = RULER_SHARES.flatMap((share) => projection.spot({ x: middle.x + along.x * share, y: middle.y + along.y * share }) ?? []);
  return RULER_FARTHER_PX.flatMap((clearPx) => spots.map((at) => ({ at, clearPx })));
}

/** Places for a ship's name above and below those of its neighbours, in a row of ships; a line leads there. */
const fartherOff = (at: Spot, clearPx: number, heightPx: number) =>
  [1, 2].map((rows) => ({ at, clearPx: clearPx + rows * (heightPx + WORD_GAP_PX), sides: ROW_SIDES }));

function isSteep(at: Point, along: Point, { left, top }: Spot, projection: Projection): boolean {
  const end = projection.spot({ x: at.x + along.x * 0.1, y: at.y + along.y * 0.1 });
  return end !== undefined && Math.abs(end.top - top) > Math.abs(end.left - left) * 0.6;
}

/** A base with the miniature over it. */
function boxAround(points: readonly Point[], projection: Projection): Box[] {
  const middle = meanPoint(points);
  const over = points.map(({ x, y }) => ({
    x: middle.x + MINIATURE_SHARE * (x - middle.x),
    y: middle.y + MINIATURE_SHARE * (y - middle.y),
  }));
  const spots = [
    ...points.flatMap((point) => projection.spot(point) ?? []),
    ...over.flatMap((point) => projection.spotAbove(point, MINIATURE_MM) ?? []),
  ];
  if (spots.length === 0) return [];
  const [across, down] = [spots.map(({ left }) => left), spots.map(({ top }) => top)];
  return [{ left: Math.min(...across), top: Math.min(...down), right: Math.max(...across), bottom: Math.max(...down) }];
}

function drawLabel(
  label: OverlayLabel,
  texts: readonly string[],
  toPlace: LabelToPlace,
  placed: PlacedLabel,
  roomPx: number,
  options: DrawOptions,
) {
  const { top, bottom } = placed.box;
  const [x, anchor] = anchorOf(placed, roomPx);
  return svg`${leaderTo(label, toPlace, placed, options)}<text class=${classMap({ [`${label.role}-label`]: true, ...stateOf({ ...label }, options) })}
    x=${x} y=${(top + bottom) / 2} text-anchor=${anchor}>${texts[placed.text]}</text>`;
}

/** The line from a ship to its name, where others stand between them. */
function leaderTo(label: OverlayLabel, { at, clearPx }: LabelToPlace, { other, box }: PlacedLabel, options: DrawOptions) {
  if (other === undefined || label.along) return nothing;
  const [from, to] = box.top > at.top ? [at.top + clearPx, box.top] : [at.top - clearPx, box.bottom];
  const d = `M${at.left} ${from}L${(box.left + box.right) / 2} ${to}`;
  return svg`<path class=${classMap({ leader: true, ...stateOf(label, options) })} d=${d}></path>`;
}

/**
 * Fixed point of a text. Its width is a guess: for one beside its ship the end next to it, for one wider than the drawing its beginning.
 */
function anchorOf({ side, box: { left, right } }: PlacedLabel, roomPx: number): [number, 'start' | 'middle' | 'end'] {
  if (side.endsWith('right') || right - left > roomPx) return [left, 'start'];
  return side.endsWith('left') ? [right, 'end'] : [(left + right) / 2, 'middle'];
}

function stateOf(
  { shipId, owner, variant }: Pick<Shape, 'shipId' | 'owner' | 'variant'>,
  { hidden, chosen }: DrawOptions,
): Record<string, boolean> {
  return {
    [`owner-${owner ?? 'none'}`]: shipId !== undefined,
    [`variant-${variant}`]: variant !== undefined,
    hidden: shipId !== undefined && hidden.has(shipId),
    from: shipId !== undefined && chosen[0] === shipId,
    to: shipId !== undefined && chosen[1] === shipId,
  };
}
