import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { readConfigFileAndWriteSchema } from '@lit/localize-tools/lib/config.js';
import { RuntimeLitLocalizer } from '@lit/localize-tools/lib/modes/runtime.js';
import type { RuntimeOutputConfig } from '@lit/localize-tools/lib/types/modes.js';
import ts from 'typescript';
import { GERMAN_ANSWER } from '../../src/app/locales/german-answer.js';
import { report } from '../../src/judge/report/report.js';
import { answerOf, answerSentence, lastAnswer } from '../../src/scene/words/answer.js';
import { ENGLISH_ANSWER } from '../../src/scene/words/answer-words.js';
import { randomTable, sigmas } from '../judge/tables.js';

const config = readConfigFileAndWriteSchema('lit-localize.json');
const localizer = new RuntimeLitLocalizer({ ...config, output: config.output as RuntimeOutputConfig });
const textOf = (contents: readonly (string | { untranslatable: string; index: number })[]) =>
  contents.map((part) => (typeof part === 'string' ? part : `{${part.index}}`)).join('');

/** Words that are the same in both languages. */
const SAME = ['Name', 'Phase', 'Gas', 'Pilot', 'Initiative', 'Link: {0}', 'Code', 'Code: {0}'];
/** The parts of the pages that speak. */
const VIEWS = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('locales/'))
  .map((name) => `src/app/${name}`);
/** Names and units, which are the same everywhere. */
const NO_WORDS = /^(Hashmark|mm|min|s|%|·|…)$/;

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
    assert.ok(
      translated !== source || SAME.includes(source.trim()) || !/[a-z]{2}/.test(source.replace(/\bmm\b/g, '')),
      `“${source}” is still English`,
    );
    assert.ok(committed.includes(`${name}:`), `“${source}” is not in de.ts: npm run locales`);
  }
  assert.deepEqual(localizer.validateTranslations().errors, []);
});

test('the pages have no words but those of the catalogue', () => {
  assert.ok(VIEWS.length > 120, `${VIEWS.length} files`);
  for (const path of VIEWS) {
    const code = readFileSync(path, 'utf8');
    const markup = withoutExpressions(code);
    const texts = [...markup.matchAll(/>([^<>]*)</g)].map(([, text]) => text!);
    const labels = [...markup.matchAll(/\s(?:aria-label|title|label|placeholder|action)="([^"]*)"/g)].map(([, text]) => text!);
    const words = [...texts, ...labels]
      .map((text) => text.replace(/&nbsp;/g, ' ').trim())
      .filter((text) => /[A-Za-z]{2}/.test(text) && !NO_WORDS.test(text));
    assert.deepEqual(words, [], path);
  }
});

/** What stands in the templates of a file, outside of `${…}`. */
function withoutExpressions(code: string): string {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    // What stands in a template that is itself a message is the catalogue's.
    if (ts.isCallExpression(node) && node.expression.getText() === 'msg') return;
    if (ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText())) {
      const { template } = node;
      const parts = ts.isTemplateExpression(template)
        ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
        : [template];
      found.push(`>${parts.map(({ text }) => text).join('')}<`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('view.ts', code, ts.ScriptTarget.Latest, true));
  return found.join('');
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
      assert.doesNotMatch(JSON.stringify([german.detail, german.facts]), /\d\.\d/, 'a decimal comma');
      const last = lastAnswer(german, { kind: 'old', ageMs: 3000 }, GERMAN_ANSWER);
      for (const text of [answerSentence(german, 'A', 'B', GERMAN_ANSWER), answerSentence(last, 'A', 'B', GERMAN_ANSWER)])
        assert.doesNotMatch(text.replace(/asteroid-?\d*|debris-?\d*/g, ''), english, text);
      pairs++;
    }
  }
  assert.ok(pairs > 200, `${pairs} pairs`);
});
