import assert from 'node:assert/strict';
import test from 'node:test';
import { EXACT } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import { compose } from '../../src/scene/draw/compose.js';
import { rulerShapes } from '../../src/scene/draw/ruler.js';
import type { MeasuredPair } from '../../src/scene/words/measured-pair.js';
import { shipLabel, shortestShipLabel, shortShipLabel } from '../../src/scene/words/ship-label.js';
import type { Ship, Table, Unmeasurable } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';

const ship = (id: string, x: number, name?: string): Ship => ({
  id,
  base: 'small',
  pose: { x, y: 400, headingRad: 0 },
  covariance: EXACT,
  arcs: ['front', 'bullseye'],
  ...(name === undefined ? {} : { name }),
});
const table: Table = { widthMm: 914.4, depthMm: 914.4, ships: [ship('ship-1', 100), ship('ship-2', 400)], obstacles: [], devices: [] };

test('a ruler of 243 mm has three pieces of 100, 100 and 43 mm, and ticks at its ends and at each band', () => {
  const shapes = rulerShapes({ mm: 243, range: 3, certain: true, fromMm: [10, 0], toMm: [253, 0] }, 'ruler');
  const lengths = shapes.filter(({ role }) => role === 'ruler').map(({ points: [a, b] }) => b!.x - a!.x);
  assert.deepEqual(lengths.map(Math.round), [100, 100, 43]);
  const ticks = shapes.filter(({ role }) => role === 'ruler-tick').map(({ points }) => Math.round(points[0]!.x));
  assert.deepEqual(
    ticks.sort((a, b) => a - b),
    [10, 110, 210, 253],
  );
});

test('a ruler beyond range 3 ends in one piece for all that lies beyond', () => {
  const bands = rulerShapes({ mm: 450, range: 4, certain: true, fromMm: [0, 0], toMm: [0, 450] }, 'ruler').flatMap(({ role, variant }) =>
    role === 'ruler' ? [variant] : [],
  );
  assert.deepEqual(bands, ['1', '2', '3', '4']);
});

test('ships that touch have no ruler', () => {
  assert.deepEqual(rulerShapes({ mm: 0, range: 0, certain: true, fromMm: [5, 5], toMm: [5, 5] }, 'ruler'), []);
});

test('arcs are drawn under the ships and only for the ship that measures', () => {
  const { shapes } = compose({ table, arcsOf: 'ship-2' });
  assert.deepEqual([...new Set(shapes.filter(({ role }) => role.startsWith('arc')).map(({ shipId }) => shipId))], ['ship-2']);
  assert.ok(shapes.findLastIndex(({ role }) => role === 'arc-edge') < shapes.findIndex(({ role }) => role === 'base'));
});

test('[RNG-03] the attack’s line is the ruler with the length, and the closest line is thin beside it where it is another', () => {
  const closest = { mm: 260, range: 3, certain: true, fromMm: [120, 400], toMm: [380, 400] } as const;
  const attack = { mm: 275, range: 3, certain: true, fromMm: [120, 420], toMm: [380, 420] } as const;
  const withAttack = (mm: number): MeasuredPair => ({
    from: 'ship-1',
    to: 'ship-2',
    closest,
    touching: { value: false, certain: true },
    arcs: { front: { inArc: { value: true, certain: true }, attack: { ...attack, mm } } },
  });
  const drawn = (pair: MeasuredPair) => compose({ table, pair });
  const of = (role: string, mm: number) => drawn(withAttack(mm)).shapes.filter((shape) => shape.role === role);
  assert.deepEqual(
    of('ruler', 275).map(({ points }) => points[0]!.y),
    [420, 420, 420],
  );
  assert.equal(english(drawn(withAttack(275)).labels.find(({ role }) => role === 'ruler')!.text), '275.0 mm');
  assert.deepEqual(
    of('other-ruler', 275).map(({ points }) => points[0]!.y),
    [400],
  );
  assert.equal(of('other-ruler', 260).length, 0);
});

test('a ship is called by its name, namesakes by name and number, the nameless by the number of their id', () => {
  const all = [ship('ship-3', 0), ship('x', 0, 'Red'), ship('y', 0, 'Red'), ship('z', 0, 'Luke'), ship('odd', 0)];
  assert.deepEqual(
    all.map((one) => english(shipLabel(one, all))),
    ['Ship 3', 'Red 1', 'Red 2', 'Luke', 'odd'],
  );
});

test('where there is little room a name is cut, but not its number; with less there are initials, or the first letters', () => {
  const pilot = 'Academy Pilot';
  const all = [
    ship('ship-12', 0),
    ship('a', 0, pilot),
    ship('b', 0, pilot),
    ship('c', 0, '“Howlrunner”'),
    ship('d', 0, 'Obi-Wan Kenobi'),
    ship('e', 0, '★'),
  ];
  assert.deepEqual(
    all.map((one) => [shortShipLabel(one, all), shortestShipLabel(one, all)]),
    [
      ['12', '12'],
      ['Academ…1', 'AP1'],
      ['Academ…2', 'AP2'],
      ['“Howlru…', 'How'],
      ['Obi-Wan…', 'OWK'],
      ['★', '★'],
    ],
  );
});

test('a base that cannot be measured is marked with the reason', () => {
  const { labels } = compose({
    table: { ...table, unmeasurable: [{ at: { x: 5, y: 5 }, radiusMm: 28, probability: 0.9, reason: 'hidden by a hand' }] },
  });
  assert.deepEqual(labels.at(-1), { role: 'unmeasurable', text: 'hidden by a hand', short: '?', at: { x: 5, y: 5 }, clearMm: 20 });
});

test('what is hardly believed in is shown only where the measured pair’s line crosses it', () => {
  const marks = (unmeasurable: readonly Unmeasurable[], pair?: MeasuredPair) =>
    compose({ table: { ...table, unmeasurable }, ...(pair && { pair }) }).shapes.filter(({ role }) => role === 'unmeasurable').length;
  const [from, to] = [table.ships[0]!.id, table.ships[1]!.id];
  const pair = report(table).pairs.find((one) => one.from === from && one.to === to)!;
  const [x, y] = [0, 1].map((i) => (pair.closest.fromMm![i]! + pair.closest.toMm![i]!) / 2) as [number, number];
  const faint = { radiusMm: 40, probability: 0.08, reason: 'perhaps an obstacle' };
  assert.equal(marks([{ ...faint, at: { x, y } }]), 0);
  assert.equal(marks([{ ...faint, at: { x, y } }], pair), 1);
  assert.equal(marks([{ ...faint, at: { x: x + 300, y: y + 300 } }], pair), 0);
});
