import type { Evidence } from '../../src/evidence/evidence.js';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import { EXACT } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import { demoTable } from '../../src/sim/demo-table.js';
import type { Table } from '../../src/table/table.js';
import { block, ship, sigmas } from '../judge/tables.js';

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A dispute about two ships of four, as a camera measured them, with all that evidence can hold. */
export function frozenDispute(): Evidence {
  const covariance = sigmas(0.4, 0.3, 0.2);
  const ships = [
    ship('a', 'small', 400, 300, 0, { covariance, name: 'Wedge', owner: 1 }),
    ship('b', 'medium', 455, 480, 190, { covariance, owner: 2, corrected: 'turned' }),
    ship('c', 'small', 425, 375, 12, { covariance, isFrontOpen: true, corrected: 'fitted' }),
  ];
  const rock = { ...block('rock', 380, 400, 420, 430), sigmaMm: 1.2, detectionProbability: 0.9 };
  const token = { xws: 'coreasteroid0', name: 'Asteroid 0', mirrored: false, pose: { x: 600, y: 600, headingRad: 0.5 }, covariance: EXACT };
  const named = { ...block('named', 590, 590, 610, 620), token };
  const table: Table = {
    widthMm: 911,
    depthMm: 917,
    ships,
    obstacles: [rock, named],
    devices: [],
    unmeasurable: [{ at: { x: 410, y: 340 }, radiusMm: 30, probability: 0.3, reason: 'half hidden' }],
    jointCovariance: jointOf(ships.map((one) => one.covariance)),
  };
  return {
    kind: 'dispute',
    frozenAt: '2026-11-23T08:00:00.123Z',
    versions: { program: '0.1.0', rules: 2 },
    table,
    report: report(table),
    asked: { from: 'a', to: 'b' },
    answer: 'Wedge to Ship b. Range 2, in front arc, obstructed or not.',
    camera: demoTable(1).camera,
    matSigmaMm: 0.8,
    setup: { mat: { widthMm: 911, depthMm: 917, sigmaMm: 0.5, source: 'measured' }, obstacles: [], learnedFrom: { pictures: 3, ships: 4 } },
    picture: { type: 'image/png', widthPx: 1, heightPx: 1, base64: PNG },
  };
}

/** The same table as a reading that somebody finds wrong. */
export function frozenReading(): Evidence {
  const { asked: _, answer: __, ...rest } = frozenDispute();
  const log = [
    { atMs: 1_790_000_000_000, text: 'engines ready' },
    { atMs: 1_790_000_002_500, text: 'look: 3 bases in 2310 ms' },
  ];
  const said = 'The rock is a "debris" cloud.\n,"signature": was never there';
  return { ...rest, kind: 'bad reading', said, problem: 'The table is not in view now.', state: { source: 'camera' }, log };
}
