import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { MadePicture, PictureOrder } from './picture-page.js';

/** A page is closed and reopened after 100 pictures, so that nothing can pile up over a long run. */
const PICTURES_PER_PAGE = 100;

export interface PictureBrowser {
  make(order: PictureOrder): Promise<MadePicture>;
  close(): Promise<void>;
}

/** A headless Chromium that draws without a GPU. */
export async function openPictureBrowser(): Promise<PictureBrowser> {
  const script = await bundlePage();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
  let page: Page | undefined;
  let made = 0;
  return {
    make: async (order) => {
      if (page !== undefined && made >= PICTURES_PER_PAGE) {
        await page.close();
        page = undefined;
        made = 0;
      }
      page ??= await openPage(browser, script);
      made++;
      return await page.evaluate((given) => window.makePicture(given), order);
    },
    close: () => browser.close(),
  };
}

async function openPage(browser: Browser, script: string): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => process.stderr.write(`page: ${error.message}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`page: ${message.text()}\n`);
  });
  await page.setContent('<!doctype html><title>pictures</title>');
  await page.addScriptTag({ content: script });
  return page;
}

async function bundlePage(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('./picture-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'error',
  });
  const file = result.outputFiles[0];
  if (file === undefined) throw new Error('Got no bundle of the picture page, expected one file.');
  return file.text;
}
