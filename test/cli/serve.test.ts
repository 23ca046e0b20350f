import assert from 'node:assert/strict';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer as createWebServer, get, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { get as getOverTls } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import mqtt from 'mqtt';
import decodeQR from 'qr/decode.js';
import { isLoopback, reachableAddresses } from '../../src/cli/serve/addresses.js';
import { certificateFor } from '../../src/cli/serve/certificate.js';
import { webPages } from '../../src/cli/serve/web-pages.js';
import { makeFolder, serve, startProgram } from './served.js';

const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws://HOST; " +
  "img-src 'self' blob: data:; media-src 'self' blob:; worker-src 'self' blob:; base-uri 'self'; object-src 'none'; " +
  "form-action 'self'; frame-ancestors 'self'";

test('every page is cross-origin isolated and under the strict content policy', async (t) => {
  const { url } = await serve(t);
  const { host, hostname } = new URL(url);
  const sockets: Readonly<Record<string, string>> = {
    // An event's broker stands on the same host at a port of its own; the console steers OBS on the same computer.
    overlay: `${hostname}:*`,
    director: `${hostname}:*`,
    console: `${hostname}:* ws://127.0.0.1:* ws://localhost:*`,
  };
  for (const path of ['', 'overlay', 'console', 'director', 'app.js', 'nothing']) {
    const { headers } = await fetch(url + path);
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path);
    assert.equal(headers.get('cross-origin-embedder-policy'), 'require-corp', path);
    assert.equal(headers.get('content-security-policy'), POLICY.replace('HOST', sockets[path] ?? host), path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
  }
});

test('each page brings a policy of its own, where it is served without the program: nothing but its own, and no eval', async () => {
  const folder = new URL('../../src/app/pages/', import.meta.url);
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  assert.deepEqual(pages.sort(), ['console.html', 'director.html', 'index.html', 'overlay.html']);
  for (const page of pages) {
    const text = await readFile(new URL(page, folder), 'utf8');
    const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(text) ?? [];
    const words = Object.fromEntries(policy!.split(';').map((one) => [one.trim().split(' ')[0], one.trim().split(' ').slice(1)]));
    assert.deepEqual(words['default-src'], ["'none'"], page);
    // WebAssembly alone: the engines, which only the player's page has.
    assert.deepEqual(words['script-src'], page === 'index.html' ? ["'self'", "'wasm-unsafe-eval'"] : ["'self'"], page);
    assert.doesNotMatch(policy!, /'unsafe-(eval|inline)'|https?:|\*/, page);
    assert.ok(text.indexOf('Content-Security-Policy') < text.search(/<(script|link)\b/), `${page}: the policy comes before what it is for`);
  }
});

test('each kind of file has the type that browsers insist on', async (t) => {
  const { url } = await serve(t);
  const types: Readonly<Record<string, string>> = {
    '': 'text/html; charset=utf-8',
    'app.js': 'text/javascript; charset=utf-8',
    'onnx/ort.mjs': 'text/javascript; charset=utf-8',
    'onnx/ort.wasm': 'application/wasm',
    'models/detector/model.onnx': 'application/octet-stream',
    'models/detector/model.json': 'application/json; charset=utf-8',
  };
  for (const [path, type] of Object.entries(types)) assert.equal((await fetch(url + path)).headers.get('content-type'), type, path);
});

test('/overlay, /console and /director are pages; anything else is 404', async (t) => {
  const { url } = await serve(t);
  assert.match(await (await fetch(`${url}overlay?table=table&view=map`)).text(), /the overlay/);
  assert.match(await (await fetch(`${url}/overlay`)).text(), /the overlay/);
  assert.match(await (await fetch(`${url}console?table=table`)).text(), /the console/);
  assert.match(await (await fetch(`${url}director`)).text(), /the director/);
  assert.equal((await fetch(`${url}../secret.txt`)).status, 404);
  assert.equal((await fetch(`${url}..%2fsecret.txt`)).status, 404);
  assert.equal((await fetch(`${url}models`)).status, 404);
  assert.equal((await fetch(`${url}%00`)).status, 404);
  assert.equal((await fetch(`${url}%zz`)).status, 400);
  assert.equal((await fetch(url, { method: 'DELETE' })).status, 405);
});

