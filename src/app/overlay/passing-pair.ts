import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MeasuredPair } from '../../scene/words/measured-pair.js';

/** Lets the pair that is measured at the table pass: it is there for its time from when this page first had it, and then gone until it is another one. */
export class PassingPair implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #pair = '';
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** The pair, while its time runs; `fadeSeconds` undefined: it stays. */
  of(pair: MeasuredPair | undefined, fadeSeconds: number | undefined): MeasuredPair | undefined {
    const key = pair && fadeSeconds !== undefined ? `${pair.from} ${pair.to}` : '';
    if (key !== this.#pair) {
      clearTimeout(this.#timer);
      this.#pair = key;
      this.#isOver = false;
      if (key) this.#timer = setTimeout(this.#end, 1000 * fadeSeconds!);
    }
    return this.#isOver ? undefined : pair;
  }

  readonly #end = (): void => {
    this.#isOver = true;
    this.#host.requestUpdate();
  };
}
