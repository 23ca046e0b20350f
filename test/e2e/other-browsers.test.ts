import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import puppeteer from 'puppeteer-core';
import { freePort } from '../free-port.js';
import { type ServedApp, serveApp } from './served-app.js';

/** A photo of nine ships, and as many as the truth beside it has. */
const PHOTO = 'test-fixtures/tables/test-000003.jpg';
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
const WEBKIT = ['/usr/bin/WebKitWebDriver'].find(existsSync);
const XVFB = ['/usr/bin/Xvfb'].find(existsSync);
const LIMIT_MS = 240_000;

let app: ServedApp;
let photo: string;
let shipCount: number;

before(async () => {
  app = await serveApp();
  photo = (await readFile(PHOTO)).toString('base64');
  shipCount = (JSON.parse(await readFile(PHOTO.replace('.jpg', '.json'), 'utf8')) as { ships: unknown[] }).ships.length;
});

after(() => app?.stop());

/** Run in the page: a photo is dropped on it. */
const DROP = `const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
const files = [new File([bytes], 'table.jpg', { type: 'image/jpeg' })];
document.querySelector('hm-app').dispatchEvent(new CustomEvent('hm-open-files', { detail: { files } }));`;
const inList = (selector: string) =>
  `document.querySelector('hm-app')?.shadowRoot.querySelector('hm-ships')?.shadowRoot.querySelectorAll('${selector}')`;
const COUNT = `return ${inList('li')}?.length ?? 0;`;
const CHOOSE = `for (const row of [...${inList('li .choose')}].slice(0, 2)) row.click();`;
const ANSWER = `return document.querySelector('hm-app').shadowRoot.querySelector('hm-answer')?.shadowRoot.querySelector('.headline')?.textContent.trim() ?? '';`;
const STATE = `return !window.isLeft && document.querySelector('hm-app')?.shadowRoot ? document.readyState : '';`;

type Run = (script: string, ...given: string[]) => Promise<unknown>;

/** Opens the photo, waits for its ships, and reads the answer between the first two. */
async function askAboutPhoto(run: Run): Promise<void> {
  await until(async () => (await run(STATE)) === 'complete', 'the page');
  await run(DROP, photo);
  const found = await until(async () => Number(await run(COUNT)), 'ships');
  assert.ok(Math.abs(found - shipCount) <= 1, `${found} ships, ${shipCount} are there`);
  await run(CHOOSE);
  const said = await until(async () => String(await run(ANSWER)), 'the answer');
  assert.match(said, /range|arc|too close/i);
}

async function until<T>(find: () => Promise<T>, what: string): Promise<T> {
  const fromMs = performance.now();
  while (performance.now() - fromMs < LIMIT_MS / 2) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`waited ${LIMIT_MS / 2000} s for ${what}`);
}

test('Firefox opens a photo of nine ships and answers', {
  timeout: LIMIT_MS,
  skip: FIREFOX ? false : 'Firefox is not installed (Debian: firefox-esr)',
}, async () => {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX!, headless: true });
  try {
    const page = await browser.newPage();
    await page.goto(app.url);
    await askAboutPhoto((script, ...given) =>
      page.evaluate(`(function () { ${script} })(${given.map((one) => JSON.stringify(one)).join(', ')})`),
    );
    const scheme = await page.evaluate('getComputedStyle(document.documentElement).colorScheme');
    assert.match(String(scheme), /dark/, 'scroll bars are white on a dark page');
  } finally {
    await browser.close();
  }
});

test('BRW-04 WebKit opens a photo of nine ships and answers, and does so when the page is loaded the tenth time', {
  timeout: LIMIT_MS,
  skip: !WEBKIT ? 'WebKit is not installed (Debian: webkit2gtk-driver)' : !XVFB ? 'WebKit needs a screen (Debian: xvfb)' : false,
}, async () => {
  const ended: ChildProcess[] = [];
  try {
    const screen = spawn(XVFB!, ['-displayfd', '3', '-screen', '0', '1280x800x24'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    ended.push(screen);
    const [display] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    ended.push(spawn(WEBKIT!, [`--port=${port}`], { stdio: 'ignore', env }));
    const driver = `http://127.0.0.1:${port}/session`;
    const capabilities = {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser', args: ['--automation'] },
      },
    };
    const { sessionId } = await until(
      () =>
        command<{ sessionId: string }>(driver, { capabilities }).catch((error: Error) =>
          /fetch/.test(error.message) ? undefined : Promise.reject(error),
        ),
      'the driver',
    ).then((session) => session!);
    await command(`${driver}/${sessionId}/url`, { url: app.url });
    const run: Run = (script, ...args) => command(`${driver}/${sessionId}/execute/sync`, { script, args });
    await askAboutPhoto(run);
    // Engines that are still loading, or at work, are left each time: what a page before still held would be missing in the tenth.
    for (let again = 2; again <= 10; again++) {
      await run('window.isLeft = true;');
      await command(`${driver}/${sessionId}/refresh`, {});
      await until(async () => (await run(STATE)) === 'complete', 'the page');
      if (again < 10) await run(DROP, photo);
    }
    await askAboutPhoto(run);
    await fetch(`${driver}/${sessionId}`, { method: 'DELETE' });
  } finally {
    for (const child of ended.reverse()) child.kill();
  }
});

/** A command of WebDriver, and what came of it. */
async function command<T>(url: string, body: object): Promise<T> {
  const answered = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answered.json()) as { value: T & { error?: string; message?: string } };
  if (!answered.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
