import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

/** What the browser inside of OBS 28 to 30 (Chromium 103) has not. */
const NEWER = ['toReversed', 'toSorted', 'toSpliced', 'canParse', 'withResolvers', 'groupBy', 'fromAsync'];
/** And of CSS: single transforms, ranges in media queries, units of the visible height, containers, relations, colour spaces. */
const NEWER_STYLES: readonly RegExp[] = [
  /(^|[{;])\s*(translate|rotate|scale):/m,
  /@media[^{]*[<>]/,
  /\d(dvh|dvw|svh|lvh|cqw|cqh)\b/,
  /@container|@starting-style|@property/,
  /:has\(/,
  /\b(oklch|oklab|light-dark)\(/,
];

/** What a module brings with it, now or later; types bring nothing. */
const IMPORTS = /^(?:import|export)(?!\s+type)[^;'"]*?from '(\.[^']+)'|^import '(\.[^']+)'|import\('(\.[^']+)'\)/gm;

/** All modules of ours that the overlay is made of. */
function modulesFrom(entry: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(entry)) return found;
  const text = readFileSync(entry, 'utf8');
  found.set(entry, text);
  for (const [, from, bare, later] of text.matchAll(IMPORTS))
    modulesFrom(join(dirname(entry), (from ?? bare ?? later)!).replace(/\.js$/, '.ts'), found);
  return found;
}

const sources = [...modulesFrom('src/app/overlay/main.ts')].map(([name, text]) => ({ name, text }));

test('what the overlay is made of uses nothing that the browser inside of OBS 28 to 30 lacks', () => {
  assert.ok(sources.length > 100, 'the sources are found');
  const used = sources.flatMap(({ name, text }) =>
    NEWER.filter((one) => new RegExp(`\\.${one}\\(`).test(text)).map((one) => `${name}: ${one}`),
  );
  assert.deepEqual(used, []);
  const styles = [
    ...sources.map(({ name, text }) => ({ name, text: (text.match(/\bcss`[^`]*`/g) ?? []).join('\n') })),
    { name: 'overlay.css', text: readFileSync('src/app/styles/overlay.css', 'utf8') },
  ];
  assert.ok(styles.filter(({ text }) => text.length > 100).length > 3, 'the styles are found');
  const styled = styles.flatMap(({ name, text }) => NEWER_STYLES.filter((one) => one.test(text)).map((one) => `${name}: ${one}`));
  assert.deepEqual(styled, []);
});

test('color-mix() stands only where a browser that knows it reads: with a variable in it, it is no rule that others pass over, and SVG is filled black', () => {
  const styles = sources.map(({ name, text }) => ({ name, text: text.replace(/@supports \(color: color-mix\([\s\S]*?\n {2}\}/g, '') }));
  assert.deepEqual(
    styles.filter(({ text }) => text.includes('color-mix(')).map(({ name }) => name),
    [],
  );
});
