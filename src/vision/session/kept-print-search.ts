import type { TableMeasurement } from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import type { measureByKeptPrint } from '../frame/measure-by-kept-print.js';
import type { measureContext } from '../frame/measure-frame.js';
import type { MeasuredTable } from '../frame/measured-table.js';
import { asPhoto, type FrameContext } from '../lens/frame-context.js';
import { UnreadablePrint } from '../print/kept/open-print.js';
import { isPrintDue, type UnfoundPrint } from './camera-memory.js';

/** Ways in which frames are measured: by whatever is in view, and by a print that was kept. */
export interface WaysToMeasure {
  readonly measureOne: typeof measureContext;
  readonly measureRegistered: typeof measureByKeptPrint;
}

/**
 * Time within which a device must find the pieces of a picture whose border is out of view if it is to look for the print: that takes up to
 * four times as long.
 */
const MAX_FOR_PIECES_MS = 8000;

/**
 * Looks for the kept print in a frame that has no place on the table otherwise, unless that failed recently. `alone`: the measurement
 * without it; `unfound`: record of failed searches, which is returned updated.
 */
export async function searchKeptPrint(
  { measureOne, measureRegistered }: WaysToMeasure,
  context: FrameContext,
  print: PrintImage,
  {
    alone,
    unfound,
    onPlaced,
  }: {
    readonly alone: MeasuredTable;
    readonly unfound: UnfoundPrint | undefined;
    readonly onPlaced: ((placed: TableMeasurement) => void) | undefined;
  },
): Promise<{ readonly table: MeasuredTable | undefined; readonly unfound: UnfoundPrint | undefined }> {
  const { engines, hints } = context;
  const tries = unfound?.tries ?? 0;
  if (!isPrintDue(unfound)) return { table: undefined, unfound: { tries, looks: unfound!.looks + 1 } };
  const fromMs = engines.now();
  const pieces = !alone.result.ok && !hints.isPhoto ? await measureOne(asPhoto(context)) : alone;
  const own = pieces.result.ok ? pieces.result.measurement : undefined;
  // Without pieces a live camera may show anything at all; a device that needs long for them would need a minute for the print, and seem to hang.
  const isSought = hints.isPhoto || (own !== undefined && engines.now() - fromMs < MAX_FOR_PIECES_MS);
  const table = isSought ? await measureRegistered(context, print, own, onPlaced).catch(withoutUnreadable) : undefined;
  return { table, unfound: table ? undefined : { tries: isSought ? tries + 1 : Math.max(1, tries), looks: 0 } };
}

/** A print that cannot be read, as from a damaged file, counts as absent. */
function withoutUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadablePrint)) throw error;
}
