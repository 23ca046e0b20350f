import { fileKind, isJpegs } from '../../table/file-kind.js';
import { jpegsIn } from '../../table/jpegs.js';
import type { Problem } from '../../table/measurement.js';
import { phrase, type Value } from '../../texts/photo-texts.js';
import { headOf } from '../ui/file-bytes.js';
import type { Opened } from './frame-source.js';
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

function lastOf(title: Value, pictures: number): Problem {
  return { code: 'photo-last-of-several', message: phrase('last-of-jpegs', title, pictures), hint: phrase('no-browser-plays-jpegs') };
}
