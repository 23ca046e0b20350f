import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { SetUp } from '../match/roster/roster.js';
import type { PageState } from '../state/page-state.js';
import type { TableSession } from '../state/table-session.js';
import { lazyPart } from '../ui/lazy-element.js';
import { keep, kept } from '../ui/storage.js';
import type { SquadDocuments, SquadUse } from './squad-use.js';

const KEY = 'hashmark-squads';
/** A squad's file is never larger; what is goes to the page's other readers. */
const MOST_BYTES = 1e6;

/** The squads on the page: what is kept of them, and the dialog that assigns them to the bases. */
export class PageSquads {
  readonly #host: ReactiveControllerHost;
  #documents: SquadDocuments = (kept(KEY) as SquadDocuments | undefined) ?? {};
  #isOpen = false;
  /** A squad that was opened or dropped as a file, to be shown first. */
  #given = '';
  /** What the squads say of the ships of this table, by their ids. */
  said: SetUp['said'] | undefined;
  /** The corrections that were made with it: once they are taken back, or the table is another, it does not count. */
  #batch: string | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  open(given = ''): void {
    this.#given = given;
    this.#isOpen = true;
    this.#host.requestUpdate();
  }

  /** Takes a file that is a squad; false where it is none. */
  async takesFile(file: File): Promise<boolean> {
    const isNamed = file.name.endsWith('.xws');
    if (!isNamed && !(file.name.endsWith('.json') && file.size < MOST_BYTES)) return false;
    const text = await file.text().catch(() => '');
    const isSquad = isNamed || (/"pilots"\s*:/.test(text) && !/"format"\s*:\s*"hashmark-/.test(text));
    if (isSquad) this.open(text);
    return isSquad;
  }

  take({ documents, use }: { readonly documents: SquadDocuments; readonly use: SquadUse | undefined }, table: TableSession): void {
    this.#documents = documents;
    keep(KEY, documents);
    this.#isOpen = false;
    if (use) {
      this.#batch = table.editAll(use.edits);
      this.said = use.said;
    }
    this.#host.requestUpdate();
  }

  /** With every change of the page. */
  see({ known }: PageState): void {
    if (this.said && !known.history.done.some(({ batch }) => batch === this.#batch)) this.said = undefined;
  }

  dialog({ known, source }: PageState): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    return html`${lazyPart(() => import('./hm-squads.js'), 'The page for squads')}<hm-squads .table=${known.table} .source=${source} .documents=${this.#documents} .given=${this.#given}></hm-squads>`;
  }
}
