import type { LookRow } from './look-row.js';

/** Prints on mats. The painter of each is the function of the same name in mat-art-*.ts. */
export const MATS: readonly LookRow[] = [
  { name: 'nebula', weight: 5, split: 'train', demo: true },
  { name: 'starfield', weight: 4, split: 'train', demo: true },
  { name: 'planet', weight: 3, split: 'train', demo: true },
  { name: 'cloth', weight: 3, split: 'train' },
  { name: 'sand', weight: 1.5, split: 'train' },
  { name: 'clouds', weight: 1.5, split: 'train' },
  { name: 'squares', weight: 1, split: 'train' },
  { name: 'collage', weight: 1.5, split: 'train' },
  { name: 'hull', weight: 1.2, split: 'train' },
  { name: 'camouflage', weight: 0.7, split: 'train' },
  { name: 'galaxy', weight: 2, split: 'test' },
  { name: 'ice', weight: 1.5, split: 'test' },
  { name: 'lava', weight: 1, split: 'test' },
  { name: 'moons', weight: 1.5, split: 'test' },
  { name: 'hexagons', weight: 1, split: 'test' },
  { name: 'storm', weight: 1, split: 'test' },
  { name: 'felt', weight: 1.5, split: 'test' },
  { name: 'lanes', weight: 1, split: 'test' },
];

/** Table tops. */
export const SURFACES: readonly LookRow[] = [
  { name: 'planks', weight: 4, split: 'train', demo: true },
  { name: 'laminate', weight: 3, split: 'train' },
  { name: 'speckle', weight: 1.5, split: 'train' },
  { name: 'tablecloth', weight: 2, split: 'train' },
  { name: 'carpet', weight: 1.5, split: 'train' },
  { name: 'tiles', weight: 1, split: 'train' },
  { name: 'dark', weight: 2, split: 'train', demo: true },
  { name: 'parquet', weight: 2, split: 'test' },
  { name: 'marble', weight: 1, split: 'test' },
  { name: 'checked', weight: 1, split: 'test' },
  { name: 'concrete', weight: 1.5, split: 'test' },
  { name: 'black', weight: 1.5, split: 'test' },
];

/** Rooms that glossy things mirror. */
export const ENVIRONMENTS: readonly LookRow[] = [
  { name: 'window', weight: 2, split: 'train', demo: true },
  { name: 'ceiling', weight: 2, split: 'train', demo: true },
  { name: 'bulbs', weight: 2, split: 'train' },
  { name: 'overcast', weight: 1, split: 'train' },
  { name: 'strips', weight: 2, split: 'test' },
  { name: 'doors', weight: 1, split: 'test' },
];

/** Layouts of the printed tiles. */
export const TILES: readonly LookRow[] = [
  { name: 'wedge', weight: 6, split: 'train', demo: true },
  { name: 'outline', weight: 2, split: 'train', demo: true },
  { name: 'glow', weight: 1.5, split: 'train', demo: true },
  { name: 'bright', weight: 1, split: 'train' },
  { name: 'photo', weight: 1, split: 'train' },
  { name: 'plain', weight: 0.7, split: 'train' },
  { name: 'acrylic', weight: 0.8, split: 'train' },
  { name: 'chevron', weight: 2, split: 'test' },
  { name: 'stripes', weight: 2, split: 'test' },
  { name: 'fade', weight: 2, split: 'test' },
  { name: 'frame', weight: 2, split: 'test' },
];

/** Shapes of miniatures. */
export const MINIATURES: readonly LookRow[] = [
  { name: 'cross-wing', weight: 3, split: 'train', demo: true },
  { name: 'panel-fighter', weight: 3, split: 'train', demo: true },
  { name: 'bent-panel-fighter', weight: 1.5, split: 'train' },
  { name: 'saucer', weight: 1.5, split: 'train', demo: true },
  { name: 'wedge', weight: 2, split: 'train' },
  { name: 'arrowhead', weight: 2, split: 'train', demo: true },
  { name: 'twin-boom', weight: 2, split: 'train', demo: true },
  { name: 'shuttle', weight: 1.5, split: 'train' },
  { name: 'blob', weight: 1.5, split: 'train' },
  { name: 'needle', weight: 1, split: 'train' },
  { name: 'forward-swept', weight: 2, split: 'test' },
  { name: 'standing-shield', weight: 1.5, split: 'test' },
  { name: 'ring-ship', weight: 1.5, split: 'test' },
  { name: 'tower-wing', weight: 1.5, split: 'test' },
  { name: 'freighter', weight: 2, split: 'test' },
  { name: 'three-pods', weight: 1.5, split: 'test' },
];

/** A look of obstacles in which everything but the motif of their kind is at random: prints of other makers, home-made card. */
export const ANY_PRINT = 'any';
