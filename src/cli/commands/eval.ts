import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeasureHints, TableMeasurement } from '../../table/measurement.js';
import { BORDER_RULES, type BorderRule, leaveOut } from '../../vision/mat/border-rules.js';
import { accuracyPage } from '../eval/accuracy-page.js';
import { type Evaluation, evaluate } from '../eval/evaluation.js';
import { KNOWN_BEFOREHAND, type KnownBeforehand, knownHints } from '../eval/known-hints.js';
import { stampPrinted, withOtherSections } from '../eval/printed-page.js';
import { type PictureScore, scorePicture } from '../eval/score-picture.js';
import { readTruth, type Truth } from '../eval/truth-file.js';
import { loadEngines } from '../inputs/node-engines.js';
import { TABLE_OPTIONS, tableHints } from '../inputs/table-hints.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';
import { measurePicture, tableOfMeasurement } from './measure.js';

const USE =
  'hashmark eval DIR [--told nothing|mat|setup] [--setup FILE] [--mat WIDTHxDEPTH[±SIGMA]] [--mat-sigma MM] [--corners "u,v u,v u,v u,v"] [--edges "u,v:u,v …"] [--calibration FILE] [--mirrored] [--without RULE,…] [--json] [--scores FILE]';
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
/** The fixtures whose evaluation is the project's own claim: ACCURACY.md is printed from them. */
const OWN_FIXTURES = 'test-fixtures/tables';

/** Measures every picture of a folder that has a truth file beside it and prints the evaluation; 1 when a truth file cannot be read. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  let known: KnownBeforehand | MeasureHints;
  let without: readonly BorderRule[];
  try {
    args = parseArgs(argv, { flags: [...TABLE_OPTIONS.flags, 'json'], values: [...TABLE_OPTIONS.values, 'scores', 'told', 'without'] });
    if (args.names.length !== 1) throw new UsageError(`one folder is needed, got ${args.names.length}.`);
    known = await knownOf(args);
    without = rulesOf(args.values.get('without'));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark eval: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  leaveOut(without);
  const folder = args.names[0]!;
  const { scores, unreadable } = await scoreFolder(folder, known);
  const scoresFile = args.values.get('scores');
  if (scoresFile !== undefined) await writeFile(scoresFile, `${JSON.stringify(scores)}\n`);
  const evaluation = evaluate(scores);
  print(args.flags.has('json') ? `${JSON.stringify(evaluation)}\n` : summary(evaluation));
  if (
    known === 'nothing' &&
    without.length === 0 &&
    (relative(REPOSITORY, folder) === OWN_FIXTURES || folder.replace(/\/$/, '') === OWN_FIXTURES)
  ) {
    const path = join(REPOSITORY, 'ACCURACY.md');
    // Sections by other programs (npm run analyse -- bound, npm run analyse -- markers) stay.
    const old = await readFile(path, 'utf8').catch(() => '');
    await writeFile(path, withOtherSections(accuracyPage(OWN_FIXTURES, evaluation, scores), old));
    await stampPrinted('ACCURACY.md');
    say('hashmark eval: wrote ACCURACY.md\n');
  }
  return unreadable > 0 ? 1 : 0;
}

/** The border's rules that `--without` names. */
function rulesOf(text: string | undefined): readonly BorderRule[] {
  return (text?.split(',') ?? []).map((name) => {
    const rule = BORDER_RULES.find((one) => one === name);
    if (!rule) throw new UsageError(`--without is '${name}'; expected ${BORDER_RULES.join(', ')}.`);
    return rule;
  });
}

/** The hints for every picture: the same hints, or those that its truth gives. */
async function knownOf(args: Args): Promise<KnownBeforehand | MeasureHints> {
  const told = args.values.get('told');
  const option = [...TABLE_OPTIONS.values, ...TABLE_OPTIONS.flags].find((one) => args.values.has(one) || args.flags.has(one));
  if (option === undefined) return knownBeforehand(told ?? 'nothing');
  if (told !== undefined)
    throw new UsageError(`got --told ${told} and --${option}, expected one of them: --told takes the hints from the truth files.`);
  return tableHints(args);
}

