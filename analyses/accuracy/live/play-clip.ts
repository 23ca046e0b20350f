import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import type { Camera } from '../../../src/geometry/camera.js';
import type { Pose } from '../../../src/geometry/pose.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import { noteEvents } from './clip-events.js';

/** What the page showed when a frame had been followed. */
export interface ShownFrame {
  /** Of the clip; undefined where the source's picture was shown. */
  readonly index: number | undefined;
  readonly atMs: number;
  /** Where the overlay is drawn. */
  readonly camera: Camera | undefined;
  readonly ships: readonly { readonly base: BaseSize; readonly pose: Pose }[];
}

/** All that was recorded while a clip was played. */
export interface PlayedClip {
  readonly shown: readonly ShownFrame[];
  /** When each frame of the clip was given to the page, in the order in which they were. */
  readonly given: readonly { readonly index: number; readonly atMs: number }[];
  /** Each change of the answer's headline. */
  readonly said: readonly { readonly atMs: number; readonly text: string }[];
  /** Tasks that held the page's thread, ms, since the clip went on. */
  readonly heldMs: readonly number[];
  /** What the page and its workers did meanwhile. */
  readonly events: readonly { readonly atMs: number; readonly text: string }[];
}

/** The first frames are played back and forth until an answer stands. */
interface Playing {
  readonly frames: number;
  readonly heldFrames: number;
  readonly perSecond: number;
  /** Where the ships that are asked about stand at first, px of the first frame. */
  readonly asked: readonly { readonly u: number; readonly v: number }[];
  readonly longestWaitMs: number;
}

/** Lets the page take a clip's frames, JPEG files, for its camera's. To be called before the page is opened. */
export async function prepareClip(page: Page, paths: readonly string[]): Promise<void> {
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await page.route('**/hand-clip/*', async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const path = paths.find((one) => basename(one) === name);
    await (path ? route.fulfill({ body: await readFile(path), contentType: 'image/jpeg' }) : route.fulfill({ status: 404 }));
  });
  await page.addInitScript(noteEvents);
  await page.addInitScript(installCamera, { names: paths.map((path) => basename(path)) });
}

/** Plays the clip in the page that was opened, asks about two ships, and records what is shown. */
export function playClip(page: Page, playing: Playing): Promise<PlayedClip> {
  return page.evaluate(playAndRecord, playing);
}

