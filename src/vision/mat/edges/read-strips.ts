import { mapByHomography } from '../../../geometry/plane-map.js';
import { cutCrop } from '../../image/crop.js';
import type { Homography } from '../../image/planar.js';
import { sigmoid } from '../../runtime/activations.js';
import type { Net } from '../../runtime/net.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import type { Mark } from '../../solve/observations.js';

/** A strip across an edge in the original frame, its pixels counted from the inner side. */
export interface Strip {
  readonly imageFromStrip: Homography;
}

/** The size of a strip as the net wants it, across the edge and along it. */
export interface StripSize {
  readonly acrossPx: number;
  readonly alongPx: number;
}

/** Probability from which a strip shows an edge. */
const MIN_PROBABILITY = 0.5;
/** Number of strips that are read in one run of the net. */
const BATCH = 96;

/** Measures where the edge crosses the middle line of each strip; undefined where there is none. Throws when the net is another one. */
export async function readStrips(cv: Cv, net: Net, rgba: Mat, strips: readonly Strip[], size: StripSize): Promise<(Mark | undefined)[]> {
  const marks: (Mark | undefined)[] = [];
  for (let from = 0; from < strips.length; from += BATCH) {
    marks.push(...(await readBatch(cv, net, rgba, strips.slice(from, from + BATCH), size)));
  }
  return marks;
}

async function readBatch(cv: Cv, net: Net, rgba: Mat, strips: readonly Strip[], size: StripSize): Promise<(Mark | undefined)[]> {
  const { acrossPx, alongPx } = size;
  const plane = acrossPx * alongPx;
  const images = new Float32Array(strips.length * 3 * plane);
  strips.forEach((strip, i) => {
    images.set(cutCrop(cv, rgba, strip.imageFromStrip, acrossPx, alongPx), i * 3 * plane);
  });
  const { place, logSigma, there } = await net.run(images, [strips.length, 3, alongPx, acrossPx]);
  if (!place || !logSigma || !there) throw new Error('The edge net gave no places.');
  return strips.map(({ imageFromStrip }, i) => {
    if (sigmoid(there.data[i]!) < MIN_PROBABILITY) return undefined;
    const at = place.data[i]!;
    const middle = (alongPx - 1) / 2;
    const [u, v] = mapByHomography(imageFromStrip, at, middle);
    const [u1, v1] = mapByHomography(imageFromStrip, at + 1, middle);
    return { u, v, sigmaPx: Math.exp(logSigma.data[i]!) * Math.hypot(u1 - u, v1 - v) };
  });
}
