import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isMoved, tableBetween } from '../../scene/stream/between-tables.js';
import type { Table } from '../../table/table.js';
import { nowMs } from '../capture/frame-source.js';

/** How long a ship takes from one state to the next, ms: states come ten times a second at most. */
const GLIDE_MS = 150;

/** Moves ships smoothly from each state to the next, one drawing a frame of the screen; draws nothing while nothing moves. */
export class GlidingTable implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #from: Table | undefined;
  #to: Table | undefined;
  #startedAtMs = 0;
  #frame = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** The table as it is drawn now, on its way to `to`. */
  towards(to: Table): Table {
    const drawn = this.#drawn();
    if (to !== this.#to) {
      const isOnWay = drawn !== undefined && isMoved(drawn, to);
      this.#from = isOnWay ? drawn : to;
      this.#startedAtMs = isOnWay ? nowMs() : nowMs() - GLIDE_MS;
      this.#to = to;
    }
    if (this.#share() < 1) this.#frame ||= requestAnimationFrame(this.#next);
    return this.#drawn() ?? to;
  }

  /** What comes next does not glide from what was there. */
  forget(): void {
    this.#from = undefined;
    this.#to = undefined;
  }

  readonly #next = (): void => {
    this.#frame = 0;
    this.#host.requestUpdate();
  };

  #share(): number {
    return (nowMs() - this.#startedAtMs) / GLIDE_MS;
  }

  #drawn(): Table | undefined {
    return this.#from && this.#to && tableBetween(this.#from, this.#to, this.#share());
  }
}
