/** Browsers and Node both have it; the language's own library does not name it. */
declare const TextDecoder: new (encoding: string, options?: { readonly fatal: boolean }) => { decode(bytes: Uint8Array): string };

/**
 * The text of a file in whatever encoding it came: UTF-8, UTF-16 with or without a byte order mark (which shells and editors of Windows write), else
 * Windows-1252, in which every byte is a letter.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
