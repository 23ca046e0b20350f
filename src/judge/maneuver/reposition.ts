import { type Pose, tableFromPiece, wrapRad } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { laidAcross, type TemplateKind, template as templateOf } from '../../pieces/templates.js';
import type { Table } from '../../table/table.js';
import { type Bend, type GuidedPath, guidedPath, poseAlong } from './guided-path.js';
import { basesOverlap, flyingBase, isOffTable, outlineGapMm } from './placed-base.js';
import { isUnderTemplate } from './under-template.js';

/** A move other than by the dial: a template and where it is laid. */
export interface Reposition {
  readonly kind: 'barrel roll' | 'boost' | 'decloak';
  /** The edge of the base that the template is laid against. */
  readonly exit: 'front' | 'left' | 'right';
  readonly template: TemplateKind;
  readonly speed: number;
  /** Side of the ship to which a curved template bends: ahead or astern when it leaves at the side. */
  readonly bend: 'straight' | 'left' | 'right' | 'ahead' | 'astern';
  /** Whether it is laid with a long edge against the base (barrel rolls of medium and large ships). */
  readonly across: boolean;
  /** Distance of the front and back placements from the middle one, mm; default half the template's end, as the rules have it. */
  readonly slideMm?: number;
}

/** Position of the ship's side hashmark on the far end of the template, seen by its pilot; a boost has only `middle`. */
export type Placement = 'front' | 'middle' | 'back';

export type Objection = 'overlaps a ship' | 'overlaps an obstacle' | 'moves through an obstacle' | 'leaves the table';

/** One way to complete a reposition. */
export interface RepositionEnd {
  readonly placement: Placement;
  readonly pose: Pose;
  /** Why it may not be placed there; empty: it may (RR barrel roll, boost). */
  readonly against: readonly Objection[];
  /** Ships, obstacles and devices under the base at the end. */
  readonly overlaps: readonly string[];
  /** Obstacles and devices under the template. */
  readonly templateOver: readonly string[];
  /** The way to it. */
  readonly path: GuidedPath;
}

/**
 * The repositions of a base by the rules alone (RR barrel roll, boost, cloak): small ships roll along straight 1 and decloak along
 * straight 2, medium and large ships do both along straight 1 laid across. Abilities that use other templates are more values of this type.
 */
export function repositionsOf(base: BaseSize): readonly Reposition[] {
  const small = base === 'small';
  const sideways = (kind: Reposition['kind'], speed: number) =>
    (['left', 'right'] as const).map((exit): Reposition => ({ kind, exit, template: 'straight', speed, bend: 'straight', across: !small }));
  const ahead = { exit: 'front', across: false } as const;
  return [
    ...sideways('barrel roll', 1),
    { ...ahead, kind: 'boost', template: 'straight', speed: 1, bend: 'straight' },
    { ...ahead, kind: 'boost', template: 'bank', speed: 1, bend: 'left' },
    { ...ahead, kind: 'boost', template: 'bank', speed: 1, bend: 'right' },
    ...sideways('decloak', small ? 2 : 1),
    { ...ahead, kind: 'decloak', template: 'straight', speed: small ? 2 : 1, bend: 'straight' },
  ];
}

/** All placements of a reposition, legal or not. Throws on an unknown ship, a huge one, or a bend that does not go with the edge. */
export function reposition(table: Table, shipId: string, move: Reposition): readonly RepositionEnd[] {
  const ship = table.ships.find(({ id }) => id === shipId);
  if (!ship) throw new Error(`Ship '${shipId}': not on the table, expected one of ${table.ships.map(({ id }) => id).join(', ')}.`);
  const base = flyingBase(ship);
  const path = repositionPath(base, ship.pose, move);
  return placements(path, move).map(({ placement, pose }) => ({ placement, pose, path, ...whatIsThere(table, shipId, base, pose, path) }));
}

/** The path of travel: out of the chosen edge, with the base turned so that this edge is its front. */
function repositionPath(base: BaseSize, pose: Pose, { exit, template, speed, bend, across }: Reposition): GuidedPath {
  const bends: Readonly<Record<string, Readonly<Record<string, Bend>>>> = {
    front: { straight: 0, left: -1, right: 1 },
    // Ahead of a ship that goes to its right is to the left of its way.
    right: { straight: 0, ahead: -1, astern: 1 },
    left: { straight: 0, ahead: 1, astern: -1 },
  };
  const side = bends[exit]![bend];
  if (side === undefined || (template === 'straight') !== (bend === 'straight')) {
    throw new Error(`Reposition: got a ${template} template bent '${bend}' at the ${exit} edge; expected a bend that goes with both`);
  }
  const laid = templateOf(template, speed);
  const way = { x: pose.x, y: pose.y, headingRad: pose.headingRad + exitTurnRad(exit) };
  return guidedPath(way, 2 * halfSideMm(base), across ? laidAcross(laid) : laid, side);
}

function exitTurnRad(exit: Reposition['exit']): number {
  return { front: 0, left: -Math.PI / 2, right: Math.PI / 2 }[exit];
}

function placements(path: GuidedPath, { exit, slideMm }: Reposition): readonly { readonly placement: Placement; readonly pose: Pose }[] {
  const end = poseAlong(path, path.template.lengthMm);
  const headingRad = wrapRad(end.headingRad - exitTurnRad(exit));
  if (exit === 'front') return [{ placement: 'middle', pose: { x: end.x, y: end.y, headingRad } }];
  const half = slideMm ?? path.template.widthMm / 2;
  return (['front', 'middle', 'back'] as const).map((placement) => {
    const forwardMm = { front: half, middle: 0, back: -half }[placement];
    return { placement, pose: { ...tableFromPiece({ ...end, headingRad }, { x: 0, y: forwardMm }), headingRad } };
  });
}

function whatIsThere(
  table: Table,
  shipId: string,
  base: BaseSize,
  pose: Pose,
  path: GuidedPath,
): Omit<RepositionEnd, 'placement' | 'pose' | 'path'> {
  const placed = { base, pose };
  const ships = table.ships.filter((other) => other.id !== shipId && basesOverlap(placed, other)).map(({ id }) => id);
  const under = (things: readonly { id: string; outline: Table['obstacles'][number]['outline'] }[]) =>
    things.filter(({ outline }) => outlineGapMm(placed, outline) < -ROUNDING_MM).map(({ id }) => id);
  const through = (things: readonly { id: string; outline: Table['obstacles'][number]['outline'] }[]) =>
    things.filter(({ outline }) => isUnderTemplate(path, path.template.lengthMm, outline)).map(({ id }) => id);
  const obstacles = under(table.obstacles);
  const crossed = through(table.obstacles);
  const against: Objection[] = [];
  if (ships.length > 0) against.push('overlaps a ship');
  if (obstacles.length > 0) against.push('overlaps an obstacle');
  if (crossed.length > 0) against.push('moves through an obstacle');
  if (isOffTable(table, placed)) against.push('leaves the table');
  return {
    against,
    overlaps: [...obstacles, ...under(table.devices), ...ships],
    templateOver: [...crossed, ...through(table.devices)],
  };
}
