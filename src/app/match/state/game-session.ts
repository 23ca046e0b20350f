import { byItself } from '../../../game/choices/by-itself.js';
import { type Entry, eventsThatCount, type History, NEW_HISTORY, present, recorded, replayed } from '../../../game/log/history.js';
import { readMatch } from '../../../game/log/match-file.js';
import type { GameEvent } from '../../../game/model/event.js';
import type { GameState } from '../../../game/model/game-state.js';
import { isRefusal, type Refusal, refuse } from '../../../game/model/refusal.js';
import { tableInPlay } from '../../../game/model/table-in-play.js';
import { heldBack, withShipsOf } from '../../../game/table/held-back.js';
import { isWorthTaking, whatChanged } from '../../../game/table/what-changed.js';
import type { Edit } from '../../../table/edits.js';
import type { Table } from '../../../table/table.js';
import { english } from '../../../texts/english.js';
import { type Phrase, phrase } from '../../../texts/rules-texts.js';
import { NEW_SET_UP, type SetUp, setUpOf, withEntries } from '../roster/roster.js';

/** State of the game's page at one moment; plain data, replaced with every change. */
export interface Playing {
  readonly history: History;
  /** The state that is shown: the present one, or that of an event that is being looked at. */
  readonly state: GameState | undefined;
  /** Place of the shown event among those that count; undefined: the present. */
  readonly shownAt: number | undefined;
  /** The refusal of the last event, and that event. */
  readonly refusal: Refusal | undefined;
  readonly refused: GameEvent | undefined;
  /** Automatic consequences of the last event, and of those that followed from it. */
  readonly notes: readonly Phrase[];
  /** Events that followed automatically, because nobody had a choice; it is possible to go back to each. */
  readonly passed: readonly Passed[];
  /** The page's present table. */
  readonly table: Table;
  /** Whether the ids of its ships are those of the match: until that is known the match goes on by its log alone. */
  readonly isOnTable: boolean;
  /** Entries made before the match began. */
  readonly setUp: SetUp;
  /** The log that was opened last; while it is the history, nothing has been played on it. */
  readonly opened: History | undefined;
  /** Whether that log is a match which this device played, and which goes on. */
  readonly isOwn: boolean;
  /** The match that was played here when the log was opened, to go back to; undefined without one. */
  readonly left: LeftMatch | undefined;
}

/** A match that is left to look at a log. */
type LeftMatch = Pick<Playing, 'history' | 'setUp' | 'opened' | 'isOwn' | 'isOnTable'>;

/** An event that followed automatically. */
export interface Passed {
  /** Its place among the events that count. */
  readonly at: number;
  readonly event: GameEvent;
  /** The state in which nobody had a choice. */
  readonly before: GameState;
}

/** Reports of people about the pieces and the table, at any time; nothing follows from them. */
const ASIDE: readonly GameEvent['kind'][] = [
  ...([
    'table',
    'describe ship',
    'add ability',
    'remove ability',
    'count tokens',
    'point turret',
    'tokens',
    'lock',
    'first player',
  ] as const),
  ...(['charges', 'suffer', 'set dial', 'adjust dice', 'change difficulty', 'order', 'decide'] as const),
];

/** Maximum number of events that follow automatically, more than in any round. */
const MAX_PASSED = 200;

const TAKEN = { refusal: undefined, refused: undefined } as const;

/** Events that ask the table, or that give a moment for which it counts. */
const ASKS_TABLE: readonly GameEvent['kind'][] = [
  ...(['next phase', 'activate', 'execute', 'engage', 'attack', 'resolve', 'ailerons'] as const),
  ...(['choose weapon', 'declare defender', 'pay costs', 'replace'] as const),
];

/** A match on the page: the log, the newest table, and the last answer of the rules. */
export class GameSession {
  readonly #onChange: (now: Playing) => void;
  #now: Playing;
  /** The set-up of the log that was opened, and the table's edits from before. */
  #logged = NEW_SET_UP;
  #before: readonly Edit[] = [];
  #edits: readonly Edit[] = [];

