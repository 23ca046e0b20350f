/** The first bytes of still pictures and documents that people take for photos and that are not read here, with what to do. */
const FORMATS: readonly (readonly [name: string, isIt: (head: string) => boolean])[] = [
  ['BMP', (head) => head.startsWith('BM')],
  ['JPEG XL', (head) => head.startsWith('\xff\x0a') || head.startsWith('JXL ', 4)],
  ['JPEG 2000', (head) => head.startsWith('jP  ', 4) || head.startsWith('\xff\x4f\xff\x51')],
  ['Photoshop', (head) => head.startsWith('8BPS')],
  ['PDF', (head) => head.startsWith('%PDF-')],
  ['ZIP', (head) => head.startsWith('PK\x03\x04')],
  ['gzip', (head) => head.startsWith('\x1f\x8b')],
  ['7-Zip', (head) => head.startsWith("7z\xbc\xaf'\x1c")],
  ['RAR', (head) => head.startsWith('Rar!\x1a\x07')],
];
const PACKED: readonly string[] = ['ZIP', 'gzip', '7-Zip', 'RAR'];

/** What a file is and what to do with it, if its first bytes say that it is in one of those formats. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  const [name] = FORMATS.find(([, isIt]) => isIt(head)) ?? [];
  if (!name) return undefined;
  const todo = PACKED.includes(name)
    ? 'Unpack it, and give the photo or video that is in it.'
    : 'Save it as JPEG or PNG in a program for pictures.';
  return `this is a file in the format ${name}, which cannot be read here. ${todo}`;
}
