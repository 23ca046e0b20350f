import type { Player } from '../../table/table.js';
import type { MatchState } from '../log/states-of-match.js';
import type { GameShip } from '../model/game-state.js';

/** The loss of a ship, for the score: nothing that counts, half of it, or all. */
export type Lost = 'nothing' | 'half' | 'all';

/** A ship on the score sheet. */
export interface ScoredShip {
  readonly id: string;
  readonly name: string;
  readonly owner: Player;
  /** Its points; absent: nobody said. */
  readonly points?: number;
  /** Hull and shields together, at the beginning and now. */
  readonly whole: number;
  readonly left: number;
  readonly lost: Lost;
  /** Points that the other player scores for it; absent where its points are not known and it has lost something. */
  readonly scored?: number;
}

/** Score of one player by the other's ships. */
export interface PlayerScore {
  readonly player: Player;
  readonly points: number;
  /** Number of ships that count but whose points nobody has said: the sum is at least that. */
  readonly unknown: number;
  readonly destroyed: number;
  readonly halved: number;
}

/** Standing of a match, for whoever records results. */
export interface Score {
  readonly round: number;
  readonly ships: readonly ScoredShip[];
  readonly players: readonly [PlayerScore, PlayerScore];
}

/**
 * The score of a match by the damage that it knows. A ship is halved once it has lost half of its hull and shields together, rounded up;
 * half points are rounded up, too (2e tournament rules; other events may differ, so the sheet shows hull and shields as well). A ship that
 * was destroyed or fled is lost whole. Undefined before the match has begun. `points`: points of ships, where people have said them, by
 * their ids.
 */
export function scoreOf(states: readonly MatchState[], points: Readonly<Record<string, number>> = {}): Score | undefined {
  const now = states.at(-1)?.state;
  if (!now) return undefined;
  const ships = now.ships.map((ship) => scored({ ...ship, points: points[ship.id] ?? ship.points }, wholeOf(states, ship.id)));
  const of = (player: Player) =>
    playerScore(
      player,
      ships.filter(({ owner }) => owner !== player),
    );
  return { round: now.round, ships, players: [of(1), of(2)] };
}

/**
 * The hull and shields that a ship began with. A description of a ship that has lost nothing until then says what its card prints; of one that
 * has lost some it says what is left, and counts only where that is more.
 */
function wholeOf(states: readonly MatchState[], id: string): number {
  let whole = 0;
  for (const [i, { event }] of states.entries()) {
    const ship =
      event.kind === 'begin' ? event.ships.find((one) => one.id === id) : event.kind === 'describe ship' ? event.ship : undefined;
    if (ship?.id !== id) continue;
    const before = states[i - 1]?.state.ships.find((one) => one.id === id);
    const isWhole = before === undefined || before.hull + before.shields >= whole;
    whole = isWhole ? ship.hull + ship.shields : Math.max(whole, ship.hull + ship.shields);
  }
  return whole;
}

function scored({ id, name, owner, hull, shields, points, isDestroyed, isRemoved }: GameShip, whole: number): ScoredShip {
  const left = isDestroyed || isRemoved ? 0 : Math.min(whole, hull + shields);
  const lost: Lost = left === 0 ? 'all' : whole - left >= Math.ceil(whole / 2) ? 'half' : 'nothing';
  const worth = lost === 'nothing' ? 0 : points === undefined ? undefined : lost === 'all' ? points : Math.ceil(points / 2);
  return { id, name, owner, ...(points !== undefined && { points }), whole, left, lost, ...(worth !== undefined && { scored: worth }) };
}

function playerScore(player: Player, theirs: readonly ScoredShip[]): PlayerScore {
  return {
    player,
    points: theirs.reduce((sum, { scored: worth = 0 }) => sum + worth, 0),
    unknown: theirs.filter(({ scored: worth }) => worth === undefined).length,
    destroyed: theirs.filter(({ lost }) => lost === 'all').length,
    halved: theirs.filter(({ lost }) => lost === 'half').length,
  };
}
