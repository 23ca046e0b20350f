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

test('color-mix() stands only where a browser that knows it reads: with a variable in it, it is no rule that others pass over, and SVG is filled black', () => {
  const styles = sources.map(({ name, text }) => ({ name, text: text.replace(/@supports \(color: color-mix\([\s\S]*?\n {2}\}/g, '') }));
  assert.deepEqual(
    styles.filter(({ text }) => text.includes('color-mix(')).map(({ name }) => name),
    [],
  );
});
