import { BLOCK_PX, changedBlocks, type SmallFrame } from '../session/changed-blocks.js';
import { LONG_SIDE_PX } from '../session/small-frame.js';
import { levelled } from './level-picture.js';
import { type Placed, pixelOf, planePointOf } from './plane-view.js';

/** A grey picture as the tracker has it, a byte a pixel. */
export interface GreyPicture {
  readonly columns: number;
  readonly rows: number;
  readonly grey: Uint8Array;
}

/** A picture that later ones are compared with, made small. */
export interface Reference extends Placed {
  readonly small: SmallFrame;
  /** Mean square of the slopes of the picture it was made of. */
  readonly sharpness: number;
}

/** State of a block of a picture: it still shows the same. */
export const UNCHANGED = 0;
export const CHANGED = 1;
/** The other picture does not show the place of the block, or not clearly enough to say which of both it is. */
export const OUT_OF_VIEW = 2;
/** Something large seems to have changed, in the first frame after a pause, in which a registration may slip: the next frame decides. */
export const PERHAPS_CHANGED = 3;

/** Blocks of a picture, row by row from its upper left corner. */
export interface ComparedBlocks {
  readonly columns: number;
  readonly rows: number;
  readonly state: Uint8Array;
}

/** Differences of a picture from a reference that have other causes than movement. */
export interface Expected {
  readonly sharpness: number;
  /** Apparent shift of things that stand on the table, at most, px. */
  readonly parallaxPx: number;
  /** For each cell of the reference the factor of the apparent shift of things there, 0 where nothing stands; undefined: not known. */
  readonly standing: Float32Array | undefined;
}

/** Pixels by which two views of a camera at rest seem to differ, by the noise of registration alone. */
export const AT_REST_PX = 0.25;
/** Error of a registered picture, in pixels of a small picture: differences that it explains are no change. */
const OFF_CELLS = 0.35;
/** Uncertainty of its place, in cells, beyond which a cell is not known to be unchanged. */
const SURE_CELLS = 1;
/** Uncertainty of its place, the area looked at around each cell, beyond which a cell is not known to have changed either. */
const FAR_CELLS = 2;
/** Cells within which things are looked for that may seem shifted by more than a cell: at least, and at most where it is known what stands there. */
const MIN_REACH = 2;
const MAX_REACH = 4;
/** Share of the contrast within reach by which a thing may be brighter or darker from another side before it counts as changed. */
const OTHER_LIGHT = 0.1;
/** Sharpness as a share of the reference's: below `enough` a picture is blurred, and at `least` all differences along edges may be blur. */
const SHARP = { enough: 0.85, least: 0.45 };
/** Distance in cells between nodes at which pictures are registered to each other exactly; linearly in between. */
const NODE_CELLS = 15;
/** Offsets of the two places of a cell that are sampled, each way, from its middle. */
const TAPS = [-0.25, 0.25];
/** The share of a block's cells that must be in view for it to be compared. */
const SEEN_SHARE = 0.6;

export function referenceOf(picture: GreyPicture, { view, rival }: Placed, sharpness: number): Reference {
  return { view, rival, small: sampled(picture, gridOf(picture), undefined).small, sharpness };
}

/** Compares a registered picture with a reference on the table: place by place as the views show it, with its light levelled. */
export function compareViews(reference: Reference, picture: GreyPicture, placed: Placed, expected: Expected): ComparedBlocks {
  const grid = gridOf(picture);
  const { small: before } = reference;
  const nodes = nodesBetween(reference, placed, grid);
  if (nodes.maxPx < AT_REST_PX) {
    const { columns, rows, changed } = changedBlocks(before, sampled(picture, grid, undefined).small);
    return { columns, rows, state: changed };
  }
  const { small, isSeen } = sampled(picture, grid, nodes);
  const blur = (SHARP.enough - expected.sharpness / reference.sharpness) / (SHARP.enough - SHARP.least);
  const offCells = OFF_CELLS + Math.min(1, Math.max(0, blur)) * (1 - OFF_CELLS);
  const now = levelled(before, small, isSeen);
  const slack = slackOf({ before, now, isSeen }, { ...expected, offCells, parallaxCells: expected.parallaxPx / grid.cellPx }, nodes);
  const statesBeyond = (most: Float32Array) => {
    const { columns, rows, changed } = changedBlocks(before, now, { slack: most, isSeen });
    return { columns, rows, state: stateOf(changed, before, isSeen, columns, nodes) };
  };
  const beyond = statesBeyond(slack.change);
  if (!slack.doubt) return beyond;
  const doubted = statesBeyond(slack.doubt).state;
  return { ...beyond, state: beyond.state.map((one, i) => (one === UNCHANGED && doubted[i] === CHANGED ? OUT_OF_VIEW : one)) };
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Pixels of the picture a cell. */
  readonly cellPx: number;
}

