import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Problem } from '../../table/measurement.js';
import { type Phrase, phrase } from '../../texts/phrase.js';
import type { PageSquads } from '../squads/page-squads.js';
import type { Dialog, ModeStore } from '../state/mode.js';
import type { PageState } from '../state/page-state.js';
import { askedPart, lazyPart } from '../ui/lazy-element.js';
import type { LeaveQuestion } from './leave-question.js';

/** Dialogs that stand over the page. */
export interface OpenDialogs {
  readonly page: PageState;
  readonly modes: ModeStore;
  readonly leaving: LeaveQuestion;
  readonly squads: PageSquads;
  readonly showProblem: (problem: Problem) => void;
}

/** The dialogs that are open, each loaded at its first use. */
export function pageDialogs(open: OpenDialogs) {
  const { page, modes, leaving } = open;
  return html`${opened(open, modes.now.dialog)}
    ${leaving.dialog()}
    ${page.otherTable ? html`${lazyPart(() => import('../setup/hm-other-table.js'), phrase('question-about-table'))}<hm-other-table .problem=${page.otherTable}></hm-other-table>` : nothing}`;
}

function opened({ page, modes, squads, showProblem }: OpenDialogs, dialog: Dialog | undefined) {
  const onHide = () => dialog && modes.dispatch({ kind: 'close', dialog: dialog.kind });
  const part = (load: () => Promise<unknown>, what: Phrase) =>
    askedPart(load, what, (problem) => {
      onHide();
      showProblem(problem);
    });
  switch (dialog?.kind) {
    case 'help':
      return html`${part(() => import('./hm-help.js'), phrase('the-help'))}<hm-help @wa-after-hide=${onHide}></hm-help>`;
    case 'board':
      return html`${part(() => import('./hm-board.js'), phrase('the-sheet'))}<hm-board ?used=${page.hints.board !== undefined} .lens=${page.lens} @wa-after-hide=${onHide}></hm-board>`;
    case 'camera':
      return html`${part(() => import('../diagnosis/hm-camera-page.js'), phrase('page-camera-sees'))}<hm-camera-page .moment=${dialog.moment} @wa-after-hide=${onHide}></hm-camera-page>`;
    case 'evidence':
      return keyed(
        dialog.frozen,
        html`${part(() => import('../evidence/hm-evidence.js'), phrase('freezes-evidence'))}<hm-evidence .frozen=${dialog.frozen} @wa-after-hide=${onHide}></hm-evidence>`,
      );
    case 'squads':
      return html`${part(() => import('../squads/hm-squads.js'), phrase('page-squads'))}${squadsDialog(page, squads, dialog, modes.now.isPlaying)}`;
    default:
      return nothing;
  }
}

/** The squads can be read before there is a table. */
function squadsDialog({ known, source }: PageState, squads: PageSquads, opened: { readonly given: string }, isPlaying: boolean) {
  return html`<hm-squads .table=${known.table} .source=${source} .documents=${squads.documents} .assigned=${squads.assigned} .fresh=${squads.fresh} .opened=${opened} ?playing=${isPlaying}></hm-squads>`;
}
