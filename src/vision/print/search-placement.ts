import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { joinedRaster, MOST_REACH_MM, type PlaneRaster, turnedRaster } from './plane-raster.js';
import type { AlignedView } from './refine-tracks.js';

/** Where a view is placed: its own table frame's pose in the searched one, and how well it fits there. */
export interface Placement {
  readonly pose: Pose;
  /** Normalised cross-correlation of what both show, −1…1. */
  readonly correlation: number;
}

/** Cells in which the print is compared, first coarsely all over, then closely about the best places, mm. */
const CELL_MM = { coarse: 6, fine: 2 } as const;
/** Turns that are tried: so far apart that a view of 400 mm is off by less than a coarse cell at its margin. */
const TURN_STEP_RAD = Math.PI / 60;
const FINE_TURNS_RAD = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((deg) => (deg * Math.PI) / 180);
/** About a coarse place the fine one is searched so far, mm. */
const FINE_REACH_MM = 12;
/** At least this share of the view has to lie on what is known of the print. */
const LEAST_OVERLAP = 0.55;
const CANDIDATES = 5;

/**
 * Places where a view whose tilt and distance are known, not its place and turn, fits what other views show of the print: normalised cross-correlation over all
 * turns and shifts, the best first.
 */
export function searchPlacements(cv: Cv, known: readonly AlignedView[], view: AlignedView): Placement[] {
  const middle = tableFromPixel(view.camera, { u: view.camera.widthPx / 2, v: view.camera.heightPx / 2 });
  if (!middle) return [];
  const area = areaOf(known);
  if (!area) return [];
  const coarseMap = joinedRaster(cv, known, area.corner, area.sideMm, CELL_MM.coarse);
  const found: Placement[] = [];
  for (let turn = 0; turn < 2 * Math.PI - 1e-6; turn += TURN_STEP_RAD) {
    const template = turnedRaster(cv, view, middle, turn, CELL_MM.coarse);
    found.push(...peaks(cv, coarseMap, template, 3).map(({ at, correlation }) => ({ pose: poseOf(at, turn, middle), correlation })));
  }
  const best = distinct(found, CANDIDATES);
  return distinct(
    best.map((placement) => refined(cv, known, view, middle, placement)),
    CANDIDATES,
  );
}

/** No mat is larger: what a view shows beyond is not searched, mm. */
const MOST_SIDE_MM = 1400;

/** A square of the table that holds what the views show, about the middle of what their middles show. */
function areaOf(known: readonly AlignedView[]): { readonly corner: Point; readonly sideMm: number } | undefined {
  const shares = [0.05, 0.5, 0.95];
  const seen = known.flatMap(({ camera }) =>
    shares.flatMap((s) => shares.flatMap((t) => tableFromPixel(camera, { u: s * camera.widthPx, v: t * camera.heightPx }) ?? [])),
  );
  const range = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b);
    const middle = sorted[sorted.length >> 1]!;
    const low = Math.max(sorted[0]!, middle - MOST_SIDE_MM / 2);
    return [low, Math.min(sorted.at(-1)!, low + MOST_SIDE_MM)] as const;
  };
  if (seen.length === 0) return undefined;
  const [x, y] = [range(seen.map((point) => point.x)), range(seen.map((point) => point.y))];
  return { corner: { x: x[0], y: y[0] }, sideMm: Math.max(x[1] - x[0], y[1] - y[0]) };
}

/** The view's frame when its middle is at a place of the table, turned clockwise. */
function poseOf(at: Point, headingRad: number, middle: Point): Pose {
  const offset = tableFromPiece({ x: 0, y: 0, headingRad }, middle);
  return { x: at.x - offset.x, y: at.y - offset.y, headingRad };
}

/** The best placements, of those that are nearly the same the best only. */
function distinct(placements: readonly Placement[], most: number): Placement[] {
  const kept: Placement[] = [];
  for (const one of [...placements].sort((a, b) => b.correlation - a.correlation)) {
    const isNew = kept.every(({ pose }) => {
      const turned = Math.abs(Math.atan2(Math.sin(pose.headingRad - one.pose.headingRad), Math.cos(pose.headingRad - one.pose.headingRad)));
      return turned > 4 * TURN_STEP_RAD || Math.hypot(pose.x - one.pose.x, pose.y - one.pose.y) > 60;
    });
    if (isNew) kept.push(one);
    if (kept.length === most) break;
  }
  return kept;
}

