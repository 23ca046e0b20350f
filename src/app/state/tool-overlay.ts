import { baseOutline } from '../../pieces/bases.js';
import { surveyOf, surveyOverlay } from '../../scene/ask/all-ranges.js';
import { type Attempt, fromGhost, type MovePreview, movePreviewOf } from '../../scene/ask/move-preview.js';
import { ruledBetween, ruledOverlay } from '../../scene/ask/ruler-targets.js';
import { earlierOverlay } from '../../scene/ask/what-moved.js';
import { closeupOf } from '../../scene/draw/closeup.js';
import { compose } from '../../scene/draw/compose.js';
import { ghostShapes } from '../../scene/draw/ghost.js';
import type { Overlay } from '../../scene/draw/overlay.js';
import type { AnswerWords } from '../../scene/words/answer-words.js';
import { type Snapshot, setRightSince } from './table-history.js';
import type { TableView } from './table-session.js';
import { edgeSigmaMm, type Tool } from './tool.js';

/** A tool's drawing over the table; undefined where its subject is gone. */
export function toolOverlay(tool: Tool, known: TableView, snapshots: readonly Snapshot[], words: AnswerWords): Overlay | undefined {
  const { table, pair } = known;
  switch (tool.kind) {
    case 'survey':
      return surveyOverlay(surveyOf(table, known.report, tool.shipId, words));
    case 'ruler': {
      const [from, to] = tool.things;
      return ruledOverlay(table, tool.things, from && to ? ruledBetween(table, from, to, edgeSigmaMm(known), words) : undefined);
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
      return before && earlierOverlay(setRightSince(before, known), table, tool.shipId);
    }
  }
}

/** The ghost, and the measurement from it to another ship. */
function triedOverlay(known: TableView, { shipId, attempt, toId }: Extract<Tool, { kind: 'try' }>): Overlay | undefined {
  const found = tried(known, shipId, attempt);
  const measured = found?.ghost && toId !== undefined ? fromGhost(known.table, found.ghost, toId) : undefined;
  if (!found || !measured) return found?.overlay;
  const { pair, table } = measured;
  const drawn = compose({ table, pair, arcsOf: shipId });
  // Things on the table are already drawn.
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

let last: { readonly known: TableView; readonly shipId: string; readonly attempt: Attempt; readonly found: MovePreview } | undefined;

/** The outcome of an attempt, computed once for drawing and words. Undefined where the ship is gone. */
export function tried(known: TableView, shipId: string, attempt: Attempt): MovePreview | undefined {
  const ship = known.table.ships.find(({ id }) => id === shipId);
  if (!ship) return undefined;
  if (!last || last.known !== known || last.shipId !== shipId || last.attempt !== attempt) {
    last = { known, shipId, attempt, found: movePreviewOf(known.table, ship, attempt) };
  }
  return last.found;
}
