import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashmark } from './hashmark.js';
import { makeFolder } from './served.js';

test('`hashmark broker` makes a configuration whose secrets are its owner’s alone, and never overwrites one', async (t) => {
  const folder = join(await makeFolder(t), 'hall');
  const made = await run('one', 'two', '--out', folder, '--port', '1884', '--json');
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
  const again = await run('one', '--out', folder);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /is not empty: its tokens may be in use/);
  assert.deepEqual([(await run('One', '--out', folder)).status, (await run('--out', folder)).status, (await run('one')).status], [2, 2, 2]);
});

test('`hashmark broker --replace` gives one user a new token and leaves all others as they are', async (t) => {
  const folder = join(await makeFolder(t), 'hall');
  const made = JSON.parse((await run('one', 'two', '--out', folder, '--json')).stdout);
  const done = await run('--replace', 'viewer@one', '--out', folder);
  assert.deepEqual([done.status, done.stderr], [0, '']);
  assert.match(done.stdout, /viewer@one has a new token.*kill -HUP/s);
  const tokens = JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8'));
  assert.notEqual(tokens.tables.one.viewer, made.tokens.tables.one.viewer);
  tokens.tables.one.viewer = made.tokens.tables.one.viewer;
  assert.deepEqual(tokens, made.tokens);
  for (const user of ['viewer@three', 'viewer', 'constructor@one']) {
    const refused = await run('--replace', user, '--out', folder);
    assert.equal(refused.status, 1);
    assert.match(
      refused.stderr,
      /there is no user .*expected director, or one of camera, console, viewer, relay with @ and one of one, two\./,
    );
  }
  assert.match((await run('--replace', 'viewer@one', '--out', join(folder, 'none'))).stderr, /has no tokens\.json/);
  assert.equal((await run('one', '--replace', 'viewer@one', '--out', folder)).status, 2);
});

test('`hashmark broker --cert` encrypts both listeners, and takes nothing but PEM files', async (t) => {
  const parent = await makeFolder(t);
  const [pem, other] = [join(parent, 'a.pem'), join(parent, 'a.txt')];
  writeFileSync(pem, '-----BEGIN CERTIFICATE-----\n');
  writeFileSync(other, 'nothing');
  const made = await run('one', '--out', join(parent, 'hall'), '--cert', pem, '--key', pem);
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stdout, /--broker mqtts:/);
  const settings = readFileSync(join(parent, 'hall', 'mosquitto.conf'), 'utf8');
  assert.equal(settings.split(`certfile ${pem}\nkeyfile ${pem}\n`).length, 3, settings);
  const refused = await run('one', '--out', join(parent, 'other'), '--cert', pem, '--key', other);
  assert.match(refused.stderr, /a\.txt: expected a PEM file/);
  assert.equal(existsSync(join(parent, 'other')), false, 'nothing half-written');
  assert.equal((await run('one', '--out', join(parent, 'other'), '--cert', pem)).status, 2);
});

function run(...args: readonly string[]) {
  return hashmark('broker', ...args);
}
