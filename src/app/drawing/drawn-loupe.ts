import { msg, str } from '@lit/localize';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { DrawnLoupe } from '../../scene/draw/loupe-view.js';
import { translate } from '../locales/language.js';
import { drawOverlay, newLabelMemory } from './draw-overlay.js';
import { mapProjection, type Projection } from './projection.js';

/** Side of a loupe's drawing in its own units; the page scales it. */
const SIDE = 200;

export const loupeStyles = css`
  .loupes { display: flex; flex-wrap: wrap; gap: 0.6em; margin: 0.5em 0 0; }
  .loupes figure { margin: 0; width: var(--loupe, 11em); }
  .loupes svg { color-scheme: dark; position: static; display: block; width: 100%; height: auto; aspect-ratio: 1; border-radius: 10px; background: rgb(8 13 21 / 0.9); }
  .loupes figcaption { font-size: 0.8em; color: var(--hm-ink-2); overflow-wrap: anywhere; }
  .loupes .base { fill: var(--owner); fill-opacity: 0.22; }
`;

/** Places that decide, magnified, side by side; drawn from millimetres, since pictures do not travel. */
export function loupeFigures(loupes: readonly DrawnLoupe[]): TemplateResult | typeof nothing {
  if (loupes.length === 0) return nothing;
  return html`<div class="loupes">${loupes.map(
    (loupe) => html`<figure>
    <svg viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label=${translate(loupe.name)}>${drawOverlay({ shapes: loupe.shapes, labels: [] }, magnified(loupe), { ...PLAIN, memory: newLabelMemory() })}</svg>
    <figcaption>${translate(loupe.name)}, ${msg(str`${Math.round(2 * loupe.halfMm)} mm across`)}${loupe.text ? `: ${translate(loupe.text)}` : ''}</figcaption></figure>`,
  )}</div>`;
}

const PLAIN = { hidden: new Set<string>(), chosen: [], isOpen: true } as const;

/** A square piece of the table as large as the drawing, player 1 below. */
function magnified({ at, halfMm }: DrawnLoupe): Projection {
  const piece = mapProjection({ widthMm: 2 * halfMm, depthMm: 2 * halfMm }, SIDE, SIDE, 0);
  const moved = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: x - at.x + halfMm, y: y - at.y + halfMm });
  return {
    ...piece,
    path: (points, isClosed) => piece.path(points.map(moved), isClosed),
    spot: (point) => piece.spot(moved(point)),
    spotAbove: (point, heightMm) => piece.spotAbove(moved(point), heightMm),
    point: (spot) => {
      const point = piece.point(spot);
      return point && { x: point.x + at.x - halfMm, y: point.y + at.y - halfMm };
    },
  };
}
