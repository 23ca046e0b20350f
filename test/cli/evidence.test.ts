import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { evidenceFile } from '../../src/evidence/evidence-file.js';
import { newKeys, signedText } from '../../src/evidence/signed-text.js';
import { frozenDispute, frozenReading } from '../evidence/frozen.js';
import { hashmark } from './hashmark.js';

const folder = mkdtempSync(join(tmpdir(), 'hashmark-evidence-'));
const path = join(folder, 'evidence.json');
let text: string;

before(async () => {
  text = await signedText(evidenceFile(frozenDispute()) as object, await newKeys());
  writeFileSync(path, text);
});
after(() => rmSync(folder, { recursive: true }));

async function refused(content: string): Promise<string> {
  const damaged = join(folder, 'damaged.json');
  writeFileSync(damaged, content);
  const { status, stdout, stderr } = await hashmark('evidence', damaged);
  assert.deepEqual([status, stdout], [1, '']);
  return stderr;
}

test('evidence verifies the signature and prints what was said, with --report every answer', async () => {
  const { status, stdout, stderr } = await hashmark('evidence', path, '--report');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^A dispute, frozen at 2026-11-23T08:00:00\.123Z by Hashmark 0\.1\.0/);
  assert.match(stdout, /Signature valid: no byte has changed since the key [0-9a-f]{4} /);
  assert.match(stdout, /Answer then: Wedge to Ship b\. Range 2/);
  assert.match(stdout, /^b was turned by hand: the camera saw it face another way\.\nc was placed by hand and fitted to the picture\.$/m);
  assert.match(stdout, /Judged again by this version: the same answers/);
  assert.match(stdout, /^a → b: range 2 /m);
});

test('evidence --json prints one document, with who signed it and the report', async () => {
  const { status, stdout } = await hashmark('evidence', path, '--json');
  const found = JSON.parse(stdout);
  assert.deepEqual([status, found.signedBy.kind, found.report.format, found.again], [0, 'key', 'hashmark-report', 'the same answers']);
});

test('where the frozen answers are not those of its table, that is said', async () => {
  const { report, ...rest } = frozenDispute();
  const pairs = report.pairs.map((pair) => (pair.from === 'a' ? { ...pair, closest: { ...pair.closest, range: 3 } } : pair));
  const other = join(folder, 'other.json');
  writeFileSync(other, await signedText(evidenceFile({ ...rest, report: { ...report, pairs } }) as object, await newKeys()));
  assert.match((await hashmark('evidence', other)).stdout, /other answers for a → b, a → c/);
});

test('evidence changed by one byte, cut off, of a newer version, not JSON or huge is status 1 with words', async () => {
  assert.match(await refused(text.replace('Range 2, in', 'Range 1, in')), /changed after signing: .*ask for the file as it was saved/);
  assert.match(await refused(text.slice(0, -300)), /not JSON, or was cut off/);
  assert.match(await refused('GIF89a'), /got a picture, expected evidence/);
  assert.match(await refused('x'), /not JSON, or was cut off/);
  const newer = { ...(evidenceFile(frozenReading()) as object), version: 2 };
  assert.match(await refused(await signedText(newer, await newKeys())), /version: got 2, expected 1\. .*update/);
  const huge = join(folder, 'huge.json');
  writeFileSync(huge, '{');
  truncateSync(huge, 70e6);
  assert.match((await hashmark('evidence', huge)).stderr, /got a file of 70 MB, expected evidence of at most 64 MB/);
  assert.match((await hashmark('evidence', join(folder, 'none.json'))).stderr, /cannot be read \(ENOENT\)/);
  assert.equal((await hashmark('evidence')).status, 2);
});
