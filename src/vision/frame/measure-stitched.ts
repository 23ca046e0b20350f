import { halfSideMm } from '../../pieces/bases.js';
import type { MeasureHints, SeenBase, TableMeasurement } from '../../table/measurement.js';
import { areBasesMirrored } from '../../table/views/link-bases.js';
import { type Between, MIRROR_IMAGE, type OneTable, OTHER_TABLE, oneTable } from '../../table/views/one-table.js';
import { ofOtherTables } from '../../table/views/other-tables.js';
import { apartFrom, withOwnBases } from '../bases/standing-bases.js';
import { tablePriorOf } from '../lens/table-prior.js';
import type { StitchPicture } from '../print/match-graph.js';
import { stitchPicture } from '../print/stitch-picture.js';
import { type Stitching, stitchViews } from '../print/stitch-views.js';
import { stitchedAroundMost } from '../print/stitched-around-most.js';
import type { Engines } from '../runtime/engines.js';
import { type Frame, mirroredFrame, rightWayRound } from '../runtime/frame.js';
import { CERTAIN_BORDER } from '../solve/border-uncertainty.js';
import { surestSize } from '../solve/observations.js';
import { cameraPartOf } from '../solve/shared-parameters.js';
import { measureRegistered } from './measure-registered.js';
import { measureTogether, type PlacedPicture } from './measure-together.js';
import { type MeasuredTable, openOf, type Stages } from './measured-table.js';
import { cameraThroughLensOf, measureThroughLens, sameLens } from './same-lens.js';

/** A picture of a table as in its file, read again each time it is needed: many do not fit into memory. */
export type TablePicture = () => Promise<{ readonly frame: Frame; readonly hints: MeasureHints }>;

/** Measurements of pictures of one table, those that are registered by the mat's print in one table frame. */
interface MeasuredTogether {
  readonly measured: readonly (TableMeasurement | string)[];
  /** The picture that gives the table frame and those measured in it by the print; empty where none gives it. */
  readonly inFrame: ReadonlySet<number>;
  /** Absent where no two are measured together. */
  readonly between?: Between;
}

/**
 * Measures pictures again whose place on the mat its print shows: then a view from close by needs no border, and one from another side is
 * in the same frame. The first picture whose border gives the table frame stays unchanged, and so does each that the print does not place
 * beyond doubt. A string says why a picture was not measured.
 */
export async function measureStitched(
  engines: Engines,
  pictures: readonly TablePicture[],
  tables: readonly (MeasuredTable | string)[],
): Promise<MeasuredTogether> {
  let stitched: readonly StitchPicture[] | undefined;
  const prints = async () => {
    stitched ??= await stitchPictures(engines, pictures);
    return stitched;
  };
  const found = await measuredInFrame(engines, pictures, tables, prints);
  const better = await throughSameLens(engines, pictures, tables, found);
  if (!better) return found;
  const again = await measuredInFrame(engines, pictures, better, prints);
  return placedCount(again) > placedCount(found) ? again : found;
}

async function stitchPictures({ cv }: Engines, pictures: readonly TablePicture[]): Promise<readonly StitchPicture[]> {
  const stitched: StitchPicture[] = [];
  for (const read of pictures) {
    const rightWay = async () => {
      const { frame, hints } = await read();
      return rightWayRound(frame, hints).frame;
    };
    stitched.push(stitchPicture(cv, await rightWay(), rightWay));
  }
  return stitched;
}

/** The table that results from pictures measured together; `newest`: the one that was taken last, if not the last of them. */
export function tableOfAll({ measured, inFrame, between }: MeasuredTogether, newest?: number): OneTable {
  return oneTable(measured, inFrame, { between, newest });
}

/** Number of pictures that have a place on the table. */
function placedCount(together: MeasuredTogether): number {
  return tableOfAll(together).pictures.filter((one) => typeof one !== 'string').length;
}

/**
 * The pictures as measured, those without a border and without a place on the table again with the lens of the picture that gives the
 * frame: from two or three bases the focal length may be misread by half, and with it a base's size. Undefined where this could help no
 * picture.
 */
