import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import ts from 'typescript';
import { SHIP_KINDS } from '../../src/game/facts/ship-facts.js';
import { weaponTitle } from '../../src/game/model/weapon.js';
import { LOOKS } from '../../src/texts/english/looks.js';
import { MATCH } from '../../src/texts/english/match.js';
import { PHOTOS } from '../../src/texts/english/photos.js';
import { RULES } from '../../src/texts/english/rules.js';
import { SQUAD } from '../../src/texts/english/squad.js';
import { ENGLISH } from '../../src/texts/english/table.js';
import { TOOLS } from '../../src/texts/english/tools.js';
import { english, isPhrase } from '../../src/texts/english.js';
import { GERMAN } from '../../src/texts/german/table.js';
import '../../src/texts/squad-texts.js';
import { type Entry, figure, type Phrase, type PhraseKey, phrase, printed } from '../../src/texts/phrase.js';

const english_ = ENGLISH as Readonly<Record<string, Entry>>;
const german_ = GERMAN.table as Readonly<Record<string, Entry>>;
const KEYS = Object.keys(english_);
/** Keys whose text is the same in both languages: lists and names, no words. */
const SAME = [
  ...[
    'colon',
    'and-list',
    'percent',
    'tokens-changed',
    'tokens-given',
    'acts',
    'acts-granted',
    'dots',
    'words',
    'count-of',
    'count-mm',
    'hint-code',
    'adaptive-ailerons',
    'adaptive-ailerons-2',
  ],
  ...['system', 'stress', 'Stress', 'bullseye', 'bullseye-arc', 'slam', 'form-action'],
  'list',
  'as-it-is',
  'obs-refuses',
  'key-a',
  'sigma-gain',
  'size-mm',
  'length-mm',
  'length-sigma',
  'state-browser',
];
/** Values that no text has by itself, as many as any takes. */
const MARKS = ['⓵', '⓶', '⓷', '⓸', '⓹', '⓺', '⓻', '⓼'];

const textOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry(...MARKS.slice(0, entry.length)));
const marksIn = (text: string) => MARKS.filter((mark) => text.includes(mark));

test('the tables of both languages have the same keys, and no key is in two of their parts', async () => {
  for (const [language, table] of [
    ['english', english_],
    ['german', german_],
  ] as const) {
    const parts = readdirSync(`src/texts/${language}`).filter((name) => name !== 'table.ts');
    const keys: string[] = [];
    for (const part of parts) {
      const exported: Record<string, object> = await import(`../../src/texts/${language}/${part.replace('.ts', '.js')}`);
      keys.push(...Object.values(exported).flatMap((entries) => Object.keys(entries)));
    }
    assert.deepEqual(
      keys.filter((key, i) => keys.indexOf(key) !== i),
      [],
      `twice in ${language}`,
    );
    assert.deepEqual([...keys].sort(), Object.keys(table).sort());
  }
  assert.deepEqual(Object.keys(german_).sort(), [...KEYS].sort());
  assert.ok(KEYS.length > 200, `${KEYS.length} keys`);
});

test('every value of a phrase is in its English and in its German', () => {
  for (const key of KEYS) {
    const [said, german] = [english_[key]!, german_[key]!];
    const taken = typeof said === 'string' ? [] : MARKS.slice(0, said.length);
    assert.deepEqual(marksIn(textOf(said)), taken, `English ${key}`);
    // The German may take fewer parameters than it is given: it is called with all.
    assert.deepEqual(marksIn(typeof german === 'string' ? german : german(...taken)), taken, `German ${key}`);
  }
});

test('a German text is another than the English one', () => {
  const same = KEYS.filter((key) => textOf(english_[key]!) === textOf(german_[key]!) && /\p{L}{2}/u.test(textOf(english_[key]!)));
  assert.deepEqual(
    same.filter((key) => !SAME.includes(key)),
    [],
  );
});

test('no text names a rule by its id, or a maneuver by its code', () => {
  const coded = [english_, german_].flatMap((table) =>
    Object.values(table)
      .map(textOf)
      .filter((text) => /\b([A-Z]{3}-\d\d|\d[A-Z][BWR])\b/.test(text)),
  );
  assert.deepEqual(coded, []);
});

