import { phrase } from '../../texts/phrase.js';
import { draftOf, type Mode } from '../state/mode.js';
import { addObstacle, addShip } from '../state/placing.js';
import { withoutCorners } from '../state/table-knowledge.js';
import { askEffects, closeMatchMode, giveBack } from './ask-effects.js';
import { menuEffects } from './menu-effects.js';
import type { PageListeners } from './page-listeners.js';
import type { PageParts } from './page-parts.js';

/** The effect of each event of the page; events are handled only here, in `ask-effects.ts` and in `menu-effects.ts`. */
export function pageEffects(parts: PageParts): PageListeners {
  const { modes, squads, fairPlay, leaving, publishing, session, openCamera, leaveFor } = parts;
  const menu = menuEffects(parts);
  return {
    ...askEffects(parts),
    ...editEffects(parts),
    ...knowledgeEffects(parts),
    ...keyEffects(parts),
    'hm-open-camera': ({ deviceId }) => openCamera(deviceId),
    'hm-open-files': ({ files }) => parts.openFiles(files),
    'hm-open-simulated': parts.openSimulated,
    'hm-match-page': ({ page }) => modes.dispatch({ kind: 'match page', page }),
    'hm-look': ({ look }) => modes.dispatch({ kind: 'look', look }),
    'hm-leave': ({ choice }) => leaving.answer(choice, menu.save),
    'hm-reload': ({ go }) => leaveFor(go, phrase('page-reloaded')),
    'hm-of-match': ({ isOfMatch }) => void session().sayOfMatch(isOfMatch),
    'hm-dismiss': () => session().showProblem(undefined),
    'hm-retry': () => session().loadEngines(),

    'hm-match': ({ match, moment, isLookedAt, isOnTable = true }) => {
      modes.dispatch({ kind: 'playing', isPlaying: match !== undefined, attack: isOnTable ? match?.attack : undefined });
      // What is on air stays until somebody plays on, on the table that is seen.
      if (!isLookedAt && isOnTable) {
        if (match) session().playOn();
        publishing.match(match);
      }
      fairPlay.follow(isLookedAt || !isOnTable ? undefined : moment);
    },
    'hm-same-ships': ({ known, same }) => {
      // Tasks on ships have their former ids.
      modes.dispatch({ kind: 'end' });
      session().goOnAs(known, same);
    },
    'hm-fair': (action) => void fairPlay.take(action),
    'hm-squads': (said) => squads.take(said, session().table),
    'hm-menu': ({ action }) => menu[action](),
  };
}

/** Corrections by hand. */
function editEffects({ modes, session }: PageParts) {
  const table = () => session().table;
  const begin = (mode: Mode) => modes.dispatch({ kind: 'begin', mode });
  return {
    'hm-edit': ({ edit }) => table().edit(edit),
    'hm-entered': ({ edits }) => table().editAll(edits),
    'hm-turned': ({ isTurned }) => table().sayTurned(isTurned),
    'hm-names': ({ exchanged }) => table().sayNames(exchanged),
    'hm-undo': () => table().undo(),
    'hm-redo': () => table().redo(),
    'hm-moving': ({ shipId }) => (shipId === undefined ? modes.dispatch({ kind: 'end', of: 'move' }) : begin({ kind: 'move', id: shipId })),
    'hm-add-obstacle': () => begin({ kind: 'move', id: addObstacle(table()) }),
    // A ship put in the middle by keyboard can be moved at once.
    'hm-placing': ({ at }) => begin(at || modes.now.mode.kind === 'place' ? { kind: 'move', id: addShip(table(), at) } : { kind: 'place' }),
  } satisfies Partial<PageListeners>;
}

/** Why a picture that is turned the other way round leaves the table that was seen in it. */
const ANOTHER_TABLE = phrase('other-way-round-picture');

/** Effects of knowledge about the camera and the table. */
function knowledgeEffects({ modes, setup, session, leaveFor }: PageParts) {
  const known = () => session().state.hints;
  const endCorners = () => modes.dispatch({ kind: 'end', of: 'corners' });
  return {
    'hm-corners': ({ corners, edges }) => {
      endCorners();
      const rest = withoutCorners(known());
      session().hints.hint(corners ? { ...rest, corners, ...(edges && { edges }) } : rest);
    },
    'hm-corners-cancel': endCorners,
    'hm-board': ({ board }) => {
      modes.dispatch({ kind: 'close', dialog: 'board' });
      const { board: _, ...rest } = known();
      session().hints.hint(board ? { ...rest, board } : rest);
    },
    'hm-forget-lens': () => session().hints.forgetLens(),
    'hm-hold': ({ isWanted }) => session().hold(isWanted),
    'hm-mirror': ({ isMirrored }) =>
      leaveFor(() => {
        session().hints.mirror(isMirrored);
        if (draftOf(modes.now)) setup.say({ kind: 'begin', step: 'border' });
      }, ANOTHER_TABLE),
    'hm-setup': (say) => setup.say(say),
  } satisfies Partial<PageListeners>;
}

/** Effects of keys, and of files that are dropped or pasted. */
function keyEffects(parts: PageParts) {
  const { modes, fairPlay, leaving, session, openFiles } = parts;
  const table = () => session().table;
  return {
    // Not behind a question that counts the corrections.
    undo: () => !leaving.isAsked && table().undo(),
    redo: () => !leaving.isAsked && table().redo(),
    back: () => {
      if (modes.now.mode.kind === 'measure') {
        if (fairPlay.fair?.isOpen) closeMatchMode(parts);
        else table().chooseNone();
        return;
      }
      giveBack(parts);
      modes.dispatch({ kind: 'end' });
    },
    enter: () => {
      if (modes.now.mode.kind === 'place') modes.dispatch({ kind: 'begin', mode: { kind: 'move', id: addShip(table(), undefined) } });
    },
    files: openFiles,
  } satisfies Partial<PageListeners>;
}
