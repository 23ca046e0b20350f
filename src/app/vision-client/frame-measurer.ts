import type { Camera } from '../../geometry/camera.js';
import type { MeasureHints, MeasureResult, Problem, TableMeasurement } from '../../table/measurement.js';
import { reasonOf } from '../../texts/phrase-error.js';
import type { LoadProgress } from '../../worker/api.js';
import { type CapturedFrame, closePicture, type ShownPhoto } from '../capture/frame-source.js';
import { createLatest } from '../capture/latest.js';
import { withoutCorners } from '../state/table-knowledge.js';
import { crashProblem, loadProblem, measureProblem } from './engine-problems.js';
import { type VisionClient, WorkerCrash } from './vision-client.js';

export type EngineState =
  | { readonly phase: 'loading'; readonly parts: readonly LoadProgress[]; readonly isRestart: boolean }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failed'; readonly problem: Problem };

export interface FrameMeasurerListener {
  onEngine(state: EngineState): void;
  /** The frame is looked at now; the listener does not keep it. */
  onMeasuring?(frame: CapturedFrame): void;
  /** The bases of a first look, before its obstacles are looked for; undefined: that look is over. */
  onPlaced?(placed: TableMeasurement | undefined): void;
  onMeasured(look: MeasureResult): void;
  /** The camera has sent the same picture for a while; false: it moves again. */
  onRepeating(isRepeating: boolean): void;
  /** The engines have looked, or have nothing to look at: offer the present picture. */
  onReady(): void;
}

export interface FrameMeasurer {
  /** Loads the engines, or loads them again after a failure. */
  start(): void;
  /** Settles once the engines are being loaded, or cannot be: from then on a busy page does not keep them waiting. */
  begun(): Promise<void>;
  /** Takes a frame over; the newest wins. `about`: where the camera was followed to, as pictures are shown. */
  offer(frame: CapturedFrame, about?: Camera): void;
  /** Something moves: the rest that a table at rest allows is over. */
  wake(): void;
  /** Their source is gone: frames that wait are not looked at any more, and of one that is looked at nothing is reported. */
  drop(): void;
  /** What was seen is no guide to what comes: as after `drop`, and the mat is looked for again. */
  forget(): void;
  /** The player's hints to the camera; from the next frame on. */
  setHints(hints: MeasureHints): void;
  close(): void;
}

/** The same picture for this long is a frozen camera, ms; shorter, it is a camera that is slower than its frame rate. */
const FROZEN_MS = 3000;
/** While nothing moves the picture is looked at twice a second, ms: a phone that watches a table for an hour must not get hot. */
const UNCHANGED_REST_MS = 500;
/** This many measurements that break one after the other show an engine that is broken, for instance because its memory is full. */
const FAILS_TO_REPLACE = 2;
/** A worker that crashed this many times within a minute will crash again. */
const CRASHES_A_MINUTE = 3;

/** After a failure the engines are loaded again by themselves, each time twice as late, ms: nobody may stand beside a camera that films a table for hours. */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 600_000;

/**
 * Shows the newest frame to the vision worker, one at a time, and starts the worker again when it dies. `retryMs`: how long after a failure it is tried
 * again, at first.
 */
