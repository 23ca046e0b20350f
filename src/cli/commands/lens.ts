import { rootMeanSquare } from '../../geometry/statistics.js';
import { CALIBRATION_BOARD } from '../../pieces/calibration-board.js';
import type { KnownLens } from '../../table/known-lens.js';
import { englishProblem } from '../../texts/english.js';
import { findBoard } from '../../vision/lens/find-board.js';
import { type BoardView, isSameView, outlierView, type SolvedLens, solveLens } from '../../vision/lens/solve-lens.js';
import { rgbaOf, rightWayRound } from '../../vision/runtime/frame.js';
import { openCvError } from '../../vision/runtime/opencv.js';
import { uncertainLensProblem } from '../../vision/solve/lens-uncertainty.js';
import { loadOpenCv } from '../inputs/node-engines.js';
import { readPicture } from '../inputs/read-picture.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';
import { checkOut, writeWhole } from '../terminal/write-whole.js';

const USE = 'hashmark lens PICTURE… --out FILE [--camera NAME] [--mirrored] [--json]';
interface SeenSheet {
  readonly path: string;
  readonly view: BoardView;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Makes a lens file from pictures of the printed sheet; writes it whole or not at all. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  try {
    args = parseArgs(argv, { flags: ['json', 'mirrored'], values: ['out', 'camera'] });
    if (args.names.length === 0) throw new UsageError('no picture given.');
    if (args.values.get('out') === undefined) throw new UsageError('--out FILE is needed: where to write the lens file.');
    await checkOut(args.values.get('out')!, args.names);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark lens: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  const sheets = await findSheets(args.names, args.flags.has('mirrored'));
  const { widthPx, heightPx } = sheets[0]!;
  const views = sheets.map(({ view }) => view);
  const solved = solveLens(views, widthPx, heightPx);
  if (!solved) {
    throw new Error(
      'no camera sees the sheet as these pictures show it. Take them again: the sheet flat, whole in view, no mirror picture.',
    );
  }
  refuseMisfits(sheets, solved);
  const unsure = uncertainLensProblem(solved.lens.fx, Math.max(widthPx, heightPx), solved.uncertainty);
  if (unsure) throw new Error(`${aboutPictures(solved)}: not enough for a lens. ${englishProblem(unsure)}`);
  const file = fileOf(solved, args.values.get('camera'));
  await writeWhole(args.values.get('out')!, `${JSON.stringify(file, null, 2)}\n`);
  print(args.flags.has('json') ? `${JSON.stringify(file)}\n` : `${summary(solved)}\n`);
  return 0;
}

/** The sheet in each picture; pictures without it, or that show nothing new, are left out with a warning. */
async function findSheets(paths: readonly string[], isMirrored: boolean): Promise<SeenSheet[]> {
  const { cv } = await loadOpenCv();
  const sheets: SeenSheet[] = [];
  let first: { readonly path: string; readonly widthPx: number; readonly heightPx: number } | undefined;
  for (const path of paths) {
    const { frame } = rightWayRound(await readPicture(path), { isMirrored });
    const { widthPx, heightPx } = frame;
    first ??= { path, widthPx, heightPx };
    if (widthPx !== first.widthPx || heightPx !== first.heightPx) {
      throw new Error(
        `${path} is ${widthPx}×${heightPx} px, ${first.path} is ${first.widthPx}×${first.heightPx} px: a lens file is for one size. Take all pictures with one camera, at one resolution, the same way up.`,
      );
    }
    const mat = rgbaOf(cv, frame);
    let view: BoardView;
    try {
      view = findBoard(cv, mat, CALIBRATION_BOARD);
    } catch (thrown) {
      throw openCvError(cv, thrown);
    } finally {
      mat.delete();
    }
    const twin = sheets.find((sheet) => isSameView(sheet.view, view));
    if (view.length === 0) warn(`${path}: left out: the sheet is not found in it.`);
    else if (twin) warn(`${path}: left out: it shows the sheet where ${twin.path} does, and adds nothing new.`);
    else sheets.push({ path, view, widthPx, heightPx });
  }
  if (sheets.length === 0) {
    throw new Error(
      `the sheet is in none of the ${paths.length} pictures: expected the ${CALIBRATION_BOARD.columns} × ${CALIBRATION_BOARD.rows} squares of calibration/board-a4.pdf, at least a third of them in view and sharp. Go nearer, light it evenly, no glare; of mirror images say --mirrored.`,
    );
  }
  return sheets;
}

function refuseMisfits(sheets: readonly SeenSheet[], solved: SolvedLens): void {
  const worst = outlierView(solved);
  if (!worst) return;
  throw new Error(
    `${sheets[worst.view]!.path}: the sheet's corners are ${worst.offPx.toFixed(1)} px off what one lens shows; expected at most ${worst.maxPx.toFixed(1)} px. Leave out pictures of another camera, zoom or focus, and lay the sheet on something flat.`,
  );
}

/** The lens file: the fields that every reader knows, and what a person wants to know of it. */
function fileOf({ lens, uncertainty, residualPx }: SolvedLens, camera: string | undefined) {
  const { fx, fy, cx, cy, distortion } = lens;
  const { focalPx, k1, k2, centrePx } = uncertainty.sigma;
  return {
    ...(camera === undefined ? {} : { camera }),
    widthPx: lens.widthPx,
    heightPx: lens.heightPx,
    ...{ fx: rounded(fx, 3), fy: rounded(fy, 3), cx: rounded(cx, 3), cy: rounded(cy, 3) },
    distortion: distortion.map((k) => rounded(k, 6)) as unknown as KnownLens['distortion'],
    sigma: { focalPx: rounded(focalPx, 3), k1: rounded(k1, 6), k2: rounded(k2, 6), centrePx: rounded(centrePx, 3) },
    pictures: residualPx.length,
    residualPx: rounded(rootMeanSquare(residualPx), 3),
  };
}

function summary(solved: SolvedLens): string {
  const { lens, uncertainty } = solved;
  const [k1, k2] = lens.distortion;
  const { sigma } = uncertainty;
  return [
    `${aboutPictures(solved)}, ${lens.widthPx}×${lens.heightPx} px`,
    `  focal length  ${lens.fx.toFixed(1)} ± ${sigma.focalPx.toFixed(1)} px`,
    `  k1, k2        ${k1.toFixed(4)} ± ${sigma.k1.toFixed(4)}, ${k2.toFixed(4)} ± ${sigma.k2.toFixed(4)}`,
    `  centre        ${lens.cx.toFixed(1)}, ${lens.cy.toFixed(1)} ± ${sigma.centrePx.toFixed(1)} px`,
    `  corners of the picture are sure to ${uncertainty.cornerPx.toFixed(1)} px`,
  ].join('\n');
}

function aboutPictures({ residualPx, slantRad }: SolvedLens): string {
  const slants = slantRad.map((slant) => Math.round((slant * 180) / Math.PI));
  const [least, most] = [Math.min(...slants), Math.max(...slants)];
  const range = least === most ? `${most}°` : `${least}° to ${most}°`;
  return `${residualPx.length} ${residualPx.length === 1 ? 'picture' : 'pictures'} of the sheet, seen ${range} from straight above, corners ${rootMeanSquare(residualPx).toFixed(2)} px off`;
}

function warn(text: string): void {
  say(`hashmark lens: ${text}\n`);
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
