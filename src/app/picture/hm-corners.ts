import { localized, msg } from '@lit/localize';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import { css, html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { Pixel } from '../../geometry/point.js';
import { phrase } from '../../texts/looks-texts.js';
import { onSecondFinger } from '../drawing/second-finger.js';
import { controlStyles } from '../ui/control.styles.js';
import { takeFocusFromBar } from '../ui/focus.js';
import { emit } from '../ui/page-events.js';
import { styled } from '../ui/styled.js';
import {
  type Asked,
  edgesOf,
  type Handle,
  handlesOf,
  hintOf,
  marksOfCorners,
  NO_MARKS,
  nextAsked,
  withAnswer,
  withHandle,
} from './corner-marks.js';
import { askWords, handleWords, usualPlace } from './corner-words.js';
import { drawLoupe, LOUPE_PX, loupeSide } from './loupe.js';

/** Room that the loupe needs above or below a mark, CSS px. */
const LOUPE_NEEDS_PX = 168;

/**
 * Marks the mat's corners in the picture, where the page could not find them, and edges whose corners are out of view: by tapping,
 * dragging, or with the arrow keys.
 * @fires hm-corners - the corners and edges, in pixels of the picture; undefined where one is out of view
 * @fires hm-corners-cancel - the player gave up
 * @fires hm-setup - without a panel of its own: the corners, with every step of a drag
 */
@customElement('hm-corners')
@localized()
export class HmCorners extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { position: absolute; inset: 0; pointer-events: none; }
      .marks { position: absolute; inset: 0; clip-path: var(--cut, none); pointer-events: auto; }
      .panel { pointer-events: auto; }
      .area { position: absolute; inset: 0; cursor: crosshair; touch-action: none; background: rgb(4 8 14 / 0.28); }
      svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
      line { stroke: var(--hm-accent); stroke-width: 1.5; stroke-dasharray: 6 4; }
      polygon { fill: rgb(126 240 195 / 0.1); stroke: var(--hm-accent); stroke-width: 1.5; }
      .handle { position: absolute; width: 44px; height: 44px; margin: -22px 0 0 -22px; border-radius: 50%; cursor: grab; touch-action: none; }
      .handle::before { content: ''; position: absolute; inset: 12px; border: 2.5px solid var(--hm-accent); border-radius: 50%; box-shadow: 0 0 0 1.5px rgb(0 0 0 / 0.6); }
      .handle::after { content: ''; position: absolute; left: 21px; top: 21px; width: 2px; height: 2px; background: #fff; }
      .handle:focus-visible { outline: 2px solid #fff; }
      .panel { position: absolute; left: calc(var(--seen-left, 0%) + var(--seen, 100%) / 2); translate: -50% 0; bottom: calc(100% - var(--seen-top, 0%) - var(--seen, 100%) + 0.7rem); width: max-content; max-width: calc(var(--seen, 100%) - 1.4rem); display: grid; gap: 0.6rem; padding: 0.8rem 1rem; border-radius: var(--hm-radius); background: color-mix(in srgb, var(--hm-panel) 93%, transparent); border: 1px solid var(--hm-line); backdrop-filter: blur(8px); }
      .panel.top { bottom: auto; top: calc(var(--seen-top, 0%) + 0.7rem); }
      .panel p { margin: 0; font-weight: 600; }
      .panel .how { font-weight: 400; color: var(--hm-ink-2); }
      .panel div { display: flex; flex-wrap: wrap; gap: 0.45rem; }
      @media (max-width: 820px) {
        .panel, .panel.top { top: calc(var(--seen-top, 0%) + var(--seen, 100%)); bottom: auto; translate: -50% 0.7rem; width: calc(var(--seen, 100%) - 1.6rem); max-width: none; box-sizing: border-box; z-index: 2; }
      }
      /* On a phone held sideways what is asked stands beside the picture. */
      @media (max-height: 520px) and (min-width: 560px) {
        .panel, .panel.top { left: calc(var(--seen-left, 0%) + var(--seen, 100%)); top: var(--seen-top, 0%); bottom: auto; translate: 0.8rem 0; width: calc(0.72 * var(--seen, 100%)); max-width: none; box-sizing: border-box; z-index: 2; }
      }
      .loupe { position: absolute; margin: -10.5rem 0 0 -4rem; width: 8rem; height: 8rem; border-radius: 50%; border: 2px solid var(--hm-accent); pointer-events: none; background: #000; }
      .loupe.below { margin-top: 2.4rem; }
      .loupe.left { margin: -4rem 0 0 -10.5rem; }
      .loupe.right { margin: -4rem 0 0 2.4rem; }
      .loupe.mirrored { scale: -1 1; }
    `,
  ];

  @property({ attribute: false }) view: HTMLVideoElement | HTMLImageElement | HTMLCanvasElement | undefined;
  /** Whether the view is a mirror image of the picture. */
  @property({ type: Boolean }) mirrored = false;
  @property({ type: Number }) widthPx = 0;
  @property({ type: Number }) heightPx = 0;
  @property({ attribute: false }) initial: readonly (Pixel | undefined)[] | undefined;
  /** Whether the questions about the corners are elsewhere on the page. */
  @property({ type: Boolean }) bare = false;
  @state() private marks = NO_MARKS;
  /** Index of the handle that is held. */
  @state() private held: number | undefined;
  /** Whether it has been moved since it was placed. */
  @state() private isMoved = false;
  #isTap = false;
  /** The finger that drags a mark; undefined also once a second one has come beside it. */
  #dragger: number | undefined;
  #unlisten = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlisten();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (this.bare && changed.has('initial')) this.#begin();
  }

  protected override firstUpdated(): void {
    takeFocusFromBar(this, this.renderRoot.querySelector('.panel'));
  }

  /** Moves the focus from a button that is gone to what is asked next. */
  protected override update(changed: PropertyValues): void {
    const focused = this.shadowRoot?.activeElement;
    super.update(changed);
    if (focused && !focused.isConnected) this.renderRoot.querySelector<HTMLElement>('.panel')?.focus({ preventScroll: true });
  }

  override render() {
    const { marks } = this;
    const handles = handlesOf(marks);
    const placed = marks.corners.filter((corner) => corner !== undefined);
    return html`
      <div class="marks"><div class="area" data-holds @pointerdown=${this.#down} @pointerup=${this.#tap} @mousedown=${(event: Event) => event.preventDefault()}></div>
      <svg viewBox="0 0 ${this.widthPx} ${this.heightPx}" preserveAspectRatio="none"><polygon vector-effect="non-scaling-stroke" points=${placed.map(({ u, v }) => `${u},${v}`).join(' ')}></polygon>
        ${edgesOf(marks).map((edge) => edge && svg`<line vector-effect="non-scaling-stroke" x1=${edge[0].u} y1=${edge[0].v} x2=${edge[1].u} y2=${edge[1].v}></line>`)}</svg>
      ${handles.map((handle, index) => this.#handle(handle, index))}</div>
      ${this.#loupe()}
      ${this.bare ? nothing : this.#panel()}`;
  }

  #panel() {
    const asked = nextAsked(this.marks);
    const isTop = this.#isNear(asked);
    const isBegun = this.marks.corners.length > 0;
    const isEnough = hintOf(this.marks) !== undefined;
    return html`<section class="panel ${isTop ? 'top' : ''}" tabindex="-1" aria-label=${msg("Mark the mat's corners")}>
        ${isBegun ? nothing : html`<p class="how">${translate(phrase('how-many-marks'))}</p>`}
        <p role="status">${asked ? askWords(asked) : isEnough ? msg('Drag the marks until they sit on the corners.') : translate(phrase('too-few-marks'))}</p>
        <div>
          ${
            asked
              ? html`<wa-button size="s" appearance="outlined" @click=${this.#skip}>${msg('Out of view')}</wa-button>
                <wa-button size="s" appearance="outlined" @click=${this.#placeByKey}>${msg('Place with keys')}</wa-button>`
              : nothing
          }
          ${asked?.kind === 'corner' ? nothing : html`<wa-button size="s" variant="brand" ?disabled=${!isEnough} @click=${this.#done}>${msg('Measure')}</wa-button>`}
          ${isBegun ? html`<wa-button size="s" appearance="plain" @click=${this.#again}>${msg('Start over')}</wa-button>` : nothing}
          <wa-button size="s" appearance="plain" @click=${() => emit(this, 'hm-corners-cancel')}>${msg('Cancel')}</wa-button>
        </div>
      </section>`;
  }

  /** The panel leaves the half of the picture free where a mark is moved, or the next one is to come: is that the near one? */
  #isNear(asked: Asked | undefined): boolean {
    const moved = this.isMoved && this.held !== undefined ? handlesOf(this.marks)[this.held] : undefined;
    if (moved) return moved.at.v > this.heightPx / 2;
    return asked?.kind === 'corner' ? asked.corner < 2 : asked?.side === 0;
  }

  #handle(handle: Handle, index: number) {
    return html`<button data-holds class="handle" ${styled(this.#css(handle.at))} aria-label=${handleWords(handle)}
      @pointerdown=${(event: PointerEvent) => this.#hold(event, index)} @pointermove=${(event: PointerEvent) => this.#drag(event, index)}
      @pointerup=${this.#release} @pointercancel=${this.#release}
      @keydown=${(event: KeyboardEvent) => this.#nudge(event, index)} @focus=${() => (this.held = index)} @blur=${() => (this.held = undefined)}></button>`;
  }

  #loupe() {
    const corner = this.held === undefined ? undefined : handlesOf(this.marks)[this.held]?.at;
    if (!corner || !this.view) return nothing;
    const inView = this.mirrored ? { ...corner, u: this.widthPx - 1 - corner.u } : corner;
    queueMicrotask(() => {
      const canvas = this.renderRoot.querySelector('canvas');
      if (canvas && this.view) drawLoupe(canvas, this.view, this.widthPx, inView);
    });
    const { left, top, width, height } = this.getBoundingClientRect();
    const at = { x: left + (width * (corner.u + 0.5)) / this.widthPx, y: top + (height * (corner.v + 0.5)) / this.heightPx };
    const frame = (this.parentElement ?? this).getBoundingClientRect();
    const side = loupeSide(at, frame, LOUPE_NEEDS_PX);
    return html`<canvas class=${classMap({ loupe: true, [side]: side !== '', mirrored: this.mirrored })} width=${LOUPE_PX} height=${LOUPE_PX} ${styled(this.#css(corner))}></canvas>`;
  }

  #css({ u, v }: Pixel) {
    return { left: `${(100 * (u + 0.5)) / this.widthPx}%`, top: `${(100 * (v + 0.5)) / this.heightPx}%` };
  }

  /** A finger that comes down marks a corner when it is lifted: a second one zooms. */
  readonly #down = (event: PointerEvent) => {
    if (!event.isPrimary) return;
    this.#unlisten();
    this.#isTap = true;
    this.#unlisten = onSecondFinger(event, () => {
      this.#isTap = false;
    });
  };

  readonly #tap = (event: PointerEvent) => {
    this.#unlisten();
    if (this.#isTap && nextAsked(this.marks)) void this.#place(this.#pixelOf(event));
    this.#isTap = false;
  };

  async #place(at: Pixel | undefined): Promise<void> {
    const before = handlesOf(this.marks);
    this.isMoved = false;
    this.marks = withAnswer(this.marks, at);
    if (!at) return;
    const index = handlesOf(this.marks).findIndex((handle) => !before.some((other) => other.at === handle.at));
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('.handle')[index]?.focus({ preventScroll: true });
  }

  readonly #skip = () => void this.#place(undefined);

  readonly #placeByKey = () => {
    const asked = nextAsked(this.marks);
    if (!asked) return;
    const [shareU, shareV] = usualPlace(asked);
    void this.#place({ u: shareU * this.widthPx, v: shareV * this.heightPx });
  };

  #begin(): void {
    if (!this.initial) return;
    this.marks = marksOfCorners(this.initial);
  }

  readonly #again = () => {
    this.marks = NO_MARKS;
    this.held = undefined;
  };

  readonly #done = () => emit(this, 'hm-corners', hintOf(this.marks) ?? { corners: undefined });

  #hold(event: PointerEvent, index: number): void {
    if (!event.isPrimary) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.held = index;
    const before = handlesOf(this.marks)[index]?.at;
    this.#dragger = event.pointerId;
    this.#unlisten();
    this.#unlisten = onSecondFinger(event, () => {
      if (before) this.#set(index, before);
      this.held = undefined;
      this.#dragger = undefined;
    });
  }

  readonly #release = () => {
    this.#unlisten();
    this.held = undefined;
    this.#dragger = undefined;
  };

  #drag(event: PointerEvent, index: number): void {
    if (event.pointerId === this.#dragger) this.#set(index, this.#pixelOf(event));
  }

  #nudge(event: KeyboardEvent, index: number): void {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    const corner = handlesOf(this.marks)[index]?.at;
    if (!step || !corner) return;
    event.preventDefault();
    const many = event.shiftKey ? 20 : 1;
    this.#set(index, { u: corner.u + many * step[0], v: corner.v + many * step[1] });
  }

  #set(index: number, at: Pixel): void {
    this.held = index;
    this.isMoved = true;
    const handle = handlesOf(this.marks)[index];
    if (handle) this.marks = withHandle(this.marks, handle, at);
    if (this.bare) emit(this, 'hm-setup', { kind: 'corners', corners: this.marks.corners });
  }

  #pixelOf(event: PointerEvent): Pixel {
    const box = this.getBoundingClientRect();
    return {
      u: ((event.clientX - box.left) / box.width) * this.widthPx - 0.5,
      v: ((event.clientY - box.top) / box.height) * this.heightPx - 0.5,
    };
  }
}
