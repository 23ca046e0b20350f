import { BLOCK_PX } from '../session/changed-blocks.js';
import { CHANGED, type ComparedBlocks, OUT_OF_VIEW, PERHAPS_CHANGED, type Reference } from './compare-views.js';
import { planePointOf } from './plane-view.js';

/** This many changed blocks within two of one another are not a slip of a registration… */
const MIN_LARGE = 4;
/** …or those of this share of a small base, where a view from close by shows it in many. */
const LARGE_SHARE = 0.6;
const SMALL_BASE_MM = 40;

/** Number of blocks of a reference that something large covers. */
export function largeBlocks({ view, small }: Reference): number {
  if (!view.isMetric) return MIN_LARGE;
  const { widthPx, heightPx } = view.camera;
  const blockPx = (BLOCK_PX * Math.max(widthPx, heightPx)) / Math.max(small.columns, small.rows);
  const [a, b] = [-0.5, 0.5].map((share) => planePointOf(view, { u: 0.5 * widthPx + share * blockPx, v: 0.5 * heightPx }));
  const inBase = a && b ? (SMALL_BASE_MM / Math.hypot(a.x - b.x, a.y - b.y)) ** 2 : 0;
  return Math.max(MIN_LARGE, Math.round(LARGE_SHARE * inBase));
}

/**
 * Keeps those changes that are certain: a few blocks only where the frame before differed there too. A hand, or a ship that is carried, covers many at once; a view that is
 * registered by a pixel beside its place, at the rim or after a turn, makes some differ in one frame. Until then nobody knows of them. `isJump`: whether the frame comes after
 * a pause in which the camera may have gone far; there many blocks may differ as well.
 */
export function confirmed(blocks: ComparedBlocks, before: Uint8Array | undefined, large: number, isJump: boolean): ComparedBlocks {
  const { columns, rows, state } = blocks;
  const confirmedState = (at: number) => {
    if (before !== undefined && changedNear({ columns, rows, state: before }, at, 1) > 0) return CHANGED;
    if (changedNear(blocks, at, 2) < large) return OUT_OF_VIEW;
    return isJump ? PERHAPS_CHANGED : CHANGED;
  };
  return { columns, rows, state: state.map((one, at) => (one === CHANGED ? confirmedState(at) : one)) };
}

/** Number of changed blocks within `reach` of one, itself included. */
export function changedNear({ columns, rows, state }: ComparedBlocks, at: number, reach: number): number {
  const [row, column] = [Math.floor(at / columns), at % columns];
  let count = 0;
  for (let j = Math.max(0, row - reach); j <= Math.min(rows - 1, row + reach); j++)
    for (let i = Math.max(0, column - reach); i <= Math.min(columns - 1, column + reach); i++)
      count += Number(state[j * columns + i] === CHANGED);
  return count;
}
