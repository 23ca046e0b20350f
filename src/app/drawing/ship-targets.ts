import { msg, str } from '@lit/localize';
import { nothing, svg, type TemplateResult } from 'lit';
import type { ShipBase } from '../../pieces/base-size.js';
import { halfSideMm, shipOutline } from '../../pieces/bases.js';
import type { CorrectedShip } from '../../table/track/track-table.js';
import type { TableView } from '../state/table-session.js';
import { thingAtPoint } from '../state/tool.js';
import { emit } from '../ui/page-events.js';
import { shipName } from '../ui/ship-name.js';
import { sizeWords } from '../ui/size-words.js';
import { nearestTarget, type Target } from './nearest-target.js';
import type { Projection, Spot } from './projection.js';

/** Half of the 44 CSS px that a finger needs (WCAG 2.5.5). */
const FINGER_PX = 22;
/** Distance beside a base that a finger may slip, CSS px: a tap farther away is on another thing, and never on that ship. */
const REACH_PX = 3;
/** The same for targets of a ruler, where a point beside them may be meant. */
const EDGE_REACH_PX = 8;

/**
 * An invisible button over each ship, for reaching it by keyboard and screen reader; no two of them overlap. `shipAt` finds the ship that a
 * finger taps. In the picture the buttons are for fingers only: the same ships stand on the map, and nobody wants to walk through them
 * twice.
 */
export function shipTargets(
  ships: readonly CorrectedShip[],
  chosen: readonly string[],
  projection: Projection,
  host: EventTarget,
  use: 'everyone' | 'fingers',
): TemplateResult[] {
  const all = ships.map(({ ship }) => ship);
  const spots = all.map(({ pose }) => projection.spot(pose));
  return ships.map(({ ship, isSeen }, index) => {
    const spot = spots[index];
    if (!spot) return svg`${nothing}`;
    const wanted = Math.max(FINGER_PX, halfSideMm(ship.base) * projection.scaleAt(ship.pose) * 1.2);
    const choose = () => emit(host, 'hm-choose', { shipId: ship.id });
    // A finger's click goes on to the drawing, which finds the nearest base; one without a finger is a screen reader's.
    const onClick = (event: MouseEvent) => {
      if (event.detail !== 0) return;
      event.stopPropagation();
      choose();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'a') emit(host, 'hm-tool', { tool: { kind: 'survey', shipId: ship.id } });
      else if (event.key === 'Enter' || event.key === ' ') choose();
      else return;
      event.preventDefault();
    };
    return svg`<circle class="target" role="button" tabindex=${use === 'everyone' ? 0 : -1} data-ship=${ship.id}
      aria-pressed=${chosen.includes(ship.id)}
      aria-label=${msg(str`${shipName(ship, all)}, ${describe(ship.base, ship.owner, isSeen)}`)}
      cx=${spot.left} cy=${spot.top} r=${Math.min(wanted, freePx(spot, spots, index))} @click=${onClick} @keydown=${onKey}></circle>`;
  });
}

/** Half the distance to the nearest other ship. */
function freePx(spot: Spot, spots: readonly (Spot | undefined)[], index: number): number {
  return Math.min(
    ...spots.map((other, i) => (other && i !== index ? Math.hypot(other.left - spot.left, other.top - spot.top) / 2 : Infinity)),
  );
}

/** Distance by which a finger that misses a ship may have meant it: the page asks, CSS px. */
const NEAR_PX = 26;

/** The ship that a tap beside all of them may have meant. */
export function shipNear(ships: readonly CorrectedShip[], projection: Projection, spot: Spot): string | undefined {
  return nearestTarget(targetsOf(ships, projection), spot, NEAR_PX);
}

/** The ship whose base is at a spot of the drawing. */
export function shipAt(ships: readonly CorrectedShip[], projection: Projection, spot: Spot): string | undefined {
  return nearestTarget(targetsOf(ships, projection), spot, REACH_PX);
}

function targetsOf(ships: readonly CorrectedShip[], projection: Projection): Target[] {
  return ships.map(({ ship }) => ({
    id: ship.id,
    outline: shipOutline(ship).flatMap((corner) => projection.spot(corner) ?? []),
  }));
}

/** Chooses the ship that was tapped in a drawing, if there is one. */
export function chooseTapped(event: MouseEvent, ships: readonly CorrectedShip[], projection: Projection, host: EventTarget): void {
  const shipId = shipAt(ships, projection, spotIn(event));
  if (shipId !== undefined) emit(host, 'hm-choose', { shipId });
}

/** Reports the thing that was tapped while a ruler is laid: a ship, an obstacle or device, an edge of the mat, or a point. */
export function ruleTapped(spot: Spot, { table, ships }: TableView, projection: Projection, host: EventTarget): void {
  const at = projection.point(spot);
  if (!at) return;
  const ship = nearestTarget(targetsOf(ships, projection), spot, EDGE_REACH_PX);
  const objects = [...table.obstacles, ...table.devices].map(({ id, outline }) => ({
    id,
    outline: outline.flatMap((corner) => projection.spot(corner) ?? []),
  }));
  const id = ship ?? nearestTarget(objects, spot, EDGE_REACH_PX);
  emit(host, 'hm-rule', { thing: thingAtPoint(at, id, table, EDGE_REACH_PX / Math.max(0.01, projection.scaleAt(at))) });
}

/** Place in a drawing at which something happened. */
export function spotIn(event: MouseEvent): Spot {
  const box = (event.currentTarget as Element).closest('svg')!.getBoundingClientRect();
  return { left: event.clientX - box.left, top: event.clientY - box.top };
}

function describe(base: ShipBase, owner: 1 | 2 | undefined, isSeen: boolean): string {
  return [msg(str`${sizeWords()[base]} base`), ...(owner ? [msg(str`player ${owner}`)] : []), ...(isSeen ? [] : [msg('hidden now')])].join(
    ', ',
  );
}
