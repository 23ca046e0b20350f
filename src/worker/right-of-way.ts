import type { Net, Nets } from '../vision/runtime/net.js';

/** Lets what a person asks go before a look that takes seconds. */
export interface RightOfWay {
  /** Nets for a look: before they run, messages to this thread are heard, and what is asked first is done. */
  givenBy(nets: Nets): Nets;
  /** Does what a person waits for; looks wait for its end. */
  first<T>(work: () => Promise<T>): Promise<T>;
}

/** Interval at which a look hears messages, ms: nets compute without returning to the thread's queue, so that nothing else would be heard before its end. */
const HEARD_EVERY_MS = 50;

export function createRightOfWay(nowMs: () => number = () => performance.now()): RightOfWay {
  const asked = new Set<Promise<unknown>>();
  let heardAtMs = Number.NEGATIVE_INFINITY;
  const giveWay = async () => {
    if (nowMs() - heardAtMs >= HEARD_EVERY_MS) {
      await untilHeard();
      heardAtMs = nowMs();
    }
    while (asked.size > 0) await Promise.allSettled(asked);
  };
  return {
    givenBy: (nets) =>
      Object.fromEntries(
        Object.entries(nets).map(([name, net]: [string, Net]) => [
          name,
          {
            async run(image: Float32Array, dims: readonly number[]) {
              await giveWay();
              return net.run(image, dims);
            },
          },
        ]),
      ) as unknown as Nets,
    first<T>(work: () => Promise<T>): Promise<T> {
      const done = work().finally(() => asked.delete(done));
      asked.add(done);
      return done;
    },
  };
}

/** Until the messages that wait for this thread have been handled. A timer would wait for milliseconds. */
function untilHeard(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
