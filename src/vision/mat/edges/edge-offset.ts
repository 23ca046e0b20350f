import { tableFromPixel } from '../../../geometry/camera.js';
import { outsideMm } from '../../solve/mat-sides.js';
import type { RegisteredMat } from './band-colours.js';
import type { EdgeReading } from './measure-edges.js';

/** Distance of an edge that was read outside of its side of a registered mat, mm; undefined where none was seen, or above the horizon. */
export function edgeOutsideMm({ side, mark }: EdgeReading, registration: RegisteredMat): number | undefined {
  const at = mark && tableFromPixel(registration.camera, mark);
  return at && outsideMm(at, side, registration);
}
