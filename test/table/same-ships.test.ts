import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit } from '../../src/table/edits.js';
import { movedPose, quarterMotion } from '../../src/table/moved-table.js';
import type { Ship, Table } from '../../src/table/table.js';
import { asKnown, foundShips, type SameShips, turnOfNamed, withRemoved } from '../../src/table/views/same-ships.js';
import { block, ship, sigmas, tableOf } from '../judge/tables.js';

/** Four ships of a match, one of them large. */
const KNOWN = tableOf(
  [
    ship('ship-1', 'small', 200, 150, 0, { name: 'Luke', owner: 1 }),
    ship('ship-2', 'small', 420, 180, 10, { name: 'Wedge', owner: 1 }),
    ship('ship-3', 'small', 500, 700, 180, { name: 'Fel', owner: 2 }),
    ship('ship-4', 'large', 700, 650, 190, { name: 'Dash', owner: 2 }),
  ],
  [block('obstacle-1', 300, 400, 360, 460)],
);

/** The same table as another tab numbers it, in a frame turned by quarters; `moved`: ships of the match that stand elsewhere now. */
function seen(
  order: readonly number[],
  quarters: 0 | 1 | 2 | 3 = 0,
  moved: Readonly<Record<string, Ship>> = {},
  table: Table = KNOWN,
): Table {
  const motion = quarterMotion(table, quarters);
  const ships = order.map((place, i): Ship => {
    const { name: _, owner: __, ...one } = moved[table.ships[place]!.id] ?? table.ships[place]!;
    return { ...one, id: `ship-${i + 1}`, pose: movedPose(one.pose, motion), covariance: sigmas(1, 2, 1) };
  });
  return { ...table, ships, obstacles: [] };
}

const idsOf = ({ ids }: SameShips) => Object.fromEntries([...ids].sort(([a], [b]) => a.localeCompare(b)));

test('ships that stand as they stood are found by their places, whatever their numbers and from whichever side', () => {
  for (const quarters of [0, 1, 2, 3] as const) {
    const now = seen([3, 2, 0, 1], quarters);
    const found = foundShips(KNOWN, now)!;
    assert.deepEqual(idsOf(found), { 'ship-1': 'ship-4', 'ship-2': 'ship-3', 'ship-3': 'ship-1', 'ship-4': 'ship-2' });
    assert.ok(found.isCertain);
    const { table } = asKnown(KNOWN, { table: now, edits: [] }, found);
    for (const { id, name, pose } of KNOWN.ships) {
      const there = table.ships.find((one) => one.id === id)!;
      assert.equal(there.name, name);
      assert.ok(Math.hypot(there.pose.x - pose.x, there.pose.y - pose.y) < 1e-6, `${quarters}: ${id}`);
      const isOdd = quarters % 2 === 1;
      assert.ok(Math.abs(there.covariance.xx - (isOdd ? 4 : 1)) < 1e-9, 'its error turns with it');
    }
    assert.deepEqual(table.obstacles, KNOWN.obstacles);
  }
});

test('a base of a ship that is out of the match is that ship where it still stands, from whichever side, and no other base is', () => {
  const left = { ...KNOWN, ships: KNOWN.ships.filter(({ id }) => id !== 'ship-3') };
  const [removed] = KNOWN.ships.filter(({ id }) => id === 'ship-3');
  for (const quarters of [0, 2] as const) {
    const now = seen([3, 2, 0, 1], quarters);
    const found = foundShips(left, now)!;
    assert.ok(found.isCertain);
    assert.deepEqual(idsOf(withRemoved(found, now, [removed!])), { ...idsOf(found), 'ship-2': 'ship-3' });
    assert.deepEqual(idsOf(withRemoved(found, seen([3, 0, 1], quarters), [removed!])), idsOf(found), 'it was taken off');
  }
  // What else is new gets the number of no ship that is out.
  const now = seen([3, 2, 0, 1]);
  const stranger = { ...now, ships: [...now.ships, ship('ship-5', 'small', 60, 60, 0)] };
  const few = { ...left, ships: left.ships.filter(({ id }) => id !== 'ship-4') };
  const same = withRemoved(foundShips(few, stranger)!, stranger, [{ ...removed!, id: 'ship-6' }]);
  const { table } = asKnown(few, { table: stranger, edits: [] }, same);
  assert.deepEqual(table.ships.map(({ id }) => id).sort(), ['ship-1', 'ship-2', 'ship-6', 'ship-7', 'ship-8']);
});

