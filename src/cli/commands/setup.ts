import type { MeasureHints } from '../../table/measurement.js';
import type { Setup } from '../../table/setup/setup.js';
import { isSetupContradicted } from '../../table/setup/setup-contradicted.js';
import { setupFile } from '../../table/setup/setup-file.js';
import { englishProblem } from '../../texts/english.js';
import { measureFrame } from '../../vision/frame/measure-frame.js';
import { setupMat } from '../../vision/frame/setup-after.js';
import { drawnPrint, type MeasuredPicture } from '../../vision/print/kept/kept-print.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { rightWayRound } from '../../vision/runtime/frame.js';
import { loadEngines } from '../inputs/node-engines.js';
import { readPicture } from '../inputs/read-picture.js';
import { PICTURE_CODEC } from '../inputs/sharp-codec.js';
import { hintsInFile, TABLE_OPTIONS, tableHints } from '../inputs/table-hints.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';
import { checkOut, writeWhole } from '../terminal/write-whole.js';

const USE =
  'hashmark setup IMAGE… --out FILE [--setup FILE] [--mat WIDTHxDEPTH[±SIGMA]] [--mat-sigma MM] [--corners "u,v u,v u,v u,v"] [--edges "u,v:u,v …"] [--calibration FILE] [--mirrored] [--json]';

/** Makes a setup from pictures of one table and camera and writes it, whole or not at all: what was given, what was found, each with its sigma. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  let hints: MeasureHints;
  try {
    args = parseArgs(argv, { flags: [...TABLE_OPTIONS.flags, 'json'], values: [...TABLE_OPTIONS.values, 'out'] });
    if (args.names.length === 0) throw new UsageError('no picture given.');
    if (args.values.get('out') === undefined) throw new UsageError('--out FILE is needed: where to write the setup.');
    await checkOut(args.values.get('out')!, args.names);
    hints = await tableHints(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark setup: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  const setup = await setupFrom(await loadEngines(), args.names, hints, { hasPrint: true });
  const file = {
    ...setupFile(hints.isMirrored && setup.camera ? { ...setup, camera: { ...setup.camera, mirrored: true } } : setup),
    ...(setup.print && { print: setup.print }),
  };
  await writeWhole(args.values.get('out')!, `${JSON.stringify(file, null, 1)}\n`);
  print(args.flags.has('json') ? `${JSON.stringify(file)}\n` : summary(setup));
  return 0;
}

/**
 * The setup that pictures of one table and camera determine together; those of another one are left out, and named. Where none of them can be learned from, one that shows where the mat
 * lies gives its print alone, if `hasPrint`; else it throws with the first problem.
 */
export async function setupFrom(
  engines: Engines,
  paths: readonly string[],
  hints: MeasureHints,
  { hasPrint = false } = {},
): Promise<Setup> {
  let setup = hints.setup;
  let isMeasured = false;
  const problems: string[] = [];
  const shown: MeasuredPicture[] = [];
  /** The first whose border says where the mat is, but not exactly enough to learn from. */
  let doubtful: MeasuredPicture | undefined;
  for (const path of paths) {
    const picture = await readPicture(path);
    const of = hintsInFile(path, picture, { ...hints, ...(setup && { setup }), isPhoto: true });
    const { result } = await measureFrame(engines, picture, of);
    const problem = result.ok ? result.measurement.caution : result.problem;
    if (problem) problems.push(`${path}: ${englishProblem(problem)}`);
    if (!result.ok) continue;
    if (isSetupContradicted(result)) {
      problems.push(`${path}: it shows another table or camera than the setup before it, and was left out. Make a setup of its own of it.`);
      continue;
    }
    if (!result.setup) {
      problems.push(`${path}: its border is in doubt. Show all four sides of the mat.`);
      if (!problem) doubtful ??= { frame: rightWayRound(picture, hints).frame, measurement: result.measurement };
      continue;
    }
    if (result.setup.learnedFrom.pictures === setup?.learnedFrom.pictures) {
      say(`hashmark setup: ${path}: the ships stand as in a picture before; it adds nothing about lens, mat and plastic.\n`);
    }
    setup = result.setup;
    isMeasured = true;
    shown.push({ frame: rightWayRound(picture, hints).frame, measurement: result.measurement });
  }
  if (setup && isMeasured) {
    for (const problem of problems) say(`hashmark setup: ${problem}\n`);
    // A print that is known already is of more pictures than these.
    const print = setup.print ?? (hasPrint ? await drawnPrint(engines.cv, PICTURE_CODEC, shown) : undefined);
    return print ? { ...setup, print } : setup;
  }
  const print = hasPrint && doubtful && !setup?.print && (await drawnPrint(engines.cv, PICTURE_CODEC, [doubtful]));
  if (print) {
    say(`hashmark setup: ${problems[0]} Only the mat's print is kept of it, with what is open of its place.\n`);
    return { mat: setupMat(hints), obstacles: [], learnedFrom: { pictures: 0, ships: 0 }, ...setup, print };
  }
  throw new Error(problems.join('\n') || 'no picture to learn from.');
}

function summary({ mat, camera, plastic, obstacles, learnedFrom, print: map }: Setup): string {
  const lines = [`mat      ${mat.widthMm.toFixed(1)} × ${mat.depthMm.toFixed(1)} mm ± ${mat.sigmaMm} (${mat.source})`];
  if (camera) {
    const { widthPx, heightPx, fx, distortion, sigma } = camera.lens;
    const [k1, k2] = distortion;
    const sure = sigma ? ` ± ${sigma.focalPx.toFixed(0)} px, k1 ± ${sigma.k1.toFixed(3)}` : '';
    lines.push(`lens     ${fx.toFixed(0)} px at ${widthPx}×${heightPx}, k1 ${k1.toFixed(3)}, k2 ${k2.toFixed(3)}${sure}`);
  }
  if (plastic) lines.push(`plastic  seen ${plastic.scale.toFixed(4)} ± ${plastic.scaleSigma.toFixed(4)} times its nominal size`);
  lines.push(`obstacles ${obstacles.map(({ token, kind }) => token?.name ?? kind).join(', ') || 'none'}`);
  if (map) lines.push(`print    a map of it, ${map.pxPerMm.toFixed(1)} px for each mm, ${Math.round(map.webp.length / 1000)} kB`);
  return `${lines.join('\n')}\nfrom ${learnedFrom.pictures} pictures with up to ${learnedFrom.ships} ships\n`;
}
