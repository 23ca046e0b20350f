import type { Proposal } from '../../game/squad/propose-bases.js';
import type { Squad } from '../../game/squad/squad.js';
import type { Edit } from '../../table/edits.js';
import type { Player } from '../../table/table.js';
import type { SetUp } from '../match/roster/roster.js';

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
  /** Undefined where the ships are not to be used. */
  readonly use: SquadUse | undefined;
}

/** Consequences of assigning ships to bases, for the table and for a match on it. */
export interface SquadUse {
  readonly edits: readonly Edit[];
  readonly drafts: SetUp['drafts'];
}
