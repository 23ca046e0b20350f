import type { Page } from 'playwright-core';
import type { Camera } from '../../../src/geometry/camera.js';
import type { Pose } from '../../../src/geometry/pose.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import type { CameraClip } from './camera-clip.js';
import { noteEvents } from './clip-events.js';

/** What the page showed when a frame had been followed. */
export interface ShownFrame {
  /** Of the clip: the frame shown with its own camera, or else the newest that the page was given. */
  readonly index: number | undefined;
  readonly hasOwnCamera: boolean;
  readonly atMs: number;
  /** Where the overlay is drawn. */
  readonly camera: Camera | undefined;
  readonly ships: readonly { readonly base: BaseSize; readonly pose: Pose }[];
}

/** All that was recorded while a clip was played. */
export interface PlayedClip {
  readonly shown: readonly ShownFrame[];
  /** When each frame of the clip was before the camera, in their order. */
  readonly given: readonly { readonly index: number; readonly atMs: number }[];
  /** Number of these frames that the page was sent. */
  readonly sent: number;
  /** Each change of the answer's headline. */
  readonly said: readonly { readonly atMs: number; readonly text: string }[];
  /** Tasks that held the page's thread, ms, since the clip went on. */
  readonly heldMs: readonly number[];
  /** What the page and its workers did meanwhile. */
  readonly events: readonly { readonly atMs: number; readonly text: string }[];
}

/** Of a clip that the page's camera plays: */
interface Playing {
  readonly frames: number;
  readonly perSecond: number;
  /** Where the ships that are asked about stand in each frame until one is moved, px. */
  readonly asked: readonly (readonly { readonly u: number; readonly v: number }[])[];
  readonly longestWaitMs: number;
}

/** Notes which frames of the clip the page's camera sends. To be called before the page is opened. */
export async function prepareClip(page: Page, { rows, heldFrames }: CameraClip): Promise<void> {
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await page.addInitScript(noteEvents);
  await page.addInitScript(noteFrames, { rowsBase64: rows.map((row) => Buffer.from(row).toString('base64')), heldFrames });
}

/** Asks about two ships in the page that was opened, and records what it shows while its camera plays the clip. */
export function playClip(page: Page, playing: Playing): Promise<PlayedClip> {
  return page.evaluate(playAndRecord, playing);
}

