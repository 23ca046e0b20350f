import type { PageSession } from '../../session/page-session.js';
import { isMissingPart, loadPart, missingPart } from '../../ui/chunk-error.js';

/** Playing by the rules on the page; what draws it is loaded when it is first asked for. */
export class PageGame {
  readonly #host: { requestUpdate(): void };
  readonly #session: () => PageSession;
  #isPlaying = false;
  #hasPlayed = false;

  constructor(host: { requestUpdate(): void }, session: () => PageSession) {
    this.#host = host;
    this.#session = session;
  }

  /** A match is shown in place of the measuring. */
  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** A match was begun: it stays while the page goes back to measuring. */
  get hasPlayed(): boolean {
    return this.#hasPlayed;
  }

  /** From measuring to the match, and back. */
  async toggle(): Promise<void> {
    const session = this.#session();
    if (!(await loadPart(() => import('../page/hm-game.js')))) {
      session.showProblem(missingPart('The page to play by the rules'));
      return;
    }
    if (isMissingPart(session.state.sourceProblem)) session.showProblem(undefined);
    this.#hasPlayed = true;
    this.#isPlaying = !this.#isPlaying;
    this.#host.requestUpdate();
  }

  end(): void {
    this.#isPlaying = false;
    this.#hasPlayed = false;
    this.#host.requestUpdate();
  }
}
