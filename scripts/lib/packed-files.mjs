import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { ROOT } from './run.mjs';
import { sha256Hex } from './sha256-hex.mjs';

/** The ending of a file's packed form, which lies beside it. */
export const PACKED_ENDING = '.br';
/** Smaller ones fit into one packet as they are. */
const MIN_BYTES = 1024;
/** What is packed already. */
const DENSE = /\.(png|jpg|webp|woff2|pdf|ico)$/;

/** Engines and nets: large, and the same until they are replaced. */
const SELDOM_CHANGED = /\.(wasm|onnx)$/;
const CACHE = join(ROOT, 'node_modules/.cache/hashmark-packed');

/**
 * The bytes of a file with brotli. Quality 10 packs programs, nets and engines to 0.88 of what 5 packs them to, but takes ten times as long: where
 * somebody waits for the page (`isHurried`) it is 5. What came of engines and nets, half a minute of a processor, is kept beside the packages.
 */
export function packed(name, bytes, isHurried = false) {
  if (SELDOM_CHANGED.test(name)) return packedOnce(bytes, isHurried);
  return isHurried ? packedSoon(bytes) : packedWell(bytes);
}

function packedSoon(bytes) {
  return brotli(bytes, { [constants.BROTLI_PARAM_QUALITY]: 5 });
}

function packedWell(bytes) {
  return brotli(bytes, { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 });
}

async function packedOnce(bytes, isHurried) {
  const kept = join(CACHE, sha256Hex(bytes));
  try {
    return await readFile(kept);
  } catch {
    if (isHurried) return packedSoon(bytes);
    const small = await packedWell(bytes);
    await keep(kept, small);
    return small;
  }
}

/** Whole or not at all; where nothing may be written, it is packed again the next time. */
async function keep(file, bytes) {
  const unfinished = `${file}.${process.pid}`;
  try {
    await mkdir(CACHE, { recursive: true });
    await writeFile(unfinished, bytes);
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

const brotli = (bytes, params) =>
  promisify(brotliCompress)(bytes, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });

/** Writes the packed form of each file of a built app beside it, where that is smaller. */
export async function writePackedFiles(folder, isHurried) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !DENSE.test(entry.name)).map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < MIN_BYTES) return;
      const small = await packed(file, bytes, isHurried);
      if (small.length < bytes.length) await writeFile(`${file}${PACKED_ENDING}`, small);
    }),
  );
}
