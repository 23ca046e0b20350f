import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** What no native speaker writes, and what to write instead. */
const IDIOMS: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\banew\b/i, 'again, or a verb with re-'],
  [/\baskew\b/i, 'rotated, skewed, biased'],
  [/(?<!there )\b(?:is|are) none\b|\bthat none\b/i, 'is not one, does not exist'],
  [/\bso many\b/i, 'this many, the number itself'],
  [/(?:^\s*\*|\/\*\*|\/\/) So (?:far|long|much|little|wide|high|large|near|often)\b/, 'this far, at most this, the width of'],
  [/\b(?:for|after) so long\b(?! that)|\bwithin so much\b/, 'for this long, within this'],
  [/\b(?:is|are|was|were) (?:not )?told\b/i, 'is known, given, reported'],
  [/\btells (?:that|nothing|what|why|neither)\b/i, 'shows, reports'],
  [/(?:^\s*\*|\/\*\*|\/\/) .*(?<!`)\b(?:un)?told\b/i, 'given, known'],
  [/\btaken for\b(?! granted)/i, 'mistaken for, counts as'],
];

/** In titles of tests also these: a title is a sentence. */
const TITLE_IDIOMS: typeof IDIOMS = [
  [/\b(?:un)?told\b|\btells\b/i, 'known, given, reported, shows'],
  [/\bof which the\b/i, 'whose'],
];

/** In documents also these, which are names in code. */
const WRITTEN_IDIOMS: typeof IDIOMS = [
  ...IDIOMS,
  ...TITLE_IDIOMS,
  [/\blies\b/i, 'is, sits, falls'],
  [/\bas it was\b/i, 'unchanged, as before'],
  [/\btimes of (?:ten|\d)/i, 'times out of'],
];

/** Folders whose code and comments are free of them. */
const ROOMS = ['src', 'analyses', 'scripts', 'test', 'examples'];

/** Documents that are free of them; what is in backticks or between fences is code. */
const DOCUMENTS = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['docs', 'models', 'src', 'calibration', 'test-fixtures'].flatMap(pagesOf),
].filter((name) => !/(^|\/)runs\//.test(name));

const filesOf = (room: string) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => join(room, name));

function pagesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

function idiomsIn(file: string, text: string, idioms: typeof IDIOMS): string[] {
  return text
    .split('\n')
    .flatMap((line, i) =>
      idioms.filter(([pattern]) => pattern.test(line)).map(([, better]) => `${file}:${i + 1}: ${line.trim()} (better: ${better})`),
    );
}

test('comments and messages are in English that a native speaker writes', () => {
  const files = ROOMS.flatMap(filesOf);
  const found = files.flatMap((file) => idiomsIn(file, readFileSync(file, 'utf8'), IDIOMS));
  assert.deepEqual(found, []);
});

test('so are the titles of tests', () => {
  const titles = (text: string) => text.replace(/^(?!\s*(?:test|suite)\().*$/gm, '');
  const found = filesOf('test').flatMap((file) => idiomsIn(file, titles(readFileSync(file, 'utf8')), TITLE_IDIOMS));
  assert.deepEqual(found, []);
});

test('so are documents', () => {
  const found = DOCUMENTS.flatMap((file) => {
    const prose = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ''));
    return idiomsIn(file, prose, WRITTEN_IDIOMS);
  });
  assert.deepEqual(found, []);
});
