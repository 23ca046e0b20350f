import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNMEASURED } from '../../../src/table/unmeasured-reason.js';
import { chooseHypothesis } from '../../../src/vision/frame/choose-hypothesis.js';
import type { MeasuredTable } from '../../../src/vision/frame/measured-table.js';
import type { MatLocation, MatSource, Refused } from '../../../src/vision/mat/find/mat-location.js';
import { said } from '../../said.js';
import { cameraAt } from '../made-up-table.js';

const UNSURE: Refused = {
  ok: false,
  problem: { code: 'mat-border-unsure', message: said(''), hint: said('') },
};
const REFUSED: MeasuredTable = { result: UNSURE };

interface Made {
  readonly isInconsistent?: boolean;
  readonly isSuspected?: boolean;
  readonly alone?: boolean;
  readonly byContrast?: boolean;
  /** Nothing shows the mat's edge, nor which sizes the bases have. */
  readonly scaleOpen?: boolean;
  /** How far right the mat lies, mm. */
  readonly x?: number;
  /** Bases that were made out, and whose place is unsure. */
  readonly unsure?: number;
}

let places = 0;

function table(
  bases: number,
  scaleSigma: number,
  { isInconsistent = false, isSuspected = isInconsistent, alone = false, byContrast = false, scaleOpen = false, x, unsure = 0 }: Made = {},
): MeasuredTable {
  const measurement = {
    bases: Array.from({ length: bases }),
    unmeasurable: Array.from({ length: unsure }, () => ({ reason: UNMEASURED.unsure })),
    ...(alone && { caution: {}, isEdgeUnknown: true }),
    ...(scaleOpen && { isScaleUnknown: true }),
  };
  places += 20;
  const stages = { isInconsistent, isSuspected, byContrast, uncertainty: { scaleSigma, shiftSigmaMm: 0 }, solution: matAt(x ?? places) };
  return { result: { ok: true, measurement }, stages } as unknown as MeasuredTable;
}

function matAt(x: number) {
  const camera = cameraAt(60, 1400);
  return { camera: { ...camera, t: [camera.t[0] - x, camera.t[1], camera.t[2]] as const }, widthMm: 914.4, depthMm: 914.4 };
}

type Hypothesis = MatLocation & { readonly table: MeasuredTable };

/** The hypothesis that is measured as `table`; a mat elsewhere than every other one where the table does not say. */
function hypothesis(measured: MeasuredTable, source: MatSource = 'border'): Hypothesis {
  const coarse = measured.stages?.solution ?? matAt(-500);
  return { ok: true, source, coarse, table: measured } as unknown as Hypothesis;
}

/** What is chosen, and the number of hypotheses that were measured for it. */
async function chosen(...tables: readonly (MeasuredTable | Hypothesis)[]): Promise<readonly [MeasuredTable, number]> {
  let measured = 0;
  async function* each() {
    for (const one of tables) yield 'table' in one ? one : hypothesis(one);
  }
  const best = await chooseHypothesis(each(), async (mat) => {
    measured++;
    return mat.table;
  });
  return [best, measured];
}

test('a mat without rivals is chosen at once', async () => {
  const plain = table(8, 0.001);
  assert.deepEqual(await chosen(plain, table(9, 0)), [plain, 1]);
  assert.deepEqual(await chosen(REFUSED, REFUSED, plain, table(9, 0)), [plain, 3]);
});

test('a mat that a person vouches for is chosen whatever it shows', async () => {
  for (const source of ['taps', 'board'] as const) {
    assert.deepEqual(await chosen(hypothesis(REFUSED, source), table(9, 0)), [REFUSED, 1]);
  }
});

test('where no mat is located the others are measured, and the reason stays when they show nothing', async () => {
  const plain = table(8, 0);
  async function* each() {
    yield UNSURE;
    yield hypothesis(plain);
  }
  assert.equal(await chooseHypothesis(each(), async ({ table }) => table), plain);
  async function* none() {
    yield UNSURE;
  }
  assert.deepEqual(await chooseHypothesis<Hypothesis>(none(), async ({ table }) => table), { result: UNSURE });
});

test('while what is found has rivals the search goes on, and as many bases on a plainer mat win', async () => {
  const rivalled = table(8, 0.011);
  const plain = table(8, 0);
  assert.deepEqual(await chosen(REFUSED, rivalled, plain), [plain, 3]);
});

test('while bases are left of unsure place the search goes on, and a mat on which more have a place wins', async () => {
  const unsure = table(4, 0, { unsure: 6 });
  const [rivalled, plain] = [table(9, 0.011), table(10, 0.006)];
  assert.deepEqual(await chosen(REFUSED, unsure, rivalled, plain), [plain, 4]);
  assert.deepEqual(await chosen(REFUSED, unsure, table(4, 0.011), table(9, 0, { byContrast: true })), [unsure, 4]);
});

test('a mat with rivals gives way neither to fewer bases, nor to an inconsistent one, nor to one by contrast alone, nor to bases without a mat', async () => {
  const rivalled = table(8, 0.011);
  const others = [table(7, 0), table(8, 0, { isInconsistent: true }), table(9, 0, { byContrast: true }), table(8, 0, { alone: true })];
  assert.deepEqual(await chosen(REFUSED, rivalled, ...others), [rivalled, 6]);
});

