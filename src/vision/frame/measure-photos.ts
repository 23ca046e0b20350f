import type { MeasureResult, TableMeasurement } from '../../table/measurement.js';
import { english } from '../../texts/english.js';
import type { Engines } from '../runtime/engines.js';
import { measureFrame } from './measure-frame.js';
import { measuredByPrint, type TablePicture, tableOfAll } from './measured-by-print.js';
import type { MeasuredTable } from './measured-table.js';

/**
 * Measures a table by several photos of it, through the camera of the first: a view from close by makes the whole one exact, gets its place on the table from it, and shows what the other does not. What stands elsewhere in the first stands as that shows it. `onPlaced`
 * hears the bases as the first photo shows them by itself. With the number of photos that have no place beside the first; where it has none itself, as it is by itself.
 */
export async function measurePhotos(
  engines: Engines,
  pictures: readonly TablePicture[],
  onPlaced?: (placed: TableMeasurement) => void,
): Promise<MeasureResult> {
  const alone: MeasuredTable[] = [];
  for (const read of pictures) {
    const { frame, hints } = await read();
    alone.push(await measureFrame(engines, frame, hints));
    const { result } = alone[0]!;
    if (alone.length === 1 && result.ok) onPlaced?.(result.measurement);
  }
  const tables = alone.map((one) => (one.result.ok ? one : english(one.result.problem.message)));
  const { pictures: placed, seen, haveMoved } = tableOfAll(await measuredByPrint(engines, pictures, tables), 0);
  const [first, ...others] = placed;
  const { result } = alone[0]!;
  if (first === undefined || typeof first === 'string') return result.ok ? { ...result, apart: others.length } : result;
  const { isEdgeUnknown: _, isScaleUnknown: __, caution: ___, ...ofFirst } = first.measurement;
  const apart = others.filter((one) => typeof one === 'string').length;
  return { ok: true, measurement: { ...ofFirst, ...seen! }, apart, ...(haveMoved && { haveMoved }) };
}
