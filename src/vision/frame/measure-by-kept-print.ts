import { commonErrors, poseCovarianceAt } from '../../geometry/joint-covariance.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import type { TableMeasurement } from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import type { FrameContext } from '../lens/frame-context.js';
import { piecesOn } from '../print/kept/kept-print.js';
import { viewOnPrint } from '../print/kept/view-on-print.js';
import { type BorderUncertainty, UNKNOWN_BORDER } from '../solve/border-uncertainty.js';
import { solveTable } from '../solve/joint-solution.js';
import { measureRegisteredContext } from './measure-registered.js';
import type { MeasuredTable } from './measured-table.js';

/**
 * Measures the frame of a context, whose place on the table its border does not determine, by the print that a setup keeps, in the table
 * frame of the print; undefined where the frame does not show that print beyond doubt. `alone`: the frame measured by its pieces, in a
 * table frame of its own. `onPlaced` is called with the bases before obstacles are looked for.
 */
export async function measureByKeptPrint(
  context: FrameContext,
  print: PrintImage,
  alone: TableMeasurement | undefined,
  onPlaced?: (placed: TableMeasurement) => void,
): Promise<MeasuredTable | undefined> {
  const { cv, pictures } = context.engines;
  const own = alone && { camera: alone.camera, pieces: piecesOn(alone) };
  const view = pictures && (await viewOnPrint(cv, pictures, print, context.frame, own));
  if (!view) return undefined;
  const { widthMm, depthMm } = print;
  const table = solveTable({ camera: view.camera, widthMm, depthMm }, { border: [], bases: [] }, context.lens);
  const tell = onPlaced && ((placed: TableMeasurement) => onPlaced(withErrorOfPrint(placed, print)));
  const measured = await measureRegisteredContext(context, { ...view, table }, tell);
  return measured.result.ok ? onKeptPrint(measured, print) : undefined;
}

/** A table that was measured with the mat where the kept print has it, with the uncertainty of the print itself. */
export function onKeptPrint(table: MeasuredTable, print: OpenPrint): MeasuredTable {
  const { result } = table;
  return result.ok ? { ...table, result: { ...result, measurement: withErrorOfPrint(result.measurement, print) } } : table;
}

/** A table that was followed over the print from a frame that showed the border: what that left open is as open here. */
export function asOpenAs(table: MeasuredTable, { scaleSigma, shiftSigmaMm }: BorderUncertainty): MeasuredTable {
  if (!table.result.ok) return table;
  const { widthMm, depthMm } = table.result.measurement.mat;
  return onKeptPrint(table, { widthMm, depthMm, sigmaMm: scaleSigma * widthMm, shiftSigmaMm });
}

/**
 * A table that was followed over the print from a frame whose place on the mat was open, and whose scale was known to `scaleSigma`
 * (relative): both stay as open.
 */
export function besideFirstSight(table: MeasuredTable, first: TableMeasurement, scaleSigma: number): MeasuredTable {
  const { result } = table;
  if (!result.ok) return table;
  const { widthMm, depthMm } = result.measurement.mat;
  const open = { widthMm, depthMm, sigmaMm: scaleSigma * widthMm, shiftSigmaMm: UNKNOWN_BORDER.shiftSigmaMm };
  const measurement = withErrorOfPrint(result.measurement, open);
  const { isEdgeUnknown, isScaleUnknown, caution } = first;
  const asOpen = { ...(isEdgeUnknown && { isEdgeUnknown }), ...(isScaleUnknown && { isScaleUnknown }), ...(caution && { caution }) };
  return { ...table, result: { ...result, measurement: { ...measurement, ...asOpen } } };
}

/** Uncertainty of a print: of its size, and of the mat's position around it. */
type OpenPrint = Pick<PrintImage, 'widthMm' | 'depthMm' | 'sigmaMm' | 'shiftSigmaMm'>;

/** A measurement by a kept print, with the uncertainty of the print itself: of the mat's position around it, and of its size. */
export function withErrorOfPrint(measurement: TableMeasurement, print: OpenPrint): TableMeasurement {
  const { bases, jointCovariance, obstacles, mat } = measurement;
  const { sigmaMm, shiftSigmaMm, widthMm, depthMm } = print;
  const shared = commonErrors(
    bases.map(({ pose }) => pose),
    { x: widthMm / 2, y: depthMm / 2 },
    { scaleSigma: sigmaMm / widthMm, shiftSigmaMm },
  );
  const n = 3 * bases.length;
  const joint = jointCovariance.map((value, at) => shared(Math.floor(at / n), at % n, value));
  return {
    ...measurement,
    mat: { ...mat, sigmaMm: Math.max(mat.sigmaMm, print.sigmaMm) },
    jointCovariance: joint,
    bases: bases.map((base, i) => ({ ...base, covariance: poseCovarianceAt(joint, i) })),
    obstacles: obstacles.map((one) => ({
      ...one,
      sigmaMm: Math.hypot(one.sigmaMm, (print.sigmaMm / print.widthMm) * reachOf(one.outline, print)),
    })),
  };
}

/** Largest distance of an outline from the mat's middle, mm. */
function reachOf(outline: readonly Point[], { widthMm, depthMm }: OpenPrint): number {
  return Math.max(...outline.map((at) => distanceMm(at, { x: widthMm / 2, y: depthMm / 2 })));
}
