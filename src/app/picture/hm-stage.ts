import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { distanceMm, type Pixel, type Point } from '../../geometry/point.js';
import { shipOutline } from '../../pieces/bases.js';
import type { Overlay } from '../../scene/draw/overlay.js';
import type { Ship, Table } from '../../table/table.js';
import { phrase } from '../../texts/phrase.js';
import type { FrameSource } from '../capture/frame-source.js';
import { drawOverlay, newLabelMemory, withAside } from '../drawing/draw-overlay.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { ElementSize } from '../ui/element-size.js';
import { emit } from '../ui/page-events.js';
import { shipName } from '../ui/ship-name.js';
import './hm-loupe.js';
import type { HmDragHandle } from '../drawing/hm-drag-handle.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import type { Box } from '../drawing/place-labels.js';
import { pictureProjection, type Spot } from '../drawing/projection.js';
import { ruleTapped, shipAt, shipNear, shipTargets } from '../drawing/ship-targets.js';
import { targetStyles } from '../drawing/target.styles.js';
import { icon } from '../ui/icon.js';
import { lazyPart } from '../ui/lazy-element.js';
import { styled } from '../ui/styled.js';
import type { LiveView } from '../vision-client/live-view.js';
import { matView } from './mat-view.js';
import { OverlayCarrier } from './overlay-carrier.js';
import { stageStyles } from './stage.styles.js';
import { type Fit, fitOf, inside, partOf, placeAt, SAME_SHAPE, type Share, WHOLE, type Zoom, zoomedAt } from './zoom.js';
import { ZoomGestures } from './zoom-gestures.js';

/** Factor by which one press of the button enlarges. */
const STEP_SCALE = 2;
const MIDDLE: Share = { x: 0.5, y: 0.5 };

/**
 * The picture with the overlay drawn in place; in a frame of another shape than its own it is cropped to the mat. It is enlarged by two
 * fingers, a double tap, Ctrl and wheel, or its buttons; a resting finger sees what is under it.
 * @fires hm-choose - a ship in the picture was tapped
 * @fires hm-ask-there - a place was tapped at which none is
 * @fires hm-tool - a ship was held: all its ranges are asked
 * @fires hm-rule - while a ruler is laid: what was tapped
 * @slot - what lies over the picture: the corner marks
 */
@customElement('hm-stage')
@localized()
export class HmStage extends LitElement {
  static override styles = [
    controlStyles,
    overlayStyles,
    targetStyles,
    stageStyles,
    css`
      .tile-front { display: none; }
    `,
  ];

