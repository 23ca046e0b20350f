/** Work on the newest item only: one is being worked on, at most one waits, an overtaken one is discarded. */
export interface Latest<T> {
  offer(item: T): void;
  /** Discards the waiting frame, and everything offered from now on. */
  close(): void;
}

/**
 * `work` may fail: the failure goes to `onError`, and the item that waits is taken up all the same. `discard` frees an item that is
 * never worked on; an item handed to `work` is `work`'s to free.
 */
export function createLatest<T>(
  work: (item: T) => Promise<void>,
  discard: (item: T) => void,
  onError: (error: unknown) => void,
): Latest<T> {
  let waiting: { readonly item: T } | undefined;
  let isBusy = false;
  let isClosed = false;

  const run = async (): Promise<void> => {
    isBusy = true;
    // Invariant: isBusy is true exactly while this loop runs, so at most one item is worked on.
    while (waiting) {
      const { item } = waiting;
      waiting = undefined;
      try {
        await work(item);
      } catch (error) {
        onError(error);
      }
    }
    isBusy = false;
  };

  return {
    offer(item) {
      if (isClosed) {
        discard(item);
        return;
      }
      if (waiting) discard(waiting.item);
      waiting = { item };
      if (!isBusy) void run();
    },
    close() {
      isClosed = true;
      if (waiting) discard(waiting.item);
      waiting = undefined;
    },
  };
}
