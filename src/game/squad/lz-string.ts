/**
 * The letters of base64, six bits each. lz-string writes `-` for the last one where a text is meant for an address. Padding carries no
 * bits.
 */
export const BASE64_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BITS_PER_LETTER = 6;

/** Codes that are not words: a letter of 8 or of 16 bits follows, or the text ends. */
const LETTER_8 = 0;
const LETTER_16 = 1;
const END = 2;
const FIRST_WORD = 3;

/**
 * The text that the library lz-string has packed into letters (`compressToBase64`, `compressToEncodedURIComponent`), as web pages do for
 * links and QR codes; undefined for another text, and for one that is longer than `maxLetters`: the library itself unpacks without a limit.
 */
export function textOfLzString(packed: string, maxLetters: number): string | undefined {
  const next = bitReader(packed);
  const words: string[] = ['', '', ''];
  const letterOf = (code: number) => String.fromCharCode(next(code === LETTER_8 ? 8 : 16));
  const first = next(2);
  if (first > LETTER_16) return undefined;
  let before = letterOf(first);
  words.push(before);
  let text = before;
  let width = FIRST_WORD;
  // A code is one bit longer as soon as the next word would need it.
  let left = 4;
  const count = () => {
    if (--left > 0) return;
    left = 2 ** width;
    width++;
  };
  while (text.length <= maxLetters) {
    let code = next(width);
    if (code === END) return text;
    if (code === LETTER_8 || code === LETTER_16) {
      words.push(letterOf(code));
      code = words.length - 1;
      count();
    }
    const word = code === words.length ? before + before[0] : words[code];
    if (!word) return undefined;
    text += word;
    words.push(before + word[0]);
    count();
    before = word;
  }
  return undefined;
}

/** Reads numbers of a given length, bits, the lowest bit first, from the highest bit of each letter on; behind the end a text ends. */
function bitReader(packed: string): (bits: number) => number {
  let at = 0;
  return (bits) => {
    if (at >= packed.length * BITS_PER_LETTER) return END;
    let value = 0;
    for (let i = 0; i < bits; i++, at++) {
      const letter = packed[Math.floor(at / BITS_PER_LETTER)] ?? '';
      const six = Math.max(0, BASE64_LETTERS.indexOf(letter === '-' ? '/' : letter));
      value |= ((six >> (BITS_PER_LETTER - 1 - (at % BITS_PER_LETTER))) & 1) << i;
    }
    return value;
  };
}
