import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { BASE_SIZES } from '../../pieces/base-size.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { SQUARE_SIGMA_MM } from '../../pieces/priors.js';
import { BASE_KEYPOINTS } from './base-keypoints.js';
import { CAMERA_PARAMS, cameraFromParams, projectWithParams } from './camera-params.js';
import type { Block } from './least-squares.js';
import { nearestSide, SIDES } from './mat-sides.js';
import type { BaseMarks, BoardMarks, LengthMark, Mark, MatPrior, SideMark } from './observations.js';

/*
 * Index of each unknown in the state vector (docs/conventions.md): camera, mat, tile heights by size, tile trim, the scale of measured
 * plastic, the distance outside of each of the mat's sides at which its edge is seen, board, then six for each base (x, y, heading, tile x,
 * tile y, tile turn).
 */
export const MAT_WIDTH = CAMERA_PARAMS;
export const MAT_DEPTH = CAMERA_PARAMS + 1;
export const TILE_TOP = CAMERA_PARAMS + 2;
export const TILE_TRIM = TILE_TOP + BASE_SIZES.length;
export const TILE_NARROW = TILE_TRIM + 1;
export const PLASTIC = TILE_NARROW + 1;
export const EDGE_OFFSET = PLASTIC + 1;
export const BOARD = EDGE_OFFSET + SIDES.length;
export const FIRST_BASE = BOARD + 3;
export const PER_BASE = 6;
export const CAMERA_INDICES: readonly number[] = Array.from({ length: CAMERA_PARAMS }, (_, i) => i);
/** Rotation and translation are taken about the mat's middle. */
export const PIVOT = { x: MAT_MM / 2, y: MAT_MM / 2 } as const;

const BORDER_ROBUST = 2;
const MARK_ROBUST = 2;

/** Residuals of a board's corners: paper is flat on the mat; its thickness does not count. */
export function boardBlocks({ corners }: BoardMarks): Block[] {
  const seen = new Float64Array(2);
  return corners.map(({ at, mark }) => ({
    indices: [...CAMERA_INDICES, BOARD, BOARD + 1, BOARD + 2],
    count: 2,
    robust: MARK_ROBUST,
    residuals(p: Float64Array, out: Float64Array) {
      const sin = Math.sin(p[BOARD + 2]!);
      const cos = Math.cos(p[BOARD + 2]!);
      projectWithParams(p, PIVOT, p[BOARD]! + cos * at.x + sin * at.y, p[BOARD + 1]! - sin * at.x + cos * at.y, 0, seen);
      out[0] = (seen[0]! - mark.u) / mark.sigmaPx;
      out[1] = (seen[1]! - mark.v) / mark.sigmaPx;
    },
  }));
}

/** Projects a point of a base, nominal in the base frame, with parameters `p`; writes u, v. */
function projectOfBase(p: Float64Array, at: number, top: number, onTile: boolean, local: Point, z: number, out: Float64Array): void {
  let { x, y } = local;
  if (onTile) {
    x -= Math.sign(x) * p[TILE_NARROW]!;
    y -= Math.sign(y) * p[TILE_TRIM]!;
    const sin = Math.sin(p[at + 5]!);
    const cos = Math.cos(p[at + 5]!);
    [x, y] = [cos * x + sin * y + p[at + 3]!, -sin * x + cos * y + p[at + 4]!];
  }
  const size = 1 + p[PLASTIC]!;
  const sin = Math.sin(p[at + 2]!) * size;
  const cos = Math.cos(p[at + 2]!) * size;
  projectWithParams(p, PIVOT, p[at]! + cos * x + sin * y, p[at + 1]! - sin * x + cos * y, onTile ? p[top]! : z, out);
}

function baseIndices(at: number, top: number, onTile: boolean): number[] {
  return onTile
    ? [...CAMERA_INDICES, top, TILE_TRIM, TILE_NARROW, PLASTIC, at, at + 1, at + 2, at + 3, at + 4, at + 5]
    : [...CAMERA_INDICES, PLASTIC, at, at + 1, at + 2];
}

