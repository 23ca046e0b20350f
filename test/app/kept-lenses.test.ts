import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';

const stored = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
});
const { keepLens, keptLens } = await import('../../src/app/capture/stored-lenses.js');
const { isKeptMirrored, keepMirrored } = await import('../../src/app/capture/stored-mirrors.js');
const { loadSettings } = await import('../../src/app/ui/settings.js');

const SIZE = { widthPx: 1920, heightPx: 1080 };
const LENS = { ...SIZE, fx: 1430, fy: 1431, cx: 957, cy: 541, distortion: [0.06, -0.13, 0, 0, 0] as const };

beforeEach(() => stored.clear());

test('one damaged lens among those that are kept is forgotten, the others stay', () => {
  keepLens('good', LENS);
  const saved = JSON.parse(stored.get('hashmark-lenses')!);
  stored.set('hashmark-lenses', JSON.stringify([{ cameraId: 'bad', lens: { ...LENS, fx: null } }, null, 7, ...saved]));
  assert.deepEqual(keptLens('good', SIZE), LENS);
  assert.equal(keptLens('bad', SIZE), undefined);
  keepLens('other', LENS);
  assert.deepEqual(keptLens('good', SIZE), LENS);
});

test('what the browser keeps may be damaged in any way, and the page begins with nothing of it', () => {
  for (const damaged of ['7', '"x"', '{}', '[1]', 'null', '{"cameraId":5}', '{"cameraId":null}', 'not JSON', '[[[]]]']) {
    for (const key of ['hashmark-lenses', 'hashmark-mirrors', 'hashmark-settings']) stored.set(key, damaged);
    assert.equal(keptLens('good', SIZE), undefined);
    assert.equal(isKeptMirrored('good'), false);
    assert.deepEqual(loadSettings(), {});
    keepMirrored('good', true);
    assert.equal(isKeptMirrored('good'), true);
  }
});
