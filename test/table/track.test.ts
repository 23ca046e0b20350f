import assert from 'node:assert/strict';
import test from 'node:test';
import { blockAt } from '../../src/geometry/joint-covariance.js';
import type { Pose } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import type { Edit } from '../../src/table/edits.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { track, trackUnchanged, withNamesSaid } from '../../src/table/track/track.js';
import { EMPTY_TABLE, stateOfTable, type TableState } from '../../src/table/track/track-state.js';
import { tableOf } from '../../src/table/track/track-table.js';
import { DEG } from '../judge/tables.js';
import { OVERHEAD as camera } from './overhead-camera.js';

interface Seen {
  readonly x: number;
  readonly y: number;
  readonly headingDeg?: number;
  readonly base?: BaseSize;
  readonly isFrontOpen?: true;
  readonly isKept?: true;
}

/** A measurement whose joint covariance has 0.01 in every cross term, so that lost correlations show. */
function measurement(atMs: number, seen: readonly Seen[]): TableMeasurement {
  const size = 3 * seen.length;
  return {
    capturedAtMs: atMs,
    camera,
    mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1 },
    bases: seen.map(({ x, y, headingDeg = 0, base = 'small', isFrontOpen, isKept }) => ({
      base,
      pose: { x, y, headingRad: headingDeg * DEG } satisfies Pose,
      covariance: { xx: 0.04, xy: 0.01, xh: 0.01, yy: 0.04, yh: 0.01, hh: 0.04 * DEG ** 2 },
      detectionProbability: 0.95,
      ...(isFrontOpen && { isFrontOpen }),
      ...(isKept && { isKept }),
    })),
    jointCovariance: Array.from({ length: size * size }, (_, k) => (Math.floor(k / size) === k % size ? 0.04 : 0.01)),
    obstacles: [],
    unmeasurable: [],
    stageMs: {},
  };
}

const see = (state: TableState, frames: readonly (readonly Seen[])[], edits: readonly Edit[] = [], fromMs = 0) =>
  frames.reduce((now, seen, index) => track(now, measurement(fromMs + 100 * index, seen), edits), state);
const where = (state: TableState) => Object.fromEntries(state.tracks.map(({ id, pose }) => [id, [Math.round(pose.x), Math.round(pose.y)]]));

test('a ship that is turned round on its spot is open at the first look that shows it so, and turned at the third; from another side it stays open', () => {
  const still = { x: 200, y: 200, headingDeg: 10 };
  const round = { ...still, headingDeg: 190 };
  const before = see(EMPTY_TABLE, new Array(10).fill([still]));
  const shown = (state: TableState, edits: readonly Edit[] = []) => {
    const { pose, isFrontOpen } = tableOf(state, edits).ships[0]!;
    return [Math.round(((pose.headingRad / DEG) % 360) + 360) % 360, isFrontOpen === true];
  };
  assert.deepEqual(shown(before), [10, false]);
  assert.deepEqual(
    [1, 2, 3, 4].map((looks) => shown(see(before, new Array(looks).fill([round])))),
    [
      [10, true],
      [10, true],
      [190, false],
      [190, false],
    ],
  );
  assert.deepEqual(shown(see(before, [[round], [still]])), [10, false], 'misread once');
  assert.deepEqual(
    shown(see(before, [[round], [{ ...still, isFrontOpen: true }]])),
    [10, true],
    'a look that does not show it decides nothing',
  );
  const aside = (at: number) => ({ ...measurement(at, [round]), camera: { ...camera, t: [-400, 0, 1000] as const } });
  const fromAside = [1, 2, 3, 4].reduce((state, at) => track(state, aside(at), []), before);
  assert.deepEqual(shown(fromAside), [10, true]);
  const said: Edit = { kind: 'turn', shipId: 'ship-1', quarters: 0 };
  assert.deepEqual(shown(see(before, new Array(4).fill([round]), [said]), [said]), [10, false], 'a person’s word holds');
});

test('a look that has every ship beside its place is in another frame, and counts at once; one that has one of them there was misread', () => {
  const [one, other] = [
    { x: 200, y: 200 },
    { x: 500, y: 300 },
  ];
  const before = see(EMPTY_TABLE, new Array(5).fill([one, other]));
  const shifted = [one, other].map(({ x, y }) => ({ x: x + 6, y: y - 4 }));
  assert.deepEqual(where(see(before, [shifted])), { 'ship-1': [206, 196], 'ship-2': [506, 296] });
  assert.deepEqual(where(see(before, [[shifted[0]!, other]])), { 'ship-1': [200, 200], 'ship-2': [500, 300] });
});

