// Browsers, workers and Node all have these two; the types of this folder know no platform.
declare function btoa(binary: string): string;
declare function atob(base64: string): string;

/** The text of bytes in base64. In pieces: a picture has more bytes than a call may have arguments. */
export function base64Of(bytes: Uint8Array): string {
  const PIECE = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += PIECE) binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(binary);
}

/** The bytes of a text in base64, or undefined if it is not base64, or is not written as `base64Of` writes it. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(base64);
    // Some of the last letter's bits may be anything; only one way to write them counts.
    if (btoa(binary) !== base64) return undefined;
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
