import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cameraCentre, pixelFromTable } from '../../src/geometry/camera.js';
import { pieceFromTable } from '../../src/geometry/pose.js';
import { describeProfiles, topCorners } from '../../src/sim/base-profile.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { describeTable } from '../../src/sim/describe-table.js';
import { ENVIRONMENTS, MATS, MINIATURES, SURFACES, TILES } from '../../src/sim/look/look-names.js';
import { directionOfPixel } from '../../src/sim/pinhole.js';
import { createRandom } from '../../src/sim/random.js';
import type { ShipDescription, Split, TableDescription } from '../../src/sim/table-description.js';

const SEEDS = Array.from({ length: 60 }, (_, i) => i * 37 + 1);
const HALF_MM = { small: 20, medium: 30, large: 40 };

function poseOf(ship: ShipDescription) {
  return { x: ship.x, y: ship.y, headingRad: (ship.headingDeg * Math.PI) / 180 };
}

/** Points over a ship's square, edges included, every 2 mm; an independent way to see an overlap. */
function pointsOf(ship: ShipDescription) {
  const half = HALF_MM[ship.base];
  const angle = (-ship.headingDeg * Math.PI) / 180;
  const points = [];
  for (let x = -half; x <= half; x += 2) {
    for (let y = -half; y <= half; y += 2) {
      points.push({ x: ship.x + x * Math.cos(angle) - y * Math.sin(angle), y: ship.y + x * Math.sin(angle) + y * Math.cos(angle) });
    }
  }
  return points;
}

function familiesOf(table: TableDescription): string[] {
  return [
    `mat ${table.mat.look.family}`,
    `surface ${table.room.surface.family}`,
    `room ${table.room.environment.family}`,
    ...table.ships.map((ship) => `tile ${ship.tile.look.family}`),
    ...table.ships.flatMap((ship) => (ship.miniature === undefined ? [] : [`miniature ${ship.miniature.look.family}`])),
  ];
}

test('the same seed and wishes describe the same table, another seed another', () => {
  assert.deepEqual(describeTable(7, { split: 'train' }), describeTable(7, { split: 'train' }));
  assert.notDeepEqual(describeTable(7, { split: 'train' }).camera, describeTable(8, { split: 'train' }).camera);
});

test('a described table has no infinite or undefined number: written as JSON it holds no null', () => {
  for (const seed of SEEDS) assert.ok(!JSON.stringify(describeTable(seed, { split: 'test' })).includes('null'), `seed ${seed}`);
});

test('no two bases overlap and none leaves the mat', () => {
  for (const seed of SEEDS) {
    const { ships, mat } = describeTable(seed, { split: 'train' });
    assert.ok(ships.length >= 3 && ships.length <= 14, `seed ${seed}: ${ships.length} ships`);
    for (const ship of ships) {
      for (const point of pointsOf(ship)) {
        assert.ok(point.x > 0 && point.y > 0 && point.x < mat.widthMm && point.y < mat.depthMm, `seed ${seed} ${ship.id} off the mat`);
        for (const other of ships) {
          if (other === ship) continue;
          const local = pieceFromTable(poseOf(other), point);
          const half = HALF_MM[other.base];
          assert.ok(Math.max(Math.abs(local.x), Math.abs(local.y)) >= half, `seed ${seed}: ${ship.id} stands in ${other.id}`);
        }
      }
    }
  }
});

test('some bases stand closer than 1 mm to another', () => {
  const isClose = (a: ShipDescription, b: ShipDescription) =>
    pointsOf(a).some((point) => {
      const local = pieceFromTable(poseOf(b), point);
      return Math.max(Math.abs(local.x), Math.abs(local.y)) < HALF_MM[b.base] + 1;
    });
  const tables = SEEDS.map((seed) => describeTable(seed, { split: 'train' }));
  const close = tables.filter(({ ships }) => ships.some((a) => ships.some((b) => a !== b && isClose(a, b))));
  assert.ok(close.length >= 10, `got ${close.length} of ${SEEDS.length} tables with touching bases`);
});

test('the camera stands at the elevation that is stated, seen from the middle of the mat', () => {
  for (const seed of SEEDS) {
    const { camera, mat, elevationDeg } = describeTable(seed, { split: 'train', elevationDeg: [30, 90] });
    const centre = cameraCentre(camera);
    const flat = Math.hypot(centre.x - mat.widthMm / 2, centre.y - mat.depthMm / 2);
    assert.ok(Math.abs((Math.atan2(centre.z, flat) * 180) / Math.PI - elevationDeg) < 1e-6);
    assert.ok(Math.hypot(flat, centre.z) > 600 && Math.hypot(flat, centre.z) < 2600);
  }
});

