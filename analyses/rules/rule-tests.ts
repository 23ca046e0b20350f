import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** A test that carries ids of rules in its title. */
export interface RuleTest {
  readonly file: string;
  readonly title: string;
  readonly ids: readonly string[];
}

const ID = /\[([A-Z]{3}-(?:\d{2}|EX\d))\]/g;

/** The tests of a source that carry ids: calls of `test`, as the compiler reads them, so that a string that looks like one does not count. */
export function ruleTestsIn(source: string, file: string): readonly RuleTest[] {
  return titles(ts.createSourceFile(file, source, ts.ScriptTarget.Latest))
    .map((title) => ({ file, title: title.replace(ID, '').trim(), ids: [...title.matchAll(ID)].map(([, id]) => id!) }))
    .filter(({ ids }) => ids.length > 0);
}

function titles(node: ts.Node): readonly string[] {
  const found: string[] = [];
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'test') {
    const [title] = node.arguments;
    if (title && ts.isStringLiteralLike(title)) found.push(title.text);
  }
  ts.forEachChild(node, (child) => {
    found.push(...titles(child));
  });
  return found;
}

/** The tests with ids in all test files below a folder, in the order of their names. */
export async function ruleTests(folder: string): Promise<readonly RuleTest[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.test.ts')).sort();
  const found = await Promise.all(
    files.map(async (name) => ruleTestsIn(await readFile(join(folder, name), 'utf8'), relative('.', join(folder, name)))),
  );
  return found.flat();
}

/** Ids without a test, and ids of tests that no rule has. */
export function gaps(
  ids: readonly string[],
  tests: readonly RuleTest[],
): { readonly missing: readonly string[]; readonly unknown: readonly string[] } {
  const carried = new Set(tests.flatMap((test) => test.ids));
  return { missing: ids.filter((id) => !carried.has(id)), unknown: [...carried].filter((id) => !ids.includes(id)) };
}
