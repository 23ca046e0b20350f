import type { MatchMessage } from '../../relay/wire/messages.js';
import type { Frozen, Moment } from '../evidence/frozen.js';
import type { SetupDraft } from '../setup/setup-draft.js';
import { movableOf } from './movable.js';
import type { PageState } from './page-state.js';
import { stillThere, type Tool } from './tool.js';

/** A person's task at picture and map: one at a time, so that a tap and Escape have one meaning. */
export type Mode =
  /** The range of the two chosen ships. */
  | { readonly kind: 'measure' }
  /** A question beside that range. */
  | { readonly kind: 'ask'; readonly tool: Tool }
  /** A ship or an obstacle has its handle. */
  | { readonly kind: 'move'; readonly id: string }
  /** The next tap on the map adds a ship. */
  | { readonly kind: 'place' }
  /** The mat's corners are marked in the picture. */
  | { readonly kind: 'corners' }
  /** Mat, obstacles and side are asked; `isUnfound`: begun while no mat was found, and nothing was said of its corners since. */
  | { readonly kind: 'setup'; readonly draft: SetupDraft; readonly isUnfound: boolean }
  /** The setup of the table, to be changed, saved or forgotten. */
  | { readonly kind: 'setup overview' };

/** Dialog over the page; one at a time. */
export type Dialog =
  | { readonly kind: 'help' }
  | { readonly kind: 'board' }
  /** The camera's view at a tap, for whoever asks for help. */
  | { readonly kind: 'camera'; readonly moment: Moment }
  /** Evidence frozen at a tap, until it is saved or let go. */
  | { readonly kind: 'evidence'; readonly frozen: Frozen }
  /** `given`: a squad that was opened or dropped as a file, to be shown first. */
  | { readonly kind: 'squads'; readonly given: string };

/** A match by the rules: none was begun, it is shown in place of the measuring, or it waits while the page measures. */
export type MatchView = 'none' | 'shown' | 'hidden';

/** The two ships of an attack, once its defender is declared. */
type AttackPair = Pick<NonNullable<MatchMessage['attack']>, 'attacker' | 'defender'>;

/**
 * The checked log of a match to continue; `isOwn`: it was played on this device, and goes on; `isOnTable`: the page shows its table, so that
 * ids mean its ships.
 */
export interface ResumedMatch {
  readonly file: unknown;
  readonly isOwn: boolean;
  readonly isOnTable: boolean;
}

/** Page of a match that is shown. */
export type MatchPage = 'play' | 'ships' | 'log' | 'tour';

/** View of a table that an upright phone shows, which has no room for both. */
export type TableLook = 'picture' | 'map';

/** Everything that the page is doing, besides its knowledge. */
export interface PageMode {
  readonly mode: Mode;
  readonly dialog: Dialog | undefined;
  readonly match: MatchView;
  readonly matchPage: MatchPage;
  /** Whether it has begun: it is not left without a question. */
  readonly isPlaying: boolean;
  /** Pair that is asked about while the match is shown. */
  readonly attack: AttackPair | undefined;
  readonly resumed: ResumedMatch | undefined;
  readonly look: TableLook;
}

export type ModeEvent =
  | { readonly kind: 'begin'; readonly mode: Mode }
  /** Back to measuring; `of`: only from this mode. */
  | { readonly kind: 'end'; readonly of?: Mode['kind'] }
  | { readonly kind: 'open'; readonly dialog: Dialog }
  /** A dialog that another has replaced closes nothing. */
  | { readonly kind: 'close'; readonly dialog: Dialog['kind'] }
  | { readonly kind: 'match'; readonly match: MatchView; readonly resumed?: ResumedMatch }
  | { readonly kind: 'match page'; readonly page: MatchPage }
  | { readonly kind: 'playing'; readonly isPlaying: boolean; readonly attack?: AttackPair | undefined }
  | { readonly kind: 'look'; readonly look: TableLook }
  /** The page's knowledge has changed: tasks on things that are no longer there end. */
  | { readonly kind: 'page'; readonly page: PageState };

const MEASURE: Mode = { kind: 'measure' };

export const FIRST_MODE: PageMode = {
  mode: MEASURE,
  dialog: undefined,
  match: 'none',
  matchPage: 'play',
  isPlaying: false,
  attack: undefined,
  resumed: undefined,
  look: 'picture',
};

/** View in which a task is worked on, if it can be done in one only. */
const LOOK_OF: Partial<Record<Mode['kind'], TableLook>> = { place: 'map', corners: 'picture', setup: 'picture' };

/** The mode after an event; the same object where nothing changes. */
export function reduceMode(before: PageMode, event: ModeEvent): PageMode {
  switch (event.kind) {
    case 'begin':
      return { ...before, mode: event.mode, look: LOOK_OF[event.mode.kind] ?? before.look };
    case 'end':
      return event.of === undefined || event.of === before.mode.kind ? withMode(before, MEASURE) : before;
    case 'open':
      return { ...before, dialog: event.dialog };
    case 'close':
      return event.dialog === before.dialog?.kind ? { ...before, dialog: undefined } : before;
    case 'match':
      if (event.match === 'none')
        return { ...before, match: 'none', matchPage: 'play', isPlaying: false, attack: undefined, resumed: undefined };
      return { ...before, match: event.match, resumed: event.resumed ?? before.resumed };
    case 'match page':
      return { ...before, matchPage: event.page };
    case 'playing':
      return playing(before, event.isPlaying, event.attack);
    case 'look':
      return { ...before, look: event.look };
    case 'page':
      return withMode(before, stillPossible(before.mode, event.page));
  }
}

function playing(before: PageMode, isPlaying: boolean, attack: AttackPair | undefined): PageMode {
  const isSamePair = attack?.attacker === before.attack?.attacker && attack?.defender === before.attack?.defender;
  return isSamePair && isPlaying === before.isPlaying ? before : { ...before, isPlaying, attack };
}

/** A mode without things that have gone; measuring where nothing is left. */
function stillPossible(mode: Mode, { source, known }: PageState): Mode {
  switch (mode.kind) {
    case 'ask': {
      const tool = stillThere(mode.tool, known);
      if (!tool) return MEASURE;
      return tool === mode.tool ? mode : { kind: 'ask', tool };
    }
    case 'move':
      return movableOf(known, mode.id) ? mode : MEASURE;
    case 'corners':
    case 'setup':
    case 'setup overview':
      return source ? mode : MEASURE;
    default:
      return mode;
  }
}

const withMode = (before: PageMode, mode: Mode): PageMode => (mode === before.mode ? before : { ...before, mode });

export const toolOf = ({ mode }: PageMode): Tool | undefined => (mode.kind === 'ask' ? mode.tool : undefined);

export const movingIdOf = ({ mode }: PageMode): string | undefined => (mode.kind === 'move' ? mode.id : undefined);

export const draftOf = ({ mode }: PageMode): SetupDraft | undefined => (mode.kind === 'setup' ? mode.draft : undefined);

/** The owner of the page's mode. */
export class ModeStore {
  readonly #onChange: (now: PageMode) => void;
  #now = FIRST_MODE;

  constructor(onChange: (now: PageMode) => void) {
    this.#onChange = onChange;
  }

  get now(): PageMode {
    return this.#now;
  }

  dispatch(event: ModeEvent): void {
    const next = reduceMode(this.#now, event);
    if (next === this.#now) return;
    this.#now = next;
    this.#onChange(next);
  }
}
