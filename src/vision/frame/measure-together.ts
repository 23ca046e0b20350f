import { type Camera, cameraCentre, carriedPlace } from '../../geometry/camera.js';
import { definiteCholesky, solveCholesky } from '../../geometry/cholesky.js';
import { blockAt, commonErrors, poseDifference } from '../../geometry/joint-covariance.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { isTurnedByQuarters, type Pose } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { SHORT_MATS } from '../../pieces/mats.js';
import type { TableMeasurement } from '../../table/measurement.js';
import { isOfObstacle } from '../../table/unmeasured-reason.js';
import { baseProbability, solvedFeatures } from '../bases/base-classifier.js';
import type { ConfirmedCandidate } from '../bases/candidate.js';
import { unusualSizeUncertainty } from '../mat/border/border-problems.js';
import { varianceFactor } from '../solve/border-consistency.js';
import { type BorderUncertainty, CERTAIN_BORDER, combinedUncertainty } from '../solve/border-uncertainty.js';
import type { TableSolution } from '../solve/joint-solution.js';
import { type BorderMark, type MatPrior, soldMat, type TablePrior, withWiderMarks } from '../solve/observations.js';
import { type Alternatives, bySoldSizes, gainOf } from '../solve/sold-size.js';
import { type CameraNetwork, solveTogether, type TogetherSolution } from '../solve/solve-together.js';
import { solveWithOneMat } from './borders-of-one-mat.js';
import type { Stages } from './measured-table.js';
import { tableMeasurement, unconfirmedOf, unlessFlat } from './table-measurement.js';

/** One of several pictures of one table, measured in the common frame. */
export interface PlacedPicture {
  /** Index of the picture in the network. */
  readonly of: number;
  /** By the print, in the common frame. */
  readonly camera: Camera;
  readonly measurement: TableMeasurement;
  readonly stages: Stages;
  /** Marks of the mat's border, which its own measurement may not have counted. */
  readonly border: readonly BorderMark[];
  /** What that border leaves open of the table, as its own measurement has it. */
  readonly uncertainty: BorderUncertainty;
  readonly lens: TablePrior;
}

/** Result of measuring pictures together. */
interface MeasuredPictures {
  /** In the order of the pictures. */
  readonly measurements: readonly TableMeasurement[];
  /** Covariance (3 × 3, row-major) of two bases of two pictures, as indices of pictures and of their measurements' bases. */
  readonly between: (one: number, base: number, other: number, otherBase: number) => readonly number[];
}

/**
 * Measures pictures of one table together whose cameras the print relates: one lens, mat and plastic, one pose for each base that stood
 * still between them, each picture with its own camera and border. `frame`: index in the network of the picture that gives the frame.
 * Undefined where their borders are not one mat's.
 */
export async function measureTogether(
  mat: MatPrior,
  placed: readonly PlacedPicture[],
  network: CameraNetwork,
  frame: number,
): Promise<MeasuredPictures | undefined> {
  const { pictures: known, times } = countedOnce(placed);
  const seen = known.flatMap(({ stages }, picture) =>
    stages.candidates.map((one, base): SeenOnce => ({ picture, base, size: one.marks.base, pose: stages.solution.poses[base]! })),
  );
  const singly = seen.map((_, i) => i);
  const withBorders = (borders: readonly (readonly BorderMark[])[]) => known.map((one, i) => ({ ...one, border: borders[i]! }));
  const apart = solveWithOneMat(
    known.map(({ border }) => border),
    (borders) => solved(mat, withBorders(borders), network, singly, seen),
  );
  if (!apart) return undefined;
  const pictures = withBorders(apart.borders);
  const clusters = standingStill(seen, apart.solution, times);
  const { together, alternatives } = await bySize(mat, (size, by) =>
    solved(size, pictures, network, by === 'still' ? clusters : singly, seen),
  );
  const factor = varianceFactor({ baseCost: times * together.baseCost });
  const open = [openByBorders(pictures, frame), apart.open ?? CERTAIN_BORDER, unusualSizeUncertainty(agreementOfAll(together))];
  const uncertainty = open.reduce(combinedUncertainty);
  const inDoubt = frontsInDoubt(seen, pictures, together);
  const elsewhere = shownElsewhere(seen, clusters, pictures, together);
  const measurements = pictures.map((picture, i) => {
    const candidates = picture.stages.candidates.map((one) => ({
      ...one,
      ...(inDoubt.has(one) && { isFrontKnown: false, isFrontDisputed: true as const }),
      ...elsewhere.get(one),
    }));
    return described(picture, candidates, together.views[i]!, uncertainty, factor, alternatives(i));
  });
  return { measurements, between: covarianceBetween(pictures, measurements, together, clusters, seen, factor, uncertainty, alternatives) };
}

