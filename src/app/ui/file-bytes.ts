import { decodeText } from '../../table/documents/decode-text.js';
import type { Problem } from '../../table/measurement.js';
import { KIND_BYTES } from '../../table/picture-file/file-kind.js';
import { phrase } from '../../texts/phrase.js';

/** The first bytes of a file, which show its kind. */
export async function headOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer());
}

/** A file without a byte: a download that was broken off, or what some systems make of a folder. */
export function emptyFile(name: string): Problem {
  return { code: 'file-empty', message: phrase('file-empty', name), hint: phrase('copy-file-to-this-device') };
}

/** The text of a file in whatever encoding it came. */
export async function textOf(file: Blob): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
