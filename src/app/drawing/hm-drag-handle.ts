import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { type Pose, tableFromPiece, wrapRad } from '../../geometry/pose.js';
import type { FrameSource } from '../capture/frame-source.js';
import { movableOf } from '../state/movable.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import '../picture/hm-loupe.js';
import { loupeSide } from '../picture/loupe.js';
import { styled } from '../ui/styled.js';
import type { Projection, Spot } from './projection.js';
import { onSecondFinger } from './second-finger.js';

const STEP_MM = 1;
const TURN_RAD = Math.PI / 180;
/** Room that the loupe needs above or below its place, CSS px. */
const LOUPE_NEEDS_PX = 200;
/** Distance beyond the edge of the handle that turns, CSS px. */
const BEYOND_PX = 34;

/**
 * Moves and turns a base or an obstacle in the drawing that it lies over: one handle drags it, the other turns it, keys do both. In the picture the real pixels
 * around it are shown enlarged meanwhile.
 * @fires hm-edit - it was moved or turned
 */
@customElement('hm-drag-handle')
@localized()
export class HmDragHandle extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { position: absolute; inset: 0; pointer-events: none; }
      .handle { position: absolute; width: 44px; height: 44px; margin: -22px 0 0 -22px; border-radius: 50%; cursor: grab; touch-action: none; pointer-events: auto; }
      .handle::before { content: ''; position: absolute; inset: 6px; border: 2px dashed var(--hm-focus); border-radius: 50%; box-shadow: 0 0 0 1.5px rgb(0 0 0 / 0.5); }
      .turn::before { inset: 12px; border-style: solid; background: rgb(0 0 0 / 0.45); }
      .handle:focus-visible { outline: 2px solid #fff; }
      hm-loupe { position: absolute; width: 9.5rem; margin: -12.5rem 0 0 -4.75rem; z-index: 1; }
      hm-loupe.below { margin-top: 3rem; }
      hm-loupe.left { margin: -4.75rem 0 0 -12.5rem; }
      hm-loupe.right { margin: -4.75rem 0 0 3rem; }
    `,
  ];

  @property({ attribute: false }) known!: TableView;
  @property() movingId: string | undefined;
  /** Undefined while nobody knows where the camera is: there is nothing to hold on to. */
  @property({ attribute: false }) projection: Projection | undefined;
  /** In a picture: its camera, and its source. */
  @property({ attribute: false }) camera: Camera | undefined;
  @property({ attribute: false }) source: FrameSource | undefined;
  @property({ type: Boolean }) mirrored = false;
  @state() private held: { readonly what: 'move' | 'turn'; readonly gesture: string; readonly grip: Pose } | undefined;

  #hasMoved = false;
  #unlisten = () => {};

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release();
  }

  protected override willUpdate(): void {
    if (!this.projection) this.#release();
  }

  override render() {
    const moving = movableOf(this.known, this.movingId);
    const spot = moving && this.projection?.spot(moving.pose);
    if (!moving || !spot) return nothing;
    const ahead = turnSpot(this.projection!, moving.pose, moving.halfMm, spot);
    const handle = (
      what: 'move' | 'turn',
      at: Spot,
      label: string,
    ) => html`<button data-holds class="handle movable ${what}" ${styled({ left: `${at.left}px`, top: `${at.top}px` })} aria-label=${label}
      @pointerdown=${(event: PointerEvent) => this.#hold(event, what, moving.pose)} @pointermove=${this.#drag} @pointerup=${this.#release} @pointercancel=${this.#release}
      @click=${(event: Event) => event.stopPropagation()} @keydown=${this.#nudge}></button>`;
    return html`${this.#loupe(this.projection!, moving.pose, moving.halfMm, spot)}
      ${handle('move', spot, msg(str`Move ${moving.name} with the arrow keys, turn with the bracket keys`))}${handle('turn', ahead, msg(str`Turn ${moving.name}`))}`;
  }

  #loupe(projection: Projection, pose: Pose, halfMm: number, spot: Spot) {
    const { camera } = this;
    if (!this.held || !this.source || !camera) return nothing;
    const at = pixelFromTable(camera, { ...pose, z: 0 });
    const scale = projection.scaleAt(pose) * (camera.widthPx / projection.width);
    const shapes = this.known.overlay.shapes.filter(({ role }) => role === 'base' || role === 'obstacle' || role === 'heading');
    const { left, top } = this.getBoundingClientRect();
    const frame = this.closest('.frame') ?? this;
    const side = loupeSide({ x: left + spot.left, y: top + spot.top }, frame.getBoundingClientRect(), LOUPE_NEEDS_PX);
    return html`<hm-loupe class=${side} ${styled({ left: `${spot.left}px`, top: `${spot.top}px` })} .seen=${Math.max(60, 3 * halfMm * scale)}
      .view=${this.source.view} ?mirrored=${this.mirrored} .camera=${camera} .at=${at} .shapes=${shapes}></hm-loupe>`;
  }

  #hold(event: PointerEvent, what: 'move' | 'turn', pose: Pose): void {
    const at = this.projection?.point(this.#spotOf(event));
    if (!at || !event.isPrimary) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const grip =
      what === 'move'
        ? { x: pose.x - at.x, y: pose.y - at.y, headingRad: 0 }
        : { x: 0, y: 0, headingRad: wrapRad(pose.headingRad - bearing(pose, at)) };
    this.held = { what, gesture: `drag-${event.timeStamp}`, grip };
    this.#hasMoved = false;
    this.#unlisten();
    this.#unlisten = onSecondFinger(event, () => {
      this.held = undefined;
      // It was a pinch from the start: the first finger's movement is undone.
      if (this.#hasMoved) emit(this, 'hm-undo');
    });
  }

  readonly #drag = (event: PointerEvent) => {
    const moving = movableOf(this.known, this.movingId);
    const at = this.projection?.point(this.#spotOf(event));
    if (!this.held || !moving || !at) return;
    const { what, grip, gesture } = this.held;
    const { pose } = moving;
    const to =
      what === 'move'
        ? { ...pose, x: at.x + grip.x, y: at.y + grip.y }
        : { ...pose, headingRad: wrapRad(bearing(pose, at) + grip.headingRad) };
    this.#hasMoved = true;
    emit(this, 'hm-edit', { edit: moving.edit(to, gesture) });
  };

  readonly #release = () => {
    this.#unlisten();
    this.held = undefined;
  };

  readonly #nudge = (event: KeyboardEvent) => {
    const moving = movableOf(this.known, this.movingId);
    const step = STEPS[event.key];
    if (!step || !moving) return;
    event.preventDefault();
    const many = event.shiftKey ? 10 : 1;
    const [dx, dy, turn] = step;
    const { pose } = moving;
    const to = {
      x: pose.x + dx * many * STEP_MM,
      y: pose.y + dy * many * STEP_MM,
      headingRad: wrapRad(pose.headingRad + turn * many * TURN_RAD),
    };
    emit(this, 'hm-edit', { edit: moving.edit(to, 'keys') });
  };

  #spotOf(event: PointerEvent): Spot {
    const box = this.getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  }
}

const STEPS: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  '[': [0, 0, -1],
  ']': [0, 0, 1],
};

function turnSpot(projection: Projection, pose: Pose, halfMm: number, spot: Spot): Spot {
  const edge = projection.spot(tableFromPiece(pose, { x: 0, y: halfMm })) ?? spot;
  const [dx, dy] = [edge.left - spot.left, edge.top - spot.top];
  const length = Math.max(1, Math.hypot(dx, dy));
  return { left: edge.left + (dx / length) * BEYOND_PX, top: edge.top + (dy / length) * BEYOND_PX };
}

/** Bearing of a point from a piece: 0 ahead of player 1, clockwise, rad. */
function bearing(from: Pose, { x, y }: { readonly x: number; readonly y: number }): number {
  return Math.atan2(x - from.x, y - from.y);
}
