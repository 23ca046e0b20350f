import type { Pixel } from '../../../geometry/point.js';
import type { MeasureHints } from '../../../table/measurement.js';
import { type Edges, markedOutline } from '../../../table/setup/marked-edges.js';
import { counterClockwiseFromFirst, farCorners } from '../../solve/camera-from-corners.js';
import type { Mark, Observations } from '../../solve/observations.js';
import { markSigmaPx } from '../edges/edges-at-corners.js';

/** A mat that a person marked, as the table frame counts its corners and sides. */
export interface MarkedMat {
  /**
   * Its corners: seen, where marked sides meet, or as a camera of the usual focal length would show them. A first guess, far from exact for
   * those out of view.
   */
  readonly ring: readonly Pixel[];
  /** Marks of the person, and nothing else. */
  readonly observed: Pick<Observations, 'corners' | 'sideMarks'>;
}

/** The mat where a person's marks alone determine it; undefined where they do not. */
export function markedMat({ corners, edges = [] }: MeasureHints, widthPx: number, heightPx: number): MarkedMat | undefined {
  const ring = corners && ringOf(corners, edges, widthPx, heightPx);
  if (!ring) return undefined;
  const counted = counterClockwiseFromFirst(ring);
  const isTurned = counted[1] !== ring[1];
  const order = isTurned ? [0, 3, 2, 1] : [0, 1, 2, 3];
  // Around the other way the first side is the last.
  const sides = isTurned ? [3, 2, 1, 0] : [0, 1, 2, 3];
  const sigmaPx = markSigmaPx(Math.max(widthPx, heightPx));
  const asMark = (at: Pixel): Mark => ({ ...at, sigmaPx });
  const isCorner = (at: Pixel) => corners.some((corner) => corner && corner.u === at.u && corner.v === at.v);
  const sideMarks = sides.flatMap((given, side) =>
    (edges[given] ?? []).flatMap((at) => (isCorner(at) ? [] : [{ side, mark: asMark(at) }])),
  );
  return {
    ring: counted,
    observed: { corners: order.map((i) => corners[i] && asMark(corners[i])), ...(sideMarks.length > 0 && { sideMarks }) },
  };
}

function ringOf(corners: NonNullable<MeasureHints['corners']>, edges: Edges, widthPx: number, heightPx: number): Pixel[] | undefined {
  const outline = markedOutline(corners, edges);
  if (!outline) return undefined;
  if (outline.kind === 'corners') return [...outline.corners];
  const { side, ends, along } = outline;
  const beyond = farCorners(ends, along, widthPx, heightPx);
  if (!beyond) return undefined;
  const around = [ends[0], ends[1], beyond[1], beyond[0]];
  return around.map((_, i) => around[(i - side + 4) % 4]!);
}
