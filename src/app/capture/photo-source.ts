import { withinBars } from '../../geometry/bars.js';
import type { Problem } from '../../table/measurement.js';
import type { FileKind } from '../../table/picture-file/file-kind.js';
import { panoramaProblem } from '../../table/picture-file/panorama.js';
import { isSavedAsCopy } from '../../table/picture-file/saved-as-copy.js';
import { phrase, type Value } from '../../texts/photo-texts.js';
import { closePicture, type FrameListener, type FrameSource, nowMs, type Opened } from './frame-source.js';
import { uprightWebp } from './upright-webp.js';

/** Longest side of a photo that is opened: the largest phone sensors give 16,320 px. */
const LARGEST_PX = 16_384;
/** Longest side that every browser has the memory to decode. */
const SURE_PX = 8192;
/** Longest side of the picture that is measured: 4K. A larger photo is made smaller first. */
const MEASURED_PX = 4096;

/** Opens a photo (jpeg, png, webp, whatever the browser reads; `kind` is what its first bytes say); a file that is cut off or too large is refused with the reason. `within`: the file that was opened. */
export async function openPhoto(file: Blob, title: Value, kind?: FileKind, within = file): Promise<Opened> {
  // A browser shows drawings (SVG), but none is a photo.
  if (kind === 'text') return { ok: false, problem: unreadable(title, file) };
  const upright = await uprightWebp(file).catch(() => undefined);
  if (upright) return openPhoto(upright, title, kind, within);
  const url = URL.createObjectURL(file);
  const view = document.createElement('img');
  view.src = url;
  view.alt = '';
  const refuse = (problem: Problem): Opened => {
    URL.revokeObjectURL(url);
    return { ok: false, problem };
  };
  const isImage = await new Promise<boolean>((resolve) => {
    view.addEventListener('load', () => resolve(true), { once: true });
    view.addEventListener('error', () => resolve(false), { once: true });
  });
  if (!isImage) return refuse(kind === 'heic' ? heic(title) : kind === 'raw' ? raw(title) : unreadable(title, file));
  const { naturalWidth: widthPx, naturalHeight: heightPx } = view;
  const longPx = Math.max(widthPx, heightPx);
  if (longPx > LARGEST_PX) return refuse(tooLarge(widthPx, heightPx, LARGEST_PX));
  const panorama = longPx > SURE_PX ? panoramaProblem(widthPx, heightPx) : undefined;
  if (panorama) return refuse(panorama);
  let decoded: ImageBitmap | undefined;
  let inside: Blob | undefined;
  let isCopy: boolean;
  try {
    // An <img> shows half of a cut-off file without a word; decoding it as a bitmap fails.
    decoded = await decode(file, widthPx, heightPx);
    inside = await insideBars(decoded);
    isCopy = isSavedAsCopy(new Uint8Array(await within.arrayBuffer()));
  } catch {
    decoded?.close();
    return refuse(longPx > SURE_PX ? tooLarge(widthPx, heightPx, SURE_PX) : cutOff(title));
  }
  if (!inside) return { ok: true, source: { ...photoSource(file, title, url, view, within, decoded), isCopy } };
  decoded.close();
  URL.revokeObjectURL(url);
  return openPhoto(inside, title, 'picture', within);
}

/** The picture without the bars that a screenshot or a letterboxed copy has around it; undefined where there are none. */
async function insideBars(bitmap: ImageBitmap): Promise<Blob | undefined> {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const box = withinBars({ widthPx: bitmap.width, heightPx: bitmap.height, rgba: data });
  if (!box) return undefined;
  const { left, top, widthPx, heightPx } = box;
  const cut = new OffscreenCanvas(widthPx, heightPx);
  cut.getContext('2d', { alpha: false })!.drawImage(bitmap, left, top, widthPx, heightPx, 0, 0, widthPx, heightPx);
  return cut.convertToBlob({ type: 'image/png' });
}

