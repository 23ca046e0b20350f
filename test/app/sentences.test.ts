import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import ts from 'typescript';
import { GERMAN_SENTENCES, germanBook } from '../../src/app/locales/german-sentences.js';
import { namesBy, translateBy } from '../../src/app/locales/sentence.js';

const BOOK = germanBook();

/** Where the texts come from that the table page shows beside its own: problems, tools, match mode, squads. */
const SAYING = [
  ...['blur', 'lens/place-board', 'lens/lens-hint', 'lens/setup-contradiction', 'frame/picture-problem', 'frame/measure-with-setup'],
  ...['mat/border/border-problems', 'mat/find/register', 'solve/lens-uncertainty'],
].map((name) => `src/vision/${name === 'blur' ? 'runtime/blur' : name}.ts`);
const PAGE = [
  ...['scene/ask/move-preview', 'scene/draw/ghost', 'scene/words/moved-words', 'scene/draw/closeup', 'scene/accuracy/camera-advice'],
  ...['game/squad/squad-text', 'game/squad/squad', 'game/table/may-measure'],
  ...[
    'app/capture/camera-problems',
    'app/capture/photo-source',
    'app/capture/video-file-source',
    'app/state/page-state',
    'app/player/open-file',
  ],
  ...['app/match-mode/fair-play', 'app/match-mode/measuring-words', 'app/ui/chunk-error', 'app/state/many-ships', 'app/player/scene-files'],
  ...[
    'app/setup/setup-files',
    'app/evidence/open-evidence',
    'app/evidence/hm-evidence',
    'app/recording/open-recording',
    'app/stream/judge-call',
  ],
  ...['steps/activation', 'steps/attack-declare', 'steps/attack-dice', 'steps/attack-modify', 'steps/by-hand', 'steps/engagement'].map(
    (name) => `game/${name}`,
  ),
  ...['relay/client/link', 'relay/client/publisher', 'app/console/obs-scenes'],
  ...['steps/match-setup', 'steps/phases', 'steps/table-change', 'table/attack-target', 'table/execution', 'queue/queue', 'reduce'].map(
    (name) => `game/${name}`,
  ),
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

test('every sentence of problems, tools, match mode, squads, evidence and what the rules refuse has its German', () => {
  let count = 0;
  const english: string[] = [];
  for (const path of [...SAYING, ...PAGE]) {
    for (const sentence of sentencesOf(path)) {
      count++;
      if (translateBy(sentence, BOOK) === sentence) english.push(`${path}: ${sentence}`);
    }
  }
  assert.deepEqual(english, [], 'write them into src/app/locales/german');
  assert.ok(count > 10, `${count} sentences`);
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
    ['focus: focus', 'focus: Fokus'],
    ['lock attacks evade', 'lock greift evade an'],
    ['range and arcs of Ship of Fools to left edge', 'Reichweite und Winkel von Ship of Fools zu linker Rand'],
    ['Charge is not an enemy of yes.', 'Charge ist kein Feind von yes.'],
    ['boost: red boost', 'boost: Schub (rot)'],
    ['reload has no weapon jam.', 'reload hat keine Waffe jam.'],
    ['Resolve focus on evade', 'focus abhandeln, auf evade'],
    ['hit: 2 stress', 'hit: 2 Stress'],
    [
      'The pilot “hit” of the crit is not known: the initiative is to be entered by hand.',
      'Der Pilot „hit“ des crit ist nicht bekannt: Die Initiative ist von Hand einzugeben.',
    ],
  ] as const)
    assert.equal(german(said), expected);
  assert.equal(namesBy('focus, Ship 3, evade 2', BOOK), 'focus, Schiff 3, evade 2');
});

test('what is put into a text is said in German too, several sentences one by one, and names stay', () => {
  const german = (text: string) => translateBy(text, BOOK);
  assert.equal(german('Touches Ship 2, Luke.'), 'Berührt Schiff 2, Luke.');
  assert.equal(
    german('No mat in view that can be trusted: the border was confirmed on 2 of the 4 sides in the picture.'),
    'Keine Matte im Bild, der zu trauen ist: der Rand wurde an 2 der 4 Seiten im Bild bestätigt.',
  );
  assert.equal(
    german('It touches no ship. Part of it lies beyond the edge of the mat.'),
    'Sie berührt kein Schiff. Ein Teil liegt jenseits des Mattenrands.',
  );
  assert.equal(
    german('Changed during the attack: the mat (600 × 610 mm), Luke'),
    'Während des Angriffs geändert: die Matte (600 × 610 mm), Luke',
  );
  assert.equal(german('Wedge Antilles'), 'Wedge Antilles');
  assert.equal(german('range and arcs of Ship 1 to Wedge (2)'), 'Reichweite und Winkel von Schiff 1 zu Wedge (2)');
});
