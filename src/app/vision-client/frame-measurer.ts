import type { Camera } from '../../geometry/camera.js';
import type { MeasureHints, MeasureResult, TableMeasurement } from '../../table/measurement.js';
import { reasonOf } from '../../texts/phrase-error.js';
import { type CapturedFrame, closePicture, type ShownPhoto } from '../capture/frame-source.js';
import { createLatest } from '../capture/latest.js';
import { withoutCorners } from '../state/table-knowledge.js';
import { createEngineLoader, type EngineState } from './engine-loader.js';
import { measureProblem } from './engine-problems.js';
import { type VisionClient, WorkerCrash } from './vision-client.js';

export interface FrameMeasurerListener {
  onEngine(state: EngineState): void;
  /** Called when a frame is looked at; the listener does not keep it. */
  onMeasuring?(frame: CapturedFrame): void;
  /** Called with the bases of a first look, before its obstacles are looked for; undefined: that look is over. */
  onPlaced?(placed: TableMeasurement | undefined): void;
  onMeasured(look: MeasureResult): void;
  /** Called when the camera has sent the same picture for a while; false: it moves again. */
  onRepeating(isRepeating: boolean): void;
  /** Called when the engines have looked, or have nothing to look at: offer the present picture. */
  onReady(): void;
}

export interface FrameMeasurer {
  /** Loads the engines, or loads them again after a failure. */
  start(): void;
  /** Settles once the engines are being loaded, or cannot be: from then on a busy page does not delay them. */
  begun(): Promise<void>;
  /**
   * Takes over the frame; the newest wins, but one that is in a camera's buffer does not wait for the end of a look. `about`: the camera's pose as followed,
   * for pictures as shown.
   */
  offer(frame: CapturedFrame, about?: Camera): void;
  /** Ends the rest that a table at rest allows: something moves. */
  wake(): void;
  /** Drops the frames of a source that is gone: waiting ones are not looked at, and nothing is reported of one that is. */
  drop(): void;
  /** Forgets what was seen, which is no guide to what comes: as after `drop`, and the mat is looked for again. */
  forget(): void;
  /** Sets the player's hints to the camera, from the next frame on. */
  setHints(hints: MeasureHints): void;
  close(): void;
}

/** Time of an unchanged picture after which a camera is frozen, ms; for a shorter time, it is slower than its frame rate. */
const FROZEN_MS = 3000;
/** Interval between looks while nothing moves, ms: a phone that watches a table for an hour must not get hot. */
const UNCHANGED_REST_MS = 500;
/** Number of successive measurements that fail from which on the engine is broken, for instance because its memory is full. */
const FAILS_TO_REPLACE = 2;
/**
 * Shows the newest frame to the vision worker, one at a time, and starts the worker again when it dies. `retryMs`: time after a failure
 * until the first retry.
 */
