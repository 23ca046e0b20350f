import { withSides } from '../bases/measure-sides.js';
import type { FrameContext } from '../lens/frame-context.js';
import { type KnownFromSides, knownFromSides } from '../mat/border/border-problems.js';
import type { EdgeReading } from '../mat/edges/measure-edges.js';
import { edgeMarks } from '../mat/edges/measure-edges.js';
import { stillObservations } from '../mat/edges/still-camera.js';
import { isVouchedFor } from '../mat/find/mat-location.js';
import { type FoundTemplates, findTemplates } from '../objects/find-templates.js';
import { covarianceOfBasesAlone } from '../solve/border-consistency.js';
import { freeNetworkCovariance } from '../solve/free-network.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import type { BaseMarks, Observations, TablePrior } from '../solve/observations.js';
import { type Alternatives, bySoldSizes } from '../solve/sold-size.js';
import { pixelMm } from './lost-pixels.js';
import type { MeasuredBases } from './measure-bases.js';
import type { ResolvedBorder } from './resolve-border.js';
import { tableByEdges } from './table-by-edges.js';

/** The table solved with everything that was measured in the frame. */
export interface SolvedTable {
  /** Its covariance is relative to the bases themselves where the place on the mat is not known. */
  readonly solution: TableSolution;
  /** Marks from which the solution was made. */
  readonly observations: Observations;
  readonly edges: readonly EdgeReading[];
  readonly templates: FoundTemplates;
  readonly candidates: MeasuredBases['candidates'];
  readonly byContrast: boolean;
  /** Whether the camera stands where the setup has it: its place is known from there as well. */
  readonly isCameraStill: boolean;
  /** The table according to the edges, where some of them pass by the corners that a person marked. */
  readonly byEdges?: TableSolution | undefined;
  /** The table with mats of the sizes that are sold, where the size is not known. */
  readonly bySize?: Alternatives | undefined;
  /** Knowledge that does not depend on the bases: the scale, and the place on the mat. */
  readonly known: KnownFromSides;
}

/** Adds templates of known length and the sides of the bases, measured across in the frame, to the observations and solves the table with all of them. */
export async function solveWithSides(
  context: FrameContext,
  { mat: { coarse, board, source }, topView }: ResolvedBorder,
  { candidates, border: { edges, elsewhere, byContrast }, fromKeypoints }: MeasuredBases,
): Promise<SolvedTable> {
  const { engines, rgba, lens, timed } = context;
  const marks = candidates.map((one) => one.marks);
  const standing = marks.map(({ base }, i) => ({ base, pose: fromKeypoints.poses[i]! }));
  const places = { coarse: coarse.camera, camera: fromKeypoints.camera, bases: standing };
  const templates = await timed('templates', () => findTemplates(engines.cv, rgba, topView.detections.templates, places));
  const { lengths } = templates;
  const border = edgeMarks(edges);
  const observationsWith = (bases: readonly BaseMarks[]): Observations => ({ border, bases, ...board, lengths });
  const solve = (from: TableSolution, observations: Observations) => timed('solve', () => solveTable(from, observations, lens));

  // Sides are biased towards where their crops were cut for: measured roughly first and then, with the better camera, once more, they determine the
  // lens of a steep view.
  const roughly = observationsWith(await timed('sides', () => withSides(engines, rgba, fromKeypoints, marks, false)));
  const fromRoughSides = await solve(fromKeypoints, roughly);
  const observations = observationsWith(await timed('sides', () => withSides(engines, rgba, fromRoughSides, marks)));
  const still = stillObservations(fromRoughSides.camera, edges, observations, lens);
  const counted = still ?? observations;
  const prior = still ? { ...lens, learned: lens.learnedWithPose! } : lens;
  const solveCounted = (from: TableSolution, known: TablePrior) => timed('solve', () => solveTable(from, counted, known));
  const asUsual = await solveCounted(fromRoughSides, prior);
  const isSizeOpen = !lens.mat && !board.board && counted.border.length > 0;
  const { solution: fromSides, alternatives: bySize } = isSizeOpen
    ? await bySoldSizes(asUsual, (mat) => solveCounted(asUsual, { ...prior, mat }))
    : { solution: asUsual };

  const bySides = knownFromSides(edges, byContrast);
  const isVouched = isVouchedFor(source);
  const known = {
    ...bySides,
    scale: isVouched || source === 'bases' || lengths.length > 0 || bySides.scale,
    place: isVouched || bySides.place,
  };
  const solution = known.place
    ? fromSides
    : { ...fromSides, jointCovariance: freeNetworkCovariance(fromSides.jointCovariance, fromSides.poses) };
  const byEdges = elsewhere && (await tableByEdges(context, fromSides, observations, { edges, elsewhere }));
  return {
    solution,
    observations: counted,
    edges,
    templates,
    candidates,
    byContrast,
    known,
    isCameraStill: still !== undefined,
    byEdges,
    bySize,
  };
}

/** The table of bases without a border, its covariance widened by their misfit; `baseCost`: as `meanBaseCost` has it. */
export function asUnsureAsBases(lens: TablePrior, solved: SolvedTable, baseCost: number): SolvedTable {
  const { solution, observations, known } = solved;
  if (observations.bases.length === 0) return solved;
  const joint = covarianceOfBasesAlone(solution, observations, lens, { baseCost, pixelMm: pixelMm(solution) });
  const claimedCovariance = known.place ? joint : freeNetworkCovariance(joint, solution.poses);
  return { ...solved, solution: { ...solution, claimedCovariance } };
}
