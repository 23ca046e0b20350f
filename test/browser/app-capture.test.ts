import { lockCamera } from '../../src/app/capture/camera-lock.js';
import { openCamera } from '../../src/app/capture/camera-source.js';
import type { CapturedFrame, FrameSource } from '../../src/app/capture/frame-source.js';
import { createLatest } from '../../src/app/capture/latest.js';
import { openPhoto } from '../../src/app/capture/photo-source.js';
import { openPicture } from '../../src/app/capture/picture-file.js';
import { openVideo } from '../../src/app/capture/video-file-source.js';
import { watchVideo } from '../../src/app/capture/video-frames.js';
import { SCREEN_MAY_SLEEP_EVENT } from '../../src/app/capture/wake-lock.js';
import type { Problem } from '../../src/table/measurement.js';
import { english } from '../../src/texts/english.js';
import { pixelsOf } from '../../src/worker/pixels-of.js';
import { exifPlace } from '../exif-place.js';
import { equal, ok, pause, until } from './app-assert.js';

async function jpeg(widthPx: number, heightPx: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d')!;
  for (let x = 0; x < widthPx; x += 16) {
    context.fillStyle = `hsl(${x % 360} 70% 50%)`;
    context.fillRect(x, 0, 16, heightPx);
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

/** A short video that this browser recorded itself. */
async function clip(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
  const context = canvas.getContext('2d')!;
  const recorder = new MediaRecorder(canvas.captureStream(30));
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (let i = 0; i < 12; i++) {
    context.fillStyle = `hsl(${30 * i} 70% 50%)`;
    context.fillRect(0, 0, 64, 48);
    await pause(30);
  }
  recorder.stop();
  await ended;
  return new File(parts, 'clip.webm', { type: 'video/webm' });
}

async function firstFrame(source: FrameSource): Promise<CapturedFrame> {
  const frames: CapturedFrame[] = [];
  const problems: (Problem | undefined)[] = [];
  source.start({ onFrame: (frame) => frames.push(frame), onProblem: (problem) => problems.push(problem) });
  const frame = await until(() => frames[0], `a frame of ${source.title}`);
  equal(problems, [], 'problems');
  return frame;
}

/** As when the player looks at another tab; undefined: as it really is. */
function showPageAs(visibility: DocumentVisibilityState | undefined): void {
  Reflect.deleteProperty(document, 'visibilityState');
  if (visibility) Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

suite('back-pressure', () => {
  test('while one item is worked on, only the newest of those offered waits, and the overtaken are freed', async () => {
    const worked: number[] = [];
    const freed: number[] = [];
    let finish = () => {};
    const latest = createLatest<number>(
      (item) => {
        worked.push(item);
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
      (item) => void freed.push(item),
      () => {},
    );
    for (const item of [1, 2, 3, 4]) latest.offer(item);
    equal([worked, freed], [[1], [2, 3]]);
    finish();
    await until(() => worked.length === 2, 'the second item');
    equal(worked, [1, 4]);
    finish();
  });

  test('a failed item is reported, and the one that waits is taken up all the same', async () => {
    const worked: number[] = [];
    const errors: unknown[] = [];
    const latest = createLatest<number>(
      async (item) => {
        worked.push(item);
        if (item === 1) throw new Error('broken');
      },
      () => {},
      (error) => errors.push(error),
    );
    latest.offer(1);
    latest.offer(2);
    await until(() => worked.length === 2, 'the second item');
    equal(errors.map(String), ['Error: broken']);
  });

  test('after closing, what waits and what is still offered is freed', () => {
    const freed: number[] = [];
    const latest = createLatest<number>(
      () => new Promise(() => {}),
      (item) => void freed.push(item),
      () => {},
    );
    for (const item of [1, 2]) latest.offer(item);
    latest.close();
    latest.offer(3);
    equal(freed, [2, 3]);
  });
});

/** The pixels that are measured of a photo's file. */
async function pixelsIn(file: Blob) {
  const opened = await openPhoto(file, 'screenshot.png');
  ok(opened.ok, 'the photo opens');
  const { picture } = await firstFrame(opened.source);
  opened.source.stop();
  return pixelsOf(picture);
}

suite('photos', () => {
  test('a photo is offered once at its own size, and again when asked', async () => {
    const opened = await openPhoto(await jpeg(640, 360), 'table.jpg');
    ok(opened.ok, 'the photo opens');
    const { picture } = await firstFrame(opened.source);
    equal([(picture as ImageBitmap).width, (picture as ImageBitmap).height], [640, 360]);
    opened.source.stop();
  });

  test('a photo larger than 4K is measured at 4096 px', async () => {
    const opened = await openPhoto(await jpeg(6000, 3000), 'large.jpg');
    ok(opened.ok, 'the photo opens');
    equal(opened.source.size(), { widthPx: 4096, heightPx: 2048 });
    equal(((await firstFrame(opened.source)).picture as ImageBitmap).width, 4096);
    opened.source.stop();
  });

  test('a photo larger than 4K is made smaller beside the page, which goes on meanwhile, and by the page where no such thread starts', async () => {
    const photo = await jpeg(6000, 3000);
    const [decode, Thread] = [globalThis.createImageBitmap, globalThis.Worker];
    let byPage = 0;
    globalThis.createImageBitmap = ((...from: Parameters<typeof decode>) => {
      byPage += 1;
      return decode(...from);
    }) as typeof decode;
    const widthOf = async () => {
      const opened = await openPhoto(photo, 'large.jpg');
      ok(opened.ok, 'the photo opens');
      const { picture } = await firstFrame(opened.source);
      opened.source.stop();
      return (picture as ImageBitmap).width;
    };
    try {
      equal([await widthOf(), byPage], [4096, 0]);
      globalThis.Worker = class {
        constructor() {
          throw new Error('no threads');
        }
      } as unknown as typeof Worker;
      equal([await widthOf(), byPage], [4096, 1]);
      // One that is loaded and does not run.
      globalThis.Worker = class extends Thread {
        constructor() {
          super(URL.createObjectURL(new Blob(['throw new Error("broken")'])));
        }
      };
      equal([await widthOf(), byPage], [4096, 2]);
    } finally {
      globalThis.createImageBitmap = decode;
      globalThis.Worker = Thread;
    }
  });

  test('a photo is decoded once until it is measured, which takes seconds for the largest, and again when it is asked for again', async () => {
    const decode = globalThis.createImageBitmap;
    let count = 0;
    globalThis.createImageBitmap = ((...from: Parameters<typeof decode>) => {
      count += 1;
      return decode(...from);
    }) as typeof decode;
    try {
      const opened = await openPhoto(await jpeg(640, 360), 'table.jpg');
      ok(opened.ok, 'the photo opens');
      count = 0;
      const first = (await firstFrame(opened.source)).picture as ImageBitmap;
      equal([count, first.width], [0, 640]);
      first.close();
      const again = (await firstFrame(opened.source)).picture as ImageBitmap;
      equal([count, again.width], [1, 640]);
      opened.source.stop();
    } finally {
      globalThis.createImageBitmap = decode;
    }
  });

  test('a jpeg that was cut off is refused, although an <img> would show its upper half', async () => {
    const whole = await jpeg(640, 360);
    const opened = await openPhoto(whole.slice(0, whole.size / 2, 'image/jpeg'), 'half.jpg');
    equal(opened.ok ? 'opened' : opened.problem.code, 'photo-cut-off');
  });

  test('a photo whose scan header ends where no spectrum does, as some Samsung phones write it, has the pixels of one that is right', async () => {
    const right = new Uint8Array(await (await jpeg(640, 360)).arrayBuffer());
    const scan = right.findLastIndex((byte, at) => byte === 0xff && right[at + 1] === 0xda);
    const odd = right.slice();
    const end = scan + 6 + 2 * right[scan + 4]!;
    equal(odd[end], 63, 'where the spectrum ends');
    odd[end] = 0;
    const [shown, whole] = [await pixelsIn(new Blob([odd])), await pixelsIn(new Blob([right]))];
    equal([shown.widthPx, shown.heightPx], [640, 360]);
    ok(
      shown.rgba.every((value, i) => value === whole.rgba[i]),
      'the same pixels',
    );
  });

  test('a photo of more pixels than most browsers decode at once is measured at 4096 px, or said to be too large where it does not decode', async () => {
    const photo = await jpeg(9000, 3100);
    const opened = await openPhoto(photo, 'many-pixels.jpg');
    ok(opened.ok, 'the photo opens');
    equal(((await firstFrame(opened.source)).picture as ImageBitmap).width, 4096);
    opened.source.stop();
    const half = await openPhoto(photo.slice(0, photo.size / 2, 'image/jpeg'), 'half.jpg');
    ok(!half.ok && half.problem.code === 'photo-too-large' && /9000 × 3100 .*8192/.test(english(half.problem.message)), 'half of it');
  });

  test('a photo of more pixels than any phone takes is refused with what was got and what was expected', async () => {
    const bytes = new Uint8Array(await (await jpeg(64, 48)).arrayBuffer());
    // Where its size stands: behind the marker of a baseline frame, its length and its depth.
    const frame = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0);
    new DataView(bytes.buffer).setUint16(frame + 5, 12_000);
    new DataView(bytes.buffer).setUint16(frame + 7, 16_500);
    const opened = await openPhoto(new Blob([bytes], { type: 'image/jpeg' }), 'huge.jpg');
    ok(!opened.ok, 'the photo is refused');
    equal(opened.problem.code, 'photo-too-large');
    ok(/16500 × 12000 .*16384/.test(english(opened.problem.message)), english(opened.problem.message));
  });

  test('HEIC is said by its first bytes, and a panorama is one', async () => {
    const heic = await openPhoto(new Blob(['\0\0\0\x18ftypheic']), 'IMG_1.HEIC', 'heic');
    ok(!heic.ok && heic.problem.code === 'photo-heic' && /Most Compatible/.test(english(heic.problem.hint)), 'HEIC is named');
    const panorama = await openPhoto(await jpeg(12_000, 1000), 'panorama.jpg');
    ok(!panorama.ok && /one photo of the whole mat/.test(english(panorama.problem.hint)), 'a panorama is no photo of a table');
  });

  test('the bars of a screenshot are cut off', async () => {
    const canvas = new OffscreenCanvas(400, 900);
    const context = canvas.getContext('2d')!;
    context.fillRect(0, 0, 400, 900);
    for (let i = 0; i < 4000; i++) {
      context.fillStyle = `hsl(${(i * 77) % 360} 60% 50%)`;
      context.fillRect(((i * 13) % 80) * 5, 300 + (Math.floor((i * 13) / 80) % 60) * 5, 5, 5);
    }
    for (const [as, heightPx, isCopy] of [
      [{}, 300, false],
      // Of a jpeg the block is left in which a bar ends.
      [{ type: 'image/jpeg', quality: 0.7 }, 320, true],
    ] as const) {
      const opened = await openPhoto(await canvas.convertToBlob(as), 'screenshot.png');
      ok(opened.ok, 'the photo opens');
      equal(opened.source.size(), { widthPx: 400, heightPx });
      equal(opened.source.isCopy, isCopy, 'as the whole screenshot was saved');
      opened.source.stop();
    }
  });

  test('a picture of the size of a frame is a copy where its file was saved as messengers do, as for the command line', async () => {
    const canvas = new OffscreenCanvas(1280, 720);
    canvas.getContext('2d')!.fillRect(0, 0, 900, 500);
    for (const [as, isCopy] of [
      [{ type: 'image/png' }, false],
      // As this page saves what its camera shows.
      [{ type: 'image/jpeg', quality: 0.92 }, false],
      [{ type: 'image/jpeg', quality: 0.8 }, true],
      [{ type: 'image/webp', quality: 0.9 }, true],
    ] as const) {
      const opened = await openPhoto(await canvas.convertToBlob(as), 'table');
      ok(opened.ok, 'the photo opens');
      equal(opened.source.isCopy, isCopy, JSON.stringify(as));
      opened.source.stop();
    }
  });

  test('of a screenshot with bars and clear corners the pixels are those that the command line takes (odd-pictures)', async () => {
    const corpus = async (name: string) => (await fetch(new URL(`../corpus/pictures/${name}.png`, import.meta.url))).blob();
    const found = await pixelsIn(await corpus('screenshot-bars-clear-corners'));
    const inside = await pixelsIn(await corpus('screenshot-inside'));
    equal([found.widthPx, found.heightPx], [400, 400]);
    equal([inside.widthPx, inside.heightPx], [400, 400]);
    const most = found.rgba.reduce((worst, value, i) => Math.max(worst, Math.abs(value - inside.rgba[i]!)), 0);
    ok(most <= 1, `${most} of 255 apart: more than what rounding does to half-clear pixels`);
  });

  test('a webp is turned as its notes say, in all eight ways, as the command line turns it (odd-pictures)', async () => {
    const corpus = async (name: string) => (await fetch(new URL(`../corpus/pictures/${name}`, import.meta.url))).arrayBuffer();
    const upright = await pixelsIn(new Blob([await corpus('lies-as-it-is.webp')]));
    const inBrowser = (x: number, y: number) => [
      ...upright.rgba.subarray(4 * (y * upright.widthPx + x), 4 * (y * upright.widthPx + x) + 3),
    ];
    for (let orientation = 1; orientation <= 8; orientation++) {
      const bytes = new Uint8Array(await corpus('turned-by-its-notes.webp'));
      bytes[bytes.length - 8] = orientation;
      const { widthPx, heightPx, rgba } = await pixelsIn(new Blob([bytes]));
      const [w, h] = [upright.widthPx, upright.heightPx];
      equal([widthPx, heightPx], orientation > 4 ? [h, w] : [w, h], `${orientation}`);
      for (const [x, y] of [
        [3, 5],
        [40, 11],
        [0, 0],
        [w - 1, h - 1],
      ] as const) {
        const [u, v] = exifPlace(orientation, [x, y], [w, h]);
        const at = 4 * (v * widthPx + u);
        equal([...rgba.subarray(at, at + 3)], inBrowser(x, y), `${orientation}: ${x}, ${y}`);
      }
    }
  });

  test('of jpegs one after the other the last whole one is shown as a frame, and said to be the last, as the command line measures it (odd-pictures)', async () => {
    const corpus = async (name: string) => (await fetch(new URL(`../corpus/pictures/${name}`, import.meta.url))).blob();
    for (const [name, as, isLast] of [
      ['jpegs-the-last-cut-off.mjpeg', 'door.MJPG', true],
      ['stream-of-a-network-camera.bin', 'stream', true],
      ['stream-of-a-network-camera.bin', 'video.jpg', true],
      ['jpegs-the-last-cut-off.mjpeg', 'two.jpg', false],
    ] as const) {
      const opened = await openPicture(new File([await corpus(name)], as), as);
      ok(opened.ok, as);
      equal([opened.source.kind, opened.source.isFrame], ['photo', isLast || undefined], as);
      equal(opened.remark && /3 pictures, one after the other/.test(english(opened.remark.message)), isLast || undefined, as);
      const { picture } = await firstFrame(opened.source);
      const [red, green, blue] = (await pixelsOf(picture)).rgba;
      ok(isLast ? green! > 150 && red! < 60 && blue! < 60 : red! > 150 && green! < 60, `${as}: ${red}, ${green}, ${blue}`);
      opened.source.stop();
    }
    const whole = new Uint8Array(await (await corpus('jpegs-the-last-cut-off.mjpeg')).arrayBuffer());
    const half = await openPicture(new File([whole.slice(0, 700)], 'door.mjpeg'), 'door.mjpeg');
    equal(half.ok ? 'opened' : half.problem.code, 'photo-cut-off');
  });

  test('a file that is no picture is refused, and so is a drawing, which is not said to be damaged', async () => {
    const opened = await openPhoto(new Blob(['hello'], { type: 'image/jpeg' }), 'note.jpg');
    equal(opened.ok ? 'opened' : opened.problem.code, 'photo-unreadable');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="9" height="9"/></svg>';
    const drawing = await openPicture(new File([svg], 'drawing.svg', { type: 'image/svg+xml' }), 'drawing.svg');
    equal(drawing.ok ? 'opened' : drawing.problem.code, 'photo-unreadable');
  });
});

suite('cameras and videos', () => {
  test('a camera gives frames of the size it names', async () => {
    const opened = await openCamera();
    ok(opened.ok, english(opened.ok ? '' : opened.problem.message));
    const { picture } = await firstFrame(opened.source);
    ok(picture instanceof VideoFrame, 'a VideoFrame, which is the cheap way');
    equal({ widthPx: picture.displayWidth, heightPx: picture.displayHeight }, opened.source.size());
    picture.close();
    opened.source.stop();
  });

  test('where frames are taken from the video element, none is of a page that is hidden, and the next one when it is seen again', async () => {
    const opened = await openCamera();
    ok(opened.ok, english(opened.ok ? '' : opened.problem.message));
    let frames = 0;
    const onFrame = ({ picture }: CapturedFrame) => {
      frames += 1;
      (picture as VideoFrame).close();
    };
    const stop = watchVideo(opened.source.view as HTMLVideoElement, onFrame, () => {});
    try {
      await until(() => frames > 1, 'frames');
      showPageAs('hidden');
      await pause(50);
      const before = frames;
      await pause(500);
      equal(frames, before);
      showPageAs('visible');
      await until(() => frames > before, 'the next frame');
    } finally {
      showPageAs(undefined);
      stop();
      opened.source.stop();
    }
  });

  test('the screen stays on while it is wanted, also after the page was hidden, and goes off with the camera', async () => {
    const opened = await openCamera();
    ok(opened.ok, english(opened.ok ? '' : opened.problem.message));
    let [requests, held] = [0, 0];
    const request = async () => {
      requests += 1;
      held += 1;
      return { release: async () => (held -= 1) };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
    try {
      await pause(10);
      equal(requests, 0, 'before a table is seen');
      opened.source.awake!(true);
      opened.source.awake!(true);
      await pause(10);
      equal([requests, held], [1, 1]);
      // The browser itself takes the lock back from a page that is hidden.
      showPageAs('hidden');
      held = 0;
      await pause(10);
      equal([requests, held], [1, 0]);
      showPageAs('visible');
      await until(() => held === 1, 'the lock again');
      opened.source.awake!(false);
      await until(() => held === 0, 'its release');
      opened.source.awake!(true);
      await until(() => held === 1, 'another lock');
      opened.source.stop();
      await until(() => held === 0, 'its release with the camera');
    } finally {
      showPageAs(undefined);
      Reflect.deleteProperty(navigator, 'wakeLock');
      opened.source.stop();
    }
  });

  test('an event says that the screen may go off although it should stay on: each time the lock is refused or taken back', async () => {
    const opened = await openCamera();
    ok(opened.ok, english(opened.ok ? '' : opened.problem.message));
    let told = 0;
    const tell = () => (told += 1);
    addEventListener(SCREEN_MAY_SLEEP_EVENT, tell);
    const refuse = () => Promise.reject(new DOMException('Permission was denied', 'NotAllowedError'));
    try {
      Object.defineProperty(navigator, 'wakeLock', { value: { request: refuse }, configurable: true });
      opened.source.awake!(true);
      await until(() => told === 1, 'that it is refused');
      opened.source.awake!(false);
      Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => ({ release: async () => {} }) }, configurable: true });
      opened.source.awake!(true);
      await pause(20);
      equal(told, 1);
      opened.source.awake!(false);
      // The system takes it back to save power, while the page is in front.
      const sentinel = Object.assign(new EventTarget(), { release: async () => {} });
      Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => sentinel }, configurable: true });
      opened.source.awake!(true);
      await pause(20);
      sentinel.dispatchEvent(new Event('release'));
      equal(told, 2);
    } finally {
      removeEventListener(SCREEN_MAY_SLEEP_EVENT, tell);
      Reflect.deleteProperty(navigator, 'wakeLock');
      opened.source.stop();
    }
  });

  test('what is held of a camera is given back when the page goes, and when another source is opened', async () => {
    for (const leave of ['pagehide', 'stop'] as const) {
      const opened = await openCamera();
      ok(opened.ok, opened.ok ? '' : opened.problem.code);
      const [track] = ((opened.source.view as HTMLVideoElement).srcObject as MediaStream).getVideoTracks();
      let focusMode = 'continuous';
      track!.getCapabilities = () => ({ focusMode: ['manual', 'continuous'] }) as MediaTrackCapabilities;
      track!.getSettings = () => ({ focusMode }) as MediaTrackSettings;
      track!.applyConstraints = async (wanted) => {
        ({ focusMode } = (wanted as unknown as { advanced: [{ focusMode: string }] }).advanced[0]);
      };
      equal([...(await opened.source.lock())], ['focus']);
      equal(focusMode, 'manual');
      if (leave === 'pagehide') dispatchEvent(new Event('pagehide'));
      else opened.source.stop();
      await until(() => focusMode === 'continuous', `that focus is given back (${leave})`);
      opened.source.stop();
      await until(() => track!.readyState === 'ended', 'the end of the camera');
    }
  });

  test('a camera’s frames come from its track, one after the other, and none while nobody sees the page', async () => {
    const opened = await openCamera();
    ok(opened.ok, english(opened.ok ? '' : opened.problem.message));
    const { source } = opened;
    const times: number[] = [];
    let drawn = 0;
    const onFrame = ({ picture, capturedAtMs }: CapturedFrame) => {
      times.push(capturedAtMs);
      // A video element shows frames of the graphics card, whose bytes are far away.
      if ((picture as VideoFrame).format !== 'I420') drawn += 1;
      (picture as VideoFrame).close();
    };
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    try {
      source.start({ onFrame, onProblem: () => {} });
      await new Promise((resolve) => setTimeout(resolve, 400));
      equal(times, [], 'frames while hidden');
    } finally {
      Reflect.deleteProperty(document, 'visibilityState');
    }
    await until(() => times.length >= 5, 'frames once it is seen');
    source.stop();
    equal(drawn, 0, 'frames of a video element');
    equal(
      times,
      [...times].sort((a, b) => a - b),
      'in order',
    );
    ok(Math.abs(times.at(-1)! - Date.now()) < 5000, 'by the wall’s clock');
  });

  test('a chosen camera that is not there any more is replaced by another', async () => {
    const opened = await openCamera('a-camera-that-was-unplugged');
    ok(opened.ok, english(opened.ok ? '' : opened.problem.message));
    opened.source.stop();
  });

  test('where a browser does not list its cameras, the one that it gave is used', async () => {
    const { enumerateDevices } = navigator.mediaDevices;
    navigator.mediaDevices.enumerateDevices = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    try {
      const opened = await openCamera();
      ok(opened.ok, opened.ok ? '' : opened.problem.code);
      opened.source.stop();
    } finally {
      navigator.mediaDevices.enumerateDevices = enumerateDevices;
    }
  });

  test('where the better rear lens does not start, the one that was given first is opened again', async () => {
    const { enumerateDevices, getUserMedia } = navigator.mediaDevices;
    const listed = (deviceId: string, label: string) => ({ kind: 'videoinput', deviceId, label, groupId: '' }) as MediaDeviceInfo;
    navigator.mediaDevices.enumerateDevices = async () => [
      listed('wide', 'camera2 2, facing back'),
      listed('main', 'camera2 0, facing back'),
    ];
    const asked: unknown[] = [];
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const { deviceId } = wanted!.video as MediaTrackConstraints;
      asked.push((deviceId as { exact?: string } | undefined)?.exact);
      if (asked.at(-1) === 'main') throw new DOMException('Could not start video source', 'NotReadableError');
      const stream = await getUserMedia.call(navigator.mediaDevices, { video: true });
      const [track] = stream.getVideoTracks();
      const settings = track!.getSettings();
      track!.getSettings = () => ({ ...settings, deviceId: 'wide' });
      Object.defineProperty(track, 'label', { value: 'camera2 2, facing back' });
      return stream;
    };
    try {
      const opened = await openCamera();
      ok(opened.ok, opened.ok ? '' : opened.problem.code);
      equal([opened.source.deviceId, ...asked], ['wide', undefined, 'main', 'wide']);
      opened.source.stop();
    } finally {
      Object.assign(navigator.mediaDevices, { enumerateDevices, getUserMedia });
    }
  });

  test('a camera that comes back under another id has what was kept under its first one', async () => {
    const [first] = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
    const opened = await openCamera('an-id-of-last-week', [{ deviceId: 'an-id-of-last-week', label: first!.label }]);
    ok(opened.ok, opened.ok ? '' : opened.problem.code);
    equal([opened.source.title, opened.source.keptId], [first!.label, 'an-id-of-last-week']);
    ok(opened.source.deviceId !== 'an-id-of-last-week', opened.source.deviceId);
    opened.source.stop();
  });

  test('background blur and a frame that follows faces are switched off, and said where they stay on', async () => {
    const said: unknown[] = [];
    for (const isObeyed of [true, false]) {
      const opened = await openCamera();
      ok(opened.ok, opened.ok ? '' : opened.problem.code);
      const [track] = ((opened.source.view as HTMLVideoElement).srcObject as MediaStream).getVideoTracks();
      let isBlurred = true;
      track!.getSettings = () => ({ backgroundBlur: isBlurred }) as MediaTrackSettings;
      track!.applyConstraints = async (wanted) => {
        equal(JSON.stringify(wanted), '{"advanced":[{"backgroundBlur":false}]}');
        isBlurred = !isObeyed;
      };
      opened.source.start({
        onFrame: ({ picture }) => (picture as VideoFrame).close(),
        onProblem: (problem) => said.push([isObeyed, problem?.code]),
      });
      if (!isObeyed) await until(() => said.length > 0, 'that the blur stays');
      opened.source.stop();
    }
    equal(said, [[false, 'camera-effects']]);
  });

  test('a camera that stays paused while its page is in front has to be reopened; one that is paused for a moment does not', async () => {
    const opened = await openCamera();
    ok(opened.ok, opened.ok ? '' : opened.problem.code);
    const [track] = ((opened.source.view as HTMLVideoElement).srcObject as MediaStream).getVideoTracks();
    let isMuted = true;
    Object.defineProperty(track, 'muted', { get: () => isMuted });
    const said: unknown[] = [];
    opened.source.start({ onFrame: ({ picture }) => (picture as VideoFrame).close(), onProblem: (problem) => said.push(problem?.code) });
    track!.dispatchEvent(new Event('mute'));
    isMuted = false;
    track!.dispatchEvent(new Event('unmute'));
    await pause(4500);
    equal(said, ['camera-paused', undefined]);
    isMuted = true;
    track!.dispatchEvent(new Event('mute'));
    await until(() => said.includes('camera-stuck'), 'that it is stuck');
    opened.source.stop();
  });

  test('a camera that ended without a word while its computer slept has to be reopened; one whose end was announced is lost', async () => {
    for (const isTold of [false, true]) {
      const opened = await openCamera();
      ok(opened.ok, opened.ok ? '' : opened.problem.code);
      const [track] = ((opened.source.view as HTMLVideoElement).srcObject as MediaStream).getVideoTracks();
      const said: unknown[] = [];
      opened.source.start({ onFrame: ({ picture }) => (picture as VideoFrame).close(), onProblem: (problem) => said.push(problem?.code) });
      // A page that stops a track gets no event either.
      track!.stop();
      if (isTold) track!.dispatchEvent(new Event('ended'));
      document.dispatchEvent(new Event('visibilitychange'));
      if (isTold) await pause(4500);
      else await until(() => said.includes('camera-stuck'), 'that it is stuck');
      equal(said, [isTold ? 'camera-lost' : 'camera-stuck']);
      opened.source.stop();
    }
  });

  test('a camera that sends no picture, and does not say why, is spoken of until one comes; where none has come at all it is asked for again', async () => {
    const processor = Object.getOwnPropertyDescriptor(globalThis, 'MediaStreamTrackProcessor')!;
    const { requestVideoFrameCallback } = HTMLVideoElement.prototype;
    // As a driver that hangs: the track is live and not muted.
    delete (globalThis as { MediaStreamTrackProcessor?: unknown }).MediaStreamTrackProcessor;
    HTMLVideoElement.prototype.requestVideoFrameCallback = () => 0;
    try {
      const opened = await openCamera();
      ok(opened.ok, opened.ok ? '' : opened.problem.code);
      const said: unknown[] = [];
      const listener = {
        onFrame: ({ picture }: { readonly picture: unknown }) => (picture as VideoFrame).close(),
        onProblem: (problem: { readonly code: string } | undefined) => said.push(problem?.code),
      };
      opened.source.start(listener);
      await until(() => said.includes('camera-stuck'), 'that it is asked for again');
      equal(said, ['camera-silent', 'camera-stuck']);
      opened.source.stop();
      let next: () => void = () => {};
      HTMLVideoElement.prototype.requestVideoFrameCallback = (call) => {
        next = () => call(0, {} as VideoFrameCallbackMetadata);
        return 0;
      };
      said.length = 0;
      const again = await openCamera();
      ok(again.ok, again.ok ? '' : again.problem.code);
      again.source.start(listener);
      await until(() => said.length > 0, 'that nothing comes');
      next();
      await until(() => said.length > 1, 'the picture');
      equal(said, ['camera-silent', undefined]);
      again.source.stop();
    } finally {
      Object.defineProperty(globalThis, 'MediaStreamTrackProcessor', processor);
      Object.assign(HTMLVideoElement.prototype, { requestVideoFrameCallback });
    }
  });

  test('a camera that is muted when it is opened is said to be paused at once', async () => {
    const opened = await openCamera();
    ok(opened.ok, opened.ok ? '' : opened.problem.code);
    const [track] = ((opened.source.view as HTMLVideoElement).srcObject as MediaStream).getVideoTracks();
    Object.defineProperty(track, 'muted', { get: () => true });
    const said: unknown[] = [];
    opened.source.start({ onFrame: ({ picture }) => (picture as VideoFrame).close(), onProblem: (problem) => said.push(problem?.code) });
    equal(said, ['camera-paused']);
    opened.source.stop();
  });

  test('a refused permission is a problem of its own', async () => {
    const original = navigator.mediaDevices.getUserMedia;
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    try {
      const opened = await openCamera();
      equal(opened.ok ? 'opened' : opened.problem.code, 'camera-refused');
    } finally {
      navigator.mediaDevices.getUserMedia = original;
    }
  });

  test('a camera whose picture is not played is said so, and let go', async () => {
    const { play } = HTMLMediaElement.prototype;
    const original = navigator.mediaDevices.getUserMedia;
    const given: MediaStream[] = [];
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      given.push(await original.call(navigator.mediaDevices, wanted));
      return given.at(-1)!;
    };
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('Low Power Mode', 'NotAllowedError'));
    try {
      const opened = await openCamera();
      equal(opened.ok ? 'opened' : opened.problem.code, 'camera-not-playing');
      equal(
        given[0]!.getTracks().map(({ readyState }) => readyState),
        ['ended'],
      );
    } finally {
      HTMLMediaElement.prototype.play = play;
      navigator.mediaDevices.getUserMedia = original;
    }
  });

  test('a camera whose playing never begins is said so after its time, and let go', async () => {
    const { play } = HTMLMediaElement.prototype;
    const later = window.setTimeout;
    const original = navigator.mediaDevices.getUserMedia;
    const given: MediaStream[] = [];
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      given.push(await original.call(navigator.mediaDevices, wanted));
      return given.at(-1)!;
    };
    HTMLMediaElement.prototype.play = () => new Promise(() => {});
    // The longest wait of the page is over at once.
    window.setTimeout = ((run: () => void, ms = 0) => later(run, ms >= 8000 ? 0 : ms)) as typeof window.setTimeout;
    try {
      const opened = await openCamera();
      equal(opened.ok ? 'opened' : opened.problem.code, 'camera-not-playing');
      equal(
        given.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState)),
        ['ended'],
      );
    } finally {
      HTMLMediaElement.prototype.play = play;
      window.setTimeout = later;
      navigator.mediaDevices.getUserMedia = original;
    }
  });

  test('a stream of sound alone is said to be no camera and let go, and what a browser calls by other names in the same words', async () => {
    const original = navigator.mediaDevices.getUserMedia;
    const sound = new AudioContext().createMediaStreamDestination().stream;
    const said: string[] = [];
    try {
      for (const answer of [
        async () => sound,
        ...['SecurityError', 'PermissionDeniedError', 'AbortError', 'TrackStartError', 'DevicesNotFoundError'].map((name) => () => {
          throw new DOMException('', name);
        }),
      ]) {
        navigator.mediaDevices.getUserMedia = answer;
        for (const id of [undefined, 'of-last-week']) {
          const opened = await openCamera(id);
          said.push(opened.ok ? 'opened' : opened.problem.code);
        }
      }
    } finally {
      navigator.mediaDevices.getUserMedia = original;
    }
    const twice = (...codes: string[]) => codes.flatMap((code) => [code, code]);
    equal(said, twice('camera-missing', 'camera-refused', 'camera-refused', 'camera-busy', 'camera-busy', 'camera-missing'));
    ok(
      sound.getTracks().every(({ readyState }) => readyState === 'ended'),
      'it is let go',
    );
  });

  test('a video whose playing never begins is opened with its first picture', async () => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = () => new Promise(() => {});
    try {
      const opened = await openVideo(await clip());
      ok(opened.ok, opened.ok ? '' : opened.problem.code);
      const { picture } = await firstFrame(opened.source);
      ok(picture instanceof VideoFrame, 'its first picture');
      picture.close();
      opened.source.stop();
    } finally {
      HTMLMediaElement.prototype.play = play;
    }
  });

  test('a video that loads only on request is opened; one that never loads is a problem after its time', async () => {
    const src = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src')!;
    const { load } = HTMLMediaElement.prototype;
    const later = window.setTimeout;
    const kept = new WeakMap<object, string>();
    const file = await clip();
    // As on iOS in Low Power Mode: the address alone loads nothing.
    Object.defineProperty(HTMLMediaElement.prototype, 'src', {
      configurable: true,
      get: () => '',
      set: function (url) {
        kept.set(this, url);
      },
    });
    try {
      HTMLMediaElement.prototype.load = function () {
        if (kept.has(this)) src.set!.call(this, kept.get(this));
        load.call(this);
      };
      const opened = await openVideo(file);
      ok(opened.ok, opened.ok ? '' : opened.problem.code);
      opened.source.stop();
      HTMLMediaElement.prototype.load = () => {};
      window.setTimeout = ((run: () => void, ms = 0) => later(run, ms >= 8000 ? 0 : ms)) as typeof window.setTimeout;
      const never = await openVideo(file);
      equal(never.ok ? 'opened' : never.problem.code, 'video-not-loaded');
    } finally {
      Object.defineProperty(HTMLMediaElement.prototype, 'src', src);
      HTMLMediaElement.prototype.load = load;
      window.setTimeout = later;
    }
  });

  test('what a camera gives outside of its own range is not sent to it, and what it does not follow is not held', async () => {
    const asked: MediaTrackConstraints[] = [];
    const manual = ['manual', 'continuous'];
    const track = (focusDistance: number, followed: boolean) => {
      let focusMode = 'continuous';
      return {
        getCapabilities: () => ({
          focusMode: manual,
          focusDistance: { min: 0.1, max: 10 },
          exposureMode: manual,
          exposureTime: { min: 3, max: 2500 },
        }),
        getSettings: () => ({ focusMode, focusDistance, exposureMode: 'continuous', exposureTime: 0 }),
        applyConstraints: async (wanted: MediaTrackConstraints) => {
          asked.push(wanted);
          if (followed) focusMode = 'manual';
        },
      } as unknown as MediaStreamTrack;
    };
    equal([...(await lockCamera(track(0, true)))], []);
    equal(asked.length, 0);
    equal([...(await lockCamera(track(2, true)))], ['focus']);
    equal(JSON.stringify(asked), '[{"advanced":[{"focusMode":"manual","focusDistance":2}]}]');
    equal([...(await lockCamera(track(2, false)))], []);
    const refuse = async () => {
      throw new DOMException('setPhotoOptions failed', 'UnknownError');
    };
    // After its computer slept a camera may refuse what it has listed; some browsers do not say what a camera can do.
    equal([...(await lockCamera({ ...track(2, true), applyConstraints: refuse } as MediaStreamTrack))], []);
    equal([...(await lockCamera({ ...track(2, true), getCapabilities: undefined } as unknown as MediaStreamTrack))], []);
  });

  test('a zero is never sent, whatever range a camera names, and a camera that goes where it was not sent is given back', async () => {
    const asked: unknown[] = [];
    const settings: Record<string, unknown> = { focusMode: 'continuous', focusDistance: 0 };
    const goes: { to?: number } = {};
    const track = {
      getCapabilities: () => ({ focusMode: ['manual', 'continuous'], focusDistance: { min: 0, max: 250, step: 5 } }),
      getSettings: () => ({ ...settings }),
      applyConstraints: async ({ advanced: [wanted] }: { advanced: Record<string, unknown>[] }) => {
        asked.push(wanted);
        Object.assign(settings, wanted, goes.to !== undefined && wanted!.focusMode === 'manual' && { focusDistance: goes.to });
      },
    } as unknown as MediaStreamTrack;
    equal([...(await lockCamera(track))], []);
    equal(asked, []);
    for (const [to, held] of [
      [32, ['focus']],
      [250, []],
      [0, []],
    ] as const) {
      Object.assign(settings, { focusMode: 'continuous', focusDistance: 30 });
      goes.to = to;
      equal([...(await lockCamera(track))], [...held], `it went to ${to}`);
      equal(settings.focusMode, held.length > 0 ? 'manual' : 'continuous');
    }
  });

  test('a file that is no video is refused', async () => {
    const opened = await openVideo(new File(['hello'], 'clip.mp4', { type: 'video/mp4' }));
    equal(opened.ok ? 'opened' : opened.problem.code, 'video-unreadable');
  });
});