export function createFrameMeasurer(
  client: VisionClient,
  listener: FrameMeasurerListener,
  nowMs: () => number = () => performance.now(),
  retryMs?: number,
): FrameMeasurer {
  /** The newest picture from before the engines were ready: the first answer need not wait for another. */
  let held: CapturedFrame | undefined;
  let isAwaited = false;
  /** Whether a picture is looked at now. */
  let isLooking = false;
  let isClosed = false;
  let hints: MeasureHints = {};
  /** Whether nothing was measured since the beginning: the next look is a first one. */
  let isFirst = true;
  /** Whether a picture that repeats the one before adds nothing new. */
  let mayRepeat = false;
  let fails = 0;
  /** Number of events that made all earlier frames worthless. */
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

  const onEngine = (state: EngineState) => {
    listener.onEngine(state);
    if (state.phase !== 'ready') return;
    isAwaited = held !== undefined;
    if (held) latest.offer({ ...held, generation });
    else listener.onReady();
    held = undefined;
  };
  const engines = createEngineLoader(client, onEngine, nowMs, retryMs);
  const noteRepeat = repeatWatch((isRepeating) => listener.onRepeating(isRepeating), nowMs);

  const onPlaced = (placed: TableMeasurement | undefined) => {
    if (!isClosed) listener.onPlaced?.(placed);
  };

  let wake = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, UNCHANGED_REST_MS);
    });

  const latest = createLatest<CapturedFrame & { readonly generation: number; readonly about?: Camera | undefined }>(
    async (frame) => {
      const isCurrent = () => frame.generation === generation;
      if (!engines.isReady() || !isCurrent()) {
        closePicture(frame.picture);
        return;
      }
      isLooking = true;
      listener.onMeasuring?.(frame);
      const isRepeatUseless = mayRepeat;
      mayRepeat = true;
      const placed = isFirst ? untilOver(isCurrent, onPlaced) : undefined;
      try {
        const { picture, capturedAtMs, photos, about } = frame;
        const look = photos
          ? await measurePhotos(client, frame, photos, hints, { onPlaced: placed?.report, isWanted: async () => isCurrent() && !isClosed })
          : await client.measure(picture, capturedAtMs, hints, isRepeatUseless, about, placed?.report);
        if (!isClosed && isCurrent()) noteRepeat(look === undefined);
        if (!look) return;
        fails = 0;
        engines.worked();
        if (isCurrent() && look.ok) isFirst = false;
        if (!isClosed && isCurrent()) listener.onMeasured(look);
        placed?.end();
        isLooking = false;
        if (look.isUnchanged) await rest();
      } catch (error) {
        // The death of the worker also matters to the frames that come.
        if (isCurrent() || error instanceof WorkerCrash) throw error;
      } finally {
        isLooking = false;
        placed?.end();
        if (isAwaited && !isClosed) listener.onReady();
        isAwaited = false;
      }
    },
    ({ picture }) => closePicture(picture),
    (error) => {
      if (isClosed) return;
      if (!(error instanceof WorkerCrash)) {
        listener.onMeasured({ ok: false, problem: measureProblem(error) });
        fails += 1;
        if (fails < FAILS_TO_REPLACE) return;
        client.close();
      }
      fails = 0;
      engines.restart(error instanceof WorkerCrash ? error : new WorkerCrash(reasonOf(error)));
    },
  );

  return {
    start: () => engines.load(false),
    offer(frame, about) {
      if (engines.isReady() || isClosed) {
        if (isLooking && frame.isInCameraBuffer) closePicture(frame.picture);
        else latest.offer({ ...frame, generation, about });
        return;
      }
      release();
      held = frame;
    },
    wake: () => wake(),
    begun: engines.begun,
    drop,
    forget() {
      // A worker that has just died has forgotten all the same.
      client.forget().catch(() => {});
      drop();
      mayRepeat = false;
    },
    setHints(next) {
      hints = next;
      // The same picture is worth another look with other hints.
      mayRepeat = false;
    },
    close() {
      isClosed = true;
      engines.close();
      release();
      latest.close();
      client.close();
    },
  };
}

/** Notes whether each frame repeats the one before; a frozen camera must not pass for a still table. */
function repeatWatch(onRepeating: (isRepeating: boolean) => void, nowMs: () => number): (isRepeated: boolean) => void {
  let sinceMs: number | undefined;
  return (isRepeated) => {
    if (isRepeated) sinceMs ??= nowMs();
    if (sinceMs !== undefined && nowMs() - sinceMs >= FROZEN_MS) onRepeating(isRepeated);
    if (!isRepeated) sinceMs = undefined;
  };
}

/** Reports the bases of a look while they are wanted, and once that it is over. */
function untilOver(areWanted: () => boolean, onPlaced: (placed: TableMeasurement | undefined) => void) {
  let isOver = false;
  return {
    report: (placed: TableMeasurement) => {
      if (!isOver && areWanted()) onPlaced(placed);
    },
    end: () => {
      if (!isOver) onPlaced(undefined);
      isOver = true;
    },
  };
}

/** Measures the photo that is shown with others of its table. A photo that cannot be decoded again has no place beside it. */
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
