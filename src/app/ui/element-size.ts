import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Keeps the size of one part of an element at hand, in CSS pixels, and has the element redrawn when that size changes. */
export class ElementSize implements ReactiveController {
  width = 0;
  height = 0;
  readonly #host: ReactiveControllerHost;
  readonly #part: () => Element | null;
  readonly #observer: ResizeObserver;
  #observed: Element | null = null;

  /** `part` finds the part after each update; it may be absent at times. */
  constructor(host: ReactiveControllerHost, part: () => Element | null) {
    this.#host = host;
    this.#part = part;
    this.#observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width === this.width && height === this.height) return;
      this.width = width;
      this.height = height;
      this.#host.requestUpdate();
    });
    host.addController(this);
  }

  hostUpdated(): void {
    const part = this.#part();
    if (part === this.#observed) return;
    this.#observer.disconnect();
    this.#observed = part;
    if (part) this.#observer.observe(part);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#observed = null;
  }
}
