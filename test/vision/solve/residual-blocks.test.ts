import assert from 'node:assert/strict';
import test from 'node:test';
import { BASE_SIZES } from '../../../src/pieces/base-size.js';
import { MAT_MM, TILE_TOP_MM } from '../../../src/pieces/dimensions.js';
import { BASE_KEYPOINTS, KEYPOINT_NAMES, MIRRORED } from '../../../src/vision/solve/base-keypoints.js';
import { paramsFromCamera } from '../../../src/vision/solve/camera-params.js';
import type { Block } from '../../../src/vision/solve/least-squares.js';
import { matSides, nearestSide, outsideMm } from '../../../src/vision/solve/mat-sides.js';
import { soldMat } from '../../../src/vision/solve/observations.js';
import {
  BOARD,
  baseBlocks,
  baseEdgeBlocks,
  boardBlocks,
  borderBlocks,
  cornerBlocks,
  EDGE_OFFSET,
  FIRST_BASE,
  lengthBlocks,
  MAT_DEPTH,
  MAT_WIDTH,
  matBlocks,
  matInformation,
  matSizeBlock,
  PER_BASE,
  PIVOT,
  PLASTIC,
  squareBlock,
  TILE_NARROW,
  TILE_TOP,
  TILE_TRIM,
} from '../../../src/vision/solve/residual-blocks.js';
import { secondCamera } from '../../geometry/second-camera.js';
import { seeded } from '../../judge/tables.js';
import { cameraAt } from '../made-up-table.js';

const CAMERA = cameraAt(60, 1500, -0.05, 0.01);
const BASES = BASE_SIZES.map((base, i) => ({ base, pose: { x: 250 + 200 * i, y: 300 + 120 * i, headingRad: 0.4 + i } }));

/** Parameters of a table that is not quite as it is sold: every one of them counts. */
function paramsOf(): Float64Array {
  const p = new Float64Array(FIRST_BASE + PER_BASE * BASES.length);
  paramsFromCamera(CAMERA, PIVOT, p);
  p.set([911, 917, 4.7, 5.1, 5.6, 0.3, 0.2, 0.006], MAT_WIDTH);
  p.set([1.1, -0.7, 0.9, 1.6], EDGE_OFFSET);
  p.set([420, 200, 0.3], BOARD);
  BASES.forEach(({ pose: { x, y, headingRad } }, i) => {
    p.set([x, y, headingRad, 0.2, -0.1, 0.01], FIRST_BASE + PER_BASE * i);
  });
  return p;
}

const see = (x: number, y: number, z: number) => {
  const [u, v] = secondCamera(CAMERA, [x, y, z]);
  return { u, v };
};
const off = ({ u, v }: { u: number; v: number }, du: number, dv: number, sigmaPx: number) => ({ u: u + du, v: v + dv, sigmaPx });
/** A point of a piece on the table, its heading clockwise. */
const placed = ({ x, y, headingRad: h }: { x: number; y: number; headingRad: number }, px: number, py: number) => ({
  x: x + Math.cos(h) * px + Math.sin(h) * py,
  y: y - Math.sin(h) * px + Math.cos(h) * py,
});

function valuesOf(block: Block, p: Float64Array): number[] {
  const out = new Float64Array(20).fill(Number.NaN);
  block.residuals(p, out);
  assert.equal(
    out.findIndex((value) => Number.isNaN(value)),
    block.count,
    'a block writes as many residuals as it says',
  );
  return [...out.subarray(0, block.count)];
}

const near = (found: readonly number[], expected: readonly number[], what: string) => {
  assert.equal(found.length, expected.length, what);
  found.forEach((value, i) => {
    assert.ok(Math.abs(value - expected[i]!) < 1e-5, `${what}: ${value}, expected ${expected[i]}`);
  });
};

/** Where keypoint `k` of base `i` is on the table, with the parameters above: tile trimmed, shifted and turned, plastic a little too large. */
function keypointAt(i: number, k: number) {
  const { base, pose } = BASES[i]!;
  const { x, y, z, onTile } = BASE_KEYPOINTS[base][k]!;
  const tile = placed({ x: 0.2, y: -0.1, headingRad: 0.01 }, x - Math.sign(x) * 0.2, y - Math.sign(y) * 0.3);
  const local = onTile ? tile : { x, y };
  return { ...placed(pose, 1.006 * local.x, 1.006 * local.y), z: onTile ? [4.7, 5.1, 5.6][i]! : z };
}

