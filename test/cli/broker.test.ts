import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from './served.js';

test('`hashmark broker` makes a configuration whose secrets are its owner’s alone, and never overwrites one', async (t) => {
  const folder = join(await makeFolder(t), 'hall');
  const made = run('one', 'two', '--out', folder, '--port', '1884', '--json');
  assert.equal(made.status, 0, made.stderr);
  const { tokens } = JSON.parse(made.stdout);
  assert.deepEqual(Object.keys(tokens.tables), ['one', 'two']);
  const acl = readFileSync(join(folder, 'acl'), 'utf8');
  assert.match(acl, /user camera@one\n(topic \S+ hashmark\/1\/one\/\w+\n)+\n/);
  for (const name of ['mosquitto.conf', 'acl', 'passwords', 'tokens.json']) {
    assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name);
    const isSecret = readFileSync(join(folder, name), 'utf8').includes(tokens.tables.one.camera);
    assert.equal(isSecret, name === 'tokens.json', `${name} holds a token`);
  }
  const again = run('one', '--out', folder);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /is not empty: its tokens may be in use/);
  assert.deepEqual([run('One', '--out', folder).status, run('--out', folder).status, run('one').status], [2, 2, 2]);
});

function run(...args: readonly string[]) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'broker', ...args], { encoding: 'utf8' });
}
