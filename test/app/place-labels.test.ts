import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Box, type LabelToPlace, type PlacedLabel, placeLabels, type Side } from '../../src/app/drawing/place-labels.js';

const AREA = { left: 0, top: 0, right: 600, bottom: 400 };
const SIDES: readonly Side[] = ['below', 'above', 'right', 'left'];
const HALF_PX = 15;
const NONE: ReadonlyMap<string, PlacedLabel> = new Map();

interface ShipAt {
  readonly key: string;
  readonly left: number;
  readonly top: number;
}

const at = (key: string, left: number, top: number): ShipAt => ({ key, left, top });
const label = ({ key, left, top }: ShipAt): LabelToPlace => ({
  key,
  at: { left, top },
  clearPx: HALF_PX,
  widthsPx: [60],
  heightPx: 14,
  sides: SIDES,
});
const base = ({ left, top }: ShipAt): Box => ({
  left: left - HALF_PX,
  top: top - HALF_PX,
  right: left + HALF_PX,
  bottom: top + HALF_PX,
});
const place = (ships: readonly ShipAt[], before = NONE) => placeLabels(ships.map(label), ships.map(base), AREA, before);
const sides = (ships: readonly ShipAt[], before = NONE) =>
  Object.fromEntries([...place(ships, before)].map(([key, { side }]) => [key, side]));
/** With the room that a label wants around it when it looks for a place. */
const grown = ({ left, top, right, bottom }: Box): Box => ({ left: left - 4, top: top - 4, right: right + 4, bottom: bottom + 4 });
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('a label stands below its ship, where nothing is in the way', () => {
  assert.deepEqual(place([at('a', 300, 200)]).get('a'), { side: 'below', text: 0, box: { left: 270, top: 220, right: 330, bottom: 234 } });
});

test('a label keeps off the bases of other ships: above, then right, then left', () => {
  const below = at('below', 300, 232);
  const above = at('above', 300, 168);
  assert.equal(sides([at('a', 300, 200), below]).a, 'above');
  assert.equal(sides([at('a', 300, 200), below, above]).a, 'right');
  assert.equal(sides([at('a', 300, 200), below, above, at('right', 345, 200)]).a, 'left');
});

test('a label keeps off a button that lies over the drawing, even where it then lies on a base', () => {
  const button = { left: 250, top: 215, right: 350, bottom: 400 };
  const placed = (others: readonly ShipAt[]) => {
    const ships = [at('a', 300, 200), ...others];
    return placeLabels(ships.map(label), ships.map(base), { ...AREA, covered: [button] }, NONE).get('a')!.side;
  };
  assert.equal(placed([]), 'above');
  assert.equal(placed([at('b', 300, 168), at('c', 345, 200), at('d', 255, 200)]), 'above');
});

test('a label keeps off the labels that have their place, and the first ones choose first', () => {
  const [a, b] = [at('a', 300, 200), at('b', 340, 200)];
  assert.deepEqual(sides([a, b]), { a: 'below', b: 'above' });
  assert.deepEqual(sides([b, a]), { a: 'above', b: 'below' });
});

test('with no side free a label takes the one with the fewest overlaps, of equal ones the first', () => {
  const around = [at('b', 300, 232), at('c', 300, 168), at('d', 345, 200), at('e', 255, 200)];
  assert.equal(sides([at('a', 300, 200), ...around]).a, 'below');
  assert.equal(sides([at('a', 300, 200), ...around, at('f', 320, 235)]).a, 'above');
});

test('a label lies on a base rather than on another label', () => {
  const [a, b] = [at('a', 300, 200), at('b', 340, 200)];
  const bases = [base(a), base(b), base(at('', 340, 168)), base(at('', 380, 200))];
  assert.equal(placeLabels([label(a), label(b)], bases, AREA, NONE).get('b')!.side, 'above');
});

test('a label may stand in a corner, where the text begins over the ship', () => {
  const corner = { ...label(at('a', 300, 200)), sides: ['below', 'above right'] as const };
  const { side, box } = placeLabels([corner], [base(at('b', 290, 232))], AREA, NONE).get('a')!;
  assert.deepEqual([side, box.left, box.bottom], ['above right', 300 + HALF_PX / 2, 200 - HALF_PX - 5]);
});

test('a label that would hang out of the drawing is pushed inside, and changes its side when it then lies on its ship', () => {
  assert.equal(sides([at('a', 300, 392)]).a, 'above');
  const { box } = place([at('a', 5, 200)]).get('a')!;
  assert.deepEqual([box.left, box.right], [0, 60]);
});

