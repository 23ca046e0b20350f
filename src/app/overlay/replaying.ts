import { type Replay, replayedTable, replaySeconds } from '../../scene/stream/instant-replay.js';
import type { Table } from '../../table/table.js';
import { nowMs } from '../capture/frame-source.js';
import { FrameLoop } from './frame-loop.js';

/** Plays each replay once, from when the page first has it, one drawing a frame of the screen. */
export class Replaying extends FrameLoop {
  #id: string | undefined;
  #startedAtMs = 0;

  /** The replay's present table; undefined where there is no replay, or it is over. */
  tableOf(table: Table, replay: Replay | undefined): Table | undefined {
    if (!replay) return undefined;
    if (replay.id !== this.#id) {
      this.#id = replay.id;
      this.#startedAtMs = nowMs();
    }
    const seconds = (nowMs() - this.#startedAtMs) / 1000;
    if (seconds > replaySeconds(replay)) return undefined;
    this.drawAgain();
    return replayedTable(table, replay, seconds);
  }
}
