import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import type { RgbPicture } from '../../analyses/simulate/y4m.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { flownPictures, SEED } from './flown-pictures.js';
import { type ServedApp, serveByCommand, startChromium } from './served-app.js';

const WIDTH_PX = 1280;
const PER_SECOND = 10;
/** The ship is set elsewhere and back again. */
const MOVES = 2;
/** A square in the picture’s corner is dark as long as the ship stands where it stood, bright elsewhere: whoever reads frames can tell which it is. */
const MARK_PX = 40;
/** Grey levels: a camera’s frames never repeat. */
const NOISE = 2;
/** The page has to say that its answer is out of date before a bare worker that does nothing else has got this many frames of the changed table: how fast both are depends on the machine. */
const FRAMES = 4;
/** A machine on which a bare worker has the frame within this time is not starved. */
const QUICK_MS = 300;

let app: ServedApp;

before(async () => {
  app = await serveByCommand();
});

after(async () => {
  await app?.stop();
});

/** All that the page said under one table of the camera. */
interface Shown {
  readonly isFlown: boolean;
  /** When the first frame that shows the table so was taken. */
  readonly fromMs: number;
  /** When the bare worker had reported each frame that shows it so. */
  readonly bareMs: readonly number[];
  readonly said: readonly { readonly atMs: number; readonly text: string; readonly xMm: number }[];
}

test('a ship that is moved before the camera takes the certain answer away in the blink of an eye, until a look at where it rests', {
  timeout: 400_000,
}, async (t) => {
  const pictures = await flownPictures(WIDTH_PX);
  const browser = await startChromium([], { isBySkia: false });
  // Here, for what is at work in a page takes seconds to end.
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // The functions that are sent to the page are as esbuild has written them, with a helper of its own.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await page.addInitScript(playPictures, {
    pngs: await Promise.all(pictures.map(pngOf)),
    markPx: MARK_PX,
    noise: NOISE,
    perSecond: PER_SECOND,
  });
  await page.goto(`${app.url}?camera=device`, { timeout: 120_000 });
  await page.locator('hm-ships li').nth(1).waitFor({ timeout: 180_000 });
  const [first] = demoTable(SEED).ships;
  const shown = await page.evaluate(flyAndRecord, { at: { x: first!.x, y: first!.y }, moves: MOVES, markPx: MARK_PX });
  t.diagnostic(JSON.stringify(shown.map((one) => ({ ...one, bareMs: one.bareMs.slice(0, FRAMES) }))));

  const isVerdict = (text: string) => /^(Range|Beyond)/.test(text);
  const delays = shown.slice(1).map(({ isFlown, fromMs, bareMs, said }, i) => {
    assert.ok(isVerdict(shown[i]!.said.at(-1)!.text), 'a verdict stood');
    // An answer from before may still be shown, or come back, for as long as the page has to say that the table has changed.
    const isOld = ({ text, xMm }: Shown['said'][number]) => isVerdict(text) && Math.abs(xMm - first!.x) > 20 !== isFlown;
    const told = said.findLastIndex(isOld) + 1;
    assert.ok(told < said.length && !isVerdict(said[told]!.text), 'the answer was taken away');
    // Where even a bare worker is shown the frame late, the page may say first that the table is not seen now.
    if (bareMs[0]! - fromMs < QUICK_MS) assert.equal(said[told]!.text, 'Moving');
    return { toldMs: said[told]!.atMs - fromMs, bareMs: bareMs.slice(0, FRAMES).map((ms) => ms - fromMs) };
  });
  const text = delays
    .map(({ toldMs, bareMs }) => `${toldMs.toFixed(0)} ms (bare worker: ${bareMs.map((ms) => ms.toFixed(0)).join(', ')} ms)`)
    .join('; ');
  t.diagnostic(`told after ${text}`);
  assert.equal(delays.length, MOVES);
  for (const { toldMs, bareMs } of delays) assert.ok(toldMs < bareMs[FRAMES - 1]!, `told after ${text}`);
});

async function pngOf({ widthPx, heightPx, rgb }: RgbPicture): Promise<string> {
  const png = await sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .png()
    .toBuffer();
  return png.toString('base64');
}

interface Camera {
  /** Shows one of the pictures; resolves with the time at which the first frame of it was taken. */
  show(picture: number): number;
}

