import type { Point } from '../../geometry/point.js';
import { type ArcKind, type ArcRegion, arcRegion } from '../../pieces/arcs.js';
import { NOMINAL } from '../../pieces/dimensions.js';
import type { Table } from '../../table/table.js';
import type { Judgement } from '../core/judgement.js';
import { onTable, type Pair, pairOf } from '../core/pair.js';
import { newWorkspace, type Workspace } from '../core/workspace.js';
import { attackArc, attackLineAt, clipToArc } from './attack-line.js';
import { inArc } from './in-arc.js';

/** Everything about one ship in one arc of another. */
export interface ArcDetail {
  readonly inArc: Judgement;
  /** The part of the target's base that is in the arc, table frame, mm; empty when none is. */
  readonly part: readonly Point[];
  /** The point of that part that is closest to the attacker's base. */
  readonly closest: Point | undefined;
  /** The smallest turn of the attacker on the spot, to either side, that turns the answer over, degrees; NaN where no turn does. */
  readonly turnDeg: number;
}

/** The part of a ship that is in an arc of another, and the margin of that answer. Throws on an unknown ship. */
export function arcDetail(table: Table, fromId: string, toId: string, arc: ArcKind): ArcDetail {
  const pair = pairOf(table, placeOf(table, fromId), placeOf(table, toId));
  const region = arcRegion(pair.viewer.base, arc, NOMINAL, pair.viewerHalf.y);
  const work = newWorkspace();
  const found = inArc(pair, region);
  const part = found.value ? partInArc(work, pair, region) : [];
  const line = found.value ? attackLineAt(work, pair, attackArc(region, pair.viewerHalf, 'whole base'), pair.view) : undefined;
  const closest = line && line.gapSq > 0 ? onTable(pair.view, { x: line.qx, y: line.qy }) : part[0];
  return { inArc: found, part, closest, turnDeg: (turnRad(pair, region, found.value) * 180) / Math.PI };
}

function placeOf(table: Table, id: string): number {
  const index = table.ships.findIndex((ship) => ship.id === id);
  if (index >= 0) return index;
  throw new Error(`Ship '${id}': not on the table, expected one of ${table.ships.map((ship) => ship.id).join(', ')}.`);
}

function partInArc(work: Workspace, pair: Pair, region: ArcRegion): readonly Point[] {
  clipToArc(work, pair.view, region);
  const { ring, count } = work.clip;
  return Array.from({ length: count }, (_, i) => onTable(pair.view, { x: ring[2 * i]!, y: ring[2 * i + 1]! }));
}

/** The smallest turn of the viewer that takes the target out of the arc, or into it. */
function turnRad({ view }: Pair, { arc, sides }: ArcRegion, isIn: boolean): number {
  const corners = Array.from({ length: 4 }, (_, i) => ({ x: view.ring[2 * i]!, y: view.ring[2 * i + 1]! }));
  // The strip is bounded by lines at a distance from the centre, the other arcs by lines through it.
  const middleRad = Math.atan2(view.x, view.y);
  return arc === 'bullseye' ? turnToStrip(corners, -sides[2]!, isIn, middleRad) : turnToWedge(corners, sides, middleRad);
}

/** A wedge between two bearings: the bearings of the target's corners overlap with it, or not. */
function turnToWedge(corners: readonly Point[], sides: readonly number[], middleRad: number): number {
  const [low, high] = wedgeBearings(sides);
  const centre = (low + high) / 2;
  // Bearings of the corners, seen from the middle of the wedge, without a jump within the target.
  const about = turnBetween(middleRad, centre);
  const bearings = corners.map((corner) => about + turnBetween(Math.atan2(corner.x, corner.y), middleRad));
  const half = (high - low) / 2;
  const right = Math.max(...bearings);
  const left = Math.min(...bearings);
  const isIn = right >= -half && left <= half;
  if (isIn) return right - left + 2 * half < 2 * Math.PI ? Math.min(right + half, half - left) : NaN;
  return left > half ? Math.min(left - half, 2 * Math.PI - half - right) : Math.min(-half - right, 2 * Math.PI - half + left);
}

/** Bearings of a region's two borders, clockwise from ahead, the second one further clockwise. */
function wedgeBearings(sides: readonly number[]): readonly [number, number] {
  // The first side's normal points into the arc from its clockwise border.
  if (sides.length === 3) return sides[1]! > 0 ? [-Math.PI / 2, Math.PI / 2] : [Math.PI / 2, (3 * Math.PI) / 2];
  const high = Math.atan2(sides[1]!, -sides[0]!);
  const low = Math.atan2(-sides[4]!, sides[3]!);
  return [low, low + turnBetween(high, low) + (turnBetween(high, low) < 0 ? 2 * Math.PI : 0)];
}

function turnBetween(a: number, b: number): number {
  return Math.atan2(Math.sin(a - b), Math.cos(a - b));
}

/** A strip |x| ≤ half ahead of the ship: out when the last corner has passed one of its lines, in when the first one comes to it. */
function turnToStrip(corners: readonly Point[], half: number, isIn: boolean, middleRad: number): number {
  // Turning the ship by φ clockwise takes a corner's bearing to bearing − φ; it is on the line x = ±half where sin(bearing) = ±half / far.
  const around = isIn || middleRad >= 0 ? middleRad : middleRad + 2 * Math.PI;
  const polar = corners.map(({ x, y }) => ({
    bearing: around + turnBetween(Math.atan2(x, y), middleRad),
    edge: Math.asin(Math.min(1, half / Math.hypot(x, y))),
  }));
  if (isIn) return Math.min(Math.max(...polar.map((p) => p.bearing + p.edge)), Math.max(...polar.map((p) => p.edge - p.bearing)));
  return Math.min(...polar.map((p) => Math.min(p.bearing - p.edge, 2 * Math.PI - p.bearing - p.edge)));
}
