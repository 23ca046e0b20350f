import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { BASE_SIZES } from '../../pieces/base-size.js';
import type { FittedBase, RankedObstacle } from '../../table/measurement.js';
import type { TableView } from '../state/table-session.js';
import type { Tool } from '../state/tool.js';
import { controlStyles } from '../ui/control.styles.js';
import { CLEAR_LEAD_PERCENT, outlineFit, percentOf } from '../ui/outline-fit.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import { shipName } from '../ui/ship-name.js';
import { sizeWords } from '../ui/size-words.js';

/** Number of outlines that are offered at once. */
const OFFERED = 6;

/**
 * Asks what is at a place that was tapped: a ship as it fits the picture, an obstacle, the best fitting outline first, or nothing.
 * @fires hm-there - what a person says is there
 * @fires hm-choose - the ship beside it was meant
 */
@customElement('hm-what-is-there')
@localized()
export class HmWhatIsThere extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      .first { border-color: var(--hm-accent); font-weight: 600; }
      h3 { margin: 0.6rem 0 0.3rem; font-size: 0.95rem; }
    `,
  ];

  @property({ attribute: false }) known!: TableView;
  @property({ attribute: false }) tool!: Extract<Tool, { kind: 'there' }>;

  override render() {
    const { found, nearId } = this.tool;
    const { ships } = this.known.table;
    const near = ships.find(({ id }) => id === nearId);
    return html`
      ${near ? html`<div class="row"><button class="do" data-there="near" @click=${() => emit(this, 'hm-choose', { shipId: near.id })}>${msg(str`${shipName(near, ships)}, beside it`)}</button></div>` : nothing}
      ${found ? this.#found(found) : html`<p class="hint" role="status">${msg('Looking at that place…')}</p>`}
      <div class="row"><button class="do" data-there="nothing" @click=${() => emit(this, 'hm-there', { at: this.tool.at, is: 'nothing' })}>${msg('Nothing there')}</button></div>`;
  }

  #found({ bases, obstacles }: NonNullable<typeof this.tool.found>) {
    return html`
      <h3>${msg('A ship')}</h3>
      <div class="row">${bases.length > 0 ? bases.map((fit, i) => this.#ship(fit, i)) : BASE_SIZES.map((base) => this.#byHand(base))}</div>
      ${bases.length > 0 ? nothing : html`<p class="hint">${msg('No base is recognised there. One placed by hand gives no certain answer; drag it onto the base, and it is fitted to the picture.')}</p>`}
      ${obstacles.length > 0 ? this.#obstacles(obstacles) : nothing}`;
  }

  #ship(fit: FittedBase, i: number) {
    const deg = (Math.round((fit.pose.headingRad * 180) / Math.PI) + 360) % 360;
    const title = fit.isFrontOpen ? sizeWords()[fit.base] : msg(str`${sizeWords()[fit.base]}, facing ${deg}°`);
    return html`<button class="do ${i === 0 ? 'first' : ''}" data-there="ship" @click=${() => emit(this, 'hm-there', { at: this.tool.at, is: 'ship', fit })}>${title} · ${msg(str`fits ${Math.floor(100 * fit.probability)} %`)}</button>`;
  }

  #byHand(base: BaseSize) {
    return html`<button class="do" data-there="by-hand" @click=${() => emit(this, 'hm-there', { at: this.tool.at, is: 'ship by hand', base })}>${sizeWords()[base]}</button>`;
  }

  #obstacles(ranked: readonly RankedObstacle[]) {
    const best = outlineFit(ranked, ranked[0]!.token!.xws)!;
    const isClear = best.leadPercent >= CLEAR_LEAD_PERCENT;
    return html`<h3>${msg('An obstacle')}</h3>
      <div class="row">${ranked.slice(0, OFFERED).map((one, i) => this.#obstacle(one, i === 0 && isClear ? best.leadPercent : undefined))}</div>
      ${isClear ? nothing : html`<p class="hint">${msg('Several outlines fit about equally well: choose by what is printed on it.')}</p>`}`;
  }

  /** `leadPercent`: of the one that fits clearly best. */
  #obstacle(obstacle: RankedObstacle, leadPercent: number | undefined) {
    const percent = percentOf(obstacle);
    const fit =
      leadPercent === undefined
        ? msg(str`${percent} % of its edge`)
        : msg(str`${percent} % of its edge, ${leadPercent} more than the next`);
    return html`<button class="do ${leadPercent === undefined ? '' : 'first'}" data-there="obstacle" @click=${() => emit(this, 'hm-there', { at: this.tool.at, is: 'obstacle', obstacle })}>${obstacle.token!.name} · ${fit}</button>`;
  }
}
