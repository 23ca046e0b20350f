import type { CapturedFrame } from '../../src/app/capture/frame-source.js';
import type { EngineState } from '../../src/app/vision-client/engine-loader.js';
import { createFrameMeasurer } from '../../src/app/vision-client/frame-measurer.js';
import { createVisionClient, WorkerCrash } from '../../src/app/vision-client/vision-client.js';
import type { MeasureResult } from '../../src/table/measurement.js';
import { english } from '../../src/texts/english.js';
import type { EngineUrls } from '../../src/worker/api.js';
import { equal, ok, until } from './app-assert.js';
import { FakeVision, fakeStart } from './app-fakes.js';

const URLS: EngineUrls = { openCv: '', onnxWasmFolder: '', models: '' };

/** A frame of 2×2 pixels; different `shade`s are different pictures. */
function frame(shade: number): CapturedFrame {
  return { picture: new ImageData(new Uint8ClampedArray(16).fill(shade), 2, 2), capturedAtMs: shade };
}

function heard() {
  const engines: EngineState[] = [];
  const looks: MeasureResult[] = [];
  const repeating: boolean[] = [];
  let ready = 0;
  return {
    engines,
    looks,
    repeating,
    readyCount: () => ready,
    listener: {
      onEngine: (state: EngineState) => void engines.push(state),
      onMeasured: (look: MeasureResult) => void looks.push(look),
      onRepeating: (isRepeating: boolean) => void repeating.push(isRepeating),
      onReady: () => {
        ready += 1;
      },
    },
  };
}

/** A measurer whose engines are ready. */
async function startedMeasurer(vision: FakeVision) {
  const { listener, ...told } = heard();
  const measurer = createFrameMeasurer(createVisionClient(fakeStart(vision).start, URLS), listener);
  measurer.start();
  await until(() => told.readyCount() === 1, 'the engines');
  return { measurer, ...told };
}

