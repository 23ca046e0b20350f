import { nothing, svg, type TemplateResult } from 'lit';
import { halfSideMm } from '../../pieces/bases.js';
import { shipLabel } from '../../scene/ship-label.js';
import type { CorrectedShip } from '../../table/track-table.js';
import { emit } from './emit.js';
import type { Projection } from './projection.js';

/** A finger needs 44 CSS px (WCAG 2.5.5). */
const FINGER_PX = 22;

/**
 * An invisible button over each ship, for tapping it and for reaching it by keyboard and screen reader. In the picture it is for fingers
 * only: the same ships stand on the map, and nobody wants to walk through them twice.
 */
export function shipTargets(
  ships: readonly CorrectedShip[],
  chosen: readonly string[],
  projection: Projection,
  host: EventTarget,
  use: 'everyone' | 'fingers',
): TemplateResult[] {
  const all = ships.map(({ ship }) => ship);
  return ships.map(({ ship, isSeen }) => {
    const spot = projection.spot(ship.pose);
    if (!spot) return svg`${nothing}`;
    const radius = Math.max(FINGER_PX, halfSideMm(ship.base) * projection.scaleAt(ship.pose) * 1.2);
    const choose = () => emit(host, 'hm-choose', { shipId: ship.id });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      choose();
    };
    return svg`<circle class="target" role="button" tabindex=${use === 'everyone' ? 0 : -1} data-ship=${ship.id}
      aria-pressed=${chosen.includes(ship.id)}
      aria-label=${`${shipLabel(ship, all)}, ${describe(ship.base, ship.owner, isSeen)}`}
      cx=${spot.left} cy=${spot.top} r=${radius} @click=${choose} @keydown=${onKey}></circle>`;
  });
}

function describe(base: string, owner: 1 | 2 | undefined, isSeen: boolean): string {
  return `${base} base${owner ? `, player ${owner}` : ''}${isSeen ? '' : ', hidden now'}`;
}
