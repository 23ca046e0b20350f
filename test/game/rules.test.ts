import assert from 'node:assert/strict';
import test from 'node:test';
import { gaps, ruleTests, ruleTestsIn } from '../../src/analysis/rules/rule-tests.js';
import { RULE_IDS } from '../../src/game/model/rule-id.js';

test('every rule of the list has a test that carries its id, and no test carries an id that is none', async () => {
  assert.equal(RULE_IDS.length, 29 + 11 + 21 + 8 + 2);
  assert.deepEqual(gaps(RULE_IDS, await ruleTests('test')), { missing: [], unknown: [] });
});

test('a title is read in every kind of quotes, and a test without an id is left out', () => {
  const source = ['test(', "'[", 'MAN-01] it’s\', f); test("[RNG-02] [', "RNG-03] b\", g); test('c', h);"].join('');
  assert.deepEqual(
    ruleTestsIn(source, 'x').map(({ ids }) => ids),
    [['MAN-01'], ['RNG-02', 'RNG-03']],
  );
});
