import { compareRemeasured } from '../../scene/ask/compare-remeasured.js';
import type { MeasureResult } from '../../table/measurement.js';
import { phrase } from '../../texts/looks-texts.js';
import type { PageState, Remeasuring } from '../state/page-state.js';
import type { TableView } from '../state/table-session.js';
import { shipName } from '../ui/ship-name.js';
import { ENOUGH_LOOKS, type PageSession } from './page-session.js';

/** Remeasures two ships, or one, with as many pictures as are averaged. */
export function remeasure(session: PageSession, of: readonly string[]): void {
  const { known } = session.state;
  session.remeasure({ kind: 'measuring', of, done: 0, all: ENOUGH_LOOKS }, followRemeasuring(of, known, ENOUGH_LOOKS));
}

/** This many pictures in a row that cannot be measured end it. */
const MAX_FAILS = 3;

/** A ship that does not come to rest, or is not seen, is not waited for longer than this, in numbers of pictures that are wanted. */
const MAX_WAITED = 2;

/**
 * Follows the looks of a table that is measured once more, and reports the result after each. `of`: the two ships that are asked about, or one; `known`: as it
 * was before; `all`: number of pictures that are wanted of ships at rest. Undefined once what was found is of ships that do not stand there any more.
 */
export function followRemeasuring(of: readonly string[], known: TableView, all: number) {
  let [done, looks, fails] = [0, 0, 0];
  let hasMoved = false;
  let end: Remeasuring | undefined;
  return (look: MeasureResult, page: PageState): Remeasuring | undefined => {
    if (end?.kind === 'failed') return look.ok ? undefined : end;
    if (!look.ok) {
      if (end) return end;
      fails += 1;
      if (fails >= MAX_FAILS) end = { kind: 'failed', of, problem: look.problem };
      return end ?? { kind: 'measuring', of, done, all };
    }
    fails = 0;
    if (!isThere(of, page.known)) return undefined;
    const counted = Math.min(all, picturesOf(of, page.known));
    if (end) return counted < done ? undefined : end;
    hasMoved ||= counted < done;
    done = counted;
    looks += 1;
    if (done < all && looks < MAX_WAITED * all) return { kind: 'measuring', of, done, all };
    const { ships } = page.known.table;
    const nameOf = (id: string) => {
      const ship = ships.find((one) => one.id === id);
      return ship ? shipName(ship, ships) : id;
    };
    const result = compareRemeasured(of, known, page.known, nameOf);
    const meanwhile = hasMoved && result && !result.isConfirmed ? [phrase('pictures-show-movement')] : [];
    end = result && { kind: 'done', of, result: { ...result, reasons: [...meanwhile, ...result.reasons] } };
    return end;
  };
}

/** Number of pictures that are averaged of ships, of the one that was seen at rest in fewest. */
function picturesOf(of: readonly string[], { state }: TableView): number {
  return Math.min(...of.map((id) => state.tracks.find((track) => track.id === id)?.stillFrames ?? 0));
}

function isThere(of: readonly string[], { table }: TableView): boolean {
  return of.every((id) => table.ships.some((ship) => ship.id === id));
}
