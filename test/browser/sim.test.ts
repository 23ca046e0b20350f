import { type Camera, pixelFromTable } from '../../src/geometry/camera.js';
import type { Point3 } from '../../src/geometry/point.js';
import { describeTable } from '../../src/sim/describe-table.js';
import { createSimulatedTable } from '../../src/sim/simulated-table.js';
import type { StageQuality } from '../../src/sim/stage.js';
import type { TableDescription } from '../../src/sim/table-description.js';
import { equal, ok } from './app-assert.js';

/** Finer than usual: four samples to a pixel would move a small mark's centre by 0.05 px and hide an offset of that size. */
const FINE: StageQuality = { matPx: 128, tilePxPerMm: 2, shadowPx: 256, scale: 2 };
const SMALL: StageQuality = { matPx: 128, tilePxPerMm: 2, shadowPx: 256, scale: 1 };
const SIZE = { widthPx: 640, heightPx: 360 };

/** A dark, empty table seen through a given lens without noise: nothing shines but the marks. */
function darkTable(seed: number, distortion: Camera['distortion'], marks: readonly Point3[]): TableDescription {
  const table = describeTable(seed, { split: 'train', ...SIZE, framing: 'whole', elevationDeg: [40, 80] });
  return {
    ...table,
    camera: { ...table.camera, distortion },
    ships: [],
    obstacles: [],
    clutter: [],
    marks,
    room: { ...table.room, sky: [0, 0, 0], ground: [0, 0, 0], environmentStrength: 0, surfaceGloss: 0, floor: [0, 0, 0], lamps: [] },
    mat: { ...table.mat, gloss: 0, edge: [0, 0, 0] },
    picture: { ...plainPicture(table), exposure: 0.3 },
  };
}

function plainPicture({ picture }: TableDescription): TableDescription['picture'] {
  const still = { motionPx: { du: 0, dv: 0 }, blurPx: 0.8, sharpen: 0, fringePx: 0 };
  return { ...picture, ...still, shotNoise: 0, readNoise: 0, haze: 0, vignette: 0, contrast: 1, saturation: 1, balance: [1, 1, 1] };
}

function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
  copy.drawImage(canvas, 0, 0);
  return copy.getImageData(0, 0, canvas.width, canvas.height).data;
}

/** The centre of light around a place, in pixels whose centres are whole numbers; undefined in the dark. */
function centroid(data: Uint8ClampedArray, width: number, height: number, u: number, v: number): { u: number; v: number } | undefined {
  const reach = 9;
  const [u0, v0] = [Math.round(u), Math.round(v)];
  if (u0 < reach || v0 < reach || u0 >= width - reach || v0 >= height - reach) return undefined;
  let [sum, su, sv] = [0, 0, 0];
  for (let y = v0 - reach; y <= v0 + reach; y++) {
    for (let x = u0 - reach; x <= u0 + reach; x++) {
      const light = Math.max(0, data[4 * (y * width + x) + 1]! / 255 - 0.08) ** 2.3;
      sum += light;
      su += light * x;
      sv += light * y;
    }
  }
  return sum < 0.3 ? undefined : { u: su / sum, v: sv / sum };
}

const LENSES: readonly (readonly [string, Camera['distortion']])[] = [
  ['a plain lens', [0, 0, 0, 0, 0]],
  ['a barrel lens', [-0.14, 0.03, 0.0009, -0.0007, 0]],
  ['a pincushion lens', [0.09, -0.01, -0.0008, 0.0006, 0]],
];

suite('simulated table', () => {
  for (const [name, distortion] of LENSES) {
    test(`through ${name} every mark is drawn within 0.1 px of where the camera model puts it`, () => {
      const marks: Point3[] = [];
      for (let x = 60; x < 900; x += 156) for (let y = 60; y < 900; y += 156) marks.push({ x, y, z: (x + 2 * y) % 7 === 0 ? 70 : 12 });
      const canvas = document.createElement('canvas');
      const description = darkTable(5, distortion, marks);
      const table = createSimulatedTable(canvas, description, FINE);
      table.render();
      const data = pixelsOf(canvas);
      table.dispose();
      const errors: { u: number; v: number }[] = [];
      for (const mark of marks) {
        const expected = pixelFromTable(description.camera, mark)!;
        const got = centroid(data, SIZE.widthPx, SIZE.heightPx, expected.u, expected.v);
        if (got === undefined) continue;
        errors.push({ u: got.u - expected.u, v: got.v - expected.v });
      }
      const worstPx = Math.max(...errors.map((error) => Math.hypot(error.u, error.v)));
      const mean = (axis: 'u' | 'v') => errors.reduce((sum, error) => sum + error[axis], 0) / errors.length;
      ok(errors.length >= 24, `got ${errors.length} marks in view, expected at least 24 of ${marks.length}`);
      ok(worstPx < 0.1, `got a mark ${worstPx.toFixed(3)} px off, expected less than 0.1`);
      ok(Math.hypot(mean('u'), mean('v')) < 0.02, `got ${mean('u').toFixed(3)}, ${mean('v').toFixed(3)} px off on average, expected none`);
    });
  }

  test('the share of a base that is seen falls to nothing when the base leaves the picture', () => {
    const description = describeTable(3, { split: 'train', ...SIZE, framing: 'whole', elevationDeg: [60, 60] });
    const ship = { ...description.ships[0]!, x: 457, y: 457, pegHeightMm: 0 };
    const { miniature: _mini, turret: _turret, ...bare } = ship;
    const canvas = document.createElement('canvas');
    const table = createSimulatedTable(canvas, { ...description, ships: [bare], obstacles: [], clutter: [] }, SMALL);
    const alone = table.truth().ships[0]!.visibleFraction;
    table.moveShip(bare.id, { x: 457, y: -2000, headingDeg: 0 });
    const gone = table.truth().ships[0]!.visibleFraction;
    table.dispose();
    ok(alone > 0.93, `got ${alone} of a lone base seen, expected nearly all`);
    equal(gone, 0, 'share of a base behind the picture');
  });

  test('a moved ship is moved in the truth and in the picture', () => {
    const description = describeTable(11, { split: 'train', ...SIZE, framing: 'whole', elevationDeg: [70, 70] });
    const canvas = document.createElement('canvas');
    const table = createSimulatedTable(canvas, { ...description, picture: plainPicture(description) }, SMALL);
    table.render();
    const before = pixelsOf(canvas);
    const id = description.ships[0]!.id;
    table.moveShip(id, { x: 111, y: 222, headingDeg: 33 });
    table.render();
    const after = pixelsOf(canvas);
    const moved = table.truth('a.jpg').ships.find((ship) => ship.id === id)!;
    table.dispose();
    equal([moved.xMm, moved.yMm, moved.headingDeg], [111, 222, 33], 'pose in the truth');
    const changed = before.reduce((count, value, i) => count + (Math.abs(value - after[i]!) > 12 ? 1 : 0), 0);
    ok(changed > 50, `got ${changed} changed samples, expected the ship to have left its place`);
  });
});
