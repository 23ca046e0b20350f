import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeasureResult, SeenBase, SeenObstacle, TableMeasurement } from '../../../src/table/measurement.js';
import type { Setup } from '../../../src/table/setup/setup.js';
import type { Obstacle } from '../../../src/table/table.js';
import { isNewLayout } from '../../../src/vision/frame/setup-after.js';
import { isTurnedTable, withKnownObstacles } from '../../../src/vision/objects/known-obstacles.js';
import { type LearnedSetup, learnedAfter, NOTHING_LEARNED } from '../../../src/vision/session/learned-setup.js';
import { said } from '../../said.js';
import { OVERHEAD } from '../made-up-table.js';

const COVARIANCE = { xx: 1, xy: 0, xh: 0, yy: 1, yh: 0, hh: 1e-4 };

function measurementOf(places: readonly (readonly [number, number])[], caution?: string): TableMeasurement {
  const bases = places.map(([x, y]): SeenBase => {
    return { base: 'small', pose: { x, y, headingRad: 0 }, covariance: COVARIANCE, detectionProbability: 1 };
  });
  return {
    ...{ capturedAtMs: 0, camera: OVERHEAD, mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 3 }, bases, jointCovariance: [] },
    ...{ obstacles: [], unmeasurable: [], stageMs: {} },
    ...(caution !== undefined && { caution: { code: caution, message: said(''), hint: said('') } }),
  };
}

const placesOf = (places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ x, y }));
const setup = (pictures: number): Setup => ({
  mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 3.5, source: 'nominal' },
  obstacles: [],
  learnedFrom: { pictures, ships: 2 },
});
const measured = (places: readonly (readonly [number, number])[], pictures: number): MeasureResult => ({
  ok: true,
  measurement: measurementOf(places),
  setup: setup(pictures),
});
const FIRST = [
  [100, 100],
  [300, 300],
  [500, 700],
] as const;
const SECOND = [
  [180, 100],
  [300, 300],
  [500, 600],
] as const;

test('frames in which the ships stand as they did are all measured with what was known before, so no frame counts twice', () => {
  let learned: LearnedSetup = NOTHING_LEARNED;
  for (let frame = 0; frame < 3; frame++) learned = learnedAfter(learned, learned.before, measured(FIRST, 1));
  assert.equal(learned.before, undefined);
  assert.equal(learned.now?.learnedFrom.pictures, 1);
});

test('once most ships have moved, what earlier frames determined counts as known', () => {
  const first = learnedAfter(NOTHING_LEARNED, undefined, measured(FIRST, 1));
  const second = learnedAfter(first, first.before, measured(SECOND, 1));
  assert.equal(second.before?.learnedFrom.pictures, 1);
  const third = learnedAfter(second, second.before, measured(SECOND, 2));
  assert.equal(third.before?.learnedFrom.pictures, 1);
  assert.equal(third.now?.learnedFrom.pictures, 2);
});

test('a frame that is not measured, or not learned from, changes nothing; at a table that contradicts what was learned, learning starts over', () => {
  const first = learnedAfter(NOTHING_LEARNED, undefined, measured(FIRST, 1));
  assert.equal(
    learnedAfter(first, undefined, {
      ok: false,
      problem: { code: 'mat-not-found', message: said(''), hint: said('') },
    }),
    first,
  );
  assert.equal(learnedAfter(first, undefined, { ok: true, measurement: measurementOf(SECOND) }), first);
  const other = { ok: true, measurement: measurementOf(FIRST, 'setup-of-another-table'), setup: setup(1) } as const;
  assert.equal(learnedAfter(first, first.before, other), NOTHING_LEARNED);
});

test('an empty mat is no new layout, nor is one ship in a hand that hides the others', () => {
  assert.equal(isNewLayout([], []), false);
  assert.equal(isNewLayout(placesOf(FIRST), []), false);
  assert.equal(isNewLayout(placesOf(FIRST), placesOf([[800, 800]])), false);
  assert.equal(isNewLayout([], placesOf(FIRST)), true);
});

test('one ship of three that moved is no new layout, two are', () => {
  assert.equal(
    isNewLayout(
      placesOf(FIRST),
      placesOf([
        [180, 100],
        [300, 301],
        [500, 700],
      ]),
    ),
    false,
  );
  assert.equal(isNewLayout(placesOf(FIRST), placesOf(SECOND)), true);
});

const square = (x: number, y: number, half = 30) => [
  { x: x - half, y: y - half },
  { x: x + half, y: y - half },
  { x: x + half, y: y + half },
  { x: x - half, y: y + half },
];
const known: Obstacle[] = [
  { id: 'rock', kind: 'asteroid', outline: square(200, 200), sigmaMm: 0.4 },
  { id: 'dust', kind: 'gas', outline: square(600, 600), sigmaMm: 0.4 },
];

const notSeen = () => false;

