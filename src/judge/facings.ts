import { type Pair, pairOf } from './pair.js';

/** A pair with its viewer turned on the spot, and how likely it faces so. */
export interface Facing {
  readonly pair: Pair;
  readonly probability: number;
}

/**
 * How a base faces whose front the camera does not tell, against how it was taken to: of 29 such bases on 136 simulated tables of looks that no
 * net was trained on 19 faced so, nine the other way, one to a side.
 */
const TURNS = [
  { turnRad: 0, probability: 0.65 },
  { turnRad: Math.PI, probability: 0.3 },
  { turnRad: Math.PI / 2, probability: 0.025 },
  { turnRad: -Math.PI / 2, probability: 0.025 },
] as const;

/** All the ways in which a viewer with an open front may face. */
export function facings(pair: Pair): readonly Facing[] {
  return TURNS.map(({ turnRad, probability }) => ({ pair: turnedViewer(pair, turnRad), probability }));
}

/** The pair with the viewer turned as its printed tile is, along whose lines players look; undefined where the tile was not measured. */
export function alongTile(pair: Pair): Pair | undefined {
  const { tile } = pair.viewer;
  return tile && turnedViewer(pair, tile.turnRad, tile.sigmaRad ** 2);
}

/** `moreVariance`: by how much less its heading is known then, rad². */
function turnedViewer({ table, viewerIndex, targetIndex }: Pair, turnRad: number, moreVariance = 0): Pair {
  const ships = table.ships.map((ship, i) => {
    if (i !== viewerIndex) return ship;
    const { pose, covariance } = ship;
    const headingRad = pose.headingRad + turnRad;
    return { ...ship, pose: { ...pose, headingRad }, covariance: { ...covariance, hh: covariance.hh + moreVariance } };
  });
  const turned = { ...table, ships };
  if (!table.jointCovariance || moreVariance === 0) return pairOf(turned, viewerIndex, targetIndex);
  const jointCovariance = [...table.jointCovariance];
  jointCovariance[(3 * viewerIndex + 2) * (3 * ships.length + 1)]! += moreVariance;
  return pairOf({ ...turned, jointCovariance }, viewerIndex, targetIndex);
}
