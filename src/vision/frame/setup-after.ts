import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { MAT_SIGMA_MM } from '../../pieces/priors.js';
import type { MeasureHints, SeenObstacle, TableMeasurement } from '../../table/measurement.js';
import type { Setup, SetupCamera, SetupMat, SetupPlastic } from '../../table/setup/setup.js';
import type { Obstacle } from '../../table/table.js';
import { matHint, tablePriorOf } from '../lens/table-prior.js';
import { FRAME_SIGMA_MM } from '../objects/known-obstacles.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import type { Mark, SharedEstimate, TablePrior } from '../solve/observations.js';
import { lensOf, plasticOf, withoutMat } from '../solve/shared-parameters.js';
import { openOf, type Stages } from './measured-table.js';

/** Relative uncertainty of the scale, from rivals of a border and by what the bases leave open of it, above which nothing is learned. */
const MAX_OPEN_SIGMA = 0.002;
/** Number of layouts that are kept: those of a match, and of what was set up before it. */
const MAX_LAYOUTS = 24;
/** Distance of their middles within which two outlines are one obstacle, mm. */
const SAME_OBSTACLE_MM = 25;

/**
 * The setup of a table after one more picture: mat as in the hints, lens, plastic and edges with this picture's information added, earlier
 * obstacles and those found now. A picture in which the ships stand as in one that was learned from only adds the poses of camera and
 * obstacles. `hints`: those that the picture was measured with. Undefined where nothing may be learned from the picture: its place on the
 * mat is open, or its border uncertain.
 */
export function setupAfter(hints: MeasureHints, measurement: TableMeasurement, stages: Stages): Setup | undefined {
  const { setup, corners } = hints;
  const { solution, isInconsistent, byContrast, isTurned } = stages;
  // A table's setup is kept from one side.
  if (isTurned || measurement.caution || isInconsistent || byContrast) return undefined;
  if (openOf(stages).scaleSigma > MAX_OPEN_SIGMA) return undefined;
  const places = measurement.bases.map(({ pose: { x, y } }) => ({ x, y }));
  const marked = corners ?? setup?.camera?.corners;
  const obstacles = withFound(setup?.obstacles ?? [], measurement.obstacles, stages.obstacles?.obstacles ?? []);
  const stays = { mat: setupMat(hints), obstacles };
  const prior = tablePriorOf(hints, solution.camera);
  if (setup?.camera && prior.learned && !isNewTo(setup, places)) {
    const { learnedWithPose, ...camera } = setup.camera;
    const stands = stages.isCameraStill && learnedWithPose ? { learnedWithPose } : {};
    const pose = poseThroughLens(solution, prior);
    return { ...setup, ...stays, camera: { ...camera, ...stands, ...(marked && { corners: marked }), pose } };
  }
  const { r, t } = solution.camera;
  const { pictures = 0, ships = 0, layouts = [], lengths = 0 } = setup?.learnedFrom ?? {};
  const seenLengths = lengths + (stages.observations.lengths?.length ? 1 : 0);
  return {
    ...stays,
    camera: {
      ...(setup?.camera?.name !== undefined && { name: setup.camera.name }),
      ...(setup?.camera?.mirrored !== undefined && { mirrored: setup.camera.mirrored }),
      ...(marked && { corners: marked }),
      pose: { r, t },
      ...learnedOf(stages),
    },
    plastic: plasticSeen(solution.shared),
    ...(setup?.print && { print: setup.print }),
    learnedFrom: {
      ...{ pictures: pictures + 1, ships: Math.max(ships, places.length), layouts: [...layouts, places].slice(-MAX_LAYOUTS) },
      ...(seenLengths > 0 && { lengths: seenLengths }),
    },
  };
}

/** The lens, and everything else that stays the same, without what was said about the mat. */
function learnedOf({
  solution: { shared, sharedWithPose, camera, matPrior },
}: Stages): Pick<SetupCamera, 'lens' | 'learned' | 'learnedWithPose'> {
  return {
    lens: lensOf(shared, camera.widthPx, camera.heightPx),
    learned: withoutMat(shared, matPrior),
    learnedWithPose: withoutMat(sharedWithPose, matPrior),
  };
}

function plasticSeen(shared: SharedEstimate): SetupPlastic {
  const { scale, scaleSigma } = plasticOf(shared);
  return { scale: 1 + scale, scaleSigma };
}

/** The mat as a person gave it, otherwise as the setup has it, otherwise as it is sold. */
export function setupMat(hints: MeasureHints): SetupMat {
  const { mat, setup } = hints;
  const known = mat && matHint(hints);
  if (known && known !== setup?.mat) {
    const { widthMm, depthMm, sigmaMm } = known;
    return { ...(setup?.mat.name !== undefined && { name: setup.mat.name }), widthMm, depthMm, sigmaMm, source: 'measured' };
  }
  return setup?.mat ?? { widthMm: MAT_MM, depthMm: MAT_MM, sigmaMm: MAT_SIGMA_MM, source: 'nominal' };
}

