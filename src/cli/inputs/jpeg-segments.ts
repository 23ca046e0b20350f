/** A part of a jpeg: a marker with what belongs to it, or (marker 0) the pixels' data between markers, restarts included. */
interface Segment {
  readonly marker: number;
  readonly bytes: Buffer;
  /** Place behind it in the file. */
  readonly end: number;
}

const [SOI, EOI, SOS, APP0, APP1, APP14, SOF0, SOF1] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xee, 0xc0, 0xc1];
const isApp = (marker: number) => marker >= APP0 && marker <= 0xef;
const COMMENT = 0xfe;

/** Where the jpeg that begins at `start` ends: behind its last marker, or where the file does. Pictures within its headers (thumbnails) are part of it. */
export function jpegEnd(file: Buffer, start: number): number {
  return [...segmentsFrom(file, start)].at(-1)?.end ?? start;
}

/**
 * The same picture with headers that no decoder complains of: what baseline decoding does not use is as the standard has it (a scan that ends at
 * coefficient 0, as some Samsung phones write), notes and profiles are left out but for the orientation. Of the pixels' data nothing is changed.
 */
export function withPlainHeaders(jpeg: Buffer): Buffer {
  const segments = [...segmentsFrom(jpeg, 0)];
  const isSequential = segments.some(({ marker }) => marker === SOF0 || marker === SOF1);
  const kept = segments.filter(({ marker }) => marker === APP1 || marker === APP14 || !(isApp(marker) || marker === COMMENT));
  return Buffer.concat(
    kept.map(({ marker, bytes }) => (marker === SOS && isSequential ? wholeScan(bytes) : marker === APP14 ? plainAdobe(bytes) : bytes)),
  );
}

/** Coefficients 0 to 63, all bits: there is no other scan in a sequential jpeg. */
function wholeScan(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, -3), Buffer.from([0, 63, 0])]);
}

/** The colours' transform is one of three: of another number YCbCr, which decoders take it for. */
function plainAdobe(bytes: Buffer): Buffer {
  if (bytes.length < 16 || bytes.at(15)! <= 2) return bytes;
  const plain = Buffer.from(bytes);
  plain[15] = 1;
  return plain;
}

/** The segments of a jpeg up to its end marker; bytes between headers that belong to none are passed over. */
function* segmentsFrom(file: Buffer, start: number): Generator<Segment> {
  let at = start;
  while (at + 1 < file.length) {
    const marker = file[at + 1]!;
    if (file[at] !== 0xff || marker === 0 || marker === 0xff) {
      at++;
      continue;
    }
    const isBare = marker === SOI || marker === EOI;
    const length = isBare ? 2 : 2 + (at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0);
    const end = Math.min(at + length, file.length);
    yield { marker, bytes: file.subarray(at, end), end };
    at = end;
    if (marker === EOI) return;
    if (marker !== SOS) continue;
    const dataTo = dataEnd(file, at);
    yield { marker: 0, bytes: file.subarray(at, dataTo), end: dataTo };
    at = dataTo;
  }
}

/** Behind the data of a scan: in it 0xff is followed by 0, or by a restart marker. */
function dataEnd(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return file.length;
}
