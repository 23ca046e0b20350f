import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Changes of an element over time: `drawAgain` draws it once more with the next frame of the screen. */
export class FrameLoop implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #frame = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  protected drawAgain(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#host.requestUpdate();
    });
  }
}