/** The marks of one base pull its pose, its tile and the camera. */
export function baseBlocks({ base, marks }: BaseMarks, i: number): Block[] {
  const at = FIRST_BASE + PER_BASE * i;
  const top = TILE_TOP + BASE_SIZES.indexOf(base);
  const seen = new Float64Array(2);
  return BASE_KEYPOINTS[base].flatMap((keypoint, k) => {
    const mark = marks[k];
    if (!mark) return [];
    return [
      {
        indices: baseIndices(at, top, keypoint.onTile),
        count: 2,
        robust: MARK_ROBUST,
        residuals(p: Float64Array, out: Float64Array) {
          projectOfBase(p, at, top, keypoint.onTile, keypoint, keypoint.z, seen);
          out[0] = (seen[0]! - mark.u) / mark.sigmaPx;
          out[1] = (seen[1]! - mark.v) / mark.sigmaPx;
        },
      },
    ];
  });
}

/** Each place on a side of a base pulls the projected side towards it, square to it. */
export function baseEdgeBlocks({ base, edges = [] }: BaseMarks, i: number): Block[] {
  const at = FIRST_BASE + PER_BASE * i;
  const top = TILE_TOP + BASE_SIZES.indexOf(base);
  const here = new Float64Array(2);
  const ahead = new Float64Array(2);
  return edges.map(({ onTile, local, along, mark }) => {
    const next = { x: local.x + 3 * along.x, y: local.y + 3 * along.y };
    return {
      indices: baseIndices(at, top, onTile),
      count: 1,
      robust: BORDER_ROBUST,
      residuals(p: Float64Array, out: Float64Array) {
        projectOfBase(p, at, top, onTile, local, 0, here);
        projectOfBase(p, at, top, onTile, next, 0, ahead);
        const du = ahead[0]! - here[0]!;
        const dv = ahead[1]! - here[1]!;
        out[0] = (du * (mark.v - here[1]!) - dv * (mark.u - here[0]!)) / Math.sqrt(du * du + dv * dv) / mark.sigmaPx;
      },
    };
  });
}

/** Each known length pulls the camera nearer or farther: the distance of its ends on the table must be that length. */
export function lengthBlocks(lengths: readonly LengthMark[], { widthPx, heightPx }: Camera): Block[] {
  return lengths.map((mark) => ({
    indices: CAMERA_INDICES,
    count: 1,
    robust: MARK_ROBUST,
    residuals(p: Float64Array, out: Float64Array) {
      const seenMm = lengthSeenBy(cameraFromParams(p, PIVOT, widthPx, heightPx), mark);
      out[0] = seenMm === undefined ? 0 : (seenMm - mark.lengthMm) / mark.sigmaMm;
    },
  }));
}

/** Distance of two places of a camera's picture on the table, mm; undefined where one is above the horizon. */
export function lengthSeenBy(camera: Camera, { from, to, zMm }: Pick<LengthMark, 'from' | 'to' | 'zMm'>): number | undefined {
  const [a, b] = [tableFromPixel(camera, from, zMm), tableFromPixel(camera, to, zMm)];
  return a && b && Math.hypot(a.x - b.x, a.y - b.y);
}

/** Residuals of the mat's size: as its hint says, or as it is sold, within the stretch of cloth; no number of bases outvotes it. */
export function matSizeBlock({ widthMm, depthMm, sigmaMm }: MatPrior): Block {
  return {
    indices: [MAT_WIDTH, MAT_DEPTH],
    count: 2,
    robust: Number.POSITIVE_INFINITY,
    residuals(p, out) {
      out[0] = (p[MAT_WIDTH]! - widthMm) / sigmaMm;
      out[1] = (p[MAT_DEPTH]! - depthMm) / sigmaMm;
    },
  };
}

/** Residual of a mat of unknown size, which is nearly square. */
export const squareBlock: Block = {
  indices: [MAT_WIDTH, MAT_DEPTH],
  count: 1,
  robust: Number.POSITIVE_INFINITY,
  residuals(p, out) {
    out[0] = (p[MAT_WIDTH]! - p[MAT_DEPTH]!) / SQUARE_SIGMA_MM;
  },
};

/** The mat's size before anything is measured. */
export function matBlocks(mat: MatPrior): Block[] {
  return mat.isSold ? [matSizeBlock(mat), squareBlock] : [matSizeBlock(mat)];
}

