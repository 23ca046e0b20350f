import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { whatChanged } from '../../game/table/what-changed.js';
import type { Overlay } from '../../scene/draw/overlay.js';
import type { AnswerWords } from '../../scene/words/answer-words.js';
import { nowMs } from '../capture/frame-source.js';
import { answerWords } from '../locales/language.js';
import { type ModeStore, toolOf } from '../state/mode.js';
import type { PageState } from '../state/page-state.js';
import { isStale } from '../state/page-state.js';
import { REST_MS, type Snapshot, setRightSince, TableHistory } from '../state/table-history.js';
import type { TableView } from '../state/table-session.js';
import type { Tool } from '../state/tool.js';

/** The questions other than the range of two ships, and the tables at rest until now. */
export class PageTools implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #modes: ModeStore;
  readonly #history = new TableHistory();
  #page: PageState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #drawn:
    | { readonly tool: Tool; readonly known: TableView; readonly words: AnswerWords; readonly overlay: Overlay | undefined }
    | undefined;

  #drawing: typeof import('../state/tool-overlay.js') | undefined;
  #isLoading = false;

  constructor(host: ReactiveControllerHost, modes: ModeStore) {
    this.#host = host;
    this.#modes = modes;
    host.addController(this);
  }

  get tool(): Tool | undefined {
    return toolOf(this.#modes.now);
  }

  get snapshots(): readonly Snapshot[] {
    return this.#history.snapshots;
  }

  get isRuling(): boolean {
    return this.tool?.kind === 'ruler';
  }

  /** The tool's drawing over the known table. */
  overlay(known: TableView): Overlay | undefined {
    const { tool } = this;
    const words = answerWords();
    if (!tool) return undefined;
    if (!this.#drawing) {
      void this.#loadDrawing();
      return undefined;
    }
    if (this.#drawn?.tool !== tool || this.#drawn.known !== known || this.#drawn.words !== words)
      this.#drawn = { tool, known, words, overlay: this.#drawing.toolOverlay(tool, known, this.snapshots, words) };
    return this.#drawn.overlay;
  }

  /** Whether a ghost is drawn from which another ship can be measured. */
  hasGhost(known: TableView): boolean {
    const { tool } = this;
    return tool?.kind === 'try' && this.#drawing?.tried(known, tool.shipId, tool.attempt)?.ghost !== undefined;
  }

  /** Loads the tools' drawings with the first tool; where that fails, the panel of the tool says so. */
  async #loadDrawing(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#drawing = await import('../state/tool-overlay.js').catch(() => undefined);
    this.#isLoading = false;
    if (this.#drawing) this.#host.requestUpdate();
  }

  /** Asks with a tool; undefined: the question ends, and no other work does. */
  take(tool: Tool | undefined): void {
    if (!tool) this.#modes.dispatch({ kind: 'end', of: 'ask' });
    else
      this.#modes.dispatch({
        kind: 'begin',
        mode: { kind: 'ask', tool: tool.kind === 'check' ? { ...tool, at: this.#moment(tool.at) } : tool },
      });
  }

  /** Takes the page's present knowledge. */
  see(page: PageState): void {
    const before = this.#page;
    this.#page = page;
    const isAnother = before?.source !== page.source && !page.isMemory;
    if (isAnother || !page.hasTable || before?.isMirrored !== page.isMirrored) this.#history.clear();
    // A slow device's look counts once it is known that nothing has changed since.
    if (before?.known !== page.known || (before && isStale(before) && !isStale(page))) this.#keep();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Keeps a table only while it is seen, and only once it rests: a measurement that brings nothing new is not reported, so the clock asks.
   */
  #keep(): void {
    clearTimeout(this.#timer);
    const page = this.#page;
    if (!page?.hasTable || isStale(page)) return;
    if (this.#history.see(page.known, nowMs())) this.#host.requestUpdate();
    this.#timer = setTimeout(() => {
      if (this.#page && !isStale(this.#page) && this.#history.see(this.#page.known, nowMs())) this.#host.requestUpdate();
    }, REST_MS + 50);
  }

  /** The moment asked for; for the newest, the last one that differs from the present table, or the first that will be kept. */
  #moment(at: number): number {
    const last = this.snapshots.length - 1;
    if (last < 0) return 0;
    if (at <= last) return Math.max(0, at);
    const known = this.#page?.known;
    const isNow = known !== undefined && whatChanged(setRightSince(this.snapshots[last]!, known), known.table).length === 0;
    return isNow ? Math.max(0, last - 1) : last;
  }
}
