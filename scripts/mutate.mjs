/**
 * npm run mutate -- [FOLDER…] [--sample N] [--seed S] [--tests N] [--minutes M] [--report]
 * Breaks the code on purpose, one place at a time, and looks whether a test fails. Works in a copy, so the checkout is never touched; what was
 * judged is kept in .cache/mutation and not judged again while file and tests are the same. `--report` prints docs/mutation.md from it.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importGraph, testsOf } from './lib/import-graph.mjs';
import { keptResults, openBench } from './lib/mutation/bench.mjs';
import { mutantsOf, sampleOf } from './lib/mutation/mutants.mjs';
import { mutationReport } from './lib/mutation/report.mjs';
import { testFiles } from './lib/node-tests.mjs';
import { stampDocument } from './lib/printed-documents.mjs';
import { ROOT } from './lib/run.mjs';

const FOLDERS = ['src/geometry', 'src/judge', 'src/table', 'src/vision/solve', 'src/game'];
/** Folders of test/ that need no browser. */
const TEST_FOLDERS = [
  'geometry',
  'pieces',
  'table',
  'judge',
  'game',
  'scene',
  'vision',
  'relay',
  'sim',
  'analysis',
  'app',
  'formats',
  'cli',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '12' },
    minutes: { type: 'string', default: '600' },
    report: { type: 'boolean', default: false },
  },
});
const folders = positionals.length > 0 ? positionals : FOLDERS;
const sampled = new Map();
for (const folder of folders) {
  const all = await mutantsIn(folder);
  sampled.set(folder, { total: all.length, drawn: sampleOf(all, Number(values.sample), values.seed) });
}

if (values.report) {
  const text = await mutationReport(sampled, await keptResults(), values);
  await writeFile(join(ROOT, 'docs/mutation.md'), text);
  await stampDocument('docs/mutation.md');
  process.stdout.write(text);
} else {
  await judgeAll();
}

async function judgeAll() {
  const tests = await testFiles(TEST_FOLDERS);
  const nearest = testsOf(await importGraph(ROOT, tests), tests);
  const bench = await openBench({ nearest, most: Number(values.tests) });
  const endMs = Date.now() + 60_000 * Number(values.minutes);
  try {
    for (const [folder, { drawn }] of sampled) {
      const counts = { killed: 0, survived: 0 };
      for (const mutant of drawn) {
        if (Date.now() > endMs) return;
        const { verdict, by } = await bench.judge(mutant);
        counts[verdict] += 1;
        const { file, line, original, replacement } = mutant;
        const change = `${original.replace(/\s+/g, ' ').slice(0, 60)} → ${replacement.replace(/\s+/g, ' ').slice(0, 60)}`;
        process.stdout.write(`${verdict === 'killed' ? 'killed  ' : 'SURVIVED'} ${file}:${line} ${change}${by ? ` (${by.trim()})` : ''}\n`);
      }
      process.stdout.write(`── ${folder}: ${counts.killed} killed, ${counts.survived} survived\n`);
    }
  } finally {
    await bench.close();
  }
}

async function mutantsIn(folder) {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  const lists = await Promise.all(files.sort().map(async (file) => mutantsOf(await readFile(join(ROOT, file), 'utf8'), file)));
  return lists.flat();
}
