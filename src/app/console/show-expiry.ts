import type { ShowMessage } from '../../relay/wire/messages.js';
import { replaySeconds } from '../../scene/stream/instant-replay.js';
import { withoutCaption, withoutDrawings, withReplay } from './show-edits.js';

export interface ShowExpiry {
  /** What is on screen now; what was followed before and is no longer there is forgotten. */
  follow(show: ShowMessage): void;
  close(): void;
}

/** What fades or plays on a page that had it a little later is not cut off, ms. */
const GRACE_MS = 1500;
/** What passes by itself: after how long, and how it is taken off. */
interface Passing {
  readonly seconds: number;
  readonly takeOff: (show: ShowMessage) => ShowMessage;
}

/** Asks for what has faded, or was played, to be taken off: it must not stay on the broker, where who comes later would see it again. */
export function createShowExpiry(takeOff: (edit: (show: ShowMessage) => ShowMessage) => void): ShowExpiry {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const forget = (key: string): void => {
    clearTimeout(timers.get(key));
    timers.delete(key);
  };
  return {
    follow(show) {
      const due = passingIn(show);
      for (const key of [...timers.keys()]) if (!due.has(key)) forget(key);
      for (const [key, passing] of due) {
        if (timers.has(key)) continue;
        const end = (): void => {
          timers.delete(key);
          takeOff(passing.takeOff);
        };
        timers.set(key, setTimeout(end, 1000 * passing.seconds + GRACE_MS));
      }
    },
    close() {
      for (const key of [...timers.keys()]) forget(key);
    },
  };
}

/** By a key of each: drawings, a caption, a replay. */
function passingIn({ drawings = [], replay, caption }: ShowMessage): ReadonlyMap<string, Passing> {
  const due = new Map<string, Passing>();
  for (const { id, fadeSeconds } of drawings) {
    if (fadeSeconds !== undefined)
      due.set(`drawing ${id}`, { seconds: fadeSeconds, takeOff: (show) => withoutDrawings(show, new Set([id])) });
  }
  if (caption?.fadeSeconds !== undefined) due.set(`caption ${caption.id}`, { seconds: caption.fadeSeconds, takeOff: withoutCaption });
  if (replay) due.set('replay', { seconds: replaySeconds(replay), takeOff: (show) => withReplay(show, undefined) });
  return due;
}
