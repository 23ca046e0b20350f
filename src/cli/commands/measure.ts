import { basename } from 'node:path';
import { pixelFromTable } from '../../geometry/camera.js';
import { halfSideMm } from '../../pieces/bases.js';
import { type SceneFile, sceneOf } from '../../table/documents/scene-file.js';
import type { MeasureHints, MeasureResult, Problem, TableMeasurement } from '../../table/measurement.js';
import { squeezedCaution } from '../../table/picture-file/squeezed-picture.js';
import type { PrintImage } from '../../table/setup/setup.js';
import type { Table } from '../../table/table.js';
import { track } from '../../table/track/track.js';
import { EMPTY_TABLE } from '../../table/track/track-state.js';
import { tableOf } from '../../table/track/track-table.js';
import type { OneTable } from '../../table/views/one-table.js';
import { englishProblem } from '../../texts/english.js';
import { measureByKeptPrint } from '../../vision/frame/measure-by-kept-print.js';
import { measureFrame } from '../../vision/frame/measure-frame.js';
import { measureStitched, type TablePicture, tableOfAll } from '../../vision/frame/measure-stitched.js';
import type { MeasuredTable } from '../../vision/frame/measured-table.js';
import { withFrameContext } from '../../vision/lens/frame-context.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { createCameraSession } from '../../vision/session/camera-session.js';
import { loadEngines } from '../inputs/node-engines.js';
import { readPicture } from '../inputs/read-picture.js';
import { isVideo, readVideo } from '../inputs/read-video.js';
import { leftOut, notLookedAt, sharpestPictures } from '../inputs/sharpest-pictures.js';
import { hintsIn, hintsInFile, TABLE_OPTIONS, tableHints } from '../inputs/table-hints.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';

const USE =
  'hashmark measure IMAGE… [--one-table] [--setup FILE] [--mat WIDTHxDEPTH[±SIGMA]] [--mat-sigma MM] [--corners "u,v u,v u,v u,v"] [--edges "u,v:u,v …"] [--calibration FILE] [--mirrored] [--json]';

/** Finds the table in each photo or video and prints a scene for each; 1 when one of them could not be measured. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  let hints: MeasureHints;
  try {
    args = parseArgs(argv, { flags: [...TABLE_OPTIONS.flags, 'json', 'one-table'], values: TABLE_OPTIONS.values });
    if (args.names.length === 0) throw new UsageError('no photo or video given.');
    hints = await tableHints(args);
    if (args.flags.has('one-table')) await checkOneTable(args.names, hints);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark measure: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  const engines = await loadEngines();
  if (args.flags.has('one-table')) return runOneTable(engines, args, hints);
  const scenes: { image: string; scene: SceneFile }[] = [];
  let failures = 0;
  for (const image of args.names) {
    try {
      const { table, caution, remark } = (await isVideo(image))
        ? await measureVideo(engines, image, hints)
        : await measurePhoto(engines, image, hints);
      if (caution) say(`hashmark measure: ${image}: ${englishProblem(caution)}\n`);
      if (remark) say(`hashmark measure: ${image}: ${remark}\n`);
      scenes.push({ image, scene: sceneOf(table) });
    } catch (error) {
      failures++;
      say(`hashmark measure: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  print(args.flags.has('json') ? `${JSON.stringify({ scenes })}\n` : scenes.map(sceneText).join(''));
  return failures > 0 ? 1 : 0;
}

/** One picture of a table in the common frame, or why it has no place there. */
type PlacedScene = { readonly image: string } & ({ readonly scene: SceneFile } | { readonly problem: string });

/** Throws a UsageError for options that make no sense for several pictures at once. */
async function checkOneTable(images: readonly string[], { corners, edges }: MeasureHints): Promise<void> {
  for (const image of images) if (await isVideo(image)) throw new UsageError(`--one-table: got the video ${image}, expected photos.`);
  if (corners && images.length > 1) {
    throw new UsageError(
      `--one-table: got ${edges ? '--edges' : '--corners'} and ${images.length} pictures, expected marks of one picture only: leave them out, or make a setup.`,
    );
  }
}

