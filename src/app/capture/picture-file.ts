import { fileKind, isJpegs } from '../../table/file-kind.js';
import { jpegsIn } from '../../table/jpegs.js';
import type { Problem } from '../../table/measurement.js';
import { phrase, type Value } from '../../texts/photo-texts.js';
import { PhraseError } from '../../texts/phrase-error.js';
import { headOf } from '../ui/file-bytes.js';
import type { FrameSource, Opened } from './frame-source.js';
import { cutOff, openPhoto } from './photo-source.js';

/** Of jpegs one after the other only the end is read: this many bytes hold many of the largest. */
const END_BYTES = 200e6;
/** This many from the end are tried, as by the command line: the last may not be whole. */
const LAST = 10;

/**
 * Opens a picture's file: a photo; of jpegs that lie one after the other the last whole one, a frame of a video that no browser plays. The command line
 * as well reports the table as it is at their end.
 */
export async function openPicture(file: File, title: Value): Promise<Opened> {
  const head = await headOf(file);
  if (!isJpegs(file.name, head)) return openPhoto(file, title, fileKind(head));
  const all = jpegsIn(new Uint8Array(await file.slice(-END_BYTES).arrayBuffer()));
  for (const jpeg of all.slice(-LAST).reverse()) {
    const opened = await openPhoto(new Blob([jpeg.slice()], { type: 'image/jpeg' }), title, 'picture');
    if (opened.ok)
      return { ok: true, source: { ...opened.source, isFrame: true }, remark: all.length > 1 ? lastOf(title, all.length) : undefined };
  }
  return { ok: false, problem: cutOff(title) };
}

/** At most this number of photos of one table are measured together, one after the other. */
const MAX_PHOTOS = 6;

/** Opens several photos of one table: the first is shown, and the table measured by all of them. A photo that cannot be opened is left out with a word. */
export async function openPhotos(files: readonly File[], titleOf: (file: File) => Value): Promise<Opened> {
  const [first, ...others] = await Promise.all(files.slice(0, MAX_PHOTOS).map((file) => openPicture(file, titleOf(file))));
  if (!first?.ok) {
    for (const other of others) if (other.ok) other.source.stop();
    return first!;
  }
  const besides = others.flatMap((other) => (other.ok ? [other.source] : []));
  const remark = others.find((other) => !other.ok)?.problem ?? (files.length > MAX_PHOTOS ? onlyFirst(MAX_PHOTOS) : first.remark);
  return { ok: true, source: besides.length > 0 ? shownBeside(first.source, besides) : first.source, remark };
}

/** The first photo, each time with pictures of the others. */
function shownBeside(shown: FrameSource, others: readonly FrameSource[]): FrameSource {
  const pictureOf = (source: FrameSource) =>
    new Promise<ImageBitmap>((resolve, reject) =>
      source.start({
        onFrame: ({ picture }) => resolve(picture as ImageBitmap),
        onProblem: (problem) => reject(new PhraseError(problem!.message)),
      }),
    );
  return {
    ...shown,
    photos: 1 + others.length,
    start: (to) =>
      shown.start({
        onFrame: (frame) => to.onFrame({ ...frame, beside: () => Promise.all(others.map(pictureOf)) }),
        onProblem: (problem) => to.onProblem(problem),
      }),
    stop() {
      shown.stop();
      for (const other of others) other.stop();
    },
  };
}

function onlyFirst(count: number): Problem {
  return { code: 'photos-most', message: phrase('photos-most', count), hint: phrase('photos-of-one-table') };
}

function lastOf(title: Value, pictures: number): Problem {
  return { code: 'photo-last-of-several', message: phrase('last-of-jpegs', title, pictures), hint: phrase('no-browser-plays-jpegs') };
}
