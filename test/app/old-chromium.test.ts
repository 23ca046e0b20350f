import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

/** What the browser inside of OBS 28 to 30 (Chromium 103) has not. */
const NEWER = ['toReversed', 'toSorted', 'toSpliced', 'canParse', 'withResolvers', 'groupBy', 'fromAsync'];
const OVERLAY_FOLDERS = [
  'src/app/overlay',
  'src/app/drawing',
  'src/scene',
  'src/relay/client',
  'src/relay/wire',
  'src/table',
  'src/geometry',
  'src/pieces',
  'src/judge',
];

const sources = OVERLAY_FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
);

test('what the overlay is made of uses nothing that the browser inside of OBS 28 to 30 lacks', () => {
  assert.ok(sources.length > 100, 'the sources are found');
  const used = sources.flatMap(({ name, text }) =>
    NEWER.filter((one) => new RegExp(`\\.${one}\\(`).test(text)).map((one) => `${name}: ${one}`),
  );
  assert.deepEqual(used, []);
});

test('where color-mix() is unknown a drawing has another colour: SVG would fill it black', () => {
  const black = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/(\S+ \S+) fill: color-mix\(/g)]
      .filter(([, before]) => !/fill: (none|white);$/.test(before!))
      .map(([rule]) => `${name}: ${rule}`),
  );
  assert.deepEqual(black, []);
});
