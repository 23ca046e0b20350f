import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fitOf, inside, MAX_SCALE, placeAt, pushed, WHOLE, zoomedAt } from '../../src/app/picture/zoom.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });

test('what is under the fingers stays under them while they enlarge the picture', () => {
  fc.assert(
    fc.property(share, share, fc.double({ min: 1, max: 3, noNaN: true }), (x, y, factor) => {
      const before = zoomedAt(WHOLE, 2, { x: 0.5, y: 0.5 });
      const after = zoomedAt(before, factor, { x, y });
      const [was, is] = [placeAt(before, { x, y }), placeAt(after, { x, y })];
      assert.ok(Math.abs(was.x - is.x) < 1e-9 && Math.abs(was.y - is.y) < 1e-9);
    }),
  );
});

test('however it is enlarged and pushed, the picture fills its frame', () => {
  const step = fc.record({ factor: fc.double({ min: 0.2, max: 5, noNaN: true }), x: share, y: share });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const end = steps.reduce((zoom, { factor, x, y }) => pushed(zoomedAt(zoom, factor, { x, y }), { x: 2 * x - 1, y: 1 - 2 * y }), WHOLE);
      const [first, last] = [placeAt(end, { x: 0, y: 0 }), placeAt(end, { x: 1, y: 1 })];
      assert.ok(first.x >= -1e-12 && first.y >= -1e-12 && last.x <= 1 + 1e-12 && last.y <= 1 + 1e-12);
      assert.ok(end.scale >= 1 && end.scale <= MAX_SCALE);
    }),
  );
});

test('a push of half the frame moves a picture enlarged four times by an eighth of it', () => {
  const zoom = zoomedAt(WHOLE, 4, { x: 0.5, y: 0.5 });
  assert.equal(zoom.x - pushed(zoom, { x: 0.5, y: 0 }).x, 0.125);
});

test('in a frame of another shape a whole picture stands in the middle, and an enlarged one fills the frame where it reaches', () => {
  fc.assert(
    fc.property(
      share,
      share,
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      fc.double({ min: 1, max: 8, noNaN: true }),
      (x, y, ratio, factor) => {
        const fit = fitOf(16 / 9, ratio);
        const whole = inside(WHOLE, fit);
        const middle = placeAt(whole, { x: 0.5, y: 0.5 }, fit);
        assert.ok(Math.abs(middle.x - 0.5) < 1e-9 && Math.abs(middle.y - 0.5) < 1e-9);
        const larger = zoomedAt(whole, factor, { x, y }, fit);
        const [first, last] = [placeAt(larger, { x: 0, y: 0 }, fit), placeAt(larger, { x: 1, y: 1 }, fit)];
        for (const axis of ['x', 'y'] as const) {
          const isFilled = first[axis] >= -1e-9 && last[axis] <= 1 + 1e-9;
          const isCentred = first[axis] <= 1e-9 && last[axis] >= 1 - 1e-9 && Math.abs(first[axis] + last[axis] - 1) < 1e-9;
          assert.ok(isFilled || isCentred, `${axis} from ${first[axis]} to ${last[axis]}`);
        }
      },
    ),
  );
});
