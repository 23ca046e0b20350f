import { baseProbability, MIN_SOLVED_PROBABILITY, solvedFeatures, unsolvedBaseProbability } from '../bases/base-classifier.js';
import { type Candidate, type ConfirmedCandidate, shareInPicture } from '../bases/candidate.js';
import { nonMaximumSuppression } from '../bases/non-maximum-suppression.js';
import { poseByKeypoints, readCloseCrops } from '../bases/read-bases.js';
import { withSizeOdds } from '../bases/read-sizes.js';
import type { FrameContext } from '../lens/frame-context.js';
import { borderProblem, cornersOffBorderProblem, printedLineProblem } from '../mat/border/border-problems.js';
import { contrastEdges } from '../mat/edges/contrast-edges.js';
import { edgesAtCorners } from '../mat/edges/edges-at-corners.js';
import { edgesBeyondHem } from '../mat/edges/hem-correction.js';
import { type EdgeReading, edgeMarks, measureEdges, ON_THE_BORDER } from '../mat/edges/measure-edges.js';
import { isLinePrinted } from '../mat/edges/printed-line.js';
import { isVouchedFor, type MatLocation, type Refused, refused } from '../mat/find/mat-location.js';
import { fittingBases } from '../solve/fitting-bases.js';
import { freeNetworkCovariance } from '../solve/free-network.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import type { ResolvedBorder } from './resolve-border.js';
import { MIN_DETECTOR_SCORE } from './table-measurement.js';

/** The border and the bases as close crops show them, and the table solved with both. */
export interface MeasuredBases {
  readonly ok: true;
  readonly border: MeasuredBorder;
  readonly candidates: readonly ConfirmedCandidate[];
  /** Solved with the border and the keypoints of `candidates`, in their order. */
  readonly fromKeypoints: TableSolution;
}

interface MeasuredBorder {
  readonly ok: true;
  readonly edges: readonly EdgeReading[];
  /** The edges as they were read, where some of them pass by the corners that a person marked. */
  readonly elsewhere?: readonly EdgeReading[] | undefined;
  /** Strips show no border, its contrast does. */
  readonly byContrast: boolean;
}

/**
 * Share of a base's foot that must be in the picture: of a larger one that is cut off by the picture's edge about half of a smaller one fits what is left,
 * and draws the camera along. Of 14 cut bases of the hand-held views those of the right size show 0.64 at least, one of a wrong size 0.52.
 */
const MIN_IN_PICTURE = 0.6;
/** Cuts crops closely and square onto the bases and strips onto the border, for which the camera solved from the wide ones is good enough. */
export async function measureBases(context: FrameContext, { mat, topView }: ResolvedBorder): Promise<MeasuredBases | Refused> {
  const { engines, rgba, lens, timed } = context;
  const { coarse, edges, board } = mat;
  const { cached, candidates } = topView;
  const solve = (from: TableSolution, strips: readonly EdgeReading[], some: readonly Pick<ConfirmedCandidate, 'marks'>[]) =>
    timed('solve', () => solveTable(from, { border: edgeMarks(strips), bases: some.map((one) => one.marks), ...board }, lens));

  // A thing that is hardly a base would pull the camera; it is still looked at where its own keypoints place it.
  const likely = candidates.filter(isProbable);
  const fromWideCrops = await solve(coarse, edges, [...cached, ...likely]);
  const solved = new Map(likely.map((one, i) => [one, fromWideCrops.poses[cached.length + i]!]));
  const poses = candidates.map((one) => solved.get(one) ?? poseByKeypoints(fromWideCrops.camera, one.reading) ?? one.marks.start);
  const border = await measureBorder(context, mat, fromWideCrops);
  if (!border.ok) return border;
  const keypointNet = engines.nets.baseKeypoints;
  const close = await timed('refine', () => readCloseCrops(engines.cv, keypointNet, rgba, fromWideCrops.camera, candidates, poses));

  const probable = nonMaximumSuppression([...cached, ...close].filter(isProbable));
  const solvedFor = await solve(fromWideCrops, border.edges, probable);
  const fromProbable = mat.source === 'bases' ? relativeToEachOther(solvedFor) : solvedFor;
  // A candidate that turns out not to be a base would still pull the camera, as would one with too little of it in the picture.
  const confirmed = probable.filter(
    (one, i) =>
      (baseProbability(one, solvedFeatures(fromProbable, i)) >= MIN_SOLVED_PROBABILITY || one.detection.score >= MIN_DETECTOR_SCORE) &&
      shareInPicture(fromProbable.camera, one.reading.base, fromProbable.poses[i]!) >= MIN_IN_PICTURE,
  );
  const fromKeypoints = confirmed.length < probable.length ? await solve(fromWideCrops, border.edges, confirmed) : fromProbable;
  // A border that an earlier frame had, or that somebody vouches for, is not judged by what sizes its bases have.
  if (isVouchedFor(mat.source) || mat.cached.edges) return { ok: true, border, candidates: confirmed, fromKeypoints };
  const sized = await timed('refine', () => withSizeOdds(engines, rgba, fromKeypoints.camera, confirmed, fromKeypoints.poses));
  if (mat.source !== 'bases') return { ok: true, border, candidates: sized, fromKeypoints };
  const solveAlone = (some: readonly ConfirmedCandidate[]) =>
    solveTable(fromWideCrops, { border: [], bases: some.map((one) => one.marks), ...board }, lens);
  const fitting = await timed('solve', () => fittingBases(sized, solveAlone));
  return { ok: true, border, candidates: fitting.bases, fromKeypoints: fitting.solution };
}

/** Whether a candidate may be a base, before the table is solved. */
function isProbable(one: Candidate): boolean {
  return unsolvedBaseProbability(one) >= MIN_SOLVED_PROBABILITY || one.detection.score >= MIN_DETECTOR_SCORE;
}

/** Without a border bases are known by each other alone: what their frame is turned by says nothing against any of them. */
function relativeToEachOther(solution: TableSolution): TableSolution {
  return { ...solution, jointCovariance: freeNetworkCovariance(solution.jointCovariance, solution.poses) };
}

async function measureBorder(
  context: FrameContext,
  { source, cached, board }: MatLocation,
  solution: TableSolution,
): Promise<MeasuredBorder | Refused> {
  const { engines, rgba, timed } = context;
  const { cv, nets } = engines;
  if (source === 'board' || source === 'bases' || source === 'print') return { ok: true, edges: [], byContrast: false };
  if (cached.edges) return { ok: true, edges: cached.edges, byContrast: false };
  const { edges, elsewhere } = await timed('border', async () => {
    const read = edgesBeyondHem(cv, rgba, solution, await measureEdges(cv, nets.matEdge, rgba, solution, ON_THE_BORDER));
    return edgesAtCorners(context, solution, read, board);
  });
  if (isVouchedFor(source)) return { ok: true, edges, elsewhere, byContrast: false };
  const unconfirmed = borderProblem(edges);
  const problem = unconfirmed && elsewhere ? cornersOffBorderProblem() : unconfirmed;
  if (problem && source === 'contrast') {
    const faint = contrastEdges(cv, rgba, solution);
    const faintProblem = borderProblem(faint);
    return faintProblem ? refused(faintProblem) : { ok: true, edges: faint, byContrast: true };
  }
  if (problem) return refused(problem);
  const isPrinted = await timed('border', () => isLinePrinted(cv, nets.matEdge, rgba, solution, edges));
  return isPrinted ? refused(printedLineProblem()) : { ok: true, edges, elsewhere, byContrast: false };
}
