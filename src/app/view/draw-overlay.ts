import { nothing, svg, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { Overlay, OverlayLabel, Shape } from '../../scene/overlay.js';
import type { Projection, Spot } from './projection.js';

/** How far below a ship its label stands, CSS px. */
const LABEL_GAP = 12;
/** About how wide a letter of a label is, CSS px. */
const CHARACTER_PX = 9;
/** A drawing narrower than this has room for short labels only, CSS px. */
const NARROW_PX = 520;

export interface DrawOptions {
  /** Ships that the camera does not see just now. */
  readonly hidden: ReadonlySet<string>;
  readonly chosen: readonly string[];
  /** The measured range is too close to call. */
  readonly isOpen: boolean;
}

/** The overlay as SVG, back to front; colours and widths come from `overlay.styles.ts`. */
export function drawOverlay(overlay: Overlay, projection: Projection, options: DrawOptions): TemplateResult {
  return svg`
    <g class=${options.isOpen ? 'open' : ''} aria-hidden="true">${overlay.shapes.map((shape) => drawShape(shape, projection, options))}</g>
    <g class=${options.isOpen ? 'open' : ''} aria-hidden="true">${overlay.labels.map((label) => drawLabel(label, projection, options))}</g>`;
}

function drawShape(shape: Shape, projection: Projection, options: DrawOptions) {
  if (shape.role === 'unmeasurable') return drawUnmeasurable(shape, projection);
  const path = projection.path(shape.points, shape.isClosed);
  return path ? svg`<path class=${classMap({ [shape.role]: true, ...stateOf(shape, options) })} d=${path}></path>` : nothing;
}

function drawUnmeasurable({ points }: Shape, projection: Projection) {
  const spot = points[0] && projection.spot(points[0]);
  return spot ? svg`<circle class="unmeasurable" cx=${spot.left} cy=${spot.top} r="14"></circle>` : nothing;
}

function drawLabel(label: OverlayLabel, projection: Projection, options: DrawOptions) {
  const spot = projection.spot(label.at);
  if (!spot) return nothing;
  const { left, top, anchor } = label.along ? besideRuler(spot, label, projection) : below(spot, label, projection);
  const text = projection.width < NARROW_PX ? label.short : label.text;
  const inside = Math.min(Math.max(top, 14), projection.height - 8);
  const [before, after] = anchor === 'start' ? [0, 1] : [0.5, 0.5];
  const wide = CHARACTER_PX * text.length;
  const inPicture = Math.max(before * wide, Math.min(left, projection.width - after * wide));
  return svg`<text class=${classMap({ [`${label.role}-label`]: true, ...stateOf({ ...label }, options) })}
    x=${inPicture} y=${inside} text-anchor=${anchor}>${text}</text>`;
}

function below({ left, top }: Spot, { at, clearMm }: OverlayLabel, projection: Projection) {
  return { left, top: top + clearMm * projection.scaleAt(at) + LABEL_GAP, anchor: 'middle' };
}

/** To the right of a steep ruler, above a flat one. */
function besideRuler({ left, top }: Spot, { at, along }: OverlayLabel, projection: Projection) {
  const end = projection.spot({ x: at.x + along!.x * 0.1, y: at.y + along!.y * 0.1 });
  const isSteep = end && Math.abs(end.top - top) > Math.abs(end.left - left) * 0.6;
  return isSteep ? { left: left + LABEL_GAP, top, anchor: 'start' } : { left, top: top - LABEL_GAP, anchor: 'middle' };
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
