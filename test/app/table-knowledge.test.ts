import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintsOf, type KnowledgeEvent, NOTHING_KNOWN, reduceKnowledge, withoutNone } from '../../src/app/state/table-knowledge.js';
import type { MeasureResult } from '../../src/table/measurement.js';
import type { Setup } from '../../src/table/setup/setup.js';
import { look } from './watched-table.js';

const LENS = { widthPx: 64, heightPx: 36, fx: 50, fy: 50, cx: 32, cy: 18, distortion: [0, 0, 0, 0, 0] as const };
const CAMERA = { name: 'Webcam', widthPx: 64, heightPx: 36 };
const BOARD = { columns: 5, rows: 7, squareMm: 30, markerMm: 22, dictionary: 'DICT_5X5_100' };
const CORNERS = [{ u: 1, v: 2 }];
const SETUP: Setup = {
  mat: { widthMm: 911, depthMm: 917, sigmaMm: 0.5, source: 'measured' },
  obstacles: [],
  learnedFrom: { pictures: 0, ships: 0 },
};
const LEARNED: Setup = {
  mat: { ...SETUP.mat, widthMm: 950 },
  camera: { lens: LENS, pose: { r: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 900] } },
  obstacles: [{ id: 'obstacle-1', kind: 'asteroid', outline: [{ x: 1, y: 1 }], sigmaMm: 1 }],
  learnedFrom: { pictures: 1, ships: 3 },
};
const measured = (more: Partial<MeasureResult> = {}, camera: typeof CAMERA | undefined = CAMERA): KnowledgeEvent => ({
  kind: 'measured',
  result: { ...look(), ...more } as MeasureResult,
  camera,
});
const after = (...events: readonly KnowledgeEvent[]) => events.reduce(reduceKnowledge, NOTHING_KNOWN);

test('pictures refine camera and plastic of a setup; mat and obstacles stay as a person has said, and the worker learns on from what it had', () => {
  const known = after({ kind: 'set up', next: { setup: SETUP } }, measured({ setup: LEARNED }));
  assert.deepEqual(known.setup, { ...SETUP, camera: { ...LEARNED.camera, name: 'Webcam' }, learnedFrom: LEARNED.learnedFrom });
  assert.equal(hintsOf(known, { kind: 'camera' }).setup, SETUP);
  assert.equal(after(measured({ setup: LEARNED })).setup, undefined, 'of a table that nobody has set up nothing is known');
});

test('corners are given as hints until a picture has shown where the camera stands', () => {
  const set = after({ kind: 'set up', next: { setup: SETUP, corners: CORNERS } }, measured());
  assert.deepEqual(hintsOf(set, { kind: 'camera' }), { corners: CORNERS, setup: SETUP });
  const placed = reduceKnowledge(set, measured({ setup: LEARNED }));
  assert.deepEqual(hintsOf(placed, { kind: 'camera' }), { setup: placed.setup });
});

test('another table is asked about once, and not after a person has insisted', () => {
  const found = look();
  assert.ok(found.ok);
  const caution = { code: 'setup-of-another-table', message: '', hint: '' };
  const other = measured({ measurement: { ...found.measurement, caution } } as Partial<MeasureResult>);
  const asked = after({ kind: 'set up', next: { setup: SETUP } }, other);
  assert.equal(asked.otherTable, caution);
  assert.equal(reduceKnowledge(asked, measured()).otherTable, undefined);
  const insisted = reduceKnowledge(asked, { kind: 'insisted' });
  assert.equal(insisted.otherTable, undefined);
  assert.equal(reduceKnowledge(insisted, other).otherTable, undefined);
});

test('a lens is taken from the printed sheet, of this camera at this size only', () => {
  const sheet = after({ kind: 'told', hints: { board: BOARD } });
  const progress = { pictures: 5, lens: LENS };
  assert.deepEqual(hintsOf(reduceKnowledge(sheet, measured({ lensProgress: progress })), { kind: 'photo' }), {
    board: BOARD,
    lens: LENS,
    isPhoto: true,
  });
  assert.deepEqual(hintsOf(NOTHING_KNOWN, { kind: 'photo', isCopy: true }), { isPhoto: true, isCopy: true });
  assert.deepEqual(hintsOf(NOTHING_KNOWN, { kind: 'photo', isCopy: false }), { isPhoto: true });
  assert.deepEqual(hintsOf(NOTHING_KNOWN, { kind: 'photo', isFrame: true }), {}, 'a frame of a video, as for the command line');
  for (const event of [measured({ lensProgress: progress }, { ...CAMERA, widthPx: 128 }), measured({ lensProgress: { pictures: 2 } })])
    assert.equal(reduceKnowledge(sheet, event).lens, undefined);
  assert.equal(after(measured({ lensProgress: progress })).lens, undefined, 'without the sheet');
});

test('the other way round nothing of the table is known, and the sheet stays; of the next source nothing at all', () => {
  const stored = { isMirrored: false, lens: LENS, setups: [SETUP] };
  const known = after({ kind: 'opened', stored }, { kind: 'told', hints: { board: BOARD, corners: CORNERS } });
  const turned = reduceKnowledge(known, { kind: 'mirrored', isMirrored: true });
  assert.deepEqual(hintsOf(turned, { kind: 'camera' }), { board: BOARD, lens: LENS, isMirrored: true });
  assert.equal(turned.setup, undefined);
  assert.deepEqual(reduceKnowledge(turned, { kind: 'opened', stored: undefined }), NOTHING_KNOWN);
});

test('an obstacle that a person has ruled out is in no look until the table is set up again', () => {
  const found = look();
  assert.ok(found.ok);
  const obstacles = [{ kind: 'debris' as const, outline: [{ x: 300, y: 300 }], sigmaMm: 1 }];
  const seen: MeasureResult = { ...found, measurement: { ...found.measurement, obstacles } };
  const known = after({ kind: 'set up', next: { setup: SETUP, noObstacleAt: [{ x: 303, y: 300 }] } });
  const without = withoutNone(seen, known);
  assert.ok(without.ok && without.measurement.obstacles.length === 0);
  assert.equal(withoutNone(seen, reduceKnowledge(known, { kind: 'set up', next: { setup: SETUP } })), seen);
});