export function createFrameMeasurer(
  client: VisionClient,
  listener: FrameMeasurerListener,
  nowMs: () => number = () => performance.now(),
  retryMs = RETRY_MS,
): FrameMeasurer {
  let isReady = false;
  /** The newest picture from before the engines were ready: the first answer need not wait for another. */
  let held: CapturedFrame | undefined;
  let isAwaited = false;
  let isClosed = false;
  let isLoading = false;
  let hints: MeasureHints = {};
  /** Whether nothing was measured since the beginning: what comes is a first look. */
  let isFirst = true;
  /** Whether a picture that repeats the one before adds nothing new. */
  let mayRepeat = false;
  let repeatingSinceMs: number | undefined;
  let crashes: number[] = [];
  let fails = 0;
  /** Counts what made all frames that were offered before worthless. */
  let generation = 0;

  const release = () => {
    if (held) closePicture(held.picture);
    held = undefined;
  };
  const drop = () => {
    release();
    generation += 1;
    isFirst = true;
  };

  let retryInMs = retryMs;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const failed = (problem: Problem) => {
    listener.onEngine({ phase: 'failed', problem });
    retry = setTimeout(() => void load(true), retryInMs);
    retryInMs = Math.min(2 * retryInMs, RETRY_MAX_MS);
  };

  let begin = () => {};
  let begun = Promise.resolve();
  const load = async (isRestart: boolean) => {
    clearTimeout(retry);
    if (isLoading || isClosed) return;
    isLoading = true;
    begun = new Promise((resolve) => {
      begin = resolve;
    });
    const parts = new Map<string, LoadProgress>();
    // What comes of a load that has ended, well or not, is no news: several downloads go side by side.
    let isOver = false;
    const report = () => listener.onEngine({ phase: 'loading', parts: [...parts.values()], isRestart });
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
      listener.onEngine({ phase: 'ready' });
      isAwaited = held !== undefined;
      if (held) latest.offer({ ...held, generation });
      else listener.onReady();
      held = undefined;
    } catch (error) {
      isOver = true;
      if (!isClosed) failed(loadProblem(error));
    } finally {
      begin();
      isLoading = false;
    }
  };

  const restart = (crash: WorkerCrash) => {
    isReady = false;
    fails = 0;
    crashes = [...crashes.filter((atMs) => nowMs() - atMs < 60_000), nowMs()];
    if (crashes.length > CRASHES_A_MINUTE) failed(crashProblem(crash));
    else void load(true);
  };

  /** Notes whether a frame repeats the one before; a frozen camera must not pass for a still table. */
  const repeats = (isRepeated: boolean) => {
    if (isRepeated) repeatingSinceMs ??= nowMs();
    const isFrozen = repeatingSinceMs !== undefined && nowMs() - repeatingSinceMs >= FROZEN_MS;
    if (isFrozen) listener.onRepeating(isRepeated);
    if (!isRepeated) repeatingSinceMs = undefined;
  };

  let wake = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, UNCHANGED_REST_MS);
    });

  /** Reports the bases of a look until it is over. */
  const placedUntilOver = (isCurrent: () => boolean) => {
    let isOver = false;
    return {
      tell: (placed: TableMeasurement) => {
        if (!isOver && !isClosed && isCurrent()) listener.onPlaced?.(placed);
      },
      end: () => {
        if (!isOver && !isClosed) listener.onPlaced?.(undefined);
        isOver = true;
      },
    };
  };

  const latest = createLatest<CapturedFrame & { readonly generation: number; readonly about?: Camera | undefined }>(
    async (frame) => {
      const isCurrent = () => frame.generation === generation;
      if (!isReady || !isCurrent()) {
        closePicture(frame.picture);
        return;
      }
      listener.onMeasuring?.(frame);
      const isRepeatUseless = mayRepeat;
      mayRepeat = true;
      const placed = isFirst ? placedUntilOver(isCurrent) : undefined;
      try {
        const { picture, capturedAtMs, photos, about } = frame;
        const look = photos
          ? await measurePhotos(client, frame, photos, hints, { onPlaced: placed?.tell, isWanted: async () => isCurrent() && !isClosed })
          : await client.measure(picture, capturedAtMs, hints, isRepeatUseless, about, placed?.tell);
        if (!isClosed && isCurrent()) repeats(look === undefined);
        if (!look) return;
        fails = 0;
        retryInMs = retryMs;
        if (isCurrent() && look.ok) isFirst = false;
        if (!isClosed && isCurrent()) listener.onMeasured(look);
        placed?.end();
        if (look.isUnchanged) await rest();
      } catch (error) {
        // That the worker died matters also to the frames that come.
        if (isCurrent() || error instanceof WorkerCrash) throw error;
      } finally {
        placed?.end();
        if (isAwaited && !isClosed) listener.onReady();
        isAwaited = false;
      }
    },
    ({ picture }) => closePicture(picture),
    (error) => {
      if (isClosed) return;
      if (error instanceof WorkerCrash) {
        restart(error);
        return;
      }
      listener.onMeasured({ ok: false, problem: measureProblem(error) });
      fails += 1;
      if (fails < FAILS_TO_REPLACE) return;
      client.close();
      restart(new WorkerCrash(reasonOf(error)));
    },
  );

  return {
    start: () => void load(false),
    offer(frame, about) {
      if (isReady || isClosed) {
        latest.offer({ ...frame, generation, about });
        return;
      }
      release();
      held = frame;
    },
    wake: () => wake(),
    begun: () => begun,
    drop,
    forget() {
      // A worker that has just died has forgotten all the same.
      client.forget().catch(() => {});
      drop();
      mayRepeat = false;
    },
    setHints(next) {
      hints = next;
      // The same picture is worth another look under other hints.
      mayRepeat = false;
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      release();
      latest.close();
      client.close();
    },
  };
}

/** Measures the photo that is shown with others of its table. One that cannot be decoded again has no place beside it. */
async function measurePhotos(
  client: VisionClient,
  { picture, capturedAtMs }: CapturedFrame,
  { id, beside }: ShownPhoto,
  hints: MeasureHints,
  {
    onPlaced,
    isWanted,
  }: { readonly onPlaced: ((placed: TableMeasurement) => void) | undefined; readonly isWanted: () => Promise<boolean> },
): Promise<MeasureResult | undefined> {
  const ofAll = withoutCorners(hints);
  const others = await Promise.all(beside.map(async (one) => ({ ...one, picture: await one.picture().catch(() => undefined) })));
  const photosOf = (areBefore: boolean) =>
    others.flatMap(({ id: of, before, picture: shows }) =>
      shows && (before !== undefined) === areBefore ? [{ id: of, picture: shows, hints: before ?? ofAll }] : [],
    );
  const earlier = photosOf(true);
  const photos = [...earlier, { id, picture: picture as ImageBitmap, hints }, ...photosOf(false)];
  const look = await client.measurePhotos(photos, earlier.length, capturedAtMs, onPlaced, isWanted);
  if (!look) return undefined;
  const lost = others.flatMap((one) => (one.picture ? [] : [one.id]));
  return { ...look, apart: [...(look.apart ?? []), ...lost] };
}
