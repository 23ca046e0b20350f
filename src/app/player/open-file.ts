import { decodeText } from '../../table/documents/decode-text.js';
import { documentKind } from '../../table/documents/document-kind.js';
import type { Problem } from '../../table/measurement.js';
import { fileKind, isJpegs } from '../../table/picture-file/file-kind.js';
import { figure, phrase } from '../../texts/phrase.js';
import type { Opened } from '../capture/frame-source.js';
import { openVideo } from '../capture/video-file-source.js';
import { isRecording, openRecording } from '../recording/open-recording.js';
import type { PageSession } from '../session/page-session.js';
import { missingPart } from '../ui/chunk-error.js';
import { emptyFile, headOf, textOf } from '../ui/file-bytes.js';

/** Maximum size of our documents; a larger file is something else. */
const MAX_BYTES = 64e6;

/**
 * Opens whatever a player chose, dropped or pasted, by what it holds and not by its name or type: a photo, a video, a scene file, evidence, a recording,
 * or the setup of the table that is shown; several photos of one table together. Of other files the first is opened, and the rest named. `leave`
 * asks before a table gives way to a state of a recording, which itself is only looked at.
 */
export async function openFiles(
  [file, ...others]: readonly [File, ...File[]],
  session: PageSession,
  leave: (go: () => void) => void,
): Promise<void> {
  if (others.length > 0 && (await arePhotos([file, ...others]))) {
    await session.open(() => fromPictureFiles((part) => part.openPhotos([file, ...others], titleOf)));
    return;
  }
  await openAnyFile(file, session, leave);
  if (others.length > 0 && !session.state.sourceProblem) session.showProblem(onlyOneTable(file, others.length));
}

/** Whether all of them are pictures, or are called so and are nothing else that can be opened. */
export async function arePhotos(files: readonly File[]): Promise<boolean> {
  const heads = await Promise.all(files.map((file) => headOf(file).catch(() => undefined)));
  return files.every((file, i) => isPicture(file, heads[i]));
}

function isPicture({ type }: File, head: Uint8Array | undefined): boolean {
  if (!head) return false;
  const kind = fileKind(head);
  if (kind === 'text' || kind === 'other') return type.startsWith('image/') && !/^\s*[[{]/.test(decodeText(head));
  return kind !== 'video';
}

function titleOf({ name }: File) {
  return name || phrase('pasted-picture');
}

async function fromPictureFiles(open: (part: typeof import('../capture/picture-file.js')) => Promise<Opened>): Promise<Opened> {
  const part = await import('../capture/picture-file.js').catch(() => undefined);
  return part ? open(part) : { ok: false, problem: missingPart(phrase('reads-files')) };
}

async function openAnyFile(file: File, session: PageSession, leave: (go: () => void) => void): Promise<void> {
  const head = await headOf(file).catch(() => undefined);
  if (!head?.length) {
    session.showProblem(head ? emptyFile(file.name) : notRead(file));
    return;
  }
  const kind = fileKind(head);
  if (kind === 'text' && !isPicture(file, head)) return openText(file, session, leave);
  const isFilm = kind === 'video' || (kind === 'other' && file.type.startsWith('video/') && !isJpegs(file.name, head));
  if (isFilm) await session.open(() => openVideo(file));
  else await session.open(() => fromPictureFiles((part) => part.openPicture(file, titleOf(file))));
}

/** The text of a file that is the log of a match, by what it holds. */
export async function matchLogIn(file: File): Promise<string | undefined> {
  return documentKind(await textHeadOf(file)) === 'match' ? textOf(file) : undefined;
}

/** Whether a file is a setup, by what it holds: it says more of the table that is shown, and puts no other in its place. */
export async function isSetup(file: File): Promise<boolean> {
  return documentKind(await textHeadOf(file)) === 'setup';
}

async function textHeadOf(file: File): Promise<string> {
  return decodeText(await headOf(file).catch(() => new Uint8Array()));
}

async function openText(file: File, session: PageSession, leave: (go: () => void) => void): Promise<void> {
  if (await isRecording(file)) {
    await openRecording(file, session, leave);
    return;
  }
  if (file.size > MAX_BYTES) {
    session.showProblem(tooLarge(file));
    return;
  }
  const text = await textOf(file);
  const part = await import('./open-document.js').catch(() => undefined);
  if (part) await part.openDocument(text, file.name, session);
  else session.showProblem(missingPart(phrase('reads-files')));
}

/** Whether a file has nothing to open: it is empty, or the browser does not get at it. */
export async function isNothing(file: File): Promise<boolean> {
  return !(await headOf(file).catch(() => undefined))?.length;
}

/** A folder that was dropped, or a file that was deleted, moved, or is still in a cloud. */
function notRead({ name }: File): Problem {
  return { code: 'file-not-read', message: phrase('file-not-read', name), hint: phrase('copy-file-to-this-device') };
}

function tooLarge({ name, size }: File): Problem {
  return {
    code: 'file-too-large',
    message: phrase('file-too-large', name, figure(size / 1e6, 0), MAX_BYTES / 1e6),
    hint: phrase('something-else'),
  };
}

/** The page shows one table: of several files that are no squads the first was opened. */
function onlyOneTable({ name }: File, others: number): Problem {
  return {
    code: 'files-several',
    message: others === 1 ? phrase('files-several-one', name) : phrase('files-several', name, others),
    hint: phrase('page-shows-one-table'),
  };
}
