/**
 * npm run rules [-- --mutate]: which tests show which rule. Fails when a rule has none, or a test names a rule that does not exist. With
 * `--mutate` each rule is broken in a copy of the checkout, and its tests have to notice; that is printed to docs/rules.md (some minutes).
 */
import { writeFile } from 'node:fs/promises';
import { RULE_IDS } from '../../src/game/model/rule-id.js';
import { type Judged, mutated } from './mutate-rules.js';
import { MUTATIONS } from './mutations.js';
import { gaps, ruleTests } from './rule-tests.js';
import { rulesPage } from './rules-page.js';

const tests = await ruleTests('test');
const { missing, unknown } = gaps(RULE_IDS, tests);
const isMutating = process.argv.includes('--mutate');
if (isMutating) await mutateAll();
else list();
if (missing.length > 0) process.stdout.write(`Without a test: ${missing.join(', ')}\n`);
if (unknown.length > 0) process.stdout.write(`No such rule: ${unknown.join(', ')}\n`);
if (missing.length + unknown.length > 0) process.exitCode = 1;

function list(): void {
  for (const id of RULE_IDS) {
    const own = tests.filter(({ ids }) => ids.includes(id));
    process.stdout.write(`${id}\n${own.map(({ file, title }) => `  ${file}: ${title}\n`).join('') || '  NO TEST\n'}`);
  }
  process.stdout.write(`\n${RULE_IDS.length - missing.length} of ${RULE_IDS.length} rules have a test.\n`);
}

async function mutateAll(): Promise<void> {
  const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  const asked = MUTATIONS.filter(({ rule }) => named.length === 0 || named.includes(rule));
  const print = ({ mutation: { rule, means }, killedBy }: Judged) =>
    process.stdout.write(`${killedBy ? 'killed  ' : 'SURVIVED'} ${rule} ${means}${killedBy ? ` (${killedBy})` : ''}\n`);
  const judged = await mutated(asked, tests, print);
  const survived = judged.filter(({ killedBy }) => killedBy === undefined);
  if (named.length === 0) await writeFile('docs/rules.md', rulesPage(judged, RULE_IDS.length));
  const rules = new Set(asked.map(({ rule }) => rule));
  const open = new Set(survived.map(({ mutation }) => mutation.rule));
  process.stdout.write(
    `\n${rules.size - open.size} of ${rules.size} rules killed: ${judged.length - survived.length} of ${judged.length} mutations.\n`,
  );
  if (survived.length > 0) process.exitCode = 1;
}
