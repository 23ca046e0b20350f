import type { Evaluation } from './evaluation.js';
import type { PictureScore } from './score-picture.js';

type Figures = Evaluation['byElevation'][string];

const WORST = 5;

/** ACCURACY.md: the evaluation of the project's own fixtures, printed, never edited by hand. */
export function accuracyPage(folder: string, evaluation: Evaluation, scores: readonly PictureScore[]): string {
  const rows: [string, Figures][] = [['all', evaluation], ...Object.entries(evaluation.byElevation)];
  const worst = [...scores].sort((a, b) => Math.max(0, ...b.positionMm) - Math.max(0, ...a.positionMm)).slice(0, WORST);
  return `# Accuracy

Printed by \`npm run -s hashmark -- eval ${folder}\`. The pictures are made by the simulated table with looks that no net was trained on;
they are not photographs of real tables. Lens unknown, one picture each, 1920×1080.

| camera above the table | pictures | recall | precision | size right | position p50 / p95, mm | layout p50 / p95, mm | pair distance p50 / p95, mm | heading p95, ° | normalised error |
|---|---|---|---|---|---|---|---|---|---|
${rows.map(([name, f]) => row(name, f)).join('\n')}

Failed pictures: ${evaluation.failedImages.length === 0 ? 'none' : evaluation.failedImages.join(', ')}.
Verdicts: ${evaluation.verdicts.asked} asked, ${evaluation.verdicts.certain} certain, ${evaluation.verdicts.certainCorrect} of the certain ones right.

## Worst pictures

| picture | camera above the table | ships found | largest position error, mm |
|---|---|---|---|
${worst.map((s) => `| ${s.image} | ${s.elevationDeg?.toFixed(0) ?? '?'}° | ${s.dueFound} of ${s.due} | ${Math.max(0, ...s.positionMm).toFixed(2)} |`).join('\n')}
`;
}

function row(name: string, f: Figures): string {
  const two = (s: { p50: number; p95: number }) => `${s.p50.toFixed(2)} / ${s.p95.toFixed(2)}`;
  return `| ${name === 'all' ? 'all' : `${name}°`} | ${f.images} | ${f.recall.toFixed(3)} | ${f.precision.toFixed(3)} | ${f.sizeAccuracy.toFixed(3)} | ${two(f.positionMm)} | ${two(f.layoutMm)} | ${two(f.relativeMm)} | ${f.headingDeg.p95.toFixed(2)} | ${f.normalisedError.toFixed(2)} |`;
}
