import type { Camera } from '../../src/geometry/camera.js';

/** A camera a metre above the mat's corner that looks straight down. */
export const OVERHEAD: Camera = {
  ...{ widthPx: 1920, heightPx: 1080, fx: 1500, fy: 1500, cx: 960, cy: 540 },
  distortion: [0, 0, 0, 0, 0],
  r: [1, 0, 0, 0, -1, 0, 0, 0, -1],
  t: [0, 0, 1000],
};
