import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { Checkpoint } from '../../analyses/bench/soak-page.js';

const EVERY_SECONDS = 60;
const CHECKPOINTS = 3;

test('a page that watches a table for three minutes keeps its workers, its listeners and its nodes, and says nothing but answers and doubts', {
  timeout: 600_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-soak-'));
  const out = join(folder, 'soak.jsonl');
  const hours = (CHECKPOINTS * EVERY_SECONDS) / 3600;
  const soak = (to: number) =>
    spawn(
      process.execPath,
      ['--import', 'tsx', 'analyses/bench/soak.ts', '--hours', String(to), '--every', String(EVERY_SECONDS), '--out', out],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  try {
    const [code] = await once(soak(hours), 'exit');
    assert.equal(code, 0);
    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    const checkpoints = lines.map((line) => JSON.parse(line) as Checkpoint);
    t.diagnostic(lines.at(-1)!);
    assert.deepEqual(
      checkpoints.map(({ minute }) => minute),
      Array.from({ length: CHECKPOINTS }, (_, i) => ((i + 1) * EVERY_SECONDS) / 60),
    );
    const [first, last] = [checkpoints[0]!, checkpoints.at(-1)!];
    assert.deepEqual(new Set(checkpoints.map(({ workers }) => workers)).size, 1, 'workers neither come nor go');
    assert.ok(last.listeners <= 1.1 * first.listeners, `${first.listeners} → ${last.listeners} listeners`);
    assert.ok(last.nodes <= 1.5 * first.nodes, `${first.nodes} → ${last.nodes} nodes`);
    const said = checkpoints.flatMap(({ headlines }) => Object.keys(headlines));
    for (const text of said) assert.match(text, /^(Range [0-3].*|Beyond range 3|Too close to call|Moving|Not seen now)$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
