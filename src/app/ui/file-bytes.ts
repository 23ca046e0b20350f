import { decodeText } from '../../table/documents/decode-text.js';
import { KIND_BYTES } from '../../table/picture-file/file-kind.js';

/** The first bytes of a file, which show its kind. */
export async function headOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer());
}

/** The text of a file in whatever encoding it came. */
export async function textOf(file: Blob): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