  constructor(table: Table, onChange: (now: Playing) => void) {
    this.#onChange = onChange;
    this.#now = {
      history: NEW_HISTORY,
      state: undefined,
      shownAt: undefined,
      ...TAKEN,
      notes: [],
      passed: [],
      table,
      isOnTable: true,
      setUp: NEW_SET_UP,
      opened: undefined,
      isOwn: false,
      left: undefined,
    };
  }

  get now(): Playing {
    return this.#now;
  }

  /**
   * Takes the present table. Changes in the middle of an attack, and a ship that was put back, go to the rules at once; otherwise the table
   * is read when it is asked for.
   */
  see(table: Table): void {
    this.#now = { ...this.#now, table };
    const { history, isOnTable } = this.#now;
    const state = isOnTable && !isLookedAt(this.#now) ? present(history) : undefined;
    const known = state?.changedTable ?? state?.table;
    const isShooting = state && known && state.attacks.length > 0 && isOf(state, table) && !isDeclined(history, table);
    if (isShooting && whatChanged(known, tableInPlay(state, table).table).length > 0) this.do({ kind: 'table', table });
    else if (state && isPutBack(history, state, table)) this.do({ kind: 'table', table: heldBack(state, table) });
    else this.#set({});
  }

  /** Takes the entries among the table's edits; those from before a log was opened are of another match. */
  enter(edits: readonly Edit[]): void {
    this.#edits = edits;
    const setUp = withEntries(
      this.#logged,
      edits.filter((edit) => !this.#before.includes(edit)),
    );
    if (JSON.stringify(setUp) !== JSON.stringify(this.#now.setUp)) this.#set({ setUp });
  }

  /** Takes further entries at once, which the table's edits will have. */
  enterMore(edits: readonly Edit[]): void {
    this.enter([...this.#edits, ...edits]);
  }

  /**
   * Adds an event and its automatic consequences; false when the rules refuse it. The last event is taken back with everything that
   * followed from it. Shows the present again.
   */
  do(event: Entry): boolean {
    if (event.kind === 'undo') return this.#undo();
    const unseen = unseenMove(this.#now, event);
    if (unseen) {
      this.#set({ refusal: unseen, refused: event, shownAt: undefined });
      return false;
    }
    const history = this.#withNews(this.#now.history, event);
    const next = recorded(history, ofMove(history, event));
    if (isRefusal(next)) {
      // The table that the refusal is about stays: a judge decides about that one.
      this.#set({ history, refusal: next, refused: event, shownAt: undefined });
      return false;
    }
    if (event.kind === 'begin') this.#now = { ...this.#now, isOnTable: true };
    if (placesShips(event) && this.#now.isOnTable)
      this.#now = { ...this.#now, table: withPlaced(this.#now.table, present(history)!, present(next)!) };
    this.#set({ ...(ASIDE.includes(event.kind) ? { history: next } : this.#followed(next, event)), ...TAKEN, shownAt: undefined });
    return true;
  }

  /** Takes back automatic events, down to this one: its step waits for a person now. */
  backTo(at: number): void {
    let { history } = this.#now;
    while (history.states.length > Math.max(1, at)) history = takenBack(history);
    this.#set({ history, ...TAKEN, shownAt: undefined });
  }

  #undo(): boolean {
    const at = lastDone(eventsThatCount(this.#now.history));
    if (at < 0) return false;
    let { history } = this.#now;
    while (history.states.length > at) history = takenBack(history);
    this.#set({ history, ...TAKEN, shownAt: undefined });
    return true;
  }

  /** Id of the ship whose dial or maneuver is what would be taken back now; undefined where something else would be. */
  get flownLast(): string | undefined {
    const events = eventsThatCount(this.#now.history);
    const at = lastDone(events);
    const { kind } = events[at]?.event ?? {};
    return kind === 'execute' || kind === 'reveal' || kind === 'ailerons' ? events[at - 1]?.state.activation?.ship : undefined;
  }

  /** Continues while nobody has a choice. */
  #followed(from: History, event: GameEvent): Pick<Playing, 'history' | 'notes' | 'passed'> {
    let history = from;
    let last = event;
    const passed: Passed[] = [];
    const notes = [...present(from)!.notes];
    while (passed.length < MAX_PASSED) {
      const before = present(history)!;
      const next = byItself(before, last);
      if (!next) break;
      const after = recorded(this.#withNews(history, next), next);
      if (isRefusal(after)) break;
      passed.push({ at: after.states.length - 1, event: next, before });
      notes.push(...present(after)!.notes);
      history = after;
      last = next;
    }
    return { history, notes, passed };
  }

  /** The history with the present table, where an event asks for it and it is that of the match. */
  #withNews(history: History, event: GameEvent): History {
    return this.#now.isOnTable ? withNews(history, this.#now.table, event) : history;
  }

  /** Shows the state after one of the events that count; undefined: the present. */
  show(at: number | undefined): void {
    const last = this.#now.history.states.length - 1;
    this.#set({ shownAt: at === undefined || at >= last ? undefined : Math.max(0, at), ...TAKEN });
  }

  /**
   * Opens a log. Throws an Error that describes its fault; the match on the page then stays. `isOnTable`: the page's table is its table; by
   * their ids alone nobody knows which ships are which.
   */
  open(json: unknown, { isOwn = false, isOnTable = false } = {}): void {
    const entries = readMatch(json);
    const history = replayed(entries);
    if (isRefusal(history))
      throw new Error(`entries[${history.at}]: ${english(history.message)} (${history.code}) ${english(history.hint)}`);
    const { now } = this;
    const left = isOwn ? undefined : isLookedAt(now) || now.history.states.length === 0 ? now.left : now;
    this.#logged = setUpOf(entries);
    this.#before = this.#edits;
    this.#set({
      history,
      ...TAKEN,
      shownAt: history.states.length > 1 ? 0 : undefined,
      setUp: this.#logged,
      opened: history,
      isOwn,
      isOnTable,
      left,
    });
  }

  /** Takes the page's table as that of the match; undefined: it may be another one from now on. */
  putOn(table: Table | undefined): void {
    this.#set(table ? { table, isOnTable: true } : { isOnTable: false });
  }

  /** Goes back from a log that is only looked at to the match that was played. */
  back(): void {
    const { left } = this.#now;
    if (!left || !isLookedAt(this.#now)) return;
    this.#logged = left.setUp;
    this.#before = this.#edits;
    this.#set({ ...left, ...TAKEN, shownAt: undefined, left: undefined });
  }

  /** The set-up of the page's table, where the beginning of a match is taken back that is not known to be on it. */
  #setUpAgain({ history }: Partial<Playing>): Partial<Playing> {
    if (history?.states.length !== 0 || this.#now.isOnTable) return {};
    this.#logged = NEW_SET_UP;
    this.#before = [];
    return { isOnTable: true, setUp: withEntries(NEW_SET_UP, this.#edits) };
  }

  #set(changed: Partial<Omit<Playing, 'state'>>): void {
    const change = { ...changed, ...this.#setUpAgain(changed) };
    const isElsewhere = change.history !== undefined && change.history !== this.#now.history && change.passed === undefined;
    const next = { ...this.#now, ...change, ...(isElsewhere && { notes: present(change.history!)?.notes ?? [], passed: [] }) };
    const state = next.shownAt === undefined ? present(next.history) : eventsThatCount(next.history)[next.shownAt]?.state;
    this.#now = { ...next, state };
    this.#onChange(this.#now);
  }
}

/** Whether the match is only looked at: a log that was opened, which is no match of this table as long as nobody plays on. */
export function isLookedAt({ history, opened, isOwn }: Playing): boolean {
  return history === opened && !isOwn;
}

/** Whether the rules place a ship by an event: nobody saw its end. */
export function placesShips(event: GameEvent): boolean {
  return event.kind === 'ailerons' || (event.kind === 'execute' && !event.seen);
}

/** The page's table with the ships that the rules moved in their poses by the rules, until the page has placed them there. */
function withPlaced(table: Table, before: GameState, after: GameState): Table {
  return withShipsOf(after.table, table, new Set(whatChanged(before.table, after.table)));
}

/** The history with the present table, where an event asks for it. */
function withNews(history: History, newest: Table, { kind }: GameEvent): History {
  const state = present(history);
  if (!ASKS_TABLE.includes(kind) || !state || state.changedTable || !isOf(state, newest)) return history;
  const table = heldBack(state, newest);
  if (!isNews(state, table) || isDeclined(history, table)) return history;
  const fresh = recorded(history, { kind: 'table', table });
  return isRefusal(fresh) ? history : fresh;
}

/** Reduces a move that was seen to the place of its own ship; others that still have to move stay in place. */
function ofMove(history: History, event: GameEvent): GameEvent {
  const state = present(history);
  if (event.kind !== 'execute' || !event.seen || !state?.activation) return event;
  return { ...event, seen: heldBack(state, event.seen, state.activation.ship) };
}

function takenBack(history: History): History {
  return recorded(history, { kind: 'undo' }) as History;
}

/** Place of the last event that a person did; -1 without any. */
function lastDone(events: ReturnType<typeof eventsThatCount>): number {
  let at = events.length - 1;
  while (at > 0 && isConsequence(events, at)) at--;
  return at;
}

/** Whether an event was a newer table, or an automatic consequence of the one before. */
function isConsequence(events: ReturnType<typeof eventsThatCount>, at: number): boolean {
  const { event } = events[at]!;
  if (event.kind === 'table') return true;
  const { state } = events[at - 1]!;
  const last = events.slice(0, at).findLast(({ event: { kind } }) => kind !== 'table')!.event;
  return !ASIDE.includes(last.kind) && JSON.stringify(byItself(state, last)) === JSON.stringify(event);
}

/** Whether a table is another one, or better measured, than the one that the rules know; or a removed ship was taken off it. */
function isNews(state: GameState, seen: Table): boolean {
  const { table, toTakeOff } = tableInPlay(state, seen);
  return isWorthTaking(state.table, table) || toTakeOff.length !== state.toTakeOff.length;
}

/** Whether it was said in the attack that is going on that the table before counts, not this one: it is not asked about once more. */
function isDeclined(history: History, seen: Table): boolean {
  const events = eventsThatCount(history);
  for (let at = events.length - 1; at > 0 && events[at]!.state.attacks.length > 0; at--) {
    const { event } = events[at]!;
    const { changedTable } = events[at - 1]!.state;
    if (event.kind !== 'which table' || !changedTable) continue;
    return event.counts === 'before' && whatChanged(changedTable, tableInPlay(present(history)!, seen).table).length === 0;
  }
  return false;
}

/** Whether a ship that stood where the log does not have it is back where it has it. */
function isPutBack(history: History, state: GameState, seen: Table): boolean {
  const strays = ({ ships }: GameState) => ships.filter(({ astray }) => astray).length;
  if (strays(state) === 0 || state.changedTable || !isOf(state, seen)) return false;
  const fresh = recorded(history, { kind: 'table', table: heldBack(state, seen) });
  return !isRefusal(fresh) && strays(present(fresh)!) < strays(state);
}

/** Why a move cannot be recorded as seen: nothing of the match is in view, for example while a photo is still measured. */
function unseenMove({ history, isOnTable }: Playing, event: GameEvent): Refusal | undefined {
  const state = present(history);
  if (event.kind !== 'execute' || !event.seen || !state?.activation || (isOnTable && isOf(state, event.seen))) return undefined;
  return refuse('unknown', phrase('match-not-seen'), phrase('wait-or-place-by-rules'));
}

/**
 * Names of the ships that are seen elsewhere than the rules have them until they ask the table again; empty while nothing of the match is
 * seen.
 */
export function seenElsewhere({ state, table, shownAt, isOnTable }: Playing): readonly string[] {
  if (!state || !isOnTable || shownAt !== undefined || state.changedTable || !isOf(state, table)) return [];
  const changed = new Set(whatChanged(state.table, tableInPlay(state, table).table));
  return state.ships.flatMap(({ id, name }) => (changed.has(id) && table.ships.some((ship) => ship.id === id) ? [name] : []));
}

/** Whether a table is that of the match: with none of its ships on it, a log of another table was opened, and continues as it is. */
export function isOf({ ships }: GameState, table: Table): boolean {
  return ships.some((ship) => !ship.isRemoved && table.ships.some(({ id }) => id === ship.id));
}
