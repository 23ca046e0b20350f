import { isNear, isOn, NOTHING_CACHED } from '../bases/cached-measurements.js';
import type { Candidate, ConfirmedCandidate } from '../bases/candidate.js';
import { type Detections, detect } from '../bases/detect.js';
import { readBases } from '../bases/read-bases.js';
import { withStandingBases } from '../bases/standing-bases.js';
import { rectify } from '../image/rectify.js';
import type { FrameContext } from '../lens/frame-context.js';
import { borderProblem, uncertaintyProblem } from '../mat/border/border-problems.js';
import { isSameMat, selectBorder } from '../mat/border/select-border.js';
import { relocated } from '../mat/find/locate-mat.js';
import { type MatLocation, type Refused, refused } from '../mat/find/mat-location.js';
import type { BorderUncertainty } from '../solve/border-uncertainty.js';
import type { TableSolution } from '../solve/joint-solution.js';

/** A mat of whose border it is settled which edges it is, and the table viewed from above by it. */
export interface ResolvedBorder {
  readonly ok: true;
  readonly mat: MatLocation;
  readonly uncertainty: BorderUncertainty;
  readonly topView: TopView;
}

/** The table seen from straight above, places in mm of the coarse registration's table frame. */
export interface TopView {
  readonly detections: Detections;
  /** Bases as an earlier frame has them, nothing having changed there. */
  readonly cached: readonly ConfirmedCandidate[];
  /** The other detections that the keypoint net confirms. */
  readonly candidates: readonly Candidate[];
}

/** Views the table from above and, where several edges may be the mat's border, selects those that fit the sizes of the bases. */
export async function resolveBorder(context: FrameContext, mat: MatLocation): Promise<ResolvedBorder | Refused> {
  const { engines, rgba, lens, timed } = context;
  const hopeless = mat.source === 'border' ? borderProblem(mat.edges, 'coarsely') : undefined;
  if (hopeless) return refused(hopeless);
  const { choices, coarse, uncertainty, cached } = mat;
  const topView = await viewFromAbove(context, coarse, cached);
  if (choices.length === 0) return { ok: true, mat, uncertainty, topView };
  const selected = await timed('border', () => selectBorder(engines, rgba, choices, coarse.camera, topView.candidates, lens));
  const unsure = uncertaintyProblem(selected.uncertainty);
  if (unsure) return refused(unsure);
  if (isSameMat(coarse, selected.solution)) return { ok: true, mat, uncertainty: selected.uncertainty, topView };
  const elsewhere = await relocated(context, mat, selected.solution);
  return { ok: true, mat: elsewhere, uncertainty: selected.uncertainty, topView: await viewFromAbove(context, elsewhere.coarse) };
}

async function viewFromAbove(
  { engines: { cv, nets }, rgba, timed, standing = [] }: FrameContext,
  coarse: TableSolution,
  { bases, noBases, maps } = NOTHING_CACHED,
): Promise<TopView> {
  const rectified = await timed('rectify', () => rectify(cv, rgba, coarse.camera));
  const found = await timed('detect', () => detect(nets.baseDetector, rectified, true, maps));
  const { detected, expected } = withStandingBases(found.bases, standing, coarse.camera);
  const detections = { ...found, bases: detected };
  const cached = bases.map((one) => ({ ...one, detection: detections.bases.find(({ at }) => isOn(one, at)) ?? one.detection }));
  const fresh = [...detected, ...expected].filter(
    ({ at }) => !cached.some((one) => isOn(one, at)) && !noBases.some((none) => isNear(none, at)),
  );
  const candidates = await timed('refine', () => readBases(cv, nets.baseKeypoints, rgba, coarse.camera, fresh, true));
  return { detections, cached, candidates };
}
