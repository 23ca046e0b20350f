import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { outlineContains } from '../../geometry/outline.js';
import type { Point } from '../../geometry/point.js';
import { pixelsPerMm } from '../../scene/draw/to-picture.js';
import { obstacleName } from '../../scene/words/headline.js';
import type { Obstacle } from '../../table/table.js';
import { answerWords } from '../locales/language.js';
import { controlStyles } from '../ui/control.styles.js';
import { ElementSize } from '../ui/element-size.js';
import { emit } from '../ui/page-events.js';
import '../picture/hm-loupe.js';
import { pictureProjection } from '../drawing/projection.js';
import { onSecondFinger } from '../drawing/second-finger.js';
import type { PictureView } from '../picture/loupe.js';
import { styled } from '../ui/styled.js';
import { movedObstacle, turnedObstacle } from './obstacle-edits.js';
import { placeOf } from './obstacle-place.js';
import type { SetupDraft } from './setup-draft.js';

const STEP_MM = 1;
const FAR_STEP_MM = 10;
const TURN_RAD = (1 * Math.PI) / 180;
/** Number of the picture's pixels that the loupe shows side by side: an obstacle and its surroundings. */
const LOUPE_SEEN_PX = 200;

/**
 * The obstacles of the draft over the picture. A tap on one chooses it, a tap beside them says that one is missing there; the chosen one is dragged under
 * a loupe, or moved with the arrow keys and turned with < and >.
 * @fires hm-setup - an obstacle was chosen, moved or turned, or is missing
 */