/** The agreement of the bases of all pictures: they stand on one mat, and the two of a close view alone say little about its border. */
function agreementOfAll({ views }: TogetherSolution): Pick<TableSolution, 'agreement'> {
  return { agreement: views.flatMap(({ agreement }) => agreement) };
}

/**
 * What the borders that count leave open of the table: as much as that of the picture which gives the frame; where another one counts in its
 * place, as much as either.
 */
function openByBorders(pictures: readonly PlacedPicture[], frame: number): BorderUncertainty {
  const ofFrame = pictures.filter(({ of }) => of === frame);
  const counting = pictures.filter(({ border }) => border.length > 0);
  const deciding = ofFrame.some((one) => counting.includes(one)) ? ofFrame : [...ofFrame, ...counting];
  return {
    scaleSigma: Math.max(...deciding.map(({ uncertainty }) => uncertainty.scaleSigma)),
    shiftSigmaMm: Math.max(...deciding.map(({ uncertainty }) => uncertainty.shiftSigmaMm)),
  };
}

/**
 * The solution with a mat of that size, or, where nobody knows it, as mats are sold, with the changes that the other size would make in
 * each view. The bases give the probability of either singly, and several pictures of them count once: they are misread alike.
 */
async function bySize(
  mat: MatPrior,
  solveAs: (mat: MatPrior, clusters: 'still' | 'singly') => TogetherSolution,
): Promise<{ readonly together: TogetherSolution; readonly alternatives: (view: number) => readonly Alternatives[] }> {
  if (!mat.isSold) return { together: solveAs(mat, 'still'), alternatives: () => [] };
  const [usual, short] = [MAT_MM, SHORT_MATS.sideMm].map((sideMm) => solveAs(soldMat(sideMm), 'singly').views);
  const gain = gainOf(short![0]!, usual![0]!) / usual!.length;
  const tried: TogetherSolution[] = [];
  const solution = async (size: MatPrior) => {
    tried.push(solveAs(size, 'still'));
    return tried.at(-1)!.views[0]!;
  };
  const { solution: found, alternatives } = await bySoldSizes(await solution(soldMat(MAT_MM)), solution, gain);
  if (!alternatives) return { together: tried[0]!, alternatives: () => [] };
  const { weight } = alternatives;
  const { matSigmaMm } = found;
  const together = tried.at(-1)!;
  return {
    together: { ...together, views: together.views.map((view) => ({ ...view, matSigmaMm })) },
    alternatives: (view) => [{ one: tried[0]!.views[view]!, other: tried[1]!.views[view]!, weight }],
  };
}

/**
 * Scale on which errors of two pictures are alike, as the direction from which and the distance at which they show a place differ: the
 * correlation of their bases' errors falls off with these (docs/experiments/claims.md).
 */
const ALIKE = { angleRad: (45 * Math.PI) / 180, logDistance: 0.35 } as const;
/** Correlation below which pictures count as independent. */
const LITTLE_IN_COMMON = 0.02;

/**
 * The pictures with widened marks, where several were taken from about one place: no average reduces the errors that they share. `times`:
 * factor by which their variance grows, on average over their bases.
 */
function countedOnce(pictures: readonly PlacedPicture[]): { readonly pictures: readonly PlacedPicture[]; readonly times: number } {
  const shared = pictures.map((one) => pictures.reduce((sum, other) => sum + (other === one ? 1 : inCommon(one, other)), 0));
  const times = shared.map((sum) => (sum < 1 + LITTLE_IN_COMMON ? 1 : sum));
  const bases = pictures.map(({ stages }) => stages.candidates.length);
  const all = bases.reduce((sum, count) => sum + count, 0);
  return {
    pictures: pictures.map((one, i) => (times[i] === 1 ? one : lessSure(one, Math.sqrt(times[i]!)))),
    times: all > 0 ? bases.reduce((sum, count, i) => sum + count * times[i]!, 0) / all : 1,
  };
}

/** The correlation of two pictures' errors. */
function inCommon(one: PlacedPicture, other: PlacedPicture): number {
  const { poses } = one.stages.solution;
  const at = poses.length > 0 ? meanPoint(poses) : { x: 0, y: 0 };
  const [a, b] = [one.camera, other.camera].map((camera) => {
    const { x, y, z } = cameraCentre(camera);
    return { ray: [x - at.x, y - at.y, z], mm: Math.hypot(x - at.x, y - at.y, z) };
  });
  const cos = a!.ray.reduce((sum, value, i) => sum + value * b!.ray[i]!, 0) / (a!.mm * b!.mm);
  const angle = Math.acos(Math.min(1, cos)) / ALIKE.angleRad;
  return Math.exp(-(angle ** 2) - (Math.log(a!.mm / b!.mm) / ALIKE.logDistance) ** 2);
}