test('ships keep their ids when the camera lists them in another order', () => {
  const state = see(EMPTY_TABLE, [
    [
      { x: 100, y: 100 },
      { x: 300, y: 100 },
    ],
    [
      { x: 300, y: 100 },
      { x: 100, y: 100 },
    ],
  ]);
  assert.deepEqual(where(state), { 'ship-1': [100, 100], 'ship-2': [300, 100] });
});

test('a ship that flies past a standing one keeps its id', () => {
  const state = see(EMPTY_TABLE, [
    [
      { x: 100, y: 100 },
      { x: 150, y: 200 },
    ],
    [
      { x: 100, y: 300 },
      { x: 150, y: 200 },
    ],
  ]);
  assert.deepEqual(where(state), { 'ship-1': [100, 300], 'ship-2': [150, 200] });
});

test('two ships of different size that move at once are distinguished by their size', () => {
  const state = see(EMPTY_TABLE, [
    [
      { x: 100, y: 100, base: 'small' },
      { x: 200, y: 100, base: 'large' },
    ],
    [
      { x: 110, y: 200, base: 'large' },
      { x: 190, y: 200, base: 'small' },
    ],
  ]);
  assert.deepEqual(where(state), { 'ship-1': [190, 200], 'ship-2': [110, 200] });
});

test('a hidden ship keeps its place, is marked unseen and comes back under its id', () => {
  const both = [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
  ];
  const hidden = see(EMPTY_TABLE, [both, both, both, [both[1]!]]);
  assert.deepEqual(
    hidden.tracks.map(({ id, isSeen }) => [id, isSeen]),
    [
      ['ship-1', false],
      ['ship-2', true],
    ],
  );
  const back = see(hidden, [both], [], 1000);
  assert.deepEqual(
    back.tracks.map(({ id, isSeen }) => [id, isSeen]),
    [
      ['ship-1', true],
      ['ship-2', true],
    ],
  );
});

test('what was seen in a single frame and then no more is forgotten', () => {
  const state = see(EMPTY_TABLE, [
    [
      { x: 100, y: 100 },
      { x: 500, y: 500 },
    ],
    [{ x: 100, y: 100 }],
  ]);
  assert.deepEqual(where(state), { 'ship-1': [100, 100] });
});

test('the pose of a still ship is the mean of its frames and a moved ship starts afresh', () => {
  const wobble = [0.3, -0.3, 0.3, -0.3].map((dx) => [{ x: 100 + dx, y: 100 }]);
  const still = see(EMPTY_TABLE, wobble);
  assert.ok(Math.abs(still.tracks[0]!.pose.x - 100) < 1e-9);
  assert.equal(see(still, [[{ x: 140, y: 100 }]]).tracks[0]!.pose.x, 140);
});

test('a look that is far more exact than those before, as from nearby, counts by itself; one that is hardly more exact joins the mean', () => {
  const ships = [
    { x: 200, y: 300 },
    { x: 500, y: 300 },
  ];
  const before = see(
    EMPTY_TABLE,
    Array.from({ length: 5 }, () => ships),
  );
  const moved = ships.map(({ x, y }, i) => ({ x: x + 0.2 * (2 * i - 1), y }));
  const lookOf = (variance: number) => {
    const look = measurement(1000, moved);
    const scaled = look.jointCovariance.map((value) => (value * variance) / 0.04);
    return { ...look, jointCovariance: scaled };
  };
  const placesAfter = (variance: number) => track(before, lookOf(variance), []).tracks.map(({ pose }) => Number(pose.x.toFixed(6)));
  assert.deepEqual(placesAfter(0.01), [199.8, 500.2], 'half of what was claimed');
  assert.deepEqual(placesAfter(0.03), [199.966667, 500.033333], 'seven eighths of it');
  const sideways = { ...lookOf(0.01), bases: [measurement(1000, moved).bases[0]!], jointCovariance: new Array(9).fill(0.01) };
  assert.equal(Number(track(before, sideways, []).tracks[0]!.pose.x.toFixed(6)), 199.966667, 'one ship alone has no distance');
});