test('an obstacle that is seen again, half seen, or stood on stays where it was known to lie; one that is not seen is reported as open', () => {
  const found: SeenObstacle[] = [{ kind: 'debris', outline: square(203, 198), sigmaMm: 2 }];
  const { obstacles, suspects } = withKnownObstacles(known, found, [], [], notSeen);
  assert.deepEqual(
    obstacles.map(({ kind, outline }) => [kind, outline]),
    [['asteroid', known[0]!.outline]],
  );
  assert.deepEqual(
    suspects.map(({ at }) => at),
    [{ x: 600, y: 600 }],
  );
  const half = { at: { x: 590, y: 610 }, radiusMm: 30, probability: 0.3, reason: 'Obstacle?' };
  assert.equal(withKnownObstacles(known, found, [half], [], notSeen).obstacles.length, 2);
  assert.equal(withKnownObstacles(known, found, [half], [], notSeen).suspects.length, 0);
  assert.equal(withKnownObstacles(known, found, [], [{ x: 620, y: 600 }], notSeen).obstacles.length, 2);
  const asked: string[] = [];
  const seen = withKnownObstacles(known, found, [], [], ({ id }) => asked.push(id) > 0);
  assert.deepEqual([seen.obstacles.length, seen.suspects.length, asked], [2, 0, ['dust']]);
});

test('of a table that was set up again, an obstacle that a base would stand on is not certain', () => {
  const three: Obstacle[] = [...known, { id: 'stone', kind: 'asteroid', outline: square(400, 300), sigmaMm: 0.4 }];
  const on = [{ x: 620, y: 600 }];
  const rockAt = (x: number, y: number): SeenObstacle => ({ kind: 'asteroid', outline: square(x, y), sigmaMm: 2 });
  const after = (of: readonly Obstacle[], found: readonly SeenObstacle[]) => {
    const { obstacles, suspects } = withKnownObstacles(of, found, [], on, notSeen);
    return {
      places: obstacles.map(({ outline }) => [outline[0]!.x + 30, outline[0]!.y + 30]),
      open: suspects.map(({ at }) => [at.x, at.y]),
    };
  };
  // The two others are seen: the third is under the base.
  assert.deepEqual(after(three, [rockAt(203, 198), rockAt(398, 303)]), {
    places: [
      [200, 200],
      [600, 600],
      [400, 300],
    ],
    open: [],
  });
  const allOpen = [
    [200, 200],
    [600, 600],
    [400, 300],
  ];
  assert.deepEqual(after(three, [rockAt(800, 100)]), { places: [[800, 100]], open: allOpen });
  assert.deepEqual(after(three, []), { places: [], open: allOpen });
  // Where every known one would be under a base, those that are found elsewhere show it.
  assert.deepEqual(after(known.slice(1), [rockAt(800, 100)]), { places: [[800, 100]], open: [[600, 600]] });
  assert.deepEqual(after(known.slice(1), []), { places: [[600, 600]], open: [] });
});

test('on a table that was set up again, another token on top of a known obstacle counts as it is found', () => {
  const tokenOf = (xws: string, x: number, y: number) =>
    ({ token: { xws, name: xws, pose: { x, y, headingRad: 0 } } }) as Pick<Obstacle, 'token'>;
  const [rock, dust] = known as [Obstacle, Obstacle];
  const named = { ...rock, ...tokenOf('coreasteroid0', 200, 200) };
  const cloud = { kind: 'debris', outline: square(215, 190), sigmaMm: 2, ...tokenOf('core2debris1', 215, 190) } as SeenObstacle;
  const relaid = withKnownObstacles([named, dust], [cloud], [], [], notSeen);
  assert.deepEqual(relaid.obstacles, [cloud]);
  assert.deepEqual(
    relaid.suspects.map(({ at }) => at),
    [{ x: 600, y: 600 }],
  );
  // Where the others lie as they are known, what a person confirmed counts.
  const asKnown = withKnownObstacles([named, dust], [cloud], [], [], ({ id }) => id === 'dust');
  assert.deepEqual(
    asKnown.obstacles.map(({ kind }) => kind),
    ['asteroid', 'gas'],
  );
});

test('a table is known to be turned where its obstacles lie as they would from another side', () => {
  const mat = { widthMm: 914, depthMm: 914, sigmaMm: 3 };
  const lying = [
    [200, 300],
    [700, 650],
    [450, 150],
  ] as const;
  const at = (places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ outline: square(x, y) }));
  const turns = [
    ([x, y]: readonly [number, number]) => [x, y],
    ([x, y]: readonly [number, number]) => [914 - y, x],
    ([x, y]: readonly [number, number]) => [914 - x, 914 - y],
    ([x, y]: readonly [number, number]) => [y, 914 - x],
  ] as const;
  // Each is read some millimetres beside its place.
  const seen = turns.map((turn) => at(lying.map((place) => turn([place[0] + 4, place[1] - 6]) as [number, number])));
  assert.deepEqual(
    seen.map((found) => isTurnedTable(at(lying), found, mat)),
    [false, true, true, true],
  );
  assert.equal(isTurnedTable(at(lying), seen[2]!.slice(1, 2), mat), false, 'one may lie there by chance');
  assert.equal(isTurnedTable(at(lying), [...seen[2]!.slice(0, 2), ...seen[0]!.slice(0, 1)], mat), false, 'one lies where it did');
  assert.equal(isTurnedTable([], seen[2]!, mat), false);
});

test('an obstacle that nobody knew is added, and of a table of which none is known all are as found', () => {
  const found: SeenObstacle[] = [{ kind: 'debris', outline: square(800, 100), sigmaMm: 2 }];
  const faint = { at: { x: 400, y: 400 }, radiusMm: 30, probability: 0.3, reason: 'Obstacle?' };
  assert.ok(withKnownObstacles(known, found, [], [{ x: 200, y: 200 }], notSeen).obstacles.some(({ kind }) => kind === 'debris'));
  assert.deepEqual(withKnownObstacles([], found, [faint], [], notSeen), { obstacles: found, suspects: [faint] });
});
