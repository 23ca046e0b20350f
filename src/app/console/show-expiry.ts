import type { ShowMessage } from '../../relay/wire/messages.js';
import { replaySeconds } from '../../scene/stream/instant-replay.js';
import { withoutDrawings, withReplay } from './show-edits.js';

export interface ShowExpiry {
  /** What is on screen now; what was followed before and is no longer there is forgotten. */
  follow(show: ShowMessage): void;
  close(): void;
}

/** What fades or plays on a page that had it a little later is not cut off, ms. */
const GRACE_MS = 1500;
/** No drawing has this id: theirs begin with a number. */
const REPLAY_KEY = 'replay';

/** Asks for what has faded, or was played, to be taken off: it must not stay on the broker, where who comes later would see it again. */
export function createShowExpiry(takeOff: (edit: (show: ShowMessage) => ShowMessage) => void): ShowExpiry {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const forget = (key: string): void => {
    clearTimeout(timers.get(key));
    timers.delete(key);
  };
  return {
    follow(show) {
      const due = dueSeconds(show);
      for (const key of [...timers.keys()]) if (!due.has(key)) forget(key);
      for (const [key, seconds] of due) {
        if (timers.has(key)) continue;
        const end = (): void => {
          timers.delete(key);
          takeOff((now) => (key === REPLAY_KEY ? withReplay(now, undefined) : withoutDrawings(now, new Set([key]))));
        };
        timers.set(key, setTimeout(end, 1000 * seconds + GRACE_MS));
      }
    },
    close() {
      for (const key of [...timers.keys()]) forget(key);
    },
  };
}

function dueSeconds({ drawings = [], replay }: ShowMessage): ReadonlyMap<string, number> {
  const due = new Map(drawings.flatMap(({ id, fadeSeconds }) => (fadeSeconds === undefined ? [] : [[id, fadeSeconds] as const])));
  if (replay) due.set(REPLAY_KEY, replaySeconds(replay));
  return due;
}
