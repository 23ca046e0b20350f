import { type Camera, cameraCentre } from '../geometry/camera.js';
import { type Proof, provingLengthMm } from '../table/setup/proof.js';
import type { Setup } from '../table/setup/setup.js';
import type { Table } from '../table/table.js';
import type { EvidencePicture } from './evidence.js';
import { PROGRAM_VERSION } from './program-version.js';

/** State of the table when something was proved. */
export interface ProvedOn {
  readonly table: Pick<Table, 'widthMm' | 'depthMm'> & { readonly ships: readonly unknown[] };
  readonly matSigmaMm?: number | undefined;
  readonly camera?: Camera | undefined;
  readonly setup?: Setup | undefined;
  readonly picture?: EvidencePicture | undefined;
}

/**
 * The document of a proof (proof.schema.json): what was read, what it is, and how the table was seen. It names nobody, no camera and no ship, and holds a
 * picture only where one is given.
 */
export function proofFile(proof: Proof, { table, matSigmaMm, camera, setup, picture }: ProvedOn): Readonly<Record<string, unknown>> {
  const { provedAt, piece, by, readMm, sigmaMm } = proof;
  const { pictures, ships } = setup?.learnedFrom ?? { pictures: 0, ships: 0 };
  return {
    ...{ format: 'hashmark-proof', version: 1, program: PROGRAM_VERSION, provedAt },
    ...{ piece, by, knownMm: provingLengthMm(piece), readMm, sigmaMm },
    ...(camera && { view: viewOf(camera, table) }),
    mat: {
      ...{ widthMm: table.widthMm, depthMm: table.depthMm, ...(matSigmaMm !== undefined && { sigmaMm: matSigmaMm }) },
      source: setup?.mat.source ?? 'nominal',
    },
    ships: table.ships.length,
    learnedFrom: { pictures, ships },
    ...(picture && { picture }),
  };
}

/** Size of the picture, how far the camera is from the mat's middle, and how high it stands above the mat as seen from there. */
function viewOf(camera: Camera, { widthMm, depthMm }: ProvedOn['table']): unknown {
  const eye = cameraCentre(camera);
  const [x, y] = [eye.x - widthMm / 2, eye.y - depthMm / 2];
  return {
    ...{ widthPx: camera.widthPx, heightPx: camera.heightPx },
    distanceMm: Math.round(Math.hypot(x, y, eye.z)),
    elevationDeg: Math.round((Math.atan2(eye.z, Math.hypot(x, y)) * 180) / Math.PI),
  };
}
