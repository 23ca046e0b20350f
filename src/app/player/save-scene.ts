import { sceneOf } from '../../table/documents/scene-file.js';
import type { Table } from '../../table/table.js';
import { saveBytes } from '../ui/save-file.js';

/** Hands the table to the player as a scene file. */
export function saveScene(table: Table, at: Date): void {
  const name = `hashmark-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  saveBytes(`${JSON.stringify(sceneOf(table), null, 1)}\n`, 'application/json', name);
}
