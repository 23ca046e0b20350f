import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** What no native speaker writes, and the word that he would. */
const IDIOMS: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\banew\b/, 'again, or a verb with re-'],
  [/\baskew\b/, 'rotated, skewed, biased'],
  [/\b(?:is|are|that) none\b/, 'is not one, does not exist'],
  [/\bso many\b/, 'this many, the number itself'],
  [/\b(?:is|are|was|were) (?:not )?told\b/, 'is known, given, reported'],
  [/\btells (?:that|nothing|what|why|neither)\b/, 'shows, reports'],
  [/\btaken for\b/, 'mistaken for, counts as'],
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
  'scripts',
];

const filesOf = (room: string) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => join(room, name));

test('comments and messages are in English that a native speaker writes', () => {
  const found = ROOMS.flatMap(filesOf).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        IDIOMS.filter(([pattern]) => pattern.test(line)).map(([, better]) => `${file}:${i + 1}: ${line.trim()} (better: ${better})`),
      ),
  );
  assert.deepEqual(found, []);
});
