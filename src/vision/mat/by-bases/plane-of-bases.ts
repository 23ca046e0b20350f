import type { Camera } from '../../../geometry/camera.js';
import { meanPoint } from '../../../geometry/mean-point.js';
import type { Point } from '../../../geometry/point.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import { ACCEPTED_PROBABILITY, unsolvedBaseProbability } from '../../bases/base-classifier.js';
import { type Candidate, sharpnessOf } from '../../bases/candidate.js';
import { detect } from '../../bases/detect.js';
import { withSides } from '../../bases/measure-sides.js';
import { nonMaximumSuppression } from '../../bases/non-maximum-suppression.js';
import { poseByKeypoints, readBases } from '../../bases/read-bases.js';
import { withSizeOdds } from '../../bases/read-sizes.js';
import { rectify } from '../../image/rectify.js';
import type { Engines } from '../../runtime/engines.js';
import type { Mat } from '../../runtime/opencv.js';
import { fittingBases } from '../../solve/fitting-bases.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import { movedFrame } from '../../solve/moved-frame.js';
import type { BaseMarks, TablePrior } from '../../solve/observations.js';
import { likeliestSize, ofSizes, otherSizes, sizesBelieved } from '../../solve/size-rivals.js';
import { further, sizesByShape } from '../../solve/sizes-by-shape.js';
import { applies } from '../border-rules.js';
import { nearnessOf } from './camera-by-squares.js';

/** Score below which a detection is not read, and the maximum number that is read: a table full of other things would take long. */
const MIN_SCORE = 0.3;
const MAX_READ = 10;
/** Number of starts whose bases are solved for, those that show them most sharply. */
const READ = 3;
/**
 * Number of planes that are followed, those that show bases most sharply, and of rounds: each time the bases are found again and better.
 */
const FOLLOWED = 2;
const ROUNDS = 3;
/**
 * Number of bases below which they are looked at again from farther and from nearer than a plane's camera, and the ratios of distance: at a
 * scale 20 % off they are read a size too large or small, sharply, and their shapes do not show it.
 */
const FEW = { bases: 4, ratios: [1, 0.84, 1.19] };
/**
 * Agreement of a plane after which another round finds none better: number of bases, mean agreement of each one's marks, and mean
 * probability of the sizes that they were read as.
 */
const AGREED = { bases: 4, each: 0.9, sizes: 0.6 };

/** The table as its bases alone determine it: the camera above its plane, in millimetres of plastic. The mat's place on it is not known. */
export interface PlaneOfBases {
  readonly solution: TableSolution;
  readonly candidates: readonly Candidate[];
  /** Marks of the bases from which the solution was made. */
  readonly bases: readonly BaseMarks[];
  /** Sharpness of the bases whose marks agree: grows with each of them. */
  readonly sharpness: number;
}

/** Maximum number of planes that are proposed, each with a solution other than those before. */
const PROPOSED = 4;
/**
 * Minimum total sharpness of the bases on a later plane, and mean probability of the sizes that they were read as (`sizesBelieved`), for it
 * to be proposed: a base or two seem to be in any picture of a crowded table, and a plane in a squeezed picture
 * (docs/experiments/close-views.md).
 */
const SHOWN = { sharpness: 0.8, sizes: 0.3 };

/**
 * The planes that the bases in the picture alone determine, likeliest first: a camera of `starts` that is far off still shows some bases;
 * solved from these it is better, and shows more. After the first come those found from there and from `more` starts, once each base is
 * also looked at for its size. Empty when no base is found from any start.
 */
export async function* planesOfBases(
  engines: Engines,
  rgba: Mat,
  starts: readonly Camera[],
  more: () => Promise<readonly Camera[]>,
  lens: TablePrior,
): AsyncGenerator<PlaneOfBases, void> {
  const search = new PlaneSearch(engines, rgba, lens, false);
  await search.lookFrom(starts);
  const [first, ...others] = search.likeliest();
  /** Planes that were proposed, as found and as finished. */
  const known: PlaneOfBases[][] = [];
  if (first) {
    const plane = await search.finished(first);
    known.push([first, plane]);
    yield plane;
  }
  const bySizes = new PlaneSearch(engines, rgba, lens, true);
  const shown = [...known.flatMap((one) => one.slice(-1)), ...others.slice(0, FOLLOWED)].filter(isShown);
  const again = shown.map(({ solution }) => recentred(solution));
  await bySizes.lookFrom([...(await more()), ...again]);
  for (const plane of bySizes.likeliest()) {
    if (known.length === PROPOSED || !isShown(plane)) return;
    if (known.flat().some((other) => isAlike(other, plane))) continue;
    const finished = await bySizes.finished(plane);
    known.push([plane, finished]);
    if (isShown(finished)) yield finished;
  }
}

function isShown({ sharpness, bases }: PlaneOfBases): boolean {
  return sharpness >= SHOWN.sharpness && sizesBelieved(bases) >= SHOWN.sizes;
}

