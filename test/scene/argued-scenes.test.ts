import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { readNews } from '../../src/app/overlay/shown-news.js';
import { reportText } from '../../src/cli/commands/report.js';
import { primaryWeapon } from '../../src/game/facts/ship-facts.js';
import type { GameEvent } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { reduce } from '../../src/game/reduce.js';
import type { Point } from '../../src/geometry/point.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { moveFile } from '../../src/judge/maneuver/move-file.js';
import { report } from '../../src/judge/report/report.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { wireScene } from '../../src/relay/wire/wire-scene.js';
import { type Align, movePreviewOf } from '../../src/scene/ask/move-preview.js';
import type { Overlay } from '../../src/scene/draw/overlay.js';
import { onAirOverlay } from '../../src/scene/stream/on-air.js';
import { answerOf } from '../../src/scene/words/answer.js';
import { headlineOf } from '../../src/scene/words/headline.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import type { ArcName, Obstacle, Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { hashmark } from '../cli/hashmark.js';
import { begun, entry, play, refused, toActivation, toEngagement } from '../game/play.js';
import { block, ship, tableOf } from '../judge/tables.js';

/** The scenes that people argued about, by the ids of the list of cases; each was worked out on paper. */
const SCENES = fileURLToPath(new URL('../corpus/scenes/', import.meta.url));
const scene = (name: string) => JSON.parse(readFileSync(`${SCENES}${name}.json`, 'utf8'));

/** The same scene as a camera would give it: the same places with a sigma of each. */
function asMeasured(name: string, sigma: { readonly mm: number; readonly deg: number }): Table {
  const { ships, ...rest } = scene(name);
  const each = { xMm: sigma.mm, yMm: sigma.mm, headingDeg: sigma.deg, xyCorrelation: 0 };
  return parseScene({ ...rest, ships: ships.map((ship: object) => ({ ...ship, sigma: each })) });
}

/** What the match makes of an attack with the primary weapon in this arc: its range and obstruction, or the rule by which it is refused. */
function attackInMatch(table: Table, from: string, to: string, arc: ArcName): string {
  const ships = table.ships.map(({ id }, i) =>
    entry(id, id === from ? 1 : 2, { initiative: id === from ? 6 : 1 + i, weapons: [primaryWeapon(arc, 3)] }),
  );
  const start = play(toEngagement(begun({ table, ships })), { kind: 'engage', ship: from }, { kind: 'attack', attacker: from });
  const events: readonly GameEvent[] = [
    { kind: 'choose weapon', weapon: 'primary-1' },
    { kind: 'declare defender', defender: to },
  ];
  let state = start;
  for (const event of events) {
    const next = reduce(state, event);
    if (isRefusal(next)) return next.code;
    state = next;
  }
  const { range, isObstructed } = attackOf(state)!.facts!;
  return `range ${range}${isObstructed ? ', obstructed' : ''}`;
}

interface Expected {
  /** As the page's answer says it. */
  readonly page: readonly string[];
  /** As `hashmark report` prints it of the arc that decides. */
  readonly line: string;
  readonly arc?: ArcName;
  readonly match: string;
}

interface Argued extends Expected {
  readonly id: string;
  readonly scene: string;
  readonly pair: readonly [string, string];
}

