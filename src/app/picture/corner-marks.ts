import type { Pixel } from '../../geometry/point.js';
import type { Corners } from '../../table/setup/corners.js';
import { type Edges, markedOutline } from '../../table/setup/marked-edges.js';

/** A person's marks of the mat until now. */
export interface CornerMarks {
  /** Corners that were asked for, in order around the mat from the nearest-left; undefined: out of view. */
  readonly corners: Corners;
  /** For each side, the first between the first two corners, the places marked along it; 'out': not in view either. */
  readonly sides: readonly (readonly Pixel[] | 'out')[];
}

/** The next question: a corner, or a place along a side with a corner out of view. */
export type Asked =
  | { readonly kind: 'corner'; readonly corner: number }
  /** `hasCorner`: one of its corners is marked, so that one place makes it a line. */
  | { readonly kind: 'side'; readonly side: number; readonly place: number; readonly hasCorner: boolean };

export const NO_MARKS: CornerMarks = { corners: [], sides: [[], [], [], []] };
/** Number of corners that, with the bases, are enough to find the mat. */
const ENOUGH_CORNERS = 2;
const ALL_CORNERS = 4;

export function marksOfCorners(corners: Corners): CornerMarks {
  return { ...NO_MARKS, corners };
}

/** The next question; undefined where everything in view was asked for. */
export function nextAsked(marks: CornerMarks): Asked | undefined {
  const { corners, sides } = marks;
  if (corners.length < ALL_CORNERS) return { kind: 'corner', corner: corners.length };
  // Sides that begin at a marked corner come first: one place each makes them lines.
  const open = sides
    .flatMap((places, side) => {
      const ends = endsOf(marks, side).length;
      const isOpen = places !== 'out' && ends < 2 && places.length + ends < 2;
      return isOpen ? [{ kind: 'side' as const, side, place: places.length, hasCorner: ends > 0 }] : [];
    })
    .sort((a, b) => Number(b.hasCorner) - Number(a.hasCorner));
  // A side that was begun is finished first.
  return open.find(({ place }) => place > 0) ?? open[0];
}

/** The marks with an answer to the question; undefined: it is out of view. */
export function withAnswer(marks: CornerMarks, at: Pixel | undefined): CornerMarks {
  const asked = nextAsked(marks);
  if (!asked) return marks;
  if (asked.kind === 'corner') return { ...marks, corners: [...marks.corners, at] };
  return withSide(marks, asked.side, (places) => (at ? [...places, at] : 'out'));
}

/** One handle of the marks: a corner, or a place along a side. */
export type Handle = { readonly at: Pixel } & (
  | { readonly kind: 'corner'; readonly corner: number }
  | { readonly kind: 'side'; readonly side: number; readonly place: number }
);

/** All handles, the last marked last. */
export function handlesOf({ corners, sides }: CornerMarks): readonly Handle[] {
  return [
    ...corners.flatMap((at, corner) => (at ? [{ kind: 'corner' as const, at, corner }] : [])),
    ...sides.flatMap((places, side) => (places === 'out' ? [] : places.map((at, place) => ({ kind: 'side' as const, at, side, place })))),
  ];
}

export function withHandle(marks: CornerMarks, handle: Handle, at: Pixel): CornerMarks {
  if (handle.kind === 'corner') return { ...marks, corners: marks.corners.map((corner, i) => (i === handle.corner ? at : corner)) };
  return withSide(marks, handle.side, (places) => places.map((place, i) => (i === handle.place ? at : place)));
}

/** The sides whose marks make them lines: two places along each, corners among them. */
export function edgesOf(marks: CornerMarks): Edges {
  return marks.sides.map((places, side) => {
    const all = [...endsOf(marks, side), ...(places === 'out' ? [] : places)];
    return places !== 'out' && places.length > 0 && all.length >= 2 ? [all[0]!, all.at(-1)!] : undefined;
  });
}

/**
 * The hint to measure with; undefined while it is too little: two corners, with ships on the mat, or edges that alone determine where it
 * is.
 */
export function hintOf(marks: CornerMarks): { readonly corners: Corners; readonly edges?: Edges } | undefined {
  const corners = [0, 1, 2, 3].map((i) => marks.corners[i]);
  const edges = edgesOf(marks);
  const seen = corners.filter((corner) => corner).length;
  if (seen < ALL_CORNERS && edges.some((edge) => edge) && markedOutline(corners, edges)) return { corners, edges };
  return seen >= ENOUGH_CORNERS ? { corners } : undefined;
}

function endsOf({ corners }: CornerMarks, side: number): readonly Pixel[] {
  return [corners[side], corners[(side + 1) % ALL_CORNERS]].filter((corner) => corner !== undefined);
}

function withSide(marks: CornerMarks, side: number, change: (places: readonly Pixel[]) => readonly Pixel[] | 'out'): CornerMarks {
  return { ...marks, sides: marks.sides.map((places, i) => (i === side && places !== 'out' ? change(places) : places)) };
}
