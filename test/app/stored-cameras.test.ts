import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import type { Setup } from '../../src/table/setup/setup.js';
import { setupFile } from '../../src/table/setup/setup-file.js';

const stored = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
});
const { openedCameras, storeCamera, storedCamera, storeOpened } = await import('../../src/app/state/stored-cameras.js');

const KEY = 'hashmark-cameras';
const SIZE = { widthPx: 1920, heightPx: 1080 };
const GOOD = { cameraId: 'good', ...SIZE };
const LENS = { ...SIZE, fx: 1430, fy: 1431, cx: 957, cy: 541, distortion: [0.06, -0.13, 0, 0, 0] as const };
const setup = (widthMm: number): Setup => ({
  mat: { widthMm, depthMm: 914, sigmaMm: 0.5, source: 'measured' },
  obstacles: [],
  learnedFrom: { pictures: 0, ships: 0 },
});
const NOTHING = { isMirrored: false, lens: undefined, setups: [] };

beforeEach(() => stored.clear());

test('of one damaged camera the parts that can be read stay, and the other cameras whole', () => {
  storeCamera(GOOD, { isMirrored: true, lens: LENS, setups: [setup(911)] });
  const { cameras } = JSON.parse(stored.get(KEY)!);
  const broken = [
    { ...cameras[0], cameraId: 'bad lens', lens: { ...LENS, fx: null } },
    { ...cameras[0], cameraId: 'bad size', widthPx: 'wide' },
    { ...cameras[0], cameraId: 'bad setup', setups: [{ format: 'other' }, ...cameras[0].setups] },
  ];
  stored.set(
    KEY,
    JSON.stringify({
      opened: { lastId: 7, names: [{ deviceId: 5 }, { deviceId: 'good', label: 'Webcam' }] },
      cameras: [...broken, null, 7, ...cameras],
    }),
  );
  const at = (cameraId: string) => storedCamera({ cameraId, ...SIZE });
  assert.deepEqual(at('good'), { isMirrored: true, lens: LENS, setups: [setup(911)] });
  assert.deepEqual(at('bad lens'), { isMirrored: true, lens: undefined, setups: [setup(911)] });
  assert.deepEqual(at('bad size'), NOTHING);
  assert.deepEqual(at('bad setup'), { isMirrored: true, lens: LENS, setups: [setup(911)] });
  assert.deepEqual(openedCameras(), { names: [{ deviceId: 'good', label: 'Webcam' }] });
});

test('what the browser keeps may be damaged in any way, and the page begins with nothing of it', () => {
  for (const damaged of [
    '7',
    '"x"',
    '{}',
    '[1]',
    'null',
    '{"cameras":5}',
    '{"opened":{"lastId":null,"names":{}},"cameras":{}}',
    'not JSON',
    '[[[]]]',
  ]) {
    for (const key of [KEY, 'hashmark-lenses', 'hashmark-mirrors', 'hashmark-setups', 'hashmark-settings']) stored.set(key, damaged);
    assert.deepEqual(storedCamera(GOOD), NOTHING);
    assert.deepEqual(openedCameras(), { names: [] });
    storeCamera(GOOD, { ...NOTHING, isMirrored: true });
    assert.equal(storedCamera(GOOD).isMirrored, true);
  }
});

test('a lens and a setup are of one resolution, a mirror image of every one', () => {
  const small = { ...GOOD, widthPx: 1280, heightPx: 720 };
  storeCamera(small, { ...NOTHING, setups: [setup(900)] });
  storeCamera(GOOD, { isMirrored: true, lens: LENS, setups: [] });
  assert.deepEqual(storedCamera(small), { isMirrored: true, lens: undefined, setups: [setup(900)] });
  storeCamera(small, { ...NOTHING, setups: [setup(900)] });
  assert.deepEqual(storedCamera(GOOD), { isMirrored: false, lens: LENS, setups: [] });
  assert.deepEqual(storedCamera({ ...GOOD, cameraId: 'other' }), NOTHING);
});

test('a browser that gives its cameras no names stores nothing, and of many tables the oldest go', () => {
  storeCamera({ cameraId: '', ...SIZE }, { ...NOTHING, setups: [setup(900)] });
  assert.deepEqual(storedCamera({ cameraId: '', ...SIZE }), NOTHING);
  for (let i = 0; i < 30; i++) storeCamera({ cameraId: `camera-${i}`, ...SIZE }, { ...NOTHING, setups: [setup(900 + i)] });
  assert.equal(storedCamera({ cameraId: 'camera-29', ...SIZE }).setups.length, 1);
  assert.equal(storedCamera({ cameraId: 'camera-0', ...SIZE }).setups.length, 0);
});

test('the four former stores are read once, and are gone after', () => {
  const old = { lens: LENS, setup: setupFile(setup(911)) };
  stored.set(
    'hashmark-lenses',
    JSON.stringify([
      { cameraId: 'good', lens: old.lens },
      { cameraId: 'bad', lens: 3 },
    ]),
  );
  stored.set('hashmark-mirrors', JSON.stringify(['good', 'selfie', 5]));
  stored.set(
    'hashmark-setups',
    JSON.stringify([
      { ...GOOD, setup: old.setup },
      { ...GOOD, setup: null },
    ]),
  );
  stored.set('hashmark-settings', JSON.stringify({ cameraId: 'good', cameras: [{ deviceId: 'good', label: 'Webcam' }] }));
  assert.deepEqual(storedCamera(GOOD), { isMirrored: true, lens: LENS, setups: [setup(911)] });
  assert.equal(storedCamera({ cameraId: 'selfie', ...SIZE }).isMirrored, true);
  assert.deepEqual(openedCameras(), { lastId: 'good', names: [{ deviceId: 'good', label: 'Webcam' }] });
  assert.deepEqual([...stored.keys()], [KEY]);
  storeOpened('selfie-now', { deviceId: 'selfie', label: '' });
  assert.deepEqual(storedCamera(GOOD), { isMirrored: true, lens: LENS, setups: [setup(911)] });
  assert.deepEqual(openedCameras().lastId, 'selfie-now');
  assert.deepEqual(
    openedCameras().names.map(({ deviceId }) => deviceId),
    ['selfie', 'good'],
  );
});
