import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { WRONG_ARITHMETIC } from '../../../src/table/measurement.js';
import { checkNet } from '../../../src/vision/runtime/check-net.js';
import { loadNets, MODEL_FOLDERS, type ModelFile } from '../../../src/vision/runtime/net.js';

const about = {
  name: 'mat-edge',
  outputs: ['place', 'there'],
  check: { dims: [1, 3, 2, 2], outputs: { place: [20, -4, 0.25], there: [1.5] } },
};

/** A net that answers what is right, each number changed by `wrong`. */
function netThat(wrong: (value: number) => number) {
  const asked: number[][] = [];
  return {
    asked,
    async run(image: Float32Array) {
      asked.push([...image]);
      // Six numbers, of which every second is compared.
      const place = Float32Array.from([20, 7, -4, 7, 0.25, 7], wrong);
      return { place: { data: place }, there: { data: Float32Array.from([1.5], wrong) } };
    },
  };
}

test('a net that says what another program computed, but for rounding, passes; it is asked about numbers from 0 to 1 that differ', async () => {
  const net = netThat((value) => value * (1 + 1e-5));
  await checkNet(net, about);
  const [image] = net.asked;
  assert.equal(image!.length, 12);
  assert.ok(image!.every((value) => value >= 0 && value <= 1) && new Set(image).size === 12);
});

test('an engine that computes wrongly is refused by a name that survives the way to the page', async () => {
  for (const wrong of [(v: number) => v * 1.01, () => Number.NaN, (v: number) => -v, () => 0]) {
    await assert.rejects(checkNet(netThat(wrong), about), { name: WRONG_ARITHMETIC, message: /^mat-edge: .+ ≠ .+/ });
  }
});

test('every committed net says what to expect of each of its outputs, and no two numbers of it alike', async () => {
  for (const folder of Object.values(MODEL_FOLDERS)) {
    const model = JSON.parse(await readFile(new URL(`../../../models/${folder}/model.json`, import.meta.url), 'utf8')) as ModelFile;
    assert.deepEqual(Object.keys(model.check.outputs), model.outputs, folder);
    for (const numbers of Object.values(model.check.outputs)) assert.equal(new Set(numbers).size, numbers.length, folder);
  }
});

test('all nets are opened and checked at the start but for the one that only a doubtful photo needs, which is at its first use', async () => {
  const opened: string[] = [];
  const checked: string[] = [];
  let isWrong = false;
  const load = () =>
    loadNets(async (folder) => {
      const right = netThat((value) => value);
      const wrong = netThat(() => 0);
      const net = {
        async run(image: Float32Array) {
          checked.push(folder);
          return (await (folder === 'frame' && isWrong ? wrong : right).run(image)) as never;
        },
      };
      return { net, about: { ...about, file: '', bytes: 0, sha256: '' }, open: async () => opened.push(folder) };
    });
  const nets = await load();
  const atStart = ['mat-finder', 'base-detector', 'base-keypoints', 'mat-edge', 'base-sides', 'obstacle-outline', 'base-size'];
  assert.deepEqual(opened, atStart);
  assert.deepEqual(checked, atStart);
  const image = new Float32Array(12);
  await nets.frame.run(image, [1, 3, 2, 2]);
  await nets.frame.run(image, [1, 3, 2, 2]);
  assert.deepEqual(checked.slice(atStart.length), ['frame', 'frame', 'frame'], 'checked once, run twice');
  isWrong = true;
  const others = await load();
  await assert.rejects(others.frame.run(image, [1, 3, 2, 2]), { name: WRONG_ARITHMETIC });
});
