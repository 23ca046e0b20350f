import { type Pose, turnedByQuarters } from '../../geometry/pose.js';
import type { Execution, execute } from '../../judge/maneuver/execute.js';
import { executeWithUncertainty } from '../../judge/maneuver/execute-uncertainty.js';
import { explainMove } from '../../judge/maneuver/explain-move.js';
import { type Maneuver, maneuverCode } from '../../pieces/maneuver.js';
import type { Table } from '../../table/table.js';
import type { GameShip, GameState } from '../model/game-state.js';
import { changedShip, isFrontOpen, isOnTable, withNote } from '../model/lookup.js';
import { type Refusal, refuse } from '../model/refusal.js';
import { tableInPlay } from '../model/table-in-play.js';
import { askJudgement } from './measure.js';

interface How {
  readonly align?: 'left' | 'middle' | 'right';
  readonly ailerons?: boolean;
  /** The table after the move, as a camera saw it; without it the ship is placed where the rules put it. */
  readonly seen?: Table;
}

/**
 * Moves a ship by a maneuver: fully or partially as the table before the move says, or a judge where that is too close to call. A move
 * that was seen is held against the maneuver: an end that does not fit is noticed.
 */
export function executed(
  state: GameState,
  ship: GameShip,
  maneuver: Maneuver,
  { align, ailerons = false, seen: raw }: How,
): { readonly state: GameState; readonly isPartial: boolean } | Refusal {
  const { table } = state;
  const inPlay = raw && tableInPlay(state, raw);
  const seen = inPlay?.table;
  if (!isOnTable(state, ship.id))
    return refuse('unknown', `${ship.name} is not on the table.`, 'Add it on the map, or let the camera see it.');
  if (isFrontOpen(state, ship.id))
    return refuse('too-close', `Which way ${ship.name} faces is not told.`, 'Say under Ships that it faces as shown, or turn it round.');
  if (align !== undefined && maneuver.bearing.finish !== 'rolled') {
    return refuse('MAN-15', `A ${maneuver.bearing.name} has no alignment.`, 'Only a Tallon Roll is placed left, middle or right.');
  }
  const options = { ailerons, ...(align && { align }) };
  const { execution, full } = executeWithUncertainty(table, ship.id, maneuver, options);
  const code = maneuverCode(maneuver);
  const asked = askJudgement({ about: 'full execution', from: ship.id, code }, full, state.decisions);
  if ('open' in asked) {
    const share = Math.min(99, Math.max(1, Math.round(full.probability * 100)));
    return refuse(
      'too-close',
      `Too close to call whether ${ship.name} fits at the end of ${code}: fully ${share} %, partially ${100 - share} %.`,
      'Try it on the table and record what the judge decides.',
      [asked.open],
    );
  }
  const isPartial = !asked.answer;
  const end = isPartial ? execution.end : execution.intended;
  const after = seen ?? { ...table, ships: table.ships.map((one) => (one.id === ship.id ? { ...one, pose: end } : one)) };
  const moved: GameState = { ...state, table: after, toTakeOff: inPlay?.toTakeOff ?? state.toTakeOff, decisions: [] };
  const told = consequences(execution).reduce(withNote, moved);
  const noticed = seen ? misfit(table, seen, ship, code, end, options) : [];
  return { state: changedShip(told, ship.id, { noticed: [...ship.noticed, ...noticed] }), isPartial: isPartial && !ailerons };
}

function consequences({ touching, templateOver, overlaps, offTable }: Execution): readonly string[] {
  const over = [...new Set([...templateOver, ...overlaps])];
  return [
    ...(touching.length > 0 ? [`touches ${touching.join(', ')}`] : []),
    ...(over.length > 0 ? [`moved over or onto ${over.join(', ')}`] : []),
    ...(offTable ? ['leaves the table'] : []),
  ];
}

/** What the referee notices when a ship was seen to end where the maneuver does not lead. */
function misfit(
  before: Table,
  seen: Table,
  ship: GameShip,
  code: string,
  end: Pose,
  options: Parameters<typeof execute>[3],
): readonly string[] {
  const now = seen.ships.find(({ id }) => id === ship.id);
  if (!now) return [`${ship.name} is not seen after its maneuver`];
  const { align: _, ...rest } = options ?? {};
  const pose = now.isFrontOpen ? turnedByQuarters(now.pose, end.headingRad) : now.pose;
  const after = { pose, covariance: now.covariance };
  const [own] = explainMove(before, ship.id, after, [code], rest);
  if (own!.plausible) return [];
  const [other] = explainMove(before, ship.id, after, ship.dial ?? [], rest);
  const instead = other?.plausible ? `; it fits ${other.code}` : '';
  return [
    `${ship.name} ends ${own!.offset.distanceMm.toFixed(1)} mm and ${Math.abs(own!.offset.turnDeg).toFixed(0)}° from the end of ${code}${instead}`,
  ];
}
