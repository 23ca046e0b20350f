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
export function facings({ table, viewerIndex, targetIndex }: Pair): readonly Facing[] {
  return TURNS.map(({ turnRad, probability }) => {
    const ships = table.ships.map((ship, i) =>
      i === viewerIndex ? { ...ship, pose: { ...ship.pose, headingRad: ship.pose.headingRad + turnRad } } : ship,
    );
    return { pair: pairOf({ ...table, ships }, viewerIndex, targetIndex), probability };
  });
}
