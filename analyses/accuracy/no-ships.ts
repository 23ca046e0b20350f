/** npm run analyse -- no-ships DIR: what is found in photographs that show no base, for ACCURACY.md. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureWhole } from '../../src/cli/commands/measure.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { writeSection } from './accuracy-section.js';
import { measurementOrWhy } from './hand-held-score.js';

const USE = 'npm run analyse -- no-ships DIR [--write]   (DIR: photographs without a base)';
const PHOTOGRAPH = /\.(jpe?g|png|webp)$/i;
/** Of what is said to be a base one in a hundred may be something else. */
const CERTAIN = 0.99;

interface Photograph {
  readonly name: string;
  readonly seen: TableMeasurement | string;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean', default: false } } });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error(`Got ${positionals.length} folders, expected one.\n${USE}`);
  const names = (await readdir(folder)).filter((name) => PHOTOGRAPH.test(name)).sort();
  if (names.length === 0) throw new Error(`Got no photographs in ${folder}.\n${USE}`);
  const engines = await loadEngines();
  const photographs: Photograph[] = [];
  for (const name of names) {
    const seen = measurementOrWhy(await measureWhole(engines, join(folder, name), {}).catch(String));
    photographs.push({ name, seen });
    process.stderr.write(`${name}: ${typeof seen === 'string' ? seen : `${seen.bases.length} bases`}\n`);
  }
  const section = page(photographs);
  process.stdout.write(section);
  if (values.write) await writeSection(section, 'no-ships');
}

function page(photographs: readonly Photograph[]): string {
  const measured = photographs.flatMap(({ seen }) => (typeof seen === 'string' ? [] : [seen]));
  const bases = measured.flatMap((seen) => seen.bases);
  const certain = bases.filter(({ detectionProbability }) => detectionProbability >= CERTAIN);
  const rows: readonly (readonly [string, number])[] = [
    ['photographs', photographs.length],
    ['refused', photographs.length - measured.length],
    ['with a base', measured.filter((seen) => seen.bases.length > 0).length],
    ['bases', bases.length],
    [`bases with a probability of ${CERTAIN} or more (goal: 0)`, certain.length],
    ['obstacles', measured.reduce((sum, seen) => sum + seen.obstacles.length, 0)],
    ['places where a base or an obstacle may be', measured.reduce((sum, seen) => sum + seen.unmeasurable.length, 0)],
  ];
  return `## Photographs without a ship

Printed by \`npm run analyse -- no-ships DIR\`: real photographs of other board games and of calibration boards, none of which shows a base. Whatever is found in them is a false alarm. They are not in the repository.

| | |
|---|---|
${rows.map(([what, count]) => `| ${what} | ${count} |`).join('\n')}
`;
}

await main();
