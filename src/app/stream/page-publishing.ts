import type { MatchMessage, ShowMessage } from '../../relay/wire/messages.js';
import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import type { PublishState } from '../dialogs/hm-top-bar.js';
import { type Publishing, startPublishing } from '../player/publishing.js';
import type { PageAddress } from '../state/page-address.js';
import type { PageState } from '../state/page-state.js';

/** Sends the table from the page, where its address asks for it. */
export class PagePublishing {
  readonly #host: { requestUpdate(): void };
  #publishing: Publishing | undefined;
  #state: PublishState | undefined;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  /** Destination and problem of sending; undefined: nothing is sent. */
  get state(): PublishState | undefined {
    return this.#state;
  }

  /** `onShow`: called with what the commentator has on screen from now on. */
  async begin(target: NonNullable<PageAddress['publish']>, onShow: (show: ShowMessage | undefined) => void): Promise<void> {
    const { table } = target;
    const show = (problem: Problem | undefined) => {
      this.#state = { table, ...(problem ? { problem } : {}) };
      this.#host.requestUpdate();
    };
    this.#state = { table, isConnecting: true };
    this.#host.requestUpdate();
    this.#publishing = await startPublishing(target, show, onShow);
  }

  /** Called with every change of the page. */
  send(page: PageState): void {
    this.#publishing?.send(page);
  }

  /** Sends what everyone may know of the match that is played; undefined: none is played. */
  match(match: MatchMessage | undefined): void {
    this.#publishing?.match(match);
  }

  /** Calls a judge, and resolves to the message about it; undefined where nothing is sent. */
  async callJudge(): Promise<Problem | undefined> {
    if (!this.#publishing) return undefined;
    return (await this.#publishing.callJudge('')) ? JUDGE_CALLED : JUDGE_NOT_CALLED;
  }

  close(): void {
    void this.#publishing?.close();
  }
}

const JUDGE_CALLED: Problem = {
  code: 'judge-called',
  message: phrase('judge-called'),
  hint: phrase('call-stands-until-judge'),
};

const JUDGE_NOT_CALLED: Problem = {
  code: 'judge-not-called',
  message: phrase('judge-not-called'),
  hint: phrase('check-page-sending-above'),
};
