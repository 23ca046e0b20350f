import type { Moment } from '../../game/table/moment.js';
import { phrase } from '../../texts/phrase.js';
import type { PageSession } from '../session/page-session.js';
import type { PageTools } from '../session/page-tools.js';
import { missingPart } from '../ui/chunk-error.js';
import { kept, MATCH_MODE_KEY } from '../ui/storage.js';
import type { FairPlay, FairPlayAction } from './fair-play.js';

/** Match mode on the page; loaded at its first use, or where it is kept from an earlier visit. */
export class PageFairPlay {
  readonly #host: { requestUpdate(): void };
  readonly #session: () => PageSession;
  readonly #tools: PageTools;
  #fair: FairPlay | undefined;
  #moment: Moment | undefined;

  constructor(host: { requestUpdate(): void }, session: () => PageSession, tools: PageTools) {
    this.#host = host;
    this.#session = session;
    this.#tools = tools;
  }

  /** Undefined until it is asked for. */
  get fair(): FairPlay | undefined {
    return this.#fair;
  }

  /** Begins with the page. */
  begin(): void {
    this.#session().table.showsArcs = (shipId) => this.#fair?.showsArcs(shipId) ?? true;
    if (kept(MATCH_MODE_KEY) !== undefined) void this.#load();
  }

  async take(action: FairPlayAction): Promise<void> {
    (await this.#load())?.take(action, this.#session().state.known.table);
  }

  /** Follows the moment of the match that is played; undefined: none is played. */
  follow(moment: Moment | undefined): void {
    this.#moment = moment;
    this.#fair?.follow(moment, this.#session().state.known.table);
  }

  async #load(): Promise<FairPlay | undefined> {
    const part = this.#fair ? undefined : await import('./fair-play.js').catch(() => undefined);
    const { table, state } = this.#session();
    if (part && !this.#fair) {
      this.#fair = new part.FairPlay(this.#host, () => {
        this.#tools.take(undefined);
        table.chooseNone();
      });
      this.#fair.follow(this.#moment, state.known.table);
      // Earlier questions were not asked in match mode.
      if (this.#fair.state.isOn) table.chooseNone();
      this.#host.requestUpdate();
    }
    if (!this.#fair) this.#session().showProblem(missingPart(phrase('match-mode')));
    return this.#fair;
  }
}
