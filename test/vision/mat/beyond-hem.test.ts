import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import { edgesBeyondHem } from '../../../src/vision/mat/edges/hem-correction.js';
import type { EdgeReading } from '../../../src/vision/mat/edges/measure-edges.js';
import { edgeOutsideMm } from '../../../src/vision/mat/edges/measure-edges.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { matSides, nearestSide, outsideMm, SIDES } from '../../../src/vision/solve/mat-sides.js';
import { OVERHEAD as camera, normals } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

const SIDE_MM = 914;
const mat = { camera, widthMm: SIDE_MM, depthMm: SIDE_MM };
const HEM_MM = 4.5;
/** Grey levels. */
const [PRINT, HEM, TABLE] = [190, 60, 80];

/** Light at a distance outside of a side, mm, as bands of one light each, blurred by the camera as edges are: `from` the inside out. */
type Bands = readonly { readonly fromMm: number; readonly light: number }[];

function lightAt(bands: Bands, outside: number): number {
  return bands.reduce(
    (light, { fromMm, light: next }) => light + (next - light) / (1 + Math.exp((fromMm - outside) / 0.35)),
    bands[0]!.light,
  );
}

/** The side that each pixel is nearest to, and how far outside of it, mm: the same in all drawings. */
const PLACES = Array.from({ length: camera.widthPx * camera.heightPx }, (_, at) => {
  const place = tableFromPixel(camera, { u: at % camera.widthPx, v: Math.floor(at / camera.widthPx) })!;
  const side = nearestSide(place, mat);
  return { side, outside: outsideMm(place, side, mat) };
});

/** The edges of a mat that lies as drawn, read `readMm` outside of its sides, after what was seen of hems; mm outside of each side, and hem that is left open. */
function beyond(bandsOf: (side: number) => Bands, readMm: readonly number[]): { readonly atMm: number[]; readonly hemMm: number } {
  const noise = normals(3);
  const data = new Uint8Array(4 * PLACES.length).fill(255);
  const bands = SIDES.map(bandsOf);
  for (const [at, { side, outside }] of PLACES.entries()) {
    data.fill(Math.max(0, Math.min(255, lightAt(bands[side]!, outside) + 2 * noise())), 4 * at, 4 * at + 3);
  }
  const edges = matSides(SIDE_MM, SIDE_MM).flatMap(({ from, along, out, longMm }, side) =>
    Array.from({ length: 50 }, (_, i): EdgeReading => {
      const [s, o] = [32 + (i * (longMm - 64)) / 49, readMm[side]!];
      const at = { x: from.x + s * along.x + o * out.x, y: from.y + s * along.y + o * out.y, z: 0 };
      return { side, mark: { ...pixelFromTable(camera, at)!, sigmaPx: 0.3 } };
    }),
  );
  const rgba = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, data as unknown as number[]);
  try {
    const moved = edgesBeyondHem(cv, rgba, mat, edges);
    assert.equal(moved.length, edges.length);
    return {
      atMm: SIDES.map((side) => {
        const places = moved.filter((edge) => edge.side === side).map((edge) => edgeOutsideMm(edge, mat)!);
        return places.sort((a, b) => a - b)[places.length >> 1]!;
      }),
      hemMm: Math.max(...moved.map(({ mark }) => mark!.hemMm ?? 0)),
    };
  } finally {
    rgba.delete();
  }
}

const PLAIN: Bands = [
  { fromMm: -50, light: PRINT },
  { fromMm: 0, light: TABLE },
];
const hemmed = (beyondHem: number): Bands => [
  { fromMm: -50, light: PRINT },
  { fromMm: -HEM_MM, light: HEM },
  { fromMm: 0, light: beyondHem },
];

function assertAt(atMm: readonly number[], expectedMm: readonly number[], withinMm: number): void {
  atMm.forEach((at, side) => {
    assert.ok(Math.abs(at - expectedMm[side]!) < withinMm, `side ${side} at ${at} mm, expected ${expectedMm[side]}`);
  });
}

test('a border that was read at the seam of a dark hem on a dark table is moved to where the mat ends', () => {
  const { atMm, hemMm } = beyond(() => hemmed(TABLE), [-HEM_MM, -HEM_MM, -HEM_MM, -HEM_MM]);
  assertAt(atMm, [0, 0, 0, 0], 0.4);
  assert.equal(hemMm, 0);
});

/** A mat with a line of 2 mm printed within its border, read in the middle of it. */
const LINE_MM = -5.4;
const lined: Bands = [PLAIN[0]!, { fromMm: LINE_MM - 1, light: 90 }, { fromMm: LINE_MM + 1, light: PRINT }, { fromMm: 0, light: TABLE }];