/**
 * The known obstacles, and those recognised where none was known; uncertain ones are searched for again in each picture. For a known one
 * whose token is `recognised` in this picture the more certain reading counts; if its token is elsewhere now, it was moved. `present`: all
 * in the picture, with known ones as they were known. An obstacle that a person placed (without a sigma) stays where it was placed.
 */
export function withFound(known: readonly Obstacle[], present: readonly SeenObstacle[], recognised: readonly SeenObstacle[]): Obstacle[] {
  const near = (one: Outlined, other: Outlined) => {
    const [a, b] = [meanPoint(one.outline), meanPoint(other.outline)];
    return Math.hypot(a.x - b.x, a.y - b.y) < SAME_OBSTACLE_MM;
  };
  const isSameToken = ({ token }: Obstacle, other: SeenObstacle) => token !== undefined && token.xws === other.token?.xws;
  const updated = known.map((one): Obstacle => {
    const seen = recognised.filter((other) => isSameToken(one, other));
    const there = seen.find((other) => near(one, other));
    const isMoved = !there && !present.some((other) => near(one, other));
    // A token of which two are known, or two seen, may be either.
    const isOnly = seen.length === 1 && known.every((other) => other === one || !isSameToken(other, seen[0]!));
    const now = there ?? (isMoved && isOnly ? seen[0] : undefined);
    const { sigmaMm } = one;
    if (!now || (there && (sigmaMm === undefined || now.sigmaMm >= Math.hypot(sigmaMm, FRAME_SIGMA_MM)))) return one;
    const { kind, outline, token } = now;
    return { id: one.id, kind, outline, sigmaMm: now.sigmaMm, ...(token && { token }) };
  });
  const taken = new Set(known.map(({ id }) => id));
  const fresh = present.filter((one) => one.detectionProbability === undefined && !updated.some((other) => near(one, other)));
  let next = 1;
  return [
    ...updated,
    ...fresh.map(({ kind, outline, sigmaMm, token }) => {
      while (taken.has(`obstacle-${next}`)) next++;
      const id = `obstacle-${next++}`;
      return { id, kind, outline, sigmaMm, ...(token && { token }) };
    }),
  ];
}

interface Outlined {
  readonly outline: Obstacle['outline'];
}

/** Distance within which a base counts as not moved, mm. */
const STANDING_MM = 4;
/**
 * Minimum share of bases that have moved: with fewer, a picture shows hardly more of lens and plastic than the one before it. It is a share
 * of the larger number of bases: those that a hand hides have not moved, and all pictures of an empty mat are the same.
 */
const MIN_MOVED = 0.5;

/** Whether a picture adds information to all those from which a setup was learned. */
function isNewTo({ learnedFrom: { layouts = [] } }: Setup, places: readonly Point[]): boolean {
  return layouts.every((layout) => isNewLayout(layout, places));
}

/** Whether enough bases have moved for their picture to add information to an earlier one's; their earlier and present positions, mm. */
export function isNewLayout(before: readonly Point[], after: readonly Point[]): boolean {
  const moved = after.filter(({ x, y }) => !before.some((one) => Math.hypot(one.x - x, one.y - y) < STANDING_MM));
  return moved.length > 0 && moved.length >= MIN_MOVED * Math.max(before.length, after.length);
}

/** Points along a side of the mat, as shares of it. */
const SHARES = [0.02, 0.18, 0.34, 0.5, 0.66, 0.82, 0.98];
const MARK_SIGMA_PX = 1;
/** The lens is held: its standard deviations are scaled by this. */
const HELD = 1e-3;
/** The first of the learned parameters are the lens's. */
const LENS_PARAMETERS = 5;

/**
 * The pose from which the mat's border is seen where `solution` has it, through the lens that `prior` has learned: that of the solution belongs to the lens it was
 * solved with. Where no lens was learned, the solution's own.
 */
function poseThroughLens({ camera, widthMm, depthMm }: TableSolution, prior: TablePrior): Pick<Camera, 'r' | 't'> {
  const { r, t, widthPx, heightPx } = camera;
  if (!prior.learned) return { r, t };
  const border = SHARES.flatMap((share) => {
    const [x, y] = [share * widthMm, share * depthMm];
    const points = [
      { x, y: 0 },
      { x, y: depthMm },
      { x: 0, y },
      { x: widthMm, y },
    ];
    return points.flatMap((point): Mark[] => {
      const pixel = pixelFromTable(camera, { ...point, z: 0 });
      return pixel ? [{ ...pixel, sigmaPx: MARK_SIGMA_PX }] : [];
    });
  });
  const { fx, fy, cx, cy, distortion } = lensOf(prior.learned, widthPx, heightPx);
  const { values, covariance } = prior.learned;
  const share = (parameter: number) => (parameter < LENS_PARAMETERS ? HELD : 1);
  const held = covariance.map((value, at) => share(Math.floor(at / values.length)) * share(at % values.length) * value);
  const through = solveTable(
    { camera: { ...camera, fx, fy, cx, cy, distortion }, widthMm, depthMm },
    { border, bases: [] },
    { ...prior, learned: { values, covariance: held } },
  );
  return { r: through.camera.r, t: through.camera.t };
}
