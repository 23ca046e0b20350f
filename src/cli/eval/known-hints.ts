import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Camera, cameraCentre } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import type { KnownLens } from '../../table/known-lens.js';
import type { MeasureHints } from '../../table/measurement.js';
import type { MatSize } from '../../table/setup/mat-size.js';
import type { Setup } from '../../table/setup/setup.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { matCorners } from '../../vision/solve/mat-sides.js';
import { setupFrom } from '../commands/setup.js';
import { readSetup } from '../inputs/read-setup.js';
import { readTruth, type Truth } from './truth-file.js';

/** Hints of a table that may be given before it is measured. */
export const KNOWN_BEFOREHAND = ['nothing', 'mat', 'setup'] as const;
export type KnownBeforehand = (typeof KNOWN_BEFOREHAND)[number];

/** A mat that was measured with a tape. */
const MEASURED_SIGMA_MM = 0.5;
/** A lens that was measured with the printed sheet. */
const MEASURED_LENS = { focal: 0.001, k1: 0.003, k2: 0.005, centrePx: 1.5 } as const;

/**
 * The hints for the picture with a truth: the mat's true size ± 0.5 mm; a setup made by the program from another picture of the same table
 * and camera (`setup/NAME` in its folder) and that size (where it finds no border there, with the corners that a person marks), or read
 * from `NAME.setup.json`. Without either, the true lens, mat and corners as if a person had confirmed them.
 */
export async function knownHints(engines: Engines, folder: string, truth: Truth, known: KnownBeforehand): Promise<MeasureHints> {
  if (known === 'nothing') return {};
  const mat = measuredMat(truth);
  if (known === 'mat') return { mat };
  const other = join(folder, 'setup', truth.image);
  if (await isThere(other)) return { setup: await setupOf(engines, other, mat) };
  const file = join(folder, truth.image.replace(/\.[^.]+$/, '.setup.json'));
  if (await isThere(file)) return { setup: await readSetup(file) };
  return { mat, ...(truth.camera && confirmed(truth.camera, truth)) };
}

async function setupOf(engines: Engines, path: string, mat: MatSize): Promise<Setup> {
  try {
    return await setupFrom(engines, [path], { mat });
  } catch (cause) {
    const { camera, ...truth } = await readTruth(path.replace(/\.[^.]+$/, '.json'));
    if (!camera) throw cause;
    return setupFrom(engines, [path], { mat, corners: confirmed(camera, truth).corners! });
  }
}

/** The mat as it is measured from player 1's side, which is the one nearest to the camera. */
function measuredMat({ camera, table: { widthMm, depthMm } }: Truth): MatSize {
  const centre = camera ? cameraCentre(camera) : { x: widthMm / 2, y: -1 };
  const isAside = Math.abs(centre.x - widthMm / 2) > Math.abs(centre.y - depthMm / 2);
  const [wide, deep] = isAside ? [depthMm, widthMm] : [widthMm, depthMm];
  return { widthMm: wide, depthMm: deep, sigmaMm: MEASURED_SIGMA_MM };
}

function confirmed(camera: Camera, { table }: Pick<Truth, 'table'>): Pick<MeasureHints, 'lens' | 'corners'> {
  const { widthPx, heightPx, fx, fy, cx, cy, distortion } = camera;
  const sigma = { focalPx: MEASURED_LENS.focal * fx, k1: MEASURED_LENS.k1, k2: MEASURED_LENS.k2, centrePx: MEASURED_LENS.centrePx };
  const lens: KnownLens = { widthPx, heightPx, fx, fy, cx, cy, distortion, sigma };
  const corners = matCorners(table).map((place) => pixelInPicture(camera, { ...place, z: 0 }));
  return { lens, corners };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
