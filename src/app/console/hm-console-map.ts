import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { baseOutline } from '../../pieces/bases.js';
import type { ShowMessage } from '../../relay/wire/messages.js';
import { type Drawing, drawingLines, onAirOverlay, pairsOnAir } from '../../scene/stream/on-air.js';
import { answerOf } from '../../scene/words/answer.js';
import { drawOverlay, newLabelMemory } from '../drawing/draw-overlay.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import { mapProjection, type Projection } from '../drawing/projection.js';
import type { ShownNews } from '../overlay/shown-news.js';
import { ElementSize } from '../ui/element-size.js';
import { shipName } from '../ui/ship-name.js';

export type Pen = 'choose' | Drawing['kind'];

/** Length below which a drawing was a slip of the hand, mm. */
const MIN_MM = 8;

/**
 * The table as it is on air, to choose ships on and to draw on.
 * @fires hm-ship - a ship was chosen; `detail.shipId`
 * @fires hm-drawn - something was drawn; `detail.pointsMm`, table frame
 */
@customElement('hm-console-map')
@localized()
export class HmConsoleMap extends LitElement {
  static override styles = [
    overlayStyles,
    css`
      :host { color-scheme: dark; display: block; position: relative; aspect-ratio: 1; }
      .area { position: absolute; inset: 0; }
      svg { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; border-radius: var(--hm-radius); }
      .mat { fill: #0c1320; }
      .heading { display: none; }
      .target { fill: transparent; cursor: pointer; }
      .target:focus-visible { outline: none; stroke: var(--hm-focus); stroke-width: 3; }
      .drawing .target { pointer-events: none; }
      .drawing { cursor: crosshair; }
      .drawn path, .pen { stroke: var(--hm-accent); stroke-width: 4; }
      .spotlight { stroke: var(--hm-accent); stroke-width: 3; }
      .stale > g { opacity: 0.45; }
    `,
  ];

  @property({ attribute: false }) news: ShownNews | undefined;
  @property({ attribute: false }) show: ShowMessage = {};
  @property({ attribute: false }) chosen: readonly string[] = [];
  @property() pen: Pen = 'choose';
  /** Whether the news may be out of date. */
  @property({ type: Boolean }) stale = false;
  @state() private stroke: readonly Point[] = [];
  readonly #memory = newLabelMemory();
  readonly #size = new ElementSize(this, () => this.renderRoot.querySelector('.area'));

  override render() {
    return html`<div class="area">${this.news ? this.#map(this.news) : nothing}</div>`;
  }

  #map(news: ShownNews) {
    const { table, pairs, pair } = news;
    const { width, height } = this.#size;
    if (!width) return nothing;
    const projection = mapProjection(table, width, height, 4);
    const onAir = pairsOnAir(this.show, pairs, pair);
    const isOpen = this.stale || (onAir[0] !== undefined && !answerOf(onAir[0], table).isCertain);
    const hidden = new Set(table.ships.flatMap(({ id, isHidden }) => (isHidden ? [id] : [])));
    const overlay = onAirOverlay(table, this.show, onAir);
    const drawing = drawOverlay(overlay, projection, { hidden, chosen: this.chosen, isOpen, memory: this.#memory });
    const begin = (event: PointerEvent) => {
      if (this.pen === 'choose') return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.stroke = [this.#point(event, projection)];
    };
    const move = (event: PointerEvent) => {
      if (this.stroke.length > 0) this.stroke = strokeTo(this.stroke, this.#point(event, projection), this.pen);
    };
    return html`<svg class="${this.pen === 'choose' ? '' : 'drawing'} ${this.stale ? 'stale' : ''}" viewBox="0 0 ${width} ${height}" role="group" aria-label=${msg('Map of the table')} @pointerdown=${begin} @pointermove=${move} @pointerup=${this.#end} @pointercancel=${() => (this.stroke = [])}>
      ${drawing}
      ${(this.show.drawings ?? []).map((one) => svg`<g class="drawn">${linesOf(one, projection)}</g>`)}
      ${this.stroke.length > 1 && this.pen !== 'choose' ? linesOf({ id: '', kind: this.pen, pointsMm: inMm(this.stroke) }, projection) : nothing}
      ${table.ships.map(
        (
          ship,
        ) => svg`<path class="target" tabindex="0" role="button" data-ship=${ship.id} aria-label=${shipName(ship, table.ships)} aria-pressed=${this.chosen.includes(ship.id)} d=${projection.path(baseOutline(ship.base, ship.pose), true)}
        @click=${() => this.#choose(ship.id)} @keydown=${(event: KeyboardEvent) => this.#press(event, ship.id)}></path>`,
      )}
    </svg>`;
  }

  #press(event: KeyboardEvent, shipId: string): void {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // The page would scroll.
    event.preventDefault();
    this.#choose(shipId);
  }

  #choose(shipId: string): void {
    this.dispatchEvent(new CustomEvent('hm-ship', { detail: { shipId } }));
  }

  #point({ clientX, clientY }: PointerEvent, projection: Projection): Point {
    const { left, top } = this.getBoundingClientRect();
    return projection.point({ left: clientX - left, top: clientY - top })!;
  }

  readonly #end = (): void => {
    const { stroke } = this;
    this.stroke = [];
    const [first, last] = [stroke[0], stroke.at(-1)];
    if (!first || !last || stroke.length < 2 || distanceMm(first, last) < MIN_MM) return;
    this.dispatchEvent(new CustomEvent('hm-drawn', { detail: { pointsMm: inMm(stroke) } }));
  };
}

/** A line follows the hand; circle and arrow have two points. */
function strokeTo(stroke: readonly Point[], to: Point, pen: Pen): readonly Point[] {
  return pen === 'line' ? [...stroke.slice(-900), to] : [stroke[0]!, to];
}

/** Points to the tenth of a millimetre, as a hand draws. */
function inMm(points: readonly Point[]): [number, number][] {
  return points.map(({ x, y }) => [Math.round(10 * x) / 10, Math.round(10 * y) / 10]);
}

function linesOf(drawing: Drawing, projection: Projection) {
  return drawingLines(drawing).map((points) => svg`<path class="pen" d=${projection.path(points, false)}></path>`);
}
