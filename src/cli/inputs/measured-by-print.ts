import type { MeasureHints, TableMeasurement } from '../../table/measurement.js';
import { measureByPrint } from '../../vision/frame/measure-by-print.js';
import type { MeasuredTable } from '../../vision/frame/measured-table.js';
import { stitchViews } from '../../vision/print/stitch-views.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { cameraPartOf } from '../../vision/solve/shared-parameters.js';
import { readPicture } from './read-picture.js';
import { readStitchPicture, rightWay } from './stitch-picture.js';
import { hintsIn } from './table-hints.js';

/** What pictures of one table show, those that are registered by the mat's print in one table frame. */
interface MeasuredTogether {
  readonly measured: readonly (TableMeasurement | string)[];
  /** The picture that gives the table frame and those measured in it by the print; empty where none gives it. */
  readonly inFrame: ReadonlySet<number>;
}

/**
 * Measures pictures anew whose place on the mat its print shows: then a view from close by needs no border, and one from another side is in the same frame. The first
 * picture whose border gives the table frame stays as it is, and so does each that the print does not place beyond doubt. A string says why a picture was not measured.
 */
export async function measuredByPrint(
  engines: Engines,
  paths: readonly string[],
  tables: readonly (MeasuredTable | string)[],
  hints: MeasureHints,
): Promise<MeasuredTogether> {
  const alone = tables.map((table) => (typeof table === 'string' ? table : measurementOf(table)!));
  const first = alone.findIndex((one) => typeof one !== 'string' && !one.isEdgeUnknown && !one.caution);
  const frame = tables[first];
  if (frame === undefined || typeof frame === 'string' || !frame.stages || paths.length < 2) return { measured: alone, inFrame: new Set() };
  const { solution } = frame.stages;
  const pictures = [];
  for (const path of paths) pictures.push(await readStitchPicture(engines, path, hints));
  const { views } = await stitchViews(engines.cv, pictures, {
    known: { picture: first, camera: solution.camera, prior: cameraPartOf(solution.sharedWithPose) },
    ownCamera: async (i) => {
      const own = alone[i]!;
      return typeof own === 'string' ? undefined : own.camera;
    },
  });
  const measured = [...alone];
  const inFrame = new Set([first]);
  for (const [i, view] of views.entries()) {
    if (i === first || !view.ok) continue;
    const picture = rightWay(await readPicture(paths[i]!), hints);
    const { isMirrored: _, ...others } = hintsIn(picture, hints);
    const table = await measureByPrint(engines, picture, { ...others, isPhoto: true }, { ...view, table: solution });
    const measurement = measurementOf(table);
    if (!measurement) continue;
    measured[i] = measurement;
    inFrame.add(i);
  }
  return { measured, inFrame };
}

function measurementOf({ result }: MeasuredTable): TableMeasurement | undefined {
  return result.ok ? result.measurement : undefined;
}
