import type { Point } from '../../geometry/point.js';
import type { Attempt } from '../../scene/ask/move-preview.js';
import type { RulerTarget } from '../../scene/ask/ruler-targets.js';
import type { FittedBase, RankedObstacle } from '../../table/measurement.js';
import type { TableView } from './table-session.js';

/** Candidates for a place, best first. */
export interface FoundThere {
  readonly bases: readonly FittedBase[];
  readonly obstacles: readonly RankedObstacle[];
}

/** A question about one ship that was asked while a pair was chosen: that pair is chosen again when it is left. */
interface GivesBack {
  readonly pair?: readonly string[];
}

/** A question other than the range of two ships. */
export type Tool =
  /** All ranges and arcs of one ship. */
  | ({ readonly kind: 'survey'; readonly shipId: string } & GivesBack)
  /** The range of anything to anything; each tap chooses one of the two. */
  | { readonly kind: 'ruler'; readonly things: readonly RulerTarget[] }
  /** Real pixels where the chosen pair is decided. */
  | { readonly kind: 'closeup' }
  /** A maneuver, a reposition or a device as a ghost; `toId`: the thing that is measured to from there. */
  | ({ readonly kind: 'try'; readonly shipId: string; readonly attempt: Attempt; readonly toId?: string } & GivesBack)
  /** The thing at a place of the mat; `nearId`: a ship beside it that may have been meant; `found` once it was looked for. */
  | { readonly kind: 'there'; readonly at: Point; readonly nearId?: string | undefined; readonly found?: FoundThere }
  /** A proof of the page's measurements with a piece of known length. */
  | { readonly kind: 'prove' }
  /** Changes since a table at rest (its place in the history), and how to put a ship back. */
  | { readonly kind: 'check'; readonly at: number; readonly shipId?: string };

/** Standard deviation of the mat's edges, mm; without a camera they are as exact as the scene says. */
export const edgeSigmaMm = ({ state }: TableView) => state.matSigmaMm ?? 0;

/** A tool without things that are no longer on the table; undefined where nothing is left of it. */
export function stillThere(tool: Tool, { table, pair }: TableView): Tool | undefined {
  const isShip = (shipId: string) => table.ships.some(({ id }) => id === shipId);
  if (tool.kind === 'closeup') return pair && tool;
  if (tool.kind === 'there' || tool.kind === 'prove') return tool;
  if (tool.kind === 'survey' || tool.kind === 'try') return isShip(tool.shipId) ? tool : undefined;
  if (tool.kind === 'check') return tool.shipId === undefined || isShip(tool.shipId) ? tool : { kind: 'check', at: tool.at };
  const ids = new Set([...table.ships, ...table.obstacles, ...table.devices].map(({ id }) => id));
  const things = tool.things.filter((thing) => thing.kind !== 'thing' || ids.has(thing.id));
  return things.length === tool.things.length ? tool : { kind: 'ruler', things };
}

/** The ruler after one more tap: a third thing begins again. */
export function ruledWith(things: readonly RulerTarget[], thing: RulerTarget): readonly RulerTarget[] {
  return things.length < 2 ? [...things, thing] : [thing];
}

/**
 * The target of a ruler at a point of the mat: a ship, obstacle or device, an edge within reach, where edges are known, or the point
 * itself.
 */
export function thingAtPoint(
  at: Point,
  id: string | undefined,
  { widthMm, depthMm, isEdgeUnknown }: TableView['table'],
  reachMm: number,
): RulerTarget {
  if (id !== undefined) return { kind: 'thing', id };
  if (isEdgeUnknown) return { kind: 'point', at };
  const gaps = [
    ['near', at.y],
    ['far', depthMm - at.y],
    ['left', at.x],
    ['right', widthMm - at.x],
  ] as const;
  const [side, gapMm] = gaps.reduce((best, one) => (one[1] < best[1] ? one : best));
  return gapMm <= reachMm ? { kind: 'edge', side } : { kind: 'point', at };
}