function refined(cv: Cv, known: readonly AlignedView[], view: AlignedView, middle: Point, coarse: Placement): Placement {
  const at = tableFromPiece(coarse.pose, middle);
  const sideMm = 2 * (MOST_REACH_MM + FINE_REACH_MM);
  const map = joinedRaster(cv, known, { x: at.x - sideMm / 2, y: at.y - sideMm / 2 }, sideMm, CELL_MM.fine);
  const tries = FINE_TURNS_RAD.flatMap((by) => {
    const turn = coarse.pose.headingRad + by;
    const template = turnedRaster(cv, view, middle, turn, CELL_MM.fine);
    return peaks(cv, map, template, 1).map(({ at: place, correlation }) => ({ pose: poseOf(place, turn, middle), correlation }));
  });
  return tries.sort((a, b) => b.correlation - a.correlation)[0] ?? { ...coarse, correlation: 0 };
}

/** The best places of a template's middle on a map, table mm, with their normalised cross-correlation over what both show. */
function peaks(cv: Cv, map: PlaneRaster, template: PlaneRaster, most: number): { readonly at: Point; readonly correlation: number }[] {
  return withMats((own) => {
    const margin = template.sidePx >> 1;
    const n = map.sidePx + 2 * margin;
    const padded = (values: Float32Array, square: boolean) => {
      const mat = own(new cv.Mat(n, n, cv.CV_32FC1, new cv.Scalar(0)));
      const data = mat.data32F;
      for (let row = 0; row < map.sidePx; row++)
        for (let column = 0; column < map.sidePx; column++) {
          const value = values[row * map.sidePx + column]!;
          data[(row + margin) * n + column + margin] = square ? value * value : value;
        }
      return mat;
    };
    const small = (values: Float32Array, square: boolean) =>
      own(
        cv.matFromArray(template.sidePx, template.sidePx, cv.CV_32FC1, (square ? values.map((v) => v * v) : values) as unknown as number[]),
      );
    const correlate = (a: Mat, b: Mat) => {
      const result = own(new cv.Mat());
      cv.matchTemplate(a, b, result, cv.TM_CCORR);
      return result;
    };
    const product = correlate(padded(map.value, false), small(template.value, false));
    const ofMap = correlate(padded(map.value, true), small(template.seen, false));
    const ofTemplate = correlate(padded(map.seen, false), small(template.value, true));
    const overlap = correlate(padded(map.seen, false), small(template.seen, false));
    const least = LEAST_OVERLAP * template.seen.reduce((sum, one) => sum + one, 0);
    const score = new Float32Array(product.rows * product.cols);
    for (let i = 0; i < score.length; i++) {
      if (overlap.data32F[i]! < least) continue;
      score[i] = product.data32F[i]! / Math.sqrt(Math.max(1, ofMap.data32F[i]! * ofTemplate.data32F[i]!));
    }
    return highest(score, product.cols, most).map(({ i, value }) => ({
      at: {
        x: map.corner.x + ((i % product.cols) - margin + template.sidePx / 2) * map.cellMm,
        y: map.corner.y + (map.sidePx - (Math.floor(i / product.cols) - margin + template.sidePx / 2)) * map.cellMm,
      },
      correlation: value,
    }));
  });
}

function highest(score: Float32Array, columns: number, most: number): { readonly i: number; readonly value: number }[] {
  const rest = score.slice();
  const found: { i: number; value: number }[] = [];
  while (found.length < most) {
    let best = 0;
    for (let i = 1; i < rest.length; i++) if (rest[i]! > rest[best]!) best = i;
    if (!(rest[best]! > 0)) break;
    found.push({ i: best, value: rest[best]! });
    const [row, column] = [Math.floor(best / columns), best % columns];
    for (let r = row - 3; r <= row + 3; r++)
      for (let c = column - 3; c <= column + 3; c++)
        if (r >= 0 && c >= 0 && c < columns && r * columns + c < rest.length) rest[r * columns + c] = 0;
  }
  return found;
}

/** A view's camera, whose frame is placed on the table. */
export function placedCamera(camera: Camera, { x, y, headingRad }: Pose): Camera {
  const { r, t } = camera;
  const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
  // own = A · (table − place), with A the inverse of tableFromPiece's turn.
  const turned = [
    cos * r[0] + sin * r[1],
    cos * r[1] - sin * r[0],
    r[2],
    cos * r[3] + sin * r[4],
    cos * r[4] - sin * r[3],
    r[5],
    cos * r[6] + sin * r[7],
    cos * r[7] - sin * r[6],
    r[8],
  ] as const;
  return {
    ...camera,
    r: turned,
    t: [t[0] - turned[0] * x - turned[1] * y, t[1] - turned[3] * x - turned[4] * y, t[2] - turned[6] * x - turned[7] * y],
  };
}
