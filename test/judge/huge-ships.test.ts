import assert from 'node:assert/strict';
import { test } from 'node:test';
import { execute } from '../../src/judge/maneuver/execute.js';
import { overlappingShips } from '../../src/judge/maneuver/placed-base.js';
import { rangeBetween } from '../../src/judge/range/range-between.js';
import { report } from '../../src/judge/report/report.js';
import { updatedReport } from '../../src/judge/report/updated-report.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import { compareSampled } from './oracle-checks.js';
import { block, MAT_MM, ship, sigmas, tableOf } from './tables.js';

const ARCS = { arcs: ['front', 'rear', 'left', 'right', 'fullFront', 'bullseye'] } as const;
/** 80 mm wide and 200 mm long, its middle at (400, 400), facing away from player 1. */
const huge = (headingDeg = 0, more = {}) => ship('h', 'huge', 400, 400, headingDeg, { lengthMm: 200, ...ARCS, ...more });
const pairOf = (table: ReturnType<typeof tableOf>, from = 'h', to = 'a') =>
  report(table).pairs.find((pair) => pair.from === from && pair.to === to)!;

test('the range to a huge ship is to its bow, its side or its corner, whichever is nearest', () => {
  const to = (x: number, y: number) => pairOf(tableOf([huge(), ship('a', 'small', x, y, 0)])).closest.mm;
  assert.equal(to(400, 400 + 100 + 20 + 150), 150, 'ahead of its bow');
  assert.equal(to(400 + 40 + 20 + 150, 480), 150, 'beside it');
  assert.ok(Math.abs(to(400 + 40 + 20 + 30, 400 + 100 + 20 + 40) - 50) < 1e-9, 'from its corner');
  const across = pairOf(tableOf([huge(90), ship('a', 'small', 400 + 100 + 20 + 150, 400, 0)])).closest;
  assert.ok(Math.abs(across.mm - 150) < 1e-9, 'ahead of its bow once it faces along the mat');
});

test('the lines of a huge ship’s front arc leave it at its sides, and its bullseye begins at its bow', () => {
  // tan 41.45° = 0.8832: 40 mm beside its middle the line is 45.3 mm ahead, 100 mm beside it 113.2 mm.
  const inArc = (x: number, y: number) => pairOf(tableOf([huge(), ship('a', 'small', 400 + x, 400 + y, 0)])).arcs;
  assert.deepEqual([inArc(120, 95).front!.inArc.value, inArc(120, 95).right!.inArc.value], [true, true], 'corner (100, 115)');
  assert.deepEqual([inArc(120, 92).front!.inArc.value, inArc(120, 92).right!.inArc.value], [false, true], 'corner (100, 112)');
  assert.equal(inArc(27, 200).bullseye!.inArc.value, true, 'to 7 mm beside the middle');
  assert.equal(inArc(28, 200).bullseye!.inArc.value, false, 'to 8 mm beside the middle');
});

test('ranges and arcs of a huge ship of any length are those of dense rows of points along its edges', () => {
  for (const [seed, lengthMm] of [
    [1, 195],
    [2, 224.78],
    [3, 221],
    [4, 160],
  ] as const)
    compareSampled(seed, lengthMm);
});

test('a base and an obstacle are under a huge ship by how deep they reach in, and a huge ship hangs over the edge by its length', () => {
  const [overlap] = overlappingShips({ ships: [huge(), ship('a', 'small', 400 + 40 + 15, 480, 0)] });
  assert.deepEqual([overlap!.ids, overlap!.depthMm], [['h', 'a'], 5]);
  const rock = block('rock', 380, 490, 420, 530);
  const table = tableOf([huge(), ship('a', 'small', 800, 800, 0)], [rock]);
  assert.equal(rangeBetween(table, 'h', 'rock').gapMm, 0);
  assert.deepEqual(report(table).ships.find(({ id }) => id === 'h')!.overlaps, ['rock']);
  const hanging = (y: number) => report(tableOf([ship('h', 'huge', 400, y, 0, { lengthMm: 200 })])).ships[0]!.offTable;
  assert.deepEqual([hanging(99).value, hanging(99).marginMm], [true, 1]);
  assert.deepEqual([hanging(101).value, hanging(101).marginMm], [false, -1]);
});

