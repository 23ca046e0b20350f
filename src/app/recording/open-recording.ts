import { phrase } from '../../texts/phrase.js';
import { reasonOf } from '../../texts/phrase-error.js';
import type { PageSession } from '../session/page-session.js';
import { missingPart } from '../ui/chunk-error.js';
import { textOf } from '../ui/file-bytes.js';

/** Number of bytes that show a file's kind. */
const HEAD_BYTES = 400;

/** Whether a file is a recording by `hashmark serve --record`, by its first line, whatever its name, type and encoding. */
export async function isRecording(file: File): Promise<boolean> {
  return /^\s*\{[^\n]*"hashmark-recording"/.test(await textOf(file.slice(0, HEAD_BYTES)));
}

/**
 * Opens a recording over the page; any of its states can be measured on the page, whose own table is then left. The player is loaded on
 * first use.
 */
export async function openRecording(file: File, session: PageSession, leave: (go: () => void) => void): Promise<void> {
  const loaded = await import('./hm-recording.js').catch(() => undefined);
  if (!loaded) {
    session.showProblem(missingPart(phrase('plays-recording')));
    return;
  }
  try {
    const player = new loaded.HmRecording();
    player.states = loaded.readStates(await textOf(file));
    player.take = (table) => leave(() => session.openTable(table));
    document.querySelector('hm-recording')?.remove();
    document.body.append(player);
  } catch (error) {
    session.showProblem({
      code: 'recording-unreadable',
      message: phrase('recording-unreadable', file.name, reasonOf(error)),
      hint: phrase('expected-file-hashmark-serve'),
    });
  }
}
