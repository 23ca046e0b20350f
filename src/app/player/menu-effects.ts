import { sceneOf } from '../../table/documents/scene-file.js';
import type { Table } from '../../table/table.js';
import { phrase } from '../../texts/phrase.js';
import { freeze, momentOf } from '../evidence/frozen.js';
import { chooseLanguage, otherLanguage } from '../locales/language.js';
import type { PageSession } from '../session/page-session.js';
import type { Dialog, ModeStore } from '../state/mode.js';
import { ofWholeMat, type PageState } from '../state/page-state.js';
import { chooseTheme } from '../theme/theme.js';
import { isMissingPart, loadPart, missingPart } from '../ui/chunk-error.js';
import type { MenuAction } from '../ui/page-events.js';
import { saveBytes } from '../ui/save-file.js';
import { isSpokenAloud, speakAloud } from '../ui/speak-aloud.js';
import { take } from './ask-effects.js';
import type { PageParts } from './page-parts.js';

/** The effect of each entry of the menu. */
export function menuEffects(parts: PageParts): Readonly<Record<MenuAction, () => void>> {
  const { modes, setup, squads, fairPlay, publishing, session } = parts;
  const page = () => session().state;
  const open = (dialog: Dialog) => modes.dispatch({ kind: 'open', dialog });
  return {
    camera: () => parts.openCamera(),
    open: parts.pickFiles,
    save: () => saveScene(page().known.table, new Date()),
    freeze: () => open({ kind: 'evidence', frozen: freeze('dispute', pageAsking(parts), []) }),
    report: () => open({ kind: 'evidence', frozen: freeze('bad reading', pageAsking(parts), session().log.entries) }),
    sees: () => open({ kind: 'camera', moment: momentOf(page(), session().log.entries) }),
    fair: () => void fairPlay.take({ kind: 'open' }),
    prove: () => take(parts, { kind: 'prove' }),
    setup: () => setup.say({ kind: 'open' }),
    corners: () => modes.dispatch({ kind: 'begin', mode: { kind: 'corners' } }),
    board: () => open({ kind: 'board' }),
    forget: () => session().hints.hint({}),
    game: () => void toggleMatch(modes, session()),
    resume: () => void matchOpener(session()).then((opener) => opener?.resumeMatch(modes, session())),
    stream: () => void openStream(session()),
    judge: () => void publishing.callJudge().then((said) => said && session().showProblem(said)),
    squads: () => squads.open(),
    aloud: () => speakAloud(!isSpokenAloud()),
    dark: () => chooseTheme('dark'),
    light: () => chooseTheme('light'),
    system: () => chooseTheme('system'),
    language: () => void chooseLanguage(otherLanguage()),
    help: () => open({ kind: 'help' }),
    home: () =>
      parts.leaveAll(() => {
        parts.endMatch();
        session().close();
      }),
  };
}

/** Hands the table to the player as a scene file. */
function saveScene(table: Table, at: Date): void {
  const name = `hashmark-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  saveBytes(`${JSON.stringify(sceneOf(table), null, 1)}\n`, 'application/json', name);
}

/** Opens the menu of the stream's pages over the page; it is loaded when it is first asked for. */
async function openStream(session: PageSession): Promise<void> {
  if (!(await loadPart(() => import('../stream/hm-stream.js')))) session.showProblem(missingPart(phrase('menu-stream')));
  else if (!document.querySelector('hm-stream')) document.body.append(document.createElement('hm-stream'));
}

/** The page as asked: with the pair of the attack where a match shows one, otherwise with the chosen pair. */
function pageAsking({ modes, session }: PageParts): PageState {
  const { match, attack } = modes.now;
  const { state, table } = session();
  return match === 'shown' && attack ? ofWholeMat({ ...state, known: table.asking(attack.attacker, attack.defender) }) : state;
}

/** The module that opens a match, loaded on first use; undefined where it cannot be loaded, which is reported. */
export async function matchOpener(session: PageSession): Promise<typeof import('../match/page/open-match.js') | undefined> {
  let part: Awaited<ReturnType<typeof matchOpener>>;
  await loadPart(async () => {
    part = await import('../match/page/open-match.js');
  });
  if (!part) session.showProblem(missingPart(phrase('page-play-by-rules')));
  return part;
}

/** Switches from measuring to the match, and back; its page is loaded on first use. */
async function toggleMatch(modes: ModeStore, session: PageSession): Promise<void> {
  if (!(await loadPart(() => import('../match/page/hm-game.js')))) {
    session.showProblem(missingPart(phrase('page-play-by-rules')));
    return;
  }
  if (isMissingPart(session.state.sourceProblem)) session.showProblem(undefined);
  modes.dispatch({ kind: 'match', match: modes.now.match === 'shown' ? 'hidden' : 'shown' });
}
