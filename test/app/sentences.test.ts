import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import ts from 'typescript';
import { GERMAN_SENTENCES, germanBook } from '../../src/app/locales/german-sentences.js';
import { namesBy, translateBy } from '../../src/app/locales/sentence.js';

const BOOK = germanBook();

/** Where the finished sentences come from that the table page shows. */
const PAGE = [
  ...['ask/move-preview', 'draw/ghost', 'words/moved-words', 'draw/closeup', 'accuracy/camera-advice'].map((name) => `scene/${name}`),
  'app/match-mode/fair-play',
  'app/match-mode/measuring-words',
].map((name) => `src/${name}.ts`);

/** Words of a sentence that stand alone: a capital letter, at least three words, a full stop or a question mark. */
const isSentence = (text: string) => /^(\p{Lu}|\{\})/u.test(text) && /[.?]$/.test(text) && (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= 3;

/** The sentences of a file, with 7 where something is put in. */
function sentencesOf(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) || (ts.isCallExpression(node) && node.expression.getText() === 'msg')) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('7'));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.filter(isSentence);
}

test('every sentence of tools and match mode has its German', () => {
  let count = 0;
  const english: string[] = [];
  for (const path of PAGE) {
    for (const sentence of sentencesOf(path)) {
      count++;
      if (translateBy(sentence, BOOK) === sentence) english.push(`${path}: ${sentence}`);
    }
  }
  assert.deepEqual(english, [], 'write them into src/app/locales/german');
  assert.ok(count > 10, `${count} sentences`);
});

/** Where what is not made out gets the words that stand beside it in the picture. */
const REASONS = ['frame/table-measurement', 'objects/known-obstacles', 'objects/find-obstacles'].map((name) => `src/vision/${name}.ts`);

test('what is not made out has its German, in the picture and on the map', () => {
  const reasons = REASONS.flatMap((path) => {
    const literals = readFileSync(path, 'utf8').matchAll(/['`](\p{Lu}[^'`\n]*[.?])['`]/gu);
    return [...literals].map(([, text]) => text!.replaceAll(/\$\{\w+\}/g, '8'));
  });
  assert.equal(reasons.length, 5, reasons.join(' | '));
  assert.deepEqual(
    reasons.filter((text) => translateBy(text, BOOK) === text),
    [],
  );
});

test('each German text takes in as much as its English one, and none is there twice', () => {
  const holes = (text: string) => text.match(/\{\w*\}/g)?.join();
  assert.deepEqual(
    GERMAN_SENTENCES.filter(([source, german]) => holes(source) !== holes(german)),
    [],
  );
  const sources = GERMAN_SENTENCES.map(([source]) => source);
  assert.deepEqual(
    sources.filter((source, i) => sources.indexOf(source) !== i),
    [],
  );
});

test('names that are also words of the program stay names', () => {
  const german = (text: string) => translateBy(text, BOOK);
  assert.equal(german('focus'), 'Fokus', 'the word alone is one of the program');
  for (const [said, expected] of [
    ['Touches focus.', 'Berührt focus.'],
    ['Touches Ship 2, focus, an asteroid.', 'Berührt Schiff 2, focus, Asteroid.'],
    ['lock attacks evade', 'lock greift evade an'],
    ['range and arcs of Ship of Fools to left edge', 'Reichweite und Winkel von Ship of Fools zu linker Rand'],
  ] as const)
    assert.equal(german(said), expected);
  assert.equal(namesBy('focus, Ship 3, evade 2', BOOK), 'focus, Schiff 3, evade 2');
});

test('what is put into a text is said in German too, several sentences one by one, and names stay', () => {
  const german = (text: string) => translateBy(text, BOOK);
  assert.equal(german('Touches Ship 2, Luke.'), 'Berührt Schiff 2, Luke.');
  assert.equal(
    german('It touches no ship. Part of it lies beyond the edge of the mat.'),
    'Sie berührt kein Schiff. Ein Teil liegt jenseits des Mattenrands.',
  );
  assert.equal(german('Wedge Antilles'), 'Wedge Antilles');
  assert.equal(german('range and arcs of Ship 1 to Wedge (2)'), 'Reichweite und Winkel von Schiff 1 zu Wedge (2)');
});

test('figures in a sentence have the decimal comma, and names keep their points', () => {
  const said = [
    ['143.2 mm ± 0.41', '143,2 mm ± 0,41'],
    ['± 1.25 mm', '± 1,25 mm'],
    ['Too close to call: fully executed 62.5 %, else partially, by 1.2 mm.', undefined],
    ['R2.D2 turned by 3.4° would have 4.0 Lom in its arc.', 'R2.D2, um 3,4° gedreht, hätte 4.0 Lom im Winkel.'],
  ] as const;
  for (const [source, german] of said) {
    const found = translateBy(source, BOOK);
    if (german) assert.equal(found, german);
    else assert.doesNotMatch(found, /\d\.\d/);
  }
});
