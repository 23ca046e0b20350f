import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { FrameSource } from '../capture/frame-source.js';
import type { Known } from '../table-session.js';
import { drawOverlay, newLabelMemory } from './draw-overlay.js';
import { ElementSize } from './element-size.js';
import { overlayStyles } from './overlay.styles.js';
import { pictureProjection } from './projection.js';
import { shipTargets } from './ship-targets.js';
import { targetStyles } from './target.styles.js';

/**
 * The picture with the overlay drawn in place.
 * @fires hm-choose - a ship in the picture was tapped
 * @slot - what lies over the picture: the corner marks
 */
@customElement('hm-stage')
export class HmStage extends LitElement {
  static override styles = [
    overlayStyles,
    targetStyles,
    css`
      :host { display: grid; place-items: center; container-type: size; min-height: 0; background: #05080c; border-radius: var(--hm-radius); overflow: hidden; }
      .frame { position: relative; aspect-ratio: var(--ratio); width: min(100%, calc(100cqh * var(--ratio))); }
      .picture, .picture > *, svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
      .mirrored > * { scale: -1 1; }
      svg { overflow: hidden; }
      .tile-front { display: none; }
      .stale { opacity: 0.45; }
      @media (max-width: 820px) {
        :host { container-type: normal; border-radius: 0; overflow: visible; }
        .frame { width: 100%; }
      }
    `,
  ];

  @property({ attribute: false }) source: FrameSource | undefined;
  /** The source gives mirror images: they are shown the other way round. */
  @property({ type: Boolean }) mirrored = false;
  @property({ attribute: false }) known: Known | undefined;
  /** The overlay does not belong to the picture any more: the camera was bumped, the mat is out of view. */
  @property({ type: Boolean }) stale = false;
  /** Nothing is drawn, because the player marks corners. */
  @property({ type: Boolean }) bare = false;
  readonly #memory = newLabelMemory();
  readonly #size = new ElementSize(this, () => this.renderRoot.querySelector('.frame'));

  override render() {
    if (!this.source) return nothing;
    return html`<div class="frame">
      <div class="picture ${this.mirrored ? 'mirrored' : ''}">${this.source.view}</div>
      ${this.bare ? nothing : this.#overlay()}
      <slot></slot>
    </div>`;
  }

  #overlay() {
    const camera = this.known?.state.camera;
    if (!this.known || !camera || !this.#size.width) return nothing;
    const { overlay, ships, chosen } = this.known;
    const projection = pictureProjection(camera, this.#size.width);
    const hidden = new Set(ships.filter(({ isSeen }) => !isSeen).map(({ ship }) => ship.id));
    return html`<svg viewBox="0 0 ${projection.width} ${projection.height}" class=${this.stale ? 'stale' : ''} aria-hidden="true">
      ${drawOverlay(overlay, projection, { hidden, chosen, isOpen: this.stale || this.known.answer?.isCertain === false, memory: this.#memory })} ${shipTargets(ships, chosen, projection, this, 'fingers')}
    </svg>`;
  }
}
