import assert from 'node:assert/strict';
import test from 'node:test';
import { withinBars } from '../../src/geometry/bars.js';
import { seeded } from '../judge/tables.js';

type Rgb = readonly [number, number, number];

/** A picture of noise, with bars of one colour around a part of it and things that lie in them. */
function drawn(widthPx: number, heightPx: number, colorAt: (x: number, y: number) => Rgb | undefined) {
  const random = seeded(5);
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx).fill(255);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++)
      rgba.set(colorAt(x, y) ?? [random() * 255, random() * 255, 90 + random() * 60], 4 * (y * widthPx + x));
  return { widthPx, heightPx, rgba };
}

const BLACK: Rgb = [0, 0, 0];

test('bars above and below, beside, and all around leave the picture within them', () => {
  for (const [top, bottom, left, right] of [
    [80, 95, 0, 0],
    [0, 0, 40, 40],
    [60, 70, 30, 30],
  ] as const) {
    const picture = drawn(300, 400, (x, y) => (y < top || y >= 400 - bottom || x < left || x >= 300 - right ? BLACK : undefined));
    assert.deepEqual(withinBars(picture), { left, top, widthPx: 300 - left - right, heightPx: 400 - top - bottom });
  }
});

test('a clock, buttons and a title in a bar are of the bar', () => {
  const picture = drawn(300, 500, (x, y) => {
    if (y >= 120 && y < 360) return undefined;
    const isThing = (y > 5 && y < 20 && x > 20 && x < 60) || (y > 400 && y < 440 && x % 60 < 20);
    return isThing ? [250, 250, 250] : BLACK;
  });
  assert.deepEqual(withinBars(picture), { left: 0, top: 120, widthPx: 300, heightPx: 240 });
});

test('a picture without bars, with one on one side only, or with a dark surround that ends aslant or is no single colour has none', () => {
  const random = seeded(8);
  for (const colorAt of [
    () => undefined,
    (_: number, y: number) => (y < 80 ? BLACK : undefined),
    (x: number, y: number) => (y < 80 + x / 10 || y > 330 - x / 10 ? BLACK : undefined),
    (_: number, y: number): Rgb | undefined => (y < 80 || y > 320 ? [random() * 24, random() * 24, random() * 24] : undefined),
    (_: number, y: number): Rgb | undefined => (y < 80 || y > 320 ? [y / 8, y / 8, y / 8] : undefined),
  ])
    assert.equal(withinBars(drawn(300, 400, colorAt)), undefined, colorAt.toString());
});
