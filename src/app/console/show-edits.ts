import { wrapRad } from '../../geometry/pose.js';
import type { ShowMessage } from '../../relay/messages.js';
import type { Drawing, FlownShip } from '../../scene/on-air.js';
import type { Table } from '../../table/table.js';

/** Maneuvers of a fan where the ship's dial is not known: what most dials have. */
export const COMMON_DIAL: readonly string[] = [
  '1FB',
  '2FB',
  '3FB',
  '4FB',
  '1BB',
  '2BB',
  '3BB',
  '1NB',
  '2NB',
  '3NB',
  '1TB',
  '2TB',
  '3TB',
  '1YB',
  '2YB',
  '3YB',
];
/** A ship that stands farther than this from where it stood has been moved, mm; or turned, rad. */
const MOVED = { mm: 15, rad: 0.15 };
const DEG = Math.PI / 180;

/** Puts a measured pair on screen, or takes it off. */
export function withPair(show: ShowMessage, from: string, to: string): ShowMessage {
  const pairs = show.pairs ?? [];
  const others = pairs.filter((pair) => pair.from !== from || pair.to !== to);
  return { ...show, pairs: others.length < pairs.length ? others : [...pairs, { from, to }] };
}

/** Puts a ship's arc on screen, or takes it off. */
export function withArc(show: ShowMessage, ship: string): ShowMessage {
  const arcs = show.arcs ?? [];
  return { ...show, arcs: arcs.includes(ship) ? arcs.filter((one) => one !== ship) : [...arcs, ship] };
}

/** Puts the ends of a ship's maneuvers on screen, or takes them off. */
export function withFan(show: ShowMessage, ship: string): ShowMessage {
  const { fan, ...rest } = show;
  return fan?.ship === ship ? rest : { ...rest, fan: { ship, codes: [...COMMON_DIAL] } };
}

/** Puts the light on a ship, or takes it off. */
export function withSpotlight(show: ShowMessage, ship: string): ShowMessage {
  const { spotlight, ...rest } = show;
  return spotlight === ship ? rest : { ...rest, spotlight: ship };
}

/** Names a ship on screen; an empty text takes the plate off. */
export function withPlate(show: ShowMessage, ship: string, text: string): ShowMessage {
  const others = (show.plates ?? []).filter((plate) => plate.ship !== ship);
  return { ...show, plates: text ? [...others, { ship, text }] : others };
}

/** Shows what ships flew, or takes that off where it is shown. */
export function withFlown(show: ShowMessage, flown: readonly FlownShip[]): ShowMessage {
  const { flown: shown, ...rest } = show;
  return shown?.length ? rest : { ...rest, flown: flown.map((one) => ({ ...one, fromMm: [...one.fromMm] as [number, number] })) };
}

export function withDrawing(
  show: ShowMessage,
  drawing: Drawing & { readonly colour: NonNullable<ShowMessage['drawings']>[number]['colour'] },
): ShowMessage {
  const pointsMm = drawing.pointsMm.map(([x, y]): [number, number] => [x, y]);
  return { ...show, drawings: [...(show.drawings ?? []).slice(-30), { ...drawing, pointsMm }] };
}

/** Everything off the table; names, score and clock stay. */
export function cleared({ panel, plates }: ShowMessage): ShowMessage {
  return { pairs: [], ...(panel && { panel }), ...(plates && { plates }) };
}

/** Ships that stand otherwise than before, with where they stood. */
export function movedShips(before: Table, now: Table): FlownShip[] {
  const poses = new Map(before.ships.map(({ id, pose }) => [id, pose]));
  return now.ships.flatMap(({ id, pose }): FlownShip[] => {
    const from = poses.get(id);
    if (!from) return [];
    const isMoved =
      Math.hypot(pose.x - from.x, pose.y - from.y) > MOVED.mm || Math.abs(wrapRad(pose.headingRad - from.headingRad)) > MOVED.rad;
    return isMoved ? [{ ship: id, fromMm: [from.x, from.y], fromHeadingDeg: from.headingRad / DEG }] : [];
  });
}
