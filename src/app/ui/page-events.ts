import type { Moment } from '../../game/table/moment.js';
import type { Point } from '../../geometry/point.js';
import type { BaseSize } from '../../pieces/base-size.js';
import type { MatchMessage } from '../../relay/wire/messages.js';
import type { RulerTarget } from '../../scene/ask/ruler-targets.js';
import type { Edit } from '../../table/edits.js';
import type { FittedBase, MeasureHints, RankedObstacle } from '../../table/measurement.js';
import type { Table } from '../../table/table.js';
import type { SameShips } from '../../table/views/same-ships.js';
import type { FairPlayAction } from '../match-mode/fair-play.js';
import type { SetupAction } from '../setup/setup-actions.js';
import type { SaidOfSquads } from '../squads/squad-use.js';
import type { MatchPage, TableLook } from '../state/mode.js';
import type { Tool } from '../state/tool.js';
import type { Theme } from '../theme/theme.js';

/** The entries of the page's menu. */
export type MenuAction =
  | 'camera'
  | 'open'
  | 'save'
  | 'corners'
  | 'board'
  | 'forget'
  | 'game'
  | 'resume'
  | 'setup'
  | 'prove'
  | 'stream'
  | 'judge'
  | 'freeze'
  | 'report'
  | 'sees'
  | 'fair'
  | 'help'
  | 'squads'
  | 'language'
  | 'aloud'
  | Theme
  | 'home';

/** Whether a table with corrections is left, and whether it is saved before. */
export type LeaveChoice = 'stay' | 'save' | 'leave';

/** A person's word for a place of the mat. */
export type ThereSaid = { readonly at: Point } & (
  | { readonly is: 'ship'; readonly fit: FittedBase }
  | { readonly is: 'ship by hand'; readonly base: BaseSize }
  | { readonly is: 'obstacle'; readonly obstacle: RankedObstacle }
  | { readonly is: 'nothing' }
);

/** The events from the elements to the page; the name of each event and what it carries. */
export interface PageEvents {
  'hm-choose': { readonly shipId: string };
  'hm-choose-none': undefined;
  /** A question other than the range of two ships; undefined: none. */
  'hm-tool': { readonly tool: Tool | undefined };
  /** While a ruler is laid: the thing that was tapped. */
  'hm-rule': { readonly thing: RulerTarget };
  /** A tap on a place of the mat at which nothing is known. */
  'hm-ask-there': { readonly at: Point; readonly nearId?: string | undefined };
  /** A person's word on such a place. */
  'hm-there': ThereSaid;
  /** Two ships, or one, are remeasured; undefined: no more of that. */
  'hm-remeasure': { readonly of: readonly string[] | undefined };
  'hm-swap': undefined;
  'hm-edit': { readonly edit: Edit };
  /** Entries for a match that is to begin, which are undone at once. */
  'hm-entered': { readonly edits: readonly Edit[] };
  /** Whether a photo is of the table of the match that is played. */
  'hm-of-match': { readonly isOfMatch: boolean };
  /** Answer whether the picture was turned, where a ship may have moved as well. */
  'hm-turned': { readonly isTurned: boolean };
  /** The two ships that moved at once and were confused, if any. */
  'hm-names': { readonly exchanged: readonly [string, string] | undefined };
  'hm-undo': undefined;
  'hm-redo': undefined;
  'hm-open-camera': { readonly deviceId?: string };
  'hm-open-files': { readonly files: readonly File[] };
  'hm-open-simulated': undefined;
  'hm-dismiss': undefined;
  /** A reload of the page, by `go`. */
  'hm-reload': { readonly go: () => void };
  'hm-retry': undefined;
  'hm-corners': Pick<MeasureHints, 'edges'> & { readonly corners: MeasureHints['corners'] };
  'hm-board': { readonly board: MeasureHints['board'] };
  'hm-forget-lens': undefined;
  'hm-hold': { readonly isWanted: boolean };
  'hm-mirror': { readonly isMirrored: boolean };
  'hm-corners-cancel': undefined;
  'hm-moving': { readonly shipId: string | undefined };
  'hm-menu': { readonly action: MenuAction };
  'hm-match-page': { readonly page: MatchPage };
  /** Picture or map, where there is room for one. */
  'hm-look': { readonly look: TableLook };
  'hm-leave': { readonly choice: LeaveChoice };
  /** The part of the match that everyone may know now; undefined: none is played. `isLookedAt`: it is a log, not the match of this table. `isOnTable`: the ids of its ships are those of the shown table. */
  'hm-match': {
    readonly match: MatchMessage | undefined;
    readonly moment: Moment | undefined;
    readonly isLookedAt: boolean;
    readonly isOnTable?: boolean;
  };
  /** The shown table is that of a match (`known`), and these are its ships. */
  'hm-same-ships': { readonly known: Table; readonly same: SameShips };
  /** An action of the players in match mode, or on it. */
  'hm-fair': FairPlayAction;
  'hm-add-obstacle': undefined;
  /** An answer or action while the table is set up. */
  'hm-setup': SetupAction;
  /** The squads of both players, and their assignment to ships; undefined: unchanged. */
  'hm-squads': SaidOfSquads;
  'hm-placing': { readonly at: Point | undefined };
}

/** Dispatches an event to the page; it leaves the shadow tree from which it comes. */
export function emit<K extends keyof PageEvents>(
  from: EventTarget,
  name: K,
  ...detail: PageEvents[K] extends undefined ? [] : [PageEvents[K]]
): void {
  from.dispatchEvent(new CustomEvent(name, { detail: detail[0], bubbles: true, composed: true }));
}
