import test from 'node:test';
import { FUZZED, fuzz } from './fuzz-cases.js';

for (const row of FUZZED) test(`mutated ${row.name} give a whole value or a clear refusal`, () => fuzz(row, 4000));
