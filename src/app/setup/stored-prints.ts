import { readPrint } from '../../table/setup/print-schema.js';
import type { PrintImage } from '../../table/setup/setup.js';
import type { PageSession } from '../session/page-session.js';
import type { PageState } from '../state/page-state.js';
import { keptPrintIds } from '../state/stored-cameras.js';
import { PRINT_STORE, type PrintStore } from './print-store.js';

/** Interval at which it checks whether there is something to do, ms. */
const EVERY_MS = 3000;

/**
 * Keeps the prints of mats that are set up: fetches that of the table, has it extended while the table is at rest, stores it, and forgets
 * those of tables that are forgotten.
 */
export class StoredPrints {
  readonly #session: Pick<PageSession, 'state' | 'hints' | 'print'>;
  readonly #store: PrintStore;
  readonly #everyMs: number;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ids of prints that must not be fetched again: they are gone. */
  readonly #missing = new Set<string>();
  /** Print that the browser does not store: it lasts as long as the page. */
  #unkept: PrintImage | undefined;
  /** Id under which the print of the present table is kept; `null`: nothing was looked up yet. */
  #seenId: string | undefined | null = null;

  constructor(session: Pick<PageSession, 'state' | 'hints' | 'print'>, store: PrintStore = PRINT_STORE, everyMs = EVERY_MS) {
    this.#session = session;
    this.#store = store;
    this.#everyMs = everyMs;
  }

  /** Called with every change of the page; from then on, while a table is before a source, every few seconds (`isDue`). */
  see(isDue = false): void {
    const { setup, source } = this.#session.state;
    if (setup && source) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.see(true);
      }, this.#everyMs);
    }
    const work = this.#isBusy ? undefined : this.#next(this.#session.state, isDue);
    if (!work) return;
    this.#isBusy = true;
    void work()
      // An unsaved print, or a worker that died, is tried again after a while.
      .catch(() => undefined)
      .finally(() => {
        this.#isBusy = false;
      });
  }

  #next({ setup, source, lookedShare, isStill, otherTable, engine, known }: PageState, isDue: boolean): (() => Promise<void>) | undefined {
    const { print, printId } = setup ?? {};
    if (printId !== this.#seenId) return () => this.#forgetOthers(printId);
    if (print && printId === undefined && print !== this.#unkept && source?.kind === 'camera') return () => this.#keep(print);
    if (printId !== undefined && !print && !this.#missing.has(printId)) return () => this.#fetch(printId);
    const isAtRest = (isStill || lookedShare > 0.99) && known.state.camera !== undefined && engine.phase === 'ready';
    const mayDraw = isDue && source?.kind === 'camera' && isAtRest && !otherTable;
    return setup && mayDraw ? () => this.#draw(print, printId) : undefined;
  }

  async #forgetOthers(printId: string | undefined): Promise<void> {
    this.#seenId = printId;
    // Data about the camera are written after the page has changed.
    await undefined;
    await this.#store.retain(keptPrintIds());
  }

  async #fetch(printId: string): Promise<void> {
    this.#missing.add(printId);
    const print = readPrint(await this.#store.get(printId));
    if (print) this.#tell(print, printId, () => this.#session.state.setup?.printId === printId);
  }

  /** Draws the camera's view onto the print. */
  async #draw(known: PrintImage | undefined, printId: string | undefined): Promise<void> {
    const before = this.#session.state.setupBefore;
    const print = await this.#session.print(known);
    // Not the print of a table that was set up again meanwhile.
    if (print && this.#session.state.setupBefore === before) await this.#keep(print, printId);
  }

  async #keep(print: PrintImage, printId: string = crypto.randomUUID()): Promise<void> {
    const before = this.#session.state.setupBefore;
    const isKept = await this.#store.put(printId, print).then(
      () => true,
      () => false,
    );
    // None is forgotten before the setup says so: it has no other id.
    if (isKept) this.#seenId = printId;
    else this.#unkept = print;
    this.#tell(print, isKept ? printId : undefined, () => this.#session.state.setupBefore === before);
  }

  #tell(print: PrintImage, printId: string | undefined, isSameTable: () => boolean): void {
    if (isSameTable()) this.#session.hints.keepPrint(print, printId);
  }
}
