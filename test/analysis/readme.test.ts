import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readmeWith } from '../../analyses/print/readme-numbers.js';

const [readme, accuracy, benchmarks] = (await Promise.all(
  ['README.md', 'ACCURACY.md', 'BENCHMARKS.md'].map((name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8')),
)) as [string, string, string];

test('the numbers of README.md are those of ACCURACY.md and BENCHMARKS.md, and the whole page can be read in three minutes', () => {
  assert.equal(readmeWith(readme, accuracy, benchmarks), readme, 'run npm run analyse -- readme');
  assert.ok(readme.split(/\s+/).length <= 600, `README.md has ${readme.split(/\s+/).length} words, expected 600 at most`);
});

test('another accuracy changes the page, and a page without its numbers is refused', () => {
  const other = accuracy.replace(/\d+ certain, \d+ of/, '7 certain, 6 of');
  assert.match(readmeWith(readme, other, benchmarks), /6 of 7 certain answers right/);
  assert.throws(() => readmeWith(readme, '# Accuracy', benchmarks), /ACCURACY\.md: got nothing like/);
});
