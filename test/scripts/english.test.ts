import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** What no native speaker writes, and the word that he would. */
const IDIOMS: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\banew\b/, 'again, or a verb with re-'],
  [/\baskew\b/, 'rotated, skewed, biased'],
  [/(?<!there )\b(?:is|are) none\b|\bthat none\b/, 'is not one, does not exist'],
  [/\bso many\b/, 'this many, the number itself'],
  [/\b(?:is|are|was|were) (?:not )?told\b/, 'is known, given, reported'],
  [/\btells (?:that|nothing|what|why|neither)\b/, 'shows, reports'],
  [/\btaken for\b(?! granted)/, 'mistaken for, counts as'],
];

/** In documents also these, which are names in code. */
const WRITTEN_IDIOMS: typeof IDIOMS = [
  ...IDIOMS,
  [/\b(?:un)?told\b|\btells\b/i, 'known, given, reported, shows'],
  [/\blies\b/i, 'is, sits, falls'],
  [/\bof which the\b/i, 'whose'],
  [/\bas it was\b/i, 'unchanged, as before'],
  [/\btimes of (?:ten|\d)/i, 'times out of'],
];

/** Rooms that are free of them; one that is cleaned is added, none is taken away. */
const ROOMS = [
  'src/geometry',
  'src/pieces',
  'src/table',
  'src/judge',
  'src/game',
  'src/evidence',
  'src/scene',
  'src/sim',
  'src/relay',
  'src/worker',
  'src/texts',
  'src/cli',
  'src/app',
  'analyses',
  'scripts',
];

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
  const found = ROOMS.flatMap(filesOf).flatMap((file) => idiomsIn(file, readFileSync(file, 'utf8'), IDIOMS));
  assert.deepEqual(found, []);
});

test('so are documents', () => {
  const found = DOCUMENTS.flatMap((file) => {
    const prose = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ''));
    return idiomsIn(file, prose, WRITTEN_IDIOMS);
  });
  assert.deepEqual(found, []);
});
