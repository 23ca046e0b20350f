import { msg, str } from '@lit/localize';
import type { ReaderStatus } from '../../relay/client/subscriber.js';
import { isTableName } from '../../relay/wire/topics.js';
import { problemWords, wireMessage } from '../locales/language.js';
import { type OverlayAddress, VIEWS } from './overlay-address.js';

/** Why an overlay is empty, or not as intended, and what to do; empty while all is well. For whoever sets the stream up. */
export function debugNote(
  { table, token, view, askedView }: Pick<OverlayAddress, 'table' | 'token' | 'view' | 'askedView'>,
  status: ReaderStatus | undefined,
  hasNews: boolean,
  hasCamera: boolean,
): string {
  if (!view) return msg(str`Unknown view "${askedView}": expected ${VIEWS.join(', ')}. Correct &view= in the address.`);
  if (!isTableName(table)) return msg(str`"${table}" cannot be the name of a table. Correct ?table= in the address.`);
  if (!token) return msg('The address has no token. Copy the whole link from the Stream menu, including what follows the #.');
  if (status?.problem) return problemWords(status.problem);
  if (!status?.linked) return msg('Connecting…');
  if (!status.camera?.online) return msg(str`Nobody is sending table "${table}" now. Open the camera's link from the Stream menu.`);
  if (status.camera.problem) return msg(str`The camera says: ${wireMessage(status.camera.problem)}`);
  if (view !== 'panel' && !hasNews) return msg('The camera has not seen a table yet.');
  if (view === 'camera' && !hasCamera)
    return msg('The camera does not know where it stands (or shows a mirrored picture): nothing can be drawn over it.');
  return '';
}