function gridOf({ columns, rows }: GreyPicture): Grid {
  const cellPx = Math.max(1, Math.max(columns, rows) / LONG_SIDE_PX);
  return { columns: Math.max(1, Math.floor(columns / cellPx)), rows: Math.max(1, Math.floor(rows / cellPx)), cellPx };
}

function stateOf(
  changed: Uint8Array,
  { columns: across, rows: down }: SmallFrame,
  isSeen: Uint8Array,
  columns: number,
  nodes: Nodes,
): Uint8Array {
  const [seen, all] = [new Uint16Array(changed.length), new Uint16Array(changed.length)];
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const block = Math.floor(row / BLOCK_PX) * columns + Math.floor(column / BLOCK_PX);
      seen[block]! += isSeen[row * across + column]!;
      all[block]! += 1;
    }
  }
  return changed.map((one, block) => {
    const open = openCells(nodes, BLOCK_PX * (block % columns), BLOCK_PX * Math.floor(block / columns));
    if (seen[block]! < SEEN_SHARE * all[block]! || open > FAR_CELLS) return OUT_OF_VIEW;
    if (one && hasNeighbour(changed, block, columns)) return CHANGED;
    return open > SURE_CELLS ? OUT_OF_VIEW : UNCHANGED;
  });
}

/** Whether a block beside this one has changed too: a moving thing on a table is larger than one, an error of registration is not. */
function hasNeighbour(changed: Uint8Array, block: number, columns: number): boolean {
  const column = block % columns;
  return Boolean(
    (column > 0 && changed[block - 1]) ||
      (column + 1 < columns && changed[block + 1]) ||
      changed[block - columns] ||
      changed[block + columns],
  );
}

/** Places in the second view of points of the first, px, on nodes of its grid of cells; NaN where it does not show them. */
interface Nodes {
  readonly across: number;
  readonly down: number;
  readonly us: Float64Array;
  readonly vs: Float64Array;
  /** Uncertainty of these places from that of both pictures' poses, in cells. */
  readonly open: Float32Array;
  /** Largest distance of a node from its place in the second view, px. */
  readonly maxPx: number;
}

function nodesBetween(from: Placed, to: Placed, { columns, rows, cellPx }: Grid): Nodes {
  const [across, down] = [Math.ceil(columns / NODE_CELLS) + 1, Math.ceil(rows / NODE_CELLS) + 1];
  const [us, vs] = [new Float64Array(across * down), new Float64Array(across * down)];
  const open = new Float32Array(across * down);
  let maxPx = 0;
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const [u, v] = [column * NODE_CELLS * cellPx - 0.5, row * NODE_CELLS * cellPx - 0.5];
      const at = planePointOf(from.view, { u, v });
      const seen = at && pixelOf(to.view, at);
      us[row * across + column] = seen ? seen.u : Number.NaN;
      vs[row * across + column] = seen ? seen.v : Number.NaN;
      const rivalAt = planePointOf(from.rival ?? from.view, { u, v });
      const rival = rivalAt && pixelOf(to.rival ?? to.view, rivalAt);
      open[row * across + column] = seen && rival ? Math.hypot(rival.u - seen.u, rival.v - seen.v) / cellPx : 0;
      maxPx = Math.max(maxPx, seen ? Math.hypot(seen.u - u, seen.v - v) : Number.POSITIVE_INFINITY);
    }
  }
  return { across, down, us, vs, open, maxPx };
}

