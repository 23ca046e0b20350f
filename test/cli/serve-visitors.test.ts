import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import mqtt from 'mqtt';
import { certificateFor } from '../../src/cli/serve/certificate.js';
import { printable, refusalLog } from '../../src/cli/serve/refusal-log.js';
import { listenForPages } from '../../src/cli/serve/web-server.js';
import { makeFolder, serve, startProgram } from './served.js';

const SHORT = { handshakeTimeout: 300, headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };
/** A visitor that gets one more byte out each time, so that no idle time-out ends it. */
const SLOW: readonly (readonly [string, boolean, string, string])[] = [
  ['a socket that says nothing', false, '', ''],
  ['a request whose head never ends', false, 'GET / HTTP/1.1\r\nX: ', 'y'],
  ['a request whose body never ends', false, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n', 'y'],
  ['a socket that says nothing where TLS is expected', true, '', ''],
  ['an encrypted greeting that never ends', true, '\x16\x03\x01\x02\x00', '\x01'],
  ['a plain request whose head never ends where TLS is expected', true, 'GET / HTTP/1.1\r\nX: ', 'y'],
];

for (const [what, encrypted, head, more] of SLOW) {
  test(`${what} is closed in the end`, async (t) => {
    const certificate = encrypted ? await certificateFor(['localhost'], await makeFolder(t)) : undefined;
    const web = await listenForPages('127.0.0.1', 0, (request, response) => void request.resume().on('end', () => response.end()), {
      certificate,
      timeouts: SHORT,
    });
    t.after(() => web.close());
    const socket = connectTcp(web.port, '127.0.0.1').resume();
    const isClosed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    socket.write(Buffer.from(head, 'latin1'));
    const dripping = setInterval(() => socket.write(Buffer.from(more, 'latin1')), 50);
    t.after(() => clearInterval(dripping));
    await Promise.race([isClosed, failAfter(t, 4000)]);
  });
}

test('after too many wrong tokens the web address answers 429, however right the next one is', async (t) => {
  const { url, service } = await serve(t);
  const ask = async (token: string) => (await fetch(`${url}relay/tokens`, { headers: { Authorization: `Bearer ${token}` } })).status;
  const got: number[] = [];
  for (let i = 0; i < 30; i++) got.push(await ask(`guess-${i}`));
  assert.deepEqual([...new Set(got)], [401, 429]);
  assert.equal(await ask(service.tokens().camera), 429);
});

test('what a visitor calls itself reaches the terminal on one line, without control characters, and cut', () => {
  assert.equal(
    printable('\u001b[2Jboo\r\nhashmark serve: all is well\u202e\u2028'),
    '\\u{1b}[2Jboo\\u{d}\\u{a}hashmark serve: all is well\\u{202e}\\u{2028}',
  );
  assert.equal(printable('Größe ✓'), 'Größe ✓');
  assert.ok(printable('x'.repeat(1e6)).length < 400);
});

test('ten thousand refusals are some twenty lines and a number', () => {
  let nowMs = 0;
  const lines: string[] = [];
  const tell = refusalLog(
    'refused',
    (line) => lines.push(line),
    () => nowMs,
  );
  for (let i = 0; i < 10_000; i++) tell(`visitor ${i}: wrong token`);
  assert.equal(lines.length, 20);
  nowMs = 60_000;
  tell('another: wrong token');
  assert.match(lines.at(-1)!, /^hashmark serve: refused: another: wrong token \(and 9980 others that were not shown\)\n$/);
  tell('another: wrong token');
  assert.equal(lines.length, 21, 'a repetition is not printed at once');
});

test('serve goes on when nobody reads what it says', async (t) => {
  const program = await startProgram(t, ['--port', '0', '--json']);
  const { url, mqtt: address } = JSON.parse(await program.firstLine);
  program.child.stderr!.destroy();
  program.child.stdout!.destroy();
  for (let i = 0; i < 3; i++) {
    const socket = connectTcp(Number(new URL(address).port), '127.0.0.1');
    // CONNECT of MQTT 3.1.1, client id "c", user name "u", password "p": refused, and reported on standard error.
    socket.write(Buffer.from([0x10, 0x13, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2, 0, 0, 0, 1, 0x63, 0, 1, 0x75 + i, 0, 1, 0x70]));
    await once(socket.resume(), 'close');
  }
  assert.equal((await fetch(url)).status, 200);
  program.child.kill('SIGTERM');
  assert.equal(await program.status, 0);
});

test('serve records what passes, and says that a broker cannot be reached without ending', async (t) => {
  const file = join(await makeFolder(t), 'match.jsonl');
  const program = await startProgram(t, ['--port', '0', '--json', '--record', file, '--broker', 'mqtt://relay%40table:x@127.0.0.1:1']);
  const { mqtt: address, tokens } = JSON.parse(await program.firstLine);
  const camera = await mqtt.connectAsync(
    address,
    { protocolVersion: 5, username: 'camera', password: tokens.camera, reconnectPeriod: 0 },
    false,
  );
  await camera.publishAsync('hashmark/1/table/status', '{"online":true}', { qos: 1, retain: true });
  await camera.endAsync();
  program.child.kill('SIGTERM');
  assert.equal(await program.status, 0);
  assert.match(
    await readFile(file, 'utf8'),
    /^{"format":"hashmark-recording"[^\n]*\n{"atMs":\d+,"channel":"status","message":{"online":true}}\n$/,
  );
  assert.match(program.stderr(), /^hashmark serve: news: the broker: [^\n]*ECONNREFUSED/);
});

function failAfter(t: TestContext, ms: number): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`still open after ${ms} ms`)), ms);
    t.after(() => clearTimeout(timer));
  });
}
