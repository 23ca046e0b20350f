import type { Point } from '../../geometry/point.js';
import { execute } from '../../judge/maneuver/execute.js';
import { maneuverEnds } from '../../judge/maneuver/maneuver-ends.js';
import { isSquare } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { parseManeuver } from '../../pieces/maneuver.js';
import type { Ship, Table } from '../../table/table.js';
import { compose } from '../draw/compose.js';
import { frontArcShapes } from '../draw/front-arc.js';
import { ghostLabel, ghostShapes, maneuverOverlay } from '../draw/ghost.js';
import type { Overlay, OverlayLabel, Shape } from '../draw/overlay.js';
import { shipIcon } from '../draw/ship-icon.js';
import { findPair, type MeasuredPair } from '../words/measured-pair.js';
import type { Replay } from './instant-replay.js';

/** A commentator's choices for the screen (relay-show.schema.json); places in the table frame. */
export interface OnAir {
  /** Absent: the pair that the camera's page measures. */
  readonly pairs?: readonly { readonly from: string; readonly to: string }[] | undefined;
  /** The pair that the camera's page measures passes beside those chosen. */
  readonly measured?: { readonly fadeSeconds: number } | undefined;
  readonly arcs?: readonly string[] | undefined;
  readonly fan?: { readonly ship: string; readonly codes: readonly string[] } | undefined;
  readonly flown?: readonly FlownShip[] | undefined;
  readonly drawings?: readonly Drawing[] | undefined;
  readonly plates?: readonly { readonly ship: string; readonly text: string }[] | undefined;
  readonly spotlight?: string | undefined;
  readonly doubtful?: boolean | undefined;
  readonly loupe?: boolean | undefined;
  readonly replay?: Replay | undefined;
}

/** The earlier pose of a ship, and the maneuver that it flew where that is known. */
export interface FlownShip {
  readonly ship: string;
  readonly fromMm: readonly [number, number];
  readonly fromHeadingDeg: number;
  readonly code?: string | undefined;
}

export interface Drawing {
  readonly id: string;
  readonly kind: 'line' | 'circle' | 'arrow';
  readonly pointsMm: readonly (readonly [number, number])[];
  readonly colour?: string | undefined;
  readonly fadeSeconds?: number | undefined;
}

/** Probability below which a ship is uncertain: not on air unless chosen. */
const SURE_SHARE = 0.5;
const CIRCLE_POINTS = 48;
/** Length of an arrow's head, as a share of the arrow, and at most, mm. */
const HEAD_SHARE = 0.25;
const HEAD_MM = 30;
const SPOTLIGHT_MM = 25;
const RULER_ROLES: readonly Shape['role'][] = ['ruler', 'ruler-tick', 'other-ruler'];

/** The measured pairs that are on air: those chosen, otherwise, or passing beside them, the one that the camera's page measures. */
export function pairsOnAir(
  show: OnAir | undefined,
  pairs: readonly MeasuredPair[],
  measured: MeasuredPair | undefined,
): readonly MeasuredPair[] {
  const chosen = (show?.pairs ?? []).flatMap(({ from, to }) => findPair(pairs, from, to) ?? []);
  const isChosen = chosen.some(({ from, to }) => from === measured?.from && to === measured.to);
  if (!measured || isChosen || (show?.pairs && !show.measured)) return chosen;
  return [...chosen, measured];
}

/** The choices that stay on screen during a replay: none that are only true of the present. */
export function duringReplay({ arcs, plates, spotlight, doubtful }: OnAir = {}): OnAir {
  return { pairs: [], arcs, plates, spotlight, doubtful };
}

/** Everything that is on air of a table, back to front, ships with icons as on a map; unrecognised things only where that was chosen. */
export function onAirOverlay(table: Table, show: OnAir | undefined, pairs: readonly MeasuredPair[]): Overlay {
  const sure = show?.doubtful ? table : withoutUncertain(table);
  const shown = new Map(sure.ships.map((ship) => [ship.id, ship]));
  const [first, ...others] = pairs.filter(({ from, to }) => shown.has(from) && shown.has(to));
  // Without a choice of its own, the ship that measures shows its arc.
  const arcsOf = show?.arcs ? undefined : first?.from;
  const base = compose({ table: sure, ...(first && { pair: first }), ...(arcsOf !== undefined && { arcsOf }) });
  const more = others.map((pair) => rulerOf(sure, pair));
  const arcs = (show?.arcs ?? []).flatMap((id) => shown.get(id) ?? []).flatMap(frontArcShapes);
  const ghosts = [...fanOf(sure, show), ...(show?.flown ?? []).map((one) => flownOverlay(sure, one))];
  const added: readonly Overlay[] = [...ghosts, ...more];
  return {
    shapes: [
      ...base.shapes.slice(0, 1),
      ...arcs,
      ...base.shapes.slice(1),
      ...sure.ships.flatMap(shipIcon),
      ...added.flatMap(({ shapes }) => shapes),
      ...spotlightShapes(shown.get(show?.spotlight ?? '')),
    ],
    labels: [...plated(base.labels, show), ...added.flatMap(({ labels }) => labels)],
  };
}

