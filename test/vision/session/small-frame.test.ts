import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { smallPlane, smallRgba } from '../../../src/vision/session/small-frame.js';

/** ITU-R BT.601, by its own figures. */
const brightnessOf = ([red, green, blue]: readonly number[]) => 0.299 * red! + 0.587 * green! + 0.114 * blue!;

test('one colour all over stays as bright as it is, at any size and wherever its bytes begin', () => {
  const byte = fc.constantFrom(0, 17, 128, 254, 255);
  const side = fc.integer({ min: 1, max: 1200 });
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), side, side, fc.integer({ min: 0, max: 3 }), (colour, widthPx, heightPx, offset) => {
      const bytes = new Uint8ClampedArray(offset + 4 * widthPx * heightPx).subarray(offset);
      for (let i = 0; i < widthPx * heightPx; i++) bytes.set([...colour, 255], 4 * i);
      const { grey, columns, rows } = smallRgba(bytes, widthPx, heightPx);
      assert.equal(grey.length, columns * rows);
      assert.ok(Math.max(columns, rows) <= 240);
      for (const level of new Set(grey)) assert.ok(Math.abs(level - brightnessOf(colour)) <= 1, `${level} for ${colour}`);
    }),
    { numRuns: 60 },
  );
});

test('white stays white in the largest cells there are', () => {
  for (const sidePx of [240 * 15.99, 240 * 16, 240 * 23.9].map(Math.round)) {
    const { grey } = smallRgba(new Uint8ClampedArray(4 * sidePx * sidePx).fill(255), sidePx, sidePx);
    assert.deepEqual([...new Set(grey)], [255]);
  }
});

test('each pixel is the mean of those it covers, in a frame of all colours and in a plane of bytes', () => {
  const [widthPx, heightPx] = [960, 540];
  const rgba = Uint8ClampedArray.from({ length: 4 * widthPx * heightPx }, (_, at) => (at * 7919) % 251);
  const meanAt = (column: number, row: number, levelOf: (pixel: readonly number[]) => number) => {
    let sum = 0;
    for (let v = 4 * row; v < 4 * row + 4; v++) {
      for (let u = 4 * column; u < 4 * column + 4; u++) {
        const at = 4 * (v * widthPx + u);
        sum += levelOf([...rgba.subarray(at, at + 3)]);
      }
    }
    return sum / 16;
  };
  const small = smallRgba(rgba, widthPx, heightPx);
  const reversed = smallRgba(rgba, widthPx, heightPx, { isBlueFirst: true });
  const bytesOf = (column: number, row: number) => {
    let sum = 0;
    for (let v = 4 * row; v < 4 * row + 4; v++) for (let u = 4 * column; u < 4 * column + 4; u++) sum += rgba[v * widthPx + u]!;
    return sum / 16;
  };
  const plane = smallPlane({ bytes: rgba, offset: 0, rowBytes: widthPx }, widthPx, heightPx);
  for (const [column, row] of [
    [0, 0],
    [120, 70],
    [239, 134],
  ] as const) {
    assert.ok(Math.abs(small.grey[row * 240 + column]! - meanAt(column, row, brightnessOf)) <= 1);
    assert.ok(Math.abs(reversed.grey[row * 240 + column]! - meanAt(column, row, ([b, g, r]) => brightnessOf([r!, g!, b!]))) <= 1);
    assert.ok(Math.abs(plane.grey[row * 240 + column]! - bytesOf(column, row)) <= 0.51);
  }
});

test('each pixel of a plane made half as large is the mean of the four it covers, rounded', () => {
  const [widthPx, heightPx, rowBytes, offset] = [1280, 30, 1288, 4];
  const bytes = Uint8Array.from({ length: offset + heightPx * rowBytes }, (_, at) => (at * 7919) % 257);
  const { columns, rows, grey } = smallPlane({ bytes, offset, rowBytes }, widthPx, heightPx, 640);
  assert.deepEqual([columns, rows], [640, 15]);
  const at = (u: number, v: number) => bytes[offset + v * rowBytes + u]!;
  const expected = Uint8Array.from(grey, (_, cell) => {
    const [u, v] = [2 * (cell % 640), 2 * Math.floor(cell / 640)];
    return Math.round((at(u, v) + at(u + 1, v) + at(u, v + 1) + at(u + 1, v + 1)) / 4);
  });
  assert.deepEqual(grey, expected);
});

test('a plane is made small alike wherever it begins and however long its rows are', () => {
  const side = fc.integer({ min: 1, max: 1100 });
  fc.assert(
    fc.property(side, side, fc.nat(5), fc.nat(5), (widthPx, heightPx, offset, filling) => {
      const level = (u: number, v: number) => (u * 31 + v * 17) % 256;
      const rowBytes = widthPx + filling;
      const bytes = new Uint8Array(offset + heightPx * rowBytes - filling).fill(255);
      const tight = new Uint8Array(widthPx * heightPx);
      for (let v = 0; v < heightPx; v++) {
        for (let u = 0; u < widthPx; u++) tight[v * widthPx + u] = bytes[offset + v * rowBytes + u] = level(u, v);
      }
      const expected = smallPlane({ bytes: tight, offset: 0, rowBytes: widthPx }, widthPx, heightPx);
      assert.deepEqual(smallPlane({ bytes, offset, rowBytes }, widthPx, heightPx), expected);
      const rgba = Uint8Array.from({ length: 4 * tight.length }, (_, at) => tight[at >> 2]!);
      const { grey } = smallRgba(rgba, widthPx, heightPx);
      const difference = expected.grey.reduce((most, one, at) => Math.max(most, Math.abs(one - grey[at]!)), 0);
      assert.ok(difference <= 1, `${difference} levels between a plane and a grey frame`);
    }),
    { numRuns: 10 },
  );
});
