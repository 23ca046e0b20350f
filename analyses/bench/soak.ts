/**
 * Plays a clip through the built app in Chromium for hours, and writes down every minute what the page costs and says.
 *
 *   npm run analyse -- soak --hours 2 [--every SECONDS] [--out FILE] [--write]
 *
 * One line of JSON a checkpoint; the same command goes on where an earlier one was broken off. At its end it says how memory grows after the
 * first quarter, carried on to eight hours; --write prints docs/soak.md. The app is taken as it is built: `npm run build` first.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { soakClip } from './soak-clip.js';
import { growthOf, soakDocument } from './soak-document.js';
import { type Checkpoint, soakPage } from './soak-page.js';

const DOCUMENT = fileURLToPath(new URL('../../docs/soak.md', import.meta.url));
const { hours, every, out, write } = readArgs();
/** A loaded machine takes its time for the first look, ms. */
const WAIT_MS = 180_000;

const done = await checkpointsIn(out);
const fromMinute = done.at(-1)?.minute ?? 0;
if (fromMinute < 60 * hours) await soak();
process.stdout.write(`${growthOf(done)}\n`);
if (write) await writeFile(DOCUMENT, soakDocument(done));

/** Goes on until the hours are over. */
async function soak(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-soak-'));
  const clip = join(folder, 'table.y4m');
  await writeFile(clip, await soakClip());
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--js-flags=--expose-gc',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${clip}`,
    ],
  });
  try {
    const page = await soakPage(browser, await addressOf(server), WAIT_MS);
    const startedMs = Date.now();
    for (let n = 1; fromMinute + (n * every) / 60 <= 60 * hours + 1e-9; n++) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, startedMs + 1000 * n * every - Date.now())));
      const checkpoint = await page.take(fromMinute + (n * every) / 60);
      done.push(checkpoint);
      await appendFile(out, `${JSON.stringify(checkpoint)}\n`);
      const { minute, heapMb, rendererMb, frameMs } = checkpoint;
      process.stdout.write(
        `${minute.toFixed(1)} min: heap ${heapMb} MB, renderer ${rendererMb} MB, frame p95 ${frameMs.p95.toFixed(0)} ms\n`,
      );
    }
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

function readArgs() {
  const { values } = parseArgs({
    options: { hours: { type: 'string' }, every: { type: 'string' }, out: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const number = (name: 'hours' | 'every', otherwise: number) => {
    const value = Number(values[name] ?? otherwise);
    if (!(value > 0)) throw new Error(`Got --${name} ${values[name]}, expected a number above 0.`);
    return value;
  };
  return { hours: number('hours', 2), every: number('every', 60), out: values.out ?? 'soak.jsonl', write: values.write };
}

/** What an earlier run has written; a line that was cut off is left out. */
async function checkpointsIn(file: string): Promise<Checkpoint[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Checkpoint];
    } catch {
      return [];
    }
  });
}

async function addressOf(child: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return (JSON.parse(line) as { url: string }).url;
}