test('an unchanged file is answered with 304 and no bytes; a changed one with the new content', async (t) => {
  const { url, folder } = await serve(t);
  const { headers } = await ask(`${url}app.js`);
  const known = { headers: { 'If-None-Match': headers.etag! } };
  const again = await ask(`${url}app.js`, known);
  assert.deepEqual([again.status, again.body.length], [304, 0]);
  await writeFile(join(folder, 'app.js'), 'export const version = 22;\n');
  const changed = await ask(`${url}app.js`, known);
  assert.equal(changed.status, 200);
  assert.match(changed.body.toString(), /22/);
});

test('another device gets a file’s packed form where one lies beside it that is no older, with its unpacked length; this computer the file', async (t) => {
  const { url, folder } = await serve(t);
  const bytes = Buffer.from('\0asm'.repeat(1000));
  await writeFile(join(folder, 'onnx', 'ort.wasm.br'), brotliCompressSync(bytes));
  await writeFile(join(folder, 'app.js.br'), 'of an earlier build');
  await utimes(join(folder, 'app.js.br'), 0, 0);
  const asked = { headers: { 'Accept-Encoding': 'gzip, br' } };
  assert.equal((await fetch(`${url}onnx/ort.wasm`, asked)).headers.get('content-encoding'), null);
  const elsewhere = await pagesFor('192.168.1.5', folder, t);
  const { headers, body } = await ask(`${elsewhere}onnx/ort.wasm`, asked);
  assert.equal(headers['content-encoding'], 'br');
  assert.equal(headers['content-type'], 'application/wasm');
  assert.equal(headers['x-uncompressed-length'], String(bytes.length));
  assert.equal(headers.vary, 'Accept-Encoding');
  assert.deepEqual(brotliDecompressSync(body), bytes);
  const stale = await ask(`${elsewhere}app.js`, asked);
  assert.equal(stale.headers['content-encoding'], undefined);
  assert.match(stale.body.toString(), /version = 1/);
  assert.equal((await ask(`${elsewhere}onnx/ort.wasm`)).headers['content-encoding'], undefined);
});

/** A server of pages that takes its visitors for another device. */
async function pagesFor(address: string, folder: string, t: TestContext): Promise<string> {
  const relay = undefined as never;
  const pages = webPages({ folder, relay, reach: () => ({ addresses: [], local: '' }), onTokens: async () => {}, onError: assert.fail });
  const server = createWebServer((request, response) => {
    Object.defineProperty(request.socket, 'remoteAddress', { value: address });
    pages(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** What comes over the wire, still packed; `fetch` would never ask whether a file has changed. */
function ask(url: string, options: RequestOptions = {}) {
  return new Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }>((resolve, reject) => {
    get(url, options, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) });
    }).on('error', reject);
  });
}

test('the relay answers pages at /mqtt and everything else on its own port, with the same tokens', async (t) => {
  const { url, service } = await serve(t);
  for (const address of [service.mqtt, `${url.replace('http', 'ws')}mqtt`]) {
    const client = await mqtt.connectAsync(
      address,
      { protocolVersion: 5, username: 'viewer', password: service.tokens().viewer, reconnectPeriod: 0 },
      false,
    );
    await client.endAsync();
  }
});

test('the camera’s token reads and replaces tokens; the others’ do not', async (t) => {
  const { url, service } = await serve(t);
  const ask = (token: string, method = 'GET', query = '') =>
    fetch(`${url}relay/tokens${query}`, { method, headers: { Authorization: `Bearer ${token}` } });
  const before = service.tokens();
  assert.deepEqual(await (await ask(before.camera)).json(), { table: 'table', tokens: before, addresses: [], local: url });
  assert.equal((await ask(before.viewer)).status, 401);
  assert.equal((await fetch(`${url}relay/tokens`)).status, 401);
  assert.equal((await ask(before.camera, 'POST', '?role=root')).status, 400);
  const { tokens } = (await (await ask(before.camera, 'POST', '?role=viewer')).json()) as { tokens: Record<string, string> };
  assert.equal(tokens.camera, before.camera);
  assert.notEqual(tokens.viewer, before.viewer);
  assert.equal(service.tokens().viewer, tokens.viewer);
});

test('tokens are the same after a new start, readable by their owner alone', async (t) => {
  const cache = await makeFolder(t);
  const first = await serve(t, { cache });
  const tokens = first.service.tokens();
  await first.service.close();
  const second = await serve(t, { cache });
  assert.deepEqual(second.service.tokens(), tokens);
  assert.equal((await stat(join(cache, 'tokens-table.json'))).mode & 0o077, 0);
});

