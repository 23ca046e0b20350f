import type { EvidenceKind, LogEntry } from '../../evidence/evidence.js';
import { nowMs } from '../capture/frame-source.js';
import { knownFromHere, type PageState } from '../state/page-state.js';

/** A moment of the page, taken at a tap: its knowledge and its picture. */
export interface Moment {
  readonly atMs: number;
  readonly page: PageState;
  /** At the size that is measured, a mirror image turned back; undefined without a picture. */
  readonly picture: HTMLCanvasElement | undefined;
  readonly log: readonly LogEntry[];
}

/** A moment that is kept, and why. */
export interface Frozen extends Moment {
  readonly kind: EvidenceKind;
}

/** The moment of a tap; of a dispute that was opened, the one at which it was frozen. */
export function freeze(kind: EvidenceKind, page: PageState, log: readonly LogEntry[]): Frozen {
  const moment = momentOf(page, log);
  return { kind, ...moment, ...(kind === 'dispute' && page.frozen && { atMs: Date.parse(page.frozen.frozenAt) }) };
}

export function momentOf(page: PageState, log: readonly LogEntry[]): Moment {
  return { atMs: nowMs(), page: { ...page, known: knownFromHere(page) }, picture: pictureOf(page), log };
}

/** The present picture, at the size that is measured, a mirror image turned back; undefined without one. */
export function pictureOf({ source, isMirrored, live }: PageState): HTMLCanvasElement | undefined {
  const { widthPx = 0, heightPx = 0 } = source?.size() ?? {};
  if (!source || widthPx < 1 || heightPx < 1) return undefined;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d')!;
  if (isMirrored) context.setTransform(-1, 0, 0, 1, widthPx, 0);
  const followed = live.picture && !(live.picture instanceof ImageData) ? live.picture : undefined;
  context.drawImage(followed ?? source.view, 0, 0, widthPx, heightPx);
  return canvas;
}
