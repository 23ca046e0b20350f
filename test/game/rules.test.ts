import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { mutatedSource } from '../../analyses/rules/mutate-rules.js';
import { MUTATIONS } from '../../analyses/rules/mutations.js';
import { gaps, ruleTests, ruleTestsIn } from '../../analyses/rules/rule-tests.js';
import { rowStart } from '../../analyses/rules/rules-page.js';
import { RULE_IDS } from '../../src/game/model/rule-id.js';

test('every rule of the list has a test that carries its id, and no test carries an unknown id', async () => {
  assert.equal(RULE_IDS.length, 29 + 11 + 21 + 8 + 2);
  assert.deepEqual(gaps(RULE_IDS, await ruleTests('test')), { missing: [], unknown: [] });
});

test('docs/rule-list.md says once of every id, in its order, what the rule is', () => {
  const rows = [...readFileSync('docs/rule-list.md', 'utf8').matchAll(/^\| ([A-Z]{3}-\w+)(?: †)? \| (.+) \|$/gm)];
  assert.deepEqual(
    rows.map(([, id]) => id),
    RULE_IDS,
  );
  assert.equal(new Set(rows.map(([, , text]) => text)).size, RULE_IDS.length);
});

test('every rule has a mutation, each changes a text that stands in its file exactly once, and the printed page has a row for each', () => {
  assert.deepEqual(
    RULE_IDS.filter((id) => !MUTATIONS.some(({ rule }) => rule === id)),
    [],
  );
  const page = readFileSync('docs/rules.md', 'utf8');
  for (const mutation of MUTATIONS) {
    const source = readFileSync(mutation.file, 'utf8');
    assert.notEqual(mutatedSource(source, mutation), source, mutation.rule);
    assert.ok(page.includes(rowStart(mutation)), `${rowStart(mutation)}: print docs/rules.md again with npm run rules -- --mutate`);
  }
  assert.ok(!page.includes('**nothing**'), 'a mutation survived');
  assert.ok(!page.includes('took too long'), 'a mutation was noticed by the clock alone');
});

test('a string or comment that looks like a test in a test file does not count as one', () => {
  assert.deepEqual(ruleTestsIn("const source = \"test('[MAN-01] x', f)\"; // test('[MAN-02] y', f)", 'x'), []);
});

test('a title is read in every kind of quotes, and a test without an id is left out', () => {
  const source = ['test(', "'[", 'MAN-01] it’s\', f); test("[RNG-02] [', "RNG-03] b\", g); test('c', h);"].join('');
  assert.deepEqual(
    ruleTestsIn(source, 'x').map(({ ids }) => ids),
    [['MAN-01'], ['RNG-02', 'RNG-03']],
  );
});
