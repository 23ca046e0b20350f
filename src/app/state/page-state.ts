import type { EvidenceKind } from '../../evidence/evidence.js';
import type { Remeasured } from '../../scene/ask/compare-remeasured.js';
import type { Freshness } from '../../scene/words/freshness.js';
import type { Problem } from '../../table/measurement.js';
import { type Phrase, phrase } from '../../texts/phrase.js';
import type { Held } from '../capture/camera-lock.js';
import { isBlind } from '../capture/camera-problems.js';
import type { FrameSource } from '../capture/frame-source.js';
import type { EngineState } from '../vision-client/engine-loader.js';
import { LiveView } from '../vision-client/live-view.js';
import type { OnAirOf } from './regions-of-interest.js';
import { NOTHING_KNOWN, type TableKnowledge } from './table-knowledge.js';
import type { TableView } from './table-session.js';

/** A mark that the shown table was frozen, and by whom, in words. */
export interface FrozenMark {
  readonly kind: EvidenceKind;
  /** ISO 8601, UTC. */
  readonly frozenAt: string;
  readonly signed: Phrase;
  /** The answer at that time. */
  readonly answer?: string;
  /** The fault that a person found. */
  readonly said?: string;
}

/** Progress of remeasuring two ships, or one. */
export type Remeasuring = { readonly of: readonly string[] } & (
  | { readonly kind: 'measuring'; readonly done: number; readonly all: number }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'done'; readonly result: Remeasured }
);

/** Everything the page shows; replaced with every change. */
export interface PageState extends TableKnowledge {
  readonly engine: EngineState;
  readonly known: TableView;
  /** The ships of a first look, while its obstacles are looked for: shown, but in no answer. */
  readonly placed: TableView | undefined;
  readonly source: FrameSource | undefined;
  /** The camera's pose in each of its frames: it changes far more often than the page does. */
  readonly live: LiveView;
  /** Whether a source is being opened. */
  readonly isOpening: boolean;
  /** Why no source could be opened, or the problem with the present one. */
  readonly sourceProblem: Problem | undefined;
  /** Why the present picture cannot be measured. */
  readonly measureProblem: Problem | undefined;
  /** That the photo of the last look may be of another table than the match's: nothing of it counts before a person has said. */
  readonly doubt: Problem | undefined;
  /** Open point of the last look although it measured. */
  readonly caution: Problem | undefined;
  readonly framesPerSecond: number;
  /** Freshness of the last look; undefined for a photo, and while nothing was looked at since the source was blind. */
  readonly freshness: Freshness | undefined;
  /** The same where everything on the mat is asked about, not only the chosen pair. */
  readonly matFreshness: Freshness | undefined;
  /** Pairs of the table that a stream shows; they are watched like the chosen pair. */
  readonly onAir: OnAirOf | undefined;
  /** Progress of averaging several looks, 0…1: while nothing moves each makes the answer more exact. */
  readonly lookedShare: number;
  /** The second look that somebody has asked for. */
  readonly remeasuring: Remeasuring | undefined;
  /** Whether nothing has moved for a while: only thumbnails of the camera are compared. */
  readonly isStill: boolean;
  /** Camera settings that are held still; undefined while it adjusts itself. */
  readonly held: readonly Held[] | undefined;
  /** Whether a table is shown: from a source, or a scene that was opened. */
  readonly hasTable: boolean;
  /** Whether the table comes from a source that has ended. */
  readonly isMemory: boolean;
  /** Whether the table is one photo's, video's or simulation's own: a camera's next table is another one. */
  readonly isOneTable: boolean;
  /** Mark of a table that was frozen as evidence. */
  readonly frozen: FrozenMark | undefined;
  /** Whether the table is another one than the page's own: that of a log on which nobody has played on, or of a file opened over a picture. */
  readonly isLookedAt: boolean;
}

/** The page before anything was opened, with the known table. */
export function emptyPage(known: TableView, live = new LiveView()): PageState {
  return {
    engine: { phase: 'loading', parts: [], isRestart: false },
    known,
    placed: undefined,
    source: undefined,
    live,
    isOpening: false,
    sourceProblem: undefined,
    measureProblem: undefined,
    doubt: undefined,
    caution: undefined,
    ...NOTHING_KNOWN,
    framesPerSecond: 0,
    freshness: undefined,
    matFreshness: undefined,
    onAir: undefined,
    lookedShare: 0,
    remeasuring: undefined,
    isStill: false,
    held: undefined,
    hasTable: false,
    isMemory: false,
    isOneTable: false,
    frozen: undefined,
    isLookedAt: false,
  };
}

