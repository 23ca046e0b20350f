import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Frozen } from '../evidence/frozen.js';
import type { PageSquads } from '../squads/page-squads.js';
import type { PageState } from '../state/page-state.js';
import { lazyPart } from '../ui/lazy-element.js';
import type { LeaveQuestion } from './leave-question.js';

/** What stands over the page. */
export interface OpenDialogs {
  readonly page: PageState;
  readonly isHelping: boolean;
  readonly isPrinting: boolean;
  /** What was frozen at a tap, until it is saved or let go. */
  readonly frozen: Frozen | undefined;
  readonly leaving: LeaveQuestion;
  readonly squads: PageSquads;
  onHelped(): void;
  onPrinted(): void;
  onFrozen(): void;
}

/** The dialogs that are open, each loaded at its first use. */
export function pageDialogs({ page, isHelping, isPrinting, frozen, leaving, squads, onHelped, onPrinted, onFrozen }: OpenDialogs) {
  return html`${isHelping ? html`${lazyPart(() => import('./hm-help.js'), 'The help')}<hm-help @wa-after-hide=${onHelped}></hm-help>` : nothing}
    ${isPrinting ? html`${lazyPart(() => import('./hm-board.js'), 'The sheet')}<hm-board ?used=${page.hints.board !== undefined} .lens=${page.lens} @wa-after-hide=${onPrinted}></hm-board>` : nothing}
    ${leaving.dialog()}
    ${frozen ? keyed(frozen, html`${lazyPart(() => import('../evidence/hm-evidence.js'), 'What freezes evidence')}<hm-evidence .frozen=${frozen} @wa-after-hide=${onFrozen}></hm-evidence>`) : nothing}
    ${page.otherTable ? html`${lazyPart(() => import('../setup/hm-other-table.js'), 'The question about this table')}<hm-other-table .problem=${page.otherTable}></hm-other-table>` : nothing}
    ${squads.dialog(page)}`;
}
