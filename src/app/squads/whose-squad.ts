import type { Squad } from '../../game/squad/squad.js';
import type { Player } from '../../table/table.js';

/** The players' places, which squads that are read take. */
interface Places {
  readonly squads: Partial<Readonly<Record<Player, Squad>>>;
  /** Players whose squads were read lately: another player's makes way first. */
  readonly fresh: ReadonlySet<Player>;
  /** The player that is chosen. */
  readonly player: Player;
  /** Whether a person has chosen that player. */
  readonly isAsked: boolean;
}

const PLAYERS = [1, 2] as const;

/** The player whose squad it is: the one that was asked for, else one without a squad, else the one whose earlier squad it resembles. */
export function whoseSquad(squad: Squad, { squads, fresh, player, isAsked }: Places): Player {
  if (isAsked || !squads[player]) return player;
  const empty = PLAYERS.find((one) => !squads[one]);
  if (empty) return empty;
  const earlier = PLAYERS.filter((one) => !fresh.has(one));
  if (earlier.length === 1) return earlier[0]!;
  const [first, second] = PLAYERS.map((one) => likeness(squad, squads[one]));
  if (first === second) return player;
  return first! > second! ? 1 : 2;
}

/** The player whose squad is the first of two that were read at once. */
export function whoseIsFirst([one, other]: readonly [Squad, Squad], { squads, player, isAsked }: Places): Player {
  if (isAsked) return player;
  const inOrder = likeness(one, squads[1]) + likeness(other, squads[2]);
  return likeness(one, squads[2]) + likeness(other, squads[1]) > inOrder ? 2 : 1;
}

/** Number of pilots that both squads have; the faction decides between equals. */
function likeness({ faction, ships }: Squad, earlier: Squad | undefined): number {
  if (!earlier) return 0;
  const left = earlier.ships.map(({ pilotXws }) => pilotXws);
  const common = ships.filter(({ pilotXws }) => {
    const at = left.indexOf(pilotXws);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return common.length + (faction === earlier.faction ? 0.5 : 0);
}
