import assert from 'node:assert/strict';
import { test } from 'node:test';

const load = (name: string) => import(new URL(`../../scripts/lib/mutation/${name}.mjs`, import.meta.url).href);

interface Mutant {
  readonly key: string;
  readonly operator: string;
  readonly at: number;
  readonly end: number;
  readonly replacement: string;
}

async function mutated(text: string): Promise<string[]> {
  const { mutantsOf, mutatedText } = await load('mutants');
  return (mutantsOf(text, 'a.ts') as Mutant[]).map((mutant) => mutatedText(text, mutant));
}

test('signs, terms and constants of arithmetic are broken one at a time; joined texts and types are left alone', async () => {
  assert.deepEqual(
    (await mutated('x = a + 2 * b;')).sort(),
    ['x = 2 * b;', 'x = a - 2 * b;', 'x = a + 2 / b;', 'x = a + 2;', 'x = a + 3 * b;', 'x = a + b;', 'x = a;'].sort(),
  );
  assert.deepEqual(await mutated("x = 'mm ' + a;"), []);
  assert.deepEqual(await mutated('interface A { readonly n: 3 } type B = 4 | 5;'), []);
});

test('a comparison of measured numbers is turned around, one of counts is moved by one as well', async () => {
  assert.deepEqual(await mutated('if (gapMm < reachMm) stop();'), ['{}', 'if (gapMm >= reachMm) stop();']);
  assert.deepEqual(await mutated('y = list.length > i;'), ['y = list.length <= i;', 'y = list.length >= i;']);
});

test('conditions, negations and branches are broken', async () => {
  assert.deepEqual(await mutated('x = !a && b ? c : d;'), ['x = (c);', 'x = (d);', 'x = !a || b ? c : d;', 'x = (a) && b ? c : d;']);
  assert.deepEqual(await mutated('x = Math.max(a, -b);'), ['x = Math.min(a, -b);', 'x = Math.max(a, (b));']);
});

test('a sample by a seed stays the same while other lines of the file change, and differs by seed', async () => {
  const { mutantsOf, sampleOf } = await load('mutants');
  const lines = Array.from({ length: 30 }, (_, i) => `export const value${i} = first${i} + second${i} * ${10 + i};`);
  const sample = (text: string, seed: string) => (sampleOf(mutantsOf(text, 'a.ts'), 12, seed) as Mutant[]).map(({ key }) => key);
  const text = ['// What is around a mutant reaches sixty characters to either side of it, so this line is longer.', ...lines].join('\n');
  const before = sample(text, '1');
  // The text moves down by a line without mutants.
  assert.deepEqual(sample(`// One line more.\n${text}`, '1'), before);
  assert.notDeepEqual(sample(text, '2'), before);
  assert.equal(new Set(before).size, 12);
});

test('the tests of a file are those that come to import it, the ones with the fewest steps first', async () => {
  const { testsOf } = await load('../import-graph');
  const graph = new Map([
    ['far.test.ts', ['b.ts']],
    ['near.test.ts', ['a.ts']],
    ['b.ts', ['a.ts']],
    ['a.ts', []],
  ]);
  const found = testsOf(graph, ['far.test.ts', 'near.test.ts']);
  assert.deepEqual(
    found.get('a.ts').map(({ test }: { test: string }) => test),
    ['near.test.ts', 'far.test.ts'],
  );
  assert.deepEqual(
    found.get('b.ts').map(({ test }: { test: string }) => test),
    ['far.test.ts'],
  );
});
