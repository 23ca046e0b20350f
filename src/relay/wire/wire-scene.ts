import type { SceneFile } from '../../table/documents/scene-file.js';

/** Digits after the point that travel: a thousandth of a millimetre or degree is a hundredth of the least sigma that is ever claimed. */
const DECIMALS = 3;

/**
 * A scene as sent: rounded, and without the joint covariance, which is as large as ten tables. Readers draw it, and take what is judged
 * from the report, which was made with all of it; whoever judges it again is less sure than the camera, never surer.
 */
export function wireScene({ jointCovariance: _, ...scene }: SceneFile): SceneFile {
  return {
    ...scene,
    ships: scene.ships.map((ship) => ({
      ...(rounded(ship) as typeof ship),
      ...(ship.sigma && { sigma: { ...(roundedUp(ship.sigma) as typeof ship.sigma), xyCorrelation: round(ship.sigma.xyCorrelation) } }),
    })),
    ...(scene.obstacles && { obstacles: rounded(scene.obstacles) as typeof scene.obstacles }),
    ...(scene.devices && { devices: rounded(scene.devices) as typeof scene.devices }),
    ...(scene.unmeasurable && { unmeasurable: rounded(scene.unmeasurable) as typeof scene.unmeasurable }),
  };
}

function round(value: number): number {
  return Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS;
}

function rounded(value: unknown): unknown {
  if (typeof value === 'number') return round(value);
  if (Array.isArray(value)) return value.map(rounded);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one)]))
    : value;
}

/** A sigma is never rounded to a smaller one. */
function roundedUp(sigma: object): unknown {
  return Object.fromEntries(Object.entries(sigma).map(([key, one]) => [key, Math.ceil(one * 10 ** DECIMALS) / 10 ** DECIMALS]));
}
