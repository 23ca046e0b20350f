import type { Spot } from './projection.js';

/** Where a label stands, seen from what it names. */
export type Side = 'below' | 'above' | 'right' | 'left' | 'below right' | 'below left' | 'above right' | 'above left';

/** An upright rectangle of the drawing, CSS px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LabelToPlace {
  /** The same from drawing to drawing. */
  readonly key: string;
  /** The middle of what it names, and how far the label keeps from there, CSS px. */
  readonly at: Spot;
  readonly clearPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Where it may stand, what is liked best first. */
  readonly sides: readonly Side[];
}

export interface PlacedLabel {
  readonly side: Side;
  readonly box: Box;
}

/** Two labels on each other cannot be read, a label on a base can: it counts like so many bases. */
const LABEL_WEIGHT = 3;
/** Between a label and what it names, CSS px. */
const GAP_PX = 5;
/** A label wants so much room around it where it did not stand before, CSS px: a ship that trembles does not make it hop to and fro. */
const ROOM_PX = 4;
/** What only comes into that room counts so little that nothing is laid over anything for its sake. */
const ROOM_WEIGHT = 0.01;

/**
 * A place for each label, and none is left out. The first ones choose first. Each takes the first of its sides that is free, or that where it
 * lies over the fewest bases and labels that have their place; `before` says where the labels stood in the drawing before.
 */
export function placeLabels(
  labels: readonly LabelToPlace[],
  bases: readonly Box[],
  area: { readonly width: number; readonly height: number },
  before: ReadonlyMap<string, PlacedLabel>,
): ReadonlyMap<string, PlacedLabel> {
  const placed = new Map<string, PlacedLabel>();
  for (const label of labels) {
    const taken = [...placed.values()].map(({ box }) => box);
    const kept = before.get(label.key)?.side;
    const looks = label.sides.map((side) => {
      const box = inside(boxAt(label, side), area);
      const cost = (covered: Box) => LABEL_WEIGHT * hits(covered, taken) + hits(covered, bases);
      return { side, box, cost: cost(box) + ROOM_WEIGHT * cost(side === kept ? box : grown(box)) };
    });
    const { side, box } = looks.reduce((best, look) => (look.cost < best.cost ? look : best));
    placed.set(label.key, { side, box });
  }
  return placed;
}

function boxAt({ at, clearPx, widthPx, heightPx }: LabelToPlace, side: Side): Box {
  const isBeside = side === 'right' || side === 'left';
  const down = isBeside ? 0 : clearPx + GAP_PX + heightPx / 2;
  // In a corner the text begins, or ends, over the ship's half.
  const across = (isBeside ? clearPx + GAP_PX : clearPx / 2) + widthPx / 2;
  const x = at.left + (side.endsWith('right') ? across : side.endsWith('left') ? -across : 0);
  const y = at.top + (side.startsWith('above') ? -down : down);
  return { left: x - widthPx / 2, top: y - heightPx / 2, right: x + widthPx / 2, bottom: y + heightPx / 2 };
}

/** The box, pushed into the drawing; one that is too wide begins at its left edge. */
function inside({ left, top, right, bottom }: Box, { width, height }: { readonly width: number; readonly height: number }): Box {
  const [wide, high] = [right - left, bottom - top];
  const x = Math.max(0, Math.min(left, width - wide));
  const y = Math.max(0, Math.min(top, height - high));
  return { left: x, top: y, right: x + wide, bottom: y + high };
}

function grown({ left, top, right, bottom }: Box): Box {
  return { left: left - ROOM_PX, top: top - ROOM_PX, right: right + ROOM_PX, bottom: bottom + ROOM_PX };
}

function hits(a: Box, others: readonly Box[]): number {
  return others.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).length;
}