/** Measures photos of one table and prints them in one frame, and every ship where it stood last; 1 when one of them has no place there. */
async function runOneTable(engines: Engines, { names: given, flags }: Args, hints: MeasureHints): Promise<number> {
  const looked = await sharpestPictures(given);
  const others = leftOut(given, looked);
  if (others) say(`hashmark measure: ${others}\n`);
  const tables = new Map<number, MeasuredTable | string>();
  const unread = new Map<number, string>();
  for (const i of looked) {
    const image = given[i]!;
    const about = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(`${image}: `, '');
    const table = await measureWhole(engines, image, hints).catch(about);
    // The others may place a picture that is not measured by itself, but no file of another kind.
    if (typeof table === 'string' && !(await isPicture(image))) unread.set(i, table);
    else tables.set(i, table);
  }
  const read = [...tables.keys()];
  const all = tableOfAll(
    await measureStitched(
      engines,
      read.map((i) => tablePicture(given[i]!, hints)),
      [...tables.values()],
    ),
  );
  const cautions = cautionsOf(all);
  const scenes = given.map((image, i): PlacedScene => {
    const at = read.indexOf(i);
    const one = all.pictures[at] ?? unread.get(i) ?? notLookedAt(given.length);
    const said = typeof one === 'string' ? one : cautions[at] && englishProblem(cautions[at]);
    if (said && looked.includes(i)) say(`hashmark measure: ${image}: ${said}\n`);
    return { image, ...(typeof one === 'string' ? { problem: one } : { scene: sceneOf(one.table) }) };
  });
  const together = all.together && sceneOf(all.together);
  if (flags.has('json')) print(`${JSON.stringify({ scenes, ...(together && { together }) })}\n`);
  else {
    const shown = scenes.flatMap((one) => ('scene' in one ? [one] : []));
    print([...shown, ...(together ? [{ image: 'together', scene: together }] : [])].map(sceneText).join(''));
  }
  return scenes.some((one) => 'problem' in one) ? 1 : 0;
}

async function isPicture(path: string): Promise<boolean> {
  return readPicture(path).then(
    () => true,
    () => false,
  );
}

/** For each picture that has its place, its caution, if any: a border outside its view does not matter where another picture shows it. */
function cautionsOf({ pictures, seen }: OneTable): readonly (Problem | undefined)[] {
  return pictures.map((one) => {
    if (typeof one === 'string') return undefined;
    const { caution, isEdgeUnknown, camera } = one.measurement;
    const isKnownByOthers = isEdgeUnknown && !seen?.isEdgeUnknown;
    return (isKnownByOthers ? undefined : caution) ?? squeezedCaution(camera);
  });
}

/** A photo as it is measured with others of its table. */
export function tablePicture(image: string, hints: MeasureHints): TablePicture {
  return async () => {
    const frame = await readPicture(image);
    return { frame, hints: hintsIn(frame, hints) };
  };
}

/** Measures one photo; throws with the problem and what to do when no table can be measured in it. */
export async function measurePicture(engines: Engines, path: string, hints: MeasureHints): Promise<TableMeasurement> {
  const { result } = await measureWhole(engines, path, hints);
  if (!result.ok) throw new Error(`${path}: ${englishProblem(result.problem)}`);
  return result.measurement;
}

/** The same with the stages of the measurement; uses the print in the setup where the picture's border does not determine its place. */
export async function measureWhole(engines: Engines, path: string, hints: MeasureHints): Promise<MeasuredTable> {
  const picture = await readPicture(path);
  const told = { ...hintsInFile(path, picture, hints), isPhoto: true };
  const alone = await measureFrame(engines, picture, told);
  const print = hints.setup?.print;
  const isPlaced = alone.result.ok && !alone.result.measurement.isEdgeUnknown;
  const own = alone.result.ok ? alone.result.measurement : undefined;
  const byPrint = (of: PrintImage) => withFrameContext(engines, picture, told, (context) => measureByKeptPrint(context, of, own));
  const table = isPlaced || !print ? alone : ((await byPrint(print)) ?? alone);
  if (!table.result.ok) throw new Error(`${path}: ${englishProblem(table.result.problem)}`);
  return table;
}

interface SceneTable {
  readonly table: Table;
  readonly caution: Problem | undefined;
  /** A possible reason why no ship was found. */
  readonly remark?: string | undefined;
}

async function measurePhoto(engines: Engines, path: string, hints: MeasureHints): Promise<SceneTable> {
  const measurement = await measurePicture(engines, path, hints);
  const caution = measurement.caution ?? squeezedCaution(measurement.camera);
  return { table: tableOfMeasurement(measurement), caution, remark: noShips(measurement, hints) };
}

