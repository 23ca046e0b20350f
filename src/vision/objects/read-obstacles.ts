import type { Camera } from '../../geometry/camera.js';
import { outlineContains } from '../../geometry/outline.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { cutAveragedCrop, squareCrop } from '../image/crop.js';
import { sigmoid } from '../runtime/activations.js';
import type { Net } from '../runtime/net.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { maskOutlines } from './mask-outlines.js';

/** The crops that the net reads, 1 px/mm with +y up; as in models/train/pictures.py. */
const CROP_PX = 128;
const HALF_MM = 64;
const MASK_PX = 32;
/** Number of classes of each crop: an obstacle in the middle, then the kinds, which the detector's masks know better. */
const CLASSES = 4;
const CELL_PX = CROP_PX / MASK_PX;
const MM_PER_PX = (2 * HALF_MM) / CROP_PX;
/**
 * Share of a circle's area within the same length of outline from which on an outline is round: three in ten of 37 obstacles are, and half
 * of the other things that look like one.
 */
const ROUND = 0.82;
/** Largest distance from a place to the middle of a mask that belongs to it. */
const REACH_MM = 20;

/** Reading of a close crop at a place of the mat. */
export interface ObstacleReading {
  /** Log odds that an obstacle is there, as the net claims them. */
  readonly logit: number;
  /** The outline of the obstacle at the place, table frame of the camera; empty where the mask shows none. */
  readonly outline: readonly Point[];
  readonly areaMm2: number;
  /** Whether the outline is nearly a circle, as those of tokens and printed craters are. */
  readonly isRound: boolean;
}

/**
 * Reads some places of the mat, each from a close crop of the original frame, in one run of the net; undefined for places behind the
 * camera.
 */
export async function readObstacles(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  places: readonly Point[],
): Promise<(ObstacleReading | undefined)[]> {
  const windows = places.map((place) => squareCrop(camera, { ...place, headingRad: 0 }, HALF_MM, 0, CROP_PX));
  const images = windows.flatMap((window) => (window ? [cutAveragedCrop(cv, rgba, window, CROP_PX)] : []));
  if (images.length === 0) return places.map(() => undefined);
  const data = new Float32Array(images.length * 3 * CROP_PX ** 2);
  images.forEach((image, i) => {
    data.set(image, i * image.length);
  });
  const { classes, mask } = await net.run(data, [images.length, 3, CROP_PX, CROP_PX]);
  if (!classes || !mask) throw new Error('The net for obstacles gave no classes.');
  let next = 0;
  return places.map((place, i) => {
    if (!windows[i]) return undefined;
    const at = next++;
    return {
      logit: classes.data[CLASSES * at]!,
      ...outlineAt(cv, mask.data.subarray(at * MASK_PX ** 2, (at + 1) * MASK_PX ** 2), place),
    };
  });
}

/** The outline in the middle of a crop's mask: the one around it, otherwise the nearest. */
function outlineAt(cv: Cv, logits: Float32Array, place: Point): Pick<ObstacleReading, 'outline' | 'areaMm2' | 'isRound'> {
  const things = withMats((own) => {
    const probability = own(new cv.Mat(MASK_PX, MASK_PX, cv.CV_32FC1));
    probability.data32F.set(logits.map(sigmoid));
    return maskOutlines(cv, probability, CELL_PX);
  });
  const onTable = ({ u, v }: Pixel): Point => ({
    x: place.x + (u + 0.5) * MM_PER_PX - HALF_MM,
    y: place.y + HALF_MM - (v + 0.5) * MM_PER_PX,
  });
  const found = things.map(({ outline, centroid, areaPx }) => {
    const middle = onTable(centroid);
    return { outline: outline.map(onTable), areaMm2: areaPx * MM_PER_PX ** 2, awayMm: Math.hypot(middle.x - place.x, middle.y - place.y) };
  });
  const about = found.find(({ outline }) => outline.length >= 3 && outlineContains(outline, place));
  const [nearest] = found.filter(({ awayMm }) => awayMm < REACH_MM).sort((a, b) => a.awayMm - b.awayMm);
  const { outline, areaMm2 } = about ?? nearest ?? { outline: [], areaMm2: 0 };
  return { outline, areaMm2, isRound: areaMm2 > 0 && (4 * Math.PI * areaMm2) / perimeterMm(outline) ** 2 > ROUND };
}

function perimeterMm(outline: readonly Point[]): number {
  return outline.reduce(
    (sum, { x, y }, i) => sum + Math.hypot(x - outline[(i + 1) % outline.length]!.x, y - outline[(i + 1) % outline.length]!.y),
    0,
  );
}
