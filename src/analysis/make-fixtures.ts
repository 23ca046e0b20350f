/**
 * Makes the pictures of test-fixtures/ again from their seeds: `npm run fixtures`. Pictures that are there are kept; delete a folder to
 * have it made anew.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface FixtureSet {
  readonly folder: string;
  /** Options of make-pictures. */
  readonly wishes: readonly string[];
  readonly from: number;
  readonly count: number;
}

const WHOLE = ['--split', 'test', '--whole-mat'];

/** Every set of pictures: add a row to add one. */
const SETS: readonly FixtureSet[] = [
  { folder: 'tables', wishes: [...WHOLE, '--elevation', '35-45'], from: 0, count: 16 },
  { folder: 'tables', wishes: [...WHOLE, '--elevation', '45-60'], from: 100, count: 18 },
  { folder: 'tables', wishes: [...WHOLE, '--elevation', '60-75'], from: 200, count: 16 },
  { folder: 'tables', wishes: [...WHOLE, '--elevation', '75-90'], from: 300, count: 12 },
  { folder: 'tables-cut', wishes: ['--split', 'test', '--elevation', '35-90'], from: 400, count: 6 },
  { folder: 'tables-trained-on', wishes: ['--split', 'train', '--whole-mat', '--elevation', '35-90'], from: 80000, count: 12 },
];

for (const { folder, wishes, from, count } of SETS) {
  const out = `test-fixtures/${folder}`;
  process.stdout.write(`${out}, seeds ${from} to ${from + count - 1}\n`);
  const args = [
    '--import',
    'tsx',
    'src/analysis/make-pictures.ts',
    '--out',
    out,
    '--from',
    String(from),
    '--count',
    String(count),
    ...wishes,
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`make-pictures ended with ${status} for ${out}; what it had made is kept.`);
}
