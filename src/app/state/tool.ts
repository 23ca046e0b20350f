import type { Point } from '../../geometry/point.js';
import { baseOutline } from '../../pieces/bases.js';
import { surveyOf, surveyOverlay } from '../../scene/ask/all-ranges.js';
import { type Attempt, fromGhost, type Tried, triedOf } from '../../scene/ask/move-preview.js';
import { type RuledThing, ruledBetween, ruledOverlay } from '../../scene/ask/ruler-targets.js';
import { earlierOverlay } from '../../scene/ask/what-moved.js';
import { closeupOf } from '../../scene/draw/closeup.js';
import { compose } from '../../scene/draw/compose.js';
import { ghostShapes } from '../../scene/draw/ghost.js';
import type { Overlay } from '../../scene/draw/overlay.js';
import type { FittedBase, RankedObstacle } from '../../table/measurement.js';
import type { Snapshot } from './table-history.js';
import type { Known } from './table-session.js';

/** What may stand or lie at a place, best first. */
export interface FoundThere {
  readonly bases: readonly FittedBase[];
  readonly obstacles: readonly RankedObstacle[];
}

/** A question about one ship that was asked while a pair was chosen: that pair is chosen again when it is left. */
interface GivesBack {
  readonly pair?: readonly string[];
}

/** What is asked beside the range of two ships. */
export type Tool =
  /** All ranges and arcs of one ship. */
  | ({ readonly kind: 'survey'; readonly shipId: string } & GivesBack)
  /** The range of anything to anything; each tap chooses one of the two. */
  | { readonly kind: 'ruler'; readonly things: readonly RuledThing[] }
  /** Real pixels where the chosen pair is decided. */
  | { readonly kind: 'closeup' }
  /** A maneuver, a reposition or a device as a ghost; `toId`: what is measured to from there. */
  | ({ readonly kind: 'try'; readonly shipId: string; readonly attempt: Attempt; readonly toId?: string } & GivesBack)
  /** What is at a place of the mat; `nearId`: a ship beside it that may have been meant; `found` once it was looked for. */
  | { readonly kind: 'there'; readonly at: Point; readonly nearId?: string | undefined; readonly found?: FoundThere }
  /** What the page measures, proved with a piece of known length. */
  | { readonly kind: 'prove' }
  /** What moved since a table at rest (its place in the history), and how to put a ship back. */
  | { readonly kind: 'check'; readonly at: number; readonly shipId?: string };

/** Without a camera the mat's edges are as exact as the scene says. */
export const edgeSigmaMm = ({ state }: Known) => state.matSigmaMm ?? 0;

/** What a tool draws over the table; nothing where what it is about is gone. */
export function toolOverlay(tool: Tool, known: Known, snapshots: readonly Snapshot[]): Overlay | undefined {
  const { table, pair } = known;
  switch (tool.kind) {
    case 'survey':
      return surveyOverlay(surveyOf(table, known.report, tool.shipId));
    case 'ruler': {
      const [from, to] = tool.things;
      return ruledOverlay(table, tool.things, from && to ? ruledBetween(table, from, to, edgeSigmaMm(known)) : undefined);
    }
    case 'closeup':
      return pair && { shapes: closeupOf(pair, table).shapes, labels: [] };
    case 'try':
      return triedOverlay(known, tool);
    case 'there':
      return thereOverlay(tool);
    case 'prove':
      return undefined;
    case 'check': {
      const before = snapshots[tool.at];
      return before && earlierOverlay(before.table, table, tool.shipId);
    }
  }
}

/** The ghost, and from it what is measured to another ship. */
function triedOverlay(known: Known, { shipId, attempt, toId }: Extract<Tool, { kind: 'try' }>): Overlay | undefined {
  const found = tried(known, shipId, attempt);
  const measured = found?.ghost && toId !== undefined ? fromGhost(known.table, found.ghost, toId) : undefined;
  if (!found || !measured) return found?.overlay;
  const { pair, table } = measured;
  const drawn = compose({ table, pair, arcsOf: shipId });
  // What stands on the table is drawn already.
  const shapes = drawn.shapes.filter(({ role }) => /^(arc|bullseye|ruler|other-ruler)/.test(role));
  return {
    shapes: [...shapes, ...found.overlay.shapes],
    labels: [...found.overlay.labels, ...drawn.labels.filter(({ role }) => role === 'ruler')],
  };
}

/** The likeliest base or obstacle there as a ghost, or the place itself. */
function thereOverlay({ at, found }: Extract<Tool, { kind: 'there' }>): Overlay {
  const [base] = found?.bases ?? [];
  const mark = { role: 'ghost' as const, points: baseOutline('small', { ...at, headingRad: 0 }), isClosed: true, variant: 'was' as const };
  return { shapes: base ? ghostShapes(base.base, base.pose, 'full') : [mark], labels: [] };
}

let last: { readonly known: Known; readonly shipId: string; readonly attempt: Attempt; readonly found: Tried } | undefined;

/** What comes of an attempt; worked out once for what is drawn and what is said. Undefined where the ship is gone. */
export function tried(known: Known, shipId: string, attempt: Attempt): Tried | undefined {
  const ship = known.table.ships.find(({ id }) => id === shipId);
  if (!ship) return undefined;
  if (!last || last.known !== known || last.shipId !== shipId || last.attempt !== attempt) {
    last = { known, shipId, attempt, found: triedOf(known.table, ship, attempt) };
  }
  return last.found;
}

/** A tool without what is not on the table any more; undefined where nothing is left of it. */
export function stillThere(tool: Tool, { table, pair }: Known): Tool | undefined {
  const isShip = (shipId: string) => table.ships.some(({ id }) => id === shipId);
  if (tool.kind === 'closeup') return pair && tool;
  if (tool.kind === 'there' || tool.kind === 'prove') return tool;
  if (tool.kind === 'survey' || tool.kind === 'try') return isShip(tool.shipId) ? tool : undefined;
  if (tool.kind === 'check') return tool.shipId === undefined || isShip(tool.shipId) ? tool : { kind: 'check', at: tool.at };
  const ids = new Set([...table.ships, ...table.obstacles, ...table.devices].map(({ id }) => id));
  const things = tool.things.filter((thing) => thing.kind !== 'thing' || ids.has(thing.id));
  return things.length === tool.things.length ? tool : { kind: 'ruler', things };
}

/** The ruler after one more tap: the third thing begins anew. */
export function ruledWith(things: readonly RuledThing[], thing: RuledThing): readonly RuledThing[] {
  return things.length < 2 ? [...things, thing] : [thing];
}

/** What of the table is at a point of the mat, for a ruler: a ship, obstacle or device, an edge within reach, where edges are known, or the point itself. */
export function thingAtPoint(
  at: Point,
  id: string | undefined,
  { widthMm, depthMm, isEdgeUnknown }: Known['table'],
  reachMm: number,
): RuledThing {
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