@customElement('hm-obstacle-marks')
@localized()
export class HmObstacleMarks extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { position: absolute; inset: 0; touch-action: none; }
      svg { position: absolute; inset: 0; width: 100%; height: 100%; cursor: crosshair; touch-action: none; }
      path { fill: rgb(126 240 195 / 0.12); stroke: var(--hm-accent); stroke-width: 1.75; cursor: pointer; }
      path.chosen { stroke: #fff; fill: rgb(255 255 255 / 0.12); cursor: grab; }
      .missing { stroke: var(--hm-doubt); fill: none; stroke-width: 2; }
      .handle { position: absolute; width: 44px; height: 44px; margin: -22px 0 0 -22px; border-radius: 50%; pointer-events: none; }
      .loupe { position: absolute; top: 0.5rem; width: 9rem; pointer-events: none; }
      .loupe.left { left: 0.5rem; }
      .loupe.right { right: 0.5rem; }
    `,
  ];

  @property({ attribute: false }) draft!: SetupDraft;
  @property({ attribute: false }) camera: Camera | undefined;
  @property({ attribute: false }) view: PictureView | undefined;
  /** Whether the view is a mirror image of the picture. */
  @property({ type: Boolean }) mirrored = false;
  /** Point at which the finger holds the chosen obstacle, relative to its place; undefined: it does not. */
  @state() private held: Point | undefined;
  /** Place where a finger came down beside all obstacles. */
  #missing: Point | undefined;
  #unlisten = () => {};
  readonly #size = new ElementSize(this, () => this);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlisten();
  }

  override render() {
    const projection = this.#projection();
    if (!projection) return nothing;
    const { obstacles, chosenId, missingAt } = this.draft;
    const missing = missingAt && projection.spot(missingAt);
    return html`<svg data-holds viewBox="0 0 ${projection.width} ${projection.height}" @pointerdown=${this.#down} @pointermove=${this.#move} @pointerup=${this.#up} @pointercancel=${this.#up}>
        ${obstacles.map(({ id, outline }) => svg`<path class=${id === chosenId ? 'chosen' : ''} data-obstacle=${id} d=${projection.path(outline, true)}></path>`)}
        ${missing ? svg`<circle class="missing" cx=${missing.left} cy=${missing.top} r="9"></circle>` : nothing}
      </svg>
      ${obstacles.map((one) => this.#handle(one))}
      ${this.#loupe()}`;
  }

  /** Handle for the keyboard. */
  #handle(obstacle: Obstacle) {
    const spot = this.#projection()!.spot(placeOf(obstacle));
    if (!spot) return nothing;
    const name = obstacleName(obstacle, answerWords(), this.draft.obstacles);
    return html`<button class="handle" ${styled({ left: `${spot.left}px`, top: `${spot.top}px` })} aria-label=${msg(str`${name}; move with the arrow keys, turn with < and >`)}
      @focus=${() => emit(this, 'hm-setup', { kind: 'choose', id: obstacle.id })} @keydown=${(event: KeyboardEvent) => this.#key(event, obstacle)}></button>`;
  }

  #loupe() {
    const chosen = this.#chosen();
    if (!this.held || !chosen || !this.camera || !this.view) return nothing;
    const at = pixelFromTable(this.camera, { ...placeOf(chosen), z: 0 });
    if (!at) return nothing;
    return html`<hm-loupe class="loupe ${at.u > this.camera.widthPx / 2 ? 'left' : 'right'}" plain .seen=${LOUPE_SEEN_PX} .view=${this.view} ?mirrored=${this.mirrored} .camera=${this.camera} .at=${at}
      .shapes=${[{ role: 'obstacle', points: chosen.outline, isClosed: true }]}></hm-loupe>`;
  }

  readonly #down = (event: PointerEvent) => {
    const at = this.#pointOf(event);
    if (!at || !event.isPrimary) return;
    const hit = this.draft.obstacles.find(({ outline }) => outlineContains(outline, at));
    this.#unlisten();
    this.#missing = hit ? undefined : at;
    this.#unlisten = onSecondFinger(event, () => {
      this.#missing = undefined;
      if (this.held && hit) emit(this, 'hm-setup', { kind: 'obstacle', obstacle: hit });
      this.held = undefined;
    });
    if (!hit) return;
    if (hit.id !== this.draft.chosenId) emit(this, 'hm-setup', { kind: 'choose', id: hit.id });
    const { x, y } = placeOf(hit);
    this.held = { x: at.x - x, y: at.y - y };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };

  readonly #move = (event: PointerEvent) => {
    const at = this.#pointOf(event);
    const chosen = this.#chosen();
    if (!this.held || !at || !chosen || event.buttons === 0) return;
    this.#moveTo(chosen, { x: at.x - this.held.x, y: at.y - this.held.y });
  };

  readonly #up = () => {
    this.#unlisten();
    // Lifting the finger says that an obstacle is missing: with a second finger it zooms.
    if (this.#missing) emit(this, 'hm-setup', { kind: 'missing', at: this.#missing });
    this.#missing = undefined;
    this.held = undefined;
  };

  #key(event: KeyboardEvent, obstacle: Obstacle): void {
    const step = event.shiftKey ? FAR_STEP_MM : STEP_MM;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const by = steps[event.key];
    const turn = event.key === '<' || event.key === ',' ? -TURN_RAD : event.key === '>' || event.key === '.' ? TURN_RAD : 0;
    if (!by && turn === 0) return;
    event.preventDefault();
    const { x, y } = placeOf(obstacle);
    if (by) this.#moveTo(obstacle, { x: x + by[0], y: y + by[1] });
    else emit(this, 'hm-setup', { kind: 'obstacle', obstacle: turnedObstacle(obstacle, turn) });
  }

  #moveTo(obstacle: Obstacle, to: Point): void {
    const pxPerMm = (this.camera && pixelsPerMm(this.camera, to)) || 1;
    emit(this, 'hm-setup', { kind: 'obstacle', obstacle: movedObstacle(obstacle, to, pxPerMm) });
  }

  #chosen(): Obstacle | undefined {
    return this.draft.obstacles.find(({ id }) => id === this.draft.chosenId);
  }

  #pointOf({ clientX, clientY }: PointerEvent): Point | undefined {
    const { left, top } = this.getBoundingClientRect();
    return this.#projection()?.point({ left: clientX - left, top: clientY - top });
  }

  #projection() {
    return this.camera && this.#size.width ? pictureProjection(this.camera, this.#size.width) : undefined;
  }
}