test('frames that agree exactly leave the claim as it is: what they share is no noise', () => {
  const state = see(
    EMPTY_TABLE,
    Array.from({ length: 20 }, () => [{ x: 100, y: 100 }]),
  );
  assert.equal(state.tracks[0]!.covariance.xx, 0.04);
});

test('headings are averaged across the wrap at 180°', () => {
  const state = see(EMPTY_TABLE, [[{ x: 100, y: 100, headingDeg: 179.8 }], [{ x: 100, y: 100, headingDeg: -179.8 }]]);
  assert.ok(Math.abs(Math.abs(state.tracks[0]!.pose.headingRad) - Math.PI) < 1e-9);
});

test('one frame that takes front for rear does not turn a still ship, a lasting majority does', () => {
  const forward = [{ x: 100, y: 100, headingDeg: 10 }];
  const backward = [{ x: 100, y: 100, headingDeg: -170 }];
  const headingDeg = (state: TableState) => Math.round(state.tracks[0]!.pose.headingRad / DEG);
  const once = see(EMPTY_TABLE, [forward, forward, backward]);
  assert.equal(headingDeg(once), 10);
  assert.equal(headingDeg(see(once, [backward, backward, backward])), -170);
});

test('a base that is seen turned about is the one that stood there within 3 mm and four sigma, and farther away one that was moved', () => {
  const headingDeg = (awayMm: number) => {
    const state = see(EMPTY_TABLE, [[{ x: 100, y: 100, headingDeg: 10 }], [{ x: 100 + awayMm, y: 100, headingDeg: -170 }]]);
    assert.deepEqual(Object.keys(where(state)), ['ship-1']);
    return Math.round(state.tracks[0]!.pose.headingRad / DEG);
  };
  // A place is known to 0.2 mm in x and in y: 3 + 4 × 0.2 = 3.8 mm.
  assert.deepEqual([3.7, 3.9].map(headingDeg), [10, -170]);
});

test('a heading that a person turned is not turned back by the camera, however often it disagrees', () => {
  const edits: Edit[] = [{ kind: 'turn', shipId: 'ship-1', quarters: 2 }];
  const start = see(EMPTY_TABLE, [[{ x: 100, y: 100, headingDeg: 10 }]]);
  const later = see(
    start,
    Array.from({ length: 10 }, () => [{ x: 100, y: 100, headingDeg: -170 }]),
    edits,
  );
  assert.equal(Math.round(tableOf(later, edits).ships[0]!.pose.headingRad / DEG), -170);
});

test('a size that was mistaken once is outvoted', () => {
  const state = see(EMPTY_TABLE, [
    [{ x: 100, y: 100, base: 'small' }],
    [{ x: 100, y: 100, base: 'small' }],
    [{ x: 100, y: 100, base: 'medium' }],
  ]);
  assert.equal(state.tracks[0]!.base, 'small');
});

const sizesOf = (state: TableState) => Object.fromEntries(state.tracks.map(({ id, base }) => [id, base]));

test('a ship that was carried away while the camera saw nothing keeps its id, though a smaller one stands in its place', () => {
  const before = see(
    EMPTY_TABLE,
    Array.from({ length: 10 }, () => [
      { x: 400, y: 400, base: 'large' as const },
      { x: 300, y: 300 },
      { x: 700, y: 300 },
    ]),
  );
  const after = see(
    before,
    [
      [
        { x: 405, y: 395 },
        { x: 600, y: 520, base: 'large' },
        { x: 700, y: 300 },
      ],
    ],
    [],
    9000,
  );
  assert.deepEqual(where(after), { 'ship-1': [600, 520], 'ship-2': [405, 395], 'ship-3': [700, 300] });
  assert.deepEqual(sizesOf(after), { 'ship-1': 'large', 'ship-2': 'small', 'ship-3': 'small' });
  const misread = see(
    before,
    [
      [
        { x: 400, y: 400 },
        { x: 300, y: 420 },
        { x: 700, y: 300 },
      ],
    ],
    [],
    9000,
  );
  assert.deepEqual(where(misread), { 'ship-1': [400, 400], 'ship-2': [300, 420], 'ship-3': [700, 300] });
  // A small ship is misread while another one flies to a place beside it.
  const near = see(before, [
    [
      { x: 400, y: 400, base: 'large' },
      { x: 300, y: 300, base: 'medium' },
      { x: 440, y: 300 },
    ],
  ]);
  assert.deepEqual(where(near), { 'ship-1': [400, 400], 'ship-2': [300, 300], 'ship-3': [440, 300] });
});

