import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { evidenceFile, parseEvidence } from '../../src/evidence/evidence-file.js';
import { PROGRAM_VERSION } from '../../src/evidence/program-version.js';
import { readEvidence } from '../../src/evidence/read-evidence.js';
import { ChangedAfterSigning, newKeys, publicKeyOf, signedText } from '../../src/evidence/signed-text.js';
import { report } from '../../src/judge/report/report.js';
import { documentKind } from '../../src/table/documents/document-kind.js';
import { frozenDispute, frozenReading } from './frozen.js';

const documentOf = (evidence = frozenDispute()) => evidenceFile(evidence) as object;
const again = (document: unknown): unknown => JSON.parse(JSON.stringify(document));

test('what is frozen is read back the same, as a dispute and as a bad reading', () => {
  for (const evidence of [frozenDispute(), frozenReading()]) {
    const { table, ...rest } = parseEvidence(again(documentOf(evidence)));
    const { table: was, ...expected } = evidence;
    assert.deepEqual(rest, expected);
    assert.deepEqual(table.obstacles, was.obstacles);
    assert.deepEqual(
      table.ships.map(({ id, pose, owner, isFrontOpen }) => [id, pose.x, pose.y, owner, isFrontOpen]),
      was.ships.map(({ id, pose, owner, isFrontOpen }) => [id, pose.x, pose.y, owner, isFrontOpen]),
    );
  }
});

test('the table of evidence gives the answers that were frozen with it, as surely', () => {
  const { table, report: then } = parseEvidence(again(documentOf()));
  const now = report(table);
  now.pairs.forEach(({ closest, arcs }, i) => {
    const was = then.pairs[i]!;
    assert.ok(Math.abs(closest.mm - was.closest.mm) < 1e-6 && Math.abs(closest.sigmaMm - was.closest.sigmaMm) < 1e-6);
    assert.deepEqual([closest.range, closest.certain, Object.keys(arcs)], [was.closest.range, was.closest.certain, Object.keys(was.arcs)]);
    for (const [arc, { attack }] of Object.entries(arcs)) {
      const [p, q] = [attack?.obstructed.probability ?? 0, was.arcs[arc]!.attack?.obstructed.probability ?? 0];
      assert.ok(Math.abs(p - q) < 1e-6, `${arc}: obstructed ${p}, frozen ${q}`);
    }
  });
  const shares = now.pairs.flatMap(({ arcs }) => Object.values(arcs).map(({ attack }) => attack?.obstructed.probability ?? 0));
  assert.ok(
    shares.some((p) => p > 0.01 && p < 0.99),
    'the rock makes an obstruction uncertain, so a lost sigma would show',
  );
});

test('what is signed verifies by an independent program, over all bytes before the signature', async () => {
  const keys = await newKeys();
  assert.equal(keys.privateKey.extractable, false);
  const text = await signedText(documentOf(), keys);
  const { publicKey, signature } = JSON.parse(text) as { publicKey: string; signature: string };
  const point = Buffer.from(publicKey, 'base64');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const body = Buffer.from(text.slice(0, text.lastIndexOf(',"signature":')));
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  assert.equal(verify('sha256', body, key, Buffer.from(signature, 'base64')), true);
  const { signedBy, evidence } = await readEvidence(text);
  assert.equal(signedBy.kind === 'key' && signedBy.publicKey, await publicKeyOf(keys));
  assert.match(signedBy.kind === 'key' ? signedBy.fingerprint : '', /^[0-9a-f]{4}( [0-9a-f]{4}){3}$/);
  assert.equal(evidence.answer, frozenDispute().answer);
});

