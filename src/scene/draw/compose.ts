import { meanPoint } from '../../geometry/mean-point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { isSquare } from '../../pieces/base-size.js';
import { baseHalf, guides, halfSideMm, hashmarks, shipOutline } from '../../pieces/bases.js';
import { NOMINAL } from '../../pieces/dimensions.js';
import type { SeenTemplate } from '../../table/measurement.js';
import type { ArcName, Ship, Table, Unmeasurable } from '../../table/table.js';
import { unmeasuredReason } from '../../table/unmeasured-reason.js';
import { phrase, type Value } from '../../texts/phrase.js';
import { lengthPhrase, SAME_LINE_MM } from '../words/answer.js';
import { headlineOf } from '../words/headline.js';
import type { MeasuredPair, MeasuredRange } from '../words/measured-pair.js';
import { shipLabel, shortestShipLabel, shortShipLabel } from '../words/ship-label.js';
import { arcShapes } from './arc-shapes.js';
import type { Overlay, OverlayLabel, Shape } from './overlay.js';
import { rulerLabel, rulerShapes } from './ruler.js';

/** Choices of what to show of a table. */
export interface ToShow {
  readonly table: Table;
  /** The ship whose arcs are drawn: the one that measures. */
  readonly arcsOf?: string;
  /** The arcs of that ship that are drawn: those of the weapon that is chosen; absent: all of them. */
  readonly arcs?: readonly ArcName[];
  /** The measured pair, as the report answers it. */
  readonly pair?: MeasuredPair;
  readonly templates?: readonly SeenTemplate[];
}

/** Everything to draw, back to front: the mat, where its edge is known, and the things on it, the arcs, the ships, the ruler. */
export function compose({ table, arcsOf, arcs, pair, templates = [] }: ToShow): Overlay {
  const unmeasurable = (table.unmeasurable ?? []).filter(
    (one) => one.probability >= WORTH_SHOWING || (pair !== undefined && isCrossed(pair, one)),
  );
  const { widthMm, depthMm } = table;
  const mat: Shape = {
    role: 'mat',
    points: [
      { x: 0, y: 0 },
      { x: widthMm, y: 0 },
      { x: widthMm, y: depthMm },
      { x: 0, y: depthMm },
    ],
    isClosed: true,
  };
  const attacker = table.ships.find(({ id }) => id === arcsOf);
  const deciding = pair && headlineOf(pair, table).deciding;
  const shapes: Shape[] = [
    ...(table.isEdgeUnknown ? [] : [mat]),
    ...table.obstacles.map(({ outline, kind }): Shape => ({ role: 'obstacle', points: outline, isClosed: true, variant: kind })),
    ...table.devices.map(({ outline, kind }): Shape => ({ role: 'device', points: outline, isClosed: true, variant: kind })),
    ...templates.map(({ outline }): Shape => ({ role: 'template', points: outline, isClosed: true })),
    ...(attacker ? arcShapes(attacker, arcs) : []),
    ...table.ships.flatMap(shipShapes),
    ...unmeasurable.map(({ at }): Shape => ({ role: 'unmeasurable', points: [at], isClosed: false })),
    ...(deciding && pair ? pairShapes(pair, deciding) : []),
  ];
  const labels = [
    ...table.ships.map((ship) => shipLabelOf(ship, table)),
    ...unmeasurable.map(
      ({ at, reason }): OverlayLabel => ({ role: 'unmeasurable', text: unmeasuredReason(reason), short: '?', at, clearMm: 20 }),
    ),
    ...templates.map(
      ({ name, outline }): OverlayLabel => ({
        role: 'template',
        text: templateWords(name),
        short: '',
        at: meanPoint(outline),
        clearMm: 12,
      }),
    ),
    ...(deciding ? rulerLabel(deciding, lengthPhrase(deciding)) : []),
  ];
  return { shapes, labels };
}

/** Probability below which a thing is shown only where it keeps the measured pair's answer from being certain. */
const WORTH_SHOWING = 0.2;

