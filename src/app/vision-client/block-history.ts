import type { WatchedFrame } from '../../worker/watch-api.js';

/** A box of the picture, in parts of its width and height: 0 to 1 from its upper left corner. */
export interface PictureBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A frame that later ones are compared with. */
interface Since {
  readonly sinceMs: number;
  grid: Grid | undefined;
}

/**
 * For each block of the frame taken at `sinceMs`: the time when it last differed (0: never), the same where its last comparison is in doubt, when it was
 * last seen, and the longest time until then for which it was not.
 */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly movedAtMs: Float64Array;
  readonly doubtedAtMs: Float64Array;
  readonly seenAtMs: Float64Array;
  readonly unseenMs: Float64Array;
}

/** States of a block, as the worker gives them. */
const CHANGED = 1;
const OUT_OF_VIEW = 2;
/** Changed, unless a comparison that follows within this time, ms, shows it unchanged: a hand is not over a ship for such a short time. */
const PERHAPS_CHANGED = 3;
const LONGEST_SLIP_MS = 300;
/** Share of its blocks that must be seen for a box to be seen: at the rim of the picture some go out of view and come back. */
const SEEN_SHARE = 0.6;
/** Time for which a place may be out of view, ms, and count as watched: nobody reaches in, pushes a ship and is out again within it. */
const LONGEST_UNSEEN_MS = 1000;

/** History of places in the frames that were looked at: when each changed, and when it was last seen. */
export class BlockHistory {
  #since: readonly Since[] = [];
  #acceptedMs: number | undefined;

  /** Times at which the frames that are still needed were taken. */
  get times(): readonly number[] {
    return this.#since.map(({ sinceMs }) => sinceMs);
  }

  /** Time at which the frame was taken that answers; undefined where there is none. */
  get sinceMs(): number | undefined {
    return this.#accepted()?.sinceMs;
  }

  /** Begins a look at the frame of that time. */
  begin(sinceMs: number): void {
    this.#since = [...this.#since, { sinceMs, grid: undefined }];
  }

  /** Makes the look at the frame of that time answer from now on; undefined: none does. */
  accept(sinceMs: number | undefined): void {
    this.#acceptedMs = sinceMs;
  }

  /** Forgets all frames but the one that answers; returns whether there were others. */
  forgetOthers(): boolean {
    const before = this.#since.length;
    this.#since = this.#since.filter(({ sinceMs }) => sinceMs === this.#acceptedMs);
    return this.#since.length < before;
  }

  clear(): void {
    this.#since = [];
  }

  /** Takes the comparison of the frame of that time with the earlier ones. */
  learn(capturedAtMs: number, changes: WatchedFrame['changes']): void {
    for (const { sinceMs, columns, rows, state } of changes) {
      const known = this.#since.find((one) => one.sinceMs === sinceMs);
      if (!known || capturedAtMs <= sinceMs) continue;
      const blocks = columns * rows;
      // A picture of another shape has changed everywhere.
      if (known.grid?.columns !== columns || known.grid.rows !== rows)
        known.grid = {
          ...{ columns, rows, movedAtMs: new Float64Array(blocks), doubtedAtMs: new Float64Array(blocks) },
          ...{ seenAtMs: new Float64Array(blocks).fill(sinceMs), unseenMs: new Float64Array(blocks) },
        };
      const { movedAtMs, doubtedAtMs, seenAtMs, unseenMs } = known.grid;
      for (let block = 0; block < blocks; block++) {
        if (state[block] === OUT_OF_VIEW) continue;
        unseenMs[block] = Math.max(unseenMs[block]!, capturedAtMs - seenAtMs[block]!);
        seenAtMs[block] = Math.max(seenAtMs[block]!, capturedAtMs);
        const doubtMs = doubtedAtMs[block]!;
        if (doubtMs > 0 && capturedAtMs - doubtMs > LONGEST_SLIP_MS) movedAtMs[block] = Math.max(movedAtMs[block]!, doubtMs);
        doubtedAtMs[block] = state[block] === PERHAPS_CHANGED ? capturedAtMs : 0;
        if (state[block] === CHANGED) movedAtMs[block] = Math.max(movedAtMs[block]!, capturedAtMs);
      }
    }
  }

  /** Time when any of the boxes last differed from the frame that answers; undefined: not since. */
  movedAtMs(boxes: readonly PictureBox[]): number | undefined {
    const grid = this.#accepted()?.grid;
    if (!grid) return undefined;
    const latestMs = Math.max(
      0,
      ...boxes.map((box) => {
        const doubtedMs = Math.max(...valuesIn(grid, grid.doubtedAtMs, box));
        // Once enough of it was seen again, what is left of a doubt at its rim counts no longer.
        const isDoubted = doubtedMs > 0 && seenAtMs(valuesIn(grid, grid.seenAtMs, box)) <= doubtedMs;
        return Math.max(isDoubted ? doubtedMs : 0, ...valuesIn(grid, grid.movedAtMs, box));
      }),
    );
    return latestMs > 0 ? latestMs : undefined;
  }

  /** Time when the last frame was taken that showed all of the boxes, at least one; undefined where no frame answers. */
  seenAtMs(boxes: readonly PictureBox[]): number | undefined {
    const known = this.#accepted();
    // Nothing has been compared with it yet.
    if (!known?.grid) return known?.sinceMs;
    const { grid } = known;
    return Math.min(...boxes.map((box) => seenAtMs(valuesIn(grid, grid.seenAtMs, box))));
  }

  /** Whether all of the boxes were watched without a break from the frame that answers until that time, and nothing has differed there. */
  hasStood(boxes: readonly PictureBox[], untilMs: number): boolean {
    const grid = this.#accepted()?.grid;
    if (!grid || this.movedAtMs(boxes) !== undefined) return false;
    return boxes.every((box) => {
      const seenMs = valuesIn(grid, grid.seenAtMs, box);
      const unseenMs = valuesIn(grid, grid.unseenMs, box).map((gapMs, i) => Math.max(gapMs, untilMs - seenMs[i]!));
      return mostOf(unseenMs) <= LONGEST_UNSEEN_MS;
    });
  }

  #accepted(): Since | undefined {
    return this.#since.find(({ sinceMs }) => sinceMs === this.#acceptedMs);
  }
}

/** The values of a box's blocks. */
function valuesIn({ columns, rows }: Grid, values: Float64Array, box: PictureBox): number[] {
  const within = (part: number, blocks: number) => Math.min(blocks - 1, Math.max(0, Math.floor(part * blocks)));
  const [left, right] = [within(box.left, columns), within(box.right, columns)];
  const found: number[] = [];
  for (let row = within(box.top, rows); row <= within(box.bottom, rows); row++)
    for (let column = left; column <= right; column++) found.push(values[row * columns + column]!);
  return found;
}

/** Time when the share of blocks that makes a box seen was last in view. */
function seenAtMs(blocks: readonly number[]): number {
  return -mostOf(blocks.map((atMs) => -atMs));
}

/** The least value that the share of blocks that makes a box seen does not exceed. */
function mostOf(blocks: readonly number[]): number {
  return [...blocks].sort((a, b) => a - b)[Math.ceil(SEEN_SHARE * blocks.length) - 1]!;
}
