import { distanceMm } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { MeasureHints, SeenBase, TableMeasurement } from '../../table/measurement.js';
import { type Between, OTHER_TABLE, oneTable } from '../../table/views/one-table.js';
import { ofOtherTables } from '../../table/views/other-tables.js';
import { measureByPrint } from '../../vision/frame/measure-by-print.js';
import { measureTogether, type PlacedPicture } from '../../vision/frame/measure-together.js';
import type { MeasuredTable, Stages } from '../../vision/frame/measured-table.js';
import { cameraThroughLensOf, measureThroughLens, sameLens } from '../../vision/frame/same-lens.js';
import { tablePriorOf } from '../../vision/lens/table-prior.js';
import type { StitchPicture } from '../../vision/print/match-graph.js';
import { stitchViews } from '../../vision/print/stitch-views.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { surestSize } from '../../vision/solve/observations.js';
import { cameraPartOf } from '../../vision/solve/shared-parameters.js';
import { readPicture } from './read-picture.js';
import { readStitchPicture, rightWay } from './stitch-picture.js';
import { hintsIn } from './table-hints.js';

/** What pictures of one table show, those that are registered by the mat's print in one table frame. */
interface MeasuredTogether {
  readonly measured: readonly (TableMeasurement | string)[];
  /** The picture that gives the table frame and those measured in it by the print; empty where none gives it. */
  readonly inFrame: ReadonlySet<number>;
  /** Absent where no two are measured together. */
  readonly between?: Between;
}

/**
 * Measures pictures again whose place on the mat its print shows: then a view from close by needs no border, and one from another side is in the same frame. The first
 * picture whose border gives the table frame stays as it is, and so does each that the print does not place beyond doubt. A string says why a picture was not measured.
 */
export async function measuredByPrint(
  engines: Engines,
  paths: readonly string[],
  tables: readonly (MeasuredTable | string)[],
  hints: MeasureHints,
): Promise<MeasuredTogether> {
  let pictures: readonly StitchPicture[] | undefined;
  const prints = async () => {
    pictures ??= await stitchPictures(engines, paths, hints);
    return pictures;
  };
  const found = await measuredInFrame(engines, paths, tables, hints, prints);
  const better = await throughSameLens(engines, paths, tables, hints, found);
  if (!better) return found;
  const again = await measuredInFrame(engines, paths, better, hints, prints);
  return placedCount(again) > placedCount(found) ? again : found;
}

async function stitchPictures(engines: Engines, paths: readonly string[], hints: MeasureHints): Promise<readonly StitchPicture[]> {
  const pictures: StitchPicture[] = [];
  for (const path of paths) pictures.push(await readStitchPicture(engines, path, hints));
  return pictures;
}

/** How many of the pictures have a place on the table. */
function placedCount({ measured, inFrame, between }: MeasuredTogether): number {
  return oneTable(measured, inFrame, between && { between }).pictures.filter((one) => typeof one !== 'string').length;
}

/**
 * The pictures as they were measured, those without a border and without a place on the table again with the lens of the picture that gives the frame: of two or three bases the
 * focal length may be misread by half, and a base's size with it. Undefined where there is none that this could help.
 */
async function throughSameLens(
  engines: Engines,
  paths: readonly string[],
  tables: readonly (MeasuredTable | string)[],
  hints: MeasureHints,
  { measured, inFrame, between }: MeasuredTogether,
): Promise<readonly (MeasuredTable | string)[] | undefined> {
  const frame = tables[[...inFrame].find((i) => !isEdgeUnknown(tables[i])) ?? -1];
  if (hints.lens || !frame || typeof frame === 'string' || !frame.stages) return undefined;
  const { pictures } = oneTable(measured, inFrame, between && { between });
  const better = [...tables];
  for (const [i, path] of paths.entries()) {
    if (typeof pictures[i] !== 'string' || !isEdgeUnknown(tables[i])) continue;
    const picture = await readPicture(path);
    const lens = sameLens(frame.stages.solution, picture);
    const again = lens && (await measureThroughLens(engines, picture, { ...hintsIn(picture, hints), isPhoto: true }, lens));
    if (again?.result.ok) better[i] = again;
  }
  return better.some((one, i) => one !== tables[i]) ? better : undefined;
}

function isEdgeUnknown(table: MeasuredTable | string | undefined): boolean {
  return table !== undefined && typeof table !== 'string' && measurementOf(table)?.isEdgeUnknown === true;
}

