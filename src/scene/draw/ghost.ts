import type { Point } from '../../geometry/point.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import { type Execution, travelPath } from '../../judge/maneuver/execute.js';
import type { GuidedPath } from '../../judge/maneuver/guided-path.js';
import type { ManeuverEnd } from '../../judge/maneuver/maneuver-ends.js';
import type { RepositionEnd } from '../../judge/maneuver/reposition.js';
import type { ShipBase } from '../../pieces/base-size.js';
import { baseOutline, halfSideMm } from '../../pieces/bases.js';
import { NOMINAL } from '../../pieces/dimensions.js';
import { BEARING_SIGNS, type Bearing } from '../../pieces/maneuver.js';
import { templateOutline } from '../../pieces/templates.js';
import type { Ship, Table } from '../../table/table.js';
import { type Phrase, phrase, type Value } from '../../texts/tools-texts.js';
import { thingNames } from '../words/thing-names.js';
import type { Overlay, OverlayLabel, Shape } from './overlay.js';

/** State of a ghost: as it is placed, partially executed, where it may not be placed, or off the table. */
export type GhostState = 'full' | 'partial' | 'against' | 'off';

/** A base where none stands, with a tick at its front. */
export function ghostShapes(base: ShipBase, pose: Pose, state: GhostState | 'was'): Shape[] {
  const h = halfSideMm(base);
  const front = [
    { x: -h / 2, y: h / 2 },
    { x: 0, y: h },
    { x: h / 2, y: h / 2 },
  ].map((point) => tableFromPiece(pose, point));
  return [
    { role: 'ghost', points: baseOutline(base, pose), isClosed: true, variant: state },
    { role: 'ghost-front', points: front, isClosed: false, variant: state },
  ];
}

export function ghostLabel(base: ShipBase, at: Point, text: Value): OverlayLabel {
  return { role: 'ghost', text, short: text, at, clearMm: halfSideMm(base) * Math.SQRT2 };
}

/** The ends of maneuvers as ghosts; for a single one also its template and its intended end. */
export function maneuverOverlay(table: Table, ship: Ship, ends: readonly ManeuverEnd[]): Overlay {
  const isOne = ends.length === 1;
  return {
    shapes: ends.flatMap(({ maneuver, execution }) => [
      ...(isOne ? templateShapes(ship, maneuver) : []),
      ...(isOne && execution.execution === 'partial' ? ghostShapes(ship.base, execution.intended, 'against') : []),
      ...ghostShapes(ship.base, execution.end, stateOf(execution)),
    ]),
    // A rolled ship may be placed in three ways; the middle one is named.
    labels: ends
      .filter(({ align }) => isOne || align === undefined || align === 'middle')
      .map(({ maneuver: { speed, bearing }, align, execution }) =>
        ghostLabel(
          ship.base,
          execution.end,
          phrase('spaced', signOf(speed, bearing), ...(isOne && align ? [phrase(align)] : []), ...marksOf(execution, table)),
        ),
      ),
  };
}

function stateOf({ offTable, execution }: Execution): GhostState {
  if (offTable) return 'off';
  return execution;
}

const signOf = (speed: number, { letter }: Bearing): string => `${speed}${BEARING_SIGNS[letter]}`;

/** The consequences in one sign each: bumped, rock under base or template, fled. */
function marksOf({ offTable, execution, overlaps, templateOver }: Execution, { obstacles }: Table): Phrase[] {
  const isRock = [...overlaps, ...templateOver].some((id) => obstacles.some((one) => one.id === id));
  return [
    ...(execution === 'partial' ? [phrase('ghost-bump')] : []),
    ...(isRock ? [phrase('ghost-rock')] : []),
    ...(offTable ? [phrase('ghost-flees')] : []),
  ];
}

function templateShapes(ship: Ship, maneuver: ManeuverEnd['maneuver']): Shape[] {
  if (maneuver.bearing.template === 'none') return [];
  const path = travelPath(ship, maneuver, NOMINAL);
  return [{ role: 'ghost-template', points: laidTemplate(path), isClosed: true }];
}

/** The outline of a template as it is laid, table frame. */
export function laidTemplate({ start, template, bend }: GuidedPath): readonly Point[] {
  return templateOutline(template, template.lengthMm, Math.PI / 45).map(({ x, y }) => tableFromPiece(start, { x: bend < 0 ? -x : x, y }));
}

/** Outcome of a maneuver, a sentence each; empty: it is simply fully executed. */
export function executionWords(
  table: Table,
  { execution, touching, backedOver, templateOver, overlaps, offTable, skipsAction, fitting = [] }: Execution,
): readonly [Phrase, ...Phrase[]] {
  const names = (ids: readonly string[]) => thingNames(ids, table);
  if (execution === 'partial' && fitting.length > 0)
    return [phrase('placed-where-it-fits', phrase('list', ...fitting.map((place) => phrase(place))))];
  return [
    execution === 'full' ? phrase('fully-executed') : phrase('moved-back', names(backedOver)),
    ...(touching.length > 0 ? [phrase('touches-things', names(touching))] : []),
    ...(templateOver.length > 0 ? [phrase('template-on', names(templateOver))] : []),
    ...(overlaps.length > 0 ? [phrase('base-on', names(overlaps))] : []),
    ...(offTable ? [phrase('ship-flees')] : []),
    ...(skipsAction ? [phrase('skips-action-step')] : []),
  ];
}

/** The ends of a reposition as ghosts; one of them is asked about. */
export function repositionOverlay(ship: Ship, ends: readonly RepositionEnd[]): Overlay {
  return {
    shapes: ends.flatMap(({ pose, against }) => ghostShapes(ship.base, pose, stateAgainst(against))),
    labels:
      ends.length === 1
        ? ends.map(({ pose, against }) => ghostLabel(ship.base, pose, phrase(against.length > 0 ? 'ghost-not-here' : 'ghost-here')))
        : [],
  };
}

function stateAgainst(against: RepositionEnd['against']): GhostState {
  if (against.includes('leaves the table')) return 'off';
  return against.length > 0 ? 'against' : 'full';
}

/** Why a ship may not be placed there, or that it may. */
export function repositionWords(table: Table, { against, overlaps, templateOver }: RepositionEnd): Phrase {
  const ids = [...new Set([...overlaps, ...templateOver])];
  const names = thingNames(ids, table);
  if (against.length === 0) return ids.length > 0 ? phrase('may-be-here-over', names) : phrase('may-be-here');
  const why = phrase('list', ...against.map((one) => phrase(one)));
  return ids.length > 0 ? phrase('may-not-be-here-for', why, names) : phrase('may-not-be-here', why);
}