/** In the page. Names of its own state are as built. */
async function playAndRecord({ frames, heldFrames, perSecond, asked, longestWaitMs }: Playing): Promise<PlayedClip> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
  type Ship = { id: string; base: BaseSize; pose: Pose };
  const hmApp = document.querySelector('hm-app') as unknown as HTMLElement & {
    page: {
      live: { camera: Camera | undefined; picture: VideoFrame | ImageBitmap | undefined; listen(listener: () => void): () => void };
      freshness: { kind: string; ageMs: number } | undefined;
      lookedShare: number;
      measureProblem: unknown;
      known: { ships: { ship: Ship }[]; state: { camera?: Camera }; chosen: string[] };
    };
  };
  const indices = new Map<number, number>();
  const given: { index: number; atMs: number }[] = [];
  const said: { atMs: number; text: string }[] = [];
  const shown: ShownFrame[] = [];
  const heldMs: number[] = [];
  let isOver = false;
  let next = 0;
  let isHeld = true;
  const play = async () => {
    let step = 1;
    const { clipCamera } = globalThis as unknown as { clipCamera: ClipCamera };
    while (next < frames) {
      const dueMs = performance.now() + 1000 / perSecond;
      const atMs = performance.now();
      indices.set(clipCamera.show(next, atMs), next);
      given.push({ index: next, atMs });
      if (isHeld && (next + step >= heldFrames || next + step < 0)) step = -step;
      if (!isHeld) step = 1;
      next += step;
      await pause(dueMs - performance.now());
    }
    isOver = true;
  };
  while (!('clipCamera' in globalThis)) await pause(100);
  void play();
  const endMs = performance.now() + longestWaitMs;
  const until = async (isDone: () => boolean) => {
    while (!isDone() && performance.now() < endMs) await pause(100);
  };
  await until(() => hmApp.page.known.ships.length >= 2 && hmApp.page.known.state.camera !== undefined);
  // The pictures that were measured are not the first: ships can be distinguished by where they are nearly.
  const seenAt = ({ pose }: Ship) => {
    const { r, t, fx, fy, cx, cy } = hmApp.page.known.state.camera!;
    const [x, y, z] = [0, 3, 6].map((row, i) => r[row]! * pose.x + r[row + 1]! * pose.y + t[i]!) as [number, number, number];
    return { u: (fx * x) / z + cx, v: (fy * y) / z + cy };
  };
  for (const place of asked) {
    const away = (ship: Ship) => Math.hypot(seenAt(ship).u - place.u, seenAt(ship).v - place.v);
    const ship = hmApp.page.known.ships.map((one) => one.ship).sort((a, b) => away(a) - away(b))[0];
    if (ship) hmApp.dispatchEvent(new CustomEvent('hm-choose', { detail: { shipId: ship.id } }));
  }
  if (hmApp.page.known.chosen.length < 2) throw new Error('The first look has not found both ships that are asked about.');
  const answer = hmApp.shadowRoot!.querySelector('hm-answer')!.shadowRoot!;
  const read = () => {
    const text = answer.querySelector('.headline')?.textContent?.trim() ?? '';
    if (said.at(-1)?.text !== text) said.push({ atMs: performance.now(), text });
  };
  new MutationObserver(read).observe(answer, { subtree: true, childList: true, characterData: true });
  read();
  await until(() => /^(Range|Beyond)/.test(said.at(-1)?.text ?? ''));
  // A frame is known by the time that its camera gave it: reading its pixels back would hold the page that is measured.
  const indexShown = () => {
    const { picture } = hmApp.page.live;
    return picture && 'timestamp' in picture ? indices.get(picture.timestamp) : undefined;
  };
  hmApp.page.live.listen(() =>
    shown.push({
      index: indexShown(),
      atMs: performance.now(),
      camera: hmApp.page.live.camera,
      ships: hmApp.page.known.ships.map(({ ship: { base, pose } }) => ({ base, pose })),
    }),
  );
  new PerformanceObserver((list) => heldMs.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  const { clipEvents: events } = globalThis as unknown as { clipEvents: { atMs: number; text: string }[] };
  events.length = 0;
  let before = '';
  setInterval(() => {
    const { freshness, lookedShare, measureProblem } = hmApp.page;
    const now = `${freshness?.kind} looked ${lookedShare.toFixed(1)} problem ${measureProblem ? JSON.stringify(measureProblem) : '-'}`;
    if (now !== before) events.push({ atMs: performance.now(), text: `is ${now} age ${freshness?.ageMs.toFixed(0)}` });
    before = now;
  }, 10);
  given.length = 0;
  isHeld = false;
  while (!isOver) await pause(100);
  await pause(500);
  return { shown, given, said, heldMs, events };
}

/** As it stands in the page. */
interface ClipCamera {
  /** Gives a frame of the clip; returns its timestamp, µs. */
  show(index: number, atMs: number): number;
}

/**
 * In the page: a camera that shows the frame it is asked for. All are decoded before the first is given, and lie in
 * memory as a camera's do: while the clip is played nothing but a copy is made.
 */
function installCamera({ names }: { names: readonly string[] }): void {
  interface Decoded {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly init: VideoFrameBufferInit;
  }
  const decoded = async (index: number): Promise<Decoded> => {
    const data = await (await fetch(`/hand-clip/${names[index]}`)).arrayBuffer();
    const decoder = new ImageDecoder({ data, type: 'image/jpeg' });
    const { image } = await decoder.decode();
    const { format, visibleRect, colorSpace } = image;
    const rect = visibleRect!;
    const bytes = new Uint8Array(image.allocationSize({ rect }));
    const layout = await image.copyTo(bytes, { rect });
    image.close();
    decoder.close();
    return {
      bytes,
      init: { format: format!, codedWidth: rect.width, codedHeight: rect.height, layout, timestamp: 0, colorSpace: colorSpace.toJSON() },
    };
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const frames: Decoded[] = [];
    for (let index = 0; index < names.length; index++) frames.push(await decoded(index));
    const { MediaStreamTrackGenerator } = globalThis as unknown as {
      MediaStreamTrackGenerator: new (init: { kind: 'video' }) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };
    };
    const track = new MediaStreamTrackGenerator({ kind: 'video' });
    const writer = track.writable.getWriter();
    const camera: ClipCamera = {
      show(index, atMs) {
        const { bytes, init } = frames[index]!;
        const timestamp = Math.round(1000 * atMs);
        void writer.write(new VideoFrame(bytes, { ...init, timestamp }));
        return timestamp;
      },
    };
    Object.assign(globalThis, { clipCamera: camera });
    return new MediaStream([track]);
  };
}
