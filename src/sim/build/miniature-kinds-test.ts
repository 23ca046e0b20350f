import { ball, bar, box, drum, type MiniatureKind, type PaintIndex, plate, ring, spike } from './miniature-part.js';

/** Silhouettes that nets are never trained on. */
export const TEST_MINIATURES: Readonly<Record<string, MiniatureKind>> = {
  'forward-swept': (random) => {
    const sweep = random.range(0.3, 0.8);
    const parts = [ball([0.4, 1.5, 0.3], [0, 0, 0], 0), box([0.14, 0.5, 0.4], [0, -0.6, 0.2], 3)];
    for (const side of [1, -1])
      parts.push(
        plate(
          [
            [0, -0.55],
            [side * 0.95, sweep],
            [side * 1.0, sweep + 0.15],
            [side * 0.1, 0.05],
          ],
          0.07,
          [0, 0, 0],
          1,
        ),
        bar(0.06, 0.9, [side * 0.97, sweep, 0], 2),
      );
    return parts;
  },
  'standing-shield': (random) => [
    plate(
      [
        [-0.45, -0.9],
        [0.45, -0.9],
        [0.6, 0.2],
        [0, 1.1],
        [-0.6, 0.2],
      ],
      0.3,
      [0, 0, 0.2],
      0,
      [Math.PI / 2 - random.range(0, 0.4), 0, 0],
    ),
    ball([0.5, 0.4, 0.5], [0, -0.2, 0.3], 2),
    box([1.5, 0.14, 0.12], [0, 0, 0.1], 1),
    bar(0.05, 0.7, [0.5, 0.3, 0.1], 3),
    bar(0.05, 0.7, [-0.5, 0.3, 0.1], 3),
  ],
  'ring-ship': (random) => {
    const parts = [
      ring(0.75, random.range(0.06, 0.2), [0, 0, 0], 0),
      ball([0.5, 0.9, 0.35], [0, 0.1, 0], 1),
      box([1.5, 0.12, 0.08], [0, 0, 0], 2),
      spike(0.12, 0.7, [0, 0.9, 0], 3),
    ];
    for (let i = 0; i < 8; i++) {
      const a = (i * Math.PI) / 4;
      parts.push(box([0.15, 0.2, 0.2], [0.75 * Math.cos(a), 0.75 * Math.sin(a), 0.05], 3, [0, 0, a]));
    }
    return parts;
  },
  'tower-wing': (random) => [
    box([0.16, 0.5, 2.0], [0, 0, -0.1], 0),
    ball([0.36, 0.5, 0.36], [0, 0.15, 0.75], 2),
    box([1.3, 0.22, 0.06], [0, 0, -0.2], 1, [0, random.range(-0.5, 0.5), 0]),
    bar(0.06, 0.8, [0.6, 0.1, -0.2], 3),
    bar(0.06, 0.8, [-0.6, 0.1, -0.2], 3),
    bar(0.16, 0.4, [0, -0.3, 0.3], 1),
  ],
  freighter: (random) => {
    const parts = [box([0.5, 2.0, 0.3], [0, 0, 0], 0), box([0.5, 0.3, 0.35], [0, 0.95, 0.05], 1, [0.4, 0, 0])];
    for (let i = 0; i < 6; i++)
      for (const side of [1, -1])
        parts.push(box([0.3, 0.27, 0.3 * random.range(0.7, 1.3)], [side * 0.4, -0.8 + i * 0.3, 0], random.pick<PaintIndex>([1, 2, 3])));
    parts.push(bar(0.14, 0.2, [0.2, -1.05, 0], 4), bar(0.14, 0.2, [-0.2, -1.05, 0], 4), drum(0.16, 0.2, [0.1, 0.4, 0.2], 2));
    return parts;
  },
  'three-pods': (random) => {
    const parts = [bar(0.22, 1.1, [0, 0.2, 0], 0, 0.12), drum(0.3, 0.25, [0, -0.3, 0], 1)];
    for (let i = 0; i < 3; i++) {
      const a = Math.PI / 2 + (i * 2 * Math.PI) / 3 + random.normal(0.05);
      parts.push(
        box([0.7, 0.18, 0.06], [0.35 * Math.cos(a), -0.35, 0.35 * Math.sin(a)], 1, [0, -a, 0]),
        bar(0.16, 0.8, [0.75 * Math.cos(a), -0.35, 0.6 * Math.sin(a)], 3, 0.1),
      );
    }
    return parts;
  },
};
