import { tableOfMeasurement } from '../../src/cli/commands/measure.js';
import { scoreObstacles } from '../../src/cli/eval/score-obstacles.js';
import type { PictureScore } from '../../src/cli/eval/score-picture.js';
import { placesSeen, scorePicture } from '../../src/cli/eval/score-picture.js';
import type { Truth } from '../../src/cli/eval/truth-file.js';
import { type Camera, carriedPoint, pixelFromTable, tableFromPixel } from '../../src/geometry/camera.js';
import { fitPose } from '../../src/geometry/fit-pose.js';
import { pixelInPicture } from '../../src/geometry/in-picture.js';
import { lengthVariance } from '../../src/geometry/joint-covariance.js';
import { distanceMm } from '../../src/geometry/point.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';
import { baseCorners } from '../../src/pieces/bases.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { motionOf, movedMeasurement, movedTable } from '../../src/table/moved-table.js';
import type { Ship, Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import type { MeasuredTable } from '../../src/vision/frame/measured-table.js';

/** A view's score. */
export interface ViewScore extends PictureScore {
  /** Errors of the distances between its ships, in standard deviations as claimed. */
  readonly claims: readonly number[];
  /** At places of a grid over the picture, how far it has them from where the picture has them that gives the frame, mm; empty without one. */
  readonly registration: readonly number[];
  /** How far that one has them from where they are, mm, the frame laid on the truth by its ships: common to all views. */
  readonly frame: readonly number[];
}

/** The picture that gives the frame, as it was found and as it is. */
interface FrameView {
  readonly found: Camera;
  readonly truth: Camera;
  /** From the frame of the measurement to that of the truth. */
  readonly motion: Pose;
}

/** A base that is found this near to a true one, seen through both cameras, is that one, mm. */
const SAME_BASE_MM = 15;

/** For each base that was found the true ship that both cameras see there. */
export function trueShips({ bases, camera }: TableMeasurement, { table, camera: truth }: Truth): readonly (Ship | undefined)[] {
  return bases.map(({ pose }) => {
    const at = truth && carriedPoint(camera, truth, pose);
    return at && table.ships.find((ship) => distanceMm(ship.pose, at) < SAME_BASE_MM);
  });
}

/**
 * The motion from the frame of a measurement to that of its truth, by the bases that both cameras see in one place; undefined where there is none. One base
 * alone gives its own turn.
 */
export function motionToTruth(measured: TableMeasurement, truth: Truth): Pose | undefined {
  const pairs = trueShips(measured, truth).flatMap((near, i) => (near ? [{ found: measured.bases[i]!.pose, there: near.pose }] : []));
  const [one] = pairs;
  if (!one) return undefined;
  if (pairs.length > 1)
    return fitPose(
      pairs.map(({ found }) => found),
      pairs.map(({ there }) => there),
    );
  const headingRad = one.there.headingRad - one.found.headingRad;
  const turned = tableFromPiece({ x: 0, y: 0, headingRad }, one.found);
  return { x: one.there.x - turned.x, y: one.there.y - turned.y, headingRad };
}

/**
 * Scores a view; only bases and obstacles wholly in it are due. `motion`: from the frame of the measurement to that of the truth, its own or that of the picture which gives
 * the frame (`frame`). `areObstaclesOpen`: as other pictures of the table have it; absent: as this one has.
 */
export function scoreView(
  truth: Truth,
  measured: TableMeasurement | string,
  motion: Pose | undefined,
  { frame, areObstaclesOpen }: { readonly frame?: FrameView; readonly areObstaclesOpen?: boolean } = {},
): ViewScore {
  const due: Truth = {
    ...truth,
    visibleFraction: truth.visibleFraction.map((fraction, i) => (isWhollyIn(truth, i) ? fraction : 0)),
  };
  const inView = truth.table.obstacles.filter(
    ({ outline }) => truth.camera && outline.every((point) => pixelInPicture(truth.camera!, { ...point, z: 0 })),
  );
  if (typeof measured === 'string') {
    return { ...scorePicture(due, undefined, 0), obstacles: scoreObstacles(inView, []), claims: [], registration: [], frame: [] };
  }
  const inTruth = motion ? movedMeasurement(measured, motionOf(motion)) : measured;
  const { areObstaclesOpen: isOpenByItself, ...placed } = tableOfMeasurement(inTruth);
  const isOpen = areObstaclesOpen ?? isOpenByItself;
  const table = {
    ...placed,
    ...(isOpen && { areObstaclesOpen: true as const }),
    widthMm: truth.table.widthMm,
    depthMm: truth.table.depthMm,
  };
  const obstacles = scoreObstacles(inView, placed.obstacles);
  const seenAt = truth.camera && placesSeen(measured.bases, measured.camera, truth.camera);
  return {
    ...scorePicture(due, table, 0, undefined, seenAt),
    obstacles,
    claims: distanceClaims(measured.bases, measured.jointCovariance, trueShips(measured, truth)),
    ...(frame ? placesMm(truth, measured, frame) : { registration: [], frame: [] }),
  };
}

/** Scores a view that was measured by itself, or why it was not, laid on the truth by its own ships. */
export function scoreAlone(truth: Truth, measured: TableMeasurement | string): ViewScore {
  return scoreView(truth, measured, typeof measured === 'string' ? undefined : motionToTruth(measured, truth));
}

/**
 * Scores the table of all views, in the order in which they were taken, against where each ship stood in the last view that shows any of it. A ship is due where a
 * view shows it there, wholly in.
 */
export function scoreTogether(truths: readonly Truth[], together: TableOfViews | undefined): ViewScore {
  const last = lastShown(truths);
  if (!together) return { ...scorePicture(last, undefined, 0), claims: [], registration: [], frame: [] };
  const { widthMm, depthMm, ships } = last.table;
  const found: Table = { ...movedTable(together.table, motionOf(together.motion)), widthMm, depthMm };
  const near = found.ships.map(({ pose }) => ships.find((ship) => distanceMm(ship.pose, pose) < SAME_BASE_MM));
  return {
    ...scorePicture(last, found, 0),
    claims: distanceClaims(found.ships, found.jointCovariance!, near),
    ...{ registration: [], frame: [] },
  };
}

/** What all views of a table show together, and the motion from their frame to that of the truth. */
interface TableOfViews {
  readonly table: Table;
  readonly motion: Pose;
}

/** A ship that is this far from where it was has moved, mm. */
const MOVED_MM = 0.01;

/** The truth of the last view with each ship as the last view has it that shows any of it; its visibility: the most of it that a view shows wholly in while it stands there. */
function lastShown(truths: readonly Truth[]): Truth {
  const ids = new Set(truths.flatMap(({ table }) => table.ships.map(({ id }) => id)));
  const shown = [...ids].flatMap((id) => {
    const views = truths.flatMap((truth) => {
      const i = truth.table.ships.findIndex((ship) => ship.id === id);
      const fraction = truth.visibleFraction[i] ?? 0;
      return fraction > 0 ? [{ ship: truth.table.ships[i]!, wholeFraction: isWhollyIn(truth, i) ? fraction : 0 }] : [];
    });
    const last = views.at(-1);
    if (!last) return [];
    const there = views.filter(({ ship }) => distanceMm(ship.pose, last.ship.pose) < MOVED_MM);
    return [{ ship: last.ship, fraction: Math.max(...there.map(({ wholeFraction }) => wholeFraction)) }];
  });
  const { camera: _, ...truth } = truths.at(-1)!;
  return {
    ...truth,
    table: { ...truth.table, ships: shown.map(({ ship }) => ship) },
    visibleFraction: shown.map(({ fraction }) => fraction),
  };
}

/** Errors of the distances between bases, in standard deviations as claimed; `ships`: the true ship of each. */
export function distanceClaims(
  bases: readonly { readonly pose: Pose }[],
  jointCovariance: readonly number[],
  ships: readonly (Ship | undefined)[],
): readonly number[] {
  return bases.flatMap((a, i) =>
    bases.slice(0, i).flatMap((b, k) => {
      const [one, other] = [ships[i], ships[k]];
      if (!one || !other || one === other) return [];
      const variance = lengthVariance(jointCovariance, i, k, a.pose, b.pose);
      return [(distanceMm(a.pose, b.pose) - distanceMm(one.pose, other.pose)) / Math.sqrt(variance)];
    }),
  );
}

/** What was measured, or why nothing was. */
export function measurementOrWhy(one: MeasuredTable | string): TableMeasurement | string {
  if (typeof one === 'string') return one;
  return one.result.ok ? one.result.measurement : english(one.result.problem.message);
}

function isWhollyIn({ camera, table }: Truth, i: number): boolean {
  const { base, pose } = table.ships[i]!;
  return baseCorners(base).every((corner) => {
    const at = camera && pixelFromTable(camera, { ...tableFromPiece(pose, corner), z: 0 });
    return at !== undefined && at.u >= 0 && at.v >= 0 && at.u <= camera!.widthPx - 1 && at.v <= camera!.heightPx - 1;
  });
}

const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9];

/** At places of the mat on a grid over the picture: how far both views have them apart, and how far the one that gives the frame has them from the truth. */
function placesMm(
  { camera, table }: Truth,
  { camera: found }: TableMeasurement,
  frame: FrameView,
): Pick<ViewScore, 'registration' | 'frame'> {
  const places = SHARES.flatMap((su) =>
    SHARES.flatMap((sv) => {
      const pixel = camera && { u: su * camera.widthPx, v: sv * camera.heightPx };
      const there = pixel && tableFromPixel(camera, pixel);
      if (!there || there.x < 0 || there.y < 0 || there.x > table.widthMm || there.y > table.depthMm) return [];
      const [here, byFrame] = [tableFromPixel(found, pixel), carriedPoint(frame.truth, frame.found, there)];
      return here && byFrame ? [{ there, here, byFrame }] : [];
    }),
  );
  return {
    registration: places.map(({ here, byFrame }) => distanceMm(here, byFrame)),
    frame: places.map(({ there, byFrame }) => distanceMm(there, tableFromPiece(frame.motion, byFrame))),
  };
}