test('the marks of a base are off by what they lie beside where a second camera sees that point, in sigmas', () => {
  const p = paramsOf();
  BASES.forEach(({ base, pose }, i) => {
    const marks = KEYPOINT_NAMES.map((_, k) => {
      const { x, y, z } = keypointAt(i, k);
      return k === 5 ? undefined : off(see(x, y, z), 0.8, -0.6, 0.4);
    });
    const blocks = baseBlocks({ base, start: pose, marks }, i);
    assert.equal(blocks.length, KEYPOINT_NAMES.length - 1);
    for (const block of blocks) near(valuesOf(block, p), [-2, 1.5], `${base}`);
  });
});

test('a place on a side is off by its distance from that side in the picture, in sigmas, to one side positive', () => {
  const p = paramsOf();
  BASES.forEach(({ base, pose }, i) => {
    const half = { small: 20, medium: 30, large: 40 }[base];
    const start = placed(pose, 1.006 * half, 1.006 * -5);
    const end = placed(pose, 1.006 * half, 1.006 * -4.9);
    const [a, b] = [see(start.x, start.y, 0), see(end.x, end.y, 0)];
    const long = Math.hypot(b.u - a.u, b.v - a.v);
    // Square to the side, with the picture’s y downward: along turned by a quarter from u to v.
    const [nu, nv] = [-(b.v - a.v) / long, (b.u - a.u) / long];
    const edges = [1.5, -0.5].map((px) => ({
      onTile: false,
      local: { x: half, y: -5 },
      along: { x: 0, y: 1 },
      mark: off(a, px * nu + 3 * nv, px * nv - 3 * nu, 0.5),
    }));
    const [one, two] = baseEdgeBlocks({ base, start: pose, marks: [], edges }, i).map((block) => valuesOf(block, p)[0]!);
    // Over the 3 px along, the lens bends the side a little.
    assert.ok(Math.abs(one! - 3) < 0.01 && Math.abs(two! + 1) < 0.01, `${base}: ${one}, ${two}`);
  });
});

test('the corners of board and mat are off by what they lie beside the place, in sigmas; an edge seen outside leaves the corner where it is', () => {
  const p = paramsOf();
  const at = placed({ x: 420, y: 200, headingRad: 0.3 }, 90, -40);
  const board = {
    start: { x: 0, y: 0, headingRad: 0 },
    isFrame: false,
    corners: [{ at: { x: 90, y: -40 }, mark: off(see(at.x, at.y, 0), 1, 2, 0.5) }],
  };
  near(valuesOf(boardBlocks(board)[0]!, p), [-2, -4], 'board');
  const corners = [
    [0, 0],
    [911, 0],
    [911, 917],
    [0, 917],
  ] as const;
  const marks = corners.map(([x, y]) => off(see(x, y, 0), -0.6, 0.9, 0.3));
  const all = cornerBlocks(marks);
  assert.equal(all.length, 4);
  for (const block of all) near(valuesOf(block, p), [2, -3], 'corner');
  assert.equal(cornerBlocks([undefined, marks[1], undefined, undefined]).length, 1);
  near(valuesOf(cornerBlocks([undefined, marks[1], undefined, undefined])[0]!, p), [2, -3], 'the one corner in view');
});

test('a border mark is off by its distance from the edge of its side, as far outside as that edge is seen', () => {
  const p = paramsOf();
  const sides = [
    { from: [300, -1.1], to: [301, -1.1] },
    { from: [911 - 0.7, 300], to: [911 - 0.7, 301] },
    { from: [300, 917 + 0.9], to: [301, 917 + 0.9] },
    { from: [-1.6, 300], to: [-1.6, 301] },
  ] as const;
  sides.forEach(({ from, to }, side) => {
    const [a, b] = [see(from[0], from[1], 0), see(to[0], to[1], 0)];
    const long = Math.hypot(b.u - a.u, b.v - a.v);
    const mark = off(a, (-1.2 * (b.v - a.v)) / long, (1.2 * (b.u - a.u)) / long, 0.6);
    const [block] = borderBlocks([mark], CAMERA, 911, 917);
    const [value] = valuesOf(block!, p);
    assert.ok(Math.abs(value! - 2) < 0.02, `side ${side}: ${value}`);
  });
});

