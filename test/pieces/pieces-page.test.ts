import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { bumpTable } from '../../analyses/print/pieces-drawings.js';
import { piecesPage } from '../../analyses/print/pieces-page.js';
import { overlappingShips } from '../../src/judge/maneuver/placed-base.js';

test('docs/pieces.md and its drawings are what the code draws now; if not: npm run analyse -- draw-pieces', () => {
  const page = piecesPage();
  assert.ok(page.size > 24);
  for (const [path, content] of page) {
    assert.equal(readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8'), content, path);
  }
});

test('in the worked partial execution the ships that are in the way do not overlap each other', () => {
  assert.deepEqual(overlappingShips(bumpTable()), []);
});
