import type { Point } from '../../geometry/point.js';
import type { Player } from '../../table/table.js';
import type { Value } from '../../texts/phrase.js';

/** Kind of a shape; its look is the style sheet's business. */
export type ShapeRole =
  | 'mat'
  | 'obstacle'
  | 'device'
  | 'template'
  | 'base'
  | 'guide'
  | 'tile-front'
  | 'heading'
  | 'hashmark'
  | 'icon'
  | 'arc-area'
  | 'arc-edge'
  | 'arc-band'
  | 'bullseye'
  | 'ruler'
  | 'ruler-tick'
  | 'other-ruler'
  | 'unmeasurable'
  /** Targets of a ruler other than ships. */
  | 'ruled-point'
  | 'ruled-edge'
  /** The part of a target that is in the arc. */
  | 'arc-part'
  /** Limit of a range, and one standard deviation to both sides of a line that decides. */
  | 'limit'
  | 'sigma-band'
  /** Places where a ship could, would or did stand. */
  | 'ghost'
  | 'ghost-front'
  | 'ghost-template'
  | 'ghost-way'
  /** Thing that a commentator points at. */
  | 'spotlight';

/** A line or an area on the mat: millimetres, table frame, z = 0. */
export interface Shape {
  readonly role: ShapeRole;
  readonly points: readonly Point[];
  readonly isClosed: boolean;
  /** The ship that the shape belongs to. */
  readonly shipId?: string;
  readonly owner?: Player;
  /** Distinguishes shapes of one role: the ruler's band 1, 2, 3 or 4 (beyond), the kind of an obstacle. */
  readonly variant?: string;
}

export interface OverlayLabel {
  readonly role: 'ship' | 'ruler' | 'template' | 'unmeasurable' | 'ghost';
  readonly text: Value;
  /** The text in a few letters, where there is little room. */
  readonly short: Value;
  /** In even fewer letters, where other labels and ships leave no room for that; as `short` if absent. */
  readonly shortest?: Value;
  readonly at: Point;
  /** Distance to keep from `at`, so that the text is not on the thing that it names; mm. */
  readonly clearMm: number;
  /** For a ruler's label: the direction of the ruler, so that the label is beside it; mm. */
  readonly along?: Point;
  readonly shipId?: string;
  readonly owner?: Player;
}

/** Everything to draw over the picture or on the map, back to front. */
export interface Overlay {
  readonly shapes: readonly Shape[];
  readonly labels: readonly OverlayLabel[];
}
