import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { endWithPage } from '../../src/app/vision-client/end-with-page.js';
import { loadProblem, measureProblem } from '../../src/app/vision-client/engine-problems.js';
import { createVisionClient, type StartedVision, WorkerCrash } from '../../src/app/vision-client/vision-client.js';
import type { UserBase, UserObstacle } from '../../src/table/measurement.js';
import { english } from '../../src/texts/english.js';
import type { VisionApi } from '../../src/worker/api.js';
import { said } from '../said.js';

const URLS = { openCv: '', onnxWasmFolder: '', models: '' };
const LIMITS = { silentMs: 60, stalledMs: 60 };
const never = () => new Promise<never>(() => {});
const picture = {} as ImageBitmap;

function started(api: Partial<VisionApi>) {
  const counts = { starts: 0, ends: 0 };
  const start = (): StartedVision => {
    counts.starts += 1;
    const end = () => {
      counts.ends += 1;
    };
    return {
      api: {
        load: async () => {},
        measure: never,
        measurePhotos: never,
        fitObstacle: never,
        fitBase: never,
        rankObstacles: never,
        print: never,
        forget: async () => {},
        ...api,
      },
      onCrash: () => {},
      end,
    };
  };
  return { client: createVisionClient(start, URLS, LIMITS), counts };
}

test('a worker that hangs in a look is ended after its time, and the next load starts another', async () => {
  const { client, counts } = started({});
  await client.load(() => {});
  await assert.rejects(client.measure(picture, 0, {}), WorkerCrash);
  assert.deepEqual(counts, { starts: 1, ends: 1 });
  await client.load(() => {});
  assert.equal(counts.starts, 2);
});

test('a look of minutes on a slow phone is waited for while the worker is heard of, and no longer', async () => {
  let heard = () => {};
  const { client, counts } = started({
    load: async (_, __, onAlive) => {
      heard = onAlive;
    },
    async measure() {
      for (let part = 0; part < 6; part++) {
        await new Promise((resolve) => setTimeout(resolve, LIMITS.silentMs / 3));
        heard();
      }
      return undefined;
    },
  });
  await client.load(() => {});
  await client.measure(picture, 0, {});
  assert.deepEqual(counts, { starts: 1, ends: 0 });
  await assert.rejects(client.fitBase(picture, {} as UserBase), WorkerCrash);
  assert.deepEqual(counts, { starts: 1, ends: 1 });
});

test('a worker that hangs over an obstacle is ended after its time as well, and one that does not run has none', async () => {
  const told = {} as UserObstacle;
  const { client, counts } = started({});
  await assert.rejects(client.fitObstacle(picture, told), /does not run/);
  await client.load(() => {});
  await assert.rejects(client.fitObstacle(picture, told), WorkerCrash);
  assert.deepEqual(counts, { starts: 1, ends: 1 });
});

test('a download that brings nothing for its time has stalled, one that is slow has not', async () => {
  const stalled = started({ load: never });
  await assert.rejects(
    stalled.client.load(() => {}),
    /stalled/,
  );
  let bytes = 0;
  const slow = started({
    async load(_, onProgress) {
      for (let part = 0; part < 6; part++) {
        await new Promise((resolve) => setTimeout(resolve, LIMITS.stalledMs / 3));
        onProgress({ part: 'OpenCV', loadedBytes: ++bytes, totalBytes: 6 });
      }
    },
  });
  await slow.client.load(() => {});
  assert.deepEqual([bytes, slow.counts], [6, { starts: 1, ends: 0 }]);
});

test('after a load that failed the next goes past the browser’s cache, in a new worker, and only that one', async () => {
  const asked: (boolean | undefined)[] = [];
  const { client, counts } = started({
    async load({ isReload }) {
      asked.push(isReload);
      if (asked.length === 1) throw new Error('wasm cut off');
    },
  });
  await assert.rejects(
    client.load(() => {}),
    /cut off/,
  );
  await client.load(() => {});
  await client.load(() => {});
  assert.deepEqual([asked, counts], [[false, true, false], { starts: 2, ends: 1 }]);
});

