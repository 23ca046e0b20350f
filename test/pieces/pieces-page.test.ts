import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { piecesPage } from '../../src/analysis/pieces-page.js';

test('docs/pieces.md and its drawings are what the code draws now; if not: node --import tsx src/analysis/draw-pieces.ts', () => {
  const page = piecesPage();
  assert.ok(page.size > 24);
  for (const [path, content] of page) {
    assert.equal(readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8'), content, path);
  }
});
