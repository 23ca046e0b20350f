import type { Measuring } from '../../game/table/may-measure.js';
import { type Phrase, phrase } from '../../texts/phrase.js';
import type { LeaveQuestion } from '../dialogs/leave-question.js';
import { freeze, momentOf } from '../evidence/frozen.js';
import { chooseLanguage, otherLanguage } from '../locales/language.js';
import { askedByRuler, askedByTool } from '../match-mode/asked-by-tool.js';
import type { PageFairPlay } from '../match-mode/page-fair-play.js';
import type { PageSession } from '../session/page-session.js';
import type { PageTools } from '../session/page-tools.js';
import type { PageSetup } from '../setup/page-setup.js';
import type { PageSquads } from '../squads/page-squads.js';
import { type Dialog, draftOf, type Mode, type ModeStore } from '../state/mode.js';
import { ofWholeMat, type PageState } from '../state/page-state.js';
import { addObstacle, addShip, placeThere } from '../state/placing.js';
import { withoutCorners } from '../state/table-knowledge.js';
import { ruledWith, type Tool } from '../state/tool.js';
import { openStream } from '../stream/open-stream.js';
import type { PagePublishing } from '../stream/page-publishing.js';
import { chooseTheme } from '../theme/theme.js';
import { isMissingPart, loadPart, missingPart } from '../ui/chunk-error.js';
import type { MenuAction } from '../ui/page-events.js';
import { isSpokenAloud, speakAloud } from '../ui/speak-aloud.js';
import type { PageListeners } from './page-listeners.js';
import { saveScene } from './save-scene.js';

/** What an event may reach. */
export interface PageParts {
  readonly modes: ModeStore;
  readonly tools: PageTools;
  readonly setup: PageSetup;
  readonly squads: PageSquads;
  readonly fairPlay: PageFairPlay;
  readonly leaving: LeaveQuestion;
  readonly publishing: PagePublishing;
  /** That of the page, which is there once it is connected. */
  session(): PageSession;
  openCamera(deviceId?: string): void;
  openSimulated(): void;
  openFiles(files: readonly File[]): void;
  /** Lets a person choose files of the device. */
  pickFiles(): void;
  /** Leaves the table for something else; `why`: where that is not plain to see. */
  leaveFor(go: () => void, why?: Phrase): void;
  /** Leaves the table, and the match that is played on it. */
  leaveAll(go: () => void): void;
  endMatch(): void;
}

/** Why a picture that is turned the other way round leaves the table that was seen in it. */
const ANOTHER_TABLE = phrase('other-way-round-picture');

