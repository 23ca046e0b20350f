/** npm run rules: which tests show which rule. Fails when a rule has none, or a test names a rule that does not exist. */
import { RULE_IDS } from '../game/model/rule-id.js';
import { gaps, ruleTests } from './rules/rule-tests.js';

const tests = await ruleTests('test');
for (const id of RULE_IDS) {
  const own = tests.filter(({ ids }) => ids.includes(id));
  process.stdout.write(`${id}\n${own.map(({ file, title }) => `  ${file}: ${title}\n`).join('') || '  NO TEST\n'}`);
}
const { missing, unknown } = gaps(RULE_IDS, tests);
process.stdout.write(`\n${RULE_IDS.length - missing.length} of ${RULE_IDS.length} rules have a test.\n`);
if (missing.length > 0) process.stdout.write(`Without a test: ${missing.join(', ')}\n`);
if (unknown.length > 0) process.stdout.write(`No such rule: ${unknown.join(', ')}\n`);
process.exitCode = missing.length + unknown.length > 0 ? 1 : 0;
