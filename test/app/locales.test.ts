import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { readConfigFileAndWriteSchema } from '@lit/localize-tools/lib/config.js';
import { RuntimeLitLocalizer } from '@lit/localize-tools/lib/modes/runtime.js';
import type { RuntimeOutputConfig } from '@lit/localize-tools/lib/types/modes.js';
import { GERMAN_ANSWER } from '../../src/app/locales/german-answer.js';
import { report } from '../../src/judge/report/report.js';
import { answerOf, answerSentence, lastAnswer } from '../../src/scene/answer.js';
import { ENGLISH_ANSWER } from '../../src/scene/answer-words.js';
import { randomTable, sigmas } from '../judge/tables.js';

const config = readConfigFileAndWriteSchema('lit-localize.json');
const localizer = new RuntimeLitLocalizer({ ...config, output: config.output as RuntimeOutputConfig });
const textOf = (contents: readonly (string | { untranslatable: string; index: number })[]) =>
  contents.map((part) => (typeof part === 'string' ? part : `{${part.index}}`)).join('');

/** Words that are the same in both languages. */
const SAME = ['Name', 'Gas', 'Pilot', 'Initiative'];
/** Views that say nothing but by messages. */
const CONVERTED = [
  ...['hm-answer', 'hm-leave', 'hm-loading', 'hm-map', 'hm-notice', 'hm-obstacles', 'hm-ship-editor', 'hm-ships', 'hm-source-bar'],
  ...['hm-stage', 'hm-start', 'hm-tools', 'hm-top-bar', 'table-page', 'tool-buttons'],
]
  .map((name) => `src/app/view/${name}.ts`)
  .concat('src/app/offline/hm-update.ts', 'src/app/setup/hm-setup-chip.ts');
/** Names and units, which are the same everywhere. */
const NO_WORDS = /^(Hashmark|mm|s|%|·|…)$/;

test('every message of the page has its German, the committed catalogue is what the program has, and none is English', () => {
  const { messages, errors } = localizer.extractSourceMessages();
  assert.deepEqual(errors, []);
  const german = new Map(
    localizer
      .readTranslationsSync()
      .translations.get(config.targetLocales[0]!)!
      .map(({ name, contents }) => [name, textOf(contents)]),
  );
  assert.ok(messages.length > 150, `${messages.length} messages`);
  const committed = readFileSync('src/app/locales/de.ts', 'utf8');
  for (const { name, contents } of messages) {
    const source = textOf(contents);
    const translated = german.get(name);
    assert.ok(translated, `“${source}” has no German: write it into src/app/locales/de.xlf after npm run locales`);
    assert.ok(translated !== source || SAME.includes(source.trim()) || !/[a-z]{2}/.test(source), `“${source}” is still English`);
    assert.ok(committed.includes(`${name}:`), `“${source}” is not in de.ts: npm run locales`);
  }
  assert.deepEqual(localizer.validateTranslations().errors, []);
});

test('the views of the table page have no words but those of the catalogue', () => {
  for (const path of CONVERTED) {
    const code = readFileSync(path, 'utf8');
    const markup = withoutExpressions(code);
    const texts = [...markup.matchAll(/>([^<>]*)</g)].map(([, text]) => text!);
    const labels = [...markup.matchAll(/\s(?:aria-label|title|label|placeholder)="([^"]*)"/g)].map(([, text]) => text!);
    const words = [...texts, ...labels]
      .map((text) => text.replace(/&nbsp;/g, ' ').trim())
      .filter((text) => /[A-Za-z]{2}/.test(text) && !NO_WORDS.test(text));
    assert.deepEqual(words, [], path);
  }
});

/** What stands in the html templates of a file, outside of `${…}`; templates inside of those follow after it. */
function withoutExpressions(code: string): string {
  const found: string[] = [];
  for (const { index } of code.matchAll(/\bhtml`/g)) {
    let text = '';
    let at = index + 5;
    while (code[at] !== '`') {
      if (code.startsWith('${', at)) at = afterExpression(code, at + 2);
      else text += code[at++];
    }
    found.push(`>${text}<`);
  }
  return found.join('');
}

/** The place after the `}` that ends an expression; strings and templates in it may hold braces. */
function afterExpression(code: string, from: number): number {
  let at = from;
  for (; code[at] !== '}'; at++) {
    if (code[at] === '{') at = afterExpression(code, at + 1) - 1;
    else if (code[at] === "'") at = code.indexOf("'", at + 1);
    else if (code[at] === '`') {
      for (at++; code[at] !== '`'; at++) if (code.startsWith('${', at)) at = afterExpression(code, at + 2) - 1;
    }
  }
  return at + 1;
}

test('answers in German are sure of the same and hold no English word', () => {
  const english =
    /\b(range|arc|bullseye arc|obstructed|not|yes|by|beyond|to|or|touching|certain|closest|turns|until|perhaps|line|was|moving|seen|attack|front|rear|left|right|and|the)\b/i;
  let pairs = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const table = randomTable({ seed, ships: 5, obstacles: 4, covariance: seed % 2 ? sigmas(1.5, 1.5, 1) : sigmas(0, 0, 0) });
    for (const pair of report(table).pairs) {
      const [plain, german] = [answerOf(pair, table, ENGLISH_ANSWER), answerOf(pair, table, GERMAN_ANSWER)];
      const shape = ({ lines, facts, isCertain }: typeof plain) => [
        isCertain,
        lines.map((line) => [line.about, line.isCertain, line.outcomes.map(({ probability }) => probability)]),
        facts.map(({ verdict, isCertain: isSure }) => [verdict, isSure]),
      ];
      assert.deepEqual(shape(german), shape(plain));
      const last = lastAnswer(german, { kind: 'old', ageMs: 3000 }, GERMAN_ANSWER);
      for (const text of [answerSentence(german, 'A', 'B', GERMAN_ANSWER), answerSentence(last, 'A', 'B', GERMAN_ANSWER)])
        assert.doesNotMatch(text.replace(/asteroid-?\d*|debris-?\d*/g, ''), english, text);
      pairs++;
    }
  }
  assert.ok(pairs > 200, `${pairs} pairs`);
});
