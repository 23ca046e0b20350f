import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** The ending of a file's packed form, which lies beside it. */
export const PACKED_ENDING = '.br';
/** Smaller ones fit into one packet as they are. */
const LEAST_BYTES = 1024;
/** What is packed already. */
const DENSE = /\.(png|jpg|webp|woff2|pdf|ico)$/;

/** Bytes with brotli. Quality 5 packs OpenCV's 8 MB in about a second; the highest takes half a minute for a tenth less. */
export function packed(bytes) {
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Writes the packed form of each file of a built app beside it, where that is smaller. */
export async function writePackedFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !DENSE.test(entry.name)).map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < LEAST_BYTES) return;
      const small = await packed(bytes);
      if (small.length < bytes.length) await writeFile(`${file}${PACKED_ENDING}`, small);
    }),
  );
}
