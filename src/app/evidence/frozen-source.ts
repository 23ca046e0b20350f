import type { EvidencePicture } from '../../evidence/evidence.js';
import { bytesOf } from '../../table/documents/base64.js';
import type { FrameSource } from '../capture/frame-source.js';

/** The picture of evidence, to be looked at and not measured again; undefined where it is no picture that this browser reads. */
export async function frozenSource({ type, base64, widthPx, heightPx }: EvidencePicture, title: string): Promise<FrameSource | undefined> {
  const bytes = bytesOf(base64);
  if (!bytes) return undefined;
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const view = document.createElement('img');
  view.src = url;
  view.alt = '';
  try {
    await view.decode();
  } catch {
    URL.revokeObjectURL(url);
    return undefined;
  }
  return {
    kind: 'frozen',
    title,
    view,
    size: () => ({ widthPx, heightPx }),
    start() {},
    again() {},
    stop() {
      view.removeAttribute('src');
      URL.revokeObjectURL(url);
    },
  };
}
