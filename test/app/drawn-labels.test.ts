import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawOverlay, newLabelMemory } from '../../src/app/drawing/draw-overlay.js';
import { mapProjection } from '../../src/app/drawing/projection.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { compose } from '../../src/scene/draw/compose.js';
import { ship, tableOf } from '../judge/tables.js';

const NAMES = ['Luke Skywalker', 'Wedge Antilles', 'Jake Farrell', 'Han Solo', 'Norra Wexley', 'Ten Numb'];

/** Two rows of six ships that face each other, as after a set-up. */
const ROWS = [380, 520].flatMap((y, row) =>
  NAMES.map((name, i) => ship(`${row}-${i}`, 'small', 300 + i * 62, y, row * 180, { name: row ? [...name].reverse().join('') : name })),
);

/** Width and height of what it is drawn in, CSS px, and how large its letters are: a phone's map, a laptop's, a commentator's, an overlay in a corner. */
const DRAWINGS = [
  [364, 364, 1],
  [800, 800, 1],
  [632, 632, 1],
  [432, 432, 1.2],
] as const;

test('no ship’s name stands on the base of another one, as whose it would be read, even where ships stand in rows and two are measured', () => {
  const overlay = compose({ table: tableOf(ROWS) });
  for (const [width, height, textScale] of DRAWINGS) {
    const projection = mapProjection({ widthMm: 914.4, depthMm: 914.4 }, width, height, 16);
    const bases = ROWS.map(({ id, pose }) => ({
      id,
      spot: projection.spot(pose)!,
      halfPx: halfSideMm('small') * projection.scaleAt(pose),
    }));
    for (const chosen of [[], ['0-2', '1-2'], ['0-0', '1-5']]) {
      const memory = newLabelMemory();
      drawOverlay(overlay, projection, { hidden: new Set(), chosen, isOpen: false, memory, textScale });
      for (const [key, { box }] of memory.placed) {
        const under = bases.filter(
          ({ spot, halfPx }) =>
            box.left < spot.left + halfPx &&
            spot.left - halfPx < box.right &&
            box.top < spot.top + halfPx &&
            spot.top - halfPx < box.bottom,
        );
        assert.deepEqual(
          under.map(({ id }) => id),
          [],
          `${key}, ${width} px, ${chosen} chosen`,
        );
      }
    }
  }
});
