import type { MeasureResult, Problem } from '../../table/measurement.js';
import { carriedTable } from '../../table/views/carried-table.js';
import type { GoingTable, TableView } from '../state/table-session.js';

/**
 * Relation of a camera's good look to the known table: it measures in the frame of that table; it shows nothing of it, and why; or it
 * begins another frame, in which the table continues where its ships show how.
 */
export type Sight =
  | { readonly kind: 'same' }
  | { readonly kind: 'nothing'; readonly problem: Problem }
  | { readonly kind: 'other'; readonly table: GoingTable | undefined };

/**
 * The relation of a look to the known table. A camera that has shown no border yet measures in a frame of its own, until it shows one; a
 * look without a border shows nothing of a table whose place on the mat is known.
 */
export function sightOf({ measurement, isFirstSight }: Extract<MeasureResult, { ok: true }>, known: TableView): Sight {
  const { isEdgeUnknown: wasOpen = false, tracks } = known.state;
  const { isEdgeUnknown: isOpen = false, caution } = measurement;
  if (tracks.length === 0 || (isOpen === wasOpen && !isFirstSight)) return { kind: 'same' };
  if (isOpen && !wasOpen && caution) return { kind: 'nothing', problem: caution };
  const carried = carriedTable(known, measurement);
  return { kind: 'other', table: carried && { ...carried, chosen: known.chosen } };
}
