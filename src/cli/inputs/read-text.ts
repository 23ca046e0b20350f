import { decodeText } from '../../table/documents/decode-text.js';
import { type FileKind, fileKind } from '../../table/picture-file/file-kind.js';
import { isPacked } from './other-formats.js';
import { readBytes } from './read-bytes.js';

/** Maximum size of our documents, except recordings; a larger file is something else. */
const MAX_BYTES = 64e6;

/**
 * The text of a file in any encoding, as the page reads it. Throws an Error that names the file and its kind where it is not a text, is
 * empty or too large; `kind` is what was expected, such as 'a scene file'.
 */
export async function readText(path: string, kind: string, maxBytes = MAX_BYTES): Promise<string> {
  const bytes = await readBytes(path, kind);
  if (bytes.length > maxBytes) {
    throw new Error(`${path}: got a file of ${(bytes.length / 1e6).toFixed(0)} MB, expected ${kind} of at most ${maxBytes / 1e6} MB.`);
  }
  const what = unlikeText(bytes);
  if (what) throw new Error(`${path}: got ${what}, expected ${kind}.`);
  return decodeText(bytes);
}

const NAMES: Readonly<Record<Exclude<FileKind, 'text'>, string>> = {
  picture: 'a picture',
  heic: 'a picture',
  raw: "a camera's raw file",
  video: 'a video',
  other: 'data that are no text',
};

/** The kind of a file that does not hold a text; undefined for one that does. */
function unlikeText(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'an empty file';
  if (isPacked(bytes)) return 'a packed file (unpack it first)';
  const kind = fileKind(bytes);
  return kind === 'text' ? undefined : NAMES[kind];
}
