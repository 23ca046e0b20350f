import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Overlay } from '../../scene/draw/overlay.js';
import { phrase } from '../../texts/phrase.js';
import { drawOverlay, newLabelMemory, withAside } from '../drawing/draw-overlay.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import { mapProjection, type Projection } from '../drawing/projection.js';
import { chooseTapped, ruleTapped, shipTargets, spotIn } from '../drawing/ship-targets.js';
import { targetStyles } from '../drawing/target.styles.js';
import type { Worth } from '../picture/worth-words.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { ElementSize } from '../ui/element-size.js';
import { lazyPart } from '../ui/lazy-element.js';
import { emit } from '../ui/page-events.js';
import type { ExpectedErrors } from './error-layer.js';
import { errorStyles } from './error-layer.styles.js';

/**
 * The table from above; on request with the errors to expect over it. Ships are tapped to be measured.
 * @fires hm-choose - a ship was tapped
 * @fires hm-edit - the ship being moved was moved
 * @fires hm-placing - while a ship is being added: where the mat was tapped
 */
@customElement('hm-map')
@localized()
export class HmMap extends LitElement {
  static override styles = [
    controlStyles,
    overlayStyles,
    targetStyles,
    errorStyles,
    css`
      :host { display: block; position: relative; min-height: 0; }
      /* The legend’s colours are the map’s. */
      .area, .legend { color-scheme: dark; }
      /* The strip below is the button's, so that it covers nothing. */
      .area { position: absolute; inset: 0 0 2.5rem; }
      svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; overflow: hidden; border-radius: var(--hm-radius); background: var(--hm-panel); }
      .over { background: none; }
      .stale > g { opacity: 0.45; }
      .mat { fill: #0c1320; stroke: var(--hm-line); stroke-width: 1.5; }
      .heading { display: none; }
      .place { fill: transparent; cursor: crosshair; }
      .side { font: 500 10.5px / 1 var(--hm-font); fill: var(--hm-ink-3); stroke: none; letter-spacing: 0.06em; text-transform: uppercase; }
    `,
  ];

  @property({ attribute: false }) known: TableView | undefined;
  /** Whether the drawing may be out of date. */
  @property({ type: Boolean }) stale = false;
  /** Drawn over the table by a tool. */
  @property({ attribute: false }) aside: Overlay | undefined;
  /** Taps choose what a ruler is laid at. */
  @property({ type: Boolean }) ruling = false;
  /** The ship that the player moves. */
  @property({ attribute: false }) movingId: string | undefined;
  /** The next tap on the mat places a new ship. */
  @property({ type: Boolean }) placing = false;
  /** Present uncertainty of a distance. */
  @property({ attribute: false }) worth: Worth | undefined;
  /** Whether the errors to expect are shown. */
  @state() private showsErrors = false;
  /** The code that computes and draws them, once it was asked for. */
  @state() private errorLayer: typeof import('./error-layer.js') | undefined;
  #errorsOf: ((known: TableView) => ExpectedErrors | undefined) | undefined;
  readonly #memory = newLabelMemory();
  readonly #size = new ElementSize(this, () => this.renderRoot.querySelector('.area'));

  override render() {
    const errors = this.showsErrors && this.known?.state.camera ? this.#errorsOf?.(this.known) : undefined;
    return html`<div class="area ${this.showsErrors && errors ? 'short' : ''}">${this.#drawing(errors)}</div>${this.#errorTool(errors)}`;
  }

  #errorTool(errors: ExpectedErrors | undefined) {
    if (!this.known?.state.camera || this.placing || this.movingId !== undefined) return nothing;
    const onClick = () => {
      this.showsErrors = !this.showsErrors;
    };
    return html`<button class="tool" aria-pressed=${this.showsErrors} @click=${onClick}>${msg('How exact?')}</button>
      ${this.showsErrors ? (this.errorLayer?.errorLegend(errors, this.known.state, this.worth) ?? lazyPart(this.#loadErrors, phrase('reckons-errors'))) : nothing}`;
  }

  readonly #loadErrors = async () => {
    this.errorLayer = await import('./error-layer.js');
    this.#errorsOf = this.errorLayer.createErrorMap();
  };

  #drawing(errors: ExpectedErrors | undefined) {
    const { width, height } = this.#size;
    if (!this.known || !width || !height) return nothing;
    const { ships, chosen, table } = this.known;
    const overlay = withAside(this.known.overlay, this.aside);
    const projection = mapProjection(table, width, height, 18);
    const hidden = new Set(ships.filter(({ isSeen }) => !isSeen).map(({ ship }) => ship.id));
    return html`<svg viewBox="0 0 ${width} ${height}" role="group" aria-label=${msg('Map of the table')} class="${errors ? 'with-errors' : ''} ${this.stale ? 'stale' : ''}" @click=${(event: MouseEvent) => (this.ruling ? ruleTapped(spotIn(event), this.known!, projection, this) : chooseTapped(event, ships, projection, this))}>
      ${errors ? this.errorLayer?.drawErrors(errors, table, projection) : nothing}
      ${drawOverlay(overlay, projection, { hidden, chosen, isOpen: this.stale || this.known.answer?.isCertain === false, memory: this.#memory })}
      ${shipTargets(ships, chosen, projection, this, 'everyone')}
    </svg>
    ${this.placing ? this.#placeArea(projection) : nothing}
    ${this.movingId === undefined ? nothing : html`${lazyPart(() => import('../drawing/hm-drag-handle.js'), phrase('moves-by-hand'))}<hm-drag-handle .known=${this.known} .movingId=${this.movingId} .projection=${projection}></hm-drag-handle>`}`;
  }

  #placeArea(projection: Projection) {
    const onClick = (event: MouseEvent) => emit(this, 'hm-placing', { at: projection.point(spotIn(event)) });
    return html`<svg viewBox="0 0 ${projection.width} ${projection.height}" aria-hidden="true" class="over">
      <rect class="place" width=${projection.width} height=${projection.height} @click=${onClick}></rect>
    </svg>`;
  }
}
