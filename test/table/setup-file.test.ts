import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCorners, wrongCorners } from '../../src/table/setup/corners.js';
import { parseMatSize } from '../../src/table/setup/mat-size.js';
import { LEARNED_PARAMETERS, type Setup } from '../../src/table/setup/setup.js';
import { parseSetup, setupFile } from '../../src/table/setup/setup-file.js';
import { english } from '../../src/texts/english.js';

const N = LEARNED_PARAMETERS.length;
const SETUP: Setup = {
  mat: { name: 'blue nebula', widthMm: 911, depthMm: 917, sigmaMm: 0.5, source: 'measured' },
  camera: {
    lens: { widthPx: 1920, heightPx: 1080, fx: 1400, fy: 1400, cx: 959, cy: 540, distortion: [-0.1, 0.02, 0, 0, 0] },
    corners: [{ u: 200, v: 900 }, { u: 1700, v: 910 }, undefined, { u: 480, v: 200 }],
    pose: { r: [1, 0, 0, 0, -1, 0, 0, 0, -1], t: [-457, 457, 1500] },
    learned: {
      values: LEARNED_PARAMETERS.map((_, i) => i),
      covariance: Array.from({ length: N * N }, (_, i) => (i % (N + 1) === 0 ? 0.01 : 0.001)),
    },
  },
  plastic: { scale: 0.988, scaleSigma: 0.002 },
  obstacles: [
    {
      id: 'rock',
      kind: 'asteroid',
      outline: [
        { x: 1, y: 1 },
        { x: 50, y: 2 },
        { x: 20, y: 60 },
      ],
      sigmaMm: 0.4,
    },
  ],
  learnedFrom: { pictures: 3, ships: 8 },
};
const written = () => JSON.parse(JSON.stringify(setupFile(SETUP)));

test('a setup is read back from its file as it was written', () => {
  assert.deepEqual(parseSetup(written()), SETUP);
});

test('a setup that only names a mat is read, unknown fields are ignored', () => {
  const mat = { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1, source: 'ruler', weave: 'fine' };
  const setup = parseSetup({ format: 'hashmark-setup', version: 1, mat, owner: 'me' });
  assert.deepEqual(setup, {
    mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1, source: 'ruler' },
    obstacles: [],
    learnedFrom: { pictures: 0, ships: 0 },
  });
});

test('a lens whose sigma is said in part is as unsure as usual in the rest', () => {
  const camera = { ...written().camera, lens: { ...written().camera.lens, sigma: { k1: 0.001 } } };
  const { focalPx, ...others } = parseSetup({ ...written(), camera }).camera!.lens.sigma!;
  // A focal length of which nothing is said is known to 0.4 %.
  assert.ok(Math.abs(focalPx - 0.004 * 1400) < 1e-9);
  assert.deepEqual(others, { k1: 0.001, k2: 0.006, centrePx: 3 });
});

