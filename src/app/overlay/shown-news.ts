import type { MeasuredPair } from '../../scene/words/measured-pair.js';
import { findPair } from '../../scene/words/measured-pair.js';
import { parseScene } from '../../table/documents/scene-file.js';
import type { Table } from '../../table/table.js';

/** State of the overlay: a table, its measurements, and the pair that the camera's page asks about. */
export interface ShownNews {
  readonly table: Table;
  readonly pairs: readonly MeasuredPair[];
  readonly pair?: MeasuredPair;
}

/** A report as it arrives: the pairs, and which of them the player asked about (an addition of ours to the format). */
interface ArrivedReport {
  readonly pairs?: readonly MeasuredPair[];
  readonly measured?: { readonly from?: string; readonly to?: string };
}

/** Reads documents from the relay; undefined for a scene that cannot be read, which a broadcast skips. */
export function readNews(scene: unknown, report: unknown): ShownNews | undefined {
  try {
    const table = parseScene(scene);
    const { pairs = [], measured } = (report ?? {}) as ArrivedReport;
    const pair = measured?.from && measured.to ? findPair(pairs, measured.from, measured.to) : undefined;
    return { table, pairs, ...(pair ? { pair } : {}) };
  } catch {
    return undefined;
  }
}
