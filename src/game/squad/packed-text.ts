import { gunzipSync, inflateSync, unzlibSync } from 'fflate';
import { decodeText } from '../../table/documents/decode-text.js';
import { BASE64_LETTERS, textOfLzString } from './lz-string.js';

/** Maximum size of an unpacked text, bytes: one that swells without end is no squad. */
const MAX_BYTES = 1_000_000;
/** Maximum number of runs of letters that are read as possibly packed. */
const MAX_RUNS = 20;

/** A run of letters of base64 in either alphabet, over the line ends that mails put into it. */
const RUNS = /[\w+/$-]{32,}(?:\r?\n(?!-)[\w+/$-]+)*={0,2}/g;

/**
 * Texts that a text may hold in base64, hexadecimal digits or as lz-string writes it, packed or not: the whole of it, or a run of letters
 * among words.
 */
export function packedTexts(given: string): string[] {
  // Spaces are what an address makes of a plus.
  const whole = given
    .replace(/^data:[^,]*;base64,/, '')
    .trim()
    .replaceAll(' ', '+')
    .replace(/\s/g, '');
  const runs = (given.match(RUNS) ?? []).slice(0, MAX_RUNS).map((run) => run.replace(/\s/g, ''));
  // A slash is a letter of base64, and divides addresses.
  const parts = runs.flatMap((run) => run.split('/').filter((part) => part.length >= 32 && part.length < run.length));
  return [...new Set([whole, ...runs, ...parts])].flatMap((letters) => unpackedText(letters) ?? []);
}

function unpackedText(letters: string): string | undefined {
  const bytes = bytesOfHex(letters) ?? bytesOfBase64(letters);
  const text = bytes && decodeText(bytes);
  if (text && /pilots/i.test(text)) return text;
  const inside = bytes && inflated(bytes);
  return inside ? decodeText(inside) : textOfLzString(letters, MAX_BYTES);
}

/** The bytes of hexadecimal digits; undefined for another text. */
function bytesOfHex(text: string): Uint8Array | undefined {
  if (text.length < 16 || !/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16));
}

/** The bytes of base64 in either alphabet, with or without its end; undefined for another text. */
function bytesOfBase64(text: string): Uint8Array | undefined {
  const letters = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (letters.length < 16 || /[^A-Za-z0-9+/]/.test(letters)) return undefined;
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  for (const [i, letter] of [...letters].entries()) {
    bits = ((bits << 6) | BASE64_LETTERS.indexOf(letter)) & 0xffffff;
    if (i % 4 > 0) bytes[Math.floor((i * 3) / 4)] = bits >> [0, 4, 2, 0][i % 4]!;
  }
  return bytes;
}

function inflated(bytes: Uint8Array): Uint8Array | undefined {
  const unpack = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync : bytes[0] === 0x78 ? unzlibSync : inflateSync;
  try {
    // A text that does not fit is cut off, and then fills the buffer.
    const unpacked = unpack(bytes, { out: new Uint8Array(MAX_BYTES) });
    return unpacked.length < MAX_BYTES ? unpacked : undefined;
  } catch {
    return undefined;
  }
}