test('a line over a huge ship passes over all of its length', () => {
  const line = (y: number) => {
    const table = tableOf([huge(), ship('a', 'small', 300, y, 90, ARCS), ship('b', 'small', 500, y, 270, ARCS)]);
    return pairOf(table, 'a', 'b').arcs.front!.attack!;
  };
  assert.deepEqual([line(470).shipsOnLine, line(530).shipsOnLine], [['h'], []]);
});

test('an error of its heading moves a huge ship’s bow by half its length', () => {
  // A corner of the other, turned by 45°, points at the side, 80 mm ahead of the middle.
  const headingDeg = 0.5;
  const other = ship('a', 'small', 400 + 40 + 150 + 20 * Math.SQRT2, 480, 45);
  const { mm, sigmaMm } = pairOf(tableOf([huge(0, { covariance: sigmas(0, 0, headingDeg) }), other])).closest;
  assert.ok(Math.abs(mm - 150) < 1e-9);
  assert.ok(Math.abs(sigmaMm! - 80 * headingDeg * (Math.PI / 180)) < 0.01, `${sigmaMm}`);
});

test('a scene keeps how long a huge base was measured, and where nobody did nothing at it is certain', () => {
  const scene = (more: object) => ({
    format: 'hashmark-scene',
    version: 1,
    table: { widthMm: MAT_MM, depthMm: MAT_MM },
    ships: [
      { id: 'h', base: 'huge', xMm: 400, yMm: 400, headingDeg: 0, ...more },
      { id: 'a', base: 'small', xMm: 400, yMm: 700, headingDeg: 0 },
    ],
  });
  const known = parseScene(scene({ lengthMm: 195 }));
  assert.equal(sceneOf(known).ships[0]!.lengthMm, 195);
  assert.deepEqual(parseScene(JSON.parse(JSON.stringify(sceneOf(known)))), known);
  assert.deepEqual([pairOf(known).closest.mm, pairOf(known).closest.certain], [182.5, true]);
  const open = parseScene(scene({}));
  assert.equal(pairOf(open).closest.certain, false);
  assert.deepEqual(parseScene(JSON.parse(JSON.stringify(sceneOf(open)))), open);
  assert.throws(() => parseScene(scene({ lengthMm: 20 })), /lengthMm/);
});

test('a length that is entered or set right changes what is measured, and a place by hand stays one', () => {
  const of = (lengthMm: number | undefined, more = {}) =>
    tableOf([ship('h', 'huge', 400, 400, 0, { ...(lengthMm !== undefined && { lengthMm }), ...more }), ship('a', 'small', 400, 700, 0)]);
  let now = { table: of(undefined), report: report(of(undefined)) };
  const enter = (lengthMm: number) => {
    now = { table: of(lengthMm), report: updatedReport(now, of(lengthMm)) };
    const { mm, certain } = now.report.pairs.find(({ from, to }) => from === 'h' && to === 'a')!.closest;
    return [mm, certain];
  };
  assert.deepEqual(
    [enter(195), enter(221)],
    [
      [182.5, true],
      [169.5, true],
    ],
  );
  const byHand = parseScene(JSON.parse(JSON.stringify(sceneOf(of(undefined, { isByHand: true })))));
  assert.equal(byHand.ships[0]!.isByHand, true, 'also once its length is entered');
});

test('a maneuver of a huge ship is refused: how it moves is in no source', () => {
  assert.throws(() => execute(tableOf([huge()]), 'h', parseManeuver('2FW')), /got a huge base/);
});
