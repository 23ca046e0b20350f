import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LookHints } from '../../src/table/sighting.js';
import { NO_DOUBT } from '../../src/vision/border-doubt.js';
import type { Engines } from '../../src/vision/engines.js';
import type { Frame } from '../../src/vision/frame.js';
import type { seeTable } from '../../src/vision/pipeline.js';
import type { SeenTable, Stages } from '../../src/vision/see-on.js';
import type { TableSolution } from '../../src/vision/solve.js';
import { createWatch } from '../../src/vision/watch.js';

const NO_ENGINES = {} as Engines;
const frame = (widthPx = 1920): Frame => ({ widthPx, heightPx: 1080, rgba: new Uint8Array(0), capturedAtMs: 0 });
const FAILED: SeenTable = { look: { ok: false, problem: { code: 'mat-not-found', message: '', hint: '' } } };

/** A look that succeeds; its solution can be told from others by its number. */
function seen(solutionNumber: number): SeenTable {
  const solution = { camera: { widthPx: 1920, heightPx: 1080 }, cost: solutionNumber } as TableSolution;
  return { look: { ok: true, sighting: {} as never }, stages: { solution, doubt: NO_DOUBT, byContrast: false } as unknown as Stages };
}

/** Answers in this order; notes for each look which solution was remembered, and whether a search was allowed. */
function scripted(answers: readonly SeenTable[]) {
  const remembered: (number | undefined)[] = [];
  const searched: (boolean | undefined)[] = [];
  const see: typeof seeTable = async (_engines, _frame, _hints, previous, isPatient) => {
    remembered.push(previous?.solution.cost);
    searched.push(isPatient);
    return answers[remembered.length - 1]!;
  };
  return { watch: createWatch(see), remembered, searched };
}

async function lookAt(watch: ReturnType<typeof createWatch>, times: number, hints: LookHints = {}): Promise<void> {
  for (let i = 0; i < times; i++) await watch.look(NO_ENGINES, frame(), hints);
}

test('each look starts where the one before found the table', async () => {
  const { watch, remembered } = scripted([seen(1), seen(2), seen(3)]);
  await lookAt(watch, 3);
  assert.deepEqual(remembered, [undefined, 1, 2]);
});

test('after the lamp was off the old registration is tried again, but not in every fourth look', async () => {
  const { watch, remembered } = scripted([seen(1), FAILED, FAILED, FAILED, FAILED, seen(2), seen(3)]);
  await lookAt(watch, 7);
  assert.deepEqual(remembered, [undefined, 1, 1, 1, undefined, 1, 2]);
});

test('other hints, another size of picture and a reset start afresh', async () => {
  const { watch, remembered } = scripted([seen(1), seen(2), seen(3), seen(4)]);
  await lookAt(watch, 1);
  await lookAt(watch, 1, { corners: [{ u: 1, v: 1 }] });
  await watch.look(NO_ENGINES, frame(1280), { corners: [{ u: 1, v: 1 }] });
  watch.forget();
  await lookAt(watch, 1, {});
  assert.deepEqual(remembered, [undefined, undefined, undefined, undefined]);
});

test('a camera that shows no table is searched through at once and then seldom, after a bump not before it rests', async () => {
  const never = scripted(new Array(14).fill(FAILED));
  await lookAt(never.watch, 14);
  assert.deepEqual(
    never.searched.flatMap((isPatient, i) => (isPatient ? [i] : [])),
    [0, 12],
  );
  const bumped = scripted([seen(1), ...new Array(6).fill(FAILED)]);
  await lookAt(bumped.watch, 7);
  assert.deepEqual(
    bumped.searched.flatMap((isPatient, i) => (isPatient ? [i] : [])),
    [0, 4],
  );
});