/** The same for drawing over a picture, which shows the ships themselves. */
export function withoutIcons({ shapes, labels }: Overlay): Overlay {
  return { shapes: shapes.filter(({ role }) => role !== 'icon'), labels };
}

/** The lines of a drawing, mm; an arrow's head beside its shaft. */
export function drawingLines({ kind, pointsMm }: Drawing): readonly (readonly Point[])[] {
  const points = pointsMm.map(([x, y]): Point => ({ x, y }));
  const [first, last] = [points[0]!, points.at(-1)!];
  if (kind === 'line') return [points];
  if (kind === 'circle') {
    const radiusMm = Math.hypot(last.x - first.x, last.y - first.y);
    const at = (turn: number) => ({ x: first.x + radiusMm * Math.cos(turn), y: first.y + radiusMm * Math.sin(turn) });
    return [Array.from({ length: CIRCLE_POINTS + 1 }, (_, k) => at((2 * Math.PI * k) / CIRCLE_POINTS))];
  }
  const before = points.at(-2)!;
  const lengthMm = Math.hypot(last.x - before.x, last.y - before.y);
  const headMm = Math.min(HEAD_MM, HEAD_SHARE * lengthMm);
  const back = Math.atan2(before.y - last.y, before.x - last.x);
  const barb = (turn: number) => ({ x: last.x + headMm * Math.cos(back + turn), y: last.y + headMm * Math.sin(back + turn) });
  return [points, [barb(0.5), last, barb(-0.5)]];
}

function withoutUncertain(table: Table): Table {
  const ships = table.ships.filter(({ detectionProbability = 1 }) => detectionProbability >= SURE_SHARE);
  // A joint covariance is for all ships together; nothing is judged again here.
  const { jointCovariance: _, unmeasurable: __, ...rest } = table;
  return { ...rest, ships };
}

function rulerOf(table: Table, pair: MeasuredPair): Overlay {
  const { shapes, labels } = compose({ table, pair });
  return { shapes: shapes.filter(({ role }) => RULER_ROLES.includes(role)), labels: labels.filter(({ role }) => role === 'ruler') };
}

/** The fans that were chosen. A wrong maneuver, or one for a ship that is not there, is skipped: nobody reads messages in a broadcast. */
function fanOf(table: Table, show: OnAir | undefined): readonly Overlay[] {
  const ship = table.ships.find(({ id }) => id === show?.fan?.ship);
  if (!ship || !show?.fan || ship.isFrontOpen) return [];
  const codes = show.fan.codes.filter(isManeuver);
  return codes.length > 0 && isSquare(ship) ? [maneuverOverlay(table, ship, maneuverEnds(table, ship.id, codes))] : [];
}

function isManeuver(code: string): boolean {
  try {
    parseManeuver(code);
    return true;
  } catch {
    return false;
  }
}

/** The place that a ship came from, as a ghost, and the maneuver laid from there; a straight way where the maneuver is not known. */
function flownOverlay(table: Table, { ship: id, fromMm, fromHeadingDeg, code }: FlownShip): Overlay {
  const ship = table.ships.find((one) => one.id === id);
  if (!ship) return { shapes: [], labels: [] };
  const pose = { x: fromMm[0], y: fromMm[1], headingRad: (fromHeadingDeg * Math.PI) / 180 };
  const was = ghostShapes(ship.base, pose, 'was');
  if (code === undefined || !isManeuver(code) || !isSquare(ship)) {
    const way: Shape = { role: 'ghost-way', points: [pose, ship.pose], isClosed: false };
    return { shapes: [...was, way], labels: [] };
  }
  const before: Ship = { ...ship, pose };
  // The end with nothing in its way: the other ships' places at that time are not known.
  const alone: Table = { ...table, ships: [before], obstacles: [], devices: [] };
  const maneuver = parseManeuver(code);
  const { shapes } = maneuverOverlay(alone, before, [{ code, maneuver, execution: execute(alone, id, maneuver) }]);
  return { shapes: [...was, ...shapes.filter(({ role }) => role === 'ghost-template')], labels: [ghostLabel(ship.base, pose, code)] };
}

function spotlightShapes(ship: Ship | undefined): Shape[] {
  if (!ship) return [];
  const { x, y } = ship.pose;
  const radiusMm = halfSideMm(ship.base) * Math.SQRT2 + SPOTLIGHT_MM;
  const [points] = drawingLines({
    id: '',
    kind: 'circle',
    pointsMm: [
      [x, y],
      [x + radiusMm, y],
    ],
  }) as [readonly Point[]];
  return [{ role: 'spotlight', points, isClosed: true }];
}

/** Replaces ships' own labels with name plates. */
function plated(labels: readonly OverlayLabel[], show: OnAir | undefined): OverlayLabel[] {
  const plates = new Map(show?.plates?.map(({ ship, text }) => [ship, text]));
  return labels.map((label) => {
    const text = label.role === 'ship' ? plates.get(label.shipId ?? '') : undefined;
    return text === undefined ? label : { ...label, text, short: text, shortest: text };
  });
}
