import type { Camera } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import { distanceMm } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { StandingBase } from '../../table/measurement.js';
import type { Detection } from './detect.js';

/**
 * Distance within which a detection is of a base that another picture shows, mm: the registrations of both leave this open, and the
 * detector's cell.
 */
const SAME_PLACE_MM = 12;
/** The detector's score that counts for a base that another picture shows: nine in ten detections with it are bases. */
const EXPECTED_SCORE = 0.9;
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
