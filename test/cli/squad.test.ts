import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { gzipSync } from 'node:zlib';
import { hashmark } from './hashmark.js';

const folder = mkdtempSync(join(tmpdir(), 'hashmark-squad-'));
after(() => rmSync(folder, { recursive: true }));
const EXAMPLE = 'docs/formats/examples/xws.json';

const squad = (...args: readonly string[]) => hashmark('squad', ...args);

test('squad prints each ship with its base, initiative, dial and arcs, and what of it is not known', async () => {
  const { status, stdout } = await squad(EXAMPLE);
  assert.equal(status, 0);
  assert.match(stdout, /^Four for the Rebellion \(rebelalliance\), 4 ships\n/);
  assert.match(stdout, /Wedge Antilles, T-65 X-wing: small base, initiative 6\n {4}agility 2, hull 4, shields 2\n {4}Primary 3 \(front\)/);
  assert.match(stdout, /\? Apply by hand, as its text says: R4 Astromech, Proton Torpedoes\./);
  assert.match(stdout, /Lothal Rebel, VCX-100 Light Freighter: large base/);
  const json = JSON.parse((await squad(EXAMPLE, '--json')).stdout);
  assert.deepEqual([json.format, json.ships[3].base, json.obstacles[0].xws], ['hashmark-squad', 'large', 'coreasteroid0']);
});

test('squad reads the link of a builder by its numbers', async () => {
  const link = join(folder, 'link.txt');
  writeFileSync(link, 'https://yasb.app/?f=Rebel%20Alliance&d=v10ZhZ50Z4X124WW3&sn=One&obs=');
  const { status, stdout } = await squad(link);
  assert.equal(status, 0);
  assert.match(stdout, /^One \(rebelalliance\), 1 ship\nLuke Skywalker, T-65 X-wing: small base, initiative 5\n/);
  assert.match(stdout, /as its text says: Lone Wolf, R2-D2\./);
});

test('squad says what a file is that holds none, and what to do', async () => {
  const cut = join(folder, 'cut.xws');
  writeFileSync(cut, '{"faction":"rebelalliance","pilots":[{"ship":"t65x');
  const { status, stderr } = await squad(cut);
  assert.equal(status, 1);
  assert.match(stderr, /cut\.xws: The squad was cut off after 50 characters.*Copy the whole text/);
  assert.match((await squad(join(folder, 'none.xws'))).stderr, /none\.xws: cannot be read \(ENOENT\)/);
  const packed = join(folder, 'packed.xws');
  writeFileSync(packed, gzipSync('{"faction":"rebelalliance"}'));
  assert.match((await squad(packed)).stderr, /packed\.xws: got a packed file \(unpack it first\), expected a squad/);
  assert.match((await squad('test-fixtures/tables/test-000005.jpg')).stderr, /got a picture, expected a squad/);
  assert.equal((await squad()).status, 2);
});
