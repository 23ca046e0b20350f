import { type Camera, tableFromPixel } from '../../../geometry/camera.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import { basesInFrame } from '../../bases/frame-bases.js';
import type { BoardCorner } from '../../lens/find-board.js';
import { countBesideEachOther, type FrameContext } from '../../lens/frame-context.js';
import { placedBoard } from '../../lens/place-board.js';
import { applies } from '../border-rules.js';
import { locateByBorder, locateByContrast, locateMat, type MatFinding, runMatFinder } from '../find/locate-mat.js';
import { type EarlierRegistration, type MatLocation, ONLY_LOCATION, type Refused } from '../find/mat-location.js';
import { solutionsBySquares } from './camera-by-squares.js';
import { contrastSquares } from './contrast-square.js';
import { type PlaneOfBases, planesOfBases, recentred } from './plane-of-bases.js';
import {
  basesOn,
  planesAtOtherFocals,
  registerOnPlane,
  registrationAround,
  registrationOn,
  upsideDownCameras,
  usualCameras,
} from './register-by-bases.js';

/** Number of bases that determine a plane well enough for a mat's square to be fitted on it. */
const MIN_BASES_UNDER_MAT = 3;
/** Share of its score above which another square keeps a square from being found by contrast. */
const MAX_RIVAL_SHARE = 0.85;

/**
 * Hypotheses for the mat's place in one frame, likeliest first, each searched for when it is asked for: first the place that `locateMat`
 * gives, or the reason why it gives none; then, if `isExhaustive` (some seconds), the places that the bases in the picture allow, for a
 * border that the mat finder misses.
 */
export async function* matHypotheses(
  context: FrameContext,
  boardView: readonly BoardCorner[],
  earlier: EarlierRegistration | undefined,
  isExhaustive: boolean,
): AsyncGenerator<MatLocation | Refused, void> {
  let finding: Promise<MatFinding> | undefined;
  const matFinding = () => {
    finding ??= runMatFinder(context);
    return finding;
  };
  yield await locateMat(context, boardView, matFinding, earlier);
  if (!isExhaustive) return;
  yield* matsByBases(context, boardView, await matFinding());
}

/**
 * Places of the mat around the bases: by its border, then by contrast; in a photo, and at first sight, finally the bases alone, whatever
 * they stand on. The plane of the bases is searched for from usual cameras; then, in a photo, from cameras by the squares that the frame
 * itself shows as well; then others are proposed, and last, in a photo, cameras that are held upside down.
 */
export async function* matsByBases(
  context: FrameContext,
  boardView: readonly BoardCorner[],
  finding: MatFinding,
): AsyncGenerator<MatLocation, void> {
  const { engines, frame, rgba, hints, lens, timed } = context;
  const usual = usualCameras(frame.widthPx, frame.heightPx, lens);
  const starts = [...finding.borders.slice(0, 1).map(({ solution }) => solution.camera), ...usual];
  const bySquares = async () => {
    const seen = await basesInFrame(engines.cv, engines.nets.frame, rgba);
    return solutionsBySquares(seen, usual, lens).map(recentred);
  };
  async function* allPlanes() {
    yield* planesOfBases(engines, rgba, starts, bySquares, lens);
    // The frames of a live camera come the right way up.
    if (!hints.isPhoto) return;
    yield* planesOfBases(engines, rgba, upsideDownCameras(frame.widthPx, frame.heightPx, lens), async () => [], lens);
  }
  const planes = allPlanes();
  for (;;) {
    const { value: plane } = await timed('bases-first', () => planes.next());
    if (!plane) return;
    yield* matsOnPlane(context, boardView, finding, plane);
    if (!hints.isPhoto) return;
  }
}

async function* matsOnPlane(
  context: FrameContext,
  boardView: readonly BoardCorner[],
  { evidence }: MatFinding,
  plane: PlaneOfBases,
): AsyncGenerator<MatLocation, void> {
  const { lens, timed } = context;
  if (plane.candidates.length >= MIN_BASES_UNDER_MAT && reachMm(plane.solution.camera) >= MAT_MM) {
    for (const registration of applies('border-on-plane') ? registerOnPlane(evidence, plane, lens.orientation) : []) {
      yield await locateByBorder(context, boardView, registration, basesOn(plane, registration));
    }
    const byContrast = await timed('border', () => squareOnPlane(context, boardView, plane));
    if (byContrast && applies('square-by-contrast')) yield byContrast;
  }
  if (!countBesideEachOther(context)) return;
  const coarse = registrationAround(plane.solution, lens.orientation);
  yield { ...ONLY_LOCATION, source: 'bases', coarse, edges: [], board: placedBoard(coarse, boardView, false) };
}

/** Extent of the plane that the picture shows, mm: from close up it shows no two sides of a mat, which would determine its place. */
function reachMm(camera: Camera): number {
  const [right, bottom] = [camera.widthPx - 1, camera.heightPx - 1];
  const corners = [
    [0, 0],
    [right, 0],
    [right, bottom],
    [0, bottom],
  ].map(([u, v]) => tableFromPixel(camera, { u: u!, v: v! }));
  const across = corners.flatMap((one, i) =>
    corners.slice(i + 1).map((other) => one && other && Math.hypot(one.x - other.x, one.y - other.y)),
  );
  return Math.max(...across.map((mm) => mm ?? Number.POSITIVE_INFINITY));
}

/** The square of mat size on the bases' plane whose sides contrast most, unless another one does nearly as much. */
function squareOnPlane(context: FrameContext, boardView: readonly BoardCorner[], plane: PlaneOfBases): MatLocation | undefined {
  for (const solution of planesAtOtherFocals(plane, context.lens)) {
    const [best, rival] = contrastSquares(context.engines.cv, context.rgba, solution.camera, solution.poses, 2);
    if (!best || (rival && rival.score > MAX_RIVAL_SHARE * best.score && applies('contrast-rival'))) continue;
    return locateByContrast(context, boardView, registrationOn(solution, best, context.lens.orientation));
  }
  return undefined;
}
