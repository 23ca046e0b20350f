import { parseJson } from '../../../table/documents/parse-json.js';
import type { Problem } from '../../../table/measurement.js';
import { phrase } from '../../../texts/phrase.js';
import type { PageSession } from '../../session/page-session.js';
import type { ModeStore } from '../../state/mode.js';
import { isElsewhere } from '../../state/page-state.js';
import { lastMatch, type MatchOnTable, matchOnTable, unreadableLog } from '../state/resume-match.js';
import './hm-game.js';

const LAST_UNREADABLE: Problem = {
  code: 'match-unreadable',
  message: phrase('last-match-unreadable'),
  hint: phrase('begin-another-match'),
};

/**
 * Goes on with the match that this device kept: on the table in view, where there is a picture, otherwise on the one that it stood on; a
 * camera may be opened there as anywhere.
 */
export function resumeMatch(modes: ModeStore, session: PageSession): void {
  const match = lastMatch();
  const isInView = session.state.source !== undefined && !isElsewhere(session.state);
  if (!match) session.showProblem(LAST_UNREADABLE);
  else if (isInView) modes.dispatch({ kind: 'match', match: 'shown', resumed: { file: match.file, isOwn: true, isOnTable: false } });
  else show(match, true, modes, session);
}

/** Opens the log of a match that a player gave, on the table at its end; a fault in it is reported, and the page stays unchanged. */
export function openMatchLog(text: string, name: string, modes: ModeStore, session: PageSession): void {
  try {
    show(matchOnTable(parseJson(text)), false, modes, session);
  } catch (error) {
    session.showProblem(unreadableLog(name, error));
  }
}

function show({ file, table }: MatchOnTable, isOwn: boolean, modes: ModeStore, session: PageSession): void {
  session.openTable(table, { isLookedAt: !isOwn });
  modes.dispatch({ kind: 'match', match: 'shown', resumed: { file, isOwn, isOnTable: true } });
}
