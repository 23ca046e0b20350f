import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import { SHIP_KINDS } from '../../src/game/facts/ship-facts.js';
import { proposeBases } from '../../src/game/squad/propose-bases.js';
import { readSquad, squadFile } from '../../src/game/squad/squad.js';
import { squadFacts } from '../../src/game/squad/squad-facts.js';
import { readSquadText } from '../../src/game/squad/squad-text.js';
import { parseScene } from '../../src/table/documents/scene-file.js';
import type { Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';

const EXAMPLE = JSON.parse(readFileSync(new URL('../../docs/formats/examples/xws.json', import.meta.url), 'utf8'));

/** A squad of these ships and pilots. */
const squadOf = (ships: readonly (readonly [ship: string, id: string])[], faction = 'rebelalliance') =>
  readSquad({ faction, pilots: ships.map(([ship, id]) => ({ ship, id })) });

/** Bases on a table of 914 mm; player 1 sits at y = 0. */
function tableOf(bases: readonly (readonly [base: string, xMm: number, yMm: number, more?: object])[]): Table {
  const ships = bases.map(([base, xMm, yMm, more], i) => ({ id: `s${i + 1}`, base, xMm, yMm, headingDeg: 0, ...more }));
  return parseScene({ format: 'hashmark-scene', version: 1, table: { widthMm: 914, depthMm: 914 }, ships, obstacles: [], devices: [] });
}

const problemOf = (text: string) => {
  const read = readSquadText(text);
  assert.ok(!read.ok, 'is read as a squad');
  return read.problem;
};

test('a squad gives each ship the size, numbers, dial and arcs of its cards', () => {
  const { ships } = squadFacts(
    squadOf([
      ['t65xwing', 'wedgeantilles'],
      ['modifiedyt1300lightfreighter', 'hansolo-modifiedyt1300lightfreighter'],
      ['arc170starfighter', 'norrawexley'],
    ]),
  );
  // From the printed cards of the second edition.
  const [wedge, han, norra] = ships;
  const { base, initiative, agility, hull, shields } = wedge!;
  assert.deepEqual([base, initiative, agility, hull, shields], ['small', 6, 2, 4, 2]);
  assert.deepEqual(wedge!.weapons, [{ name: 'Primary', arc: 'front', value: 3 }]);
  assert.ok(wedge!.dial!.includes('4KR') && !wedge!.dial!.includes('5FB'));
  assert.deepEqual([han!.name, han!.base, han!.initiative, han!.hull, han!.shields], ['Han Solo', 'large', 6, 8, 5]);
  assert.deepEqual(han!.weapons[0]!.arc, 'double turret');
  assert.equal(norra!.base, 'medium');
  assert.deepEqual(
    norra!.weapons.map(({ arc, value }) => [arc, value]),
    [
      ['front', 3],
      ['rear', 2],
    ],
  );
});

test('no id of a pilot stands for two pilots of one ship', () => {
  for (const { xws, faction, pilots } of SHIP_KINDS) {
    const ids = pilots.flatMap((pilot) => pilot.xws);
    assert.equal(new Set(ids).size, ids.length, `${xws} of ${faction}`);
  }
});

test('a pilot with the same name on another card keeps its own initiative', () => {
  const squad = squadOf(
    [
      ['tieadvancedx1', 'maarekstele'],
      ['tieadvancedx1', 'maarekstele-swz105'],
    ],
    'galacticempire',
  );
  assert.deepEqual(
    squad.ships.map(({ name }) => name),
    ['Maarek Stele', 'Maarek Stele'],
  );
  assert.deepEqual(squad.unknown, []);
});

test('what goes out is what came in, with everything that is not known', () => {
  const documents = [
    EXAMPLE,
    {
      ...EXAMPLE,
      pilots: [...EXAMPLE.pilots, { ship: 'deathstar', id: 'nobody', points: -3, multisection_id: 1, vendor: { x: [null, { y: 1e-9 }] } }],
    },
    {
      pilots: [{ ship: 'xwing', name: 'old', upgrades: { ept: ['x'], '': [] } }],
      tags: ['a'],
      ruleset: { deep: [[]] },
      vendor: {},
      description: 'ä ☃ \u2028',
    },
  ];
  for (const document of documents) {
    const read = readSquadText(JSON.stringify(document));
    assert.ok(read.ok);
    assert.deepEqual(JSON.parse(squadFile(read.squad)), document);
  }
});

test('ships, pilots, upgrades, obstacles, factions and fields that are not known are named', () => {
  const squad = readSquad({
    faction: 'gungans',
    pilots: [
      { ship: 'deathstar', id: 'krennic' },
      { ship: 't65xwing', id: 'jarjar', upgrades: { talent: ['luckyfeet'], torpedo: ['protontorpedoes'] } },
    ],
    obstacles: ['coreasteroid0', 'bathtub'],
    mood: 'good',
  });
  assert.deepEqual(squad.unknown.map(english), [
    'The faction “gungans” is not known.',
    'The obstacle “bathtub” is not known.',
    'The field “mood” is not known.',
  ]);
  const [station, xWing] = squad.ships;
  assert.deepEqual([station!.name, station!.base, station!.initiative], ['krennic', undefined, undefined]);
  assert.match(station!.unknown.map(english).join(), /“deathstar” is not known/);
  assert.deepEqual(
    [xWing!.name, xWing!.base, xWing!.initiative, xWing!.specialWeapons],
    ['jarjar', 'small', undefined, ['protontorpedoes']],
  );
  assert.match(xWing!.unknown.map(english).join(), /“jarjar” of the T-65 X-wing is not known.*“luckyfeet”/);
});

test('the facts of known and unknown squads are valid by squad.schema.json', () => {
  const schema = JSON.parse(readFileSync(new URL('../../docs/formats/squad.schema.json', import.meta.url), 'utf8'));
  const check = new Ajv2020().compile(schema);
  const everyKind = readSquad({
    faction: 'resistance',
    pilots: [...new Set(SHIP_KINDS.map(({ xws }) => xws))].map((ship) => ({ ship, id: 'x' })),
  });
  for (const squad of [readSquad(EXAMPLE), everyKind, squadOf([['deathstar', 'x']])])
    assert.ok(check(JSON.parse(JSON.stringify(squadFacts(squad)))), JSON.stringify(check.errors));
});

test('a link that holds XWS in a field or behind its # is read; nothing else of it counts', () => {
  const held = encodeURIComponent(JSON.stringify(EXAMPLE));
  for (const link of [
    `https://builder.example/view?a=1&xws=${held}`,
    `https://builder.example/#${held}`,
    `My list: https://b.example/#/x?squad=${held} !`,
  ]) {
    const read = readSquadText(link);
    assert.ok(read.ok, link);
    assert.deepEqual(read.squad.document, EXAMPLE);
  }
});

test("a link that holds only numbers of its builder's says so, with what can be read of it", () => {
  const yasb = problemOf('https://yasb.app/?f=Rebel%20Alliance&d=v11ZsZ200Z393X417W99Y52X119Y74X130&sn=Random%20Squad&obs=');
  assert.equal(yasb.code, 'squad-link-numbers');
  assert.match(english(yasb.message), /YASB.*“Random Squad”, Rebel Alliance, 3 ships.*not known/);
  assert.match(english(yasb.hint), /“Print\/Export”, then “XWS”/);
  const other = problemOf("https://launchbaynext.app/print?lbx='Aces%20High'.31.3.0.l44.188");
  assert.match(english(other.message), /Launch Bay Next holds the squad “Aces High”, but/);
  assert.match(english(other.hint), /choose “XWS” among its exports/);
  assert.match(
    english(problemOf('https://launchbaynext.app/print?lbx=31.3').message),
    /Launch Bay Next names its ships by the builder’s own numbers/,
  );
  assert.equal(problemOf('https://example.org/?q=%E0%A4%A').code, 'squad-link-empty');
});

test('nothing, text, cut off, too long and empty squads are refused with what to do', () => {
  const text = JSON.stringify(EXAMPLE);
  assert.equal(problemOf(' \n').code, 'squad-empty');
  assert.match(english(problemOf('WIFI:S:Cantina;T:WPA;P:secret;;').message), /not a squad: “WIFI:S:Cantina/);
  for (const length of [1, 20, text.length - 1]) assert.equal(problemOf(text.slice(0, length)).code, 'squad-cut-off');
  assert.match(english(problemOf('{"pilots": []}').message), /pilots.*at least 1 ships/);
  assert.match(english(problemOf('{"format":"hashmark-scene"}').message), /pilots: got nothing/);
  assert.match(english(problemOf(JSON.stringify({ pilots: [{ points: 3 }] })).message), /pilots\[0\]\.id: got nothing/);
  const many = { faction: 'x', pilots: Array.from({ length: 10_000 }, () => ({ ship: 't65xwing', id: 'x' })) };
  assert.match(english(problemOf(JSON.stringify(many)).message), /got 10000 ships, expected at most 100/);
  assert.equal(problemOf(`{"name":"${'x'.repeat(2e6)}"}`).code, 'squad-too-long');
});

test('bases are proposed by size on the side of their player, from left to right as the player sees them', () => {
  const squad = squadOf([
    ['t65xwing', 'wedgeantilles'],
    ['vcx100lightfreighter', 'herasyndulla'],
    ['rz1awing', 'jakefarrell'],
    ['deathstar', 'x'],
  ]);
  const table = tableOf([
    ['small', 600, 100],
    ['small', 200, 120],
    ['large', 400, 90],
    ['small', 300, 800],
    ['small', 700, 810],
  ]);
  const idsFor = (player: 1 | 2) => proposeBases(table, { [player]: squad }).map(({ shipId, because }) => [shipId, because]);
  assert.deepEqual(idsFor(1), [
    ['s2', 'order'],
    ['s3', 'only'],
    ['s1', 'order'],
    [undefined, undefined],
  ]);
  // Player 2 sits opposite and has no large base.
  assert.deepEqual(idsFor(2), [
    ['s5', 'order'],
    [undefined, undefined],
    ['s4', 'order'],
    [undefined, undefined],
  ]);
});

test('what was said of a base outranks its place: its player, and its name', () => {
  const squad = squadOf([
    ['t65xwing', 'wedgeantilles'],
    ['t65xwing', 'thanekyrell'],
  ]);
  const table = tableOf([
    ['small', 200, 100],
    ['small', 600, 100, { name: 'Wedge Antilles' }],
    ['small', 400, 90, { owner: 2 }],
    ['small', 100, 800, { owner: 1, name: 'Somebody' }],
  ]);
  assert.deepEqual(
    proposeBases(table, { 1: squad }).map(({ shipId, because }) => [shipId, because]),
    [
      ['s2', 'named'],
      ['s1', 'order'],
    ],
  );
});

test('a huge ship of a squad is the huge base of its player', () => {
  const squad = squadOf([
    ['deathstar', 'x'],
    ['cr90corelliancorvette', 'alderaaniangunner'],
  ]);
  const table = tableOf([
    ['large', 200, 100],
    ['huge', 500, 200],
  ]);
  assert.deepEqual(
    proposeBases(table, { 1: squad }).map(({ shipId, because }) => [shipId, because]),
    [
      [undefined, undefined],
      ['s2', 'only'],
    ],
  );
});

test('no base is proposed for two ships, and of more bases than ships the nearest to the edge', () => {
  const six = squadOf(Array.from({ length: 6 }, () => ['t65xwing', 'bluesquadronescort'] as const));
  const three = squadOf(
    Array.from({ length: 3 }, () => ['tielnfighter', 'academypilot'] as const),
    'galacticempire',
  );
  const table = tableOf([
    ...[100, 200, 300, 400].map((x) => ['small', x, 100] as const),
    ...[100, 200, 300, 400].map((x, i) => ['small', x, 800 - 50 * i] as const),
  ]);
  const proposed = proposeBases(table, { 1: six, 2: three });
  const ids = proposed.flatMap(({ shipId }) => (shipId ? [shipId] : []));
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(proposed.filter(({ player, shipId }) => player === 1 && shipId).length, 4);
  assert.deepEqual(
    proposed.filter(({ player }) => player === 2).map(({ shipId }) => shipId),
    ['s7', 's6', 's5'],
  );
});

test('a text that begins something a hundred thousand times and ends nothing is refused like any other, in a time that grows with its length', () => {
  // Read again from each beginning, any of these would take minutes.
  for (const [text, code] of [
    ['<a '.repeat(300_000), 'squad-not-xws'],
    [`{${'/*'.repeat(300_000)}`, 'squad-cut-off'],
    [`{"a":"${'\\"'.repeat(300_000)}`, 'squad-cut-off'],
    [`{${'\0'.repeat(900_000)}}`, 'squad-cut-off'],
    ['['.repeat(200_000) + ']'.repeat(200_000), 'squad-cut-off'],
  ] as const)
    assert.equal(problemOf(text).code, code, text.slice(0, 9));
  const read = readSquadText('https://yasb.app/?f=Rebel%20Alliance&d=v10ZhZ50Z4XWW3WWY50X&sn=Two&obs= '.repeat(12_000));
  assert.ok(read.ok);
  assert.equal(read.others.length, 99);
});