/** Largest uncertainty of a cell's place, in cells: of the nodes around it. */
function openCells({ across, open }: Nodes, column: number, row: number): number {
  const at = Math.floor(row / NODE_CELLS) * across + Math.floor(column / NODE_CELLS);
  return Math.max(open[at]!, open[at + 1]!, open[at + across]!, open[at + across + 1]!);
}

/**
 * The picture made small, where `nodes` has the cells of another view; those that it does not show are not seen. The innermost loops
 * allocate nothing: they run each frame.
 */
function sampled({ columns, rows, grey }: GreyPicture, grid: Grid, nodes: Nodes | undefined) {
  const isSeen = new Uint8Array(grid.columns * grid.rows);
  const sums = new Float32Array(grid.columns * grid.rows);
  const counts = new Uint8Array(grid.columns * grid.rows);
  const us = new Float64Array(nodes?.across ?? 0);
  const vs = new Float64Array(nodes?.across ?? 0);
  for (let row = 0; row < grid.rows; row++) {
    for (const dy of TAPS) {
      const y = row + 0.5 + dy;
      if (nodes) nodeRow(nodes, y / NODE_CELLS, us, vs);
      // Linear from node to node: half a cell from one tap to the next.
      const cell = row * grid.columns;
      const taps = TAPS.length * grid.columns;
      for (let tap = 0, node = 0; tap < taps; node++) {
        const end = nodes ? Math.min(taps, tap + TAPS.length * NODE_CELLS) : taps;
        const du = nodes ? (us[node + 1]! - us[node]!) / (TAPS.length * NODE_CELLS) : grid.cellPx / TAPS.length;
        const dv = nodes ? (vs[node + 1]! - vs[node]!) / (TAPS.length * NODE_CELLS) : 0;
        let u = (nodes ? us[node]! : -0.5) + du / 2;
        let v = nodes ? vs[node]! + dv / 2 : y * grid.cellPx - 0.5;
        // Linear: where both ends are well within the picture all between them are.
        const [lastU, lastV] = [u + (end - tap - 1) * du, v + (end - tap - 1) * dv];
        const isWithin = isInside(u, v, columns, rows) && isInside(lastU, lastV, columns, rows);
        for (; tap < end; tap++) {
          if (isWithin || (u >= 0 && v >= 0 && u < columns - 1 && v < rows - 1)) {
            const i = u | 0;
            const j = v | 0;
            const s = u - i;
            const first = j * columns + i;
            const above = grey[first]! + s * (grey[first + 1]! - grey[first]!);
            const below = grey[first + columns]! + s * (grey[first + columns + 1]! - grey[first + columns]!);
            sums[cell + (tap >> 1)]! += above + (v - j) * (below - above);
            counts[cell + (tap >> 1)]! += 1;
          }
          u += du;
          v += dv;
        }
      }
    }
  }
  const small = new Uint8Array(sums.length);
  for (let cell = 0; cell < sums.length; cell++) {
    isSeen[cell] = Number(counts[cell] === TAPS.length ** 2);
    small[cell] = counts[cell]! > 0 ? Math.round(sums[cell]! / counts[cell]!) : 0;
  }
  return { small: { columns: grid.columns, rows: grid.rows, grey: small }, isSeen };
}

/** Whether a place is inside, and not so near to the rim that rounding may carry it over. */
function isInside(u: number, v: number, columns: number, rows: number): boolean {
  return u > 1 && v > 1 && u < columns - 2 && v < rows - 2;
}

/** The nodes' places between two rows of them. */
function nodeRow({ across, down, us, vs }: Nodes, place: number, rowUs: Float64Array, rowVs: Float64Array): void {
  const row = Math.min(down - 2, Math.floor(place));
  const t = place - row;
  for (let i = 0; i < across; i++) {
    const at = row * across + i;
    rowUs[i] = us[at]! + t * (us[at + across]! - us[at]!);
    rowVs[i] = vs[at]! + t * (vs[at + across]! - vs[at]!);
  }
}

/** A picture and the one it is compared with, its light levelled. */
interface Compared {
  readonly before: SmallFrame;
  readonly now: SmallFrame;
  readonly isSeen: Uint8Array;
}

