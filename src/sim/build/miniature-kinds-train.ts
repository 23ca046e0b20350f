import { ball, bar, box, drum, type MiniatureKind, type MiniaturePart, type PaintIndex, plate, ring, spike } from './miniature-part.js';

const hexagon = (w: number, h: number): [number, number][] => [
  [-w, 0],
  [-w * 0.6, -h],
  [w * 0.6, -h],
  [w, 0],
  [w * 0.6, h],
  [-w * 0.6, h],
];

/** Invented ships by silhouette, trained on. Adding a kind is adding a row here and in look-names. */
export const TRAIN_MINIATURES: Readonly<Record<string, MiniatureKind>> = {
  'cross-wing': (random) => {
    const parts = [bar(0.14, 1.5, [0, 0.1, 0], 0, 0.07), box([0.3, 0.7, 0.28], [0, -0.5, 0], 1), ball([0.2, 0.45, 0.2], [0, 0.0, 0.14], 2)];
    const open = random.range(0, 0.3);
    for (const side of [1, -1]) {
      for (const up of [1, -1]) {
        parts.push(box([0.95, 0.42, 0.05], [side * 0.55, -0.5, up * (0.05 + open * 0.5)], 0, [0, -side * up * open, 0]));
        parts.push(box([0.25, 0.43, 0.06], [side * random.range(0.4, 0.8), -0.5, up * (0.05 + open * 0.5)], 3, [0, -side * up * open, 0]));
        parts.push(bar(0.035, 1.2, [side * 1.0, -0.1, up * (0.05 + open)], 2));
        parts.push(bar(0.11, 0.6, [side * 0.27, -0.65, up * 0.14], 1));
      }
    }
    return parts;
  },
  'panel-fighter': (random) => {
    const tall = random.range(0.7, 1.1);
    const parts = [ball([0.5, 0.5, 0.5], [0, 0, 0], 0), box([1.5, 0.14, 0.14], [0, 0, 0], 1), drum(0.15, 0.1, [0, 0.24, 0], 2)];
    for (const side of [1, -1]) {
      parts.push(plate(hexagon(tall * 0.85, tall), 0.05, [side * 0.78, 0, 0], 2, [Math.PI / 2, 0, Math.PI / 2]));
      for (const a of [0, 1, 2]) parts.push(box([0.07, 0.05, 2 * tall * 0.92], [side * 0.8, 0, 0], 1, [(a * Math.PI) / 3, 0, 0]));
    }
    return parts;
  },
  'bent-panel-fighter': (random) => {
    const bend = random.range(0.35, 0.8);
    const parts = [ball([0.45, 0.55, 0.45], [0, 0, 0], 0), box([1.2, 0.2, 0.16], [0, -0.05, 0], 1), bar(0.2, 0.5, [0, -0.3, 0], 1, 0.15)];
    for (const side of [1, -1]) {
      for (const up of [1, -1]) {
        parts.push(box([0.05, 1.35, 0.65], [side * 0.62, 0, up * 0.28], 2, [0, side * up * bend, 0]));
        parts.push(box([0.07, 1.38, 0.06], [side * (0.62 - 0.2 * Math.sin(bend)), 0.02, up * 0.58], 0));
      }
    }
    return parts;
  },
  saucer: (random) => {
    const parts = [
      drum(1, 0.1, [0, 0, 0], 0),
      drum(1, 0.14, [0, 0, 0.12], 0, 0.5),
      drum(0.5, 0.14, [0, 0, -0.12], 1, 1),
      drum(0.2, 0.1, [0, 0, 0.22], 1),
    ];
    const fork = random.chance(0.6);
    if (fork)
      for (const side of [1, -1])
        parts.push(
          plate(
            [
              [side * 0.12, 0.5],
              [side * 0.55, 0.7],
              [side * 0.3, 1.45],
              [side * 0.12, 1.45],
            ],
            0.14,
            [0, 0, 0],
            0,
          ),
        );
    parts.push(bar(0.13, 0.6, [0.85, 0.35, 0.02], 1, 0.1), drum(0.22, 0.06, [-0.5, -0.1, 0.24], 1));
    for (let i = 0; i < 14; i++)
      parts.push(
        box(
          [random.range(0.05, 0.3), random.range(0.05, 0.3), 0.08],
          [random.normal(0.35), random.normal(0.35), 0.17],
          random.pick<PaintIndex>([1, 2, 3, 0]),
        ),
      );
    return parts;
  },
  wedge: (random) => {
    const wide = random.range(0.45, 0.8);
    const parts = [
      plate(
        [
          [0, 1.3],
          [-wide, -0.9],
          [wide, -0.9],
        ],
        0.14,
        [0, 0, 0],
        0,
      ),
      plate(
        [
          [0, 0.7],
          [-wide * 0.6, -0.85],
          [wide * 0.6, -0.85],
        ],
        0.14,
        [0, 0, 0.12],
        1,
      ),
      box([wide * 0.5, 0.4, 0.22], [0, -0.6, 0.25], 0),
      box([wide * 0.9, 0.12, 0.08], [0, -0.6, 0.42], 1),
    ];
    for (const x of [-0.5, 0, 0.5]) parts.push(bar(0.1, 0.2, [x * wide, -0.95, 0], 4));
    return parts;
  },
  arrowhead: (random) => {
    const sweep = random.range(0.1, 0.7);
    const parts = [ball([0.35, 1.7, 0.25], [0, 0.1, 0], 0), ball([0.2, 0.5, 0.2], [0, 0.15, 0.1], 2)];
    for (const side of [1, -1]) {
      parts.push(
        plate(
          [
            [0, 0.5],
            [side * 0.95, -sweep],
            [side * 0.95, -sweep - 0.3],
            [0, -0.7],
          ],
          0.06,
          [0, 0, 0],
          side > 0 ? 0 : 0,
        ),
      );
      parts.push(
        plate(
          [
            [side * 0.5, 0.0 - sweep * 0.3],
            [side * 0.75, -sweep * 0.7],
            [side * 0.75, -sweep * 0.7 - 0.3],
            [side * 0.5, -0.4 - sweep * 0.3],
          ],
          0.08,
          [0, 0, 0],
          3,
        ),
      );
      parts.push(bar(0.13, 0.7, [side * 0.26, -0.6, 0.03], 1), bar(0.1, 0.05, [side * 0.26, -0.96, 0.03], 4));
    }
    return parts;
  },
  'twin-boom': (random) => {
    const gap = random.range(0.4, 0.7);
    const parts = [spike(0.2, 0.8, [0, 0.7, 0], 0, 8), bar(0.2, 0.6, [0, 0.1, 0], 1), box([2 * gap, 0.3, 0.2], [0, -0.2, 0], 1)];
    for (const side of [1, -1]) {
      parts.push(
        bar(0.17, 0.9, [side * gap, -0.2, 0], 0),
        ball([0.34, 0.34, 0.34], [side * gap, 0.25, 0], 3),
        bar(0.03, 0.9, [side * (gap + 0.13), -0.8, 0], 1),
        bar(0.03, 0.9, [side * (gap - 0.13), -0.8, 0], 1),
        ring(0.17, 0.03, [side * gap, -1.2, 0], 1, [Math.PI / 2, 0, 0]),
      );
    }
    for (let i = 0; i < 10; i++)
      parts.push(box([0.12, 0.15, 0.1], [random.normal(0.15), random.normal(0.3), 0.16], random.pick<PaintIndex>([1, 2])));
    return parts;
  },
  shuttle: (random) => {
    const fold = random.range(-0.4, 1.1);
    const parts = [
      box([0.42, 1.2, 0.36], [0, 0, 0], 0),
      spike(0.26, 0.6, [0, 0.85, -0.02], 0, 4),
      plate(
        [
          [-0.5, 0],
          [0.4, 0],
          [0.1, 1],
          [-0.3, 1],
        ],
        0.07,
        [0, -0.25, 0.15],
        0,
        [Math.PI / 2, 0, Math.PI / 2],
      ),
    ];
    for (const side of [1, -1])
      parts.push(box([0.95, 0.55, 0.06], [side * 0.62, -0.2, -0.05 - 0.35 * Math.sin(fold)], 1, [0, side * fold, 0]));
    return parts;
  },
  blob: (random) => {
    const parts: MiniaturePart[] = [];
    const n = random.int(4, 9);
    for (let i = 0; i < n; i++) {
      const at = [random.normal(0.4), random.normal(0.45), random.normal(0.12)] as const;
      const size = [random.range(0.2, 0.8), random.range(0.3, 1.1), random.range(0.15, 0.4)] as const;
      const paint = random.pick<PaintIndex>([0, 0, 1, 2, 3]);
      parts.push(
        random.chance(0.5)
          ? ball(size, at, paint)
          : random.chance(0.5)
            ? box(size, at, paint, [0, 0, random.normal(0.3)])
            : bar(size[0] / 3, size[1], at, paint),
      );
    }
    return parts;
  },
  needle: (random) => [
    bar(0.1, 2.2, [0, 0, 0], 0, 0.02),
    box([random.range(0.4, 1.1), 0.3, 0.04], [0, -0.7, 0], 3),
    box([0.04, 0.4, 0.5], [0, -0.8, 0.2], 1),
    bar(0.12, 0.6, [0.2, -0.7, 0], 1),
    bar(0.12, 0.6, [-0.2, -0.7, 0], 1),
  ],
};