function lessSure(picture: PlacedPicture, factor: number): PlacedPicture {
  const { stages, border } = picture;
  const { bases, lengths } = stages.observations;
  const observations = {
    ...stages.observations,
    bases: bases.map((base) => withWiderMarks(base, factor)),
    ...(lengths && { lengths: lengths.map((one) => ({ ...one, sigmaMm: factor * one.sigmaMm })) }),
  };
  return {
    ...picture,
    border: border.map((mark) => ({ ...mark, sigmaPx: factor * mark.sigmaPx })),
    stages: { ...stages, observations },
  };
}

/** A base in one picture. */
interface SeenOnce {
  readonly picture: number;
  readonly base: number;
  readonly size: BaseSize;
  readonly pose: Pose;
}

function solved(
  mat: MatPrior,
  pictures: readonly PlacedPicture[],
  network: CameraNetwork,
  clusters: readonly number[],
  seen: readonly SeenOnce[],
): TogetherSolution {
  const starts: Pose[] = [];
  clusters.forEach((cluster, i) => {
    starts[cluster] ??= seen[i]!.pose;
  });
  const views = pictures.map(({ of, camera, stages, border, lens }, picture) => ({
    ...{ of, camera, lens },
    observations: {
      border,
      bases: stages.candidates.map((_, i) => stages.observations.bases[i]!),
      lengths: stages.observations.lengths ?? [],
    },
    baseOf: clusters.filter((_, i) => seen[i]!.picture === picture),
  }));
  return solveTogether(mat, views, network, starts);
}

/**
 * Limits within which a base seen in two pictures counts as one that stood still; neither one that was moved nor one whose place is poorly
 * known does.
 */
const STOOD_STILL = {
  withinMm: 3,
  withinRad: 0.06,
  /** Of chi-squared with three degrees of freedom, 99.9 %. */ chiSquared: 16.3,
} as const;
/** Distance between two pictures' readings of a base beyond what the solution claims: its plastic looks different from each side. */
const APART = { mm: 0.25, rad: 0.004 } as const;

/** For each base seen its index among the table's, where a base that stands unmoved in several pictures is one. */
function standingStill(seen: readonly SeenOnce[], { views, jointCovariance, baseCost }: TogetherSolution, times: number): number[] {
  const n = 3 * seen.length;
  const factor = varianceFactor({ baseCost: times * baseCost });
  const poses = seen.map(({ picture, base }) => views[picture]!.poses[base]!);
  const clusters: number[] = [];
  let next = 0;
  seen.forEach((one, i) => {
    let [best, least] = [-1, STOOD_STILL.chiSquared as number];
    for (let k = 0; k < i; k++) {
      const other = seen[k]!;
      const isTaken = seen.some((third, t) => t < i && third.picture === one.picture && clusters[t] === clusters[k]);
      if (other.picture === one.picture || other.size !== one.size || isTaken) continue;
      const off = Float64Array.from(poseDifference(poses[k]!, poses[i]!));
      if (Math.hypot(off[0]!, off[1]!) > STOOD_STILL.withinMm || Math.abs(off[2]!) > STOOD_STILL.withinRad) continue;
      const covariance = Float64Array.from({ length: 9 }, (_, at) => {
        const [row, column] = [Math.floor(at / 3), at % 3];
        const of = (p: number, q: number) => jointCovariance[(3 * p + row) * n + 3 * q + column]!;
        const floor = row === column ? (row < 2 ? APART.mm : APART.rad) ** 2 : 0;
        return factor * (of(i, i) + of(k, k) - of(i, k) - of(k, i)) + floor;
      });
      const lower = definiteCholesky(covariance, 3);
      const scaled = lower && solveCholesky(lower, off, 3);
      const chiSquared = scaled ? off.reduce((sum, value, at) => sum + value * scaled[at]!, 0) : Number.POSITIVE_INFINITY;
      if (chiSquared < least) [best, least] = [k, chiSquared];
    }
    clusters.push(best < 0 ? next++ : clusters[best]!);
  });
  return clusters;
}

/**
 * Limits within which a base is another picture's with its front misread: so near that both cannot stand there, and turned from it by
 * quarters.
 */
const SAME_PLACE = { mm: 10, rad: 0.06 } as const;

/**
 * Of each two readings of a base whose fronts contradict each other the less certain one, and both where each by itself is certain: in a blurred picture a wrong front may have no
 * rival at all, and how far it leads then says nothing.
 */
