import type { ShowMessage } from '../../relay/wire/messages.js';

/** A document from before this page, without anything that fades or plays: nobody knows how much of that is over. */
export function withoutPassing({ replay: _, drawings, caption, ...rest }: ShowMessage): ShowMessage {
  const staying = drawings?.filter(({ fadeSeconds }) => fadeSeconds === undefined);
  return { ...rest, ...(staying && { drawings: staying }), ...(caption?.fadeSeconds === undefined && caption && { caption }) };
}