test('where a look reads another size than most nothing that rests on the size is certain, until looks agree', () => {
  const pair = (base: BaseSize, y: number) => [
    { x: 400, y, base },
    { x: 400, y: 590 },
  ];
  const range = (state: TableState) => {
    const [found] = report(tableOf(state, [])).pairs;
    return found!.closest;
  };
  const before = see(
    EMPTY_TABLE,
    Array.from({ length: 10 }, () => pair('large', 442)),
  );
  assert.equal(range(before).certain, true);
  // A little beside it stands a small base: its edge is 120 mm from the other ship, where a large one's would be 100.
  const replaced = see(before, [pair('small', 430)], [], 9000);
  assert.deepEqual([range(replaced).certain, replaced.tracks[0]!.base], [false, 'large']);
  const later = see(
    replaced,
    Array.from({ length: 8 }, () => pair('small', 430)),
    [],
    9100,
  );
  assert.deepEqual([range(later).certain, later.tracks[0]!.base, Math.round(later.tracks[0]!.pose.y)], [true, 'small', 430]);
  const once = see(before, [pair('small', 443)], [], 9000);
  assert.deepEqual([range(once).certain, once.tracks[0]!.pose], [false, before.tracks[0]!.pose]);
  assert.equal(range(see(once, [pair('large', 442)], [], 9100)).certain, true);
});

test('of ships that moved at once, each within a move of where the other is, it is asked which is which, where they are called otherwise', () => {
  const edits: Edit[] = [
    { kind: 'name', shipId: 'ship-1', name: 'Wedge' },
    { kind: 'name', shipId: 'ship-2', name: 'Luke' },
  ];
  const before = see(EMPTY_TABLE, [
    [
      { x: 200, y: 200 },
      { x: 300, y: 200 },
      { x: 800, y: 800 },
    ],
  ]);
  const moved = [
    { x: 220, y: 400 },
    { x: 320, y: 400 },
    { x: 800, y: 700 },
  ];
  assert.equal(see(before, [moved]).mayBeExchanged, undefined, 'nobody has called them anything');
  assert.equal(see(before, [[moved[0]!, { x: 300, y: 200 }, moved[2]!], moved], edits).mayBeExchanged, undefined, 'one after the other');
  const open = see(before, [moved, moved], edits);
  assert.deepEqual(open.mayBeExchanged, ['ship-1', 'ship-2'], 'until somebody says so');
  const right = withNamesSaid(open);
  assert.deepEqual([right.mayBeExchanged, where(right)], [undefined, where(open)]);
  const exchanged = withNamesSaid(open, ['ship-1', 'ship-2']);
  assert.deepEqual(where(exchanged), { ...where(open), 'ship-1': where(open)['ship-2'], 'ship-2': where(open)['ship-1'] });
  assert.deepEqual(
    tableOf(exchanged, edits).ships.map(({ name, pose }) => [name, pose.x]),
    [
      ['Luke', 220],
      ['Wedge', 320],
      [undefined, 800],
    ],
  );
  assert.deepEqual(where(see(exchanged, [moved], edits)), where(exchanged), 'and so they stay');
  const ofThree = { ...open, mayBeExchanged: ['ship-1', 'ship-2', 'ship-3'] };
  const first = withNamesSaid(ofThree, ['ship-1', 'ship-2']);
  assert.deepEqual([first.mayBeExchanged, where(first)], [ofThree.mayBeExchanged, where(exchanged)], 'others may be exchanged as well');
  assert.equal(withNamesSaid(first).mayBeExchanged, undefined);
});

test('a ship added by hand becomes the base that the camera sees there', () => {
  const edits: Edit[] = [{ kind: 'add', shipId: 'ship-9', base: 'small', pose: { x: 500, y: 500, headingRad: 0 } }];
  const unseen = see(EMPTY_TABLE, [[{ x: 100, y: 100 }]], edits);
  assert.deepEqual(
    tableOf(unseen, edits).ships.map(({ id }) => id),
    ['ship-10', 'ship-9'],
  );
  const seen = see(
    unseen,
    [
      [
        { x: 100, y: 100 },
        { x: 506, y: 500 },
      ],
    ],
    edits,
  );
  assert.deepEqual(where(seen), { 'ship-10': [100, 100], 'ship-9': [506, 500] });
  // A hand's place is no frame: however near, it does not enter the mean.
  const near = see(unseen, [[{ x: 501, y: 500 }]], edits);
  assert.equal(near.tracks.find(({ id }) => id === 'ship-9')!.pose.x, 501);
});

