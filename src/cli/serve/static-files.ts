import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file as it is sent. */
export interface ServedFile {
  readonly type: string;
  /** Changes with the content. */
  readonly etag: string;
  readonly bytes: Buffer;
}

export type Encoding = 'br' | 'gzip';

/** What the browsers insist on: a module or a wasm under a wrong type does not run. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
  '.onnx': 'application/octet-stream',
};
const ALREADY_SMALL = new Set(['.png', '.jpg', '.webp', '.woff2', '.pdf', '.ico']);

/** The files of one folder, kept in memory with their compressed forms; read anew when they change on the disk. */
export class StaticFiles {
  readonly #folder: string;
  readonly #kept = new Map<
    string,
    { readonly stamp: string; readonly file: ServedFile; readonly packed: Map<Encoding, Promise<Buffer>> }
  >();

  constructor(folder: string) {
    this.#folder = normalize(folder + sep);
  }

  /** The file under a path such as `/app.js`; undefined when there is none or the path leaves the folder. */
  async find(path: string): Promise<ServedFile | undefined> {
    return (await this.#load(path))?.file;
  }

  /** The file's bytes in a compressed form; undefined where that saves nothing. */
  async pack(path: string, encoding: Encoding): Promise<Buffer | undefined> {
    const loaded = await this.#load(path);
    if (!loaded || ALREADY_SMALL.has(extname(path)) || loaded.file.bytes.length < 1024) return undefined;
    const known = loaded.packed.get(encoding);
    if (known) return known;
    const packing = compress(loaded.file.bytes, encoding);
    loaded.packed.set(encoding, packing);
    return packing;
  }

  async #load(path: string) {
    if (path.includes('\0')) return undefined;
    const name = normalize(join(this.#folder, path));
    if (!name.startsWith(this.#folder)) return undefined;
    const found = await stat(name).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const stamp = `${found.size} ${found.mtimeMs}`;
    const kept = this.#kept.get(name);
    if (kept?.stamp === stamp) return kept;
    const bytes = await readFile(name);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const file: ServedFile = { type: TYPES[extname(name)] ?? 'application/octet-stream', etag, bytes };
    const fresh = { stamp, file, packed: new Map<Encoding, Promise<Buffer>>() };
    this.#kept.set(name, fresh);
    return fresh;
  }
}

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 6 });
  // Quality 5 packs OpenCV's 11 MB in about a second; the highest takes half a minute for a tenth less.
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
