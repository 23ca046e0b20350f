import { parseScene, type SceneFile, sceneOf } from '../../table/documents/scene-file.js';
import type { Edit } from '../../table/edits.js';
import { stateOfTable } from '../../table/track/track-state.js';
import { tableOf } from '../../table/track/track-table.js';
import type { GoingTable } from '../state/table-session.js';

const KEY = 'hashmark-table';

/** A table that continues where it is seen again. */
export interface RememberedTable extends GoingTable {
  /** Ids of the photos that show it; missing: a camera showed it. */
  readonly photos?: readonly string[] | undefined;
}

/** A table in the tab's memory: its measurement, and people's corrections. */
interface KeptTable extends Pick<RememberedTable, 'photos'> {
  readonly scene: SceneFile;
  readonly edits: readonly Edit[];
  readonly chosen: readonly string[];
}

/** As many as a visit may show in turn. */
const MAX_TABLES = 3;

/** Tables about which something was said or asked, up to the number that is kept. */
export const saidTables = (tables: readonly RememberedTable[]): readonly RememberedTable[] =>
  tables.filter(({ history, chosen }) => history.done.length + chosen.length > 0).slice(0, MAX_TABLES);

/**
 * Keeps the tables about which something was said or asked, the newest first, for as long as the tab lives: its page may be reloaded, or
 * dropped by a phone that needs the memory.
 */
export function rememberTables(tables: readonly RememberedTable[]): void {
  try {
    sessionStorage.removeItem(KEY);
    const said = saidTables(tables);
    if (said.length === 0) return;
    const kept = said.map(
      ({ state, history, chosen, photos }): KeptTable => ({ scene: sceneOf(tableOf(state, [])), edits: history.done, chosen, photos }),
    );
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // In a browser that keeps nothing the table begins again.
  }
}

/** The tables that this tab kept; they are kept no longer. */
export function rememberedTables(): readonly RememberedTable[] {
  try {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return [];
    sessionStorage.removeItem(KEY);
    return (JSON.parse(text) as readonly KeptTable[]).map(({ scene, edits, chosen, photos }) => ({
      ...{ state: stateOfTable(parseScene(scene)), chosen, photos },
      history: { done: edits, undone: [] },
    }));
  } catch {
    return [];
  }
}