/** In the page: gives it a camera whose frames show one of some pictures, each with noise of its own. */
function playPictures({
  pngs,
  markPx,
  noise,
  perSecond,
}: {
  pngs: readonly string[];
  markPx: number;
  noise: number;
  perSecond: number;
}): void {
  const VARIANTS = 4;
  const open = async () => {
    const bitmaps = await Promise.all(
      pngs.map((png) => createImageBitmap(new Blob([Uint8Array.from(atob(png), (char) => char.charCodeAt(0))]))),
    );
    const [width, height] = [bitmaps[0]!.width, bitmaps[0]!.height];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const frames = bitmaps.map((bitmap, picture) =>
      Array.from({ length: VARIANTS }, () => {
        context.drawImage(bitmap, 0, 0);
        context.fillStyle = picture === 0 ? 'black' : 'white';
        context.fillRect(0, 0, markPx, markPx);
        const frame = context.getImageData(0, 0, width, height);
        for (let at = 0; at < frame.data.length; at += 4) {
          const by = Math.round((Math.random() - 0.5) * 2 * noise);
          for (let c = 0; c < 3; c++) frame.data[at + c]! += by;
        }
        return frame;
      }),
    );
    const stream = canvas.captureStream(0);
    const track = stream.getVideoTracks()[0] as CanvasCaptureMediaStreamTrack;
    let shown = 0;
    let count = 0;
    const take = () => {
      context.putImageData(frames[shown]![count++ % VARIANTS]!, 0, 0);
      track.requestFrame();
      return performance.now();
    };
    setInterval(take, 1000 / perSecond);
    const camera: Camera = {
      show(picture) {
        shown = picture;
        return take();
      },
    };
    Object.assign(globalThis, { camera });
    return stream;
  };
  navigator.mediaDevices.getUserMedia = open;
}

/** In the page: chooses the first ship and the one nearest to it, sets it elsewhere and back again each time an answer stands, and records what is said. */
async function flyAndRecord({ at, moves, markPx }: { at: { x: number; y: number }; moves: number; markPx: number }): Promise<Shown[]> {
  const MIN_MS = 1500;
  const MAX_MS = 60_000;
  // Names of the page’s own state, as built.
  const hmApp = document.querySelector('hm-app') as unknown as HTMLElement & {
    page: { known: { ships: { ship: { id: string; pose: { x: number; y: number } } }[] } };
  };
  const { camera } = globalThis as unknown as { camera: Camera };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const ships = () => hmApp.page.known.ships.map(({ ship }) => ship);
  const away = ({ pose }: { pose: { x: number; y: number } }) => Math.hypot(pose.x - at.x, pose.y - at.y);
  while (Math.min(...ships().map(away)) > 10) await pause(100);
  const [nearest, other] = ships().sort((a, b) => away(a) - away(b));
  for (const { id } of [nearest!, other!]) hmApp.dispatchEvent(new CustomEvent('hm-choose', { detail: { shipId: id } }));
  let said: { atMs: number; text: string; xMm: number }[] = [];
  const answer = hmApp.shadowRoot!.querySelector('hm-answer')!.shadowRoot!;
  const read = () => {
    const text = answer.querySelector('.headline')?.textContent?.trim() ?? '';
    const xMm = ships().find(({ id }) => id === nearest!.id)?.pose.x ?? Number.NaN;
    if (said.at(-1)?.text !== text) said.push({ atMs: performance.now(), text, xMm });
  };
  new MutationObserver(read).observe(answer, { subtree: true, childList: true, characterData: true });
  const bareWorker = () => {
    const code = `onmessage = async ({ data: frame }) => {
      const rect = { x: ${markPx / 2}, y: ${markPx / 2}, width: 2, height: 2 };
      const bytes = new Uint8Array(frame.allocationSize({ rect }));
      await frame.copyTo(bytes, { rect });
      frame.close();
      postMessage(bytes[0] > 128);
    };`;
    return new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  };
  const bare = bareWorker();
  let [isFlown, fromMs] = [false, performance.now()];
  let bareMs: number[] = [];
  bare.onmessage = ({ data }) => {
    if (data === isFlown) bareMs.push(performance.now());
  };
  const video = hmApp.shadowRoot!.querySelector('hm-stage')!.shadowRoot!.querySelector('video')!;
  const onFrame = () => {
    const frame = new VideoFrame(video);
    bare.postMessage(frame, [frame]);
    video.requestVideoFrameCallback(onFrame);
  };
  video.requestVideoFrameCallback(onFrame);
  const shown: Shown[] = [];
  for (let move = 0; move <= moves; move++) {
    const endMs = performance.now() + MAX_MS;
    const isStanding = () => /^(Range|Beyond)/.test(said.at(-1)?.text ?? '') && performance.now() - said.at(-1)!.atMs > MIN_MS;
    while (!isStanding() && performance.now() < endMs) await pause(50);
    shown.push({ isFlown, fromMs, bareMs, said });
    if (move === moves) break;
    isFlown = !isFlown;
    [said, bareMs] = [[], []];
    fromMs = camera.show(Number(isFlown));
  }
  return shown;
}
