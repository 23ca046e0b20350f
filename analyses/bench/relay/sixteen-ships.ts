import { MAT_MM } from '../../../src/pieces/dimensions.js';
import { wireScene } from '../../../src/relay/wire/wire-scene.js';
import type { SceneFile } from '../../../src/table/documents/scene-file.js';

/** Sixteen small ships as a camera measures them, in all the digits of its solution, and three obstacles of eight corners; as it goes on the wire. */
export function sceneOfSixteenShips(): SceneFile {
  const ships = Array.from({ length: 16 }, (_, i) => ({
    id: `ship-${i + 1}`,
    base: 'small' as const,
    xMm: 80 + 200 * (i % 4) + Math.sin(i),
    yMm: 80 + 200 * Math.floor(i / 4) + Math.cos(i),
    headingDeg: 22.5 * i - 170 + Math.sin(i),
    arcs: ['front' as const],
    owner: ((i % 2) + 1) as 1 | 2,
    sigma: {
      xMm: 0.3 + 0.1 * Math.sin(i),
      yMm: 0.3 + 0.1 * Math.cos(i),
      xyCorrelation: 0.5 * Math.sin(i),
      headingDeg: 0.4 + 0.1 * Math.sin(i),
    },
    detectionProbability: 1 - 1e-4 * (1 + Math.sin(i)),
  }));
  const corner = (k: number, i: number) => [200 + 200 * k + 30 * Math.cos((i * Math.PI) / 4), 180 + 30 * Math.sin((i * Math.PI) / 4)];
  const obstacles = [0, 1, 2].map((k) => ({
    id: `obstacle-${k + 1}`,
    kind: 'asteroid' as const,
    outlineMm: Array.from({ length: 8 }, (_, i) => corner(k, i) as [number, number]),
  }));
  const jointCovariance = Array.from({ length: 48 * 48 }, (_, k) => 0.01 * Math.cos(k));
  return wireScene({
    format: 'hashmark-scene',
    version: 1,
    table: { widthMm: MAT_MM, depthMm: MAT_MM },
    ships,
    obstacles,
    jointCovariance,
  });
}