/** Measures a video as the app does, one picture after the other, and reports the table as it is at the end. */
async function measureVideo(engines: Engines, path: string, hints: MeasureHints): Promise<SceneTable> {
  const session = createCameraSession();
  let state = EMPTY_TABLE;
  let last: MeasureResult | undefined;
  for await (const frame of readVideo(path)) {
    last = await session.measure(engines, frame, hintsIn(frame, hints));
    // A picture in which nothing has changed adds no information.
    if (!last.ok || last.isUnchanged) continue;
    // Until it shows a border, a camera measures in a frame of its own.
    const isSameFrame = state.isEdgeUnknown === last.measurement.isEdgeUnknown;
    state = track(isSameFrame ? state : EMPTY_TABLE, last.measurement, []);
  }
  if (!last!.ok) throw new Error(`${path}: at its end: ${englishProblem(last!.problem)}`);
  return { table: tableOf(state, []), caution: last!.measurement.caution };
}

/** The table of a single measurement, with nothing known before. */
export function tableOfMeasurement(measurement: TableMeasurement): Table {
  return tableOf(track(EMPTY_TABLE, measurement, []), []);
}

/** Probability below which a thing is only counted. */
const WORTH_SAYING = 0.2;

function sceneText({ image, scene }: { image: string; scene: SceneFile }): string {
  const { widthMm, depthMm } = scene.table;
  const mat = scene.tableEdgeKnown === false ? 'table’s edge not known' : `mat ${widthMm.toFixed(1)} × ${depthMm.toFixed(1)} mm`;
  const ships = scene.ships.map((ship) => {
    const place = `(${ship.xMm.toFixed(1)}, ${ship.yMm.toFixed(1)}) mm ± (${ship.sigma?.xMm.toFixed(2)}, ${ship.sigma?.yMm.toFixed(2)})`;
    const { headingDeg, outlineDeg } = ship.sigma ?? {};
    const heading = `heading ${ship.headingDeg.toFixed(1)}° ± ${(outlineDeg ?? headingDeg)?.toFixed(2)}`;
    return `  ${ship.id}  ${ship.base.padEnd(6)}  ${place}  ${heading}${outlineDeg === undefined ? '' : ', if that is its front: unknown'}\n`;
  });
  const obstacles = (scene.obstacles ?? []).map(({ id, kind, name, mirrored, detectionProbability = 1 }) => {
    const what = detectionProbability < 1 && name === undefined ? 'obstacle' : kind;
    const said = name === undefined ? `${what}, not recognised` : `${name}${mirrored ? ', mirrored' : ''}`;
    return `  ${id}  ${said}${detectionProbability < 1 ? `, with ${Math.floor(100 * detectionProbability)} %` : ''}\n`;
  });
  const seen = scene.unmeasurable ?? [];
  const unmeasured = seen
    .filter(({ probability }) => probability >= WORTH_SAYING)
    .map(({ xMm, yMm, probability, reason }) => {
      const place = `(${xMm.toFixed(0)}, ${yMm.toFixed(0)}) mm`;
      return `  not measured at ${place}, something with ${Math.round(100 * probability)} %: ${reason}\n`;
    });
  const rest = seen.length - unmeasured.length;
  const faint = rest > 0 ? `  ${rest} more places where something may lie, hardly seen (--json lists them)\n` : '';
  return `${basename(image)}: ${mat}, ${scene.ships.length} ships\n${ships.join('')}${obstacles.join('')}${unmeasured.join('')}${faint}`;
}

/** Width of a small base, px, below which ships are missed: of one table 3 of 4 were found at 8 px, all from 10 px on. */
const NARROW_PX = 10;

/** Reason why no ship was found in a measured picture; undefined where some were, and where the table may simply be empty. */
export function noShips(
  { bases, mat, camera }: Pick<TableMeasurement, 'bases' | 'mat' | 'camera'>,
  { corners }: MeasureHints,
): string | undefined {
  if (bases.length > 0) return undefined;
  const half = halfSideMm('small');
  const [left, right] = [-half, half].map((by) => pixelFromTable(camera, { x: mat.widthMm / 2 + by, y: mat.depthMm / 2, z: 0 }));
  const widthPx = left && right ? Math.hypot(right.u - left.u, right.v - left.v) : Number.POSITIVE_INFINITY;
  if (widthPx < NARROW_PX)
    return `No ship was found, which may be the picture’s: a small base is ${widthPx.toFixed(0)} px wide in it, expected at least ${NARROW_PX}. Give the picture in its full resolution, or take it from closer.`;
  return corners
    ? 'No ship was found between the marked corners. If there are ships on the mat, check the marks: px of the picture as it is shown upright, whatever way its file stores it.'
    : undefined;
}
