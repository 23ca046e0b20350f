import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { answerOf, lastAnswer } from '../../scene/answer.js';
import { compose } from '../../scene/compose.js';
import type { Freshness } from '../../scene/freshness.js';
import { shipLabel } from '../../scene/ship-label.js';
import { drawOverlay, newLabelMemory } from '../view/draw-overlay.js';
import { ElementSize } from '../view/element-size.js';
import { overlayStyles } from '../view/overlay.styles.js';
import { mapProjection } from '../view/projection.js';
import { styled } from '../view/styled.js';
import type { Alignment } from './overlay-address.js';
import type { ShownNews } from './shown-news.js';

/** The letters of a broadcast are larger than the app's, which are 12 px high. */
const TEXT_SCALE = 15 / 12;

/** The table from above, for a broadcast: clear where nothing is drawn, and nothing at all while nothing is known. */
@customElement('hm-overlay')
export class HmOverlay extends LitElement {
  static override styles = [
    overlayStyles,
    css`
      :host { position: fixed; inset: 0; display: grid; padding: 1.5vmin; box-sizing: border-box; pointer-events: none; place-items: center; }
      :host([align^='top']) { align-items: start; }
      :host([align^='bottom']) { align-items: end; }
      :host([align$='left']) { justify-items: start; }
      :host([align$='right']) { justify-items: end; }
      .board { width: calc(var(--scale) * (min(100vw, 100vh - 64px) - 3vmin)); display: grid; gap: 0.5rem; transition: opacity 0.6s; }
      .board.stale { opacity: 0.35; }
      .area { position: relative; aspect-ratio: var(--ratio); }
      svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: hidden; border-radius: 12px; }
      .mat { fill: rgb(8 13 21 / 0.72); stroke: rgb(255 255 255 / 0.35); }
      .heading { display: none; }
      text { font-size: 15px; stroke-width: 4px; }
      .ruler-label { font-size: 18px; }
      .caption { min-height: 56px; box-sizing: border-box; display: flex; align-items: center; gap: 0.9rem; padding: 0.4rem 1.1rem; border-radius: 12px; background: rgb(8 13 21 / 0.86); font-size: 1.15rem; font-variant-numeric: tabular-nums; white-space: nowrap; overflow: hidden; }
      .caption b { font-size: 1.7rem; letter-spacing: -0.02em; color: var(--hm-accent); }
      .caption.open b { color: var(--hm-doubt); font-size: 1.35rem; }
      .caption span { overflow: hidden; text-overflow: ellipsis; }
      .who { margin-left: auto; color: var(--hm-ink-2); }
    `,
  ];

  @property({ attribute: false }) news: ShownNews | undefined;
  /** The news may not be so any more: why, and how old they are. */
  @property({ attribute: false }) doubt: Freshness | undefined;
  @property({ type: Number }) scale = 1;
  @property({ reflect: true }) align: Alignment = 'center';
  readonly #memory = newLabelMemory();
  readonly #size = new ElementSize(this, () => this.renderRoot.querySelector('.area'));

  override render() {
    if (!this.news) return nothing;
    const { table } = this.news;
    if (table.ships.length + table.obstacles.length + table.devices.length === 0) return nothing;
    return html`<div class="board ${this.doubt ? 'stale' : ''}" ${styled({ '--scale': String(this.scale), '--ratio': String(table.widthMm / table.depthMm) })}>
      <div class="area">${this.#map(this.news)}</div>
      ${this.#caption(this.news)}
    </div>`;
  }

  #map({ table, pair }: ShownNews) {
    const { width, height } = this.#size;
    if (!width) return nothing;
    const projection = mapProjection(table, width, height, 2);
    const overlay = compose({ table, ...(pair ? { pair, arcsOf: pair.from } : {}) });
    const chosen = pair ? [pair.from, pair.to] : [];
    return html`<svg viewBox="0 0 ${width} ${height}">${drawOverlay(overlay, projection, { hidden: new Set(), chosen, isOpen: this.doubt !== undefined || (pair !== undefined && !answerOf(pair, table).isCertain), memory: this.#memory, textScale: TEXT_SCALE })}</svg>`;
  }

  #caption({ table, pair }: ShownNews) {
    if (!pair) return nothing;
    const seen = answerOf(pair, table);
    const answer = this.doubt ? lastAnswer(seen, this.doubt) : seen;
    const [from, to] = [pair.from, pair.to].map((id) => table.ships.find((ship) => ship.id === id));
    const who = from && to ? `${shipLabel(from, table.ships)} → ${shipLabel(to, table.ships)}` : '';
    return html`<div class="caption ${answer.isCertain ? '' : 'open'}"><b>${answer.headline}</b><span>${[...answer.lines.slice(1).map(({ text }) => text), answer.detail].join(' · ')}</span><span class="who">${who}</span></div>`;
  }
}
