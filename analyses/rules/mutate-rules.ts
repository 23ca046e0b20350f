import type { Mutation } from './mutations.js';
import type { RuleTest } from './rule-tests.js';

/** A mutation and the first test of its rule that failed under it; undefined: it survived. */
export interface Judged {
  readonly mutation: Mutation;
  readonly killedBy: string | undefined;
}

/** scripts/lib/mutation/broken-copy.mjs. */
interface BrokenCopies {
  openBrokenCopy(): Promise<BrokenCopy>;
  runNode(folder: string, args: readonly string[], limitMs: number): Promise<{ readonly status: number; readonly out: string }>;
}

interface BrokenCopy {
  readonly folder: string;
  whileBroken<T>(file: string, change: (text: string) => string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const { openBrokenCopy, runNode } = (await import(
  new URL('../../scripts/lib/mutation/broken-copy.mjs', import.meta.url).href
)) as BrokenCopies;

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
  const copy = await openBrokenCopy();
  try {
    const files = [...new Set(tests.map(({ file }) => file).filter((file) => isAsked(file) && !SLOW.includes(file)))];
    const unbroken = await failed(copy.folder, files, '\\[[A-Z]{3}-');
    if (unbroken !== undefined) throw new Error(`Without any mutation a test fails: ${unbroken}`);
    const judged: Judged[] = [];
    for (const mutation of mutations) {
      judged.push(await judge(copy, mutation, tests));
      onJudged(judged.at(-1)!);
    }
    return judged;
  } finally {
    await copy.close();
  }
}

async function judge(copy: BrokenCopy, mutation: Mutation, tests: readonly RuleTest[]): Promise<Judged> {
  const files = [...new Set(tests.filter(({ ids }) => ids.includes(mutation.rule)).map(({ file }) => file))].filter(isAsked);
  const fast = files.filter((file) => !SLOW.includes(file));
  const ask = () => failed(copy.folder, fast.length > 0 ? fast : files, `\\[${mutation.rule}\\]`);
  const killedBy = await copy.whileBroken(mutation.file, (source) => mutatedSource(source, mutation), ask);
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
  const { status, out } = await runNode(folder, args, LIMIT_MS);
  if (status === 0) return undefined;
  if (status === 124) return 'took too long';
  const title = /^ *not ok \d+ - (.*\[[A-Z]{3}-.*)$/m.exec(out)?.[1];
  if (title !== undefined) return title.replace(/\\/g, '');
  throw new Error(`The tests ${files.join(', ')} break off:\n${out.slice(0, 2000)}`);
}
