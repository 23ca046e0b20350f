import { type Pose, turnedByQuarters } from '../../geometry/pose.js';
import { type Judgement, openPercent } from '../../judge/core/judgement.js';
import { ALIGNS, type Align, type Execution, execute } from '../../judge/maneuver/execute.js';
import { executeWithUncertainty } from '../../judge/maneuver/execute-uncertainty.js';
import { explainMove, HAND_COVARIANCE } from '../../judge/maneuver/explain-move.js';
import { overObstacles } from '../../judge/maneuver/over-obstacles.js';
import { type Maneuver, maneuverCode } from '../../pieces/maneuver.js';
import { withShipMoved } from '../../table/moved-ship.js';
import { isKindKnown } from '../../table/obstacle-kind.js';
import type { Obstacle, ObstacleKind, Table } from '../../table/table.js';
import { type Phrase, phrase } from '../../texts/rules-texts.js';
import type { Activation, GameShip, GameState } from '../model/game-state.js';
import { changedShip, isFrontOpen, isOnTable, withNote } from '../model/lookup.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { tableInPlay } from '../model/table-in-play.js';
import { astrayRefusal, withAstray } from './astray.js';
import { changeNames } from './change-names.js';
import { askJudgement } from './measure.js';
import { nameInMatch } from './name-in-match.js';
import { overEdge } from './over-edge.js';
import { whatChanged } from './what-changed.js';

interface How {
  readonly align?: 'left' | 'middle' | 'right';
  /** The table after the move, as a camera saw it; without it the ship is placed where the rules put it. */
  readonly seen?: Table;
}

/** A move that was made. */
export interface Executed {
  readonly state: GameState;
  readonly isPartial: boolean;
  /** Why the ship's own maneuver costs it its action; a move by Adaptive Ailerons does not (MAN-25). */
  readonly skipsAction: Activation['skipsAction'];
  /** Ids of the obstacles that it went over or onto. */
  readonly wentOver: readonly string[];
}

/**
 * Moves a ship by a maneuver: fully or partially as the table before the move says, or a judge where that is too close to call. A move that
 * was seen is compared with the maneuver: an end that does not fit is noticed.
 */
export function executed(state: GameState, ship: GameShip, maneuver: Maneuver, { align, seen: raw }: How): Executed | Refusal {
  const { table } = state;
  const inPlay = raw && tableInPlay(state, raw);
  const seen = inPlay?.table;
  if (!isOnTable(state, ship.id)) return refuse('unknown', phrase('not-table', ship.name), phrase('add-map-let-camera'));
  const astray = astrayRefusal(state, ship.id);
  if (astray) return astray;
  if (isFrontOpen(state, ship.id)) return refuse('too-close', phrase('which-way-faces-not', ship.name), phrase('say-under-ships-faces'));
  if (align !== undefined && maneuver.bearing.finish !== 'rolled') {
    return refuse('MAN-15', phrase('has-no-alignment', maneuver.bearing.name), phrase('only-tallon-roll-placed'));
  }
  const placed = maneuver.bearing.finish === 'rolled' ? { align: align ?? placementOf(table, ship, maneuver) } : {};
  const { execution, full } = executeWithUncertainty(table, ship.id, maneuver, placed);
  const code = maneuverCode(maneuver);
  const asked = askJudgement({ about: 'full execution', from: ship.id, code, ...placed }, full, state.decisions);
  if ('open' in asked) {
    const share = openPercent(full.probability);
    return refuse(
      'too-close',
      placed.align
        ? phrase('too-close-fits-placed', ship.name, code, share, 100 - share, phrase(placed.align))
        : phrase('too-close-fits', ship.name, code, share, 100 - share),
      phrase('try-table-record-judge'),
      [asked.open],
    );
  }
  const isPartial = !asked.answer;
  const elsewhere = isPartial && placed.align ? fittingElsewhere(state, ship, maneuver, placed.align) : undefined;
  if (elsewhere) return elsewhere;
  const over = obstaclesUnder(state, ship, { maneuver, execution, isFull: !isPartial, ...placed });
  if (isRefusal(over)) return over;
  const end = isPartial ? execution.end : execution.intended;
  const after = seen ?? withShipMoved(table, ship.id, end, HAND_COVARIANCE);
  const moved: GameState = { ...state, table: after, toTakeOff: inPlay?.toTakeOff ?? state.toTakeOff, decisions: [] };
  const others = seen ? whatChanged(table, seen).filter((id) => id !== ship.id) : [];
  const noted = [
    ...consequences(state, ship, execution, overEdge(moved, ship.id)),
    ...(seen && others.length > 0 ? [phrase('changed-table', changeNames(state, others, seen))] : []),
    ...over.map((one) => goesOver(state, ship, one)),
  ].reduce(withNote, moved);
  return {
    state: seen ? heldAgainst(noted, table, { ship, code, end }) : noted,
    isPartial,
    skipsAction: isPartial ? 'MAN-24' : over.some((one) => one.kind === 'asteroid' && isKindKnown(one)) ? 'MAN-25' : undefined,
    wentOver: over.map(({ id }) => id),
  };
}