/** Largest difference of focal lengths, distances (logarithms) and tilts (rad) at which planes are one. */
const ALIKE = { log: 0.06, tiltRad: 0.05 };

function isAlike({ solution: one }: PlaneOfBases, { solution: other }: PlaneOfBases): boolean {
  const apart = (p: number, q: number) => Math.abs(Math.log(p / q));
  const tilt = (camera: Camera) => Math.asin(-camera.r[8]);
  return (
    apart(one.camera.fx, other.camera.fx) < ALIKE.log &&
    apart(nearnessOf(one), nearnessOf(other)) < ALIKE.log &&
    Math.abs(tilt(one.camera) - tilt(other.camera)) < ALIKE.tiltRad
  );
}

/** Looks at the bases from successive cameras, each time from a better one. */
class PlaneSearch {
  readonly #planes: PlaneOfBases[] = [];
  readonly #followed = new Set<PlaneOfBases>();
  readonly #engines: Engines;
  readonly #rgba: Mat;
  readonly #lens: TablePrior;
  readonly #looksAtSizes: boolean;

  constructor(engines: Engines, rgba: Mat, lens: TablePrior, looksAtSizes: boolean) {
    this.#engines = engines;
    this.#rgba = rgba;
    this.#lens = lens;
    this.#looksAtSizes = looksAtSizes;
  }

