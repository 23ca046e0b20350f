import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { sha256Hex } from './sha256-hex.mjs';

/** Pages that are nothing without the network, and what only they load: they are never kept, so that theirs is always the server's version. */
const ONLINE_ONLY = /^(overlay|console|director|desk)\.(html|js|css)$/;

/** The files of a built app that its page is kept by, each with a digest of its content. */
export async function pageFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !ONLINE_ONLY.test(name) && name !== 'service-worker.js')
    .sort();
  return Promise.all(
    names.map(async (name) => ({
      url: name,
      revision: sha256Hex(await readFile(join(folder, name))).slice(0, 16),
    })),
  );
}

/** Writes the service worker of a built app; whatever of the app changes, changes it. */
export async function writeServiceWorker(folder) {
  await build({
    entryPoints: ['src/service-worker/service-worker.ts'],
    outfile: join(folder, 'service-worker.js'),
    bundle: true,
    minify: true,
    // Not every browser runs modules there.
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    define: { PAGE_FILES: JSON.stringify(await pageFiles(folder)), 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
}

/** Draws the icons of the installed app from the page's mark. */
export async function writeIcons(folder) {
  const mark = await readFile('src/app/pages/mark.svg', 'utf8');
  // A system cuts a maskable icon to a shape of its own: the ground reaches the edge, and the drawing lies within the circle that every shape leaves.
  const maskable = mark.replace(' rx="11" fill="#0a0f16"', ' fill="#0a0f16"');
  if (maskable === mark) throw new Error('mark.svg has no rounded ground any more: adapt writeIcons to it.');
  await mkdir(join(folder, 'icons'), { recursive: true });
  for (const [name, svg, sidePx] of [
    ['icon-192.png', mark, 192],
    ['icon-512.png', mark, 512],
    ['maskable-512.png', maskable, 512],
  ]) {
    await sharp(Buffer.from(svg), { density: (72 * sidePx) / 48 })
      .resize(sidePx, sidePx)
      .png({ palette: true })
      .toFile(join(folder, 'icons', name));
  }
}