suite('the worker’s life', () => {
  test('a call that is under way when the worker dies rejects, and never hangs', async () => {
    const vision = new FakeVision();
    vision.measure = () => new Promise(() => {});
    const fake = fakeStart(vision);
    const client = createVisionClient(fake.start, URLS);
    await client.load(() => {});
    const look = client.measure(frame(1).picture, 0, {}).then(
      () => 'answered',
      (error) => (error instanceof WorkerCrash ? 'crash' : String(error)),
    );
    fake.crash('out of memory');
    equal(await look, 'crash');
  });

  test('after a crash the worker is restarted, the page hears of it, and the next frame is looked at', async () => {
    const vision = new FakeVision();
    const fake = fakeStart(vision);
    const { listener, engines, looks, readyCount } = heard();
    const measurer = createFrameMeasurer(createVisionClient(fake.start, URLS), listener);
    measurer.start();
    await until(() => readyCount() === 1, 'the engines');
    const answer = vision.measure;
    vision.measure = () => new Promise(() => fake.crash('aborted'));
    measurer.offer(frame(1));
    await until(() => readyCount() === 2, 'the engines again');
    ok(
      engines.some((state) => state.phase === 'loading' && state.isRestart),
      'the page hears of the restart',
    );
    vision.measure = answer;
    measurer.offer(frame(2));
    await until(() => looks.length === 1, 'a look');
    measurer.close();
  });

  test('the newest picture from before the engines were ready is looked at first, unless its source is gone', async () => {
    const vision = new FakeVision();
    const answer = vision.measure;
    const shades: number[] = [];
    vision.measure = (...asked) => {
      shades.push(asked[1]);
      return answer.apply(vision, asked);
    };
    const { listener, looks, readyCount } = heard();
    const measurer = createFrameMeasurer(createVisionClient(fakeStart(vision).start, URLS), listener);
    measurer.offer(frame(1));
    measurer.offer(frame(2));
    measurer.start();
    await until(() => readyCount() === 1, 'the next picture being asked for');
    equal(looks.length, 1);
    equal(shades.join(), '2');
    measurer.close();

    const other = heard();
    const emptied = createFrameMeasurer(createVisionClient(fakeStart(vision).start, URLS), other.listener);
    emptied.offer(frame(3));
    emptied.drop();
    emptied.start();
    await until(() => other.readyCount() === 1, 'the engines');
    equal(shades.join(), '2');
    emptied.close();
  });

  test('during a look no picture in a camera’s buffer is kept, and the first one after it is looked at', async () => {
    const vision = new FakeVision();
    const { measurer, looks } = await startedMeasurer(vision);
    const { answer } = vision;
    const begun: number[] = [];
    let finish = () => {};
    vision.measure = (_, atMs) => {
      begun.push(atMs);
      return new Promise((resolve) => {
        finish = () => resolve(answer(atMs));
      });
    };
    const inBuffer = (timestamp: number): CapturedFrame => ({
      picture: new VideoFrame(new Uint8Array(16), { format: 'RGBA', codedWidth: 2, codedHeight: 2, timestamp }),
      capturedAtMs: timestamp,
      isInCameraBuffer: true,
    });
    measurer.offer(frame(1));
    await until(() => begun.length === 1, 'a look');
    const during = [2, 3].map(inBuffer);
    for (const one of during) {
      measurer.offer(one);
      equal((one.picture as VideoFrame).format, null, 'the picture is closed');
    }
    finish();
    await until(() => looks.length === 1, 'its result');
    equal(begun.join(), '1', 'nothing waited');
    measurer.offer(inBuffer(4));
    await until(() => begun.length === 2, 'the next look');
    finish();
    await until(() => looks.length === 2, 'its result');
    measurer.close();
  });

  test('when all is forgotten the result of a look in progress is dropped, the picture that waited is not looked at, and the next one is', async () => {
    for (const away of ['forget', 'drop'] as const) {
      const vision = new FakeVision();
      const { measurer, looks } = await startedMeasurer(vision);
      const { answer } = vision;
      let finish = () => {};
      const shades: number[] = [];
      vision.measure = (_, atMs) => {
        shades.push(atMs);
        return new Promise((resolve) => {
          finish = () => resolve(answer(atMs));
        });
      };
      measurer.offer(frame(1));
      await until(() => shades.length === 1, 'the first look');
      measurer.offer(frame(2));
      measurer[away]();
      finish();
      await new Promise((resolve) => setTimeout(resolve, 20));
      measurer.offer(frame(3));
      await until(() => shades.length === 2, 'another look');
      finish();
      await until(() => looks.length > 0, 'the look');
      equal([shades, looks.map((look) => look.ok && look.measurement.capturedAtMs)], [[1, 3], [3]], away);
      measurer.close();
    }
  });

  test('a look that fails after all was forgotten reports no problem; one that fails later does', async () => {
    const vision = new FakeVision();
    const { measurer, looks } = await startedMeasurer(vision);
    const { answer } = vision;
    const breaks: (() => void)[] = [];
    vision.measure = (_, atMs) =>
      atMs === 2 ? Promise.resolve(answer(atMs)) : new Promise((_resolve, reject) => breaks.push(() => reject(new Error('out of memory'))));
    measurer.offer(frame(1));
    await until(() => breaks.length === 1, 'the first look');
    measurer.forget();
    measurer.offer(frame(2));
    breaks[0]!();
    await until(() => looks.length > 0, 'the look');
    measurer.offer(frame(3));
    await until(() => breaks.length === 2, 'another look');
    breaks[1]!();
    await until(() => looks.length > 1, 'the look');
    equal(
      looks.map((look) => (look.ok ? look.measurement.capturedAtMs : look.problem.code)),
      [2, 'look-failed'],
    );
    measurer.close();
  });

  test('a photo that is offered again just after it was offered first is no repeated picture when all was forgotten between', async () => {
    const vision = new FakeVision();
    const { measurer, looks } = await startedMeasurer(vision);
    measurer.offer(frame(1));
    measurer.forget();
    measurer.offer(frame(1));
    await until(() => looks.length > 0, 'the look');
    measurer.close();
  });

  test('a worker that crashes again and again is given up with a message, and can be started by hand', async () => {
    const vision = new FakeVision();
    const fake = fakeStart(vision);
    const { listener, engines, readyCount } = heard();
    const measurer = createFrameMeasurer(createVisionClient(fake.start, URLS), listener);
    vision.measure = () => new Promise(() => fake.crash('aborted'));
    measurer.start();
    for (let crash = 1; crash <= 4; crash++) {
      await until(() => readyCount() === crash, `the engines, time ${crash}`);
      measurer.offer(frame(crash));
    }
    const failed = await until(() => engines.find((state) => state.phase === 'failed'), 'the failure');
    equal(failed.phase === 'failed' && failed.problem.code, 'worker-crashed');
    measurer.start();
    await until(() => readyCount() === 5, 'the engines, started by hand');
    measurer.close();
  });

  test('a failed download is a problem in the worker’s own words, and a second try can succeed', async () => {
    const vision = new FakeVision();
    const load = vision.load;
    vision.load = async () => {
      throw new Error('OpenCV could not be downloaded: the server answered 404.');
    };
    const { listener, engines, readyCount } = heard();
    const measurer = createFrameMeasurer(createVisionClient(fakeStart(vision).start, URLS), listener);
    measurer.start();
    const failed = await until(() => engines.find((state) => state.phase === 'failed'), 'the failure');
    ok(failed.phase === 'failed' && english(failed.problem.message).includes('404'), 'the reason is in the message');
    vision.load = load;
    measurer.start();
    await until(() => readyCount() === 1, 'the engines');
    measurer.close();
  });

  test('engines that could not be had are tried again by themselves, and looks go on', async () => {
    const vision = new FakeVision();
    const load = vision.load;
    let loads = 0;
    vision.load = (...asked) => {
      loads += 1;
      if (loads < 3) throw new Error('The download stalled.');
      return load.apply(vision, asked);
    };
    const { listener, engines, looks, readyCount } = heard();
    const measurer = createFrameMeasurer(createVisionClient(fakeStart(vision).start, URLS), listener, undefined, 5);
    measurer.start();
    await until(() => readyCount() === 1, 'the engines');
    equal(engines.filter(({ phase }) => phase === 'failed').length, 2);
    measurer.offer(frame(1));
    await until(() => looks.length === 1, 'a look');
    measurer.close();
  });

  test('engines that could not be had without a network are loaded once there is one again', async () => {
    const vision = new FakeVision();
    const load = vision.load;
    vision.load = async () => {
      throw new Error('There is no network.');
    };
    const { listener, engines, readyCount } = heard();
    const measurer = createFrameMeasurer(createVisionClient(fakeStart(vision).start, URLS), listener, undefined, 3_600_000);
    measurer.start();
    await until(() => engines.some(({ phase }) => phase === 'failed'), 'the failure');
    vision.load = load;
    dispatchEvent(new Event('online'));
    await until(() => readyCount() === 1, 'the engines');
    measurer.close();
  });

  test('a look that fails is a problem of that picture only: the worker stays', async () => {
    const vision = new FakeVision();
    const answer = vision.measure;
    vision.measure = async () => {
      throw new Error('broken picture');
    };
    const { measurer, looks, readyCount } = await startedMeasurer(vision);
    measurer.offer(frame(1));
    await until(() => looks.length === 1, 'the failed look');
    equal(looks[0]?.ok === false && looks[0].problem.code, 'look-failed');
    vision.measure = answer;
    measurer.offer(frame(2));
    await until(() => looks[1]?.ok, 'a good look');
    equal(readyCount(), 1);
    measurer.close();
  });
});

