import { proxy, type Remote, transfer, wrap } from 'comlink';
import { createJudge } from '../../../src/app/player/fresh-report.js';
import { TableSession } from '../../../src/app/state/table-session.js';
import type { MeasureHints, MeasureResult } from '../../../src/table/measurement.js';
import { english } from '../../../src/texts/english.js';
import type { VisionApi } from '../../../src/worker/api.js';
import type { PeerApi } from './peer-api.js';

/** Times of both sides, ms, in the order in which they were taken. */
export interface Turns {
  readonly ours: readonly number[];
  readonly peer: readonly number[];
  readonly markersFound: number;
  readonly longestTaskMs: number;
}

type Frames = Readonly<Record<'plain' | 'moved' | 'marked', readonly CameraPicture[]>>;

/** A picture as cameras give theirs: its brightness, then two planes of colour of half its width and height (I420). */
interface CameraPicture {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly codedWidth: number;
  readonly codedHeight: number;
}

/** After this many measurements of a still table it has been read often enough. */
const MAX_LOOKS = 80;

const vision: Remote<VisionApi> = wrap(new Worker('/vision-worker.js', { type: 'module' }));
const peers: Remote<PeerApi> = wrap(new Worker('/peer-worker.js', { type: 'module' }));
const session = new TableSession(createJudge(), () => {});
let frames: Frames;
let clockMs = 0;
let enlarged = 1;

/** Loads both sides and all frames; OpenCV enlarges the picture where it reads more markers so. */
async function load(names: Readonly<Record<keyof Frames, readonly string[]>>): Promise<void> {
  const app = location.origin;
  const urls = { openCv: `${app}/opencv.js`, onnxWasmFolder: `${app}/onnx`, models: `${app}/models` };
  await Promise.all([
    vision.load(
      urls,
      proxy(() => {}),
      proxy(() => {}),
    ),
    peers.load(`${app}/`),
  ]);
  const [plain, moved, marked] = await Promise.all([names.plain, names.moved, names.marked].map((some) => Promise.all(some.map(picture))));
  frames = { plain: plain!, moved: moved!, marked: marked! };
  const [once, twice] = [await peers.openCvAruco(frameOf('marked', 0), 1), await peers.openCvAruco(frameOf('marked', 0), 2)];
  if (twice.found > once.found) enlarged = 2;
}

async function picture(name: string): Promise<CameraPicture> {
  const bitmap = await createImageBitmap(await (await fetch(`/${name}`)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return asCameraGives(context.getImageData(0, 0, width, height));
}

/** ITU-R BT.601 of limited range. */
function asCameraGives({ data: rgba, width, height }: ImageData): CameraPicture {
  const data = new Uint8Array((width * height * 3) / 2);
  const [blueFrom, redFrom] = [width * height, (width * height * 5) / 4];
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      const at = v * width + u;
      const [red, green, blue] = [rgba[4 * at]!, rgba[4 * at + 1]!, rgba[4 * at + 2]!];
      data[at] = 16 + (65.481 * red + 128.553 * green + 24.966 * blue) / 255 + 0.5;
      if (u % 2 || v % 2) continue;
      const colour = ((v / 2) * width) / 2 + u / 2;
      data[blueFrom + colour] = 128 + (-37.797 * red - 74.203 * green + 112 * blue) / 255 + 0.5;
      data[redFrom + colour] = 128 + (112 * red - 93.786 * green - 18.214 * blue) / 255 + 0.5;
    }
  }
  return { data, codedWidth: width, codedHeight: height };
}

/** A frame as a camera gives it. */
function frameOf(table: keyof Frames, turn: number): VideoFrame {
  const { data, ...size } = frames[table][turn % frames[table].length]!;
  const colorSpace: VideoColorSpaceInit = { matrix: 'smpte170m', primaries: 'bt709', transfer: 'bt709', fullRange: false };
  return new VideoFrame(data, { ...size, format: 'I420', timestamp: 0, colorSpace });
}

