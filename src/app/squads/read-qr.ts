/** The codes of squads are large; a photo is read at this many pixels along its longer side. */
const LONGEST_PX = 1600;
/** The search in one picture takes at most this, ms. */
const LIMIT_MS = 600;

type Picture = HTMLVideoElement | ImageBitmap;
/** Of the browsers that have it; not yet among TypeScript's own. */
interface Detector {
  detect(picture: Picture): Promise<readonly { readonly rawValue: string }[]>;
}
declare const BarcodeDetector: (new (options: { formats: readonly string[] }) => Detector) | undefined;

/** A sheet has few codes; after this number no other is looked for. */
const MAX_CODES = 6;

/**
 * The text of a QR code in a picture: of several the first that is `wanted`, otherwise the first. Undefined where there is no code. The
 * picture does not leave the page.
 */
export async function readQr(picture: Picture, wanted: (text: string) => boolean): Promise<string | undefined> {
  const found = await detected(picture);
  const texts = found.some(wanted) ? found : [...found, ...(await decoded(picture, wanted))];
  return texts.find(wanted) ?? texts[0];
}

async function detected(picture: Picture): Promise<readonly string[]> {
  if (typeof BarcodeDetector === 'undefined') return [];
  try {
    const codes = await new BarcodeDetector({ formats: ['qr_code'] }).detect(picture);
    return codes.flatMap(({ rawValue }) => rawValue || []);
  } catch {
    // Some systems have the name and not the service behind it.
    return [];
  }
}

/** One code after the other: each that was found is painted over before the next is looked for. */
async function decoded(picture: Picture, wanted: (text: string) => boolean): Promise<readonly string[]> {
  const image = pixels(picture);
  if (!image) return [];
  const { decodeQR } = await import('qr/decode.js');
  const texts: string[] = [];
  const endMs = performance.now() + LIMIT_MS;
  while (texts.length < MAX_CODES && !texts.some(wanted) && performance.now() < endMs) {
    let box: Box | undefined;
    const pointsOnDetect = ({ boundingBox }: { readonly boundingBox: Box }) => (box = boundingBox);
    try {
      texts.push(decodeQR(image, { effort: 3, timeLimit: LIMIT_MS, pointsOnDetect }));
    } catch {
      // A thing that only looks like a code hides the next one as well.
      if (!box) break;
    }
    if (!box) break;
    paintOver(image, box);
  }
  return texts;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Makes a part of a picture grey. */
function paintOver({ data, width, height }: ImageData, box: Box): void {
  const [left, right] = [Math.max(0, Math.floor(box.x)), Math.min(width, Math.ceil(box.x + box.width))];
  const [top, bottom] = [Math.max(0, Math.floor(box.y)), Math.min(height, Math.ceil(box.y + box.height))];
  for (let y = top; y < bottom; y++) data.fill(128, 4 * (y * width + left), 4 * (y * width + right));
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
