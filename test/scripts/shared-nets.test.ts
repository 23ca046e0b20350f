import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

interface Numbers {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}
type Run = (feeds: Readonly<Record<string, Numbers>>) => Promise<Readonly<Record<string, Numbers>>>;

const { sharedRun } = (await import(new URL('../../scripts/lib/shared-nets.mjs', import.meta.url).href)) as {
  sharedRun(run: Run, netHash: string, folder: string): Run;
};

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
});
after(() => rm(folder, { recursive: true }));

test('a net runs once on the same numbers, whoever asks; again on other numbers, other dimensions, and for another net', async () => {
  let runs = 0;
  const doubling: Run = async ({ image }) => {
    runs += 1;
    const { data, dims } = image!;
    return { odd: { data: Float32Array.of(0.1, -0, Number.NaN), dims: [3] }, doubled: { data: data.map((value) => 2 * value), dims } };
  };
  const ask = (values: readonly number[], dims: readonly number[], net = 'a net') =>
    // A new one each time, as another process has it.
    sharedRun(doubling, net, folder)({ image: { data: Float32Array.from([9, ...values]).subarray(1), dims } });
  const first = await ask([1, 0.25, -3, 1e-30], [2, 2]);
  assert.deepEqual(await ask([1, 0.25, -3, 1e-30], [2, 2]), first);
  assert.deepEqual([...first.doubled!.data], [2, 0.5, -6, Math.fround(2e-30)]);
  assert.equal(runs, 1);
  assert.equal((await ask([1, 0.25, -3, 2], [2, 2])).doubled!.data[3], 4);
  assert.deepEqual((await ask([1, 0.25, -3, 1e-30], [4, 1])).doubled!.dims, [4, 1]);
  await ask([1, 0.25, -3, 1e-30], [2, 2], 'another net');
  assert.equal(runs, 4);
});
