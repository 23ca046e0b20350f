import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import { fitPose } from '../../geometry/fit-pose.js';
import { type Pose, wrapRad } from '../../geometry/pose.js';
import { TILE_TOP_MM } from '../../pieces/dimensions.js';
import type { Net } from '../runtime/net.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { BASE_KEYPOINTS, KEYPOINT_NAMES } from '../solve/base-keypoints.js';
import type { BaseMarks } from '../solve/observations.js';
import { SIGMA_INFLATION } from '../solve/sigma-inflation.js';
import type { Candidate, ConfirmedCandidate } from './candidate.js';
import type { Detection } from './detect.js';
import { type CropAt, type KeypointReading, measureKeypoints } from './measure-keypoints.js';

/** Probability below which the net shows no base. */
const SURE_SCORE = 0.5;
/** A crop with fewer keypoints than this does not place a base. */
const MIN_MARKS = 8;
/** Mean log spread, mm, below which a crop shows its base well enough: no other facing is tried. */
const SHARP_SPREAD = -0.22;
/**
 * Facings in which a base that is not sharp is measured in turn, from the detected one: as detected and opposite, which prints distinguish
 * least; then between, for the detector, torn between two fronts, points to the diagonal between them, and knows no facing of what is half
 * hidden; then, where its score is worth the time, the rest.
 */
const ROUNDS = [
  { turnsRad: eighths(0, 4), minScore: 0 },
  { turnsRad: eighths(1, 2, 3), minScore: 0 },
  { turnsRad: eighths(5, 6, 7), minScore: 0.35 },
];

/** Number of bases that are measured in other facings at most, the detector’s likeliest first. */
const MAX_TURNED = 16;

function eighths(...counts: readonly number[]): number[] {
  return counts.map((count) => (count * Math.PI) / 4);
}

/** By how much the front’s crop must be sharper than one with the front elsewhere (mean log spread). */
const SHARPER_FROM_FRONT = 0.75;
/** By how much more it must be sharper than one that was read one way only (docs/experiments/speed.md). */
const FAR_BEHIND = SHARPER_FROM_FRONT + 0.5;
const OTHER_FRONT_RAD = Math.PI / 4;
/**
 * The front of a base that is less sharp than `spread` (mean log spread, mm) is known only where a crop cut from behind shows it at the same end: at least as sharp as `fromBehind` and
 * within `withinRad`. Of 43 bases without such a crop four were reversed, of the 375 others not one; a base a quarter turn off was confirmed by a crop 39° away, a reversed one by a crop of 1.39
 * (docs/experiments/front.md).
 */
const CONFIRMED = { spread: -0.35, fromBehind: 1.2, withinRad: Math.PI / 9 };
const FROM_BEHIND_RAD = (3 * Math.PI) / 4;
const FRONT_HASHMARK = KEYPOINT_NAMES.indexOf('hashmark front');
const REAR_HASHMARK = KEYPOINT_NAMES.indexOf('hashmark rear');
/** Facings of close crops: the solved pose and its opposite; where neither is sharp or both are, its quarter turns as well. */
const CLOSE_TURNS_RAD = [
  [0, Math.PI],
  [Math.PI / 2, -Math.PI / 2],
];

/**
 * Sharpness (mean log spread, mm) above which a base shows too little to rule out a larger one. Of 826 bases two large ones were measured as medium, 9 to 14 mm off, at 0.28 to
 * 0.60; one medium base is that blurred (docs/experiments/classifier.md). Of eleven measured as large at 0.28 to 0.64 one was medium, 11 mm off: the only one of which the detector was less than half sure.
 */
const SIZE_UNSEEN_SPREAD = 0.25;

/**
 * Probability of the size in the wide crop below which that of a base that is not sharp (mean log spread, mm) is open: a close crop is measured as what was asked for. Of
 * 377 bases one of 0.92 was wrong, 12 mm off, and certain; one right one is below (docs/experiments/classifier.md).
 */
const SIZE_UNSURE = { score: 0.98, spread: -0.3 };

/** Least gain of sharpness (mean log spread) for another step, and the number of steps at most. */
const SHARPER_STEP = 0.03;
const MAX_STEPS = 3;

/** A crop that was cut at a pose, and what the net read in it. */
interface CropReading {
  readonly start: Pose;
  readonly reading: KeypointReading;
  readonly isReadBothWays?: boolean;
}

/**
 * The detections that the keypoint net confirms, with its measurements. If `thoroughly`, a base that is not sharp is measured again where its
 * own keypoints place it, and in other facings: the keypoint net, which sees more of the print, decides where the front is.
 */
