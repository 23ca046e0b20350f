import type { Point } from '../../geometry/point.js';
import type { Quarters } from '../../table/edits.js';
import type { RankedObstacle } from '../../table/measurement.js';
import { isUnlikely } from '../../table/obstacle-kind.js';
import type { Corners } from '../../table/setup/corners.js';
import type { Proof } from '../../table/setup/proof.js';
import type { SetupMat } from '../../table/setup/setup.js';
import type { Obstacle, Table } from '../../table/table.js';
import { freeObstacleId, isSamePlace, placeOf } from './obstacle-place.js';
import { type SetupDraft, type SetupStep, stepAfter } from './setup-draft.js';

/** Choice for a table that, by the pictures, is another one than the setup's. */
export type OtherTableChoice = 'keep' | 'new' | 'without';

/** An action of a person on the table that is being set up. */
export type DraftAction =
  | { readonly kind: 'corners'; readonly corners: Corners }
  /** The corners are the mat's. */
  | { readonly kind: 'border' }
  | { readonly kind: 'mat'; readonly mat: SetupMat }
  | { readonly kind: 'missing'; readonly at: Point }
  | { readonly kind: 'choose'; readonly id: string | undefined }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle }
  /** The same obstacle, to be fitted to its edges in the picture. */
  | { readonly kind: 'lay'; readonly obstacle: Obstacle }
  | { readonly kind: 'remove'; readonly id: string }
  /** The obstacles of the draft are all there are. */
  | { readonly kind: 'obstacles' }
  | { readonly kind: 'side'; readonly sidesOn: Quarters }
  /** On to the next step, keeping the answers of this one. */
  | { readonly kind: 'skip' }
  /** To another step; answers stay. */
  | { readonly kind: 'step'; readonly step: SetupStep };

/** The same, and actions on the setup as a whole. */
export type SetupAction =
  | DraftAction
  | { readonly kind: 'open' }
  | { readonly kind: 'begin'; readonly step: SetupStep }
  | { readonly kind: 'done' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'save' }
  /** The reading of a piece of known length is kept with the table. */
  | { readonly kind: 'proved'; readonly proof: Proof }
  | { readonly kind: 'save-proof'; readonly proof: Proof; readonly withPicture: boolean }
  | { readonly kind: 'forget' }
  | { readonly kind: 'other-table'; readonly choice: OtherTableChoice };

/** A draft after an action; undefined: its last step is over. `table`: the present one. */
export function draftAfter(draft: SetupDraft, say: DraftAction, table: Table): SetupDraft | undefined {
  switch (say.kind) {
    case 'corners':
      return { ...draft, corners: say.corners, isBorderAsFound: false, isBorderConfirmed: false, areObstaclesKept: false };
    case 'border':
      return onward({ ...draft, isBorderConfirmed: true, isSaid: true }, table);
    case 'mat':
      return onward({ ...draft, mat: say.mat, isSaid: true }, table);
    case 'missing':
      return { ...draft, missingAt: say.at, chosenId: undefined };
    case 'choose':
      return { ...draft, chosenId: say.id, missingAt: undefined, fit: undefined, ranked: undefined };
    case 'obstacle':
    case 'lay':
      return {
        ...withObstacle(draft, say.obstacle),
        chosenId: say.obstacle.id,
        missingAt: undefined,
        fit: say.kind === 'lay' ? 'sought' : undefined,
        ranked: undefined,
      };
    case 'remove':
      return withoutObstacle(draft, say.id);
    case 'obstacles':
      return onward({ ...asked(draft), obstacles: draft.obstacles.map(confirmed), areObstaclesSaid: true, isSaid: true }, table);
    case 'side':
      return { ...draft, sidesOn: say.sidesOn, isSaid: true };
    case 'skip':
      return onward(draft, table);
    case 'step':
      return {
        ...draft,
        step: say.step,
        chosenId: undefined,
        missingAt: undefined,
        areObstaclesKept: draft.step === 'obstacles' || draft.step === 'side' || draft.areObstaclesKept,
      };
  }
}

/** A draft after an obstacle that was laid was fitted, or could not be. Later changes to it count: it is not fitted then. */
export function fittedDraft(draft: SetupDraft, laid: Obstacle, fitted: Obstacle | undefined): SetupDraft {
  const now = draft.obstacles.find(({ id }) => id === laid.id);
  if (now?.outline !== laid.outline) return draft;
  const next = fitted ? withObstacle(draft, fitted) : draft;
  return draft.chosenId === laid.id ? { ...next, fit: fitted ? 'fitted' : 'unclear' } : next;
}

/** A draft after all outlines were tried where the chosen one was fitted; unchanged where that has been moved since. */
export function rankedDraft(draft: SetupDraft, fitted: Obstacle, ranked: readonly RankedObstacle[]): SetupDraft {
  const now = draft.obstacles.find(({ id }) => id === draft.chosenId);
  return draft.fit === 'fitted' && now?.outline === fitted.outline ? { ...draft, ranked } : draft;
}

/**
 * A draft with the obstacles that were found since they were asked about. After the answer that there are no others, a likely one opens the
 * question again.
 */
export function seenDraft(draft: SetupDraft, table: Table): SetupDraft {
  if (draft.step !== 'obstacles' && draft.step !== 'side') return draft;
  const known = [...draft.obstacles.map(placeOf), ...draft.noObstacleAt];
  const isNews = (one: Obstacle) => !known.some((at) => isSamePlace(at, placeOf(one)));
  const found = table.obstacles.filter((one) => isNews(one) && !(draft.areObstaclesSaid && isUnlikely(one)));
  if (found.length === 0) return draft;
  const obstacles = [...draft.obstacles];
  for (const one of found) obstacles.push({ ...one, id: freeObstacleId(obstacles) });
  return draft.areObstaclesSaid ? { ...asked(draft), step: 'obstacles', isFoundSince: true, obstacles } : { ...draft, obstacles };
}

function asked({ areObstaclesSaid: _, isFoundSince: __, ...draft }: SetupDraft): SetupDraft {
  return draft;
}

/** The draft one step on; at the obstacles, with those that are seen by then. */
function onward(draft: SetupDraft, table: Table): SetupDraft | undefined {
  const step = stepAfter(draft.step);
  if (!step) return undefined;
  const isFirst = step === 'obstacles' && !draft.areObstaclesKept;
  return { ...draft, step, chosenId: undefined, missingAt: undefined, ...(isFirst && { obstacles: table.obstacles }) };
}

/** An obstacle that a person has confirmed. */
function confirmed({ detectionProbability: _, ...one }: Obstacle): Obstacle {
  return one;
}

function withObstacle(draft: SetupDraft, said: Obstacle): SetupDraft {
  const obstacle = confirmed(said);
  const isKnown = draft.obstacles.some(({ id }) => id === obstacle.id);
  const obstacles = isKnown
    ? draft.obstacles.map((other) => (other.id === obstacle.id ? obstacle : other))
    : [...draft.obstacles, obstacle];
  // Where one was taken away, another may be laid.
  const noObstacleAt = draft.noObstacleAt.filter((none) => !isSamePlace(none, placeOf(obstacle)));
  return { ...draft, obstacles, noObstacleAt, isSaid: true };
}

function withoutObstacle(draft: SetupDraft, removedId: string): SetupDraft {
  const removed = draft.obstacles.find(({ id }) => id === removedId);
  if (!removed) return draft;
  return {
    ...draft,
    obstacles: draft.obstacles.filter((other) => other !== removed),
    noObstacleAt: [...draft.noObstacleAt, placeOf(removed)],
    chosenId: undefined,
    isSaid: true,
  };
}