/** In the page. Names of its own state are as built. */
async function playAndRecord({ frames, perSecond, asked, longestWaitMs }: Playing): Promise<PlayedClip> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
  type Ship = { id: string; base: BaseSize; pose: Pose };
  const hmApp = document.querySelector('hm-app') as unknown as HTMLElement & {
    page: {
      live: { camera: Camera | undefined; picture: VideoFrame | ImageBitmap | undefined; listen(listener: () => void): () => void };
      freshness: { kind: string; ageMs: number } | undefined;
      lookedShare: number;
      measureProblem: unknown;
      known: { ships: { ship: Ship }[]; chosen: string[] };
    };
  };
  const { clipFrames } = globalThis as unknown as { clipFrames: SentFrame[] };
  const said: { atMs: number; text: string }[] = [];
  const shown: ShownFrame[] = [];
  const heldMs: { atMs: number; ms: number }[] = [];
  const endMs = performance.now() + longestWaitMs;
  const until = async (isDone: () => boolean) => {
    while (!isDone() && performance.now() < endMs) await pause(20);
  };
  const { live } = hmApp.page;
  const indexOf = ({ timestamp }: { timestamp: number }) => clipFrames.find((sent) => sent.timestamp === timestamp)?.index;
  /** The frame of the clip that is shown with its own camera. */
  const ownFrame = () => (live.picture && 'timestamp' in live.picture ? indexOf(live.picture as VideoFrame) : undefined);
  await until(() => hmApp.page.known.ships.length >= 2 && live.camera !== undefined && ownFrame() !== undefined);
  const seenAt = ({ pose }: Ship) => {
    const { r, t, fx, fy, cx, cy } = live.camera!;
    const [x, y, z] = [0, 3, 6].map((row, i) => r[row]! * pose.x + r[row + 1]! * pose.y + t[i]!) as [number, number, number];
    return { u: (fx * x) / z + cx, v: (fy * y) / z + cy };
  };
  const nearest = asked[ownFrame()!]!.map((place) => {
    const away = (ship: Ship) => Math.hypot(seenAt(ship).u - place.u, seenAt(ship).v - place.v);
    return hmApp.page.known.ships.map((one) => one.ship).sort((a, b) => away(a) - away(b))[0]!;
  });
  for (const { id } of nearest) hmApp.dispatchEvent(new CustomEvent('hm-choose', { detail: { shipId: id } }));
  if (hmApp.page.known.chosen.length < 2) throw new Error('The first look has not found both ships that are asked about.');
  const answer = hmApp.shadowRoot!.querySelector('hm-answer')!.shadowRoot!;
  const read = () => {
    const text = answer.querySelector('.headline')?.textContent?.trim() ?? '';
    if (said.at(-1)?.text !== text) said.push({ atMs: performance.now(), text });
  };
  new MutationObserver(read).observe(answer, { subtree: true, childList: true, characterData: true });
  read();
  const isAsked = () => /^(Range|Beyond)/.test(said.at(-1)?.text ?? '');
  await until(isAsked);
  if (!isAsked() || clipFrames.some(({ isPlayed }) => isPlayed)) throw new Error('No answer stood before the clip began.');
  live.listen(() => {
    const own = ownFrame();
    shown.push({
      index: own ?? clipFrames.at(-1)?.index,
      hasOwnCamera: own !== undefined,
      atMs: performance.now(),
      camera: live.camera,
      ships: hmApp.page.known.ships.map(({ ship: { base, pose } }) => ({ base, pose })),
    });
  });
  new PerformanceObserver((list) =>
    heldMs.push(...list.getEntries().map(({ startTime, duration }) => ({ atMs: startTime, ms: duration }))),
  ).observe({ type: 'longtask' });
  const { clipEvents: events } = globalThis as unknown as { clipEvents: { atMs: number; text: string }[] };
  let before = '';
  setInterval(() => {
    const { freshness, lookedShare, measureProblem } = hmApp.page;
    const now = `${freshness?.kind} looked ${lookedShare.toFixed(1)} problem ${measureProblem ? JSON.stringify(measureProblem) : '-'}`;
    if (now !== before) events.push({ atMs: performance.now(), text: `is ${now} age ${freshness?.ageMs.toFixed(0)}` });
    before = now;
  }, 10);
  await until(() => clipFrames.some(({ isPlayed }) => isPlayed));
  await until(() => !clipFrames.at(-1)!.isPlayed);
  await pause(500);
  const played = clipFrames.filter(({ isPlayed }) => isPlayed);
  // The page is given a frame somewhat later than the camera has it, at times a later one instead.
  const frameMs = 1000 / perSecond;
  const fromMs = Math.min(...played.map(({ atMs, index }) => atMs - index * frameMs));
  const toMs = fromMs + frames * frameMs;
  const isDuring = ({ atMs }: { atMs: number }) => atMs >= fromMs && atMs < toMs;
  return {
    shown: shown.filter(isDuring),
    given: Array.from({ length: frames }, (_, index) => ({ index, atMs: fromMs + index * frameMs })),
    sent: clipFrames.filter(isDuring).length,
    said,
    heldMs: heldMs.filter(isDuring).map(({ ms }) => ms),
    events: events.filter(isDuring),
  };
}

/** A frame that the page was given. */
interface SentFrame {
  readonly atMs: number;
  /** µs, as all that show this frame have it. */
  readonly timestamp: number;
  /** Of the clip. */
  readonly index: number;
  /** Whether it comes after those that are shown back and forth before the clip is played. */
  readonly isPlayed: boolean;
}

/** In the page: reads a row of each frame that its camera sends, and notes which frame of the clip it is. */
function noteFrames({ rowsBase64, heldFrames }: { rowsBase64: readonly string[]; heldFrames: number }): void {
  const rows = rowsBase64.map((row) => Uint8Array.from(atob(row), (char) => char.charCodeAt(0)));
  const sent: SentFrame[] = [];
  Object.assign(globalThis, { clipFrames: sent });
  const differenceOf = (one: Uint8Array, other: Uint8Array) => one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0);
  const note = async (frame: VideoFrame) => {
    const atMs = performance.now();
    const { timestamp, codedWidth, codedHeight } = frame;
    const rect = { x: 0, y: codedHeight / 2, width: codedWidth, height: 2 };
    const bytes = new Uint8Array(frame.allocationSize({ rect }));
    await frame.copyTo(bytes, { rect });
    const row = bytes.subarray(0, codedWidth);
    const differences = rows.map((one) => differenceOf(one, row));
    const index = differences.indexOf(Math.min(...differences));
    sent.push({ atMs, timestamp, index, isPlayed: index >= heldFrames });
  };
  type Processor = new (init: { track: MediaStreamTrack }) => { readonly readable: ReadableStream<VideoFrame> };
  const scope = globalThis as unknown as { MediaStreamTrackProcessor: Processor };
  const Given = scope.MediaStreamTrackProcessor;
  /** Each frame is noted before it is handed on: a second reader would be given others. */
  scope.MediaStreamTrackProcessor = class {
    readonly readable: ReadableStream<VideoFrame>;
    constructor(init: { track: MediaStreamTrack }) {
      const reader = new Given(init).readable.getReader();
      const noting = {
        async read() {
          const next = await reader.read();
          if (next.value) await note(next.value);
          return next;
        },
        cancel: () => reader.cancel(),
      };
      this.readable = { getReader: () => noting } as unknown as ReadableStream<VideoFrame>;
    }
  };
}
