import type { Spot } from './projection.js';

/** Side of a label relative to the thing that it names. */
export type Side = 'below' | 'above' | 'right' | 'left' | 'below right' | 'below left' | 'above right' | 'above left';

/** An upright rectangle of the drawing, CSS px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LabelToPlace {
  /** The same key from drawing to drawing. */
  readonly key: string;
  /** The middle of the thing that it names, and the label's distance from there, CSS px. */
  readonly at: Spot;
  readonly clearPx: number;
  /** Other places that do as well, where none of its sides is free there: along a ruler, farther away; with sides of their own. */
  readonly others?: readonly { readonly at: Spot; readonly clearPx: number; readonly sides?: readonly Side[] }[];
  /** Widths of its possible texts, the longest first. */
  readonly widthsPx: readonly number[];
  readonly heightPx: number;
  /** Possible sides, in order of preference. */
  readonly sides: readonly Side[];
}

export interface PlacedLabel {
  readonly side: Side;
  /** Index of the text that it shows. */
  readonly text: number;
  /** Index of the label's other place that it uses; absent at its first one. */
  readonly other?: number;
  readonly box: Box;
}

/** Weight of a label in bases: two labels on each other cannot be read, a label on a base can. */
const LABEL_WEIGHT = 3;
/** Gap between a label and the thing that it names, CSS px. */
const GAP_PX = 5;
/** Room around a label where it did not stand before, CSS px: a ship that trembles does not make it hop to and fro. */
const ROOM_PX = 4;
/** Weight of things that only enter that room, so small that nothing is laid over anything for its sake. */
const ROOM_WEIGHT = 0.01;

/** Part of the drawing that is in sight, CSS px. */
export interface Area extends Box {
  /** Boxes over the drawing, such as a button: under them no label can be read. */
  readonly covered?: readonly Box[];
}

type Placed = ReadonlyMap<string, PlacedLabel>;

/**
 * A place for each label, and none is left out. The first ones choose first. Each takes the first of its sides that is free, or the one
 * where it covers the fewest bases and placed labels. Where labels with their longest texts would cover each other, or a base, whose name
 * they would seem to be, all have places for their shortest, and then longer ones where there is room. `before`: the labels' places in the
 * drawing before.
 */
export function placeLabels(labels: readonly LabelToPlace[], bases: readonly Box[], area: Area, before: Placed): Placed {
  const inTurn = (textOf: (label: LabelToPlace) => number) => {
    const placed = new Map<string, PlacedLabel>();
    for (const label of labels) {
      const around = { taken: takenBut(label, placed, area), bases, area, kept: before.get(label.key) };
      placed.set(label.key, bestPlace(label, textOf(label), around));
    }
    return placed;
  };
  const longest = inTurn(() => 0);
  const isClear = labels.every(
    (label) => hits(wantedBox(longest.get(label.key)!, before.get(label.key)), [...takenBut(label, longest, area), ...bases]) === 0,
  );
  if (isClear) return longest;
  const shortest = inTurn(({ widthsPx }) => widthsPx.length - 1);
  return lengthened(labels, shortest, bases, area, before);
}

/** The labels, each with the longest of its texts that covers no other label, and no more bases than its shortest. */
function lengthened(labels: readonly LabelToPlace[], shortest: Placed, bases: readonly Box[], area: Area, before: Placed): Placed {
  const placed = new Map(shortest);
  for (const label of labels) {
    const around = { taken: takenBut(label, placed, area), bases, area, kept: before.get(label.key) };
    const most = hits(placed.get(label.key)!.box, bases);
    const longer = label.widthsPx.slice(0, -1).map((_, text) => bestPlace(label, text, around));
    const longest = longer.find((look) => {
      const wanted = wantedBox(look, around.kept);
      return hits(wanted, around.taken) === 0 && hits(wanted, bases) <= most;
    });
    if (longest) placed.set(label.key, longest);
  }
  return placed;
}

/** Boxes of the other labels, and those where none can be read. */
function takenBut({ key }: LabelToPlace, placed: Placed, { covered = [] }: Area): readonly Box[] {
  return [...covered, ...[...placed].flatMap(([other, { box }]) => (other === key ? [] : [box]))];
}

/** The box that a label needs: a text that gave way to a shorter one comes back only where it has its room. */
function wantedBox({ text, box }: PlacedLabel, kept: PlacedLabel | undefined): Box {
  return kept !== undefined && text < kept.text ? grown(box) : box;
}

interface Around {
  readonly taken: readonly Box[];
  readonly bases: readonly Box[];
  readonly area: Area;
  /** The label's place in the drawing before. */
  readonly kept: PlacedLabel | undefined;
}

/** The best place for one of a label's texts. */
function bestPlace(label: LabelToPlace, text: number, { taken, bases, area, kept }: Around): PlacedLabel {
  const coverCost = (covered: Box) => LABEL_WEIGHT * hits(covered, taken) + hits(covered, bases);
  const { widthsPx, heightPx, sides, others = [] } = label;
  const looks = [label, ...others].flatMap(({ at, clearPx, sides: its = sides }, i) =>
    its.map((side) => {
      const other = i === 0 ? undefined : i - 1;
      const box = inside(boxAt({ at, clearPx, heightPx }, widthsPx[text]!, side), area);
      const isKept = side === kept?.side && other === kept.other;
      return { side, other, box, cost: coverCost(box) + ROOM_WEIGHT * coverCost(isKept ? box : grown(box)) };
    }),
  );
  const { side, other, box } = looks.reduce((best, look) => (look.cost < best.cost ? look : best));
  return { side, text, ...(other === undefined ? {} : { other }), box };
}

function boxAt({ at, clearPx, heightPx }: Pick<LabelToPlace, 'at' | 'clearPx' | 'heightPx'>, widthPx: number, side: Side): Box {
  const isBeside = side === 'right' || side === 'left';
  const down = isBeside ? 0 : clearPx + GAP_PX + heightPx / 2;
  // In a corner the text begins, or ends, over the ship's half.
  const across = (isBeside ? clearPx + GAP_PX : clearPx / 2) + widthPx / 2;
  const x = at.left + (side.endsWith('right') ? across : side.endsWith('left') ? -across : 0);
  const y = at.top + (side.startsWith('above') ? -down : down);
  return { left: x - widthPx / 2, top: y - heightPx / 2, right: x + widthPx / 2, bottom: y + heightPx / 2 };
}

/** The box, moved to where it is in sight; one that is too wide begins at the left edge. */
function inside({ left, top, right, bottom }: Box, area: Area): Box {
  const [wide, high] = [right - left, bottom - top];
  const x = Math.max(area.left, Math.min(left, area.right - wide));
  const y = Math.max(area.top, Math.min(top, area.bottom - high));
  return { left: x, top: y, right: x + wide, bottom: y + high };
}

function grown({ left, top, right, bottom }: Box): Box {
  return { left: left - ROOM_PX, top: top - ROOM_PX, right: right + ROOM_PX, bottom: bottom + ROOM_PX };
}

function hits(a: Box, others: readonly Box[]): number {
  return others.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).length;
}
