import { whatChanged } from '../../game/table/what-changed.js';
import type { Table } from '../../table/table.js';
import type { TableView } from './table-session.js';

/** The table that stood still for a while. */
export interface Snapshot {
  readonly table: Table;
  /** Time at which it came to rest, ms. */
  readonly atMs: number;
  /** Ids of the ships that a person had removed. */
  readonly removed: readonly string[];
}

/** Knowledge of a table, with a person's corrections. */
type Known = Pick<TableView, 'table' | 'history'>;

/** The table of a moment with a person's later corrections: a ship that was removed, or put back, has neither gone nor come. */
export function setRightSince({ table, removed }: Omit<Snapshot, 'atMs'>, now: Known): Table {
  const gone = removedIn(now);
  const stay = table.ships.filter(({ id }) => !gone.includes(id));
  const back = now.table.ships.filter(({ id }) => removed.includes(id) && !stay.some((ship) => ship.id === id));
  if (stay.length === table.ships.length && back.length === 0) return table;
  const { jointCovariance: _, ...rest } = table;
  return { ...rest, ships: [...stay, ...back] };
}

/** Ships that are left out: a person deleted them, or the rules of a match removed them and a hand took them off. */
function removedIn({ history, table }: Known): readonly string[] {
  const isThere = (shipId: string) => table.ships.some(({ id }) => id === shipId);
  return history.done.flatMap((edit) =>
    edit.kind === 'delete' || (edit.kind === 'removed' && !isThere(edit.shipId)) ? [edit.shipId] : [],
  );
}

/** Time without movement after which a table is at rest, ms. */
export const REST_MS = 1200;
const MOST = 60;

/** The tables at rest, the oldest first; tables that differ only by a camera's error or a hand are one. */
export class TableHistory {
  #kept: readonly Snapshot[] = [];
  #now: Snapshot | undefined;

  get snapshots(): readonly Snapshot[] {
    return this.#kept;
  }

  /** Takes the table at `atMs`; true when another one came to rest. */
  see(known: Known, atMs: number): boolean {
    const { table } = known;
    if (table.ships.length === 0) return false;
    // A ship that was put back is kept from then on, since it may move.
    const hasChanged = (before: Snapshot) => whatChanged(setRightSince({ ...before, removed: [] }, known), table).length > 0;
    const now = { table, removed: removedIn(known) };
    if (!this.#now || hasChanged(this.#now)) {
      this.#now = { ...now, atMs };
      return false;
    }
    const last = this.#kept.at(-1);
    if (atMs - this.#now.atMs < REST_MS) return false;
    if (last && !hasChanged(last)) return false;
    this.#kept = [...this.#kept, { ...now, atMs: this.#now.atMs }].slice(-MOST);
    return true;
  }

  /** Forgets all tables: another one has begun. */
  clear(): void {
    this.#kept = [];
    this.#now = undefined;
  }
}
