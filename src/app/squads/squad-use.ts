import type { Edit } from '../../table/edits.js';
import type { Player } from '../../table/table.js';
import type { SetUp } from '../match/roster/roster.js';

/** The squads of both players, as they came. */
export type SquadDocuments = Partial<Readonly<Record<Player, unknown>>>;

/** What follows for the table, and for a match on it, from which ship each base is. */
export interface SquadUse {
  readonly edits: readonly Edit[];
  readonly drafts: SetUp['drafts'];
}