test('a ship that trembles does not make labels hop to and fro', () => {
  // At 34 px the label of `a` just touches the base of `b`.
  const pair = (tremblePx: number) => [at('a', 300, 200), at('b', 300, 200 + 20 + 14 + HALF_PX + tremblePx)];
  for (const start of [-1, 0, 1, 3.5, 4, 4.5]) {
    let before = place(pair(start));
    let hops = 0;
    for (const tremblePx of [0.6, -0.6, 0.5, -0.7, 0.6, -0.6, 0.7, -0.5]) {
      const now = place(pair(start + tremblePx), before);
      if (now.get('a')!.side !== before.get('a')!.side) hops += 1;
      before = now;
    }
    assert.ok(hops <= 1, `${hops} hops around ${start} px`);
  }
});

/** May show a text of 60 px, and where there is no room for it one of 20 px. */
const twoTexts = (ship: ShipAt, sidesOf: readonly Side[] = SIDES) => ({ ...label(ship), widthsPx: [60, 20], sides: sidesOf });

const texts = (placed: ReadonlyMap<string, PlacedLabel>) => Object.fromEntries([...placed].map(([key, { text }]) => [key, text]));
const below = (ships: readonly ShipAt[], before = NONE) =>
  placeLabels(
    ships.map((ship) => twoTexts(ship, ['below'])),
    ships.map(base),
    AREA,
    before,
  );

test('of two labels with room for one long text the first one shows it, and with room for both both do', () => {
  const [a, b] = [at('a', 300, 200), at('b', 341, 200)];
  assert.deepEqual(
    [texts(below([a, b])), texts(below([b, a]))],
    [
      { a: 0, b: 1 },
      { b: 0, a: 1 },
    ],
  );
  assert.deepEqual(texts(below([a, at('b', 361, 200)])), { a: 0, b: 0 });
});

test('a long text keeps off the label of a ship that comes later, and gives way where no side is free for it', () => {
  const crowd = [at('a', 300, 200), at('b', 330, 200), at('c', 360, 200)];
  const placed = placeLabels(
    crowd.map((ship) => twoTexts(ship, ['below', 'above'])),
    crowd.map(base),
    AREA,
    NONE,
  );
  const boxes = [...placed.values()].map(({ box }) => box);
  assert.equal(
    boxes.some((box, i) => boxes.some((other, k) => k !== i && overlap(box, other))),
    false,
  );
  assert.equal(placed.get('a')!.text, 0);
  const over = placeLabels([twoTexts(at('a', 300, 200), ['below'])], [base(at('', 300, 232)), base(at('', 320, 232))], AREA, NONE);
  assert.deepEqual(texts(over), { a: 0 }, 'on bases a long text can be read');
});

test('a ship that trembles does not make texts change to and fro', () => {
  for (const start of [-1, 0, 1, 3.5, 4, 4.5]) {
    let before = NONE;
    let changes = -1;
    for (const tremblePx of [0, 0.6, -0.6, 0.5, -0.7, 0.6, -0.6, 0.7, -0.5]) {
      const now = below([at('a', 300, 200), at('b', 360 + start + tremblePx, 200)], before);
      if (now.get('b')!.text !== before.get('b')?.text) changes += 1;
      before = now;
    }
    assert.ok(changes <= 1, `${changes} changes around ${start} px`);
  }
});

test('no label is left out or outside the drawing, and the first one stands where it likes best, if that is free', () => {
  const SHIPS = fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 400 })), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(SHIPS, (spots) => {
      const ships = spots.map(([left, top], i) => at(`ship-${i}`, left, top));
      const placed = place(ships);
      assert.deepEqual(
        [...placed.keys()],
        ships.map(({ key }) => key),
      );
      assert.deepEqual(place(ships), placed, 'the same again');
      for (const { box } of placed.values())
        assert.ok(box.left >= 0 && box.top >= 0 && box.right <= AREA.right && box.bottom <= AREA.bottom);
      const [first] = place([ships[0]!]).values();
      const isFree = !ships.some((ship) => overlap(grown(first!.box), base(ship)));
      if (isFree && first!.side === 'below')
        assert.deepEqual(placed.get('ship-0'), first, 'the first one stands below, where that is free');
    }),
    { numRuns: 200, seed: 20 },
  );
});