/** Placement of a Tallon Roll when nobody said which: in the middle, or where it fits. */
function placementOf(table: Table, { id }: GameShip, maneuver: Maneuver): Align {
  return (['middle', 'left', 'right'] as const).find((align) => execute(table, id, maneuver, { align }).execution === 'full') ?? 'middle';
}

/** Why a Tallon Roll that does not fit as it was placed is not executed partially: it fits in another way, or may; undefined where it fits in none. */
function fittingElsewhere({ table, decisions }: GameState, { id, name }: GameShip, maneuver: Maneuver, align: Align): Refusal | undefined {
  const code = maneuverCode(maneuver);
  const others = ALIGNS.filter((one) => one !== align).map((other) => {
    const { full } = executeWithUncertainty(table, id, maneuver, { align: other });
    return { other, asked: askJudgement({ about: 'full execution', from: id, code, align: other }, full, decisions) };
  });
  const fitting = others.filter(({ asked }) => !('open' in asked) && asked.answer).map(({ other }) => other);
  if (fitting.length > 0) {
    const what = phrase('does-not-fit-end', name, code, phrase(align), phrase('or-list', ...fitting.map((one) => phrase(one))));
    return refuse('MAN-15', what, phrase('place-where-fits-executed'));
  }
  const open = others.flatMap(({ other, asked }) => ('open' in asked ? [{ other, open: asked.open }] : []));
  if (open.length === 0) return undefined;
  const placements = phrase('or-list', ...open.map(({ other }) => phrase(other)));
  return refuse(
    'too-close',
    phrase('too-close-call-whether', name, code, placements),
    phrase('try-table-record-judge'),
    open.map((one) => one.open),
  );
}

const OF_KIND = { asteroid: 'an-asteroid', debris: 'a-debris', gas: 'a-gas' } as const satisfies Record<ObstacleKind, string>;

/** That an obstacle has an effect, which people enter; what it does to the action where only its kind decides that. */
function goesOver(state: GameState, { name }: GameShip, obstacle: Obstacle): Phrase {
  const what = nameInMatch(state, obstacle.id);
  if (!isKindKnown(obstacle)) return phrase('goes-over-unknown', name, what);
  return obstacle.token ? phrase('goes-over-token', name, what, phrase(OF_KIND[obstacle.kind])) : phrase('goes-over', name, what);
}

/** The obstacles that a move goes through or ends on, by the table or a judge. */
function obstaclesUnder(state: GameState, ship: GameShip, move: Move): readonly Obstacle[] | Refusal {
  const { table, decisions } = state;
  const { maneuver, execution, isFull, align } = move;
  const code = maneuverCode(maneuver);
  const under: Obstacle[] = [];
  for (const { obstacle, over } of overObstacles(table, ship.id, maneuver, execution, isFull)) {
    const question = { about: 'over obstacle', from: ship.id, to: obstacle.id, code, ...(align && { align }) } as const;
    const asked = askJudgement(question, over, decisions);
    if ('open' in asked) {
      const name = nameInMatch(state, obstacle.id);
      const what = obstacle.token && isKindKnown(obstacle) ? phrase('of-kind', name, phrase(obstacle.kind)) : name;
      const message = phrase('too-close-call-whether-goes', ship.name, what, code);
      return refuse('too-close', message, phrase('look-table-record-judge'), [asked.open]);
    }
    if (asked.answer) under.push(obstacle);
  }
  return under;
}

interface Move {
  readonly maneuver: Maneuver;
  readonly execution: Execution;
  readonly isFull: boolean;
  readonly align?: Align;
}

function consequences(
  state: GameState,
  { name }: GameShip,
  { touching, templateOver, overlaps }: Execution,
  fled: Judgement | undefined,
): readonly Phrase[] {
  const names = (ids: readonly string[]) => phrase('list', ...ids.map((id) => nameInMatch(state, id)));
  const over = state.table.devices.filter(({ id }) => [...templateOver, ...overlaps].includes(id)).map(({ id }) => id);
  return [
    ...(touching.length > 0 ? [phrase('touches', name, names(touching))] : []),
    ...(over.length > 0 ? [phrase('moved-over-onto', name, names(over))] : []),
    ...(fled && !fled.certain ? [phrase('perhaps-leaves-the-table', name)] : []),
    ...(fled?.certain && fled.value ? [phrase('leaves-the-table', name)] : []),
  ];
}

/**
 * Compares a move that was seen with the end of its maneuver: a ship that hands and camera do not explain there stands where the log does
 * not have it.
 */
function heldAgainst(
  state: GameState,
  before: Table,
  { ship, code, end }: { readonly ship: GameShip; readonly code: string; readonly end: Pose },
): GameState {
  const now = state.table.ships.find(({ id }) => id === ship.id);
  if (!now) return noticed(state, ship, phrase('not-seen-after-maneuver', ship.name));
  const pose = now.isFrontOpen ? turnedByQuarters(now.pose, end.headingRad) : now.pose;
  if (now.isByHand || explainMove(before, ship.id, { pose, covariance: now.covariance }, [code])[0]!.plausible) return state;
  return noticed(withAstray(state, ship.id, end, pose), ship, phrase('not-where-maneuver-leads', ship.name));
}

function noticed(state: GameState, { id, noticed: before }: GameShip, text: Phrase): GameState {
  return changedShip(state, id, { noticed: [...before, text] });
}