test('whichever byte of signed evidence is changed, it is refused', async () => {
  const { picture: _, report: whole, ...small } = frozenReading();
  const text = (await signedText(documentOf({ ...small, report: { ...whole, pairs: [] } }), await newKeys())).trimEnd();
  assert.ok(text.length > 2000);
  const bytes = Buffer.from(text);
  let changed = 0;
  for (let at = 0; at < bytes.length; at++) {
    const other = Buffer.from(bytes);
    other[at]! ^= 1;
    await assert.rejects(readEvidence(other.toString('utf8')), (error: Error) => {
      if (error instanceof ChangedAfterSigning) changed += 1;
      return error.message.length > 10;
    });
  }
  // The rest is no JSON any more.
  assert.ok(changed / bytes.length > 0.95, `${changed} of ${bytes.length} are said to be changed`);
});

test('something added behind the signature, or a field given twice, is a change', async () => {
  const text = (await signedText(documentOf(), await newKeys())).trimEnd();
  for (const added of [`${text.slice(0, -1)},"answer":"Range 1"}`, `${text} `, text.replace('"kind":', '"kind":"bad reading","kind":')]) {
    await assert.rejects(readEvidence(added), ChangedAfterSigning);
  }
});

test('evidence is as it was signed with other line ends behind it, as mails and shells write them, and with a byte order mark', async () => {
  const text = (await signedText(documentOf(), await newKeys())).trimEnd();
  for (const passedOn of [text, `${text}\r\n`, `${text}\n\n`, `\uFEFF${text}\r\n`])
    assert.equal((await readEvidence(passedOn)).signedBy.kind, 'key', JSON.stringify(passedOn.slice(-4)));
});

test('evidence that was signed again with another key is whole, and shows another fingerprint', async () => {
  const [one, other] = [await newKeys(), await newKeys()];
  const forged = await readEvidence(await signedText(documentOf({ ...frozenDispute(), answer: 'Range 1' }), other));
  const { signedBy } = await readEvidence(await signedText(documentOf(), one));
  assert.ok(signedBy.kind === 'key' && forged.signedBy.kind === 'key' && signedBy.fingerprint !== forged.signedBy.fingerprint);
});

test('evidence without a signature says that it has none', async () => {
  const text = await signedText(documentOf(), undefined);
  assert.deepEqual((await readEvidence(text)).signedBy, { kind: 'none' });
  assert.deepEqual((await readEvidence(`\uFEFF${text}`)).signedBy, { kind: 'none' });
});

test('evidence that was cut off is no JSON, wherever it was cut', async () => {
  const text = (await signedText(documentOf(), await newKeys())).trimEnd();
  for (let at = 1; at < text.length; at += 97) await assert.rejects(readEvidence(text.slice(0, at)), SyntaxError);
  await assert.rejects(readEvidence(text.slice(0, -1)), SyntaxError);
});

const REFUSED: readonly (readonly [string, (document: Record<string, unknown>) => void, RegExp])[] = [
  ['a newer version', (d) => (d.version = 2), /version: got 2, expected 1\. .*update/],
  ['another kind', (d) => (d.kind = 'gossip'), /kind: got "gossip", expected one of dispute, bad reading/],
  ['no scene', (d) => delete d.scene, /scene: got nothing/],
  ['a ship that is asked about and is not there', (d) => (d.asked = { from: 'a', to: 'x' }), /asked: got "x", expected the id of a ship/],
  ['no time', (d) => (d.frozenAt = 'yesterday'), /frozenAt: got "yesterday"/],
  ['a camera of no size', (d) => ((d.camera as { widthPx: number }).widthPx = 0), /camera\.widthPx: got 0/],
];
for (const [what, change, refusal] of REFUSED) {
  test(`evidence with ${what} is refused with the place and what to do`, () => {
    const document = again(documentOf()) as Record<string, unknown>;
    change(document);
    assert.throws(() => parseEvidence(document), refusal);
  });
}

test('a text is known as evidence by its beginning, also when it was cut off', () => {
  assert.equal(documentKind(JSON.stringify(documentOf()).slice(0, 60)), 'evidence');
  assert.equal(documentKind('{"format":"fly-casual","version":1}'), undefined);
});

test('what is frozen names the version that package.json has', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  assert.equal(PROGRAM_VERSION, version);
});