test('where no hypothesis shows more, the first stays; a few bases that another one contradicts are refused', async () => {
  const inconsistent = table(8, 0, { isInconsistent: true });
  assert.deepEqual(await chosen(inconsistent, table(5, 0)), [inconsistent, 2]);
  const [{ result }] = await chosen(table(2, 0.01), table(1, 0));
  assert.ok(!result.ok && result.problem.code === 'mat-border-unsure');
  const few = table(2, 0.01);
  const alone = hypothesis(table(2, 0, { alone: true }), 'bases');
  assert.equal((await chosen(few, alone))[0], few, 'the same bases measured without a border contradict none');
});

test('a mat without any base is an empty one, unless two or more stand on another; whatever else is found contradicts it not', async () => {
  const empty = table(0, 0);
  assert.deepEqual(await chosen(empty, table(1, 0), hypothesis(REFUSED, 'bases')), [empty, 3]);
  const two = hypothesis(table(2, 0, { alone: true }), 'bases');
  assert.deepEqual(await chosen(empty, table(0, 0), two), [two.table, 3]);
});

test('contrast alone does not outweigh edges that were seen, however many bases fit it', async () => {
  const inconsistent = table(8, 0, { isInconsistent: true });
  assert.deepEqual(await chosen(inconsistent, table(9, 0, { byContrast: true })), [inconsistent, 2]);
  const better = table(7, 0);
  assert.deepEqual(await chosen(inconsistent, table(9, 0, { byContrast: true }), better), [better, 3]);
});

test('bases alone whose sizes are open are looked at on other planes, until sizes are known', async () => {
  const alone = (bases: number, scaleOpen = false) => hypothesis(table(bases, 0, { alone: true, scaleOpen }), 'bases');
  const [open, known, more] = [alone(5, true), alone(3), alone(6, true)];
  assert.deepEqual(await chosen(REFUSED, open, known, alone(9)), [known.table, 3]);
  assert.deepEqual(await chosen(REFUSED, open, more), [open.table, 3], 'more bases, their sizes open as well, may be other things');
});

test('other planes are looked at only for what would be refused, and on them a border counts as well', async () => {
  const alone = (bases: number, scaleOpen = false) => hypothesis(table(bases, 0, { alone: true, scaleOpen }), 'bases');
  const few = table(2, 0.01);
  assert.deepEqual(await chosen(few, alone(2), table(9, 0)), [few, 2], 'what was measured stays');
  const inconsistent = table(8, 0, { isInconsistent: true });
  assert.deepEqual(await chosen(inconsistent, alone(8), table(9, 0)), [inconsistent, 1]);
  const nothing = hypothesis(REFUSED, 'bases');
  const border = table(5, 0);
  assert.deepEqual(await chosen(REFUSED, nothing, table(6, 0, { scaleOpen: true }), border), [border, 4]);
  assert.deepEqual(await chosen(REFUSED, nothing, table(2, 0), border), [border, 4], 'two may be other things');
  const pair = alone(2);
  assert.deepEqual(await chosen(REFUSED, nothing, alone(1), pair), [pair.table, 4], 'two of known sizes by themselves are not');
  const many = alone(8, true);
  assert.deepEqual(await chosen(REFUSED, nothing, many, alone(9, true)), [many.table, 4], 'eight are no other things');
  assert.deepEqual(await chosen(REFUSED, nothing, alone(7, true)), [REFUSED, 3]);
  const open = alone(2, true);
  const known = alone(2);
  assert.deepEqual(await chosen(REFUSED, open, known), [known.table, 3], 'unless it is as many as there were');
  const contradicted = await chosen(few, table(1, 0), nothing, border);
  assert.deepEqual(contradicted, [border, 4], 'few bases that another mat contradicts would be refused');
});

test('a border that the bases nearly contradict stays unless another one shows more of them', async () => {
  const suspected = table(8, 0, { isSuspected: true });
  const alone = hypothesis(table(9, 0, { alone: true }), 'bases');
  const better = table(9, 0);
  assert.deepEqual(await chosen(suspected, table(8, 0), table(9, 0, { byContrast: true }), better), [better, 4]);
  assert.deepEqual(await chosen(suspected, table(7, 0), alone), [suspected, 2]);
});

test('a mat that its bases contradict is not measured again, unless it had rivals, nor are its bases without a mat', async () => {
  const again = () => [table(3, 0, { x: 1 }), table(3, 0, { x: 300 }), hypothesis(table(3, 0, { x: 600 }), 'bases')];
  const measured = async (first: MeasuredTable) => (await chosen(first, ...again()))[1];
  assert.equal(await measured(table(8, 0, { x: 0, isInconsistent: true })), 2);
  assert.equal(await measured(table(8, 0.006, { x: 0, isInconsistent: true })), 3);
  assert.equal(await measured(table(2, 0.006, { x: 0 })), 2, 'the first of the others shows more and has no rivals');
  assert.equal(await measured(REFUSED), 2);
});