function isCrossed({ closest: { fromMm, toMm } }: MeasuredPair, { at, radiusMm }: Unmeasurable): boolean {
  if (!fromMm || !toMm) return false;
  return pointSegmentDistanceSq(at.x, at.y, fromMm[0], fromMm[1], toMm[0], toMm[1]) <= radiusMm * radiusMm;
}

/** The line that decides as the ruler, and the closest line thin beside it where that is a different one. */
function pairShapes({ closest }: MeasuredPair, deciding: MeasuredRange): Shape[] {
  const isOther = Math.abs(deciding.mm - closest.mm) > SAME_LINE_MM;
  return [...(isOther ? rulerShapes(closest, 'other-ruler') : []), ...rulerShapes(deciding, 'ruler')];
}

/** The words for a template, from the name under which it was found: 'bank 2', 'ruler'. */
function templateWords(name: string): Value {
  const [kind, speed] = name.split(' ');
  if (kind === 'straight' || kind === 'bank' || kind === 'turn') return phrase(`piece-${kind}`, Number(speed));
  return kind === 'ruler' ? phrase('piece-ruler') : name;
}

function shipLabelOf(ship: Ship, table: Table): OverlayLabel {
  return {
    role: 'ship',
    text: shipLabel(ship, table.ships),
    short: shortShipLabel(ship, table.ships),
    shortest: shortestShipLabel(ship, table.ships),
    at: ship.pose,
    clearMm: halfSideMm(ship.base) * Math.SQRT2,
    shipId: ship.id,
    ...(ship.owner === undefined ? {} : { owner: ship.owner }),
  };
}

/** Length of the tick that marks the front, as a share of the base's side. */
const HEADING_SHARE = 0.3;
/** Length of a drawn hashmark, mm. */
const HASHMARK_MM = 4;

/**
 * A ship's base on the mat: foot, guides, side hashmarks, the front arc as a tile prints it, and a tick at its front; while its front is
 * open the foot alone, which looks the same from all sides.
 */
export function shipShapes(ship: Ship): Shape[] {
  const { id: shipId, base, pose, owner } = ship;
  const own = { shipId, ...(owner === undefined ? {} : { owner }) };
  const foot: Shape = { role: 'base', points: shipOutline(ship), isClosed: true, ...own };
  if (ship.isFrontOpen) return [foot];
  const put = (points: readonly { readonly x: number; readonly y: number }[]) => points.map((point) => tableFromPiece(pose, point));
  const { x: w, y: h } = baseHalf(ship);
  const reach = 2 * w * HEADING_SHARE;
  const marks = hashmarks(base);
  const ahead = Math.tan((NOMINAL.frontArcDeg[base] * Math.PI) / 360);
  // The lines of a huge base leave it at its sides.
  const front = h * ahead > w ? [-w, w].map((x) => ({ x, y: w / ahead })) : [-h * ahead, h * ahead].map((x) => ({ x, y: h }));
  const corners =
    h * ahead > w
      ? [
          { x: -w, y: h },
          { x: w, y: h },
        ]
      : [];
  return [
    {
      role: 'tile-front',
      points: put([{ x: 0, y: 0 }, front[0]!, ...corners, front[1]!]),
      isClosed: true,
      ...own,
    },
    foot,
    ...(isSquare(ship) ? guides(ship.base) : []).map(
      ({ outline }): Shape => ({ role: 'guide', points: put(outline), isClosed: true, ...own }),
    ),
    ...[marks.left, marks.right].map(
      (mark): Shape => ({
        role: 'hashmark',
        points: put([mark, { x: mark.x - Math.sign(mark.x) * HASHMARK_MM, y: mark.y }]),
        isClosed: false,
        ...own,
      }),
    ),
    {
      role: 'heading',
      points: put([
        { x: -reach / 2, y: h - reach },
        { x: 0, y: h - reach / 3 },
        { x: reach / 2, y: h - reach },
      ]),
      isClosed: false,
      ...own,
    },
  ];
}
