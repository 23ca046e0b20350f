import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

/** Its report is some 800 kB: more than a pipe holds. */
const SHIPS = 30;

test('`report | head` ends in silence, with the status of the work', async (t) => {
  const scene = await makeScene(t);
  const child = run(['report', scene, '--json'], 'pipe');
  child.stdout!.once('data', () => child.stdout!.destroy());
  assert.deepEqual(await outcome(child), { status: 0, stderr: '' });
});

test('a full disk ends with status 1 and an error of one line', { skip: !existsSync('/dev/full') && 'no /dev/full here' }, async (t) => {
  const scene = await makeScene(t);
  const { status, stderr } = await outcome(run(['report', scene], openSync('/dev/full', 'w')));
  assert.equal(status, 1);
  assert.match(stderr, /^hashmark[^\n]*ENOSPC[^\n]*\n$/);
});

test('a file of somebody else moves no cursor and sets no title: its control characters are printed as numbers, and JSON says the same', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const evil = 'a\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
  const ships = [
    { id: evil, base: 'small', xMm: 300, yMm: 300, headingDeg: 0 },
    { id: 'b', base: 'small', xMm: 300, yMm: 500, headingDeg: 180 },
  ];
  const file = join(folder, 'scene.json');
  await writeFile(file, JSON.stringify({ format: 'hashmark-scene', version: 1, table: { widthMm: 914, depthMm: 914 }, ships }));
  const said = async (...args: readonly string[]) => {
    const child = run(args, 'pipe');
    let stdout = '';
    child.stdout!.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    const { stderr } = await outcome(child);
    return { stdout, stderr };
  };
  const controls = /[^\P{C}\n]/u;
  const text = await said('report', file);
  assert.match(text.stdout, /^a\\u001b\]0;owned\\u0007\\u001b\[2J\\u009b31m\\u202e → b: range 2/);
  assert.doesNotMatch(text.stdout, controls);
  const json = (await said('report', file, '--json')).stdout;
  assert.doesNotMatch(json, controls);
  assert.equal(JSON.parse(json).pairs[0].from, evil);
  const { stderr } = await said('move', file, '--ship', 'nobody', '--maneuver', '1FW');
  assert.match(stderr, /\\u001b/);
  assert.doesNotMatch(stderr, controls);
});

async function makeScene(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const place = (i: number) => ({ xMm: 60 + 130 * (i % 6), yMm: 60 + 130 * Math.floor(i / 6) });
  const ships = Array.from({ length: SHIPS }, (_, i) => ({ id: `ship-${i}`, base: 'small', headingDeg: 0, ...place(i) }));
  const file = join(folder, 'scene.json');
  await writeFile(file, JSON.stringify({ format: 'hashmark-scene', version: 1, table: { widthMm: 914, depthMm: 914 }, ships }));
  return file;
}

function run(args: readonly string[], stdout: 'pipe' | number) {
  return spawn(process.execPath, ['--import', 'tsx/esm', 'src/cli/main.ts', ...args], { stdio: ['ignore', stdout, 'pipe'] });
}

function outcome(child: ReturnType<typeof run>): Promise<{ readonly status: number | null; readonly stderr: string }> {
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stderr })));
}
