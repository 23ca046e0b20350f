import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { EXACT } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import { parseJson } from '../../src/table/documents/parse-json.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import { SCENE_SCHEMA } from '../../src/table/documents/scene-schema.js';
import { ignoredFields } from '../../src/table/documents/validate.js';
import type { Table } from '../../src/table/table.js';
import { stateOfTable } from '../../src/table/track/track-state.js';
import { correctedShips, tableOf } from '../../src/table/track/track-table.js';

// biome-ignore lint/suspicious/noExplicitAny: scenes that are wrong on purpose have no type
type Loose = any;

function scene(change: (scene: Loose) => void = () => {}): unknown {
  const good: Loose = {
    format: 'hashmark-scene',
    version: 1,
    table: { widthMm: 914.4, depthMm: 914.4 },
    ships: [
      { id: 'a', base: 'small', xMm: 100, yMm: 120, headingDeg: 270, sigma: { xMm: 0.5, yMm: 0.25, headingDeg: 1, xyCorrelation: -0.5 } },
      {
        id: 'b',
        base: 'large',
        xMm: 500,
        yMm: 500,
        headingDeg: -30,
        owner: 2,
        arcs: ['front', 'rear'],
        name: 'Falcon',
        pilot: 'hansolo',
        initiative: 6,
        detectionProbability: 0.9,
      },
    ],
    obstacles: [
      {
        id: 'rock',
        kind: 'asteroid',
        outlineMm: [
          [0, 0],
          [30, 0],
          [10, 20],
        ],
      },
    ],
    devices: [
      {
        id: 'bomb',
        kind: 'protonbomb',
        owner: 1,
        outlineMm: [
          [200, 0],
          [230, 0],
          [210, 20],
        ],
      },
    ],
  };
  change(good);
  return good;
}

test('a scene becomes a table in millimetres and radians, headings wrapped, sigma as a covariance', () => {
  const table = parseScene(scene());
  const [a, b] = table.ships;
  assert.deepEqual([a!.pose.x, a!.pose.y], [100, 120]);
  assert.ok(Math.abs(a!.pose.headingRad + Math.PI / 2) < 1e-12);
  const { xx, xy, yy, hh, xh, yh } = a!.covariance;
  assert.deepEqual([xx, xy, yy, xh, yh], [0.25, -0.0625, 0.0625, 0, 0]);
  assert.ok(Math.abs(hh - (Math.PI / 180) ** 2) < 1e-12);
  assert.deepEqual(b!.covariance, { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 });
  assert.deepEqual(
    [a!.arcs, b!.arcs],
    [
      ['front', 'bullseye'],
      ['front', 'rear'],
    ],
  );
});

test('a table written and read again is the same table', () => {
  const table = parseScene(scene());
  const again = parseScene(JSON.parse(JSON.stringify(sceneOf(table))));
  assert.deepEqual(again.obstacles, table.obstacles);
  assert.deepEqual(again.devices, table.devices);
  for (const [i, ship] of table.ships.entries()) {
    const other = again.ships[i]!;
    assert.ok(
      Math.abs(other.pose.headingRad - ship.pose.headingRad) < 1e-12 && other.pose.x === ship.pose.x && other.pose.y === ship.pose.y,
    );
    for (const key of ['xx', 'xy', 'yy', 'hh'] as const) assert.ok(Math.abs(other.covariance[key] - ship.covariance[key]) < 1e-15);
    assert.deepEqual(
      [other.id, other.base, other.arcs, other.owner, other.name, other.pilot, other.initiative, other.detectionProbability],
      [ship.id, ship.base, ship.arcs, ship.owner, ship.name, ship.pilot, ship.initiative, ship.detectionProbability],
    );
  }
});

test('a ship whose front is open says so when it is written: to a reader of the format alone its heading may be any', () => {
  const table = parseScene(scene());
  const [a] = table.ships;
  const file = sceneOf({ ...table, ships: [{ ...a!, isFrontOpen: true, tile: { turnRad: 0.01, sigmaRad: 0.005 } }] });
  const { headingDeg, outlineDeg } = file.ships[0]!.sigma!;
  // A heading that may be any of 360° has a standard deviation of 360° / √12.
  assert.ok(Math.abs(headingDeg - 103.923) < 0.001 && Math.abs(outlineDeg! - 1) < 1e-9, `${headingDeg} ${outlineDeg}`);
  const [again] = parseScene(JSON.parse(JSON.stringify(file))).ships;
  assert.equal(again!.isFrontOpen, true);
  assert.ok(Math.abs(again!.tile!.turnRad - 0.01) < 1e-12 && Math.abs(again!.tile!.sigmaRad - 0.005) < 1e-12);
  assert.ok(Math.abs(again!.covariance.hh - a!.covariance.hh) < 1e-12);
  assert.equal(a!.isFrontOpen, undefined);
});

