import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mutation } from './mutations.js';
import type { RuleTest } from './rule-tests.js';

/** A mutation and the first test of its rule that failed under it; undefined: it survived. */
export interface Judged {
  readonly mutation: Mutation;
  readonly killedBy: string | undefined;
}

const COPIED = ['src', 'test', 'package.json', 'tsconfig.json', 'tsconfig.base.json'];
const LINKED = ['node_modules', 'models', 'test-fixtures', 'calibration', 'docs', 'scripts'];

/** Tests of a rule ask the reducer or the judge; what a page shows of it is not waited for. */
const FOLDERS = ['test/game/', 'test/judge/'];
/** Long comparisons with independent programs, asked only where nothing else shows a rule. */
const SLOW = ['test/judge/oracle.test.ts', 'test/judge/vectors.test.ts'];
/** Tests that a mutation sends round in circles have noticed it; unbroken they take seconds, even on a machine that is busy. */
const LIMIT_MS = 300_000;

/**
 * Applies each mutation to a copy of the checkout and runs the tests that carry its rule's id there; `onJudged` is called for each. Throws when the
 * tests fail without any mutation, or when a search text does not stand in its file exactly once.
 */
export async function mutated(
  mutations: readonly Mutation[],
  tests: readonly RuleTest[],
  onJudged: (judged: Judged) => void,
): Promise<readonly Judged[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-rules-'));
  try {
    await Promise.all(COPIED.map((name) => cp(name, join(folder, name), { recursive: true })));
    await Promise.all(LINKED.map((name) => symlink(resolve(name), join(folder, name))));
    const files = [...new Set(tests.map(({ file }) => file).filter((file) => isAsked(file) && !SLOW.includes(file)))];
    const unbroken = await failed(folder, files, '\\[[A-Z]{3}-');
    if (unbroken !== undefined) throw new Error(`Without any mutation a test fails: ${unbroken}`);
    const judged: Judged[] = [];
    for (const mutation of mutations) {
      judged.push(await judge(folder, mutation, tests));
      onJudged(judged.at(-1)!);
    }
    return judged;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function judge(folder: string, mutation: Mutation, tests: readonly RuleTest[]): Promise<Judged> {
  const path = join(folder, mutation.file);
  const source = await readFile(path, 'utf8');
  await writeFile(path, mutatedSource(source, mutation));
  const files = [...new Set(tests.filter(({ ids }) => ids.includes(mutation.rule)).map(({ file }) => file))].filter(isAsked);
  const fast = files.filter((file) => !SLOW.includes(file));
  const killedBy = await failed(folder, fast.length > 0 ? fast : files, `\\[${mutation.rule}\\]`);
  await writeFile(path, source);
  return { mutation, killedBy };
}

function isAsked(file: string): boolean {
  return FOLDERS.some((folder) => file.startsWith(folder));
}

/** The source with the mutation in it. Throws when its search text does not occur exactly once. */
export function mutatedSource(source: string, { rule, file, search, replacement }: Mutation): string {
  const parts = source.split(search);
  if (parts.length !== 2)
    throw new Error(`${rule}: '${search}' occurs ${parts.length - 1} times in ${file}, expected once. Correct its mutation.`);
  return parts.join(replacement);
}

/** Title of the first test with such a name that fails; undefined: all pass. Throws when a file breaks off without failing a test. */
async function failed(folder: string, files: readonly string[], pattern: string): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const args = ['--import', 'tsx', '--test', '--test-reporter', 'tap', '--test-name-pattern', pattern, ...files];
  const { status, out } = await run(folder, args);
  if (status === 0) return undefined;
  if (status === 'late') return 'took too long';
  const title = /^ *not ok \d+ - (.*\[[A-Z]{3}-.*)$/m.exec(out)?.[1];
  if (title !== undefined) return title.replace(/\\/g, '');
  throw new Error(`The tests ${files.join(', ')} break off:\n${out.slice(0, 2000)}`);
}

function run(folder: string, args: readonly string[]): Promise<{ readonly status: number | 'late'; readonly out: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, LIMIT_MS);
    child.on('close', (status) => {
      clearTimeout(timer);
      done({ status: isLate ? 'late' : (status ?? 1), out });
    });
  });
}