test("player 1's side of the mat is the one nearest to the camera", () => {
  for (const seed of SEEDS) {
    const { camera, mat } = describeTable(seed, { split: 'test', elevationDeg: [30, 85] });
    const c = cameraCentre(camera);
    const middles = [
      { x: mat.widthMm / 2, y: 0 },
      { x: mat.widthMm / 2, y: mat.depthMm },
      { x: 0, y: mat.depthMm / 2 },
      { x: mat.widthMm, y: mat.depthMm / 2 },
    ].map((p) => Math.hypot(p.x - c.x, p.y - c.y));
    assert.equal(middles.indexOf(Math.min(...middles)), 0, `seed ${seed}`);
  }
});

test('with whole framing every corner of the mat is in the picture, with cut framing one is not', () => {
  for (const framing of ['whole', 'cut'] as const) {
    for (const seed of SEEDS) {
      const { camera, mat } = describeTable(seed, { split: 'train', framing, elevationDeg: [35, 90] });
      const inside = [0, mat.widthMm]
        .flatMap((x) => [0, mat.depthMm].map((y) => pixelFromTable(camera, { x, y, z: 0 })!))
        .filter((p) => p.u >= 0 && p.v >= 0 && p.u <= camera.widthPx - 1 && p.v <= camera.heightPx - 1).length;
      if (framing === 'whole') assert.equal(inside, 4, `seed ${seed}`);
      else assert.ok(inside < 4, `seed ${seed}`);
    }
  }
});

test('no lens folds its picture: every corner pixel is found again from where it looks', () => {
  for (const seed of SEEDS) {
    const { camera } = describeTable(seed, { split: 'train' });
    for (const pixel of [
      { u: 0, v: 0 },
      { u: camera.widthPx - 1, v: 0 },
      { u: 0, v: camera.heightPx - 1 },
      { u: camera.widthPx - 1, v: camera.heightPx - 1 },
    ]) {
      const d = directionOfPixel(camera, pixel);
      const back = pixelFromTable({ ...camera, r: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] }, { x: 100 * d.x, y: 100 * d.y, z: 100 })!;
      assert.ok(Math.hypot(back.u - pixel.u, back.v - pixel.v) < 0.02, `seed ${seed}: ${JSON.stringify(camera.distortion)}`);
    }
  }
});

test('obstacles keep their area on the table, either side up: 914 mm² for the first asteroid of the facts', () => {
  const areas = SEEDS.flatMap((seed) => describeTable(seed, { split: 'train' }).obstacles)
    .filter((obstacle) => obstacle.xws === 'coreasteroid0')
    .map(({ outline }) =>
      outline.reduce((sum, p, i) => {
        const q = outline[(i + 1) % outline.length]!;
        return sum + (p.x * q.y - q.x * p.y) / 2;
      }, 0),
    );
  assert.ok(areas.length > 0);
  for (const area of areas) assert.ok(Math.abs(area - 914) < 3, `got ${area} mm²`);
});

test('looks for training and for testing have no family in common', () => {
  const seen = (split: Split) => new Set(SEEDS.flatMap((seed) => familiesOf(describeTable(seed, { split }))));
  const trained = seen('train');
  for (const family of seen('test')) assert.ok(!trained.has(family), family);
  for (const family of familiesOf(demoTable(1))) assert.ok(trained.has(family), `the demo shows ${family}`);
});

test('every family of looks belongs to one split and has a weight', () => {
  for (const rows of [MATS, SURFACES, ENVIRONMENTS, TILES, MINIATURES]) {
    assert.equal(new Set(rows.map((row) => row.name)).size, rows.length);
    for (const row of rows) assert.ok(row.weight > 0 && (row.split === 'train' || row.split === 'test'), row.name);
  }
});

test('the nominal small base has its outer top corners 18.97 mm out, 20 mm ahead and 5 mm up', () => {
  const corners = topCorners(describeProfiles(createRandom(1), 0).small);
  const rounded = corners.map((corner) => [corner.x, corner.y, corner.z].map((v) => Number(v.toFixed(2))));
  assert.deepEqual(rounded, [
    [-18.97, 20, 5],
    [18.97, 20, 5],
    [18.97, -20, 5],
    [-18.97, -20, 5],
  ]);
});

test('bases of makes of their own stand as before, each with a tile cut otherwise', () => {
  const alike = describeTable(7, { split: 'train', ships: [8, 8] });
  const own = describeTable(7, { split: 'train', ships: [8, 8], ownMakes: true });
  const places = ({ ships }: TableDescription) => ships.map(({ base, x, y, headingDeg }) => ({ base, x, y, headingDeg }));
  assert.deepEqual(places(own), places(alike));
  const cuts = ({ ships }: TableDescription) => new Set(ships.map(({ base, profile }) => `${base} ${profile.tileHalfWidthMm}`)).size;
  assert.equal(cuts(own), own.ships.length);
  assert.equal(cuts(alike), new Set(alike.ships.map(({ base }) => base)).size);
});
