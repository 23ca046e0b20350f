import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ENGINES = new URL('../../src/cli/inputs/node-engines.ts', import.meta.url).href;

test('all callers that wait for OpenCV while it starts get it when it is ready', async () => {
  // In a process of its own, where it has not started yet.
  const program = `
    const { loadOpenCv } = await import(${JSON.stringify(ENGINES)});
    const all = await Promise.all([loadOpenCv(), loadOpenCv()]);
    process.stdout.write(String(all.every(({ cv }) => typeof cv.Mat === 'function')));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx/esm', '--input-type=module', '--eval', program]);
  assert.equal(stdout, 'true');
});