test('memory that is refused is asked for once more in another worker, less of it, and not past the cache; where that is refused too it is said', async () => {
  const asked: unknown[] = [];
  const refused = (times: number) =>
    started({
      async load({ isReload, isSmall }) {
        asked.push({ isReload, isSmall });
        if (asked.length <= times) throw new RangeError('WebAssembly.Memory(): could not allocate memory');
      },
    });
  const once = refused(1);
  await once.client.load(() => {});
  await once.client.load(() => {});
  const [whole, small] = [
    { isReload: false, isSmall: false },
    { isReload: false, isSmall: true },
  ];
  assert.deepEqual([asked, once.counts], [[whole, small, small], { starts: 2, ends: 1 }]);
  asked.length = 0;
  const always = refused(9);
  const error = await always.client
    .load(() => {})
    .then(
      () => assert.fail('it loaded'),
      (reason: unknown) => reason,
    );
  assert.deepEqual([asked, always.counts], [[whole, small], { starts: 2, ends: 2 }]);
  const { code, hint } = loadProblem(error);
  assert.equal(code, 'engine-without-memory');
  assert.doesNotMatch(english(hint), /connection/);
});

test('refused memory is recognised in each browser’s words, and not blamed on the connection; other failed loads are not mistaken for it', () => {
  for (const said of [
    'Out of memory',
    'could not allocate memory',
    'Array buffer allocation failed',
    'Out of executable memory while tiering up function at index 7',
    "Can't create a session. ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc",
  ])
    assert.equal(loadProblem(new Error(said)).code, 'engine-without-memory', said);
  for (const said of ['Failed to fetch', 'memory access out of bounds'])
    assert.equal(loadProblem(new Error(said)).code, 'engine-not-loaded', said);
});

test('a browser without WebAssembly (Lockdown Mode) is said to be one, whatever its engines say, and the connection is not blamed', () => {
  const errors = ["Can't find variable: WebAssembly", 'no available backend found. ERR: [wasm]', 'no native wasm support detected'].map(
    (said) => new Error(said),
  );
  const had = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')!;
  try {
    Reflect.deleteProperty(globalThis, 'WebAssembly');
    for (const error of errors) {
      const { code, hint } = loadProblem(error);
      assert.equal(code, 'engine-without-webassembly');
      assert.match(english(hint), /Lockdown Mode/);
      assert.doesNotMatch(english(hint), /connection/);
    }
  } finally {
    Object.defineProperty(globalThis, 'WebAssembly', had);
  }
  assert.equal(loadProblem(errors[0]).code, 'engine-not-loaded');
});

test('noise in place of pixels is said as that, with how to allow them', () => {
  const error = Object.assign(new Error('noise'), { name: 'HiddenPictures' });
  assert.equal(measureProblem(error).code, 'pictures-hidden');
  assert.match(english(measureProblem(error).hint), /canvas/);
  assert.equal(measureProblem(new Error('noise')).code, 'look-failed');
});

test('the client holds on to no look, however long the worker lives; a crash rejects those still waiting', async () => {
  let crash = (_: string) => {};
  const start = (): StartedVision => {
    const measure: VisionApi['measure'] = async (_, capturedAtMs) => ({
      ok: false,
      problem: { code: `${capturedAtMs}`, message: said(''), hint: said('') },
    });
    const api = {
      load: async () => {},
      measure,
      measurePhotos: never,
      fitObstacle: never,
      fitBase: never,
      rankObstacles: never,
      print: never,
      forget: never,
    };
    return { api, onCrash: (listener) => (crash = listener), end: () => {} };
  };
  const client = createVisionClient(start, URLS);
  await client.load(() => {});
  const look = async (number: number) => new WeakRef((await client.measure(picture, number, {}))!);
  const looks = await Promise.all(Array.from({ length: 20 }, (_, number) => look(number)));
  // A weak reference holds until the task that made it is over.
  await new Promise((resolve) => setTimeout(resolve, 10));
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  assert.equal(looks.filter((one) => one.deref()).length, 0);
  const waits = client.forget();
  crash('its memory is full');
  await assert.rejects(waits, WorkerCrash);
});

test('a worker ends with its page, and not with one that is kept for the way back', () => {
  const page = new EventTarget();
  let ended = 0;
  const end = endWithPage({ terminate: () => (ended += 1) }, page);
  const leave = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  leave(true);
  assert.equal(ended, 0);
  leave(false);
  leave(false);
  assert.equal(ended, 1);
  end();
  const another = endWithPage({ terminate: () => (ended += 10) }, page);
  another();
  leave(false);
  assert.equal(ended, 12, 'ended by hand, it is not ended again by the page');
});