test('a deleted ship stays deleted while the camera sees it, and what appears there after it was gone is a new ship', () => {
  const edits: Edit[] = [{ kind: 'delete', shipId: 'ship-1' }];
  const start = see(EMPTY_TABLE, [[{ x: 100, y: 100 }]]);
  const stillThere = see(start, [[{ x: 100, y: 100 }]], edits, 100);
  assert.equal(tableOf(stillThere, edits).ships.length, 0);
  const another = see(stillThere, [[], [{ x: 100, y: 100 }]], edits, 5000);
  assert.deepEqual(
    tableOf(another, edits).ships.map(({ id }) => id),
    ['ship-2'],
  );
});

test('ships of one frame keep their correlations and a hidden ship stands alone in the joint covariance', () => {
  const all = [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
    { x: 500, y: 100 },
  ];
  const state = see(EMPTY_TABLE, [all, all, all, [all[2]!, all[0]!]]);
  assert.equal(blockAt(state.jointCovariance, 0, 2)[0], 0.01);
  assert.deepEqual(blockAt(state.jointCovariance, 0, 1), new Array(9).fill(0));
  assert.equal(blockAt(state.jointCovariance, 1, 1)[0], 0.04);
});

test('ships of an opened scene are found again by the camera under their ids and names', () => {
  const exact = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };
  const scene = {
    id: 'luke',
    base: 'small',
    pose: { x: 100, y: 100, headingRad: 0 },
    covariance: exact,
    arcs: ['front'],
    name: 'Luke',
    owner: 1,
  } as const;
  const opened = stateOfTable({ widthMm: 914.4, depthMm: 914.4, ships: [scene], obstacles: [], devices: [] });
  const table = tableOf(see(opened, [[{ x: 104, y: 99 }]]), []);
  assert.deepEqual(
    table.ships.map(({ id, name, owner, arcs, pose }) => ({ id, name, owner, arcs, x: pose.x })),
    [{ id: 'luke', name: 'Luke', owner: 1, arcs: ['front'], x: 104 }],
  );
});

test('an obstacle keeps its id and its place while it is hidden', () => {
  const outline = [
    { x: 400, y: 400 },
    { x: 450, y: 400 },
    { x: 425, y: 450 },
  ];
  const withRock = { ...measurement(0, []), obstacles: [{ kind: 'asteroid', outline, sigmaMm: 0.5 }] } as const;
  const hidden = track(track(EMPTY_TABLE, withRock, []), measurement(100, []), []);
  assert.deepEqual(hidden.obstacles, [{ id: 'obstacle-1', kind: 'asteroid', outline, sigmaMm: 0.5 }]);
});

const openFronts = (state: TableState, edits: readonly Edit[] = []) =>
  tableOf(state, edits).ships.flatMap(({ id, isFrontOpen }) => (isFrontOpen ? [id] : []));

test('a base whose front cannot be seen is placed, its front open until a frame shows it', () => {
  const seen = { x: 100, y: 100, headingDeg: 40 };
  const open = see(EMPTY_TABLE, [
    [
      { ...seen, isFrontOpen: true },
      { x: 300, y: 100 },
    ],
  ]);
  assert.deepEqual(where(open), { 'ship-1': [100, 100], 'ship-2': [300, 100] });
  assert.deepEqual(openFronts(open), ['ship-1']);
  const told = see(open, [[seen, { x: 300, y: 100 }]], [], 1000);
  assert.deepEqual(openFronts(told), []);
  const other = see(
    open,
    [
      [
        { ...seen, headingDeg: 40 - 180 },
        { x: 300, y: 100 },
      ],
    ],
    [],
    1000,
  );
  assert.deepEqual(openFronts(other), []);
  assert.ok(Math.abs(other.tracks[0]!.pose.headingRad - (40 - 180) * DEG) < 1e-9, 'the frame that shows the front is believed');
});