export async function readBases(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  detections: readonly Detection[],
  thoroughly: boolean,
): Promise<Candidate[]> {
  const read: Read = (starts) => measureKeypoints(cv, net, rgba, camera, starts);
  const sharpest: (CropReading | undefined)[] = detections.map(() => undefined);
  for (const [round, { turnsRad, minScore }] of ROUNDS.slice(0, thoroughly ? ROUNDS.length : 1).entries()) {
    const blurred = detections.flatMap(({ score }, i) => (isSharp(sharpest[i]) || score < minScore ? [] : [i]));
    const starts = blurred.slice(0, round === 0 ? blurred.length : MAX_TURNED).flatMap((i) => {
      const { at, headingRad } = detections[i]!;
      return turnsRad.map((turnRad) => ({ i, pose: { ...at, headingRad: wrapRad(headingRad + turnRad) } }));
    });
    const readings = await read(starts);
    const crops: CropReading[][] = detections.map(() => []);
    starts.forEach(({ i, pose }, k) => {
      if (readings[k]) crops[i]!.push({ start: pose, reading: readings[k] });
    });
    const firsts = crops.map((some) => some.reduce<CropReading | undefined>(sharper, undefined));
    const found = thoroughly ? await followed(read, camera, firsts) : firsts;
    found.forEach((crop, i) => {
      for (const one of [...crops[i]!, crop]) if (one && isUsable(one.reading)) sharpest[i] = sharper(sharpest[i], one);
    });
  }
  return detections.flatMap((detection, i) => {
    const crop = sharpest[i];
    return crop ? [{ ...readAs(crop), detection }] : [];
  });
}

/** A close crop of candidate `i`. */
interface CloseCrop extends CropAt {
  readonly i: number;
  readonly isReadBothWays: boolean;
}

/** Whether what was read one way is so much less sharp than the first of some, sharpest first, that reading it the other way as well would change nothing. */
function isFarBehind(camera: Camera, some: readonly CropReading[]): boolean {
  return some[0]?.isReadBothWays === true && frontLead(camera, some) > FAR_BEHIND;
}

type Read = (starts: readonly CropAt[]) => Promise<(KeypointReading | undefined)[]>;

/**
 * The readings after repeatedly cutting the crop where the keypoints place the base, as long as it gets sharper: from crops some 15 mm beside a
 * half-hidden base, and rotated by 20° against it, this leads to the base though the net sees none in them.
 */
async function followed(read: Read, camera: Camera, firsts: readonly (CropReading | undefined)[]): Promise<(CropReading | undefined)[]> {
  const at = [...firsts];
  let going = at.flatMap((crop, i) => (crop && !isSharp(crop) ? [i] : []));
  for (let step = 0; step < MAX_STEPS && going.length > 0; step++) {
    const next = going.flatMap((i) => {
      const pose = poseByKeypoints(camera, at[i]!.reading);
      return pose ? [{ i, pose }] : [];
    });
    const readings = await read(next);
    going = next.flatMap(({ i, pose }, k) => {
      const reading = readings[k];
      if (!reading || reading.spread > at[i]!.reading.spread - SHARPER_STEP) return [];
      at[i] = { start: pose, reading };
      return isSharp(at[i]) ? [] : [i];
    });
  }
  return at;
}

/** Pose of a base by its keypoints alone; undefined where too few are in the picture. */
export function poseByKeypoints(camera: Camera, { base, marks }: KeypointReading): Pose | undefined {
  const seen = BASE_KEYPOINTS[base].flatMap((local, k) => {
    const mark = marks[k];
    const at = mark && tableFromPixel(camera, mark, local.z);
    return at ? [{ local, at, weight: 1 / mark.sigmaPx ** 2 }] : [];
  });
  if (seen.length < MIN_MARKS) return undefined;
  return fitPose(
    seen.map(({ local }) => local),
    seen.map(({ at }) => at),
    seen.map(({ weight }) => weight),
  );
}

function sharper(one: CropReading | undefined, other: CropReading): CropReading {
  return one && one.reading.spread <= other.reading.spread ? one : other;
}

function isSharp(crop: CropReading | undefined): boolean {
  return crop !== undefined && crop.reading.spread < SHARP_SPREAD;
}

/**
 * The candidates that close crops at their solved poses confirm, with what the sharpest crop shows. Each is measured the other way round as
 * well: the front of the wide crops is not taken for granted.
 */