test('a known length is off by what its ends lie too far apart on the table, in sigmas, and by nothing where an end shows no table', () => {
  const p = paramsOf();
  const length = (from: { u: number; v: number }, to: { u: number; v: number }) =>
    valuesOf(lengthBlocks([{ from, to, zMm: 2, lengthMm: 100, sigmaMm: 0.5 }], CAMERA)[0]!, p);
  near(length(see(300, 300, 2), see(300, 401, 2)), [2], 'one millimetre too long');
  near(length(see(300, 300, 2), see(397, 300, 2)), [-6], 'three too short');
  const flat = cameraAt(5, 1500);
  const level = new Float64Array(p);
  paramsFromCamera(flat, PIVOT, level);
  // Above the horizon.
  const out = new Float64Array(1).fill(Number.NaN);
  lengthBlocks([{ from: { u: 900, v: 10 }, to: { u: 900, v: 700 }, zMm: 0, lengthMm: 100, sigmaMm: 0.5 }], flat)[0]!.residuals(level, out);
  assert.equal(out[0], 0);
});

test('what is known of the mat’s size pulls either side by its sigma, as residuals and as an information matrix alike', () => {
  const p = paramsOf();
  near(valuesOf(matSizeBlock({ widthMm: 912, depthMm: 914, sigmaMm: 0.5 }), p), [-2, 6], 'as hinted');
  near(valuesOf(squareBlock, p), [(911 - 917) / 6], 'square');
  assert.equal(matBlocks({ widthMm: 912, depthMm: 914, sigmaMm: 0.5 }).length, 1);
  for (const mat of [soldMat(MAT_MM), { widthMm: 912, depthMm: 914, sigmaMm: 0.5 }]) {
    const { matrix, vector } = matInformation(mat);
    const blocks = matBlocks(mat);
    const squares = (w: number, d: number) => {
      const at = new Float64Array(p);
      at.set([w, d], MAT_WIDTH);
      return blocks.reduce((sum, block) => sum + valuesOf(block, at).reduce((part, value) => part + value * value, 0), 0);
    };
    // A quadratic form is known by its second differences and its slope at 0.
    const ww = (squares(1, 0) - 2 * squares(0, 0) + squares(-1, 0)) / 2;
    const dd = (squares(0, 1) - 2 * squares(0, 0) + squares(0, -1)) / 2;
    const wd = (squares(1, 1) - squares(1, -1) - squares(-1, 1) + squares(-1, -1)) / 8;
    [ww, wd, wd, dd].forEach((value, i) => {
      assert.ok(Math.abs(value - matrix[i]!) < 1e-6, `${i}: ${value}, expected ${matrix[i]}`);
    });
    const slope = [(squares(1, 0) - squares(-1, 0)) / -4, (squares(0, 1) - squares(0, -1)) / -4];
    slope.forEach((value, i) => {
      assert.ok(Math.abs(value - vector[i]!) < 1e-6, `${value}, expected ${vector[i]}`);
    });
  }
  near(valuesOf(matBlocks(soldMat(903))[0]!, p).slice(0, 1), [(911 - 903) / 3.5], 'as sold');
});

/** Steps large enough to be seen in every residual. */
const stepOf = (index: number) => (index < 3 ? 1e-3 : index >= 5 && index < 8 ? 1e-4 : 1e-2);