const ARGUED: readonly Argued[] = [
  {
    ...{ id: 'GEO-05', scene: 'arc-by-a-corner', pair: ['a', 'b'], page: ['Range 2', 'not in front arc'] },
    ...{ line: 'a → b: range 2 (139.10 mm)\n    front: in arc: no\n', match: 'ATK-04' },
  },
  {
    ...{ id: 'GEO-05', scene: 'arc-by-a-corner', pair: ['a', 'c'], page: ['Range 2', 'in front arc', 'not obstructed'] },
    ...{ line: 'a → c: range 2 (128.06 mm)\n    front: in arc: yes, attack range 2 (156.13 mm)\n', match: 'range 2' },
  },
  {
    ...{ id: 'GEO-06', scene: 'lock-yes-shot-no', pair: ['a', 'b'], page: ['Beyond range 3', 'front arc: only within its lines'] },
    line: 'a → b: range 3 (282.84 mm)\n    front: in arc: within the lines, beyond range 3, attack beyond range 3 (309.73 mm)\n',
    match: 'ATK-05',
  },
  {
    ...{ id: 'GEO-07', scene: 'bullseye-straddled', pair: ['a', 'b'], page: ['Range 3', 'in front arc', 'not obstructed'] },
    ...{ line: '    bullseye: in arc: yes, attack range 3 (250.00 mm)\n', arc: 'bullseye', match: 'range 3' },
  },
  {
    ...{ id: 'GEO-07', scene: 'bullseye-straddled', pair: ['a', 'c'], page: ['Range 1', 'in front arc', 'not obstructed'] },
    ...{ line: '    bullseye: in arc: no\n', arc: 'bullseye', match: 'ATK-04' },
  },
  {
    ...{ id: 'GEO-07', scene: 'rear-turret', pair: ['a', 'b'], page: ['Range 1', 'in rear arc', 'not obstructed'] },
    ...{ line: 'a → b: range 1 (83.83 mm)\n    rear: in arc: yes, attack range 1 (83.83 mm)\n', arc: 'rear', match: 'range 1' },
  },
  {
    ...{ id: 'GEO-08', scene: 'parallel-choice', pair: ['a', 'b'] },
    page: ['Range 1', 'in front arc', 'not obstructed, by a line of the attacker’s choice'],
    line: 'attack range 1 (80.00 mm), lines equally short, some obstructed by gas: the attacker chooses',
    match: 'range 1',
  },
  {
    ...{ id: 'GEO-08', scene: 'nearly-parallel', pair: ['a', 'b'], page: ['Range 1', 'in front arc', 'not obstructed'] },
    ...{ line: 'a → b: range 1 (79.95 mm)\n    front: in arc: yes, attack range 1 (79.95 mm)\n', match: 'range 1' },
  },
  {
    ...{ id: 'GEO-08', scene: 'ship-on-line', pair: ['a', 'c'], page: ['Range 3', 'in front arc', 'not obstructed'] },
    ...{ line: 'front: in arc: yes, attack range 3 (230.00 mm), over b (not obstructing)\n', match: 'range 3' },
  },
  {
    ...{ id: 'GEO-10', scene: 'stacked', pair: ['carrier', 'docked'], page: ['Range 0: touching', 'no attack at range 0'] },
    ...{ line: 'carrier → docked: range 0 (0.00 mm), touching: yes\n', match: 'ATK-21' },
  },
];

for (const { id, scene: name, pair, ...expected } of ARGUED)
  test(`${id} ${name.replaceAll('-', ' ')}, ${pair.join(' at ')}: page, command line, overlay and match say the same`, () =>
    assertSaid(parseScene(scene(name)), pair, expected));

function assertSaid(table: Table, [from, to]: readonly [string, string], { page, line, arc = 'front', match }: Expected): void {
  const found = report(table);
  const one = found.pairs.find((each) => each.from === from && each.to === to)!;
  assert.deepEqual(
    answerOf(one, table).lines.map(({ text }) => text),
    page,
  );
  assert.ok(reportText(found).includes(line), reportText(found));
  const sent = JSON.parse(JSON.stringify({ scene: wireScene(sceneOf(table)), report: { ...found, measured: { from, to } } }));
  const news = readNews(sent.scene, sent.report)!;
  assert.deepEqual(headlineOf(news.pair!, news.table), headlineOf(one, table));
  assert.equal(attackInMatch(table, from, to, arc), match);
}

/** Small ships: `a` at (400, 300) that looks along +y, its front edge at y = 320, and `b` with the near edge of its base `gapMm` ahead, `asideMm` to the right. */
const aheadBy = (gapMm: number, asideMm = 0, obstacles: readonly Obstacle[] = [], headingDeg = 0) =>
  tableOf([ship('a', 'small', 400, 300, headingDeg), ship('b', 'small', 400 + asideMm, 340 + gapMm, 180)], obstacles);
const FRONT = 'in front arc';
const CLEAR = 'not obstructed';

