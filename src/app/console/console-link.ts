import { type OpenTable, openTable, type ReaderStatus } from '../../relay/client/subscriber.js';
import type { CallMessage, MatchMessage, ShowMessage } from '../../relay/wire/messages.js';
import type { FlownShip } from '../../scene/stream/on-air.js';
import { recordTurn, type TurnRecord } from '../../scene/stream/turn-record.js';
import type { Table } from '../../table/table.js';
import { nowMs } from '../capture/frame-source.js';
import { type NewsStaleness, newsStaleness } from '../overlay/news-staleness.js';
import { readNews, type ShownNews } from '../overlay/shown-news.js';
import { movedShips } from './show-edits.js';
import { createShowExpiry } from './show-expiry.js';

/** State of the console; replaced with every change. */
export interface ConsoleState {
  readonly status: ReaderStatus | undefined;
  readonly news: ShownNews | undefined;
  /** Why the news are uncertain; undefined while they are certain. */
  readonly staleness: NewsStaleness | undefined;
  readonly match: MatchMessage | undefined;
  readonly call: CallMessage | undefined;
  readonly show: ShowMessage;
  /** The ships that moved last, with their earlier poses. */
  readonly flown: readonly FlownShip[];
  /** Moves of ships in the present turn and the one before. */
  readonly turns: TurnRecord | undefined;
  /** Whether the relay has what is on screen. */
  readonly isOnAir: boolean;
}

type Clock = NonNullable<NonNullable<ShowMessage['panel']>['clock']>;

export interface ConsoleLink {
  put(show: ShowMessage): void;
  call(reason: string | undefined): Promise<boolean>;
  close(): Promise<void>;
}

/** Time that a table must stand still before the next movement counts as a new one, ms. */
const REST_MS = 4000;
/** Interval at which a running clock is sent again, ms: readers that join late are at most this far behind. */
const CLOCK_MS = 5000;
/** Difference below which clocks that end are one: whole seconds are sent, ms. */
const SAME_CLOCK_MS = 2000;

/** Reads a table for the console and sends what should be on screen; the earlier screen stays until it is changed. */
export function linkConsole(
  options: { readonly url: string; readonly table: string; readonly token: string },
  onState: (state: ConsoleState) => void,
): ConsoleLink {
  let state: ConsoleState = {
    ...{ status: undefined, news: undefined, staleness: undefined, match: undefined, call: undefined },
    ...{ show: {}, flown: [], turns: undefined, isOnAir: true },
  };
  const expiry = createShowExpiry((edit) => put(edit(state.show)));
  let session: string | undefined;
  let rested: Table | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  /** End of the running clock, on this computer's clock, ms; and whether this page sends it. */
  let clock: { readonly endsAtMs: number; readonly isOurs: boolean } | undefined;
  const update = (change: Partial<ConsoleState>): void => {
    state = { ...state, ...change };
    onState(state);
  };
  const table: OpenTable = openTable({
    ...options,
    role: 'console',
    onStatus: (status) => {
      // Another session may have another table frame: everything would seem to have moved. The first session may be announced after its first scene.
      const next = status.camera?.session;
      const isOther = session !== undefined && next !== undefined && next !== session;
      session = next ?? session;
      if (isOther) rested = undefined;
      update({ status, staleness: newsStaleness(status, state.staleness, nowMs()), ...(isOther && { turns: undefined, flown: [] }) });
      // Changes made while there was no link are sent with the next one.
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
      update({ news, turns: recordTurn(state.turns, news.table, Date.now(), state.match?.round) });
    },
    onShow: (show) => {
      if (!state.isOnAir) return;
      const heard = running(show?.panel?.clock, false);
      // A copy of our own clock that another console sends is not another clock.
      const isSame = clock !== undefined && heard !== undefined && Math.abs(heard.endsAtMs - clock.endsAtMs) < SAME_CLOCK_MS;
      if (!isSame) clock = heard;
      update({ show: show ?? {} });
      expiry.follow(show ?? {});
    },
    onMatch: (match) => update({ match }),
    onCall: (call) => update({ call }),
  });
  const put = (show: ShowMessage): void => {
    const chosen = show.panel?.clock;
    if (chosen !== state.show.panel?.clock) clock = running(chosen, true);
    say(clock ? withClock(show, clock.endsAtMs) : show);
  };
  const say = (show: ShowMessage): void => {
    update({ show, isOnAir: false });
    expiry.follow(show);
    // An empty document leaves nothing on the broker.
    const message = Object.keys(show).length > 0 ? show : undefined;
    void table.say('show', message).then((isOnAir) => state.show === show && update({ isOnAir }));
  };
  const clockTimer = setInterval(() => {
    if (!clock?.isOurs) return;
    say(withClock(state.show, clock.endsAtMs));
    if (!state.show.panel?.clock?.isRunning) clock = undefined;
  }, CLOCK_MS);
  return {
    put,
    call: (reason) => table.say('call', reason === undefined ? undefined : { calledAtMs: Date.now(), ...(reason && { reason }) }),
    close() {
      clearInterval(clockTimer);
      clearTimeout(restTimer);
      expiry.close();
      return table.close();
    },
  };
}

function running(clock: Clock | undefined, isOurs: boolean) {
  return clock?.isRunning ? { endsAtMs: Date.now() + 1000 * clock.remainingSeconds, isOurs } : undefined;
}

/** The screen with the running clock as it stands now: whatever else was chosen, it continued meanwhile. */
function withClock(show: ShowMessage, endsAtMs: number): ShowMessage {
  if (!show.panel?.clock) return show;
  const remainingSeconds = Math.max(0, Math.round((endsAtMs - Date.now()) / 1000));
  return { ...show, panel: { ...show.panel, clock: { remainingSeconds, isRunning: remainingSeconds > 0 } } };
}