/** `first`: the picture as it was decoded to look at its rim, which takes seconds for one of a hundred megapixels; it is offered first. */
function photoSource(
  file: Blob,
  title: Value,
  url: string,
  view: HTMLImageElement,
  within: Blob,
  first: ImageBitmap | undefined,
): FrameSource {
  let kept = first;
  let listener: FrameListener | undefined;
  const { naturalWidth: widthPx, naturalHeight: heightPx } = view;
  const decoded = () => decode(file, widthPx, heightPx);
  const id = idOf(within);
  const reopen = async (): Promise<Opened> => {
    const opened = await openPhoto(file, title, undefined, within);
    // One that was no file has an id of its own each time.
    return opened.ok && opened.source.photo ? { ...opened, source: { ...opened.source, photo: { ...opened.source.photo, id } } } : opened;
  };
  const offer = async () => {
    try {
      const picture = kept ?? (await decoded());
      kept = undefined;
      if (listener) listener.onFrame({ picture, capturedAtMs: nowMs() });
      else closePicture(picture);
    } catch {
      listener?.onProblem(cutOff(title));
    }
  };
  return {
    kind: 'photo',
    title,
    view,
    photo: { id, picture: decoded, reopen },
    size: () => measuredSize(widthPx, heightPx),
    start(to) {
      listener = to;
      void offer();
    },
    again: () => void offer(),
    stop() {
      listener = undefined;
      kept?.close();
      kept = undefined;
      view.removeAttribute('src');
      URL.revokeObjectURL(url);
    },
  };
}

/** The same for a file that is opened again. */
function idOf(file: Blob): string {
  return file instanceof File ? `${file.name} ${file.size} ${file.lastModified}` : crypto.randomUUID();
}

async function decode(file: Blob, widthPx: number, heightPx: number): Promise<ImageBitmap> {
  const size = measuredSize(widthPx, heightPx);
  if (size.widthPx === widthPx) return createImageBitmap(file);
  const smaller: ImageBitmapOptions = { resizeWidth: size.widthPx, resizeHeight: size.heightPx, resizeQuality: 'high' };
  return (await besidePage(file, smaller)) ?? createImageBitmap(file, smaller);
}

/** A thread of its own: a browser makes a picture smaller on the thread that asks for it, and the page would stand still for seconds. */
const DECODER = 'onmessage=async({data:[f,o]})=>{try{const b=await createImageBitmap(f,o);postMessage(b,[b])}catch{postMessage(null)}}';

/** Undefined where that thread does not start or cannot decode it. */
async function besidePage(file: Blob, options: ImageBitmapOptions): Promise<ImageBitmap | undefined> {
  const url = URL.createObjectURL(new Blob([DECODER], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  try {
    worker = new Worker(url);
    worker.postMessage([file, options]);
    return await new Promise((resolve) => {
      worker!.onmessage = ({ data }: MessageEvent<ImageBitmap | null>) => resolve(data ?? undefined);
      worker!.onerror = (event) => {
        event.preventDefault();
        resolve(undefined);
      };
    });
  } catch {
    return undefined;
  } finally {
    worker?.terminate();
    URL.revokeObjectURL(url);
  }
}

function measuredSize(widthPx: number, heightPx: number): { readonly widthPx: number; readonly heightPx: number } {
  const scale = Math.min(1, MEASURED_PX / Math.max(widthPx, heightPx));
  return { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
}

function unreadable(title: Value, file: Blob): Problem {
  return {
    code: 'photo-unreadable',
    message: phrase('photo-unreadable', title, file.type || phrase('unknown-type')),
    hint: phrase('expected-jpeg-png-webp'),
  };
}

function heic(title: Value): Problem {
  return { code: 'photo-heic', message: phrase('photo-heic', title), hint: phrase('save-as-jpeg') };
}

function raw(title: Value): Problem {
  return { code: 'photo-raw', message: phrase('photo-raw', title), hint: phrase('save-raw-as-jpeg') };
}

export function cutOff(title: Value): Problem {
  return {
    code: 'photo-cut-off',
    message: phrase('photo-cut-off', title),
    hint: phrase('copy-file-again-from'),
  };
}

function tooLarge(widthPx: number, heightPx: number, maxPx: number): Problem {
  return {
    code: 'photo-too-large',
    message: phrase('photo-too-large', widthPx, heightPx, maxPx),
    hint: phrase('save-smaller-pixels-longer', MEASURED_PX),
  };
}
