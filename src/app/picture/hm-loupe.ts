import { css, html, LitElement, nothing, svg } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import type { Camera } from '../../geometry/camera.js';
import type { Pixel } from '../../geometry/point.js';
import type { Shape } from '../../scene/draw/overlay.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import { pictureProjection } from '../drawing/projection.js';
import { drawPixels, LOUPE_PX, type PictureView } from './loupe.js';

/** The real pixels around one place of the picture, enlarged, with lines of the overlay over them. */
@customElement('hm-loupe')
export class HmLoupe extends LitElement {
  static override styles = [
    overlayStyles,
    css`
      :host { color-scheme: dark; display: block; position: relative; aspect-ratio: 1; overflow: hidden; border-radius: 0.7rem; border: 2px solid var(--hm-accent); background: #000; }
      canvas, svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
      .mirrored { scale: -1 1; }
      .cross { stroke: #fff; stroke-width: 1; opacity: 0.9; }
      /* Nobody's colour: whose base it is does not matter here, where it ends does. */
      svg { --owner: #fff; }
      svg path { stroke-width: 1.5; }
      svg .base, svg .obstacle, svg .arc-area { fill: none; }
    `,
  ];

  @property({ attribute: false }) view: PictureView | undefined;
  /** Whether the view is a mirror image of the picture. */
  @property({ type: Boolean }) mirrored = false;
  @property({ attribute: false }) camera: Camera | undefined;
  @property({ attribute: false }) at: Pixel | undefined;
  /** Number of the picture's pixels that are shown side by side. */
  @property({ type: Number }) seen = 80;
  @property({ attribute: false }) shapes: readonly Shape[] = [];
  /** Whether to leave out the cross: the subject of the loupe is drawn. */
  @property({ type: Boolean }) plain = false;
  @query('canvas') private readonly canvas!: HTMLCanvasElement | null;

  override render() {
    if (!this.view || !this.camera || !this.at) return nothing;
    const { camera, at, seen } = this;
    const projection = pictureProjection(camera, camera.widthPx);
    const [u, v] = [at.u + 0.5, at.v + 0.5];
    const cross = `M${u - seen} ${v}H${u - seen / 16}M${u + seen / 16} ${v}H${u + seen}M${u} ${v - seen}V${v - seen / 16}M${u} ${v + seen / 16}V${v + seen}`;
    return html`<canvas class=${this.mirrored ? 'mirrored' : ''} width=${LOUPE_PX} height=${LOUPE_PX}></canvas>
      <svg viewBox="${u - seen / 2} ${v - seen / 2} ${seen} ${seen}" aria-hidden="true">
        ${this.shapes.map(({ role, points, isClosed }) => svg`<path class=${role} d=${projection.path(points, isClosed)}></path>`)}
        ${this.plain ? nothing : svg`<path class="cross" d=${cross}></path>`}
      </svg>`;
  }

  protected override updated(): void {
    const { canvas, view, camera, at } = this;
    if (!canvas || !view || !camera || !at) return;
    drawPixels(canvas, view, camera.widthPx, this.mirrored ? { ...at, u: camera.widthPx - 1 - at.u } : at, this.seen);
  }
}
