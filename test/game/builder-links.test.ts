import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { HUGE_SHIPS, SHIP_KINDS } from '../../src/game/facts/ship-facts.js';
import { cardName } from '../../src/game/facts/upgrade-facts.js';
import { readSquad } from '../../src/game/squad/squad.js';
import { squadFacts } from '../../src/game/squad/squad-facts.js';
import { readSquadText } from '../../src/game/squad/squad-text.js';
import { english } from '../../src/texts/english.js';

interface Written {
  readonly name?: string;
  readonly faction: string;
  readonly pilots: readonly {
    readonly id: string;
    readonly ship: string;
    readonly upgrades: Readonly<Record<string, readonly string[]>>;
  }[];
  readonly obstacles?: readonly string[];
}

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Links that people shared, each with the squad as its builder exported it beside them. */
const SHARED: readonly { readonly source: string; readonly link: string; readonly squad: Written }[] = json('builder-links.json');
const NUMBERS = json('../../src/game/squad/builder-numbers.json');

const pairs = (listed: string) =>
  (listed.match(/\S+ \S+/g) ?? []).map((pair) => pair.split(' ') as [number: string, id: string]).map(([number, id]) => ({ number, id }));
const ofGroups = (groups: Readonly<Record<string, string>>) =>
  Object.entries(groups).flatMap(([group, listed]) => pairs(listed).map((one) => ({ group, ...one })));
const PILOTS = ofGroups(NUMBERS.yasb.pilots);
const CARDS = ofGroups(NUMBERS.yasb.upgrades);
const REUSED: readonly string[] = NUMBERS.yasb.reused.split(' ');

function documentOf(link: string): Written {
  const read = readSquadText(link);
  assert.ok(read.ok, read.ok ? '' : `${link}: ${english(read.problem.message)}`);
  return read.squad.document as Written;
}

/** What is read of a squad; its slots and the cards in them in one order. */
const inOrder = ({ name, faction, pilots, obstacles = [] }: Written) => ({
  ...{ name, faction, obstacles },
  pilots: pilots.map(({ id, ship, upgrades }) => ({ id, ship, upgrades: Object.fromEntries(Object.entries(upgrades).sort()) })),
});

test('links that people shared hold the squads that their builders exported, and give the same ships', () => {
  assert.ok(SHARED.length > 10);
  for (const { source, link, squad } of SHARED) {
    const document = documentOf(link);
    assert.deepEqual(inOrder(document), inOrder(squad), source);
    assert.deepEqual(squadFacts(readSquad(inOrder(document))), squadFacts(readSquad(inOrder(squad))), source);
  }
});

test('every number of a pilot or card stands for one that is on the list, and no number for two', () => {
  assert.deepEqual([PILOTS.length, CARDS.length], [734, 635]);
  assert.equal(new Set(PILOTS.map(({ number }) => number)).size, 734);
  assert.equal(new Set(CARDS.map(({ number }) => number)).size, 635);
  const lbn = { pilots: pairs(NUMBERS.lbn.pilots), cards: pairs(NUMBERS.lbn.upgrades), ships: pairs(NUMBERS.lbn.ships) };
  const huge = Object.values(HUGE_SHIPS).flat();
  // An astromech, which the list of Launch Bay Next has among its pilots too.
  const others = lbn.pilots.filter(({ id }) => id !== 'r4p17').map(({ id }) => ({ group: '', id }));
  for (const { group, id } of [...PILOTS, ...others]) {
    const pilotId = id.replace('*', '');
    const [ship] = readSquad({ pilots: [{ id: pilotId, ...(group && { ship: group }) }] }).ships;
    assert.ok(ship!.pilot || ship!.isHuge || huge.includes(pilotId) || /several ships/.test(english(ship!.unknown[0]!)), `${group} ${id}`);
    if (group && ship!.pilot) assert.ok(SHIP_KINDS[ship!.kind!]!.xws.startsWith(group), `${group} ${id}`);
  }
  for (const { id } of [...CARDS, ...lbn.cards.filter(({ number }) => number !== '927')]) assert.ok(cardName(id), id);
});

/** As YASB writes a link: nothing for an empty slot. */
const yasbLink = (version: number, faction: string, ships: readonly (readonly [pilot: string, cards: readonly string[]])[]) =>
  `https://yasb.app/?f=${encodeURI(faction)}&d=v${version}ZhZ50Z${ships.map(([pilot, cards]) => `${pilot}X${cards.join('W')}`).join('Y')}&sn=Any%20name&obs=`;

/** As Launch Bay Next writes one. */
const lbnLink = ([name, ...items]: readonly unknown[]) =>
  `https://launchbaynext.app/?lbx=${JSON.stringify([typeof name === 'string' ? encodeURIComponent(name) : name, ...items])
    .slice(1, -1)
    .replaceAll(',', '.')
    .replaceAll('[', 'l')
    .replaceAll(']', 'r')
    .replaceAll('"', "'")}`;