function frontsInDoubt(
  seen: readonly SeenOnce[],
  pictures: readonly PlacedPicture[],
  { views }: TogetherSolution,
): ReadonlySet<ConfirmedCandidate> {
  const read = seen.map(({ picture, base, size }) => ({
    ...{ picture, size, pose: views[picture]!.poses[base]! },
    candidate: pictures[picture]!.stages.candidates[base]!,
  }));
  return new Set(
    read.flatMap((a, i) =>
      read.slice(0, i).flatMap((b) => {
        const isMisread = isTurnedByQuarters(a.pose.headingRad, b.pose.headingRad, SAME_PLACE.rad);
        if (!isMisread || a.picture === b.picture || a.size !== b.size || distanceMm(a.pose, b.pose) > SAME_PLACE.mm) return [];
        const both = [a.candidate, b.candidate];
        if (both.every(({ isFrontKnown }) => isFrontKnown)) return both;
        return both.sort((p, q) => Number(p.isFrontKnown) - Number(q.isFrontKnown) || p.frontLead - q.frontLead).slice(0, 1);
      }),
    ),
  );
}

/** Probability from which on a base in one picture is a base in the others that show it too. */
const PLAIN_BASE = 0.99;

/** For candidates of bases that stood still, their probability by the other pictures, where one of these shows the base plainly. */
function shownElsewhere(
  seen: readonly SeenOnce[],
  clusters: readonly number[],
  pictures: readonly PlacedPicture[],
  { views }: TogetherSolution,
): ReadonlyMap<ConfirmedCandidate, Pick<ConfirmedCandidate, 'elsewhere'>> {
  const candidates = seen.map(({ picture, base }) => pictures[picture]!.stages.candidates[base]!);
  const probabilities = seen.map(({ picture, base }, i) => {
    const [view, one] = [views[picture]!, candidates[i]!];
    return unlessFlat(baseProbability(one, solvedFeatures(view, base)), one, view, base);
  });
  return new Map(
    candidates.flatMap((candidate, i) => {
      const elsewhere = Math.max(...probabilities.filter((_, k) => k !== i && clusters[k] === clusters[i]), 0);
      return elsewhere >= PLAIN_BASE ? [[candidate, { elsewhere }] as const] : [];
    }),
  );
}

/** A picture's measurement by the solution of all. */
function described(
  { measurement, stages }: PlacedPicture,
  candidates: readonly ConfirmedCandidate[],
  solution: TableSolution,
  uncertainty: BorderUncertainty,
  factor: number,
  alternatives: readonly Alternatives[],
): TableMeasurement {
  const { detections, registration } = stages;
  const { capturedAtMs, stageMs } = measurement;
  const carried = (point: Point) => carriedPlace(measurement.camera, solution.camera, point);
  const table = tableMeasurement({
    ...{ capturedAtMs, stageMs, solution, candidates, alternatives },
    unconfirmed: unconfirmedOf(detections, candidates, registration.camera, solution),
    uncertainty,
    varianceFactor: factor,
  });
  return {
    ...measurement,
    ...table,
    unmeasurable: [...table.unmeasurable, ...measurement.unmeasurable.filter(isOfObstacle).map((one) => ({ ...one, at: carried(one.at) }))],
    obstacles: measurement.obstacles.map((one) => ({
      ...one,
      outline: one.outline.map(carried),
      ...(one.token && { token: { ...one.token, pose: { ...one.token.pose, ...carried(one.token.pose) } } }),
    })),
    ...(measurement.templates && {
      templates: measurement.templates.map((one) => ({ ...one, outline: one.outline.map(carried) })),
    }),
  };
}

function covarianceBetween(
  pictures: readonly PlacedPicture[],
  measurements: readonly TableMeasurement[],
  { views, jointCovariance }: TogetherSolution,
  clusters: readonly number[],
  seen: readonly SeenOnce[],
  factor: number,
  uncertainty: BorderUncertainty,
  alternatives: (view: number) => readonly Alternatives[],
): MeasuredPictures['between'] {
  const first = pictures.map((_, picture) => seen.findIndex((one) => one.picture === picture));
  const placeOf = (picture: number, base: number) => {
    const { pose } = measurements[picture]!.bases[base]!;
    const own = views[picture]!.poses.indexOf(pose);
    const apart = alternatives(picture).map(({ one, other, weight }) => {
      return { weight, by: poseDifference(one.poses[own]!, other.poses[own]!) };
    });
    return { pose, apart, cluster: clusters[first[picture]! + own]! };
  };
  return (one, base, other, otherBase) => {
    const [a, b] = [placeOf(one, base), placeOf(other, otherBase)];
    const { mat } = measurements[one]!;
    const shared = commonErrors([a.pose, b.pose], { x: mat.widthMm / 2, y: mat.depthMm / 2 }, uncertainty);
    return blockAt(jointCovariance, a.cluster, b.cluster).map((value, at) => {
      const [row, column] = [Math.floor(at / 3), at % 3];
      const bySizes = a.apart.reduce((sum, { weight, by }, k) => sum + weight * by[row]! * b.apart[k]!.by[column]!, 0);
      return shared(row, 3 + column, factor * value) + bySizes;
    });
  };
}
