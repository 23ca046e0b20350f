import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import { report } from '../../src/judge/report/report.js';
import { compareRemeasured, type MeasuredTable } from '../../src/scene/ask/compare-remeasured.js';
import { answerOf } from '../../src/scene/words/answer.js';
import { findPair } from '../../src/scene/words/measured-pair.js';
import type { SeenBase, TableMeasurement } from '../../src/table/measurement.js';
import { track } from '../../src/table/track/track.js';
import { EMPTY_TABLE, NO_VOTES } from '../../src/table/track/track-state.js';
import { correctedShips, tableOf } from '../../src/table/track/track-table.js';
import { english } from '../../src/texts/english.js';
import { OVERHEAD } from '../table/overhead-camera.js';

const ASKED = ['ship-1', 'ship-2'];
const PLACES = [
  { x: 200, y: 200 },
  { x: 200, y: 365 },
  { x: 600, y: 300 },
  { x: 700, y: 700 },
];

/** Four small ships that face up; what is given of each differs from that. One standard deviation of each coordinate is 0.2 mm. */
function seen(
  differing: readonly (Partial<SeenBase> & { readonly dx?: number; readonly dy?: number; readonly sigmaMm?: number })[] = [],
  about: Partial<TableMeasurement> = {},
): TableMeasurement {
  const bases = PLACES.map((at, i): SeenBase => {
    const { dx = 0, dy = 0, sigmaMm = 0.2, ...other } = differing[i] ?? {};
    const covariance = { xx: sigmaMm ** 2, xy: 0, xh: 0, yy: sigmaMm ** 2, yh: 0, hh: 1e-6 };
    const pose = { x: at.x + dx, y: at.y + dy, headingRad: 0 };
    return { base: 'small', pose, covariance, detectionProbability: 0.999, ...other };
  });
  return {
    capturedAtMs: 0,
    camera: OVERHEAD,
    mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1 },
    bases,
    jointCovariance: jointOf(bases.map(({ covariance }) => covariance)),
    obstacles: [],
    unmeasurable: [],
    stageMs: {},
    ...about,
  };
}

/** What the page knows after one look, the pair asked about. */
function known(look: TableMeasurement, earlier = EMPTY_TABLE): MeasuredTable {
  const state = track(earlier, look, []);
  const table = tableOf(state, [{ kind: 'all obstacles' }]);
  const pair = findPair(report(table).pairs, 'ship-1', 'ship-2')!;
  return { state, table, ships: correctedShips(state, []), pair, answer: answerOf(pair, table) };
}

const held = (before: MeasuredTable, after: MeasuredTable, of = ASKED) => {
  const result = compareRemeasured(of, before, after, (id) => id)!;
  return { ...result, reasons: result.reasons.map((one) => english(one)) };
};

test('a distance that differs by less than two of its sigmas, with the same answer, is confirmed', () => {
  const before = known(seen());
  // The ships stand 125 mm apart; each coordinate is known to 0.2 mm, so the distance to about 0.28 mm.
  assert.ok(Math.abs(before.pair!.closest.mm - 125) < 0.01 && Math.abs(before.pair!.closest.sigmaMm! - 0.283) < 0.02);
  const same = held(before, known(seen([{}, { dy: 0.5 }])));
  assert.deepEqual([same.isConfirmed, same.byMm.toFixed(2), same.reasons], [true, '0.50', []]);
  assert.equal(held(before, known(seen([{}, { dy: 0.65 }]))).isConfirmed, false);
});

test('an answer that turns within the uncertainty is no confirmation, and says that a boundary is near', () => {
  // Range 1 ends at 100 mm: 101 mm is certainly beyond it, 100.4 mm is not.
  const [clear, near] = [-24, -24.55].map((dy) => known(seen([{}, { dy }])));
  assert.deepEqual([clear!.answer!.isCertain, near!.answer!.isCertain], [true, false]);
  const result = held(clear!, near!);
  assert.deepEqual(
    [result.isConfirmed, result.isOnlyAnswer, result.reasons],
    [false, true, ['it is so near a boundary that its uncertainty decides']],
  );
});

test('one ship that is seen elsewhere is named; where all are, it is the edge of the mat', () => {
  const before = known(seen());
  const { reasons, byMm } = held(
    before,
    known(seen([{}, { dy: 4 }]), { ...before.state, tracks: before.state.tracks.map((one) => ({ ...one, stillFrames: 0 })) }),
  );
  assert.deepEqual([byMm.toFixed(1), reasons], ['4.0', ['ship-2 is seen 4.0 mm from where it was, and other ships are not']]);
  const all = held(
    before,
    known(
      seen([
        { dx: 1, dy: 2 },
        { dx: 1, dy: 5 },
        { dx: 1, dy: 4 },
        { dx: 1, dy: 6 },
      ]),
    ),
  );
  assert.deepEqual(all.reasons, ['the mat’s edge is found elsewhere, and all ships with it']);
});

test('a camera that was carried elsewhere, a mat that is known better, and a base of another size are said', () => {
  const before = known(seen([{ sigmaMm: 0.8 }, { sigmaMm: 0.8 }], { mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 3.5 } }));
  const { r, t } = OVERHEAD;
  // The camera looks straight down: a shift along its own axes moves what it sees alike.
  const carried = { ...OVERHEAD, r, t: [t[0] + 60, t[1], t[2]] as const };
  const result = held(before, known(seen([{ base: 'medium' }, { dy: 5 }], { camera: carried })));
  assert.equal(result.isConfirmed, false);
  assert.deepEqual(result.reasons.slice(0, 3), [
    'ship-1 is read as a medium base now',
    'the camera is 60 mm from where it was',
    'the mat’s size is now known to ± 1.0 mm, before to ± 3.5 mm',
  ]);
  assert.match(result.reasons[4]!, /^more of ship-2 is visible: now ± 0\.2 mm, before ± 0\.8 mm$/);
});

test('of one ship its place is held against where it stood, and one that is out of view is nothing to hold', () => {
  const before = known(seen());
  const moved = held(before, known(seen([{ dx: 0.2, dy: 0.2 }])), ['ship-1']);
  assert.deepEqual([moved.isConfirmed, moved.byMm.toFixed(2)], [true, '0.28']);
  const turned = held(before, known(seen([{ pose: { ...PLACES[0]!, headingRad: Math.PI / 2 } }])), ['ship-1']);
  assert.deepEqual([turned.isConfirmed, turned.reasons], [false, ['ship-1 is read the other way round']]);
  const hidden = known(seen([], { bases: [], jointCovariance: [] }), {
    ...before.state,
    tracks: before.state.tracks.map((one) => ({ ...one, sizeVotes: { ...NO_VOTES, small: 3 } })),
  });
  assert.equal(
    compareRemeasured(['ship-1'], before, hidden, (id) => id),
    undefined,
  );
});
