import type { Point } from '../../geometry/point.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { type ArcDetail, arcDetail } from '../../judge/arc/arc-detail.js';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import { baseOutline } from '../../pieces/bases.js';
import type { Table } from '../../table/table.js';
import { figure, type Phrase, phrase, type Value } from '../../texts/tools-texts.js';
import { headlineOf } from '../words/headline.js';
import type { MeasuredPair } from '../words/measured-pair.js';
import { shipLabel } from '../words/ship-label.js';
import { arcShapes } from './arc-shapes.js';
import type { Shape } from './overlay.js';

/** The places that decide about a pair, to look at closely, and the lines to draw there. */
export interface Closeup {
  readonly places: readonly { readonly name: Phrase; readonly at: Point }[];
  readonly shapes: readonly Shape[];
  /** Turn of the attacker that would change the arc's answer; absent where no turn does, or no arc is asked about. */
  readonly turn?: Phrase;
}

/** The two closest points of the line that decides, and the target's point nearest to the edge of the arc that is asked about. */
export function closeupOf(pair: MeasuredPair, table: Table): Closeup {
  const { deciding, arc } = headlineOf(pair, table);
  const [from, to] = [pair.from, pair.to].map((id) => table.ships.find((ship) => ship.id === id)!);
  const name = (ship: typeof from) => shipLabel(ship!, table.ships);
  const kind = ARC_NAMES.find((one) => one === arc);
  const detail = kind && !from!.isFrontOpen ? arcDetail(table, pair.from, pair.to, kind) : undefined;
  const edges = kind ? arcShapes(from!, [kind]).filter(({ role }) => role === 'arc-edge') : [];
  const edge = nearestToEdges(baseOutline(to!.base, to!.pose), edges);
  const turn = detail && turnWords(detail, name(from), name(to));
  return {
    places: [
      ...(deciding.fromMm ? [{ name: phrase('closest-point', name(from)), at: pointOf(deciding.fromMm) }] : []),
      ...(deciding.toMm ? [{ name: phrase('closest-point', name(to)), at: pointOf(deciding.toMm) }] : []),
      ...(edge ? [{ name: phrase('ship-and-arc-edge', name(to)), at: edge }] : []),
    ],
    shapes: detail && detail.part.length > 2 ? [{ role: 'arc-part', points: detail.part, isClosed: true }] : [],
    ...(turn && { turn }),
  };
}

function turnWords({ turnDeg, inArc }: ArcDetail, from: Value, to: Value): Phrase | undefined {
  if (!Number.isFinite(turnDeg)) return undefined;
  return phrase(inArc.value ? 'turned-out-of-arc' : 'turned-into-arc', from, figure(Math.abs(turnDeg), 1), to);
}

/** The corner of an outline that is nearest to one of the lines; undefined if it has no corners. */
function nearestToEdges(outline: readonly Point[], edges: readonly Shape[]): Point | undefined {
  const gapSq = ({ x, y }: Point) => Math.min(...edges.map(({ points: [a, b] }) => pointSegmentDistanceSq(x, y, a!.x, a!.y, b!.x, b!.y)));
  if (edges.length === 0) return undefined;
  return outline.reduce((best, corner) => (gapSq(corner) < gapSq(best) ? corner : best));
}

const pointOf = ([x, y]: readonly [number, number]): Point => ({ x, y });