  @property({ attribute: false }) source: FrameSource | undefined;
  /** Whether the source gives mirror images: they are shown the other way round. */
  @property({ type: Boolean }) mirrored = false;
  @property({ attribute: false }) known: TableView | undefined;
  /** The camera in each frame; undefined: it stands still. */
  @property({ attribute: false }) live: LiveView | undefined;
  /** Whether the overlay no longer belongs to the picture: the camera was bumped, the mat is out of view. */
  @property({ type: Boolean }) stale = false;
  /** Drawn over the table by a tool. */
  @property({ attribute: false }) aside: Overlay | undefined;
  /** Whether taps choose targets of a ruler. */
  @property({ type: Boolean }) ruling = false;
  /** Whether it is only to be looked at: nothing can be chosen in it. */
  @property({ type: Boolean }) watching = false;
  /** The base or obstacle that the player moves. */
  @property({ attribute: false }) movingId: string | undefined;
  /** Whether nothing is drawn, because the player marks corners. */
  @property({ type: Boolean, reflect: true }) bare = false;
  readonly #memory = newLabelMemory();
  readonly #carrier = new OverlayCarrier(
    this,
    () => this.live,
    () => this.#carryHand(),
  );
  readonly #size = new ElementSize(this, () => this.renderRoot.querySelector('.layer'));
  readonly #frame = new ElementSize(this, () => this.renderRoot.querySelector('.frame'));
  #fit: Fit = SAME_SHAPE;
  /** Default view of the mat. */
  #matView: Zoom | undefined;
  readonly #gestures = new ZoomGestures(this, () => this.renderRoot.querySelector('.frame'), {
    picked: (at) => !this.bare && this.#choose(this.#spotAt(at)),
    held: (at) => {
      const shipId = this.#shipAt(this.#spotAt(at));
      if (shipId !== undefined && !this.watching && !this.bare) emit(this, 'hm-tool', { tool: { kind: 'survey', shipId } });
    },
  });

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    this.#carrier.draw(this.known?.state.camera);
    const isOther = changed.has('source') && changed.get('source') !== undefined;
    if (isOther) this.#matView = undefined;
    this.#settle();
    // Another picture is shown in its default view.
    if (isOther || (changed.has('bare') && this.bare)) this.#gestures.reset();
  }

  #settle(): void {
    const { widthPx, heightPx } = this.source?.size() ?? { widthPx: 0, heightPx: 0 };
    const { width, height } = this.#frame;
    const fit = width > 0 && height > 0 ? fitOf(widthPx / heightPx, width / height) : this.#fit;
    const isSame = fit.width === this.#fit.width && fit.height === this.#fit.height;
    if (!isSame) this.#matView = undefined;
    this.#fit = isSame ? this.#fit : fit;
    const camera = this.#carrier.drawn;
    const isCropped = this.#fit !== SAME_SHAPE && !this.bare;
    if (isCropped && camera && this.known) this.#matView = matView(camera, this.known.table, this.#fit, this.#matView);
    this.#gestures.settle(this.#fit, isCropped ? (this.#matView ?? inside(WHOLE, this.#fit)) : WHOLE);
  }

  protected override firstUpdated(): void {
    // Not passive: the page must not scroll under a searching finger.
    this.addEventListener('touchmove', this.#gestures.touchmove, { passive: false });
  }

  override render() {
    if (!this.source) return nothing;
    const { zoom, isEnlarged, down, move, up, cancel, wheel } = this.#gestures;
    const [wide, high] = [100 * zoom.scale * this.#fit.width, 100 * zoom.scale * this.#fit.height];
    const size = { width: `${wide}%`, height: `${high}%` };
    // For things over the picture that keep their place on the screen.
    const seen = { '--seen': `${100 / zoom.scale}%`, '--seen-left': `${100 * zoom.x}%`, '--seen-top': `${100 * zoom.y}%` };
    const place = { left: `${-wide * zoom.x}%`, top: `${-high * zoom.y}%` };
    return html`<div class="frame ${isEnlarged ? 'enlarged' : ''}" @contextmenu=${(event: Event) => event.preventDefault()}
        @pointerdown=${down} @pointermove=${move} @pointerup=${up} @pointercancel=${cancel} @pointerleave=${cancel} @wheel=${wheel}>
      <div class="layer" ${styled({ ...size, ...place, ...seen })}>
        <div class="picture ${this.mirrored ? 'mirrored' : ''}">${this.source.view}<canvas class="live" hidden></canvas></div>
        ${this.bare ? nothing : this.#overlay()}
        ${this.#hand()}<slot></slot>
      </div>
      ${this.#loupe()}
    </div>
    ${this.#tools()}`;
  }

  #overlay() {
    const projection = this.#projection();
    if (!this.known || !projection) return nothing;
    const { ships, chosen } = this.known;
    const overlay = withAside(this.known.overlay, this.aside);
    const hidden = new Set(ships.filter(({ isSeen }) => !isSeen).map(({ ship }) => ship.id));
    return html`<svg viewBox="0 0 ${projection.width} ${projection.height}" class=${this.stale ? 'stale' : ''} aria-hidden="true" @click=${this.#clicked}>
      ${drawOverlay(overlay, projection, { hidden, chosen, isOpen: this.stale || this.known.answer?.isCertain === false, memory: this.#memory, covered: this.#covered(), seen: this.#seen() })} ${shipTargets(ships, chosen, projection, this, 'fingers')}
    </svg>`;
  }

  /** Part of a cropped picture that the frame shows, CSS px of the drawing. */
  #seen(): Box | undefined {
    if (this.#fit === SAME_SHAPE) return undefined;
    const { width, height } = this.#size;
    const { left, top, right, bottom } = partOf(this.#gestures.home, this.#fit);
    return { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
  }

  /** Boxes of buttons over the drawing, CSS px of it. */
  #covered(): readonly Box[] {
    const layer = this.renderRoot.querySelector('.layer')?.getBoundingClientRect();
    if (!layer) return [];
    const buttons = [...this.renderRoot.querySelectorAll('.zoom button'), ...(this.parentElement?.querySelectorAll('hm-setup-chip') ?? [])];
    return buttons.map((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      return { left: left - layer.left, top: top - layer.top, right: right - layer.left, bottom: bottom - layer.top };
    });
  }

  #hand() {
    if (this.bare || this.watching || this.movingId === undefined) return nothing;
    const camera = this.#cameraNow();
    return html`${lazyPart(() => import('../drawing/hm-drag-handle.js'), phrase('moves-by-hand'))}<hm-drag-handle .known=${this.known} .movingId=${this.movingId} .projection=${this.#projectionOf(camera)} .camera=${camera} .source=${this.source} ?mirrored=${this.mirrored}></hm-drag-handle>`;
  }

  /** Keeps the handles' size where the drawing is scaled with the picture. */
  #carryHand(): void {
    const hand = this.renderRoot.querySelector<HmDragHandle>('hm-drag-handle');
    const camera = this.#cameraNow();
    if (hand && hand.camera !== camera) [hand.camera, hand.projection] = [camera, this.#projectionOf(camera)];
  }

  #tools() {
    const { zoom, home, isEnlarged } = this.#gestures;
    const enlarge = () => this.#gestures.show(zoom.scale < home.scale ? home : zoomedAt(zoom, STEP_SCALE, MIDDLE, this.#fit));
    const whole = () => this.#gestures.show(inside(WHOLE, this.#fit));
    return html`<div class="zoom">
      ${isEnlarged ? html`<button class="quiet" aria-label=${msg('Show the whole picture')} title=${msg('Whole picture')} @click=${whole}>${icon('zoom-out')}</button>` : nothing}
      <button class="quiet" aria-label=${msg('Enlarge the picture')} title=${msg('Enlarge (or pinch, double tap, Ctrl and wheel)')} @click=${enlarge}>${icon('zoom-in')}</button>
    </div>`;
  }

  /** The place under the finger, in the corner that the hand does not cover, with the ship that lifting it chooses. */
  #loupe() {
    const { loupe } = this.#gestures;
    const camera = this.#cameraNow();
    if (!loupe || !camera || !this.source) return nothing;
    const place = placeAt(this.#gestures.zoom, loupe, this.#fit);
    const at = { u: place.x * camera.widthPx - 0.5, v: place.y * camera.heightPx - 0.5 };
    const ship = this.known!.table.ships.find(({ id }) => id === this.#shipAt(this.#spotAt(loupe)));
    return html`<div class="under ${loupe.x > 0.5 ? 'left' : 'right'}">
      <hm-loupe .seen=${seenAround(at, ship, camera)} .view=${this.source.view} ?mirrored=${this.mirrored} .camera=${camera} .at=${at} .shapes=${this.known!.overlay.shapes.filter(({ role }) => role === 'base')}></hm-loupe>
      <p>${ship ? shipName(ship, this.known!.table.ships) : msg('no ship here')}</p></div>`;
  }

  readonly #clicked = (event: MouseEvent) => {
    if (!this.#gestures.isTap()) return;
    const box = this.renderRoot.querySelector('.layer')!.getBoundingClientRect();
    this.#choose({ left: event.clientX - box.left, top: event.clientY - box.top });
  };

  #choose(spot: Spot): void {
    if (this.watching) return;
    const projection = this.#projectionNow();
    if (this.ruling && projection && this.known) {
      ruleTapped(spot, this.known, projection, this);
      return;
    }
    const shipId = this.#shipAt(spot);
    const at = projection?.point(spot);
    if (shipId !== undefined) emit(this, 'hm-choose', { shipId });
    else if (at && this.known && isNearMat(at, this.known.table)) {
      emit(this, 'hm-ask-there', { at: questionAt(at, this.known.table), nearId: shipNear(this.known.ships, projection!, spot) });
    }
  }

  #shipAt(spot: Spot): string | undefined {
    const projection = this.#projectionNow();
    return projection && this.known && shipAt(this.known.ships, projection, spot);
  }

  /** A place of the frame in the drawing. */
  #spotAt(at: Share): Spot {
    const { x, y } = placeAt(this.#gestures.zoom, at, this.#fit);
    return { left: x * this.#size.width, top: y * this.#size.height };
  }

  /** The projection with which the overlay is drawn, before it is carried to the camera's present pose. */
  #projection() {
    return this.#projectionOf(this.#carrier.drawn);
  }

  #projectionNow() {
    return this.#projectionOf(this.#cameraNow());
  }

  /** The camera's present pose; undefined while it is lost. */
  #cameraNow(): Camera | undefined {
    return this.#carrier.isLost ? undefined : this.#carrier.now(this.known?.state.camera);
  }

  #projectionOf(camera: Camera | undefined) {
    return camera && this.#size.width ? pictureProjection(camera, this.#size.width) : undefined;
  }
}