async function throughSameLens(
  engines: Engines,
  pictures: readonly TablePicture[],
  tables: readonly (MeasuredTable | string)[],
  found: MeasuredTogether,
): Promise<readonly (MeasuredTable | string)[] | undefined> {
  const frame = tables[[...found.inFrame].find((i) => !isEdgeUnknown(tables[i])) ?? -1];
  if (!frame || typeof frame === 'string' || !frame.stages) return undefined;
  const { pictures: placed } = tableOfAll(found);
  const better = [...tables];
  for (const [i, read] of pictures.entries()) {
    if (typeof placed[i] !== 'string' || typeof found.measured[i] === 'string' || !isEdgeUnknown(tables[i])) continue;
    const { frame: picture, hints } = await read();
    if (hints.lens) return undefined;
    const lens = sameLens(frame.stages.solution, picture);
    const again = lens && (await measureThroughLens(engines, picture, { ...hints, isPhoto: true }, lens));
    if (again?.result.ok) better[i] = again;
  }
  return better.some((one, i) => one !== tables[i]) ? better : undefined;
}

function isEdgeUnknown(table: MeasuredTable | string | undefined): boolean {
  return table !== undefined && aloneOf(table)?.isEdgeUnknown === true;
}

/** A picture that gives the table frame, as measured alone. */
interface FramePicture {
  readonly picture: number;
  readonly table: MeasuredTable;
  readonly stages: Stages;
}

/** The same from the pictures as measured alone; `prints`: their views of the mat's print, asked for only where one gives the frame. */
async function measuredInFrame(
  engines: Engines,
  pictures: readonly TablePicture[],
  tables: readonly (MeasuredTable | string)[],
  prints: () => Promise<readonly StitchPicture[]>,
): Promise<MeasuredTogether> {
  const alone = tables.map((table) => (typeof table === 'string' ? table : measurementOf(table)!));
  const frames = alone.flatMap((one, i) => (typeof one === 'string' || one.isEdgeUnknown || one.caution ? [] : [i]));
  const known = framePicture(tables, frames[0]);
  if (!known || pictures.length < 2) return { measured: alone, inFrame: new Set() };
  const stitched = await prints();
  const { frame, stitching } = await stitchedAroundMost(known, {
    stitch: (one) => stitchedAround(engines, pictures, stitched, tables, alone, one),
    isMirrorImage: (i, { picture }) => areMirrorImages(alone[i]!, alone[picture]!),
    frameAmong: (some) =>
      framePicture(
        tables,
        frames.find((i) => some.includes(i)),
      ),
  });
  const { picture: first } = frame;
  const { views, network } = stitching;
  const placed = await placedInFrame(engines, pictures, tables, views, frame);
  const others = ofOtherTables(
    [...placed]
      .sort((a, b) => Number(b.of === first) - Number(a.of === first))
      .map(({ of, measurement }) => ({ picture: of, measurement })),
  );
  const measured = alone.map((one, i) => (others.has(i) ? OTHER_TABLE : isMirrorImage(views[i]!) ? MIRROR_IMAGE : one));
  const ofTable = placed.filter(({ of }) => !others.has(of)).sort((a, b) => a.of - b.of);
  if (!network || ofTable.length < 2) return { measured, inFrame: new Set([first]) };
  const mat = surestSize(
    frame.stages.solution.matPrior,
    ofTable.flatMap(({ of, border }) => (border.length > 0 ? (stagesOf(tables[of]!)?.solution.matPrior ?? []) : [])),
  );
  const together = await measureTogether(mat, ofTable, network, first);
  if (!together) return { measured, inFrame: new Set([first]) };
  ofTable.forEach(({ of }, k) => {
    measured[of] = together.measurements[k]!;
  });
  const of = ofTable.map((one) => one.of);
  const between: Between = (one, base, other, otherBase) => together.between(of.indexOf(one), base, of.indexOf(other), otherBase);
  return { measured, inFrame: new Set(of), between };
}

