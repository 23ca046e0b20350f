import type { Judged } from './mutate-rules.js';
import type { Mutation } from './mutations.js';

/** docs/rules.md: every rule, how it was broken, and which of its tests noticed. Printed by `npm run rules -- --mutate`. */
export function rulesPage(judged: readonly Judged[], ruleCount: number): string {
  const killed = judged.filter(({ killedBy }) => killedBy !== undefined);
  const survivors = new Set(judged.filter(({ killedBy }) => killedBy === undefined).map(({ mutation }) => mutation.rule));
  const rules = new Set(judged.map(({ mutation }) => mutation.rule));
  const shown = [...rules].filter((rule) => !survivors.has(rule)).length;
  return `# Rules, and the tests that show them

Printed by \`npm run rules -- --mutate\`, never edited by hand. Each row turns a sentence of a rule ([the list](rule-list.md)) over by one small change of the source; the
tests that carry the rule's id then have to fail. ${shown} of ${ruleCount} rules, ${killed.length} of ${judged.length} changes noticed.

| rule | what holds instead | in | noticed by |
|---|---|---|---|
${judged.map(({ mutation, killedBy }) => `${rowStart(mutation)} ${killedBy ? cell(withoutId(killedBy)) : '**nothing**'} |`).join('\n')}
`;
}

/** Beginning of a mutation's row, by which a test finds it in the page. */
export function rowStart({ rule, means, file }: Mutation): string {
  return `| ${rule} | ${cell(means)} | \`${file}\` |`;
}

function withoutId(title: string): string {
  return title.replace(/\[[A-Z]{3}-\w+\] */g, '');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
