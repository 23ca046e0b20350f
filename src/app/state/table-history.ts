import { whatChanged } from '../../game/table/what-changed.js';
import type { Table } from '../../table/table.js';

/** The table as it stood still for a while. */
export interface Snapshot {
  readonly table: Table;
  /** When it came to rest, ms. */
  readonly atMs: number;
}

/** A table on which nothing has moved for this long is at rest, ms. */
export const REST_MS = 1200;
const MOST = 60;

/** The tables at rest, the oldest first; what only a camera's error or a hand makes differ is one table. */
export class TableHistory {
  #kept: readonly Snapshot[] = [];
  #now: Snapshot | undefined;

  get snapshots(): readonly Snapshot[] {
    return this.#kept;
  }

  /** Takes the table as it is at `atMs`; true when another one came to rest. */
  see(table: Table, atMs: number): boolean {
    if (table.ships.length === 0) return false;
    if (!this.#now || whatChanged(this.#now.table, table).length > 0) {
      this.#now = { table, atMs };
      return false;
    }
    const last = this.#kept.at(-1);
    if (atMs - this.#now.atMs < REST_MS) return false;
    if (last && whatChanged(last.table, table).length === 0) return false;
    this.#kept = [...this.#kept, { table, atMs: this.#now.atMs }].slice(-MOST);
    return true;
  }

  /** Another table: nothing of the one before counts. */
  clear(): void {
    this.#kept = [];
    this.#now = undefined;
  }
}