/** The same of the pictures as they were measured by themselves; `prints`: what they show of the mat's print, asked only where one gives the frame. */
async function measuredInFrame(
  engines: Engines,
  paths: readonly string[],
  tables: readonly (MeasuredTable | string)[],
  hints: MeasureHints,
  prints: () => Promise<readonly StitchPicture[]>,
): Promise<MeasuredTogether> {
  const alone = tables.map((table) => (typeof table === 'string' ? table : measurementOf(table)!));
  const first = alone.findIndex((one) => typeof one !== 'string' && !one.isEdgeUnknown && !one.caution);
  const frame = tables[first];
  if (frame === undefined || typeof frame === 'string' || !frame.stages || paths.length < 2) return { measured: alone, inFrame: new Set() };
  const { solution } = frame.stages;
  const pictures = await prints();
  const linked = oneTable(alone, new Set([first]), { isTentative: true }).pictures;
  const { views, network } = await stitchViews(engines.cv, pictures, {
    known: {
      ...{ picture: first, camera: solution.camera, prior: cameraPartOf(solution.sharedWithPose) },
      mat: solution,
      pieces: linked.flatMap((one) => (typeof one === 'string' ? [] : one.measurement.bases.map(standingOn))),
    },
    ownCameras: async (i) => {
      const [own, table] = [alone[i]!, tables[i]!];
      if (typeof own === 'string' || typeof table === 'string') return [];
      const through = own.isEdgeUnknown && table.stages && cameraThroughLensOf(solution, table.stages);
      return through ? [through, own.camera] : [own.camera];
    },
    placedByPieces: (i) => {
      const one = linked[i]!;
      return typeof one === 'string' ? undefined : one.measurement.camera;
    },
  });
  const placed: PlacedPicture[] = [];
  const { bases } = alone[first] as TableMeasurement;
  const standing = [...bases];
  // What the others show beyond doubt the first may show as well, if one knows of it.
  for (const i of [...views.keys()].sort((a, b) => Number(a === first) - Number(b === first))) {
    const view = views[i]!;
    if (!view.ok) continue;
    const picture = rightWay(await readPicture(paths[i]!), hints);
    const { isMirrored: _, ...others } = hintsIn(picture, hints);
    const isFrame = i === first;
    const again =
      isFrame && standing.length === bases.length
        ? frame
        : await measureByPrint(engines, picture, { ...others, isPhoto: true }, { ...view, table: solution, standing });
    const table = isFrame && (measurementOf(again)?.bases.length ?? 0) < bases.length ? frame : again;
    const measurement = measurementOf(table);
    if (!measurement || !table.stages) continue;
    const border = borderOf(tables[i]!);
    const lens = tablePriorOf({ ...others, isCropped: isCropped(tables[i]!) }, picture);
    placed.push({ of: i, camera: view.camera, measurement, stages: table.stages, border, lens });
    standing.push(...measurement.bases.filter((base) => standing.every((other) => distanceMm(base.pose, other.pose) > ONE_BASE_MM)));
  }
  const others = ofOtherTables(
    [...placed]
      .sort((a, b) => Number(b.of === first) - Number(a.of === first))
      .map(({ of, measurement }) => ({ picture: of, measurement })),
  );
  const measured = alone.map((one, i) => (others.has(i) ? OTHER_TABLE : one));
  const ofTable = placed.filter(({ of }) => !others.has(of)).sort((a, b) => a.of - b.of);
  if (!network || ofTable.length < 2) return { measured, inFrame: new Set([first]) };
  const mat = surestSize(
    solution.matPrior,
    ofTable.flatMap(({ of, border }) => (border.length > 0 ? (stagesOf(tables[of]!)?.solution.matPrior ?? []) : [])),
  );
  const together = await measureTogether(mat, ofTable, network, frame.stages.uncertainty);
  if (!together) return { measured, inFrame: new Set([first]) };
  ofTable.forEach(({ of }, k) => {
    measured[of] = together.measurements[k]!;
  });
  const of = ofTable.map((one) => one.of);
  const between: Between = (one, base, other, otherBase) => together.between(of.indexOf(one), base, of.indexOf(other), otherBase);
  return { measured, inFrame: new Set(of), between };
}

/** Bases nearer to each other in two pictures are one, mm. */
const ONE_BASE_MM = 15;

/** Light from beside a base and its plastic change the print about it, mm. */
const ABOUT_BASE_MM = 8;

function standingOn({ base, pose: { x, y } }: SeenBase) {
  return { x, y, radiusMm: Math.SQRT2 * halfSideMm(base) + ABOUT_BASE_MM };
}

/** Where a picture by itself shows the mat's border beyond doubt. */
function borderOf(table: MeasuredTable | string): Stages['observations']['border'] {
  if (typeof table === 'string' || !table.stages || !table.result.ok) return [];
  const { isEdgeUnknown, caution } = table.result.measurement;
  return isEdgeUnknown || caution ? [] : table.stages.observations.border;
}

function isCropped(table: MeasuredTable | string): boolean {
  return stagesOf(table)?.isCropped === true;
}

function stagesOf(table: MeasuredTable | string): Stages | undefined {
  return typeof table === 'string' ? undefined : table.stages;
}

function measurementOf({ result }: MeasuredTable): TableMeasurement | undefined {
  return result.ok ? result.measurement : undefined;
}
