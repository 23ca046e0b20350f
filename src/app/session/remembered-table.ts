import { parseScene, type SceneFile, sceneOf } from '../../table/documents/scene-file.js';
import type { Edit } from '../../table/edits.js';
import { stateOfTable } from '../../table/track/track-state.js';
import { tableOf } from '../../table/track/track-table.js';
import type { GoingTable } from '../state/table-session.js';

const KEY = 'hashmark-table';

/** A table as the tab keeps it: as it was measured, and what persons said of it. */
interface KeptTable {
  readonly scene: SceneFile;
  readonly edits: readonly Edit[];
  readonly chosen: readonly string[];
}

/** Keeps a table of which something was said or asked for as long as the tab lives: its page may be reloaded, or dropped by a phone that needs the memory. */
export function rememberTable({ state, history, chosen }: GoingTable): void {
  try {
    sessionStorage.removeItem(KEY);
    if (history.done.length + chosen.length === 0) return;
    const kept: KeptTable = { scene: sceneOf(tableOf(state, [])), edits: history.done, chosen };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // In a browser that keeps nothing the table begins again.
  }
}

/** The table that this tab kept, if any; it is kept no longer. */
export function rememberedTable(): GoingTable | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return undefined;
    sessionStorage.removeItem(KEY);
    const { scene, edits, chosen } = JSON.parse(text) as KeptTable;
    return { state: stateOfTable(parseScene(scene)), history: { done: edits, undone: [] }, chosen };
  } catch {
    return undefined;
  }
}
