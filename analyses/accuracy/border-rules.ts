/** npm run analyse -- border-rules: what each rule of the border is worth: pictures measured with all of them, and again without each that made a difference there. */
import { appendFile, readFile } from 'node:fs/promises';
import { measurePicture, tableOfMeasurement } from '../../src/cli/commands/measure.js';
import { evaluate } from '../../src/cli/eval/evaluation.js';
import { type PictureScore, scorePicture } from '../../src/cli/eval/score-picture.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { BORDER_RULES, type BorderRule, leaveOut, rulesAsked } from '../../src/vision/mat/border-rules.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import { type PictureWithTruth, picturesWithTruth } from './pictures-with-truth.js';

const USE = `npm run analyse -- border-rules KEPT SECONDS EVERY DIR [DIR…]
   every EVERY-th picture with truth of each folder, for that many seconds; what is measured is added to the file KEPT, and not measured again`;

/** What came of one picture without a rule, or with all. */
interface Kept {
  readonly path: string;
  readonly without?: BorderRule;
  readonly score: PictureScore;
  /** Those whose word made a difference. */
  readonly asked: readonly BorderRule[];
}

async function main([keptPath, seconds, every, ...folders]: readonly string[]): Promise<void> {
  if (!keptPath || folders.length === 0 || !(Number(seconds) > 0) || !(Number(every) >= 1)) throw new Error(`Use: ${USE}`);
  const kept = (await readFile(keptPath, 'utf8').catch(() => '')).split('\n').flatMap((line) => (line ? [JSON.parse(line) as Kept] : []));
  const engines = await loadEngines();
  const untilMs = performance.now() + 1000 * Number(seconds);
  const keptOf = async (picture: PictureWithTruth, without?: BorderRule): Promise<Kept | undefined> => {
    const before = kept.find((one) => one.path === picture.imagePath && one.without === without);
    if (before || performance.now() > untilMs) return before;
    const one = await measured(engines, picture, without);
    kept.push(one);
    await appendFile(keptPath, `${JSON.stringify(one)}\n`);
    return one;
  };
  for (const folder of folders) {
    const pictures: PictureWithTruth[] = [];
    for await (const picture of picturesWithTruth(folder)) pictures.push(picture);
    for (const picture of pictures.filter((_, i) => i % Number(every) === 0)) {
      const whole = await keptOf(picture);
      for (const rule of whole?.asked ?? []) await keptOf(picture, rule);
    }
  }
  process.stdout.write(tableOf(kept));
}

async function measured(engines: Engines, { imagePath, truth }: PictureWithTruth, without?: BorderRule): Promise<Kept> {
  leaveOut(without ? [without] : []);
  const seen = await measurePicture(engines, imagePath, {}).catch(() => undefined);
  const asked = rulesAsked();
  leaveOut([]);
  return {
    path: imagePath,
    ...(without && { without }),
    score: scorePicture(truth, seen && tableOfMeasurement(seen), 0, seen?.camera),
    asked,
  };
}

/** A row a rule, over the pictures of which all is known: those measured without each rule that was asked. */
function tableOf(kept: readonly Kept[]): string {
  const withoutOf = (path: string, rule: BorderRule) => kept.find((one) => one.path === path && one.without === rule);
  const whole = kept.filter((one) => !one.without && one.asked.every((rule) => withoutOf(one.path, rule)));
  const figures = (scores: readonly PictureScore[]) => {
    const { recall, layoutMm, relativeMm, normalisedError, verdicts, failedImages } = evaluate(scores);
    const [p50, p95] = [layoutMm.p50, layoutMm.p95].map((mm) => mm.toFixed(2));
    return [
      failedImages.length,
      `${verdicts.certain - verdicts.certainCorrect} of ${verdicts.certain}`,
      `${p50} / ${p95}`,
      relativeMm.max.toFixed(1),
      recall.toFixed(3),
      normalisedError.toFixed(2),
    ];
  };
  const rows = BORDER_RULES.map((rule) => {
    const asked = whole.filter((one) => one.asked.includes(rule));
    const scores = whole.map((one) => (one.asked.includes(rule) ? withoutOf(one.path, rule)! : one).score);
    const changed = asked.filter((one) => JSON.stringify(one.score) !== JSON.stringify(withoutOf(one.path, rule)!.score)).length;
    return [rule, asked.length, changed, ...(changed > 0 ? figures(scores) : ['', '', '', '', '', ''])];
  });
  const header = [
    'without',
    'consulted',
    'changed',
    'refused',
    'wrong of certain',
    'layout p50 / p95, mm',
    'worst distance, mm',
    'recall',
    'normalised',
  ];
  const table = [header, header.map(() => '---'), ['all rules used', '', '', ...figures(whole.map(({ score }) => score))], ...rows];
  return `${whole.length} pictures\n\n${table.map((row) => `| ${row.join(' | ')} |\n`).join('')}`;
}

await main(process.argv.slice(2));