test('other devices are served encrypted; who leaves out the s there is led to the right address', async (t) => {
  const { service } = await serve(t, { host: '0.0.0.0' });
  const url = new URL(service.urls[0]!);
  assert.equal(url.protocol, 'https:');
  const local = `https://localhost:${url.port}/overlay`;
  const { text, names } = await fetchWithAnyCertificate(local);
  assert.match(text, /the overlay/);
  assert.match(names, /DNS:localhost/);
  for (const address of reachableAddresses('0.0.0.0')) assert.ok(names.includes(`IP Address:${address}`), names);
  const elsewhere = `${url.href}overlay`;
  const plain = await fetch(elsewhere.replace('https', 'http'), { redirect: 'manual' });
  assert.equal(plain.status, 307, 'for now only: a remembered one would break a later plain start');
  assert.equal(plain.headers.get('cache-control'), 'no-store');
  assert.equal(plain.headers.get('location'), elsewhere);
  const webSocket = elsewhere.replace('https', 'ws').replace('overlay', 'mqtt');
  await assert.rejects(connectAs('viewer', webSocket, service.tokens().viewer), 'nor does the relay listen unencrypted there');
});

test('a program on this computer, which does not know the certificate, has the overlay and its relay without one', async (t) => {
  const { service } = await serve(t, { host: '0.0.0.0' });
  const { localUrl, urls } = service;
  assert.equal(new URL(localUrl).protocol, 'http:');
  assert.match(await (await fetch(`${localUrl}overlay`)).text(), /the overlay/);
  const viewer = await connectAs('viewer', `${localUrl.replace('http', 'ws')}mqtt`, service.tokens().viewer);
  await viewer.endAsync();
  const asked = await fetch(`${localUrl}relay/tokens`, { headers: { Authorization: `Bearer ${service.tokens().camera}` } });
  assert.deepEqual(await asked.json(), { table: 'table', tokens: service.tokens(), addresses: urls, local: localUrl });
});

function connectAs(username: string, url: string, password: string) {
  return mqtt.connectAsync(url, { protocolVersion: 5, username, password, reconnectPeriod: 0 }, false);
}

test('the certificate is kept while its addresses hold and replaced when they change, it runs out or its file is damaged', async (t) => {
  const folder = await makeFolder(t);
  const first = await certificateFor(['localhost', '192.168.1.5'], folder);
  assert.deepEqual(await certificateFor(['192.168.1.5'], folder), first);
  const moved = await certificateFor(['localhost', '192.168.1.77'], folder);
  assert.notEqual(moved.cert, first.cert);
  const inAYear = Date.now() + 390 * 24 * 3600 * 1000;
  assert.notEqual((await certificateFor(['192.168.1.77'], folder, inAYear)).cert, moved.cert);
  await writeFile(join(folder, 'certificate.json'), '{"key":');
  assert.match((await certificateFor(['localhost'], folder)).cert, /BEGIN CERTIFICATE/);
});

test('a host is loopback when only this computer reaches it', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '::1']) assert.ok(isLoopback(host), host);
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'localhost.example', '127.0.0.1.example']) assert.ok(!isLoopback(host), host);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`with --json the first line has the addresses and tokens, and ${signal} ends it with status 0`, async (t) => {
    const program = await startProgram(t, ['--port', '0', '--table', 'final-table', '--json']);
    const line = JSON.parse(await program.firstLine);
    assert.deepEqual(Object.keys(line), ['url', 'mqtt', 'table', 'tokens']);
    assert.equal(line.table, 'final-table');
    assert.deepEqual(Object.keys(line.tokens), ['camera', 'console', 'viewer']);
    assert.match(await (await fetch(line.url)).text(), /the app/);
    const client = await mqtt.connectAsync(
      line.mqtt,
      { protocolVersion: 5, username: 'camera', password: line.tokens.camera, reconnectPeriod: 0 },
      false,
    );
    const isPutOut = new Promise<number>((resolve) => client.on('disconnect', (packet) => resolve(packet.reasonCode ?? 0)));
    program.child.kill(signal);
    assert.equal(await program.status, 0);
    assert.equal(await isPutOut, 0x8b);
    client.end(true);
    assert.equal(program.stdout().trim().split('\n').length, 1);
    await assert.rejects(fetch(line.url));
  });
}