/**
 * Whether the known table is not the one in the picture: the camera was bumped, or froze, or is gone, the lamp went off, the focus hunts so
 * that no ship is seen, or nothing was measured yet, or not for too long. No verdict is given until it is seen again.
 */
export function isStale({ source, sourceProblem, measureProblem, isMemory, freshness, known: { state, ships } }: PageState): boolean {
  if (source === undefined) return isMemory;
  if (!isOfOneMoment(source) && freshness?.kind !== 'fresh' && freshness?.kind !== 'late') return true;
  const isNoneSeen = ships.length > 0 && ships.every(({ isSeen }) => !isSeen);
  return measureProblem !== undefined || isBlind(sourceProblem) || state.camera === undefined || isNoneSeen;
}

/** Whether the page shows a table that is not its own: that of evidence, or of a file that is only looked at. */
export function isElsewhere({ frozen, isLookedAt }: PageState): boolean {
  return frozen !== undefined || isLookedAt;
}

/** The table that is shown: the known one, or the ships of a first look that is not over. */
export function shownTable({ known, placed }: PageState): TableView {
  return placed ?? known;
}

/** The known table with the camera of the present picture: a phone in a hand has moved since the table was measured. */
export function knownFromHere({ known, live }: PageState): TableView {
  const { camera } = live;
  return camera && known.state.camera ? { ...known, state: { ...known.state, camera } } : known;
}

/** The page for those who ask about everything on the mat: a tool, a match. */
export function ofWholeMat(page: PageState): PageState {
  return { ...page, freshness: page.matFreshness };
}

/** The page's display of the time that goes by: empty while the table is fresh, then why it is not, and its age in seconds. */
export function shownAge(page: PageState): string {
  const shown = [page, ofWholeMat(page)].map((asked) =>
    isStale(asked) || asked.freshness?.kind === 'late'
      ? `${asked.freshness?.kind} ${Math.floor((asked.freshness?.ageMs ?? 0) / 1000)}`
      : '',
  );
  return shown.join();
}

/** Whether a person has changed anything of opened evidence: it is shown otherwise than it was frozen. */
export function isFrozenCorrected({ frozen, known }: PageState): boolean {
  return frozen !== undefined && known.history.done.length > 0;
}

/** Whether the next picture comes without being asked for: one that fails may be a hand before the lens. */
export function isLive(source: FrameSource | undefined): boolean {
  return source?.kind === 'camera' || source?.kind === 'video';
}

/** Whether a source is of one moment: photos and frozen tables do not grow old. */
export function isOfOneMoment({ kind }: FrameSource): boolean {
  return kind === 'photo' || kind === 'frozen';
}

/** Whether the source gives more pictures of the same table: then its measurement can be repeated. */
export function hasMorePictures(source: FrameSource | undefined): boolean {
  return source?.kind === 'camera' || source?.kind === 'simulated';
}

export const NOT_SEEN: Problem = { code: 'table-not-seen', message: phrase('table-not-seen'), hint: phrase('shown-seen-last') };

/** The problem of missing new looks, whatever the cause. */
export const NOT_MEASURED: Problem = {
  code: 'look-too-old',
  message: phrase('look-too-old'),
  hint: phrase('shown-seen-last-bring'),
};

/** The problem of a page at its beginning: there is no table. */
const NO_TABLE: Problem = { code: 'no-table-open', message: phrase('no-table-open'), hint: phrase('open-camera-photo-file') };

const MOVING: Problem = {
  code: 'table-moving',
  message: phrase('table-moving'),
  hint: phrase('shown-seen-before-answer'),
};

const BUSY: Problem = {
  code: 'look-too-old',
  message: phrase('device-too-busy-follow'),
  hint: phrase('shown-seen-before-close'),
};

const BY_AGE: Readonly<Record<Freshness['kind'], Problem>> = {
  fresh: NOT_SEEN,
  late: NOT_SEEN,
  moving: MOVING,
  behind: BUSY,
  old: NOT_MEASURED,
};

/** Why the present knowledge is no verdict, for those who see nothing but the table; undefined while it is one. */
export function currentProblem(page: PageState): Problem | undefined {
  if (!page.hasTable) return NO_TABLE;
  if (!isStale(page)) return undefined;
  const { source, sourceProblem } = page;
  // Of all messages to the person at the camera only its problems concern others.
  const told = source === undefined || sourceProblem?.code.startsWith('camera-') ? sourceProblem : undefined;
  return page.measureProblem ?? told ?? BY_AGE[page.freshness?.kind ?? 'fresh'];
}
