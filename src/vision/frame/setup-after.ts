import { meanPoint } from '../../geometry/mean-point.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import type { MeasureHints, SeenObstacle, TableMeasurement } from '../../table/measurement.js';
import type { Setup, SetupMat } from '../../table/setup/setup.js';
import type { Obstacle } from '../../table/table.js';
import { tablePriorOf } from '../lens/table-prior.js';
import { MAT_SIGMA_MM } from '../solve/priors.js';
import { lensOf, plasticOf, withoutMat } from '../solve/shared-parameters.js';
import type { Stages } from './measured-table.js';

/** A border whose rivals leave the scale more open is not learned from, relative. */
const MAX_RIVAL_SIGMA = 0.002;
/** Two outlines whose middles are nearer than this are one obstacle, mm. */
const SAME_OBSTACLE_MM = 25;

/**
 * What is known of a table with one more picture: mat as in the hints, lens, plastic and edges with what this picture adds to what was known before it, obstacles of
 * before and those found anew. `hints`: those that the picture was measured with. Undefined where the picture is not to be learned from: its place on
 * the mat is open, or its border uncertain.
 */
export function setupAfter(hints: MeasureHints, measurement: TableMeasurement, stages: Stages): Setup | undefined {
  const { setup, corners } = hints;
  const { solution, isInconsistent, byContrast, uncertainty } = stages;
  if (measurement.caution || isInconsistent || byContrast || uncertainty.scaleSigma > MAX_RIVAL_SIGMA) return undefined;
  const { widthPx, heightPx, r, t } = solution.camera;
  const learned = withoutMat(solution.shared, tablePriorOf(hints, { widthPx, heightPx }).mat);
  const marked = corners ?? setup?.camera?.corners;
  const { scale, scaleSigma } = plasticOf(solution.shared);
  return {
    mat: matOf(hints),
    camera: {
      ...(setup?.camera?.name !== undefined && { name: setup.camera.name }),
      ...(setup?.camera?.mirrored !== undefined && { mirrored: setup.camera.mirrored }),
      lens: lensOf(solution.shared, widthPx, heightPx),
      ...(marked && { corners: marked }),
      pose: { r, t },
      learned,
    },
    plastic: { scale: 1 + scale, scaleSigma },
    obstacles: withFound(setup?.obstacles ?? [], measurement.obstacles),
    learnedFrom: {
      pictures: (setup?.learnedFrom.pictures ?? 0) + 1,
      ships: Math.max(setup?.learnedFrom.ships ?? 0, measurement.bases.length),
    },
  };
}

function matOf({ mat, setup }: MeasureHints): SetupMat {
  if (mat) return { ...(setup?.mat.name !== undefined && { name: setup.mat.name }), ...mat, source: 'measured' };
  return setup?.mat ?? { widthMm: MAT_MM, depthMm: MAT_MM, sigmaMm: MAT_SIGMA_MM, source: 'nominal' };
}

/** The obstacles that were known, and those recognised where none was; what may be none is looked for anew in each picture. */
function withFound(known: readonly Obstacle[], found: readonly SeenObstacle[]): Obstacle[] {
  const middle = ({ outline }: { readonly outline: Obstacle['outline'] }) => meanPoint(outline);
  const isKnown = (one: SeenObstacle) => {
    const at = middle(one);
    return known.some((other) => Math.hypot(middle(other).x - at.x, middle(other).y - at.y) < SAME_OBSTACLE_MM);
  };
  const taken = new Set(known.map(({ id }) => id));
  const fresh = found.filter((one) => one.detectionProbability === undefined && !isKnown(one));
  let next = 1;
  return [
    ...known,
    ...fresh.map(({ kind, outline, sigmaMm, token }) => {
      while (taken.has(`obstacle-${next}`)) next++;
      const id = `obstacle-${next++}`;
      return { id, kind, outline, sigmaMm, ...(token && { token }) };
    }),
  ];
}

/** A base that is this near to where one stood has not moved, mm. */
const STANDING_MM = 4;
/**
 * With a smaller share of the bases elsewhere than before, a picture shows hardly more of lens and plastic than the one before it. Of the larger number of
 * bases: those that a hand hides have not moved, and of an empty mat every picture is the same.
 */
const LEAST_MOVED = 0.5;

/** Whether enough bases have moved for their picture to add information to an earlier one's. */
export function isNewLayout(before: TableMeasurement, after: TableMeasurement): boolean {
  const moved = after.bases.filter(
    ({ pose }) => !before.bases.some((one) => Math.hypot(one.pose.x - pose.x, one.pose.y - pose.y) < STANDING_MM),
  );
  return moved.length > 0 && moved.length >= LEAST_MOVED * Math.max(before.bases.length, after.bases.length);
}
