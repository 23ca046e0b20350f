import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { run } from '../../../src/cli/commands/eval.js';
import { sizeProblem } from '../../../src/vision/mat/border/border-problems.js';
import { applied, BORDER_RULES, leaveOut, rulesAsked } from '../../../src/vision/mat/border-rules.js';

afterEach(() => leaveOut([]));

test('a rule that is left out no longer counts, and the others do', () => {
  const odd = { widthMm: 1000, depthMm: 914 };
  assert.equal(sizeProblem(odd)?.code, 'mat-border-unsure');
  leaveOut(['size-refused']);
  assert.equal(sizeProblem(odd), undefined);
  assert.equal(applied('unlike-sides', 3), 3);
  leaveOut(['unlike-sides']);
  assert.equal(applied('unlike-sides', 3), 0);
  assert.equal(sizeProblem(odd)?.code, 'mat-border-unsure');
});

test('a rule is asked only where its word changes something', () => {
  leaveOut([]);
  sizeProblem({ widthMm: 914, depthMm: 914 });
  applied('unlike-sides', 0);
  assert.deepEqual(rulesAsked(), []);
  sizeProblem({ widthMm: 1000, depthMm: 914 });
  assert.deepEqual(rulesAsked(), ['size-refused']);
});

test('every rule is asked at one place', async () => {
  const folder = 'src/vision/mat';
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const text = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
  const places = BORDER_RULES.map((rule) => [rule, [...text.matchAll(new RegExp(`appl(?:ies|ied)\\('${rule}'`, 'g'))].length]);
  assert.deepEqual(
    places,
    BORDER_RULES.map((rule) => [rule, 1]),
  );
});

test('hashmark eval --without says which rules there are', async () => {
  const { write } = process.stderr;
  let said = '';
  process.stderr.write = ((text: string) => {
    said += text;
    return true;
  }) as typeof write;
  try {
    assert.equal(await run(['test-fixtures/tables', '--without', 'hems']), 2);
  } finally {
    process.stderr.write = write;
  }
  assert.match(said, /--without is 'hems'; expected band-colours, .*hem, /);
});