test('a ship that the last look did not see is hidden in its file too, and opened from it', () => {
  const table = parseScene(scene());
  const [a, ...others] = table.ships;
  const file: Loose = JSON.parse(JSON.stringify(sceneOf({ ...table, ships: [{ ...a!, isHidden: true }, ...others] })));
  assert.deepEqual(ignoredFields(SCENE_SCHEMA, file, 'scene'), []);
  const shown = correctedShips(stateOfTable(parseScene(file)), []);
  assert.deepEqual(
    shown.map(({ isSeen }) => isSeen),
    table.ships.map((_, i) => i > 0),
  );
});

test('what a person said against the camera is in its file too, until a camera sees the ship; no other word is read', () => {
  const { jointCovariance: _, ...file } = sceneOf(parseScene(scene()));
  const ships = ['turned', 'fitted'].map((corrected, i) => ({ ...file.ships[i]!, corrected }));
  const read = parseScene({ ...file, ships });
  assert.deepEqual(
    [read, tableOf(stateOfTable(read), [])].map((one) => one.ships.map(({ corrected }) => corrected)),
    [
      ['turned', 'fitted'],
      ['turned', 'fitted'],
    ],
  );
  assert.deepEqual(
    sceneOf(read).ships.map(({ corrected }) => corrected),
    ['turned', 'fitted'],
  );
  const moved = tableOf(stateOfTable(read), [{ kind: 'move', shipId: read.ships[1]!.id, pose: { x: 500, y: 500, headingRad: 0 } }]);
  assert.equal(moved.ships[1]!.corrected, undefined, 'it is where a hand put it, and fitted to nothing');
  assert.throws(
    () => parseScene({ ...file, ships: [{ ...ships[0], corrected: 'moved' }] }),
    /ships\[0\]\.corrected: got "moved", expected one of turned, fitted/,
  );
});

test('the token that an obstacle was recognised as is no mistake in a scene', () => {
  const table = parseScene(scene());
  const token = { xws: 'gascloud1', name: 'Gas Cloud 1', mirrored: true, pose: { x: 1, y: 2, headingRad: 0 }, covariance: EXACT };
  const file: Loose = JSON.parse(JSON.stringify(sceneOf({ ...table, obstacles: table.obstacles.map((one) => ({ ...one, token })) })));
  assert.deepEqual([file.obstacles[0].name, ignoredFields(SCENE_SCHEMA, file, 'scene')], ['Gas Cloud 1', []]);
});

test('a scene that a camera measured is judged from its file as surely as before it was saved', () => {
  const { jointCovariance: _, ...bare } = parseScene(scene());
  // All ships lie a little elsewhere together, by 2 mm; each by itself by 0.2 mm and 0.1°.
  const [n, own, turn] = [3 * bare.ships.length, 0.04, (0.1 * Math.PI) / 180];
  const jointCovariance = Array.from({ length: n * n }, (_, k) => {
    const [row, column] = [Math.floor(k / n), k % n];
    const shared = row % 3 === column % 3 && row % 3 < 2 ? 4 : 0;
    return shared + (row === column ? (row % 3 === 2 ? turn ** 2 : own) : 0);
  });
  const table = { ...bare, jointCovariance };
  const file: Loose = JSON.parse(JSON.stringify(sceneOf(table)));
  const sigmas = (of: Table) => report(of).pairs.map(({ closest }) => closest.sigmaMm);
  const again = parseScene(file);
  sigmas(again).forEach((sigma, i) => {
    assert.ok(Math.abs(sigma - sigmas(table)[i]!) < 1e-5, `${sigma} ${sigmas(table)[i]}`);
    assert.ok(sigma < 0.5, 'what the ships share is in no distance');
  });
  assert.throws(
    () => parseScene({ ...file, ships: file.ships.slice(1) }),
    /jointCovariance: got "36 numbers", expected 9, .*leave this field out/,
  );
  file.jointCovariance[0] = -1;
  assert.throws(() => parseScene(file), /jointCovariance\[0\]: got -1, expected a finite number of at least 0/);
});

