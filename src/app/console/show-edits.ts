import { inDegrees } from '../../geometry/degrees.js';
import type { ShowMessage } from '../../relay/wire/messages.js';
import type { Replay } from '../../scene/stream/instant-replay.js';
import type { Drawing, FlownShip } from '../../scene/stream/on-air.js';
import { isMoved } from '../../scene/stream/turn-record.js';
import type { Table } from '../../table/table.js';

/** Maneuvers of a fan where the ship's dial is not known: those on most dials. */
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
/** As many as a replay may have (relay-show.schema.json). */
const MAX_SHIPS = 64;

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
export function withManeuverEnds(show: ShowMessage, ship: string): ShowMessage {
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

/** Shows the ships' last moves, or takes them off where just these are shown. */
export function withFlown(show: ShowMessage, flown: readonly FlownShip[]): ShowMessage {
  const { flown: shown, ...rest } = show;
  if (isShown(show, flown)) return rest;
  return { ...rest, flown: flown.map((one) => ({ ...one, fromMm: [...one.fromMm] as [number, number] })) };
}

/** Whether just these ways are on screen. */
export function isShown({ flown: shown = [] }: ShowMessage, flown: readonly FlownShip[]): boolean {
  const key = ({ ship, fromMm: [x, y] }: FlownShip) => `${ship} ${x} ${y}`;
  return shown.length > 0 && shown.map(key).join() === flown.map(key).join();
}

/** Plays a replay, or ends the one that plays. */
export function withReplay(show: ShowMessage, replay: Replay | undefined): ShowMessage {
  const { replay: playing, ...rest } = show;
  if (playing || !replay) return rest;
  const ships = replay.ships.slice(0, MAX_SHIPS).map(({ ship, keys }) => ({ ship, keys: keys.map((key) => ({ ...key })) }));
  return { ...rest, replay: { id: replay.id, ships } };
}

/** The show without drawings that have faded. */
export function withoutDrawings(show: ShowMessage, ids: ReadonlySet<string>): ShowMessage {
  const { drawings = [], ...rest } = show;
  const left = drawings.filter(({ id }) => !ids.has(id));
  return left.length > 0 ? { ...rest, drawings: left } : rest;
}

/** Shows the pair that is measured at the table, for `fadeSeconds` each time it is another one, or stops doing so. */
export function withMeasured(show: ShowMessage, fadeSeconds: number): ShowMessage {
  const { measured, ...rest } = show;
  // Without a choice the measured pair stays on screen: nothing is chosen from now on.
  return measured ? rest : { ...rest, pairs: rest.pairs ?? [], measured: { fadeSeconds } };
}

export function withoutCaption({ caption: _, ...rest }: ShowMessage): ShowMessage {
  return rest;
}

export function withDrawing(
  show: ShowMessage,
  drawing: Drawing & { readonly colour: NonNullable<ShowMessage['drawings']>[number]['colour'] },
): ShowMessage {
  const pointsMm = drawing.pointsMm.map(([x, y]): [number, number] => [x, y]);
  return { ...show, drawings: [...(show.drawings ?? []).slice(-30), { ...drawing, pointsMm }] };
}

/** Takes everything off the table; names, score and clock stay, and values of the match set by hand. */
export function cleared({ panel, plates, byHand }: ShowMessage): ShowMessage {
  return { pairs: [], ...(panel && { panel }), ...(plates && { plates }), ...(byHand && { byHand }) };
}

/** Ships whose pose has changed, with their earlier poses. */
export function movedShips(before: Table, now: Table): FlownShip[] {
  const poses = new Map(before.ships.map(({ id, pose }) => [id, pose]));
  return now.ships.flatMap(({ id, pose }): FlownShip[] => {
    const from = poses.get(id);
    return from && isMoved(from, pose) ? [{ ship: id, fromMm: [from.x, from.y], fromHeadingDeg: inDegrees(from.headingRad) }] : [];
  });
}
