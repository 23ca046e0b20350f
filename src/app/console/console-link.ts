import type { CallMessage, MatchMessage, ShowMessage } from '../../relay/messages.js';
import { type OpenTable, openTable, type ReaderStatus } from '../../relay/subscriber.js';
import type { FlownShip } from '../../scene/on-air.js';
import type { Table } from '../../table/table.js';
import { readNews, type ShownNews } from '../overlay/shown-news.js';
import { movedShips } from './show-edits.js';

/** What the console knows; made anew with every change. */
export interface ConsoleState {
  readonly status: ReaderStatus | undefined;
  readonly news: ShownNews | undefined;
  readonly match: MatchMessage | undefined;
  readonly call: CallMessage | undefined;
  readonly show: ShowMessage;
  /** The ships that moved last, with where they stood. */
  readonly flown: readonly FlownShip[];
  /** Whether the relay has what is on screen. */
  readonly isOnAir: boolean;
}

export interface ConsoleLink {
  put(show: ShowMessage): void;
  call(reason: string | undefined): Promise<boolean>;
  close(): Promise<void>;
}

/** How long a table must stand still before the next movement counts as a new one, ms. */
const REST_MS = 4000;
/** A running clock is said again this often, ms: readers that join late are not further behind than that. */
const CLOCK_MS = 5000;

/** Reads a table for the console and says what is on screen; what was on screen before stays until it is changed. */
export function linkConsole(
  options: { readonly url: string; readonly table: string; readonly token: string },
  onState: (state: ConsoleState) => void,
): ConsoleLink {
  let state: ConsoleState = { status: undefined, news: undefined, match: undefined, call: undefined, show: {}, flown: [], isOnAir: true };
  let rested: Table | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let clockEndsAtMs: number | undefined;
  const update = (change: Partial<ConsoleState>): void => {
    state = { ...state, ...change };
    onState(state);
  };
  const table: OpenTable = openTable({
    ...options,
    role: 'console',
    onStatus: (status) => {
      update({ status });
      // What was put while there was no link goes out with the next one.
      if (status.linked && !state.isOnAir) put(state.show);
    },
    onState: ({ scene, report }) => {
      const news = readNews(scene, report);
      if (!news) return;
      rested ??= news.table;
      const moved = movedShips(rested, news.table);
      if (moved.length > 0) {
        const codes = new Map(state.match?.ships.map(({ id, maneuver }) => [id, maneuver]));
        update({ flown: moved.map((one) => ({ ...one, code: codes.get(one.ship) })) });
        clearTimeout(restTimer);
        restTimer = setTimeout(() => (rested = news.table), REST_MS);
      }
      update({ news });
    },
    onShow: (show) => {
      if (state.isOnAir) update({ show: show ?? {} });
    },
    onMatch: (match) => update({ match }),
    onCall: (call) => update({ call }),
  });
  const put = (show: ShowMessage): void => {
    const clock = show.panel?.clock;
    clockEndsAtMs = clock?.isRunning ? Date.now() + 1000 * clock.remainingSeconds : undefined;
    update({ show, isOnAir: false });
    void table.say('show', show).then((isOnAir) => state.show === show && update({ isOnAir }));
  };
  const clockTimer = setInterval(() => {
    const { panel } = state.show;
    if (clockEndsAtMs === undefined || !panel?.clock) return;
    const remainingSeconds = Math.max(0, Math.round((clockEndsAtMs - Date.now()) / 1000));
    put({ ...state.show, panel: { ...panel, clock: { remainingSeconds, isRunning: remainingSeconds > 0 } } });
  }, CLOCK_MS);
  return {
    put,
    call: (reason) => table.say('call', reason === undefined ? undefined : { calledAtMs: Date.now(), ...(reason && { reason }) }),
    close() {
      clearInterval(clockTimer);
      clearTimeout(restTimer);
      return table.close();
    },
  };
}