/** The effect of each event of the page; the only place where an event is answered. */
export function pageEffects(parts: PageParts): PageListeners {
  const { modes, tools, setup, squads, fairPlay, leaving, publishing, session, openCamera, openFiles, leaveFor } = parts;
  const table = () => session().table;
  const page = () => session().state;
  const begin = (mode: Mode) => modes.dispatch({ kind: 'begin', mode });
  const end = (of?: Mode['kind']) => modes.dispatch({ kind: 'end', ...(of && { of }) });
  const mayAsk = (asked: Measuring | undefined) => asked === undefined || (fairPlay.fair?.mayAsk(asked, table().known.table) ?? true);
  /** Chooses the pair again that a question about one ship was asked beside. In match mode that would be another question. */
  const giveBack = () => {
    const [from, to] = pairBehind([], tools.tool) ?? [];
    const isThere = [from, to].every((id) => table().known.table.ships.some((ship) => ship.id === id));
    if (from === undefined || to === undefined || !isThere || fairPlay.fair?.state.isOn) return;
    table().chooseOnly(from);
    table().choose(to);
  };
  /** The panel of match mode stands where a tool is shown. */
  const closeMatchMode = () => fairPlay.fair?.take({ kind: 'close' }, table().known.table);
  const take = (tool: Tool | undefined) => {
    if (tool) closeMatchMode();
    tools.take(tool);
  };
  const menu = { ...menuEffects(parts), prove: () => take({ kind: 'prove' }) };
  return {
    'hm-choose': ({ shipId }) => {
      const { chosen } = table().known;
      const [from] = chosen;
      if (from !== undefined && !chosen.includes(shipId) && !mayAsk({ what: 'pair', from, to: shipId })) return;
      const { tool } = tools;
      // While a ghost is shown the other ship is asked about from there; in a match only what the moment allows is.
      const isFromGhost = tool?.kind === 'try' && tool.shipId !== shipId && !fairPlay.fair?.state.isOn;
      if (isFromGhost && tools.hasGhost(table().known)) {
        tools.take({ ...tool, toId: shipId });
        return;
      }
      // Who taps a ship asks about that one: a tool that stands in the answer's place has had its say.
      if (tool?.kind !== 'check' && tool?.kind !== 'prove') tools.take(undefined);
      table().choose(shipId);
    },
    'hm-choose-none': () => table().chooseNone(),
    'hm-remeasure': ({ of }) => void remeasure(session(), of),
    'hm-swap': () => {
      const [to, from] = table().known.chosen;
      if (from === undefined || to === undefined || mayAsk({ what: 'pair', from, to })) table().swap();
    },
    'hm-tool': ({ tool: wished }) => {
      const tool = wished && fairPlay.fair ? fairPlay.fair.asAllowed(wished) : wished;
      if (tool && !mayAsk(askedByTool(tool))) return;
      if (tool?.kind === 'ruler') table().chooseNone();
      if (tool?.kind === 'survey' || tool?.kind === 'try') {
        const pair = pairBehind(table().known.chosen, tools.tool);
        table().chooseOnly(tool.shipId);
        take({ ...tool, ...(pair && { pair }) });
        return;
      }
      if (!tool) giveBack();
      take(tool);
    },
    'hm-rule': ({ thing }) => {
      const { tool } = tools;
      if (tool?.kind !== 'ruler') return;
      const things = ruledWith(tool.things, thing);
      if (mayAsk(askedByRuler(things))) tools.take({ kind: 'ruler', things });
    },
    'hm-ask-there': async ({ at, nearId }) => {
      const asked: Tool = { kind: 'there', at, nearId };
      take(asked);
      const found = await session().fits.there(at);
      if (tools.tool === asked) tools.take({ ...asked, found });
    },
    'hm-there': (said) => {
      tools.take(undefined);
      placeThere(table(), said);
    },

    'hm-edit': ({ edit }) => table().edit(edit),
    'hm-turned': ({ isTurned }) => table().sayTurned(isTurned),
    'hm-names': ({ exchanged }) => table().sayNames(exchanged),
    'hm-undo': () => table().undo(),
    'hm-redo': () => table().redo(),
    'hm-moving': ({ shipId }) => (shipId === undefined ? end('move') : begin({ kind: 'move', id: shipId })),
    'hm-add-obstacle': () => begin({ kind: 'move', id: addObstacle(table()) }),
    // One put in the middle by keyboard can be moved at once.
    'hm-placing': ({ at }) => begin(at || modes.now.mode.kind === 'place' ? { kind: 'move', id: addShip(table(), at) } : { kind: 'place' }),

    'hm-open-camera': ({ deviceId }) => openCamera(deviceId),
    'hm-open-files': ({ files }) => openFiles(files),
    'hm-open-simulated': parts.openSimulated,
    'hm-match-page': ({ page }) => modes.dispatch({ kind: 'match page', page }),
    'hm-look': ({ look }) => modes.dispatch({ kind: 'look', look }),
    'hm-leave': ({ choice }) => leaving.answer(choice, menu.save),
    'hm-reload': ({ go }) => leaveFor(go, phrase('page-reloaded')),
    'hm-dismiss': () => session().showProblem(undefined),
    'hm-retry': () => session().loadEngines(),

    'hm-corners': ({ corners, edges }) => {
      end('corners');
      const rest = withoutCorners(page().hints);
      session().hints.hint(corners ? { ...rest, corners, ...(edges && { edges }) } : rest);
    },
    'hm-corners-cancel': () => end('corners'),
    'hm-board': ({ board }) => {
      modes.dispatch({ kind: 'close', dialog: 'board' });
      const { board: _, ...rest } = page().hints;
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

    'hm-match': ({ match, moment }) => {
      modes.dispatch({ kind: 'playing', isPlaying: match !== undefined, attack: match?.attack });
      publishing.match(match);
      fairPlay.follow(moment);
    },
    'hm-fair': (action) => void fairPlay.take(action),
    'hm-squads': (said) => squads.take(said, table()),
    'hm-menu': ({ action }) => menu[action](),

    // Not behind a question that counts the corrections.
    undo: () => !leaving.isAsked && table().undo(),
    redo: () => !leaving.isAsked && table().redo(),
    back: () => {
      if (modes.now.mode.kind === 'measure') {
        if (fairPlay.fair?.isOpen) closeMatchMode();
        else table().chooseNone();
        return;
      }
      giveBack();
      end();
    },
    enter: () => modes.now.mode.kind === 'place' && begin({ kind: 'move', id: addShip(table(), undefined) }),
    files: openFiles,
  };
}

/** Remeasures two ships, or one; without any, what was begun ends. */
async function remeasure(session: PageSession, of: readonly string[] | undefined): Promise<void> {
  if (!of) {
    session.endRemeasuring();
    return;
  }
  let part: Awaited<typeof import('../session/remeasure.js')> | undefined;
  const isLoaded = await loadPart(async () => {
    part = await import('../session/remeasure.js');
  });
  if (isLoaded) part?.remeasure(session, of);
  else session.showProblem(missingPart(phrase('looks-again')));
}

/** The pair that is chosen, or that the present question about one ship was asked beside. */
function pairBehind(chosen: readonly string[], tool: Tool | undefined): readonly string[] | undefined {
  if (chosen.length === 2) return chosen;
  return tool?.kind === 'survey' || tool?.kind === 'try' ? tool.pair : undefined;
}

/** The page with what is asked of it: the pair of the attack where a match shows one, else what is chosen. */
function pageAsking({ modes, session }: PageParts): PageState {
  const { match, attack } = modes.now;
  const { state, table } = session();
  return match === 'shown' && attack ? ofWholeMat({ ...state, known: table.asking(attack.attacker, attack.defender) }) : state;
}

/** The effect of each entry of the menu. */
function menuEffects(parts: PageParts): Readonly<Record<Exclude<MenuAction, 'prove'>, () => void>> {
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
    setup: () => setup.say({ kind: 'open' }),
    corners: () => modes.dispatch({ kind: 'begin', mode: { kind: 'corners' } }),
    board: () => open({ kind: 'board' }),
    forget: () => session().hints.hint({}),
    game: () => void toggleMatch(modes, session()),
    resume: () => void matchOpener(session()).then((opener) => opener?.resumeMatch(modes, session())),
    stream: () => void openStream((problem) => session().showProblem(problem)),
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

/** What opens a match, loaded when it is first asked for; undefined where it does not come, which is said. */
export async function matchOpener(session: PageSession): Promise<typeof import('../match/page/open-match.js') | undefined> {
  let part: Awaited<ReturnType<typeof matchOpener>>;
  await loadPart(async () => {
    part = await import('../match/page/open-match.js');
  });
  if (!part) session.showProblem(missingPart(phrase('page-play-by-rules')));
  return part;
}

/** From measuring to the match, and back; its page is loaded when it is first asked for. */
async function toggleMatch(modes: ModeStore, session: PageSession): Promise<void> {
  if (!(await loadPart(() => import('../match/page/hm-game.js')))) {
    session.showProblem(missingPart(phrase('page-play-by-rules')));
    return;
  }
  if (isMissingPart(session.state.sourceProblem)) session.showProblem(undefined);
  modes.dispatch({ kind: 'match', match: modes.now.match === 'shown' ? 'hidden' : 'shown' });
}