test('how well outlines are known is saved, so that what may be obstructed is not judged surer than it was', () => {
  const table = parseScene(scene());
  const doubtful: Table = {
    ...table,
    obstacles: table.obstacles.map((one) => ({ ...one, sigmaMm: 1.5 })),
    devices: table.devices.map((one) => ({ ...one, sigmaMm: 0.7 })),
  };
  const again = parseScene(JSON.parse(JSON.stringify(sceneOf(doubtful))));
  assert.ok(again.obstacles.length > 0);
  assert.deepEqual(
    [...again.obstacles, ...again.devices].map(({ sigmaMm }) => sigmaMm),
    [...doubtful.obstacles.map(() => 1.5), ...doubtful.devices.map(() => 0.7)],
  );
});

test('unknown fields are ignored', () => {
  const table = parseScene(scene((s) => Object.assign(s, { mood: 'tense' }) && Object.assign(s.ships[0], { colour: 'red' })));
  assert.equal(table.ships.length, 2);
});

test('what is wrong in a scene is refused with the place, what was got and what was expected', () => {
  const wrong: readonly [(s: Loose) => void, RegExp][] = [
    [(s) => delete s.ships, /^ships: got nothing, expected an array/],
    [(s) => delete s.table.depthMm, /^table\.depthMm: got nothing, expected a finite number/],
    [(s) => (s.table.widthMm = 0), /^table\.widthMm: got 0, expected/],
    [(s) => (s.format = 'scene'), /^format: got "scene", expected 'hashmark-scene'/],
    [(s) => (s.version = 2), /^version: got 2, expected 1/],
    [(s) => (s.ships[0].xMm = Number.NaN), /^ships\[0\]\.xMm: got NaN, expected a finite number/],
    [(s) => (s.ships[0].xMm = null), /^ships\[0\]\.xMm: got null/],
    [(s) => (s.ships[0].headingDeg = Number.POSITIVE_INFINITY), /headingDeg: got Infinity/],
    [(s) => (s.ships[0].base = 'tiny'), /^ships\[0\]\.base: got "tiny", expected one of small, medium, large/],
    [(s) => (s.ships[1].arcs = ['front', 'up']), /^ships\[1\]\.arcs\[1\]: got "up", expected one of front, rear/],
    [(s) => (s.ships[0].sigma.headingDeg = -0.1), /^ships\[0\]\.sigma\.headingDeg: got -0\.1, expected a finite number of at least 0/],
    [(s) => (s.ships[0].sigma.xyCorrelation = 1.5), /xyCorrelation: got 1\.5, expected a finite number of at least -1 and at most 1/],
    [(s) => (s.ships[0].owner = 3), /owner: got 3, expected one of 1, 2/],
    [(s) => (s.ships[0].initiative = 1.5), /initiative: got 1\.5, expected a whole number/],
    [(s) => (s.ships[1].id = 'rock'), /^obstacles\[0\]\.id: got "rock", expected an id that is used once.*ships\[1\]/],
    [(s) => (s.ships[1].id = ''), /^ships\[1\]\.id: got "", expected a text that is not empty/],
    [(s) => (s.obstacles[0].kind = 'moon'), /kind: got "moon", expected one of asteroid, debris, gas/],
    [
      (s) =>
        (s.obstacles[0].outlineMm = [
          [0, 0],
          [9, 9],
        ]),
      /outlineMm: got .*expected at least 3 corners/,
    ],
    [
      (s) =>
        (s.obstacles[0].outlineMm = [
          [0, 0],
          [9, 9],
          [9, 0],
          [0, 9],
        ]),
      /edges 0 and 2 that cross or touch/,
    ],
    [(s) => s.obstacles[0].outlineMm.push([0, 0]), /cross or touch/],
    [(s) => (s.obstacles[0].outlineMm[1] = [1]), /outlineMm\[1\]: got \[1\], expected \[x, y\]/],
  ];
  for (const [change, message] of wrong) {
    assert.throws(
      () => parseScene(scene(change)),
      (error: Error) => message.test(error.message) || assert.fail(error.message),
    );
  }
  assert.throws(() => parseScene(null), /scene: got null, expected an object/);
  assert.throws(() => parseScene([]), /expected an object/);
});