/** Minimum number of pixels that the loupe shows side by side; it also shows the whole base under the finger, with a rim. */
const MIN_SEEN_PX = 80;
const RIM = 2.3;

function seenAround(at: Pixel, ship: Ship | undefined, camera: Camera): number {
  const corners = ship ? shipOutline(ship).flatMap((corner) => pixelFromTable(camera, { ...corner, z: 0 }) ?? []) : [];
  return Math.max(MIN_SEEN_PX, ...corners.map(({ u, v }) => RIM * Math.max(Math.abs(u - at.u), Math.abs(v - at.v))));
}

/** Distance beside the mat beyond which nothing is part of the game, mm. */
const BESIDE_MAT_MM = 60;

function isNearMat({ x, y }: Point, { widthMm, depthMm }: Table): boolean {
  return x > -BESIDE_MAT_MM && y > -BESIDE_MAT_MM && x < widthMm + BESIDE_MAT_MM && y < depthMm + BESIDE_MAT_MM;
}

/** The middle of an unrecognised thing that the camera has there, or the place itself. */
function questionAt(at: Point, { unmeasurable = [] }: Table): Point {
  const awayMm = (one: { readonly at: Point }) => distanceMm(one.at, at);
  const [nearest] = unmeasurable.filter((one) => awayMm(one) <= one.radiusMm).sort((a, b) => awayMm(a) - awayMm(b));
  return nearest?.at ?? at;
}