test('whoever says a text that is loaded late takes `phrase` from where its words come with it', () => {
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('texts'),
  );
  for (const [late, from, least] of [
    [{ ...RULES, ...MATCH }, 'rules-texts', 30],
    [LOOKS, 'looks-texts', 2],
    [SQUAD, 'squad-texts', 3],
    [PHOTOS, 'photo-texts', 2],
    [TOOLS, 'tools-texts', 10],
  ] as const) {
    const saying = modules
      .map((name) => ({ name, source: readFileSync(`src/${name}`, 'utf8') }))
      .filter(({ source }) => {
        const keys = [...source.matchAll(/\bphrase\([^'();]*'([^']+)'/g)].map(([, key]) => key!);
        const beginnings = [...source.matchAll(/\bphrase\([^`();]*`([^`$]+)\$/g)].map(([, beginning]) => beginning!);
        return Object.keys(late).some((key) => keys.includes(key) || beginnings.some((beginning) => key.startsWith(beginning)));
      });
    assert.ok(saying.length >= least, `${saying.length} modules say ${from}`);
    assert.deepEqual(
      saying.filter(({ source }) => !source.includes(`texts/${from}.js'`)).map(({ name }) => name),
      [],
    );
  }
});

/** Words of a sentence that stand alone: a capital letter, at least three words, a full stop or a question mark. */
const isSentence = (text: string) => /^(\p{Lu}|…)/u.test(text) && /[.?]$/.test(text) && (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= 3;

/** The sentences in a file that are neither messages of an element nor errors for whoever writes code. */
function sentencesOf(path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) || (ts.isCallExpression(node) && node.expression.getText() === 'msg')) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found.filter(isSentence);
}

test('the page, and what it asks a table with, makes no sentence by itself: what it says is in the tables', () => {
  const files = ['src/app', 'src/scene'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('locales/'))
      .map((name) => `${room}/${name}`),
  );
  assert.ok(files.length > 250, `${files.length} files`);
  assert.deepEqual(
    files.flatMap((path) => sentencesOf(path).map((text) => `${path}: ${text}`)),
    [],
  );
});

test('names that are also words of the program stay names', () => {
  const german = (one: Phrase) => printed(one, GERMAN);
  const [focus, lock]: readonly string[] = ['focus', 'lock'];
  assert.equal(german(phrase('focus')), 'Fokus', 'the word alone is one of the program');
  assert.equal(
    german(phrase('touches-things', phrase('list', phrase('ship-n', 2), focus!, phrase('thing-asteroid')))),
    'Berührung: Schiff 2, focus, ein Asteroid.',
  );
  assert.equal(german(phrase('moment-attack', lock!, 'R2.D2' as string)), 'lock greift R2.D2 an');
  assert.equal(
    german(phrase('close-to-thing', phrase('length-sigma', figure(1.5, 1), figure(0.4, 1)), lock!)),
    'Zu knapp für ein Urteil: 1,5 mm ± 0,4 Abstand (lock).',
  );
});

test('numbers are printed in the reader’s language, names as they are, phrases within phrases too', () => {
  const lens = phrase('lens-numbers', 1200, figure(-0.05, 3));
  assert.equal(english(lens), 'focal length 1200 px, k1 -0.050');
  assert.equal(printed(lens, GERMAN), 'Brennweite 1200 px, k1 -0,050');
  const names: readonly string[] = ['YASB', 'No. 1.5'];
  const link = phrase('squad-link-numbers', names[0]!, phrase('list', phrase('the-squad', names[1]!), phrase('ships', 3)));
  assert.match(english(link), /^This link of YASB holds the squad “No. 1.5”, 3 ships, but/);
  assert.match(printed(link, GERMAN), /^Dieser Link von YASB enthält die Staffel „No. 1.5“, 3 Schiffe, nennt/);
});

test('what comes over the wire is a phrase only if this program can print it', () => {
  const good = phrase('corners-wrong', phrase('too-few-corners', 1));
  assert.ok(isPhrase(JSON.parse(JSON.stringify(good))));
  const nested = (depth: number): unknown =>
    depth === 0 ? phrase('mark-them-again') : { key: 'corners-wrong', values: [nested(depth - 1)] };
  for (const bad of [
    undefined,
    null,
    'No mat',
    { key: 'toString', values: [] },
    { key: 'corners-wrong', values: [] },
    { key: 'corners-wrong', values: [{ number: '1', digits: 1 }] },
    { key: 'corners-wrong', values: [{ number: 1, digits: 200 }] },
    { key: 'corners-wrong', values: [Number.NaN] },
    nested(9),
  ])
    assert.ok(!isPhrase(bad), JSON.stringify(bad));
  assert.ok(isPhrase(nested(3)));
  const unknown: Phrase = { key: 'no-such' as PhraseKey, values: [] };
  assert.ok(!isPhrase(unknown));
});

test('a primary weapon on the list has a German name with its arc, and in English the one of the list; a card’s name stays', () => {
  const names = [...new Set(SHIP_KINDS.flatMap(({ weapons }) => weapons.map(({ name }) => name)))];
  assert.ok(names.length > 3, names.join());
  for (const name of names) {
    assert.equal(english(weaponTitle(name)), name);
    assert.match(printed(weaponTitle(name), GERMAN), /^Primärwaffe(, Winkel (vorn|hinten|Bullseye|(einfacher|doppelter) Turm))?$/);
  }
  for (const name of ['Proton Torpedoes', 'Primary 2']) assert.equal(printed(weaponTitle(name), GERMAN), name);
});
