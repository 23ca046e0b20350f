import type { Problem } from '../../table/measurement.js';
import { fileKind, isJpegs } from '../../table/picture-file/file-kind.js';
import { jpegsIn } from '../../table/picture-file/jpegs.js';
import { phrase, type Value } from '../../texts/photo-texts.js';
import { headOf } from '../ui/file-bytes.js';
import { MAX_PHOTOS, type Opened } from './frame-source.js';
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
  if (!isJpegs(file.name, head)) return openPhoto(file, title, fileKind(head), file);
  const all = jpegsIn(new Uint8Array(await file.slice(-END_BYTES).arrayBuffer()));
  for (const jpeg of all.slice(-LAST).reverse()) {
    const opened = await openPhoto(new Blob([jpeg.slice()], { type: 'image/jpeg' }), title, 'picture', file);
    if (opened.ok)
      return { ok: true, source: { ...opened.source, isFrame: true }, remark: all.length > 1 ? lastOf(title, all.length) : undefined };
  }
  return { ok: false, problem: cutOff(title) };
}

/** Opens several photos of one table: the first that can be opened is shown, and the table measured by all of them. One that cannot is left out with a word. */
export async function openPhotos(files: readonly File[], titleOf: (file: File) => Value): Promise<Opened> {
  const all = await Promise.all(files.slice(0, MAX_PHOTOS).map((file) => openPicture(file, titleOf(file))));
  const first = all.find((one) => one.ok);
  if (!first?.ok) return all[0]!;
  const others = all.filter((one) => one !== first);
  // Of those that are not shown the file is all that is needed.
  for (const other of others) if (other.ok) other.source.stop();
  const beside = others.flatMap((other) => (other.ok && other.source.photo ? [other.source.photo] : []));
  const remark = others.find((other) => !other.ok)?.problem ?? (files.length > MAX_PHOTOS ? onlyFirst(MAX_PHOTOS) : first.remark);
  return { ok: true, source: { ...first.source, beside }, remark };
}

function onlyFirst(count: number): Problem {
  return { code: 'photos-most', message: phrase('photos-most', count), hint: phrase('photos-of-one-table') };
}

function lastOf(title: Value, pictures: number): Problem {
  return { code: 'photo-last-of-several', message: phrase('last-of-jpegs', title, pictures), hint: phrase('no-browser-plays-jpegs') };
}