test('without --json the links for a person to click are printed', async (t) => {
  const program = await startProgram(t, ['--port', '0']);
  await program.firstLine;
  program.child.kill('SIGTERM');
  assert.equal(await program.status, 0);
  assert.match(program.stdout(), /http:\/\/localhost:\d+\/\?camera=simulated/);
  // The pages of the menu Stream, as it links them.
  const token = '#token=[\\w-]+';
  for (const path of [
    `\\?camera=device&publish=table${token}`,
    ...['map', 'camera', 'panel', 'caption'].map((view) => `overlay\\?table=table&view=${view}${token}`),
    `console\\?table=table${token}`,
  ])
    assert.match(program.stdout(), new RegExp(`http://localhost:\\d+/${path}\n`));
  assert.match(program.stdout(), /overlay\?table=table&view=map#token=/);
});

test('with --host 0.0.0.0 a code to scan is printed for each address', async (t) => {
  const program = await startProgram(t, ['--port', '0', '--host', '0.0.0.0']);
  await program.firstLine;
  program.child.kill('SIGTERM');
  assert.equal(await program.status, 0);
  const codes = program.stdout().match(/(?:^.*[▀▄█]{3}.*\n)+/gm) ?? [];
  const addresses = reachableAddresses('0.0.0.0');
  assert.ok(codes.length >= Math.max(1, addresses.length), `got ${codes.length} codes`);
  for (const code of codes) assert.match(textInBlocks(code), /^https:\/\/[^/]+:\d+\/\?camera=device&publish=table#token=[\w-]+$/);
});

/** The text of a QR code that is printed as blocks, which are light, two modules above each other in each letter. */
function textInBlocks(code: string): string {
  const rows = code
    .trimEnd()
    .split('\n')
    .map((line) => [...line].filter((block) => ' ▀▄█'.includes(block)))
    .flatMap((blocks) => ['█▀', '█▄'].map((light) => blocks.map((block) => light.includes(block))));
  const scale = 4;
  const [width, height] = [scale * rows[0]!.length, scale * rows.length];
  const data = new Uint8Array(4 * width * height);
  for (let at = 0; at < width * height; at++) {
    const isLight = rows[Math.floor(at / width / scale)]![Math.floor((at % width) / scale)];
    data.set([isLight ? 255 : 0, isLight ? 255 : 0, isLight ? 255 : 0, 255], 4 * at);
  }
  return decodeQR({ width, height, data });
}

test('wrong use is status 2 and says what was expected', async (t) => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['--port', '70000'], /--port: expected a number from 0 to 65535, got "70000"/],
    [['--port', 'x'], /--port/],
    [['--table', 'Table One'], /--table: expected 1 to 32 of a-z, 0-9 and -, got "Table One"/],
    [['--table', ''], /--table/],
    [['--delay', '-3'], /--delay/],
    [['--host', 'a b'], /--host/],
    [['--nonsense'], /unknown option --nonsense/],
    [['somewhere'], /expected only options, got somewhere/],
  ];
  const programs = await Promise.all(wrong.map(([args]) => startProgram(t, args)));
  for (const [i, program] of programs.entries()) {
    assert.equal(await program.status, 2, wrong[i]![0].join(' '));
    assert.match(program.stderr(), wrong[i]![1]);
    assert.equal(program.stdout(), '');
  }
});

test('a port in use, a foreign address or an app that is not built is status 1 and says what to do', async (t) => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  t.after(() => blocker.close());
  const { port } = blocker.address() as { readonly port: number };
  await assert.rejects(serve(t, { port }), new RegExp(`port ${port} is in use: choose another with --port N`));
  await assert.rejects(serve(t, { host: '192.0.2.200' }), /192\.0\.2\.200 is no address of this computer/);
  await assert.rejects(serve(t, { folder: await makeFolder(t) }), /run npm start, or npm run build, first/);
});

function fetchWithAnyCertificate(url: string): Promise<{ readonly text: string; readonly names: string }> {
  return new Promise((resolve, reject) => {
    const request = getOverTls(url, { rejectUnauthorized: false, agent: false }, (response) => {
      const { subjectaltname: names = '' } = (response.socket as import('node:tls').TLSSocket).getPeerCertificate();
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ text, names }));
    });
    request.on('error', reject);
  });
}
