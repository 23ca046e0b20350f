import Flatten from '@flatten-js/core';
import type { Point } from '../../src/geometry/point.js';
import { arcRegion } from '../../src/pieces/arcs.js';
import { baseOutline } from '../../src/pieces/bases.js';
import type { ArcName, Table } from '../../src/table/table.js';

/** The exact answers of a table, without uncertainty, from a general polygon library. */
export interface FlattenReport {
  readonly pairs: readonly FlattenPair[];
  /** By ship, distance to each obstacle and device, mm. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export interface FlattenPair {
  readonly from: string;
  readonly to: string;
  readonly gapMm: number;
  /** By arc; absent: not in arc. */
  readonly attacks: ReadonlyMap<ArcName, { readonly gapMm: number; readonly by: readonly string[] }>;
}

interface Shape {
  readonly id: string;
  readonly polygon: Flatten.Polygon;
}

/** Where the open end of an arc is cut off, mm. */
const FAR_MM = 3000;

/**
 * The report of a table as somebody would write it with @flatten-js/core: distances, arcs, obstruction. It is the peer of the benchmark
 * and an independent oracle of the tests. Bases that overlap are outside of what it answers.
 */
export function flattenReport(table: Table): FlattenReport {
  const ships = table.ships.map((ship) => ({ id: ship.id, polygon: polygonOf(baseOutline(ship.base, ship.pose)) }));
  const objects = [...table.obstacles, ...table.devices].map(({ id, outline }) => ({ id, polygon: polygonOf(outline) }));
  const blockers: readonly Shape[] = [...objects, ...ships];
  const pairs: FlattenPair[] = [];
  table.ships.forEach((attacker, i) => {
    const own = ships[i]!;
    const arcs = attacker.arcs.map((arc) => ({ arc, polygon: arcPolygon(table, i, arc) }));
    ships.forEach((target, j) => {
      if (i === j) return;
      const [gapMm] = own.polygon.distanceTo(target.polygon);
      const attacks = new Map<ArcName, { gapMm: number; by: string[] }>();
      for (const { arc, polygon } of arcs) {
        const attack = attackIn(polygon, own, target);
        if (!attack) continue;
        const others = blockers.filter(({ id }) => id !== own.id && id !== target.id);
        attacks.set(arc, { gapMm: attack[0], by: others.filter((shape) => isCrossed(shape, attack[1])).map(({ id }) => id) });
      }
      pairs.push({ from: own.id, to: target.id, gapMm, attacks });
    });
  });
  const ranges = ships.map(
    ({ id, polygon }) => [id, new Map(objects.map((object) => [object.id, gapBetween(polygon, object.polygon)]))] as const,
  );
  return { pairs, objects: new Map(ranges) };
}

function polygonOf(outline: readonly Point[]): Flatten.Polygon {
  const polygon = new Flatten.Polygon(outline.map(({ x, y }): [number, number] => [x, y]));
  const face = [...polygon.faces][0] as Flatten.Face;
  if (face.orientation() === Flatten.ORIENTATION.CW) polygon.reverse();
  return polygon;
}

/** The region of an arc on the table, cut off far away. */
function arcPolygon(table: Table, shipIndex: number, arc: ArcName): Flatten.Polygon {
  const { base, pose } = table.ships[shipIndex]!;
  const { corners } = arcRegion(base, arc);
  const sin = Math.sin(pose.headingRad);
  const cos = Math.cos(pose.headingRad);
  const outline: Point[] = [];
  for (let i = 0; i < corners.length; i += 2) {
    const shrink = Math.min(1, FAR_MM / Math.max(Math.abs(corners[i]!), Math.abs(corners[i + 1]!), 1));
    // Far corners come nearer along their own direction, so the sides through the centre stay where they are.
    const [x, y] = arc === 'bullseye' ? [corners[i]!, Math.min(corners[i + 1]!, FAR_MM)] : [shrink * corners[i]!, shrink * corners[i + 1]!];
    outline.push({ x: pose.x + cos * x + sin * y, y: pose.y - sin * x + cos * y });
  }
  return polygonOf(outline);
}

/** Shortest line from the attacker's base to the target's part in the arc; undefined if there is no such line. */
function attackIn(arc: Flatten.Polygon, own: Shape, target: Shape): [number, Flatten.Segment] | undefined {
  const part = Flatten.BooleanOperations.intersect(arc, target.polygon);
  if (part.isEmpty()) return undefined;
  return own.polygon.distanceTo(part) as [number, Flatten.Segment];
}

function isCrossed({ polygon }: Shape, line: Flatten.Segment): boolean {
  if (!line.box.intersect(polygon.box)) return false;
  return polygon.contains(line.start) || polygon.intersect(line).length > 0;
}

/** The library measures between outlines; an obstacle wholly under a base, or a base wholly on one, is touching all the same. */
function gapBetween(a: Flatten.Polygon, b: Flatten.Polygon): number {
  const [gapMm] = a.distanceTo(b);
  const isWithin = (inner: Flatten.Polygon, outer: Flatten.Polygon) => {
    const [vertex] = inner.vertices;
    return vertex !== undefined && outer.contains(vertex);
  };
  return gapMm > 0 && (isWithin(a, b) || isWithin(b, a)) ? 0 : gapMm;
}