/** One look at a frame and the answer about its table. */
async function answer(
  table: keyof Frames,
  turn: number,
  hints: MeasureHints,
): Promise<{ readonly ms: number; readonly result: MeasureResult }> {
  const frame = frameOf(table, turn);
  clockMs += 100;
  const from = performance.now();
  const result = await vision.measure(transfer(frame, [frame]), clockMs, hints);
  if (!result?.ok) throw new Error(`The bench’s table could not be measured: ${result && english(result.problem.message)}`);
  if (result.isUnchanged) session.seeUnchanged(clockMs);
  else session.see(result.measurement);
  return { ms: performance.now() - from, result };
}

async function peerMs(work: (frame: VideoFrame) => Promise<{ readonly found: number }>, turn: number) {
  const frame = frameOf('marked', turn);
  const from = performance.now();
  const { found } = await work(transfer(frame, [frame]));
  return { ms: performance.now() - from, found };
}

const jsAruco = (frame: VideoFrame) => peers.jsAruco(frame);
const openCvAruco = (frame: VideoFrame) => peers.openCvAruco(frame, enlarged);

/** Looks until the table is known so well that a frame in which nothing changed is not measured. */
async function settle(table: keyof Frames, hints: MeasureHints): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) if ((await answer(table, look, hints)).result.isUnchanged) return;
  throw new Error(`After ${MAX_LOOKS} looks at a still table it was still measured again.`);
}

/** Both sides in turns; the first, in which code is compiled, does not count. */
async function inTurns(
  rounds: number,
  ours: (turn: number) => Promise<number>,
  peer: (frame: VideoFrame) => Promise<{ readonly found: number }>,
): Promise<Turns> {
  const times = { ours: [] as number[], peer: [] as number[] };
  let markersFound = 0;
  const longest = largestTaskMs();
  for (let turn = 0; turn <= rounds; turn++) {
    const oursMs = await ours(turn);
    const other = await peerMs(peer, turn);
    markersFound = other.found;
    if (turn === 0) continue;
    times.ours.push(oursMs);
    times.peer.push(other.ms);
  }
  return { ...times, markersFound, longestTaskMs: longest() };
}

async function still(rounds: number): Promise<Turns> {
  await settle('plain', {});
  return inTurns(rounds, async (turn) => (await answer('plain', turn, {})).ms, jsAruco);
}

/** One ship of a table that was at rest is set elsewhere and back again, the others stay; setup known. */
async function moved(rounds: number): Promise<Turns> {
  const hints = await setupHints();
  await settle('plain', hints);
  return inTurns(rounds, async (turn) => (await answer(turn % 2 === 0 ? 'moved' : 'plain', turn, hints)).ms, jsAruco);
}

async function cold(rounds: number, isSetupKnown: boolean): Promise<Turns> {
  const hints = isSetupKnown ? await setupHints() : {};
  const ours = async (turn: number) => {
    await vision.forget();
    return (await answer('plain', turn, hints)).ms;
  };
  return inTurns(rounds, ours, openCvAruco);
}

/** What a first picture of this table leaves to the next ones. */
async function setupHints(): Promise<MeasureHints> {
  await vision.forget();
  const { setup } = (await answer('plain', 0, {})).result;
  if (!setup) throw new Error('The bench’s table gave no setup, expected one from a picture that shows the whole mat.');
  return { setup };
}

/** One run of the base detector on one thread, ms; what the picture shows does not matter. */
function detector(sidePx: number): Promise<number> {
  const image = Float32Array.from({ length: 3 * sidePx * sidePx }, (_, i) => (i % 251) / 251);
  return peers.detector(transfer(image, [image.buffer]), sidePx);
}

const bench = { load, still, moved, cold, detector, enlarged: () => enlarged };

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;

/** Begins to watch the main thread; the call returns the longest task over 50 ms until then, ms; 0: none. */
function largestTaskMs(): () => number {
  let longestMs = 0;
  const take = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longestMs = Math.max(longestMs, duration);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    take(observer.takeRecords());
    observer.disconnect();
    return longestMs;
  };
}