  likeliest(): PlaneOfBases[] {
    return [...this.#planes].sort(byWorth);
  }

  /** Looks from some cameras, and follows the planes that these show. */
  async lookFrom(starts: readonly Camera[]): Promise<void> {
    if (starts.length === 0) return;
    const views: View[] = [];
    for (const start of starts) views.push(await viewFrom(this.#engines, this.#rgba, start));
    const sharpest = views.filter(({ candidates }) => candidates.length > 0).sort((a, b) => b.sharpness - a.sharpness);
    for (const view of sharpest.slice(0, READ)) this.#planes.push(...(await this.#planesOf(view)));
    for (let round = 0; round < ROUNDS; round++) {
      const planes = this.likeliest();
      if (planes[0] && isAgreed(planes[0]) && (!this.#looksAtSizes || sizesBelieved(planes[0].bases) > AGREED.sizes)) break;
      for (const plane of planes.filter((one) => !this.#followed.has(one)).slice(0, FOLLOWED)) {
        this.#followed.add(plane);
        for (const ratio of plane.candidates.length < FEW.bases ? FEW.ratios : [1]) {
          const view = await viewFrom(this.#engines, this.#rgba, further(recentred(plane.solution), ratio));
          this.#planes.push(...(await this.#planesOf(view)));
        }
      }
    }
  }

  /** A plane solved with the sides of its bases, or one with bases of other sizes, where these explain the same marks better. */
  async finished(found: PlaneOfBases): Promise<PlaneOfBases> {
    const [engines, rgba, lens] = [this.#engines, this.#rgba, this.#lens] as const;
    const plane = await sharpened(engines, rgba, found, lens);
    const other = otherSizes(plane.solution, plane.bases, lens);
    if (!other || other.lead >= 0 || !applies('plane-other-sizes')) return plane;
    const [seen] = await this.#planesOf(await viewFrom(engines, rgba, recentred(other.solution)));
    const rescaled = seen && (await sharpened(engines, rgba, seen, lens));
    if (!rescaled) return plane;
    const isLikelier = this.#looksAtSizes ? worthOf(rescaled) > worthOf(plane) : meanCost(rescaled) < meanCost(plane);
    return isLikelier ? rescaled : plane;
  }

  async #planesOf({ camera, candidates, sharpness }: View): Promise<PlaneOfBases[]> {
    if (candidates.length === 0) return [];
    if (!this.#looksAtSizes) return solveBases({ camera, candidates, sharpness }, this.#lens);
    const poses = candidates.map(({ reading, marks }) => poseByKeypoints(camera, reading) ?? marks.start);
    const sized = await withSizeOdds(this.#engines, this.#rgba, camera, candidates, poses);
    return solveBases({ camera, candidates: sized, sharpness }, this.#lens);
  }
}

function meanCost({ solution, bases }: PlaneOfBases): number {
  return solution.cost / bases.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function isAgreed({ solution: { agreement }, candidates }: PlaneOfBases): boolean {
  return candidates.length >= AGREED.bases && sum(agreement) >= AGREED.each * candidates.length;
}

/**
 * Factors of a plane's worth beside the sharpness of its bases: more where these agree; once they were looked at for their sizes, less
 * where each alone shows another (`unsure` is added to the mean probability of theirs), or where each costs more than `costEach`. Of 89
 * pairs of a view from the right distance and one from a wrong one, in which two sizes in five or more are misread, this order has 87
 * right; by sharpness and agreement alone it was 77 (docs/experiments/close-views.md).
 */
const WORTH = { agreed: 1.25, unsure: 0.3, costEach: 10 };

function worthOf(plane: PlaneOfBases): number {
  const shown = plane.sharpness * (isAgreed(plane) ? WORTH.agreed : 1);
  if (!plane.bases.some(({ sizes }) => sizes)) return shown;
  return shown * (WORTH.unsure + sizesBelieved(plane.bases)) * Math.min(1, WORTH.costEach / meanCost(plane));
}

function byWorth(a: PlaneOfBases, b: PlaneOfBases): number {
  return worthOf(b) - worthOf(a);
}

/** The same plane solved again with the sides of the bases, which determine the camera better than wide crops. */
async function sharpened(engines: Engines, rgba: Mat, plane: PlaneOfBases, lens: TablePrior): Promise<PlaneOfBases> {
  const { solution } = plane;
  const bases = await withSides(engines, rgba, solution, plane.bases);
  return { ...plane, bases, solution: solveTable(solution, { border: [], bases }, lens) };
}

/** The bases that one camera shows. */
interface View {
  readonly camera: Camera;
  readonly candidates: readonly Candidate[];
  readonly sharpness: number;
}

async function viewFrom({ cv, nets }: Engines, rgba: Mat, camera: Camera): Promise<View> {
  const detections = (await detect(nets.baseDetector, rectify(cv, rgba, camera), false)).bases
    .filter(({ score }) => score >= MIN_SCORE)
    .slice(0, MAX_READ);
  const read = await readBases(cv, nets.baseKeypoints, rgba, camera, detections, false);
  const candidates = nonMaximumSuppression(read.filter((one) => unsolvedBaseProbability(one) >= ACCEPTED_PROBABILITY));
  return { camera, candidates, sharpness: sum(candidates.map(sharpnessOf)) };
}

/**
 * Mean cost of a base (robust squared residuals) above which some may be of other sizes than they were read as; and the largest ratio of an
 * explanation's cost to that of the better one for it to be likely.
 */
const OTHER_SIZES = { costEach: 8, likely: 1.6 };

/**
 * The planes of the bases in a view with sizes as read; where they fit each other badly, with the sizes that their shapes have together, if
 * that is about as likely; and where some alone show other sizes, with those.
 */
function solveBases(view: View, lens: TablePrior): PlaneOfBases[] {
  const marks = view.candidates.map((one) => one.marks);
  const asRead = solveAsRead(view, lens);
  const solvedAs = ({ camera, bases }: { readonly camera: Camera; readonly bases: readonly BaseMarks[] }) => {
    const candidates = view.candidates.map((one, i) => {
      const { base } = bases[i]!;
      return { ...one, reading: { ...one.reading, base }, marks: { ...bases[i]!, sizes: one.marks.sizes } };
    });
    return solveAsRead({ ...view, camera, candidates }, lens);
  };
  const byThemselves = marks.map(({ base, sizes }) => (sizes ? likeliestSize(sizes) : base));
  const isOther = byThemselves.some((size, i) => size !== marks[i]!.base);
  const bySizes = isOther ? [solvedAs(ofSizes(view.camera, marks, byThemselves))] : [];
  if (meanCost(asRead) <= OTHER_SIZES.costEach) return [asRead, ...bySizes];
  const [other] = sizesByShape(view.camera, marks, lens)
    .filter(({ bases }) => bases.some(({ base }, i) => base !== marks[i]!.base))
    .map((one) => ({ ...one, cost: solveTable(startAt(one.camera), { border: [], bases: one.bases }, lens).cost }))
    .sort((a, b) => a.cost - b.cost);
  const planes = (other ? [asRead, solvedAs(other)] : [asRead]).sort((a, b) => meanCost(a) - meanCost(b));
  return [...planes.filter((plane) => meanCost(plane) <= OTHER_SIZES.likely * meanCost(planes[0]!)), ...bySizes];
}

/** A camera of a standard mat, as a start. */
function startAt(camera: Camera): { readonly camera: Camera; readonly widthMm: number; readonly depthMm: number } {
  return { camera, widthMm: MAT_MM, depthMm: MAT_MM };
}

function solveAsRead({ camera, candidates: seen }: View, lens: TablePrior): PlaneOfBases {
  const start = startAt(camera);
  const marksOf = (some: readonly Candidate[]) => some.map(({ marks }) => marks);
  const { bases: candidates, solution } = fittingBases(seen, (some) => solveTable(start, { border: [], bases: marksOf(some) }, lens));
  const bases = marksOf(candidates);
  return { solution, candidates, bases, sharpness: sum(candidates.map((one, i) => solution.agreement[i]! * sharpnessOf(one))) };
}

/** The same camera with the bases' middle where a mat's middle would be. */
export function recentred({ camera, poses }: TableSolution): Camera {
  return movedFrame(camera, cornerAround(poses), 0);
}

export function cornerAround(bases: readonly Point[]): Point {
  const { x, y } = meanPoint(bases);
  return { x: x - MAT_MM / 2, y: y - MAT_MM / 2 };
}
