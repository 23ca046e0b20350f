import type { Problem } from '../../table/measurement.js';
import type { LoadProgress } from '../../worker/api.js';
import { crashProblem, loadProblem } from './engine-problems.js';
import type { VisionClient, WorkerCrash } from './vision-client.js';

export type EngineState =
  | { readonly phase: 'loading'; readonly parts: readonly LoadProgress[]; readonly isRestart: boolean }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failed'; readonly problem: Problem };

export interface EngineLoader {
  isReady(): boolean;
  /** Loads the engines, unless they are being loaded. */
  load(isRestart: boolean): void;
  /** Settles once the engines are being loaded, or cannot be. */
  begun(): Promise<void>;
  /** Loads them again after the worker died, unless it dies again and again. */
  restart(crash: WorkerCrash): void;
  /** They measure: the next failure is the first again. */
  worked(): void;
  close(): void;
}

/** A worker that crashed this many times within a minute will crash again. */
const CRASHES_A_MINUTE = 3;

/**
 * Waits before the engines are loaded again after a failure, each twice as long, ms: nobody may stand beside a camera that films a table
 * for hours. A network that is there again ends the wait.
 */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 600_000;

/** Loads the engines of the vision worker, and loads them again after failures, at first after `retryMs`. */
export function createEngineLoader(
  client: Pick<VisionClient, 'load'>,
  onEngine: (state: EngineState) => void,
  nowMs: () => number,
  retryMs = RETRY_MS,
): EngineLoader {
  let isReady = false;
  let isLoading = false;
  let isClosed = false;
  let crashes: number[] = [];
  let retryInMs = retryMs;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let begun = Promise.resolve();

  const failed = (problem: Problem) => {
    onEngine({ phase: 'failed', problem });
    retry = setTimeout(() => void load(true), retryInMs);
    retryInMs = Math.min(2 * retryInMs, RETRY_MAX_MS);
  };

  const load = async (isRestart: boolean) => {
    clearTimeout(retry);
    retry = undefined;
    if (isLoading || isClosed) return;
    isLoading = true;
    let begin = () => {};
    begun = new Promise((resolve) => {
      begin = resolve;
    });
    const parts = new Map<string, LoadProgress>();
    // Progress of a load that has ended, well or not, is ignored: several downloads run in parallel.
    let isOver = false;
    const report = () => onEngine({ phase: 'loading', parts: [...parts.values()], isRestart });
    report();
    try {
      await client.load((progress) => {
        begin();
        parts.set(progress.part, progress);
        if (!isOver && !isClosed) report();
      });
      isOver = true;
      if (isClosed) return;
      isReady = true;
      onEngine({ phase: 'ready' });
    } catch (error) {
      isOver = true;
      if (!isClosed) failed(loadProblem(error));
    } finally {
      begin();
      isLoading = false;
    }
  };

  const onOnline = () => {
    if (retry !== undefined) void load(true);
  };
  globalThis.addEventListener?.('online', onOnline);

  return {
    isReady: () => isReady,
    load: (isRestart) => void load(isRestart),
    begun: () => begun,
    restart(crash) {
      isReady = false;
      crashes = [...crashes.filter((atMs) => nowMs() - atMs < 60_000), nowMs()];
      if (crashes.length > CRASHES_A_MINUTE) failed(crashProblem(crash));
      else void load(true);
    },
    worked() {
      retryInMs = retryMs;
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      globalThis.removeEventListener?.('online', onOnline);
    },
  };
}
