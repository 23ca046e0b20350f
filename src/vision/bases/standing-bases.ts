import { type Camera, carriedPose } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import { distanceMm } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { StandingBase, TableMeasurement } from '../../table/measurement.js';
import type { Detection } from './detect.js';

/**
 * Distance within which a detection is of a base that another picture shows, mm: the registrations of both leave this open, and the
 * detector's cell.
 */
const SAME_PLACE_MM = 12;
/** The detector's score that counts for a base that another picture shows: nine in ten detections with it are bases. */
const EXPECTED_SCORE = 0.9;
/** Distance within which bases of two pictures are one, mm. */
const ONE_BASE_MM = 15;
/** Mean logit of the plane of cards over bases. */
const USUAL_CARD_LOGIT = -4;

/**
 * Combines detections of this picture with bases that another one of the same table shows: `detected` score at least `EXPECTED_SCORE` where
 * both show a base; `expected` are shown only by the other and must be looked at as well. Where a base has gone, the keypoint net shows
 * none.
 */
export function withStandingBases(
  detections: readonly Detection[],
  standing: readonly StandingBase[],
  camera: Camera,
): { readonly detected: readonly Detection[]; readonly expected: readonly Detection[] } {
  const expected = standing.flatMap(({ base, pose }): Detection[] => {
    if (!pixelInPicture(camera, { x: pose.x, y: pose.y, z: 0 }) || detections.some((one) => distanceMm(pose, one.at) < halfSideMm(base)))
      return [];
    return [
      {
        base,
        at: { x: pose.x, y: pose.y },
        headingRad: pose.headingRad,
        score: EXPECTED_SCORE,
        cardLogit: USUAL_CARD_LOGIT,
        standing: base,
      },
    ];
  });
  const detected = detections.map((one): Detection => {
    const there = standing.find(({ pose }) => distanceMm(pose, one.at) < SAME_PLACE_MM);
    return there ? { ...one, score: Math.max(one.score, EXPECTED_SCORE), standing: there.base } : one;
  });
  return { detected, expected };
}

/**
 * Bases that other pictures show, with those of this one as it was measured `alone`, where its camera `byPrint` has them: through that camera a base is cut and scored a little
 * differently, and one that was just certain would be lost.
 */
export function withOwnBases(
  others: readonly StandingBase[],
  alone: Pick<TableMeasurement, 'bases' | 'camera'> | undefined,
  byPrint: Camera,
): StandingBase[] {
  const own = (alone?.bases ?? []).flatMap(({ base, pose }) => {
    const placed = carriedPose(alone!.camera, byPrint, pose);
    return placed ? [{ base, pose: placed }] : [];
  });
  return [...own, ...apartFrom(own, others)];
}

/** Those of some bases that do not stand where a known one does. */
export function apartFrom<T extends StandingBase>(known: readonly StandingBase[], some: readonly T[]): T[] {
  return some.filter((base) => known.every((other) => distanceMm(base.pose, other.pose) > ONE_BASE_MM));
}
