import { segmentsFrom } from '../../table/picture-file/jpegs.js';

const [SOS, APP0, APP1, APP14, SOF0, SOF1] = [0xda, 0xe0, 0xe1, 0xee, 0xc0, 0xc1];
const isApp = (marker: number) => marker >= APP0 && marker <= 0xef;
const COMMENT = 0xfe;

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
function wholeScan(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, -3), Buffer.from([0, 63, 0])]);
}

/** The colours' transform is one of three: of another number YCbCr, which decoders take it for. */
function plainAdobe(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 16 || bytes[15]! <= 2) return bytes;
  const plain = Uint8Array.from(bytes);
  plain[15] = 1;
  return plain;
}