test('a block names every unknown that its residuals depend on, and none that they do not', () => {
  const p = paramsOf();
  const mark = { u: 900, v: 500, sigmaPx: 0.5 };
  const lot = seeded(1);
  const ends = [0, 1].map(() => ({ u: 700 + 300 * lot(), v: 400 + 200 * lot() }));
  const blocks: readonly (readonly [string, Block])[] = [
    ...BASES.flatMap(({ base, pose }, i) => [
      ...baseBlocks({ base, start: pose, marks: KEYPOINT_NAMES.map((_, k) => (k < 8 ? mark : undefined)) }, i).map(
        (block) => [`marks of ${base}`, block] as const,
      ),
      ...[false, true].map((onTile) => {
        const edge = { onTile, local: { x: 17, y: -5 }, along: { x: 0, y: 1 }, mark };
        return [`edges of ${base}`, baseEdgeBlocks({ base, start: pose, marks: [], edges: [edge] }, i)[0]!] as const;
      }),
    ]),
    ...boardBlocks({ start: { x: 0, y: 0, headingRad: 0 }, isFrame: false, corners: [{ at: { x: 90, y: 40 }, mark }] }).map(
      (block) => ['board', block] as const,
    ),
    ...lengthBlocks([{ from: ends[0]!, to: ends[1]!, zMm: 2, lengthMm: 100, sigmaMm: 1 }], CAMERA).map(
      (block) => ['length', block] as const,
    ),
    ...([see(300, 2, 0), see(909, 300, 0), see(300, 915, 0), see(2, 300, 0)] as const).map(
      (at, side) => [`border ${side}`, borderBlocks([off(at, 0.3, 0.4, 0.5)], CAMERA, 911, 917)[0]!] as const,
    ),
    ['mat', matSizeBlock({ widthMm: 900, depthMm: 900, sigmaMm: 1 })],
    ['square', squareBlock],
  ];
  for (const [name, block] of blocks) {
    const before = valuesOf(block, p);
    const depends = [...p.keys()].filter((index) => {
      const moved = new Float64Array(p);
      moved[index]! += stepOf(index);
      return valuesOf(block, moved).some((value, i) => Math.abs(value - before[i]!) > 1e-12);
    });
    const missing = depends.filter((index) => !block.indices.includes(index));
    assert.deepEqual(missing, [], `${name} depends on what it does not name`);
    const idle = block.indices.filter((index) => !depends.includes(index));
    // A camera that is not rolled sees the same length wherever it stands along its own x axis.
    if (name === 'length') continue;
    // The middle of a tile’s side is not trimmed along it; nothing else is idle.
    assert.ok(
      idle.every((index) => index === TILE_TRIM || index === TILE_NARROW),
      `${name} names ${idle} in vain`,
    );
    assert.equal(new Set(block.indices).size, block.indices.length, name);
  }
  const corner = cornerBlocks([mark, mark, mark, mark]);
  for (const block of corner) assert.ok([MAT_WIDTH, MAT_DEPTH].every((index) => block.indices.includes(index)));
  assert.ok(TILE_TOP < TILE_TRIM && TILE_NARROW < PLASTIC && TILE_TOP_MM > 0);
});

test('mirrored, each keypoint of a base lies where its partner does', () => {
  for (const base of BASE_SIZES) {
    BASE_KEYPOINTS[base].forEach(({ x, y, z }, k) => {
      const other = BASE_KEYPOINTS[base][MIRRORED[k]!]!;
      assert.ok(Math.abs(other.x + x) < 1e-12 && other.y === y && other.z === z, `${base}: ${KEYPOINT_NAMES[k]}`);
    });
  }
});

test('a point is outside of a side by its distance from that side’s line, along the way out, and belongs to the nearest line', () => {
  const mat = { widthMm: 900, depthMm: 930 };
  const sides = matSides(900, 930);
  const random = seeded(2);
  for (let k = 0; k < 200; k++) {
    const at = { x: 1100 * random() - 100, y: 1100 * random() - 100 };
    const away = sides.map(({ from, out }) => (at.x - from.x) * out.x + (at.y - from.y) * out.y);
    sides.forEach((_, side) => {
      assert.ok(Math.abs(outsideMm(at, side, mat) - away[side]!) < 1e-9);
    });
    const least = Math.min(...away.map(Math.abs));
    assert.ok(Math.abs(Math.abs(away[nearestSide(at, mat)]!) - least) < 1e-9);
  }
  sides.forEach(({ from, along, out, longMm }, side) => {
    // Counter-clockwise: the way along, turned to the right, leads out; each side ends where the next begins.
    assert.deepEqual([out.x + 0, out.y + 0], [along.y + 0, -along.x + 0]);
    const next = sides[(side + 1) % 4]!;
    assert.deepEqual([from.x + along.x * longMm + 0, from.y + along.y * longMm + 0], [next.from.x, next.from.y]);
  });
});
