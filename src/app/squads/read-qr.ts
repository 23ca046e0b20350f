/** The codes of squads are large; a photo is read at this many pixels along its longer side. */
const LONGEST_PX = 1600;
/** So long may the search in one picture take, ms. */
const LIMIT_MS = 600;

type Picture = HTMLVideoElement | ImageBitmap;
/** Of the browsers that have it; not yet among TypeScript's own. */
interface Detector {
  detect(picture: Picture): Promise<readonly { readonly rawValue: string }[]>;
}
declare const BarcodeDetector: (new (options: { formats: readonly string[] }) => Detector) | undefined;

/** The text of a QR code in a picture; undefined where none is found. The picture does not leave the page. */
export async function readQr(picture: Picture): Promise<string | undefined> {
  return (await detected(picture)) ?? (await decoded(picture));
}

async function detected(picture: Picture): Promise<string | undefined> {
  if (typeof BarcodeDetector === 'undefined') return undefined;
  try {
    const [code] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(picture);
    return code?.rawValue || undefined;
  } catch {
    // Some systems have the name and not the service behind it.
    return undefined;
  }
}

async function decoded(picture: Picture): Promise<string | undefined> {
  const image = pixels(picture);
  if (!image) return undefined;
  const { decodeQR } = await import('qr/decode.js');
  try {
    return decodeQR(image, { effort: 3, timeLimit: LIMIT_MS });
  } catch {
    return undefined;
  }
}

function pixels(picture: Picture): ImageData | undefined {
  const [widthPx, heightPx] = 'videoWidth' in picture ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const scale = Math.min(1, LONGEST_PX / Math.max(widthPx, heightPx, 1));
  const [width, height] = [Math.round(widthPx * scale), Math.round(heightPx * scale)];
  if (width === 0 || height === 0) return undefined;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