test('any pilots and cards come back from a link as they were put into it', () => {
  const slots = fc.array(fc.option(fc.constantFrom(...CARDS)), { maxLength: 9 });
  const ships = fc.array(fc.tuple(fc.constantFrom(...PILOTS), slots), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(8, 9, 10), ships, (version, squad) => {
      const link = yasbLink(
        version,
        'Rebel Alliance',
        squad.map(([pilot, cards]) => [pilot.number, cards.map((card) => card?.number ?? '')]),
      );
      const { pilots, faction } = documentOf(link);
      assert.equal(faction, 'rebelalliance');
      assert.deepEqual(
        pilots.map(({ id, ship, upgrades }) => [id, ship, Object.values(upgrades).flat().sort()]),
        squad.map(([{ id, group }, cards]) => [
          id.replace('*', ''),
          group,
          cards
            // A standard loadout brings its own.
            .flatMap((card) => (card && !id.startsWith('*') ? [card] : []))
            .map((card) => (version < 10 && REUSED.includes(card.number) ? `yasb-${card.number}` : card.id))
            .sort(),
        ]),
      );
    }),
    { numRuns: 200 },
  );
  const [kinds, fliers, cards] = [pairs(NUMBERS.lbn.ships), pairs(NUMBERS.lbn.pilots), pairs(NUMBERS.lbn.upgrades)];
  const slotsOfLbn = fc.array(fc.array(fc.constantFrom(...cards), { minLength: 1, maxLength: 3 }), { maxLength: 4 });
  const listed = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...fliers), slotsOfLbn, fc.boolean()), { minLength: 1 });
  fc.assert(
    fc.property(listed, fc.constantFrom([], [0], [1], [2]), fc.boolean(), (squad, rules, isOldest) => {
      // A pilot that has no number is written by its id.
      const written = squad.map(([kind, flier, held, isText]) => [
        ...[Number(kind.number), isText ? flier.id : Number(flier.number)],
        ...held.map((some, slot) => [slot + 1, ...some.map(({ number }) => Number(number))]),
      ]);
      const { pilots } = documentOf(lbnLink(['Left right', 20, 5, 1, ...(isOldest ? written : [...rules, written, []])]));
      assert.deepEqual(
        pilots.map(({ id, ship, upgrades }) => [id, ship, Object.values(upgrades)]),
        squad.map(([kind, flier, held]) => [flier.id, kind.id, held.map((some) => some.map(({ id }) => id))]),
      );
    }),
    { numRuns: 200 },
  );
});

test('a link is found without its scheme, in quotes, brackets and before a full stop, and is not found in another address', () => {
  const bare = 'yasb.app/?f=Rebel%20Alliance&d=v10ZhZ50Z4XWW3';
  for (const text of [
    bare,
    `www.${bare}`,
    `(https://${bare})`,
    `My list is https://${bare}.`,
    `[list](https://${bare}), as`,
    `<https://${bare}>; this`,
  ])
    assert.deepEqual(documentOf(text).pilots[0], { id: 'lukeskywalker', ship: 't65xwing', upgrades: { astromech: ['r2d2'] } }, text);
  const within = readSquadText(`https://example.org/go/${bare}`);
  assert.equal(within.ok ? 'read' : within.problem.code, 'squad-link-numbers');
});

test('a number that is on no list, or stood for another card then, is named as unknown with what to do', () => {
  const ofLuke = (version: number, card: string) => squadFacts(readSquad(documentOf(yasbLink(version, 'Rebel Alliance', [['4', [card]]]))));
  for (const [version, card] of [
    [10, '9999'],
    [9, '502'],
    [8, '541'],
  ] as const) {
    const { ships, unknown } = ofLuke(version, card);
    assert.equal(ships[0]!.name, 'Luke Skywalker');
    assert.deepEqual(ships[0]!.unknown, [`Not counted because unknown: “yasb-${card}”.`]);
    assert.match(unknown.join(), /Open it in YASB, choose “Print\/Export”, then “XWS”/);
  }
  assert.deepEqual(ofLuke(10, '502').unknown, []);
  const pilot = squadFacts(readSquad(documentOf(yasbLink(10, 'Rebel Alliance', [['9999', []]]))));
  assert.deepEqual([pilot.ships[0]!.base, pilot.unknown.length], [undefined, 1]);
  assert.match(pilot.ships[0]!.unknown.join(), /“yasb-9999” is not known/);
  const lbn = squadFacts(readSquad(documentOf(lbnLink(['Any', 20, 1, 0, [[33, 9999, [1, 9998]]], []]))));
  assert.match(lbn.ships[0]!.unknown.join(), /“lbn-9999”.*“lbn-9998”/);
  assert.match(lbn.unknown.join(), /Open it in Launch Bay Next/);
});

test('a link of another version, of quick builds, of another program’s pages or one that is cut off is refused with what to do', () => {
  const whole = yasbLink(10, 'Rebel Alliance', [['4', ['3']]]);
  const lbn = lbnLink(['Any', 20, 1, 0, [[33, 2, [10, 324]]], [0, 1]]);
  for (const link of [
    ...['v7', 'v11', 'v101'].map((version) => whole.replace('v10', version)),
    ...['=v10ZqZ', '=v10Z?Z', '=v10ZZ', '='].map((format) => whole.replace('=v10ZhZ', format)),
    whole.replace('yasb.app', 'xwing-legacy.example'),
    whole.replace('4X3', '4X3:U.-1'),
    whole.replace('4X3', '4'),
    whole.replace('4X3', 'X3'),
    whole.replace('4X3', ''),
    whole.replace('4X3&', '4X3,&'),
    lbn.slice(0, -4),
    lbn.slice(0, -9),
    lbn.replace('l33.2', 'l33'),
    lbn.replace('l10.324r', '10.324'),
    lbn.replace('launchbaynext', 'another'),
    lbnLink(['Any', 20, 1, 0, [], []]),
    lbnLink([7, 20, 1, 0, [[33, 2]], []]),
  ]) {
    const read = readSquadText(link);
    assert.equal(read.ok ? 'read' : read.problem.code, 'squad-link-numbers', link);
    assert.match(read.ok ? '' : english(read.problem.hint), /XWS/);
  }
});
