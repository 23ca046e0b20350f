import { explainMove, type Offset, offsetSigma } from '../../judge/maneuver/explain-move.js';
import { maneuverCode } from '../../pieces/maneuver.js';
import type { Player, Ship } from '../../table/table.js';
import { figure, type Phrase, phrase } from '../../texts/rules-texts.js';
import { knownShip, shipIn } from '../model/lookup.js';
import type { MatchState } from './states-of-match.js';

/**
 * Errors of careful hands, mm and degrees: nothing below them is noted unless a judge asks for less. No source measured them (see
 * `HAND_SIGMA`).
 */
export const NOTED_BEYOND = { mm: 3, deg: 3 } as const;

/** Standard deviations, beside its tolerance, by which a move has to be off before it is noted: a camera's error is not a hand's. */
const SIGMAS = 2;

/** A move that a camera saw, compared with the maneuver that was executed. It says nothing of anybody's intent. */
export interface SeenMove {
  /** Place of the event among those that count, from 0. */
  readonly at: number;
  readonly round: number;
  readonly ship: string;
  readonly name: string;
  readonly owner: Player;
  readonly code: string;
  readonly isPartial: boolean;
  /** Another maneuver of its dial that fits, where its own does not. */
  readonly fits?: string;
  /** Offset from the end of the maneuver to where the ship stood, seen by its pilot. */
  readonly offset: Offset;
  /** One standard deviation of that offset, from the camera alone. */
  readonly sigma: { readonly mm: number; readonly deg: number };
  /** Whether it is beyond the tolerance and beyond what the camera explains. */
  readonly isNoted: boolean;
}

/** Every move of a match that was seen, in order; `tolerance`: offsets up to this are not noted. */
export function seenMoves(
  states: readonly MatchState[],
  tolerance: { readonly mm: number; readonly deg: number } = NOTED_BEYOND,
): readonly SeenMove[] {
  return states.flatMap(({ event, state }, at): readonly SeenMove[] => {
    const before = states[at - 1]?.state;
    const moving = before?.activation;
    if (event.kind !== 'execute' || !before || !moving?.maneuver) return [];
    const start = before.table.ships.find(({ id }) => id === moving.ship);
    const now = event.seen ? state.table.ships.find(({ id }) => id === moving.ship) : seenNext(states, at, moving.ship);
    if (!start || !now || now.isFrontOpen || now.isByHand || start.isByHand) return [];
    const code = maneuverCode(moving.maneuver);
    const ends = explainMove(before.table, moving.ship, now, [code]);
    const end = ends.find(({ align }) => event.align === undefined || align === event.align);
    if (!end) return [];
    const { offset, execution } = end;
    const sigma = offsetSigma(start, end, now);
    const isNoted = offset.distanceMm > tolerance.mm + SIGMAS * sigma.mm || Math.abs(offset.turnDeg) > tolerance.deg + SIGMAS * sigma.deg;
    const { name, owner } = knownShip(state, moving.ship);
    const isPartial = execution.execution === 'partial';
    const [other] = end.plausible ? [] : explainMove(before.table, moving.ship, now, knownShip(state, moving.ship).dial ?? []);
    const fits = other?.plausible ? { fits: other.code } : {};
    return [{ at, round: state.round, ship: moving.ship, name, owner, code, isPartial, ...fits, offset, sigma, isNoted }];
  });
}

/** A ship that was placed by the rules, where a camera saw it next; undefined where it was not seen before something else could have moved it. */
function seenNext(states: readonly MatchState[], at: number, id: string): Ship | undefined {
  const shipAt = (place: number) => states[place]!.state.table.ships.find((ship) => ship.id === id);
  const placed = shipAt(at);
  for (let place = at + 1; place < states.length; place++) {
    const { event, state } = states[place]!;
    const ship = shipIn(state, id);
    if (!placed || !ship || ship.mayShift || ship.astray || (event.kind === 'activate' && event.ship === id)) return undefined;
    const now = shipAt(place);
    if (now && (now.pose.x !== placed.pose.x || now.pose.y !== placed.pose.y || now.pose.headingRad !== placed.pose.headingRad)) return now;
  }
  return undefined;
}

/** Common properties of a player's moves: how far they end beyond the template on average, mm, with the standard error of that mean. */
export interface MovesOfPlayer {
  readonly owner: Player;
  readonly moves: number;
  readonly noted: number;
  readonly meanForwardMm: number;
  readonly sigmaMm: number;
}

/** The moves of each player that moved: the mean distinguishes a habit from an accident, and clears players who have neither. */
export function movesByPlayer(moves: readonly SeenMove[]): readonly MovesOfPlayer[] {
  return ([1, 2] as const).flatMap((owner) => {
    const own = moves.filter((move) => move.owner === owner);
    if (own.length === 0) return [];
    const meanForwardMm = own.reduce((sum, { offset }) => sum + offset.forwardMm, 0) / own.length;
    const spread = own.reduce((sum, { offset }) => sum + (offset.forwardMm - meanForwardMm) ** 2, 0);
    // Of one or two moves the spread says too little: at least the camera's own.
    const camera = own.reduce((sum, { sigma }) => sum + sigma.mm ** 2, 0) / own.length;
    const variance = Math.max(own.length > 1 ? spread / (own.length - 1) : 0, camera);
    return [
      {
        owner,
        moves: own.length,
        noted: own.filter(({ isNoted }) => isNoted).length,
        meanForwardMm,
        sigmaMm: Math.sqrt(variance / own.length),
      },
    ];
  });
}

/** Offset of a move from its maneuver, in a neutral line: "2.1 mm beyond the template, …"; standard deviations are the camera's. */
export function moveWords({ offset, sigma }: SeenMove): Phrase {
  return phrase(
    'move-line',
    phrase(offset.forwardMm >= 0 ? 'mm-beyond-template' : 'mm-short-of-template', figure(Math.abs(offset.forwardMm), 1)),
    phrase(offset.rightMm >= 0 ? 'mm-aside-right' : 'mm-aside-left', figure(Math.abs(offset.rightMm), 1)),
    phrase(offset.turnDeg >= 0 ? 'turned-clockwise' : 'turned-anticlockwise', figure(Math.abs(offset.turnDeg), 1)),
    phrase('sigma-of-move', figure(sigma.mm, 1), figure(sigma.deg, 1)),
  );
}