function knownBeforehand(text: string): KnownBeforehand {
  const known = KNOWN_BEFOREHAND.find((one) => one === text);
  if (!known) throw new UsageError(`--told is '${text}'; expected one of ${KNOWN_BEFOREHAND.join(', ')}.`);
  return known;
}

interface FolderScores {
  readonly scores: PictureScore[];
  /** Truth files that could not be read; standard error says why. */
  readonly unreadable: number;
}

/**
 * Scores the pictures of a folder with a truth file beside each, every `every`-th of them. `known`: the hints of all of them, or which of them the truth gives.
 * Throws when the folder has none that can be read.
 */
export async function scoreFolder(folder: string, known: KnownBeforehand | MeasureHints = 'nothing', every = 1): Promise<FolderScores> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    const got = found ? 'got a file, expected a folder: it must hold' : 'no such folder; expected';
    throw new Error(`${folder}: ${got} pictures with a truth file (.json) of the same stem beside each.`);
  }
  const isTruth = (name: string) => name.endsWith('.json') && !name.endsWith('.setup.json');
  const names = (await readdir(folder)).filter(isTruth).sort();
  if (names.length === 0) throw new Error(`${folder}: no truth files (.json) in it; expected one beside each picture.`);
  // All are read before anything is measured, so that a slip in the last one is reported at once.
  const truths: Truth[] = [];
  for (const name of names) {
    try {
      truths.push(await readTruth(join(folder, name)));
    } catch (error) {
      say(`hashmark eval: ${(error as Error).message} It is not scored.\n`);
    }
  }
  if (truths.length === 0) throw new Error(`${folder}: none of its ${names.length} .json files can be read as a truth file.`);
  const engines = await loadEngines();
  const scores: PictureScore[] = [];
  for (const truth of truths.filter((_, i) => i % every === 0)) {
    let from = performance.now();
    let seen: TableMeasurement | undefined;
    let failure: string | undefined;
    try {
      const hints = typeof known === 'string' ? await knownHints(engines, folder, truth, known) : known;
      from = performance.now();
      seen = await measurePicture(engines, join(folder, truth.image), hints);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      say(`hashmark eval: ${failure}\n`);
    }
    const scored = scorePicture(truth, seen && tableOfMeasurement(seen), (performance.now() - from) / 1000, seen?.camera);
    const score = failure === undefined ? scored : { ...scored, cause: failure.replace(/^\S+: /, '') };
    scores.push(score);
    say(`${score.image}: ${score.dueFound}/${score.due} ships, worst ${Math.max(0, ...score.positionMm).toFixed(2)} mm\n`);
  }
  return { scores, unreadable: names.length - truths.length };
}

function summary(evaluation: Evaluation): string {
  const { positionMm, layoutMm, relativeMm, headingDeg, verdicts, obstruction, obstacles } = evaluation;
  const spread = ({ p50, p95, max }: typeof positionMm) => `p50 ${p50.toFixed(2)}  p95 ${p95.toFixed(2)}  max ${max.toFixed(2)}`;
  return [
    `pictures          ${evaluation.images}, failed ${evaluation.failedImages.length}`,
    `recall            ${evaluation.recall.toFixed(4)}`,
    `precision         ${evaluation.precision.toFixed(4)}`,
    `size right        ${evaluation.sizeAccuracy.toFixed(4)}`,
    `position, mm      ${spread(positionMm)}`,
    `layout, mm        ${spread(layoutMm)}`,
    `pair distance, mm ${spread(relativeMm)}`,
    `heading, degrees  ${spread(headingDeg)}`,
    `normalised error  ${evaluation.normalisedError.toFixed(2)}`,
    `verdicts          ${verdicts.asked} asked, ${verdicts.certain} certain, ${verdicts.certainCorrect} of those right`,
    `obstruction       ${obstruction.asked} asked, ${obstruction.certain} certain, ${obstruction.certainCorrect} of those right`,
    `obstacles         ${obstacles.onTable} on the tables, ${obstacles.found} found, ${obstacles.named} named, ${obstacles.namedRight} of those right`,
    `named outline, mm ${spread(obstacles.outlineMm)}`,
    '',
  ].join('\n');
}