test('a person who sets the front is believed until the ship is moved', () => {
  const seen = { x: 100, y: 100, headingDeg: 40, isFrontOpen: true } as const;
  const state = see(EMPTY_TABLE, [[seen]]);
  const turn: Edit = { kind: 'turn', shipId: 'ship-1', quarters: 1, cameraPose: state.tracks[0]!.pose };
  const [ship] = tableOf(state, [turn]).ships;
  assert.deepEqual([ship!.isFrontOpen, Math.round(ship!.pose.headingRad / DEG)], [undefined, 130]);
  const moved = see(state, [[{ ...seen, x: 180 }]], [turn], 1000);
  assert.deepEqual(openFronts(moved, [turn]), ['ship-1']);
  assert.equal(Math.round(tableOf(moved, [turn]).ships[0]!.pose.headingRad / DEG), 40);
});

test('a line past what one frame half saw is not clear in the next ones, and the scene says of it what it said', () => {
  const one = { at: { x: 300, y: 100 }, radiusMm: 28, probability: 0.3, reason: 'Base?' };
  const seen = measurement(0, [{ x: 100, y: 100 }]);
  const before = track(EMPTY_TABLE, { ...seen, unmeasurable: [one] }, []);
  assert.deepEqual(tableOf(track(before, { ...seen, capturedAtMs: 100 }, []), []).unmeasurable, [one]);
});

test('what may lie beside a ship stays open: an obstacle that it stands on; what is within its base is the ship', () => {
  const place = (x: number, reason: string) => ({ at: { x, y: 100 }, radiusMm: 40, probability: 0.3, reason });
  const [under, itself] = [place(132, 'Obstacle?'), place(110, 'Base?')];
  const seen = {
    ...measurement(0, [
      { x: 100, y: 100 },
      { x: 400, y: 100 },
    ]),
    unmeasurable: [under, itself],
  };
  const table = tableOf(track(EMPTY_TABLE, seen, []), []);
  assert.deepEqual(table.unmeasurable, [under]);
  // From the far ship the line ends at the base that stands there: it passes over the place.
  const [from, to] = [table.ships[1]!, table.ships[0]!].map(({ id }) => id);
  const arcs = ['front', 'left', 'right', 'rear'] as const;
  const allRound = { ...table, ships: table.ships.map((ship) => ({ ...ship, arcs })) };
  const attacks = report(allRound)
    .pairs.filter((pair) => pair.from === from && pair.to === to)
    .flatMap((pair) => Object.values(pair.arcs).flatMap(({ attack }) => attack ?? []));
  assert.ok(attacks.length > 0);
  for (const { obstructed } of attacks) assert.deepEqual([obstructed.value, obstructed.certain], [false, false]);
});

test('a ship whose front was known stays seen, with that front, when a look leaves it open, whichever way round it is read', () => {
  const seen = { x: 100, y: 100, headingDeg: 40 };
  const before = see(EMPTY_TABLE, [[seen], [seen], [seen]]);
  const after = see(before, [[{ ...seen, x: 100.2, headingDeg: 40 - 180, isFrontOpen: true }]], [], 1000);
  const [ship] = after.tracks;
  assert.ok(ship!.isSeen);
  assert.equal(ship!.stillFrames, 4);
  assert.ok(Math.abs(ship!.pose.headingRad - 40 * DEG) < 1e-9);
  assert.equal(ship!.facingVotes, before.tracks[0]!.facingVotes, 'such a look neither confirms nor doubts the front');
  assert.deepEqual(openFronts(after), []);
});

test('a ship that was moved is followed, its front open until it is read again', () => {
  const before = see(EMPTY_TABLE, [[{ x: 100, y: 100 }], [{ x: 100, y: 100 }], [{ x: 100, y: 100 }]]);
  const moved = see(before, [[{ x: 180, y: 100, isFrontOpen: true }]], [], 1000);
  assert.deepEqual(
    moved.tracks.map(({ isSeen, pose }) => [isSeen, pose.x]),
    [[true, 180]],
  );
  assert.deepEqual(openFronts(moved), ['ship-1']);
});

test('a person who adds a ship gives its front: the base seen there is measured', () => {
  const pose = { x: 103, y: 98, headingRad: 30 * DEG };
  const add: Edit = { kind: 'add', shipId: 'mine', base: 'small', pose };
  const state = see(EMPTY_TABLE, [[{ x: 100, y: 100, headingDeg: 22 - 180, isFrontOpen: true }]], [add]);
  assert.deepEqual(
    state.tracks.map(({ id, isSeen }) => [id, isSeen]),
    [['mine', true]],
  );
  assert.ok(Math.abs(state.tracks[0]!.pose.headingRad - 22 * DEG) < 1e-9);
});

