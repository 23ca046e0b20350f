import type { Camera } from '../../src/geometry/camera.js';
import { CALIBRATION_BOARD } from '../../src/pieces/calibration-board.js';
import type { BoardCorner } from '../../src/vision/lens/find-board.js';
import { brown } from './drawn-sheet.js';

const { columns, rows, squareMm } = CALIBRATION_BOARD;

/** The board's corners where a perfect eye sees them, plus noise, px; those outside the picture are missing. */
export function cornersOf(
  { widthPx, heightPx, r, t, fx, fy, cx, cy, distortion }: Camera,
  noise: () => number,
  sigmaPx: number,
): BoardCorner[] {
  return Array.from({ length: (columns - 1) * (rows - 1) }, (_, id) => {
    const at = {
      x: ((id % (columns - 1)) + 1 - columns / 2) * squareMm,
      y: (rows / 2 - 1 - Math.floor(id / (columns - 1))) * squareMm,
    };
    const z = r[6] * at.x + r[7] * at.y + t[2];
    const [x, y] = brown(distortion, (r[0] * at.x + r[1] * at.y + t[0]) / z, (r[3] * at.x + r[4] * at.y + t[1]) / z);
    return { at, mark: { u: fx * x + cx + sigmaPx * noise(), v: fy * y + cy + sigmaPx * noise(), sigmaPx: 0.3 } };
  }).filter(({ mark }) => mark.u > 5 && mark.v > 5 && mark.u < widthPx - 5 && mark.v < heightPx - 5);
}
