/** npm run analyse -- resolutions: how exactly cameras of several resolutions measure the same tables. */
import { parseArgs } from 'node:util';
import { scoreFolder } from '../../src/cli/commands/eval.js';
import { type Evaluation, evaluate } from '../../src/cli/eval/evaluation.js';
import { writeSection } from './accuracy-section.js';
import { picturesWithTruth } from './pictures-with-truth.js';

const USE = 'npm run analyse -- resolutions DIR DIR… [--write]   (the same tables at one resolution each, the one to compare with first)';

interface AtResolution {
  readonly size: string;
  readonly found: Evaluation;
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false } },
  });
  if (positionals.length < 2) throw new Error(`Got ${positionals.length} folders, expected two at least.\n${USE}`);
  const all: AtResolution[] = [];
  for (const folder of positionals) all.push({ size: await sizeOf(folder), found: evaluate((await scoreFolder(folder)).scores) });
  const summary = page(all);
  process.stdout.write(summary);
  if (values.write) await writeSection(summary, 'resolutions');
}

/** Width × height of a folder's pictures, px. Throws when they differ or a truth names no camera. */
async function sizeOf(folder: string): Promise<string> {
  const sizes = new Set<string>();
  for await (const { truth, truthPath } of picturesWithTruth(folder)) {
    if (!truth.camera) throw new Error(`${truthPath}: got no camera, expected one, as \`npm run analyse -- pictures\` writes it.`);
    sizes.add(`${truth.camera.widthPx}×${truth.camera.heightPx}`);
  }
  const [size, ...others] = sizes;
  if (size === undefined || others.length > 0)
    throw new Error(`${folder}: got pictures of ${[...sizes].join(', ') || 'no size'}, expected one.`);
  return size;
}

function page(all: readonly AtResolution[]): string {
  const [first] = all;
  return `## At other resolutions

Printed by \`npm run -s analyse -- resolutions\`: the same ${first!.found.images} simulated tables in styles that no net was trained on, one picture of each at every resolution. In
brackets: the p50 divided by that of the first row.

| picture, px | recall | precision | size right | position p50 / p95, mm | layout p50 / p95, mm | pair distance p50 / p95, mm | heading p95, ° | normalised error | certain verdicts right |
|---|---|---|---|---|---|---|---|---|---|
${all.map((one) => row(one, first!)).join('\n')}
`;
}

function row({ size, found }: AtResolution, first: AtResolution): string {
  const spreads = (['positionMm', 'layoutMm', 'relativeMm'] as const).map((which) => {
    const { p50, p95 } = found[which];
    return `${p50.toFixed(2)} / ${p95.toFixed(2)} (${(p50 / first.found[which].p50).toFixed(2)})`;
  });
  const { recall, precision, sizeAccuracy, headingDeg, normalisedError, verdicts } = found;
  const cells = [
    size,
    ...[recall, precision, sizeAccuracy].map((share) => share.toFixed(3)),
    ...spreads,
    headingDeg.p95.toFixed(2),
    normalisedError.toFixed(2),
    `${verdicts.certainCorrect} of ${verdicts.certain} (${verdicts.asked} asked)`,
  ];
  return `| ${cells.join(' | ')} |`;
}

await main(process.argv.slice(2));
