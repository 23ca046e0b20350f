import { msg } from '@lit/localize';
import { svg, type TemplateResult } from 'lit';
import { baseOutline } from '../../pieces/bases.js';
import { shortShipLabel } from '../../scene/words/ship-label.js';
import type { Player, Table } from '../../table/table.js';

/** The bases from above with their short names, player 1 below; those that are a player's ship are in the player's colour. */
export function squadsMap({ widthMm, depthMm, ships }: Table, playerOf: (shipId: string) => Player | undefined): TemplateResult {
  return svg`<svg class="map" viewBox="0 0 ${widthMm} ${depthMm}" role="img" aria-label=${msg('The table from above, player 1 below')}>
    ${ships.map((ship) => {
      const corners = baseOutline(ship.base, ship.pose).map(({ x, y }) => `${x.toFixed(0)},${(depthMm - y).toFixed(0)}`);
      return svg`<polygon class="owner-${playerOf(ship.id) ?? 0}" points=${corners.join(' ')}></polygon>
        <text x=${ship.pose.x} y=${depthMm - ship.pose.y}>${shortShipLabel(ship, ships)}</text>`;
    })}</svg>`;
}
