import type { Evaluation } from './evaluation.js';
import { goalsSection } from './goals.js';
import { intervalTable } from './intervals.js';
import type { PictureScore } from './score-picture.js';

type Figures = Evaluation['byElevation'][string];

const WORST = 5;

/** ACCURACY.md: the evaluation of the project's own fixtures, printed, never edited by hand. */
export function accuracyPage(folder: string, evaluation: Evaluation, scores: readonly PictureScore[]): string {
  const rows: [string, Figures][] = [['all', evaluation], ...Object.entries(evaluation.byElevation)];
  const worst = [...scores].sort((a, b) => Math.max(0, ...b.positionMm) - Math.max(0, ...a.positionMm)).slice(0, WORST);
  return `# Accuracy

Printed by \`npm run -s hashmark -- eval ${folder}\`. The pictures are rendered by the table simulator, in styles that no net was trained on;
they are not photographs of real tables. One 1920×1080 picture per table, lens unknown.

| camera above the table | pictures | recall | precision | size right | position p50 / p95, mm | layout p50 / p95, mm | pair distance p50 / p95, mm | heading p95, ° | normalised error |
|---|---|---|---|---|---|---|---|---|---|
${rows.map(([name, f]) => row(name, f)).join('\n')}

Failed pictures: ${evaluation.failedImages.length === 0 ? 'none' : evaluation.failedImages.join(', ')}.
Verdicts: ${evaluation.verdicts.asked} asked, ${evaluation.verdicts.certain} certain, ${evaluation.verdicts.certainCorrect} of the certain ones right.
Obstacles: ${evaluation.obstacles.onTable} on the tables, ${evaluation.obstacles.found} found, ${evaluation.obstacles.named} named, ${evaluation.obstacles.namedRight} of the names right; named outlines are off by ${evaluation.obstacles.outlineMm.p50.toFixed(2)} / ${evaluation.obstacles.outlineMm.p95.toFixed(2)} mm (p50 / p95 of their points).

## Intervals

The same pictures. For another set of as many tables of this kind, each figure would fall within its interval nine times out of ten (bootstrap over tables). A table
is right when every ship that must be found is found, with the right size and within 1 mm, nothing else is mistaken for a ship, and no certain answer is wrong.

${intervalTable(scores)}

${goalsSection(evaluation, scores)}
## Claimed and actual error

The x and y of every ship found, sorted by claimed sigma and split into ten equal groups. Where the claimed sigma is honest, the ratio is near 1 in every group.

| claimed sigma, mm | root mean square of the errors, mm | ratio | within 2 sigma |
|---|---|---|---|
${calibration(scores).map(calibrationRow).join('\n')}

## Worst pictures

The program determines the cause by comparison with the truth: the true and the estimated camera together show by how much the table itself is wrong where the base stands.

| picture | camera above the table | ships found | largest position error, mm | registration off by, mm | cause |
|---|---|---|---|---|---|
${worst.map((score) => worstRow(score, folder)).join('\n')}
`;
}

const PARTS = 10;

interface CalibrationPart {
  readonly claimedMm: number;
  readonly actualMm: number;
  readonly within: number;
}

/** Claims in parts of equal number, the narrowest first. */
function calibration(scores: readonly PictureScore[]): CalibrationPart[] {
  const claims = scores
    .flatMap(({ claimedMm, normalised }) => claimedMm.map((sigmaMm, i) => ({ sigmaMm, z: normalised[i]! })))
    .sort((a, b) => a.sigmaMm - b.sigmaMm);
  return Array.from({ length: PARTS }, (_, i) => claims.slice((i * claims.length) / PARTS, ((i + 1) * claims.length) / PARTS))
    .filter((part) => part.length > 0)
    .map((part) => {
      const mean = (of: (claim: (typeof part)[number]) => number) => part.reduce((sum, claim) => sum + of(claim), 0) / part.length;
      return {
        claimedMm: Math.sqrt(mean(({ sigmaMm }) => sigmaMm ** 2)),
        actualMm: Math.sqrt(mean(({ sigmaMm, z }) => (sigmaMm * z) ** 2)),
        within: mean(({ z }) => (Math.abs(z) <= 2 ? 1 : 0)),
      };
    });
}

function calibrationRow({ claimedMm, actualMm, within }: CalibrationPart): string {
  return `| ${claimedMm.toFixed(2)} | ${actualMm.toFixed(2)} | ${(actualMm / claimedMm).toFixed(2)} | ${(100 * within).toFixed(0)} % |`;
}

function worstRow(s: PictureScore, folder: string): string {
  const worstMm = Math.max(0, ...s.positionMm).toFixed(2);
  const shown = `<img src="${folder}/${s.image}" width="260" alt=""><br>${s.image}`;
  return `| ${shown} | ${s.elevationDeg?.toFixed(0) ?? '?'}° | ${s.dueFound} of ${s.due} | ${worstMm} | ${s.registrationMm?.toFixed(1) ?? '?'} | ${s.cause ?? ''} |`;
}

function row(name: string, f: Figures): string {
  const two = (s: { p50: number; p95: number }) => `${s.p50.toFixed(2)} / ${s.p95.toFixed(2)}`;
  return `| ${name === 'all' ? 'all' : `${name}°`} | ${f.images} | ${f.recall.toFixed(3)} | ${f.precision.toFixed(3)} | ${f.sizeAccuracy.toFixed(3)} | ${two(f.positionMm)} | ${two(f.layoutMm)} | ${two(f.relativeMm)} | ${f.headingDeg.p95.toFixed(2)} | ${f.normalisedError.toFixed(2)} |`;
}
