import type { Proposal } from '../../game/squad/propose-bases.js';
import type { Squad } from '../../game/squad/squad.js';
import type { Edit } from '../../table/edits.js';
import type { Player } from '../../table/table.js';

/** The squads of both players, as received. */
export type SquadDocuments = Partial<Readonly<Record<Player, unknown>>>;

/** A player's squad, and the base to which each of its ships is assigned. */
export interface PlayerSquad {
  readonly squad: Squad;
  readonly proposals: readonly Proposal[];
}

export type PlayerSquads = Partial<Readonly<Record<Player, PlayerSquad>>>;

/** Result of the dialog about squads. */
export interface SaidOfSquads {
  readonly documents: SquadDocuments;
  /** As a person has assigned them; undefined: as proposed. */
  readonly squads: PlayerSquads | undefined;
  /** Consequences of the ships for the table and a match on it; undefined where they are not to be used. */
  readonly edits: readonly Edit[] | undefined;
  /** Players whose squads were read lately. */
  readonly fresh: ReadonlySet<Player>;
}
