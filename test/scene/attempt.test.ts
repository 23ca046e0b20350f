import assert from 'node:assert/strict';
import test from 'node:test';
import { EXACT } from '../../src/geometry/pose.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { fromGhost, movePreviewOf, type PreviewWord } from '../../src/scene/ask/move-preview.js';
import type { Ship, Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { tableOf } from '../judge/tables.js';

const exact = (id: string, x: number, y: number, covariance = EXACT): Ship => ({
  id,
  base: 'small',
  pose: { x, y, headingRad: 0 },
  covariance,
  arcs: ['front'],
});
const loose = { ...EXACT, xx: 0.25, yy: 0.25 };
const straight = { kind: 'maneuver', dial: [], code: '2FW' } as const;
const tried = (table: Table, attempt: Parameters<typeof movePreviewOf>[2] = straight) => movePreviewOf(table, table.ships[0]!, attempt);
const spoken = ({ text, isCertain }: PreviewWord) => `${english(text)}${isCertain ? '' : ' (open)'}`;
const said = (...args: Parameters<typeof tried>) => tried(...args).words.map(({ text, isCertain }) => [english(text), isCertain]);

test('a straight 2 of a small ship ends 120 mm ahead: its ghost stands there, and says so with its template', () => {
  const { overlay, words } = tried(tableOf([exact('ship-1', 400, 400)]));
  const [ghost] = overlay.shapes.filter(({ role }) => role === 'ghost');
  assert.deepEqual(
    ghost!.points.map(({ x, y }) => [Math.round(x), Math.round(y)]),
    [
      [380, 500],
      [420, 500],
      [420, 540],
      [380, 540],
    ],
  );
  const [template] = overlay.shapes.filter(({ role }) => role === 'ghost-template');
  assert.deepEqual([Math.min(...template!.points.map(({ y }) => y)), Math.max(...template!.points.map(({ y }) => y))], [420, 500]);
  assert.deepEqual([english(overlay.labels[0]!.text), words.map(spoken)], ['2↑', ['Fully executed.']]);
});

test('a ship in the way is touched, the ghost of what was meant stays, and the action is skipped', () => {
  const { overlay, words } = tried(tableOf([exact('ship-1', 400, 400), exact('ship-2', 400, 530)]));
  const states = overlay.shapes.filter(({ role }) => role === 'ghost').map(({ variant }) => variant);
  assert.deepEqual(states, ['against', 'partial']);
  assert.deepEqual(words.map(spoken), [
    'Partially executed: it would overlap Ship 2, and is moved back along the template.',
    'Touches Ship 2.',
    'It skips its Perform Action step.',
  ]);
});

test('a maneuver that ends 0.2 mm from a ship whose place is known to 0.5 mm is too close to call, with its odds', () => {
  const [first, ...rest] = said(tableOf([exact('ship-1', 400, 400, loose), exact('ship-2', 400, 560.2, loose)]));
  // 0.2 mm of √(0.25 + 0.25) = 0.71 mm: Φ(0.283) = 61 %.
  assert.match(String(first![0]), /^Too close to call: fully executed 6[01] %, otherwise partially, by 0\.2 mm\.$/);
  assert.equal(first![1], false);
  assert.ok(
    rest.every(([, isCertain]) => isCertain === false),
    JSON.stringify(rest),
  );
});

test('a ship that leaves the mat flees', () => {
  const { overlay, words } = tried(tableOf([exact('ship-1', 400, 800)]));
  assert.equal(overlay.shapes.find(({ role }) => role === 'ghost')!.variant, 'off');
  assert.ok(words.some(({ text }) => english(text) === 'It leaves the table: the ship flees.'));
});

test('[MAN-15] a Tallon Roll that does not fit where it is placed says where it fits, and nothing is certain from there', () => {
  const goal = execute(tableOf([exact('a', 450, 300)]), 'a', parseManeuver('2YW')).end;
  const table = tableOf([exact('a', 450, 300), exact('b', goal.x, goal.y + 45)]);
  const found = tried(table, { kind: 'maneuver', dial: ['2RR'], code: '2RR', align: 'left' });
  assert.deepEqual(found.words.map(spoken), ['It does not fit there, and has to be placed where it fits: middle, right. (open)']);
  assert.equal(found.ghost?.isByHand, true);
  const fits = tried(table, { kind: 'maneuver', dial: ['2RR'], code: '2RR', align: 'right' });
  assert.equal(spoken(fits.words[0]!), 'Fully executed.');
});

test('what is measured from a ghost keeps what its error has in common with the other ship: a table as a whole moved by 5 mm changes no range', () => {
  const covariance = { xx: 25, xy: 0, xh: 0, yy: 25, yh: 0, hh: 1e-8 };
  const alone = tableOf([exact('a', 450, 200, covariance), exact('b', 450, 600, covariance)]);
  const joint = Array.from({ length: 36 }, (_, k) => {
    const [row, column] = [Math.floor(k / 6), k % 6];
    if (row % 3 === 2 || column % 3 === 2) return row === column ? 1e-8 : 0;
    return row % 3 === column % 3 ? 25 : 0;
  });
  const together = { ...alone, jointCovariance: joint };
  const { ghost } = tried(together);
  const sigmaMm = (table: Table) => fromGhost(table, ghost!, 'b')!.pair.closest.sigmaMm!;
  assert.ok(sigmaMm(together) < 0.1);
  assert.ok(sigmaMm(alone) > 5, 'of two that err by themselves');
});

test('the whole dial is a fan: a ghost for each end, bumped and fled ones counted and marked', () => {
  const attempt = { kind: 'maneuver', dial: ['1FW', '2FW', '5FW'] } as const;
  const { overlay, words } = tried(tableOf([exact('ship-1', 400, 690), exact('ship-2', 400, 820)]), attempt);
  assert.deepEqual(
    overlay.labels.map(({ text }) => english(text)),
    ['1↑', '2↑ bump', '5↑ flees'],
  );
  assert.match(spoken(words[0]!), /^3 ends, as measured: 1 bumped, 1 off the table/);
});

test('a barrel roll shows its three placements; one slid half way lies half way between them', () => {
  const roll = { kind: 'reposition', row: 0 } as const;
  const table = tableOf([exact('ship-1', 400, 400)]);
  const ys = (attempt: Parameters<typeof movePreviewOf>[2]) =>
    tried(table, attempt)
      .overlay.shapes.filter(({ role }) => role === 'ghost')
      .map(({ points }) => Math.round(points[0]!.y));
  assert.deepEqual(ys(roll), [390, 380, 370]);
  assert.deepEqual([ys({ ...roll, slide: 0.5 }), ys({ ...roll, slide: 0 }), ys({ ...roll, slide: -1 })], [[385], [380], [370]]);
});

test('a placement on a ship may not be; one that the measured poses leave open is not said to be allowed', () => {
  const roll = { kind: 'reposition', row: 0, slide: 0 } as const;
  // Straight 1 to the left: 40 mm of template and a base, so the middle lies at x = 320.
  assert.deepEqual(said(tableOf([exact('ship-1', 400, 400), exact('ship-2', 300, 400)]), roll), [
    ['It may not be placed here: it overlaps a ship (Ship 2).', true],
  ]);
  assert.deepEqual(said(tableOf([exact('ship-1', 400, 400), exact('ship-2', 279, 400)]), roll), [['It may be placed here.', true]]);
  const [[text, isCertain]] = said(tableOf([exact('ship-1', 400, 400, loose), exact('ship-2', 279, 400, loose)]), roll) as [
    [string, boolean],
  ];
  assert.deepEqual([text, isCertain], ['Too close to call: 1.0 mm ± 1.0 from Ship 2.', false]);
});

test('a device is dropped behind the ship, and says on whom it lies', () => {
  const drop = { kind: 'device', device: 'proximitymine', way: 'drop', template: 'straight', speed: 1, side: 'straight' } as const;
  const free = tried(tableOf([exact('ship-1', 400, 400)]), drop);
  assert.ok(
    free.overlay.shapes[0]!.points.every(({ y }) => y <= 340 + 20),
    JSON.stringify(free.overlay.shapes[0]!.points[0]),
  );
  assert.deepEqual(said(tableOf([exact('ship-1', 400, 400), exact('ship-2', 400, 320)]), drop)[0], [
    'It lies under or touches Ship 2.',
    true,
  ]);
});

test('a ship whose front is open tries nothing', () => {
  const table = tableOf([{ ...exact('ship-1', 400, 400), isFrontOpen: true }]);
  assert.deepEqual([tried(table).overlay.shapes, tried(table).words[0]!.isCertain], [[], false]);
});
