import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import serveStatic from 'serve-static';
import { FRAMES_FOLDER } from './bench-frames.js';

const APP_FOLDER = fileURLToPath(new URL('../../../dist/', import.meta.url));
const PAGE = '<!doctype html><title>bench</title><script type="module" src="/bench-page.js"></script>';

export interface BenchBrowser {
  readonly page: Page;
  /** Such as Chromium 156.0.1. */
  readonly name: string;
  close(): Promise<void>;
}

/** A page beside the built app, isolated as the app is, so that engines have two threads. */
export async function openBenchBrowser(): Promise<BenchBrowser> {
  const server = await serve(await bundles());
  const browser = await startBrowser();
  const page = await browser.newPage();
  page.on('pageerror', (error) => process.stderr.write(`page: ${error.message}\n`));
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'bench' in window);
  return {
    page,
    name: `Chromium ${browser.version()}`,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

export function startBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...args],
  });
}

async function bundles(): Promise<ReadonlyMap<string, string>> {
  const entry = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry('bench-page'), entry('peer-worker')],
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['onnxruntime-web-use-extern-wasm'],
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, text }) => [path.replace(/^.*\//, '/'), text]));
}

async function serve(scripts: ReadonlyMap<string, string>): Promise<Server> {
  const [app, frames] = [serveStatic(APP_FOLDER, { index: false }), serveStatic(FRAMES_FOLDER)];
  const server = createServer((request, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    const script = request.url === '/' ? PAGE : scripts.get(request.url!);
    if (script !== undefined) response.setHeader('Content-Type', request.url === '/' ? 'text/html' : 'text/javascript').end(script);
    else app(request, response, () => frames(request, response, () => response.writeHead(404).end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