/** Of the same kinds, made up: what people measure by hand and argue about. */
const MADE_UP: readonly (Expected & { readonly what: string; readonly table: Table })[] = [
  {
    what: 'exactly at the end of range 1',
    table: aheadBy(100),
    page: ['Range 1', FRONT, CLEAR],
    line: 'range 1 (100.00 mm)',
    match: 'range 1',
  },
  {
    what: 'a hundredth of a millimetre beyond range 1',
    table: aheadBy(100.01),
    page: ['Range 2', FRONT, CLEAR],
    line: 'range 2 (100.01 mm)',
    match: 'range 2',
  },
  {
    what: 'exactly at the end of range 3',
    table: aheadBy(300),
    page: ['Range 3', FRONT, CLEAR],
    line: 'range 3 (300.00 mm)',
    match: 'range 3',
  },
  {
    ...{ what: 'a hundredth of a millimetre beyond range 3', table: aheadBy(300.01), match: 'ATK-05' },
    ...{ page: ['Beyond range 3', 'front arc: only within its lines'], line: 'beyond range 3 (300.01 mm)' },
  },
  {
    what: 'bases edge to edge',
    table: aheadBy(0),
    page: ['Range 0: touching', 'no attack at range 0'],
    line: 'range 0 (0.00 mm), touching: yes',
    match: 'ATK-21',
  },
  // The only shortest line goes from (420, 320) to (460, 420); at y = 350 it is at x = 432, at y = 380 at x = 444.
  {
    ...{ what: 'a rock on the one shortest line', table: aheadBy(100, 80, [block('rock', 430, 350, 450, 380)]) },
    ...{
      page: ['Range 2', FRONT, 'obstructed by an asteroid'],
      line: 'attack range 2 (107.70 mm), obstructed by rock: yes',
      match: 'range 2, obstructed',
    },
  },
  {
    ...{ what: 'a rock 2 mm beside the one shortest line', table: aheadBy(100, 80, [block('rock', 446, 350, 466, 380)]) },
    ...{ page: ['Range 2', FRONT, CLEAR], line: 'attack range 2 (107.70 mm)\n', match: 'range 2' },
  },
  {
    ...{ what: 'a rock wholly under the attacker’s base', table: aheadBy(150, 0, [block('rock', 390, 310, 410, 318)]) },
    ...{ page: ['Range 2', FRONT, CLEAR], line: 'attack range 2 (150.00 mm)\n', match: 'range 2' },
  },
  {
    ...{ what: 'a debris cloud across all lines', table: aheadBy(150, 0, [block('cloud', 300, 350, 500, 380, 'debris')]) },
    ...{ page: ['Range 2', FRONT, 'obstructed by a debris cloud'], line: 'obstructed by cloud: yes', match: 'range 2, obstructed' },
  },
  {
    ...{ what: 'a ship that looks away', table: aheadBy(100, 0, [], 180) },
    ...{ page: ['Range 1', 'not in front arc'], line: 'front: in arc: no', match: 'ATK-04' },
  },
];

for (const { what, table, ...expected } of MADE_UP)
  test(`${what}: page, command line, overlay and match say the same`, () => assertSaid(table, ['a', 'b'], expected));

test('GEO-05, GEO-08: with what a camera leaves open, a corner 0.1 mm in the arc and lines 0.3° from parallel are too close to call', () => {
  const open = (table: Table, to: string) => {
    const one = report(table).pairs.find((each) => each.from === 'a' && each.to === to)!;
    return answerOf(one, table).lines.filter(({ isCertain }) => !isCertain);
  };
  assert.deepEqual(
    open(asMeasured('arc-by-a-corner', { mm: 0.3, deg: 0.1 }), 'c').map(({ about }) => about),
    ['arc'],
  );
  assert.deepEqual(
    open(asMeasured('nearly-parallel', { mm: 0.01, deg: 0.2 }), 'b').map(({ about }) => about),
    ['obstruction'],
  );
});

interface ArguedMove {
  readonly id: string;
  readonly scene: string;
  readonly code: string;
  readonly align?: Align;
  /** Where it ends, worked out on paper where `mm` is given. */
  readonly end: { readonly mm?: readonly [number, number]; readonly headingDeg?: number };
  readonly how: 'full' | 'partial' | 'off';
}

const MOVES: readonly ArguedMove[] = [
  { id: 'GEO-01', scene: 'tallon-right-blocked', code: '2RR', align: 'left', end: { headingDeg: 180 }, how: 'full' },
  { id: 'GEO-01', scene: 'tallon-right-blocked', code: '2RR', align: 'middle', end: { mm: [482.5, 382.5], headingDeg: 180 }, how: 'full' },
  { id: 'GEO-01', scene: 'tallon-right-blocked', code: '2RR', end: { mm: [482.5, 382.5], headingDeg: 180 }, how: 'full' },
  { id: 'GEO-01', scene: 'tallon-all-blocked', code: '2RR', end: {}, how: 'partial' },
  { id: 'GEO-09', scene: 'bump-chain', code: '4KR', end: { mm: [457, 380], headingDeg: 0 }, how: 'partial' },
  { id: 'GEO-10', scene: 'starts-on-rock', code: '1FB', end: { headingDeg: 0 }, how: 'full' },
  { id: 'GEO-10', scene: 'flees-by-corner', code: '1FB', end: { mm: [497, 929.28], headingDeg: 30 }, how: 'off' },
  { id: 'GAME-05', scene: 'touches-without-overlap', code: '2FB', end: { headingDeg: 0 }, how: 'full' },
];

const middleOf = (points: readonly Point[]) =>
  points.reduce((sum, { x, y }) => ({ x: sum.x + x / points.length, y: sum.y + y / points.length }), { x: 0, y: 0 });

