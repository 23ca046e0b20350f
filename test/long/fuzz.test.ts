import test from 'node:test';
import { FUZZED, fuzz } from '../formats/fuzz-cases.js';

for (const row of FUZZED)
  test(`100,000 mutated documents, its share of them ${row.name}: a whole value or a clear refusal`, () => fuzz(row, 100_000));