test('a ship elsewhere, a table that looks the same from two sides, and one without its edge leave the question to a person', () => {
  const flown = seen([3, 2, 0, 1], 0, { 'ship-2': ship('ship-2', 'small', 420, 330, 40) });
  const one = foundShips(KNOWN, flown)!;
  assert.equal(one.isCertain, false);
  assert.equal(idsOf(one)['ship-4'], 'ship-2', 'the last of its size is proposed');
  const two = foundShips(
    KNOWN,
    seen([3, 2, 0, 1], 0, { 'ship-2': ship('ship-2', 'small', 420, 330, 40), 'ship-1': ship('ship-1', 'small', 200, 300, 0) }),
  )!;
  assert.deepEqual([two.isCertain, idsOf(two)], [false, { 'ship-1': 'ship-4', 'ship-2': 'ship-3' }], 'of two that moved, none');

  const alike = tableOf([ship('ship-1', 'small', 300, 100, 0), ship('ship-2', 'small', 614.4, 814.4, 180)]);
  const both = foundShips(alike, seen([1, 0], 0, {}, alike))!;
  assert.deepEqual([both.isCertain, both.ids.size], [false, 0]);
  const marked = { ...alike, obstacles: [block('obstacle-1', 300, 400, 360, 460)] };
  const now = { ...seen([1, 0], 0, {}, alike), obstacles: [block('obstacle-9', 301, 401, 361, 461)] };
  assert.deepEqual(
    [foundShips(marked, now)!.isCertain, idsOf(foundShips(marked, now)!)],
    [true, { 'ship-1': 'ship-2', 'ship-2': 'ship-1' }],
  );

  const backwards = foundShips(KNOWN, seen([0, 1, 2, 3], 0, { 'ship-1': ship('ship-1', 'small', 200, 150, 180) }))!;
  assert.equal(backwards.isCertain, false, 'one faces the other way');
  const lone = tableOf([KNOWN.ships[0]!]);
  assert.equal(foundShips(lone, seen([0], 0, {}, lone))!.isCertain, false, 'one ship is no table');
  assert.equal(foundShips(KNOWN, { ...seen([0, 1, 2, 3]), isEdgeUnknown: true }), undefined);
});

test('that a known table has no other obstacles goes on, unless others are seen since', () => {
  const said: Table = { ...KNOWN, areObstaclesSaid: true };
  const now: Table = { ...seen([0, 1, 2, 3]), areObstaclesOpen: true };
  const same = foundShips(said, now)!;
  const goesOn = (known: Table, there: Table, edits: readonly Edit[] = []) => {
    const { table, edits: kept } = asKnown(known, { table: there, edits }, same);
    return [table.areObstaclesSaid, table.areObstaclesOpen, kept.length];
  };
  assert.deepEqual(goesOn(said, now), [true, undefined, 1]);
  assert.deepEqual(goesOn(said, now, [{ kind: 'all obstacles' }]), [true, undefined, 1], 'once');
  assert.deepEqual(goesOn(KNOWN, now), [undefined, true, 0]);
  const another = block('obstacle-1', 600, 400, 660, 460);
  assert.deepEqual(goesOn(said, { ...now, obstacles: [another] }), [undefined, true, 0], 'seen since');
  assert.deepEqual(goesOn(said, { ...now, obstacles: [{ ...another, detectionProbability: 0.2 }] }), [true, undefined, 1], 'hardly one');
});

test('what a person names is turned to where it was nearest; ships that are not seen stay hidden, and strangers get ids of their own', () => {
  const now = seen([3, 2, 1], 2, {
    'ship-2': ship('ship-2', 'small', 430, 330, 40),
    'ship-3': ship('ship-3', 'small', 500, 600, 180),
    'ship-4': ship('ship-4', 'large', 700, 500, 190),
  });
  const ids = new Map([
    ['ship-1', 'ship-4'],
    ['ship-2', 'ship-3'],
  ]);
  assert.equal(turnOfNamed(KNOWN, now, ids), 2);
  const done: readonly Edit[] = [
    { kind: 'name', shipId: 'ship-1', name: 'big one' },
    { kind: 'turn', shipId: 'ship-1', quarters: 2 },
    { kind: 'name', shipId: 'ship-3', name: 'stranger' },
    { kind: 'delete', shipId: 'ship-7' },
    { kind: 'add', shipId: 'ship-8', base: 'small', pose: { x: 100, y: 200, headingRad: 0 } },
  ];
  const { table, edits } = asKnown(KNOWN, { table: now, edits: done }, { quarters: 2, ids });
  assert.deepEqual(
    table.ships.map(({ id, name, isHidden }) => [id, name, isHidden ?? false]),
    [
      ['ship-4', 'Dash', false],
      ['ship-3', 'Fel', false],
      ['ship-9', undefined, false],
      ['ship-1', 'Luke', true],
      ['ship-2', 'Wedge', true],
    ],
  );
  assert.deepEqual(
    edits.map((edit) => ('shipId' in edit ? [edit.kind, edit.shipId] : [edit.kind])),
    [
      ['turn', 'ship-4'],
      ['name', 'ship-9'],
      ['delete', 'ship-10'],
      ['add', 'ship-11'],
    ],
  );
  const added = edits.at(-1)!;
  assert.ok(added.kind === 'add' && Math.abs(added.pose.x - 814.4) < 1e-6 && Math.abs(added.pose.y - 714.4) < 1e-6);
});
