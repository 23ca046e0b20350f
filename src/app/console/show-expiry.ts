import type { ShowMessage } from '../../relay/wire/messages.js';
import { replaySeconds } from '../../scene/stream/instant-replay.js';
import { withoutCaption, withoutDrawings, withReplay } from './show-edits.js';

export interface ShowExpiry {
  /** Follows the present screen; things that were followed before and are no longer there are forgotten. */
  follow(show: ShowMessage): void;
  close(): void;
}

/** Additional time so that things that fade or play are not cut off on a page that had them a little later, ms. */
const GRACE_MS = 1500;
/** A thing that passes on its own: its duration, and how it is taken off. */
interface Passing {
  readonly seconds: number;
  readonly takeOff: (show: ShowMessage) => ShowMessage;
}

/** Asks to take off what has faded, or was played: it must not stay on the broker, where latecomers would see it again. */
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

/** Passing things by a key: drawings, a caption, a replay. */
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