for (const [what, change, message] of [
  ['another document', { format: 'hashmark-scene' }, /format: got "hashmark-scene", expected 'hashmark-setup'/],
  ['a newer version', { version: 2 }, /version: got 2, expected 1\. .*update/],
  ['no mat', { mat: undefined }, /mat/],
  [
    'a mat in centimetres',
    { mat: { ...SETUP.mat, widthMm: 91.1, depthMm: 91.7 } },
    /got 91\.1 × 91\.7 mm, expected 850 to 980.*centimetres: write 911x917/,
  ],
  ['a mat of 3 m', { mat: { ...SETUP.mat, widthMm: 3000, depthMm: 3000 } }, /got 3000 × 3000 mm, expected 850 to 980/],
  ['a mat of no sigma', { mat: { ...SETUP.mat, sigmaMm: 0 } }, /mat\.sigmaMm: got 0, expected a finite number larger than 0/],
  [
    'three corners',
    {
      camera: {
        ...written().camera,
        cornersPx: [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
      },
    },
    /cornersPx: .*at least 4 corners/,
  ],
  [
    'a lens without a focal length',
    { camera: { ...written().camera, lens: { ...written().camera.lens, fx: undefined } } },
    /camera\.lens\.fx: got nothing/,
  ],
  [
    'a covariance that was cut off',
    { camera: { ...written().camera, learned: { ...written().camera.learned, covariance: [1, 2] } } },
    /camera\.learned\.covariance: .*at least 289/,
  ],
  [
    'a covariance that is not positive definite',
    { camera: { ...written().camera, learned: { ...written().camera.learned, covariance: Array(N * N).fill(1) } } },
    /positive definite.*Leave camera\.learned out/,
  ],
  [
    'an obstacle twice',
    { obstacles: [written().obstacles[0], written().obstacles[0]] },
    /obstacles\[1\]\.id: got "rock", expected an id that is used once/,
  ],
] as const) {
  test(`a setup file with ${what} is refused with got and expected`, () => {
    assert.throws(() => parseSetup({ ...written(), ...change }), message);
  });
}

test('the size of a mat is read in millimetres and inches, with or without its standard deviation', () => {
  assert.deepEqual(parseMatSize('911x917'), { widthMm: 911, depthMm: 917, sigmaMm: 0.5 });
  assert.deepEqual(parseMatSize('911 x 917.5 ± 1.5'), { widthMm: 911, depthMm: 917.5, sigmaMm: 1.5 });
  assert.deepEqual(parseMatSize('911x917+-1'), { widthMm: 911, depthMm: 917, sigmaMm: 1 });
  const inches = parseMatSize('36x36in');
  assert.ok(Math.abs(inches.widthMm - 914.4) < 1e-9 && Math.abs(inches.depthMm - 914.4) < 1e-9);
  // A unit that is said once is that of size and standard deviation, wherever it stands.
  for (const text of ['36x36in±0.05', '36x36±0.05in', '36x36 in ± 1.27 mm']) {
    const { widthMm, sigmaMm } = parseMatSize(text);
    assert.ok(Math.abs(widthMm - 914.4) < 1e-9 && Math.abs(sigmaMm - 1.27) < 1e-9, `${text}: ${widthMm} ± ${sigmaMm} mm`);
  }
});

for (const [text, message] of [
  ['91.4x91.4', /got 91\.4 × 91\.4 mm, expected 850 to 980 mm.*centimetres: write 914x914/],
  ['36x36', /got 36 × 36 mm.*inches: write 36x36in/],
  ['3000x3000', /got 3000 × 3000 mm, expected 850 to 980 mm/],
  ['0x0', /got 0 × 0 mm/],
  ['wide', /got 'wide', expected WIDTHxDEPTH/],
  ['914', /got '914', expected WIDTHxDEPTH/],
  ['911x917±0', /standard deviation of 0 mm, expected more than 0/],
] as const) {
  test(`a mat of '${text}' is refused with what was got, expected and probably meant`, () => {
    assert.throws(() => parseMatSize(text), message);
  });
}

test('corners are read in order, - for one out of view; three of them, or letters, are refused', () => {
  assert.deepEqual(parseCorners('1,2 3.5,4 - 7,8'), [{ u: 1, v: 2 }, { u: 3.5, v: 4 }, undefined, { u: 7, v: 8 }]);
  assert.throws(() => parseCorners('1,2 3,4 5,6'), /got 3, expected four corners/);
  assert.throws(() => parseCorners('1,2 3,4 5,6 x,8'), /got 'x,8'/);
  assert.throws(() => parseCorners('1,2 3,4 5,6 7'), /got '7'/);
});

test('corners outside the picture, or crossed, are refused; those of a mat are not', () => {
  const mat = [
    { u: 200, v: 900 },
    { u: 1700, v: 910 },
    { u: 1400, v: 210 },
    { u: 480, v: 200 },
  ] as const;
  assert.equal(wrongCorners(mat, 1920, 1080), undefined);
  assert.equal(wrongCorners([...mat].reverse(), 1920, 1080), undefined);
  assert.match(english(wrongCorners(mat, 1280, 720)!), /corner 1 is at \(200, 900\) px, expected within the picture of 1280×720/);
  assert.match(english(wrongCorners([mat[0], mat[2], mat[1], mat[3]], 1920, 1080)!), /cross/);
});