test('a border that was read at a line that is printed along it, on three sides or on all, is moved to where the mat ends', () => {
  for (const read of [
    [LINE_MM, LINE_MM, 0, LINE_MM],
    [LINE_MM, LINE_MM, LINE_MM, LINE_MM],
  ]) {
    const { atMm, hemMm } = beyond(() => lined, read);
    assertAt(atMm, [0, 0, 0, 0], 0.4);
    assert.equal(hemMm, 0);
  }
});

test('a border that was read where the mat ends stays, whatever line is printed along it', () => {
  const read = [0.1, -0.1, 0.2, 0];
  assertAt(beyond(() => lined, read).atMm, read, 1e-6);
});

test('a border with a shadow on both sides of it, and a line on the table, is no printed line: it stays', () => {
  const shaded: Bands = [
    PLAIN[0]!,
    { fromMm: -1.9, light: PRINT - 30 },
    { fromMm: 0, light: TABLE - 70 },
    { fromMm: 2, light: TABLE },
    { fromMm: 6.9, light: TABLE + 60 },
  ];
  for (const readMm of [0, 0.9]) {
    const read = [readMm, readMm, readMm, readMm];
    for (const isShaded of [() => true, (side: number) => side === 3]) {
      const { atMm, hemMm } = beyond((side) => (isShaded(side) ? shaded : PLAIN), read);
      assertAt(atMm, read, 1e-6);
      assert.equal(hemMm, 0);
    }
  }
});

test('a side between whose hem and table no line is seen ends a hem’s width beyond its seam, as the other sides do', () => {
  const { atMm } = beyond((side) => hemmed(side === 2 ? HEM : TABLE), [0, -HEM_MM, -HEM_MM, -HEM_MM / 2]);
  assertAt(atMm, [0, 0, 0, 0], 0.4);
});

test('a border that was read at the outer line of a hem stays as it was read', () => {
  const read = [0.1, -0.1, 0.2, 0];
  assertAt(beyond(() => hemmed(TABLE), read).atMm, read, 1e-6);
});

test('a mat without a hem stays as it was read, also where it throws a shadow as wide as a hem along two sides that meet', () => {
  const read = [0.1, -0.1, 0.2, 0];
  const shaded: Bands = [PLAIN[0]!, { fromMm: 0, light: TABLE - 15 }, { fromMm: 4, light: TABLE }];
  for (const bandsOf of [() => PLAIN, (side: number) => (side < 2 ? shaded : PLAIN)]) {
    const { atMm, hemMm } = beyond(bandsOf, read);
    assertAt(atMm, read, 1e-6);
    assert.equal(hemMm, 0);
  }
});

test('the overshoot of a camera that sharpens is no hem', () => {
  const read = [0.1, -0.1, 0.2, 0];
  const sharpened: Bands = [
    PLAIN[0]!,
    { fromMm: -2.6, light: PRINT + 12 },
    { fromMm: 0, light: TABLE - 12 },
    { fromMm: 3.1, light: TABLE },
  ];
  const { atMm, hemMm } = beyond(() => sharpened, read);
  assertAt(atMm, read, 1e-6);
  assert.equal(hemMm, 0);
});

test('where one side alone shows what may be a hem, the border stays and says how wide it may be', () => {
  const read = [-HEM_MM, -HEM_MM, -HEM_MM, -HEM_MM];
  const { atMm, hemMm } = beyond((side) => hemmed(side === 0 ? TABLE + 40 : HEM), read);
  assertAt(atMm, read, 1e-6);
  assert.ok(Math.abs(hemMm - HEM_MM) < 0.4, `${hemMm}`);
});

/** A mat with a line printed within its border as wide as hems are, which ends `endsMm` inside of the mat's edge. */
const broadlyLined = (endsMm: number): Bands => [
  PLAIN[0]!,
  { fromMm: -endsMm - 3.4, light: 90 },
  { fromMm: -endsMm, light: PRINT },
  { fromMm: 0, light: TABLE },
];

test('a border that was read anywhere within a broad printed line is moved to where the mat ends, though the line is as wide on all sides as a hem', () => {
  const { atMm } = beyond(() => broadlyLined(5), [-6.7, -5.6, -6.7, -7.2]);
  assertAt(atMm, [0, 0, 0, 0], 0.4);
});

test('a mat without a hem stays as it was read, also where faint shadows end as far beyond two opposite sides as hems are wide', () => {
  const read = [0.1, -0.1, 0.2, 0];
  const shaded: Bands = [PLAIN[0]!, { fromMm: 0, light: TABLE - 8 }, { fromMm: 4, light: TABLE }];
  const { atMm, hemMm } = beyond((side) => (side % 2 === 0 ? shaded : PLAIN), read);
  assertAt(atMm, read, 1e-6);
  assert.equal(hemMm, 0);
});
