import { isMoved, tableBetween } from '../../scene/stream/between-tables.js';
import type { Table } from '../../table/table.js';
import { nowMs } from '../capture/frame-source.js';
import { FrameLoop } from './frame-loop.js';

/** Time of a ship's glide from one state to the next, ms: states come ten times a second at most. */
const GLIDE_MS = 150;

/** Moves ships smoothly from each state to the next, one drawing a frame of the screen; draws nothing while nothing moves. */
export class GlidingTable extends FrameLoop {
  #from: Table | undefined;
  #to: Table | undefined;
  #startedAtMs = 0;

  /** The table to draw now, on its way to `to`. */
  towards(to: Table): Table {
    const drawn = this.#drawn();
    if (to !== this.#to) {
      const isOnWay = drawn !== undefined && isMoved(drawn, to);
      this.#from = isOnWay ? drawn : to;
      this.#startedAtMs = isOnWay ? nowMs() : nowMs() - GLIDE_MS;
      this.#to = to;
    }
    if (this.#share() < 1) this.drawAgain();
    return this.#drawn() ?? to;
  }

  /** Makes the next table appear without gliding from the previous one. */
  forget(): void {
    this.#from = undefined;
    this.#to = undefined;
  }

  #share(): number {
    return (nowMs() - this.#startedAtMs) / GLIDE_MS;
  }

  #drawn(): Table | undefined {
    return this.#from && this.#to && tableBetween(this.#from, this.#to, this.#share());
  }
}
