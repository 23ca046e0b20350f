import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { trainingSizes } from '../../analyses/print/training-sizes-file.js';

test('the sizes that pictures for training are made with are those of the game', async () => {
  const file = await readFile(new URL('../../models/train/sizes.json', import.meta.url), 'utf8');
  assert.equal(file, trainingSizes(), 'models/train/sizes.json differs from src/pieces: run npm run analyse -- training-sizes');
});