function framePicture(tables: readonly (MeasuredTable | string)[], picture: number | undefined): FramePicture | undefined {
  const table = picture === undefined ? undefined : tables[picture];
  return picture !== undefined && table && typeof table !== 'string' && table.stages ? { picture, table, stages: table.stages } : undefined;
}

/** Whether the ships of two pictures are mirror images of each other. */
function areMirrorImages(one: TableMeasurement | string, other: TableMeasurement | string): boolean {
  return typeof one !== 'string' && typeof other !== 'string' && areBasesMirrored(one.bases, other.bases);
}

function isMirrorImage(view: Stitching['views'][number]): boolean {
  return !view.ok && view.problem.code === 'picture-mirrored';
}

/** The cameras of pictures by their print, in the table frame of one of them; `alone`: as measured alone. */
function stitchedAround(
  engines: Engines,
  pictures: readonly TablePicture[],
  stitched: readonly StitchPicture[],
  tables: readonly (MeasuredTable | string)[],
  alone: readonly (TableMeasurement | string)[],
  { picture: first, stages: { solution } }: FramePicture,
): Promise<Stitching> {
  const linked = oneTable(alone, new Set([first]), { isTentative: true }).pictures;
  return stitchViews(engines.cv, stitched, {
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
    mirrorImageOf: async (i) => {
      const mirrored = async () => {
        const { frame, hints } = await pictures[i]!();
        return mirroredFrame(rightWayRound(frame, hints).frame);
      };
      return stitchPicture(engines.cv, await mirrored(), mirrored);
    },
  });
}

/** Measures each picture that has a view in the table frame. */
async function placedInFrame(
  engines: Engines,
  pictures: readonly TablePicture[],
  tables: readonly (MeasuredTable | string)[],
  views: Stitching['views'],
  frame: FramePicture,
): Promise<PlacedPicture[]> {
  const placed: PlacedPicture[] = [];
  const bases = measurementOf(frame.table)?.bases ?? [];
  const standing = [...bases];
  // Things that the others show beyond doubt may be recognised in the first as well, once they are known.
  for (const i of [...views.keys()].sort((a, b) => Number(a === frame.picture) - Number(b === frame.picture))) {
    const view = views[i]!;
    if (!view.ok) continue;
    const read = await pictures[i]!();
    const { frame: picture, hints: others } = rightWayRound(read.frame, read.hints);
    const isFrame = i === frame.picture;
    const again =
      isFrame && standing.length === bases.length
        ? frame.table
        : await measureRegistered(
            engines,
            picture,
            { ...others, isPhoto: true },
            { ...view, table: frame.stages.solution, standing: withOwnBases(standing, aloneOf(tables[i]!), view.camera) },
          );
    const table = isFrame && (measurementOf(again)?.bases.length ?? 0) < bases.length ? frame.table : again;
    const measurement = measurementOf(table);
    if (!measurement || !table.stages) continue;
    const alone = stagesOf(tables[i]!);
    const own = { border: borderOf(tables[i]!), uncertainty: alone ? openOf(alone) : CERTAIN_BORDER };
    const lens = tablePriorOf({ ...others, isCropped: isCropped(tables[i]!) }, picture);
    placed.push({ ...own, of: i, camera: view.camera, measurement, stages: table.stages, lens });
    standing.push(...apartFrom(standing, measurement.bases));
  }
  return placed;
}

/** Distance around a base within which light from the side and its plastic change the print, mm. */
const ABOUT_BASE_MM = 8;

function standingOn({ base, pose: { x, y } }: SeenBase) {
  return { x, y, radiusMm: Math.SQRT2 * halfSideMm(base) + ABOUT_BASE_MM };
}

/** The mat's border in a picture that shows it beyond doubt when measured alone. */
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

function aloneOf(table: MeasuredTable | string): TableMeasurement | undefined {
  return typeof table === 'string' ? undefined : measurementOf(table);
}

function measurementOf({ result }: MeasuredTable): TableMeasurement | undefined {
  return result.ok ? result.measurement : undefined;
}