test('a base that is kept from an earlier frame is seen, but counts as no further evidence of its place, front or size', () => {
  const there = { x: 100, y: 100 };
  const read = see(
    EMPTY_TABLE,
    [there, { ...there, x: 100.2 }, there].map((one) => [one]),
  );
  const kept = see(read, [[{ ...there, x: 100.4, isKept: true }], [{ ...there, x: 100.4, isKept: true }]], [], 900);
  const [before, after] = [read.tracks[0]!, kept.tracks[0]!];
  assert.deepEqual(
    [after.pose, after.stillFrames, after.facingVotes, after.sizeVotes],
    [before.pose, before.stillFrames, before.facingVotes, before.sizeVotes],
  );
  assert.deepEqual([after.isSeen, after.lastSeenAtMs], [true, 1000]);
  // Nor is what earlier frames showed of its noise forgotten.
  assert.ok(read.scatter[0]! > 0);
  assert.deepEqual(kept.scatter, read.scatter);
});

test('while nothing changes what is seen stays seen: a ship that was deleted does not come back as another one', () => {
  const deleted: Edit[] = [{ kind: 'delete', shipId: 'ship-1' }];
  const there = [{ x: 100, y: 100 }];
  const still = trackUnchanged(see(EMPTY_TABLE, [there, there, there], deleted), 20_000);
  assert.equal(still.capturedAtMs, 20_000);
  const after = see(still, [[], there], deleted, 20_500);
  assert.deepEqual(
    after.tracks.map(({ id }) => id),
    ['ship-1'],
  );
});

test('a ship that was removed by the rules and taken off is no ship that moves to where it stood; put aside at once, it is that ship still', () => {
  const [dead, other] = [
    { x: 200, y: 200 },
    { x: 360, y: 200 },
  ];
  const removed: readonly Edit[] = [{ kind: 'removed', shipId: 'ship-1' }];
  const both = see(EMPTY_TABLE, new Array(5).fill([dead, other]));
  const shown = (state: TableState) => tableOf(state, removed).ships.map(({ id }) => id);
  assert.deepEqual(shown(both), ['ship-1', 'ship-2'], 'its base stands there until a hand takes it off');
  // The other one flies 130 mm, to 30 mm from where the removed one stood.
  const near = { x: 230, y: 200 };
  const off = see(both, [[other]], removed, 5000);
  assert.deepEqual(shown(off), ['ship-2'], 'it is not hidden, it is gone');
  // Seen in between, on the next photo, or taken off only to make room.
  for (const later of [see(off, [[near]], removed, 60_000), see(both, [[near]], removed, 60_000), see(both, [[near]], removed, 900)]) {
    assert.deepEqual(where(later), { 'ship-1': [200, 200], 'ship-2': [230, 200] });
    assert.deepEqual(shown(later), ['ship-2']);
  }
  // Without the word of the rules the nearer one is taken.
  assert.deepEqual(where(see(off, [[near]], [], 60_000)), { 'ship-1': [230, 200], 'ship-2': [360, 200] });
  for (const atMs of [1000, 60_000]) {
    const aside = see(both, [[{ x: 200, y: 60 }, other]], removed, atMs);
    assert.deepEqual(where(aside), { 'ship-1': [200, 60], 'ship-2': [360, 200] }, `after ${atMs} ms`);
  }
  const beside = see(both, [[{ x: 950, y: 700 }]], removed, 60_000);
  assert.deepEqual(where(beside), { 'ship-1': [950, 700], 'ship-2': [360, 200] }, 'beside the mat, while the other is in a hand');
  assert.deepEqual(where(see(beside, [[{ x: 950, y: 700 }, near]], removed, 61_000)), { 'ship-1': [950, 700], 'ship-2': [230, 200] });
  const names: readonly Edit[] = ['ship-1', 'ship-2'].map((shipId) => ({ kind: 'name', shipId, name: shipId }));
  const bothMoved = [{ x: 200, y: -40 }, near];
  const asked = (said: readonly Edit[]) => see(both, [bothMoved], [...names, ...said], 60_000).mayBeExchanged;
  assert.deepEqual([asked([]), asked(removed)], [['ship-1', 'ship-2'], undefined], 'which of them is which is not asked');
  const behindHand = see(see(both, [[other]], removed, 60_000), [[dead, other]], removed, 120_000);
  assert.deepEqual(where(behindHand), where(both), 'it was behind a hand');
});
