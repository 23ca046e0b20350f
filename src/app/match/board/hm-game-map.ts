import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { compose } from '../../../scene/draw/compose.js';
import type { MeasuredPair } from '../../../scene/words/measured-pair.js';
import type { ArcName, Table } from '../../../table/table.js';
import { drawOverlay, newLabelMemory } from '../../drawing/draw-overlay.js';
import { overlayStyles } from '../../drawing/overlay.styles.js';
import { mapProjection } from '../../drawing/projection.js';
import { chooseTapped, shipTargets } from '../../drawing/ship-targets.js';
import { targetStyles } from '../../drawing/target.styles.js';
import { ElementSize } from '../../ui/element-size.js';

/**
 * The table as the match has it, from above, with the arc of the ship whose turn it is and the line of the attack.
 * @fires hm-choose - a ship was tapped
 */
@customElement('hm-game-map')
@localized()
export class HmGameMap extends LitElement {
  static override styles = [
    overlayStyles,
    targetStyles,
    css`
      :host { color-scheme: dark; display: block; position: relative; aspect-ratio: 1; min-height: 0; }
      .area { position: absolute; inset: 0; }
      svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: hidden; border-radius: var(--hm-radius); background: var(--hm-panel); }
      .mat { fill: #0c1320; stroke: var(--hm-line); stroke-width: 1.5; }
      .heading { display: none; }
    `,
  ];

  @property({ attribute: false }) table: Table | undefined;
  /** The ship whose turn it is, and the one it is about. */
  @property({ attribute: false }) chosen: readonly string[] = [];
  @property({ attribute: false }) pair: MeasuredPair | undefined;
  /** The arcs of the weapon that is chosen; undefined: all that the ship has. */
  @property({ attribute: false }) arcs: readonly ArcName[] | undefined;
  readonly #memory = newLabelMemory();
  readonly #size = new ElementSize(this, () => this.renderRoot.querySelector('.area'));

  override render() {
    return html`<div class="area">${this.#drawing()}</div>`;
  }

  #drawing() {
    const { width, height } = this.#size;
    if (!this.table || !width || !height) return nothing;
    const { table, chosen, pair, arcs } = this;
    const [from] = chosen;
    const projection = mapProjection(table, width, height, 14);
    const overlay = compose({ table, ...(from ? { arcsOf: from } : {}), ...(arcs ? { arcs } : {}), ...(pair ? { pair } : {}) });
    const ships = table.ships.map((ship) => ({ ship, isSeen: true, isPlacedByHand: false }));
    return html`<svg viewBox="0 0 ${width} ${height}" role="group" aria-label=${msg('Table of the match')} @click=${(event: MouseEvent) => chooseTapped(event, ships, projection, this)}>
      ${drawOverlay(overlay, projection, { hidden: new Set(), chosen, isOpen: pair?.closest.certain === false, memory: this.#memory })}
      ${shipTargets(ships, chosen, projection, this, 'everyone')}
    </svg>`;
  }
}
