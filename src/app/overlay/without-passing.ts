import type { ShowMessage } from '../../relay/wire/messages.js';

/** What fades or plays, of a document that was there before this page: nobody knows how much of it is over. */
export function withoutPassing({ replay: _, drawings, caption, ...rest }: ShowMessage): ShowMessage {
  const staying = drawings?.filter(({ fadeSeconds }) => fadeSeconds === undefined);
  return { ...rest, ...(staying && { drawings: staying }), ...(caption?.fadeSeconds === undefined && caption && { caption }) };
}