test('numbers beyond any table are refused: a sigma of 1e200, a covariance of 1e308, a table of 1e308', () => {
  const joint = (value: number) => Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? value : 0));
  const wrong: readonly [(s: Loose) => void, RegExp][] = [
    [
      (s) => (s.ships[0].sigma.xMm = 1e200),
      /Error: ships\[0\]\.sigma\.xMm: got 1e\+200, expected a finite number of at least 0 and at most 100000/,
    ],
    [(s) => (s.jointCovariance = joint(1e308)), /Error: jointCovariance\[0\]: got 1e\+308, expected a finite number/],
    [(s) => (s.table.widthMm = 1e308), /Error: table\.widthMm: got 1e\+308, expected a finite number larger than 0 and at most 100000/],
    [(s) => (s.ships[0].headingDeg = 1e300), /headingDeg: got 1e\+300/],
    [(s) => (s.obstacles[0].outlineMm[0][1] = -1e9), /outlineMm\[0\]\[1\]: got -1000000000/],
  ];
  for (const [change, message] of wrong) assert.throws(() => parseScene(scene(change)), message);
});

test('a joint covariance in which two poses share more than each has, or that is not symmetric, is refused', () => {
  const joint = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 0.04 : 0));
  const withEntries = (...entries: readonly (readonly [number, number])[]) =>
    scene((s) => {
      s.jointCovariance = joint.map((value, k) => entries.find(([at]) => at === k)?.[1] ?? value);
    });
  assert.equal(parseScene(withEntries([3, 0.04], [18, 0.04])).ships.length, 2);
  assert.throws(() => parseScene(withEntries([3, 0.05], [18, 0.05])), /jointCovariance\[3\]: got 0\.05, expected at most 0\.04/);
  assert.throws(() => parseScene(withEntries([3, 0.01])), /jointCovariance\[3\]: got 0\.01, expected 0, as in its mirror place/);
});

test('what would hold the page for seconds is refused at once: 20,000 corners, 500 ships, many outlines of many corners', () => {
  const circle = (corners: number, x: number) =>
    Array.from({ length: corners }, (_, i) => [x + 20 * Math.cos((2 * Math.PI * i) / corners), 20 * Math.sin((2 * Math.PI * i) / corners)]);
  const from = process.cpuUsage();
  const wrong: readonly [(s: Loose) => void, RegExp][] = [
    [(s) => (s.obstacles[0].outlineMm = circle(20_000, 300)), /Error: obstacles\[0\]\.outlineMm: got 20000 corners, expected at most 1000/],
    [
      (s) => (s.ships = Array.from({ length: 500 }, (_, i) => ({ ...s.ships[1], id: `s${i}` }))),
      /Error: ships: got 500 ships, expected at most 200/,
    ],
    [
      (s) => (s.obstacles = Array.from({ length: 11 }, (_, i) => ({ id: `o${i}`, kind: 'gas', outlineMm: circle(1000, 50 * i) }))),
      /Error: obstacles: got "outlines of 11003 corners together", expected at most 10000/,
    ],
  ];
  for (const [change, message] of wrong) assert.throws(() => parseScene(scene(change)), message);
  // Before, the first of them alone took over two seconds of a fast core; what else runs on the machine does not count.
  const { user, system } = process.cpuUsage(from);
  assert.ok(user + system < 2e6, `${user + system} µs of computing`);
});

test('a scene reads alike with and without a byte order mark', () => {
  const text = JSON.stringify(scene());
  assert.deepEqual(parseScene(parseJson(`\uFEFF${text}`)), parseScene(parseJson(text)));
});

test('a base that hangs over the edge, or has fled beside the mat, is no mistake', () => {
  for (const xMm of [-10, -500]) assert.equal(parseScene(scene((s) => (s.ships[0].xMm = xMm))).ships.length, 2);
});

test('every hard geometry case is a readable scene', () => {
  const parallel = new URL('../../test-fixtures/geometry/cases/parallel-bases.json', import.meta.url);
  assert.equal(parseScene(JSON.parse(readFileSync(parallel, 'utf8')).scene).ships.length, 2);
});
