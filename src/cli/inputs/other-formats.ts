/**
 * Formats that are not read here by the first bytes of their files: of packed files, and of still pictures and documents that people
 * mistake for photos.
 */
const FORMATS: readonly { readonly name: string; readonly isIt: (head: string) => boolean; readonly isPacked?: true }[] = [
  { name: 'BMP', isIt: (head) => head.startsWith('BM') },
  { name: 'JPEG XL', isIt: (head) => head.startsWith('\xff\x0a') || head.startsWith('JXL ', 4) },
  { name: 'JPEG 2000', isIt: (head) => head.startsWith('jP  ', 4) || head.startsWith('\xff\x4f\xff\x51') },
  { name: 'Photoshop', isIt: (head) => head.startsWith('8BPS') },
  { name: 'PDF', isIt: (head) => head.startsWith('%PDF-') },
  { name: 'ZIP', isIt: (head) => head.startsWith('PK\x03\x04'), isPacked: true },
  { name: 'gzip', isIt: (head) => head.startsWith('\x1f\x8b'), isPacked: true },
  { name: '7-Zip', isIt: (head) => head.startsWith("7z\xbc\xaf'\x1c"), isPacked: true },
  { name: 'RAR', isIt: (head) => head.startsWith('Rar!\x1a\x07'), isPacked: true },
];

const formatOf = (bytes: Uint8Array) => {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return FORMATS.find(({ isIt }) => isIt(head));
};

/** Whether a file is packed, by its first bytes. */
export const isPacked = (bytes: Uint8Array): boolean => formatOf(bytes)?.isPacked === true;

/** The name of a file's format and advice, if its first bytes are of one of those formats. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  const format = formatOf(bytes);
  if (!format) return undefined;
  const todo = format.isPacked
    ? 'Unpack it, and give the photo or video that is in it.'
    : 'Save it as JPEG or PNG in a program for pictures.';
  return `this is a file in the format ${format.name}, which cannot be read here. ${todo}`;
}

/** Texts that come under the names of pictures, recognised by their beginning. */
const TEXTS: readonly { readonly what: string; readonly begins: RegExp; readonly todo: string }[] = [
  {
    what: 'a drawing (SVG)',
    begins: /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i,
    todo: 'Give the photo of a table; a drawing of one can be saved as PNG in a program for pictures.',
  },
  {
    what: 'a web page',
    begins: /^\s*<(!doctype html|html|head|body)\b/i,
    todo: 'Save the picture itself, not the page that shows it.',
  },
  {
    what: 'a document (JSON)',
    begins: /^\s*[{[]/,
    todo: 'Give the photo; hashmark report, range and move read scenes, --setup a setup.',
  },
];

/** The kind of a text under the name of a picture, and advice. `head`: its beginning. */
export function textForPicture(head: string): string {
  const known = TEXTS.find(({ begins }) => begins.test(head));
  return `got ${known?.what ?? 'a text'}, expected a picture. ${known?.todo ?? 'Copy or take it again.'}`;
}