/** A match in which `a` flies next, its dial revealed. */
function flying(table: Table, code: string): GameState {
  const ships = table.ships.map(({ id }, i) => entry(id, id === 'a' ? 1 : 2, { initiative: id === 'a' ? 1 : 2 + i }));
  return play(toActivation(begun({ table, ships }), { a: code }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
}

for (const { id, scene: name, code, align, end, how } of MOVES)
  test(`${id} ${name.replaceAll('-', ' ')}, ${code}${align ? ` ${align}` : ''}: page, command line, overlay and match end it at the same place`, async () => {
    const table = parseScene(scene(name));
    const asked = ['--ship', 'a', '--maneuver', code, ...(align ? ['--align', align] : [])];
    const printed = await hashmark('move', `${SCENES}${name}.json`, ...asked, '--json');
    assert.equal(printed.status, 0, printed.stderr);
    const line = JSON.parse(printed.stdout);
    const at = ({ x, y }: Point, said: string) =>
      assert.ok(Math.hypot(x - line.end.xMm, y - line.end.yMm) < 0.01, `${said}: ${x}, ${y}; ${JSON.stringify(line.end)}`);
    if (end.mm) at({ x: end.mm[0], y: end.mm[1] }, 'on paper');
    if (end.headingDeg !== undefined) assert.ok(Math.abs(line.end.headingDeg - end.headingDeg) < 0.01, `${line.end.headingDeg}`);
    assert.equal(line.offTable ? 'off' : line.execution, how);
    const ghosts = ({ shapes }: Overlay) => shapes.filter(({ role, variant }) => role === 'ghost' && variant === how);
    const page = movePreviewOf(table, table.ships[0]!, { kind: 'maneuver', dial: [code], code, ...(align && { align }) });
    at(middleOf(ghosts(page.overlay)[0]!.points), 'the page');
    const sent = JSON.parse(JSON.stringify({ scene: wireScene(sceneOf(table)), report: report(table) }));
    const onAir = ghosts(onAirOverlay(readNews(sent.scene, sent.report)!.table, { fan: { ship: 'a', codes: [code] } }, []));
    const nearest = onAir.map(({ points }) => middleOf(points)).sort((one, other) => fromEnd(one, line) - fromEnd(other, line))[0]!;
    at(nearest, 'the overlay');
    const flown = play(flying(table, code), { kind: 'execute', ...(align && { align }) });
    at(flown.table.ships.find((one) => one.id === 'a')!.pose, 'the match');
    assert.equal(flown.ships.find((one) => one.id === 'a')!.wasPartial, how === 'partial');
  });

const fromEnd = ({ x, y }: Point, { end }: { readonly end: { readonly xMm: number; readonly yMm: number } }) =>
  Math.hypot(x - end.xMm, y - end.yMm);

test('GEO-01 a Tallon Roll where it is blocked: page, command line and match refuse it, and the overlay shows it nowhere', async () => {
  const table = parseScene(scene('tallon-right-blocked'));
  const printed = await hashmark('move', `${SCENES}tallon-right-blocked.json`, '--ship', 'a', '--maneuver', '2RR', '--align', 'right');
  assert.equal(printed.status, 1);
  assert.match(printed.stderr, /2RR: right does not fit, left and middle do\./);
  const page = movePreviewOf(table, table.ships[0]!, { kind: 'maneuver', dial: ['2RR'], code: '2RR', align: 'right' });
  assert.deepEqual(
    page.words.map(({ text, isCertain }) => [english(text), isCertain]),
    [['It does not fit there, and has to be placed where it fits: left, middle.', false]],
  );
  assert.equal(refused(flying(table, '2RR'), { kind: 'execute', align: 'right' }, 'MAN-15').code, 'MAN-15');
  const { shapes } = onAirOverlay(table, { fan: { ship: 'a', codes: ['2RR'] } }, []);
  assert.equal(shapes.filter(({ role }) => role === 'ghost').length, 2);
});

test('GEO-09, GEO-10: where a move ends after a chain of bumps, from a rock, beside a ship, over the edge', () => {
  const moved = (name: string, code: string) => moveFile('a', code, execute(parseScene(scene(name)), 'a', parseManeuver(code)));
  const bumped = moved('bump-chain', '4KR');
  assert.deepEqual([bumped.execution, bumped.touching, Math.round(bumped.end.yMm), bumped.end.headingDeg], ['partial', ['c'], 380, 0]);
  const left = moved('starts-on-rock', '1FB');
  assert.deepEqual([left.execution, left.templateOver, left.overlaps], ['full', [], []]);
  const beside = moved('touches-without-overlap', '2FB');
  assert.deepEqual([beside.execution, beside.touching], ['full', ['b']]);
  // Its rear corner is 12 mm inside the mat's edge; a part beside it is enough.
  const fled = moved('flees-by-corner', '1FB');
  assert.ok(fled.end.yMm - 27.3 < 914.4 - 12);
  assert.equal(fled.offTable, true);
});
