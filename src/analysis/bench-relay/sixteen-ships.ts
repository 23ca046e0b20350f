import type { SceneFile } from '../../table/scene-file.js';

/** Sixteen small ships as a camera measures them, in the digits it sends, with sigma and names; and three obstacles of eight corners. */
export function sceneOfSixteenShips(): SceneFile {
  const ships = Array.from({ length: 16 }, (_, i) => ({
    id: `ship-${i + 1}`,
    base: 'small' as const,
    xMm: 80.123 + 200 * (i % 4),
    yMm: 80.456 + 200 * Math.floor(i / 4),
    headingDeg: 22.531 * i - 170,
    arcs: ['front' as const],
    owner: ((i % 2) + 1) as 1 | 2,
    sigma: { xMm: 0.312, yMm: 0.297, xyCorrelation: 0.112, headingDeg: 0.412 },
    detectionProbability: 0.999,
  }));
  const corner = (k: number, i: number) => [200 + 200 * k + 30 * Math.cos(i), 180 + 30 * Math.sin(i)].map((mm) => Math.round(mm * 10) / 10);
  const obstacles = [0, 1, 2].map((k) => ({
    id: `obstacle-${k + 1}`,
    kind: 'asteroid' as const,
    outlineMm: Array.from({ length: 6 }, (_, i) => corner(k, i) as [number, number]),
  }));
  return { format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 }, ships, obstacles };
}
