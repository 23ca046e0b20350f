import { proofFile } from '../../evidence/proof-file.js';
import type { MeasureHints, TableMeasurement } from '../../table/measurement.js';
import { isProved, PROVING_PIECES, type Proof, provingLengthMm } from '../../table/setup/proof.js';
import { englishProblem } from '../../texts/english.js';
import { measureFrame } from '../../vision/frame/measure-frame.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { loadEngines } from '../inputs/node-engines.js';
import { readPicture } from '../inputs/read-picture.js';
import { hintsInFile, TABLE_OPTIONS, tableHints } from '../inputs/table-hints.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';

const USE =
  'hashmark prove IMAGE… [--setup FILE] [--mat WIDTHxDEPTH[±SIGMA]] [--mat-sigma MM] [--corners "u,v u,v u,v u,v"] [--edges "u,v:u,v …"] [--calibration FILE] [--mirrored] [--json]';

/** Reads the straight templates and rulers that lie on the mat of each photo, by everything but themselves; 1 when a photo shows none, or one is wrong. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  let hints: MeasureHints;
  try {
    args = parseArgs(argv, { flags: [...TABLE_OPTIONS.flags, 'json'], values: TABLE_OPTIONS.values });
    if (args.names.length === 0) throw new UsageError('no photo given.');
    hints = await tableHints(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark prove: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  const engines = await loadEngines();
  const files: object[] = [];
  let isAllRight = true;
  for (const image of args.names) {
    try {
      const measurement = await measuredAlone(engines, image, hints);
      if (measurement.caution) say(`hashmark prove: ${image}: ${englishProblem(measurement.caution)}\n`);
      const proofs = proofsIn(measurement);
      if (proofs.length === 0)
        throw new Error(`${image}: no straight template and no ruler was read. Lay one flat on the mat, both ends in view.`);
      const { mat, bases, camera } = measurement;
      const table = { widthMm: mat.widthMm, depthMm: mat.depthMm, ships: bases };
      files.push(
        ...proofs.map((proof) => ({ image, ...proofFile(proof, { table, matSigmaMm: mat.sigmaMm, camera, setup: hints.setup }) })),
      );
      isAllRight &&= proofs.every(isProved);
      if (!args.flags.has('json')) print(proofs.map((proof) => `${image}: ${sentence(proof)}\n`).join(''));
    } catch (error) {
      isAllRight = false;
      say(`hashmark prove: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  if (args.flags.has('json')) print(`${JSON.stringify({ proofs: files })}\n`);
  return isAllRight ? 0 : 1;
}

/** Measures one photo by what is given of its table; throws with the problem and what to do when no table can be measured in it. */
async function measuredAlone(engines: Engines, image: string, hints: MeasureHints): Promise<TableMeasurement> {
  const picture = await readPicture(image);
  const { result } = await measureFrame(engines, picture, { ...hintsInFile(image, picture, hints), isPhoto: true });
  if (!result.ok) throw new Error(`${image}: ${englishProblem(result.problem)}`);
  return result.measurement;
}

function proofsIn({ lengths = [] }: TableMeasurement): readonly Proof[] {
  const provedAt = new Date().toISOString();
  return lengths.flatMap(({ name, readMm, sigmaMm }): Proof[] => {
    const piece = PROVING_PIECES.find((one) => one === name);
    return piece ? [{ piece, by: 'piece', readMm, sigmaMm, provedAt }] : [];
  });
}

function sentence(proof: Proof): string {
  const { piece, readMm, sigmaMm } = proof;
  const verdict = isProved(proof) ? 'as exact as claimed' : 'WRONG: off by more than it claims; measure the mat and give its size (--mat)';
  return `${piece}: read ${readMm.toFixed(1)} ± ${sigmaMm.toFixed(1)} mm, it is ${provingLengthMm(piece).toFixed(1)} mm: ${verdict}`;
}
