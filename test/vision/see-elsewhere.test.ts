import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesBut, seeElsewhere } from '../../src/vision/frame/measure-frame.js';
import type { MeasuredTable } from '../../src/vision/frame/measure-table.js';
import type { LocatedMat } from '../../src/vision/mat/locate-mat.js';
import { cameraAt } from './made-up-table.js';

const REFUSED = { look: { ok: false, problem: { code: 'mat-border-unsure', message: '' } } } as MeasuredTable;

function table(bases: number, scaleSigma: number, { strained = false, alone = false, byContrast = false } = {}): MeasuredTable {
  const measurement = { bases: Array.from({ length: bases }), ...(alone && { caution: {} }) };
  return {
    look: { ok: true, measurement },
    stages: { strained, byContrast, doubt: { scaleSigma, shiftSigmaMm: 0 } },
  } as unknown as MeasuredTable;
}

/** What is chosen, and how many places were looked at for it. */
async function chosen(seen: MeasuredTable, ...places: readonly MeasuredTable[]): Promise<readonly [MeasuredTable, number]> {
  let looks = 0;
  async function* each() {
    yield* places;
  }
  const best = await seeElsewhere(seen, each(), async (place) => {
    looks++;
    return place;
  });
  return [best, looks];
}

test('a mat without rivals is taken at once', async () => {
  const plain = table(8, 0.001);
  assert.deepEqual(await chosen(REFUSED, REFUSED, plain, table(9, 0)), [plain, 2]);
});

test('while what is found has rivals the search goes on, and as many bases on a plainer mat win', async () => {
  const rivalled = table(8, 0.011);
  const plain = table(8, 0);
  assert.deepEqual(await chosen(REFUSED, rivalled, plain), [plain, 2]);
});

test('a mat with rivals gives way neither to fewer bases, nor to a strained one, nor to one told by contrast alone, nor to bases without a mat', async () => {
  const rivalled = table(8, 0.011);
  const others = [table(7, 0), table(8, 0, { strained: true }), table(9, 0, { byContrast: true }), table(8, 0, { alone: true })];
  assert.deepEqual(await chosen(REFUSED, rivalled, ...others), [rivalled, 5]);
});

test('where no place shows more, what there was stays; a few bases that another place contradicts are not believed', async () => {
  const strained = table(8, 0, { strained: true });
  assert.deepEqual(await chosen(strained, table(5, 0)), [strained, 1]);
  const [best] = await chosen(table(2, 0.01), table(1, 0));
  assert.ok(!best.look.ok && best.look.problem.code === 'mat-border-unsure');
});

test('contrast alone does not outweigh edges that were seen, however many bases fit it', async () => {
  const strained = table(8, 0, { strained: true });
  assert.deepEqual(await chosen(strained, table(9, 0, { byContrast: true })), [strained, 1]);
  const better = table(7, 0);
  assert.deepEqual(await chosen(strained, table(9, 0, { byContrast: true }), better), [better, 2]);
});

/** A mat seen, or to be looked for, a little further to the right. */
function mat(x: number, { strained = false, byBasesAlone = false, scaleSigma = 0 } = {}): MeasuredTable & LocatedMat {
  const camera = cameraAt(60, 1400);
  const coarse = { camera: { ...camera, t: [camera.t[0] - x, camera.t[1], camera.t[2]] as const }, widthMm: 914.4, depthMm: 914.4 };
  const stages = { solution: coarse, strained, doubt: { scaleSigma, shiftSigmaMm: 0 } };
  return { look: { ok: true }, stages, coarse, byBasesAlone } as unknown as MeasuredTable & LocatedMat;
}

async function left(seen: MeasuredTable, ...places: readonly LocatedMat[]): Promise<LocatedMat[]> {
  async function* each() {
    yield* places;
  }
  const kept: LocatedMat[] = [];
  for await (const place of placesBut(seen, each())) kept.push(place);
  return kept;
}

test('a mat that its bases contradict is not looked at again, unless it had rivals', async () => {
  const [same, other, alone] = [mat(1), mat(20), mat(20, { byBasesAlone: true })];
  assert.deepEqual(await left(mat(0, { strained: true }), same, other, alone), [other]);
  assert.deepEqual(await left(mat(0, { strained: true, scaleSigma: 0.006 }), same, other, alone), [same, other]);
  assert.deepEqual(await left(mat(0), same, other, alone), [same, other, alone]);
});
