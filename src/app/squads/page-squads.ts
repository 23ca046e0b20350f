import { documentKind } from '../../table/documents/document-kind.js';
import { fileKind } from '../../table/picture-file/file-kind.js';
import type { Player } from '../../table/table.js';
import type { ModeStore } from '../state/mode.js';
import type { PageState } from '../state/page-state.js';
import type { TableSession } from '../state/table-session.js';
import { headOf, textOf } from '../ui/file-bytes.js';
import { keep, kept } from '../ui/storage.js';
import type { PlayerSquads, SaidOfSquads, SquadDocuments } from './squad-use.js';

const KEY = 'hashmark-squads';
/** Maximum size of a squad's file; larger ones go to the page's other readers. */
const MAX_BYTES = 1e6;

/** The squads on the page: the stored ones, and their assignment to bases. */
export class PageSquads {
  readonly #modes: ModeStore;
  #documents: SquadDocuments = (kept(KEY) as SquadDocuments | undefined) ?? {};
  /** Squads as assigned when their dialog was last closed, on this table. */
  assigned: PlayerSquads | undefined;
  /** Players whose squads were read lately: the next one that is read is the other's. */
  fresh: ReadonlySet<Player> = new Set();
  #begun = 0;

  constructor(modes: ModeStore) {
    this.#modes = modes;
  }

  get documents(): SquadDocuments {
    return this.#documents;
  }

  open(given = ''): void {
    this.#modes.dispatch({ kind: 'open', dialog: { kind: 'squads', given } });
  }

  /** Takes those of several files that hold squads, whatever their names and types; returns the others. */
  async takeFiles(files: readonly File[]): Promise<readonly File[]> {
    const texts = await Promise.all(files.map(squadTextOf));
    const given = texts.filter((text) => text !== undefined);
    if (given.length > 0) this.open(given.join('\n'));
    return files.filter((_, i) => texts[i] === undefined);
  }

  take({ documents, squads, edits, fresh }: SaidOfSquads, table: TableSession): void {
    this.#documents = documents;
    this.assigned = squads;
    this.fresh = fresh;
    keep(KEY, documents);
    if (edits) table.editAll(edits);
    this.#modes.dispatch({ kind: 'close', dialog: 'squads' });
  }

  /** Called with every change of the page. */
  see({ known }: PageState): void {
    if (known.begun !== this.#begun) this.assigned = undefined;
    this.#begun = known.begun;
  }
}

/** The text of a file that holds a squad, or that is named as one; undefined for another. */
async function squadTextOf(file: File): Promise<string | undefined> {
  if (file.size > MAX_BYTES || fileKind(await headOf(file).catch(() => new Uint8Array())) !== 'text') return undefined;
  const text = await textOf(file).catch(() => '');
  if (documentKind(text) !== undefined) return undefined;
  if (/\.xws$/i.test(file.name)) return text;
  const { holdsSquad } = await import('../../game/squad/squad-text.js');
  return holdsSquad(text) ? text : undefined;
}