interface MatInformation {
  readonly matrix: readonly number[];
  readonly vector: readonly number[];
}

/** The same as an information matrix, 2×2 row-major, and vector, of width and depth. */
export function matInformation({ widthMm, depthMm, sigmaMm, isSold }: MatPrior): MatInformation {
  const own = 1 / sigmaMm ** 2;
  const square = isSold ? 1 / SQUARE_SIGMA_MM ** 2 : 0;
  return { matrix: [own + square, -square, -square, own + square], vector: [own * widthMm, own * depthMm] };
}

/**
 * Residuals of the mat's corners that a person marked: no number of edges or bases outvotes them, unless they are doubted. The corner is
 * the mat’s own, regardless of the offsets of its visible edges.
 */
export function cornerBlocks(corners: readonly (Mark | undefined)[], areDoubted = false): Block[] {
  const seen = new Float64Array(2);
  return corners.flatMap((mark, corner) => {
    if (!mark) return [];
    const [right, far] = [corner === 1 || corner === 2, corner >= 2];
    return {
      indices: [...CAMERA_INDICES, MAT_WIDTH, MAT_DEPTH],
      count: 2,
      robust: areDoubted ? MARK_ROBUST : Number.POSITIVE_INFINITY,
      residuals(p: Float64Array, out: Float64Array) {
        projectWithParams(p, PIVOT, right ? p[MAT_WIDTH]! : 0, far ? p[MAT_DEPTH]! : 0, 0, seen);
        out[0] = (seen[0]! - mark.u) / mark.sigmaPx;
        out[1] = (seen[1]! - mark.v) / mark.sigmaPx;
      },
    };
  });
}

/** Each border mark pulls the projected side of the mat that is nearest to it. */
export function borderBlocks(border: readonly Mark[], camera: Camera, widthMm: number, depthMm: number): Block[] {
  return border.flatMap((mark) => {
    const foot = tableFromPixel(camera, mark);
    if (!foot) return [];
    const side = nearestSide(foot, { widthMm, depthMm });
    return [{ ...sideBlock(mark, side, foot, EDGE_OFFSET + side), robust: BORDER_ROBUST }];
  });
}

/**
 * Residuals of places that a person marked along the mat's sides: each pulls its own side, and as with marked corners no number of edges
 * outvotes it, unless they are doubted.
 */
export function sideMarkBlocks(marks: readonly SideMark[], camera: Camera, areDoubted = false): Block[] {
  return marks.flatMap(({ side, mark }) => {
    const foot = tableFromPixel(camera, mark);
    return foot ? [{ ...sideBlock(mark, side, foot), robust: areDoubted ? MARK_ROBUST : Number.POSITIVE_INFINITY }] : [];
  });
}

/**
 * Distance of a mark from the line of a side at its foot on it; `offset`: the unknown for the distance outside of the side at which its
 * edge is seen.
 */
function sideBlock(mark: Mark, side: number, foot: Point, offset?: number): Omit<Block, 'robust'> {
  const here = new Float64Array(2);
  const ahead = new Float64Array(2);
  const alongX = side === 0 || side === 2;
  const moving = side === 1 ? [MAT_WIDTH] : side === 2 ? [MAT_DEPTH] : [];
  return {
    indices: [...CAMERA_INDICES, ...moving, ...(offset === undefined ? [] : [offset])],
    count: 1,
    residuals(p: Float64Array, out: Float64Array) {
      const outside = offset === undefined ? 0 : p[offset]!;
      const x = side === 1 ? p[MAT_WIDTH]! + outside : side === 3 ? -outside : foot.x;
      const y = side === 2 ? p[MAT_DEPTH]! + outside : side === 0 ? -outside : foot.y;
      projectWithParams(p, PIVOT, x, y, 0, here);
      projectWithParams(p, PIVOT, x + (alongX ? 5 : 0), y + (alongX ? 0 : 5), 0, ahead);
      const du = ahead[0]! - here[0]!;
      const dv = ahead[1]! - here[1]!;
      out[0] = (du * (mark.v - here[1]!) - dv * (mark.u - here[0]!)) / Math.sqrt(du * du + dv * dv) / mark.sigmaPx;
    },
  };
}
