import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

const ACCEPTED = 'scripts/lib/mutation/accepted-mutants.json';

/** docs/mutation.md: the score of each folder, and every survivor of the sample with why it may live. */
export async function mutationReport(sampled, results, { sample: count, seed }) {
  const accepted = JSON.parse(await readFile(join(ROOT, ACCEPTED), 'utf8'));
  const rows = [...sampled].map(([folder, sample]) => rowOf(folder, sample, results, accepted));
  return [
    '# Mutation run',
    '',
    `Printed by \`npm run mutate -- --report --sample ${count} --seed ${seed}\` after \`npm run mutate -- --sample ${count} --seed ${seed}\`. Each mutant breaks one place: a`,
    'sign, a comparison, a constant, a boolean, a term, a branch or a call (`scripts/lib/mutation/mutants.mjs`). It counts as killed when one of the test files nearest to',
    'its file fails or hangs. Equivalent mutants change nothing that can be observed; they are listed with the reason and left out of the last column.',
    'The sample says nothing about the mutants that were not drawn beyond its own error: of 60, a share of 90 % is known to ± 4 %.',
    '',
    '| folder | mutants in all | judged | killed | equivalent | killed of the others |',
    '|---|---|---|---|---|---|',
    ...rows.map(({ cells }) => `| ${cells.join(' | ')} |`),
    '',
    ...rows.flatMap(({ folder, survivors }) => [
      '',
      `## Survivors in \`${folder}\``,
      '',
      ...(survivors.length > 0 ? survivors : ['None.']),
    ]),
    '',
  ].join('\n');
}

function rowOf(folder, { drawn, total }, results, accepted) {
  const judged = drawn.filter(({ key }) => results.has(key));
  const survived = judged.filter(({ key }) => results.get(key).verdict === 'survived');
  const why = ({ key }) => accepted.find((one) => one.key === key);
  const equivalent = survived.filter((mutant) => why(mutant)?.equivalent);
  const killed = judged.length - survived.length;
  const share = (of) => (of === 0 ? '–' : `${((100 * killed) / of).toFixed(0)} %`);
  const cells = [
    `\`${folder}\``,
    total,
    judged.length,
    `${killed} (${share(judged.length)})`,
    equivalent.length,
    share(judged.length - equivalent.length),
  ];
  const survivors = survived.map((mutant) => {
    const { file, line, key } = mutant;
    const text = (code) => `\`${code.replace(/\s+/g, ' ').replaceAll('`', "'").slice(0, 90)}\``;
    const reason = why(mutant);
    return `- ${file}:${line} ${text(mutant.original)} → ${text(mutant.replacement)} (${key}): ${reason ? `${reason.equivalent ? 'equivalent: ' : ''}${reason.why}` : 'not yet looked at'}`;
  });
  return { folder, cells, survivors };
}