/** For each cell grey levels by which two pictures may differ there. */
interface Slack {
  /** What differs by more has changed. */
  readonly change: Float32Array;
  /** What differs by more is not known to be unchanged; undefined: the same. */
  readonly doubt: Float32Array | undefined;
}

/**
 * Where a cell's place is known to a cell, part of the range of grey levels around it, for a registration that is off by `offCells`. Where things that
 * stand there may seem shifted farther, each picture must show what the other has within that reach: a thing that was taken away leaves nothing
 * as bright, though the mat around it was in reach before. From another side a thing has other highlights: a small excess leaves that open.
 */
function slackOf(
  compared: Compared,
  { offCells, parallaxCells, standing }: { readonly offCells: number; readonly parallaxCells: number } & Pick<Expected, 'standing'>,
  nodes: Nodes,
): Slack {
  const { before, now, isSeen } = compared;
  const ranges = rangesAround(before);
  const [change, doubt] = [new Float32Array(ranges.length), new Float32Array(ranges.length)];
  const maxReach = standing ? MAX_REACH : MIN_REACH;
  let isDoubtful = false;
  for (let cell = 0, row = 0; row < before.rows; row++) {
    let open = 0;
    for (let column = 0; column < before.columns; column++, cell++) {
      if (column % NODE_CELLS === 0) open = openCells(nodes, column, row);
      const parallax = parallaxCells * (standing ? standing[cell]! : 1);
      const shift = open + parallax;
      if (shift <= 1 || !isSeen[cell]) {
        change[cell] = doubt[cell] = Math.min(1, offCells + shift) * ranges[cell]!;
        continue;
      }
      const { excess, range } = excessAt(compared, column, row, Math.min(maxReach, Math.max(MIN_REACH, Math.ceil(shift))));
      // Where the place itself is open, no peak of a print is as high in both pictures.
      change[cell] = doubt[cell] = range;
      if (parallax <= 1) continue;
      isDoubtful = true;
      const difference = Math.abs(now.grey[cell]! - before.grey[cell]!);
      doubt[cell] = difference - excess;
      change[cell] = difference - Math.max(0, excess - OTHER_LIGHT * range);
    }
  }
  return { change, doubt: isDoubtful ? doubt : undefined };
}

/** Grey levels by which a cell of either picture is beyond all that the other shows within `reach` cells of it, and the range of those of the first. */
function excessAt({ before, now, isSeen }: Compared, column: number, row: number, reach: number) {
  const { columns, rows, grey } = before;
  let [least, most, leastNow, mostNow] = [255, 0, 255, 0];
  let isAllSeen = true;
  for (let j = Math.max(0, row - reach); j <= Math.min(rows - 1, row + reach); j++) {
    for (let at = j * columns + Math.max(0, column - reach), end = j * columns + Math.min(columns - 1, column + reach); at <= end; at++) {
      const [was, is] = [grey[at]!, now.grey[at]!];
      if (was < least) least = was;
      if (was > most) most = was;
      if (is < leastNow) leastNow = is;
      if (is > mostNow) mostNow = is;
      if (!isSeen[at]) isAllSeen = false;
    }
  }
  const cell = row * columns + column;
  const added = Math.max(least - now.grey[cell]!, now.grey[cell]! - most);
  // What has gone out of view is not gone.
  const gone = isAllSeen ? Math.max(leastNow - grey[cell]!, grey[cell]! - mostNow) : 0;
  return { excess: Math.max(0, added, gone), range: most - least };
}

/** Ranges of small pictures, each of which is compared with many frames. */
const knownRanges = new WeakMap<SmallFrame, Uint8Array>();

/** The range of grey levels within a cell of each, each way. */
function rangesAround(small: SmallFrame): Uint8Array {
  const known = knownRanges.get(small);
  if (known) return known;
  const { columns, rows, grey } = small;
  const ranges = new Uint8Array(columns * rows);
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      let [least, most] = [255, 0];
      for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++) {
        for (let at = j * columns + Math.max(0, column - 1), end = j * columns + Math.min(columns - 1, column + 1); at <= end; at++) {
          if (grey[at]! < least) least = grey[at]!;
          if (grey[at]! > most) most = grey[at]!;
        }
      }
      ranges[cell] = most - least;
    }
  }
  knownRanges.set(small, ranges);
  return ranges;
}
