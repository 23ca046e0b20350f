/** In the page: notes what workers are asked, when they answer, as comlink has it, and what held the page's own thread. */
export function noteEvents(): void {
  const events: { atMs: number; text: string }[] = [];
  Object.assign(globalThis, { clipEvents: events });
  const Given = globalThis.Worker;
  globalThis.Worker = class extends Given {
    readonly #asked = new Map<string, { readonly atMs: number; readonly what: string }>();
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }) => {
        const asked = this.#asked.get(data?.id);
        if (!asked) return;
        this.#asked.delete(data.id);
        const { value } = data;
        const said = value?.kind
          ? `${value.kind} ${value.changes?.map((one: { state: Uint8Array }) => one.state.reduce((sum, state) => sum + Number(state === 1), 0)).join('+')}`
          : value?.problem
            ? JSON.stringify(value.problem)
            : value?.measurement
              ? `${value.measurement.bases?.length} bases${value.isUnchanged ? ' unchanged' : ''}`
              : '';
        events.push({
          atMs: performance.now(),
          text: `${options?.name ?? 'worker'}: ${asked.what} took ${(performance.now() - asked.atMs).toFixed(0)} ms ${said}`,
        });
      });
    }
    override postMessage(message: { id?: string; path?: string[]; argumentList?: { value: unknown }[] }, ...others: []): void {
      const what = `${message?.path?.join('.')}(${message?.argumentList?.map(({ value }) => (typeof value === 'number' || typeof value === 'boolean' ? value : '…')).join(' ')})`;
      if (message?.id && message.path?.length) {
        this.#asked.set(message.id, { atMs: performance.now(), what });
        events.push({ atMs: performance.now(), text: `> ${what}` });
      }
      super.postMessage(message, ...others);
    }
  };
  interface Script extends PerformanceEntry {
    readonly invoker: string;
    readonly sourceURL: string;
    readonly sourceCharPosition: number;
    readonly forcedStyleAndLayoutDuration: number;
  }
  interface LongFrame extends PerformanceEntry {
    readonly renderStart: number;
    readonly scripts: readonly Script[];
  }
  const ms = (value: number) => value.toFixed(0);
  new PerformanceObserver((list) => {
    for (const { startTime, duration, renderStart, scripts } of list.getEntries() as LongFrame[]) {
      const ran = scripts.map(
        (one) =>
          `${ms(one.duration)} ms ${one.invoker} ${one.sourceURL.split('/').at(-1)}@${one.sourceCharPosition}, layout ${ms(one.forcedStyleAndLayoutDuration)} ms`,
      );
      events.push({ atMs: startTime, text: `frame of ${ms(duration)} ms, drawn after ${ms(renderStart - startTime)}: ${ran.join('; ')}` });
    }
  }).observe({ type: 'long-animation-frame' });
}