export async function readCloseCrops(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  candidates: readonly Candidate[],
  poses: readonly Pose[],
): Promise<ConfirmedCandidate[]> {
  const crops: CropReading[][] = candidates.map(() => []);
  const look = async (starts: readonly CloseCrop[]) => {
    const readings = await measureKeypoints(cv, net, rgba, camera, starts);
    starts.forEach((from, k) => {
      const reading = readings[k];
      if (isUsable(reading)) crops[from.i]!.push({ start: from.pose, reading, isReadBothWays: from.isReadBothWays });
    });
    for (const some of crops) some.sort((p, q) => p.reading.spread - q.reading.spread);
  };
  for (const turns of CLOSE_TURNS_RAD) {
    const starts = candidates.flatMap(({ reading: { base } }, i) =>
      isSharp(crops[i]![0]) && frontLead(camera, crops[i]!) > SHARPER_FROM_FRONT
        ? []
        : turns.map((turnRad): CloseCrop => {
            const pose = { ...poses[i]!, headingRad: wrapRad(poses[i]!.headingRad + turnRad) };
            return { i, base, pose, isReadBothWays: turnRad === 0 };
          }),
    );
    await look(starts);
    const again = crops.flatMap((some, i): CloseCrop[] => {
      const oneWay = isFarBehind(camera, some) ? [] : some.filter(({ isReadBothWays }) => !isReadBothWays);
      return oneWay.map(({ start }) => ({ i, base: candidates[i]!.reading.base, pose: start, isReadBothWays: true }));
    });
    for (const { i } of again) crops[i] = crops[i]!.filter(({ isReadBothWays }) => isReadBothWays);
    await look(again);
  }
  return candidates.flatMap(({ detection, reading: { sizeScore } }, i) => {
    const [sharpest] = crops[i]!;
    if (!sharpest || isSizeOpen(detection, sizeScore, sharpest.reading)) return [];
    const lead = frontLead(camera, crops[i]!);
    const isFrontKnown =
      lead > SHARPER_FROM_FRONT && (sharpest.reading.spread <= CONFIRMED.spread || isConfirmedFromBehind(camera, crops[i]!));
    return [{ ...readAs(sharpest), detection, isFrontKnown, frontLead: lead }];
  });
}

/** Whether the size of a base is open: it may be a larger one, the wide crop was not sure of it (`sizeScore`), or detector and another picture have it of one size and its keypoints of another. */
function isSizeOpen({ base, standing, score }: Candidate['detection'], sizeScore: number, reading: KeypointReading): boolean {
  if (standing === reading.base) return false;
  const isUnsure = sizeScore < SIZE_UNSURE.score && reading.spread > SIZE_UNSURE.spread;
  return isUnsure || mayBeOther(reading, score) || (standing !== undefined && standing === base);
}

/**
 * Whether what is seen may as well be a part of a larger base, or, where the detector (`score`) is not sure of it, of a smaller one: the net gives the size of what is hidden with full
 * confidence even where it is wrong.
 */
function mayBeOther({ base, spread }: KeypointReading, score: number): boolean {
  return spread > SIZE_UNSEEN_SPREAD && (base !== 'large' || score < SURE_SCORE);
}

/** By how much the next crop with the front elsewhere is less sharp than the first of some, sharpest first. */
function frontLead(camera: Camera, [best, ...others]: readonly CropReading[]): number {
  const rival = best && others.find((other) => hasOtherFront(camera, best, other));
  return rival ? rival.reading.spread - best.reading.spread : Number.POSITIVE_INFINITY;
}

/** Whether a crop that was cut the other way round shows the front where the first of some, sharpest first, has it. */
function isConfirmedFromBehind(camera: Camera, [best, ...others]: readonly CropReading[]): boolean {
  return others.some(
    (other) =>
      other.reading.spread <= CONFIRMED.fromBehind &&
      Math.abs(wrapRad(other.start.headingRad - facingOf(camera, best!))) > FROM_BEHIND_RAD &&
      frontsApartRad(camera, best!, other) < CONFIRMED.withinRad,
  );
}

function hasOtherFront(camera: Camera, one: CropReading, other: CropReading): boolean {
  return frontsApartRad(camera, one, other) > OTHER_FRONT_RAD;
}

/** By how much two crops show the front in different directions, rad. */
function frontsApartRad(camera: Camera, one: CropReading, other: CropReading): number {
  return Math.abs(wrapRad(facingOf(camera, one) - facingOf(camera, other)));
}

/** Facing that a crop shows, by the front and rear hashmarks, rad; ahead where it does not show both. */
function facingOf(camera: Camera, { start, reading: { marks } }: CropReading): number {
  const [front, rear] = [FRONT_HASHMARK, REAR_HASHMARK].map((k) => marks[k] && tableFromPixel(camera, marks[k], TILE_TOP_MM));
  return front && rear ? Math.atan2(front.x - rear.x, front.y - rear.y) : start.headingRad;
}

function isUsable(reading: KeypointReading | undefined): reading is KeypointReading {
  return reading !== undefined && reading.score >= SURE_SCORE && reading.marks.filter(Boolean).length >= MIN_MARKS;
}

function readAs({ reading, start }: CropReading): Pick<Candidate, 'marks' | 'reading'> {
  return { marks: marksOf(reading, start), reading };
}

function marksOf(reading: KeypointReading, start: Pose): BaseMarks {
  const marks = reading.marks.map(
    (mark) => mark && { ...mark, sigmaPx: SIGMA_INFLATION.markFactor * Math.hypot(mark.sigmaPx, SIGMA_INFLATION.markFloorPx) },
  );
  return { base: reading.base, start, marks };
}
