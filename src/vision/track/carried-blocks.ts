import { BLOCK_PX, type SmallFrame } from '../session/changed-blocks.js';
import { CHANGED, type ComparedBlocks, OUT_OF_VIEW, UNCHANGED } from './compare-views.js';
import { type PlaneView, pixelOf, planePointOf } from './plane-view.js';

/** Places of a block at which another picture's blocks are looked up, each way, as shares of it. */
const WITHIN = [0.2, 0.5, 0.8];
const PLACES = WITHIN.length ** 2;

/**
 * The state of one view's blocks carried to the blocks of another: changed where any part of a block has changed, unchanged where most of
 * it is seen to be. `isWanted`: a 1 for each block of the other that is asked for; the rest are out of view.
 */
export function carried(
  blocks: ComparedBlocks,
  from: PlaneView,
  to: PlaneView,
  toSmall: SmallFrame,
  isWanted?: Uint8Array,
): ComparedBlocks {
  const { columns, rows, places } = placesOf(to, toSmall);
  const blockPx = blockPxOf(to, toSmall);
  const state = new Uint8Array(columns * rows).fill(OUT_OF_VIEW);
  for (let block = 0; block < state.length; block++) {
    if (isWanted && !isWanted[block]) continue;
    let [changed, unchanged] = [0, 0];
    for (let at = 2 * PLACES * block, end = at + 2 * PLACES; at < end && changed === 0; at += 2) {
      // NaN where the place is on no plane: then no block has it.
      const seen = pixelOf(from, { x: places[at]!, y: places[at + 1]! });
      if (!seen) continue;
      const [i, j] = [Math.floor((seen.u + 0.5) / blockPx), Math.floor((seen.v + 0.5) / blockPx)];
      if (i < 0 || j < 0 || i >= blocks.columns || j >= blocks.rows) continue;
      const one = blocks.state[j * blocks.columns + i]!;
      if (one === CHANGED) changed += 1;
      if (one === UNCHANGED) unchanged += 1;
    }
    if (changed > 0) state[block] = CHANGED;
    else if (unchanged > PLACES / 2) state[block] = UNCHANGED;
  }
  return { columns, rows, state };
}

/** Places of a picture's blocks on the plane: x and y of each, NaN where they are on none. */
interface BlockPlaces {
  readonly columns: number;
  readonly rows: number;
  readonly places: Float64Array;
}

/** Views are carried in every frame, and undoing the lens is most of that work. */
const knownPlaces = new WeakMap<PlaneView, BlockPlaces>();

function placesOf(view: PlaneView, small: SmallFrame): BlockPlaces {
  const [columns, rows] = [Math.ceil(small.columns / BLOCK_PX), Math.ceil(small.rows / BLOCK_PX)];
  const known = knownPlaces.get(view);
  if (known?.columns === columns && known.rows === rows) return known;
  const blockPx = blockPxOf(view, small);
  const places = new Float64Array(2 * PLACES * columns * rows);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (const dy of WITHIN) {
        for (const dx of WITHIN) {
          const place = planePointOf(view, { u: (column + dx) * blockPx - 0.5, v: (row + dy) * blockPx - 0.5 });
          places[at++] = place ? place.x : Number.NaN;
          places[at++] = place ? place.y : Number.NaN;
        }
      }
    }
  }
  const made = { columns, rows, places };
  knownPlaces.set(view, made);
  return made;
}

/** Side of a block in the picture itself, px. */
function blockPxOf({ camera }: PlaneView, { columns, rows }: SmallFrame): number {
  return (BLOCK_PX * Math.max(camera.widthPx, camera.heightPx)) / Math.max(columns, rows);
}
