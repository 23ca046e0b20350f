import { edgeAcross } from '../image/structure-tensor.js';

/** Size of a plane's cell: edges and colours of the view are averaged over more. */
export const CELL_MM = 1.25;
/** Distance of outlines from each other, in cells; values of all of them at one of their points are then together in memory. */
export const STEP_CELLS = 4;
/** Directions of half a turn; an edge runs both ways. */
const DIRECTIONS = 24;
/** Strength of the strongest edge. */
export const STRONGEST = 255;

/**
 * Planes of cells over a view. Their order: by row and column modulo STEP_CELLS, then by row and column, so that a cell STEP_CELLS away is
 * one row or column away.
 */
export interface SearchPlanes {
  /** Beginning of each column of cells and each row of cells: a cell's index is the sum of both. */
  readonly columnAt: Int32Array;
  readonly rowAt: Int32Array;
  /** Distance in a plane of two rows that are STEP_CELLS apart. */
  readonly stride: number;
  /** Number of cells of a plane; some at its ends are beyond the view. */
  readonly count: number;
  /** Strength, 0…STRONGEST, of the edges across each direction, a plane each; 0 where the mat is not seen. */
  readonly edges: Uint8Array;
  /** 1 where the mat is seen; undefined where it is everywhere. */
  readonly seen: Uint8Array | undefined;
  /** The pixel of the view in the middle of each cell; -1 beyond the view. */
  readonly pixels: Int32Array;
}

/** The number of the direction nearest to the one that a normal has, by its angle from x towards y, rad. */
export function directionOf(normalRad: number): number {
  const turns = Math.round((normalRad / Math.PI) * DIRECTIONS) % DIRECTIONS;
  return turns < 0 ? turns + DIRECTIONS : turns;
}

/** Splits the edges of a view, the products xx, xy, yy of each pixel, by their direction. */
export function searchPlanes(
  edges: Float32Array,
  isSeen: Uint8Array,
  view: { readonly columns: number; readonly rows: number },
  pxPerMm: number,
): SearchPlanes {
  const cellPx = CELL_MM * pxPerMm;
  const columns = 1 + Math.floor((view.columns - 1) / cellPx);
  const rows = 1 + Math.floor((view.rows - 1) / cellPx);
  const stride = Math.ceil(columns / STEP_CELLS);
  const ofPhase = stride * Math.ceil(rows / STEP_CELLS);
  const columnAt = Int32Array.from({ length: columns }, (_, i) => (i % STEP_CELLS) * ofPhase + Math.floor(i / STEP_CELLS));
  const rowAt = Int32Array.from({ length: rows }, (_, i) => (i % STEP_CELLS) * STEP_CELLS * ofPhase + stride * Math.floor(i / STEP_CELLS));
  const count = ofPhase * STEP_CELLS ** 2;
  const pixels = new Int32Array(count).fill(-1);
  rowAt.forEach((first, row) => {
    const pixel = view.columns * Math.round(row * cellPx);
    columnAt.forEach((at, column) => {
      pixels[first + at] = pixel + Math.round(column * cellPx);
    });
  });
  const seen = new Uint8Array(pixels.length);
  pixels.forEach((pixel, at) => {
    if (pixel >= 0) seen[at] = isSeen[pixel]!;
  });
  const isAllSeen = pixels.every((pixel, at) => pixel < 0 || seen[at] === 1);
  return { columnAt, rowAt, stride, count, edges: byDirection(edges, pixels, seen), seen: isAllSeen ? undefined : seen, pixels };
}

/** A view's values in the planes' order; 0 beside it. */
export function inOrderOf({ pixels }: SearchPlanes, values: Float32Array): Float32Array {
  const ordered = new Float32Array(pixels.length);
  pixels.forEach((pixel, at) => {
    if (pixel >= 0) ordered[at] = values[pixel]!;
  });
  return ordered;
}

function byDirection(edges: Float32Array, pixels: Int32Array, seen: Uint8Array): Uint8Array {
  const strengths = new Uint8Array(DIRECTIONS * pixels.length);
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const [nx, ny] = [Math.cos((direction * Math.PI) / DIRECTIONS), Math.sin((direction * Math.PI) / DIRECTIONS)];
    const first = direction * pixels.length;
    for (let at = 0; at < pixels.length; at++) {
      if (seen[at] === 1) strengths[first + at] = STRONGEST * edgeAcross(edges, pixels[at]!, nx, ny) + 0.5;
    }
  }
  return strengths;
}