suite('an engine that breaks', () => {
  test('is replaced after two looks in a row that failed: a wasm whose memory is full stays full', async () => {
    const vision = new FakeVision();
    const answer = vision.measure;
    vision.measure = async () => {
      throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
    };
    let starts = 0;
    const { listener, engines, looks, readyCount } = heard();
    const { start } = fakeStart(vision);
    const counted = () => {
      starts += 1;
      return start();
    };
    const measurer = createFrameMeasurer(createVisionClient(counted, URLS), listener);
    measurer.start();
    await until(() => readyCount() === 1, 'the engines');
    measurer.offer(frame(1));
    await until(() => looks.length === 1, 'the first failed look');
    measurer.offer(frame(2));
    await until(() => readyCount() === 2, 'the engines again');
    equal(starts, 2);
    ok(
      engines.some((state) => state.phase === 'loading' && state.isRestart),
      'the page hears of the restart',
    );
    vision.measure = answer;
    measurer.offer(frame(3));
    await until(() => looks.at(-1)?.ok, 'a good look');
    measurer.close();
  });
});

suite('still pictures', () => {
  test('the page hands a camera’s frame on without reading its pixels, for which it may have to wait', async () => {
    const vision = new FakeVision();
    const { measurer, looks } = await startedMeasurer(vision);
    const { copyTo } = VideoFrame.prototype;
    let reads = 0;
    VideoFrame.prototype.copyTo = function (...asked) {
      reads += 1;
      return copyTo.apply(this, asked);
    };
    try {
      const picture = new VideoFrame(await createImageBitmap(new ImageData(64, 36)), { timestamp: 0 });
      measurer.offer({ picture, capturedAtMs: 0 });
      await until(() => looks.length === 1, 'the look');
      equal(reads, 0);
    } finally {
      VideoFrame.prototype.copyTo = copyTo;
      measurer.close();
    }
  });

  test('under other hints the same picture is looked at again', async () => {
    const vision = new FakeVision();
    const { measurer, looks } = await startedMeasurer(vision);
    measurer.offer(frame(7));
    await until(() => looks.length === 1, 'the first look');
    measurer.setHints({ isMirrored: true });
    measurer.offer(frame(7));
    await until(() => looks.length === 2, 'the second look');
    measurer.close();
  });

  test('a repeated picture is not looked at again, and is reported after three seconds', async () => {
    const vision = new FakeVision();
    const { listener, repeating, readyCount } = heard();
    let clockMs = 0;
    const measurer = createFrameMeasurer(createVisionClient(fakeStart(vision).start, URLS), listener, () => clockMs);
    measurer.start();
    await until(() => readyCount() === 1, 'the engines');
    const offer = async (shade: number, atMs: number) => {
      clockMs = atMs;
      measurer.offer(frame(shade));
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await offer(7, 0);
    await offer(7, 1000);
    await offer(7, 2000);
    equal([vision.looks, repeating], [1, []]);
    await offer(7, 4500);
    equal([vision.looks, repeating], [1, [true]]);
    await offer(8, 5000);
    equal([vision.looks, repeating], [2, [true, false]]);
    measurer.close();
  });

  test('while nothing changes the picture is looked at twice a second at most, and at once when something moves', async () => {
    const vision = new FakeVision();
    const { answer } = vision;
    vision.answer = (capturedAtMs) => ({ ...answer(capturedAtMs), isUnchanged: true });
    const { listener, readyCount } = heard();
    const measurer = createFrameMeasurer(createVisionClient(fakeStart(vision).start, URLS), listener);
    measurer.start();
    await until(() => readyCount() === 1, 'the engines');
    const startedMs = performance.now();
    for (let shade = 0; performance.now() - startedMs < 700; shade = (shade + 1) % 250) {
      measurer.offer(frame(shade));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { looks } = vision;
    ok(looks >= 1 && looks <= 2, `${looks} looks in 0.7 s`);
    measurer.wake();
    measurer.offer(frame(251));
    await until(() => vision.looks > looks, 'a look at what moves');
    measurer.close();
  });

  test('new hints make the same picture worth another look', async () => {
    const vision = new FakeVision();
    const { measurer, looks } = await startedMeasurer(vision);
    measurer.offer(frame(7));
    await until(() => looks.length === 1, 'the first look');
    measurer.setHints({ corners: [{ u: 1, v: 1 }] });
    measurer.offer(frame(7));
    await until(() => looks.length === 2, 'the second look');
    measurer.close();
  });
});
