import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { SHIP_KINDS } from '../../src/game/facts/ship-facts.js';
import { cardName, isCountedWhole } from '../../src/game/facts/upgrade-facts.js';
import upgrades from '../../src/game/facts/upgrade-facts.json' with { type: 'json' };
import { canonicalId } from '../../src/game/squad/find-card.js';
import { textOfLzString } from '../../src/game/squad/lz-string.js';
import { readSquad, squadFile } from '../../src/game/squad/squad.js';
import { type SquadFacts, squadFacts } from '../../src/game/squad/squad-facts.js';
import { readSquadText } from '../../src/game/squad/squad-text.js';
import { decodeText } from '../../src/table/documents/decode-text.js';
import { fileKind } from '../../src/table/picture-file/file-kind.js';
import { english } from '../../src/texts/english.js';

const FOLDER = new URL('../corpus/squads/', import.meta.url);
const FILES = readdirSync(FOLDER);
const textOf = (file: string) => decodeText(readFileSync(new URL(file, FOLDER)));

function factsOf(file: string): readonly SquadFacts[] {
  const read = readSquadText(textOf(file));
  assert.ok(read.ok, read.ok ? '' : `${file}: ${english(read.problem.message)}`);
  return [read.squad, ...read.others].map(squadFacts);
}

const ZWOELF = 'Zwölf: Luke Skywalker 5, small 2/4/2, Proton Torpedoes';
const ACES = 'Aces: Soontir Fel 6, small 3/3/0, ';

/** Squad, and of each ship its name, initiative, base, agility/hull/shields and special weapons. */
const words = ({ name, ships }: SquadFacts) =>
  `${name}: ${ships
    .map((ship) => {
      const special = ship.weapons.filter((weapon) => !weapon.name.startsWith('Primary')).map((weapon) => weapon.name);
      return `${ship.name} ${ship.initiative}, ${ship.base} ${ship.agility}/${ship.hull}/${ship.shields}, ${special.join()}`;
    })
    .join('; ')}`;

test('a squad is read whatever stands around it and however it was written', () => {
  const ofLuke = FILES.filter((file) =>
    /^(byte-|utf-|windows-|typographic-|python-|words-|gzip-|deflate-|packed-|base64-|hexadecimal-|percent-|html-|source-|quoted-|wrapped-|data-|export-|link-|zeros-)/.test(
      file,
    ),
  );
  assert.equal(ofLuke.length, 41);
  for (const file of ofLuke) assert.deepEqual(factsOf(file).map(words), [ZWOELF], file);
  for (const file of ['two-squads-in-one-text.txt', 'list-of-squads.json', 'tournament-export-as-text-in-json.json'])
    assert.deepEqual(factsOf(file).map(words), [ZWOELF, ACES], file);
});

test('each file of the corpus is a text by its first bytes, so that the page looks for a squad in it, in the alphabet of its name', () => {
  for (const file of FILES) assert.equal(fileKind(readFileSync(new URL(file, FOLDER))), file === 'empty.xws' ? 'other' : 'text', file);
  assert.deepEqual(factsOf('names-of-other-alphabets-utf-16.xws').map(words), ['Эскадрилья Łódź Ω 中队: Luke Skywalker 5, small 2/4/2, ']);
});

test('what is optional may be null, text, number or an empty list, and ids may be names', () => {
  for (const [file, expected] of [
    ['code-fence-with-link.txt', 'Three: Luke Skywalker 5, small 2/4/2, '],
    ['nulls-where-optional.xws', ': Luke Skywalker 5, small 2/4/2, '],
    ['points-as-text.xws', ': Luke Skywalker 5, small 2/4/2, '],
    ['names-for-ids.xws', ': Wedge Antilles 6, small 2/4/2, ; Jake Farrell 4, small 3/2/2, '],
    ['names-with-capitals.json', ZWOELF],
    ['pilots-under-their-ids.json', ZWOELF],
    ['php-object-for-the-list-of-pilots.xws', ': Wedge Antilles 6, small 2/4/2, Proton Torpedoes; Jake Farrell 4, small 3/3/2, '],
    ['xws-1-with-second-edition-ships.xws', ': Wedge Antilles 6, small 2/4/2, ; Norra Wexley 5, medium 1/6/3, '],
    [
      'empty-lists-for-objects.xws',
      ': Kylo Ren 5, small 3/4/2, ; Lieutenant Tavson 3, large 1/6/6, ; “Breach” 5, small 2/4/2, Adv. Proton Torpedoes',
    ],
  ] as const)
    assert.deepEqual(factsOf(file).map(words), [expected], file);
});

test('upgrades, pilots and factions in other forms than the letter’s are read, and none is passed over without a word', () => {
  const [forms] = factsOf('upgrades-in-other-forms.xws') as [SquadFacts];
  const TORPEDOES = (pilot: string) => `${pilot}, small 2/4/2, Proton Torpedoes`;
  assert.equal(
    words(forms),
    `Forms: ${['Luke Skywalker 5', 'Wedge Antilles 6', 'Thane Kyrell 5', 'Garven Dreis 4'].map(TORPEDOES).join('; ')}`,
  );
  assert.match(forms.ships[2]!.unknown.join(), /Predator/);
  assert.deepEqual([forms.faction, forms.unknown], ['rebelalliance', []]);
  const [{ ships }] = factsOf('dashes-and-ligatures-of-a-page.xws') as [SquadFacts];
  assert.deepEqual(
    ships.map(({ name, initiative, shields }) => [name, initiative, shields]),
    [
      ['Wedge Antilles', 5, 2],
      ['Wedge Antilles', 5, 2],
      ['Luke Skywalker', 5, 3],
    ],
  );
  assert.match(ships[2]!.unknown.join(), /Selfless/);
  assert.doesNotMatch(ships[2]!.unknown.join(), /not known/);
});

test('what is packed by lz-string is read whole; damaged or endless, it is nothing', () => {
  const packed = textOf('packed-by-lz-string.txt').trim();
  assert.deepEqual(JSON.parse(textOfLzString(packed, 1000)!).name, 'Zwölf');
  assert.equal(textOfLzString(packed, 100), undefined);
  for (const text of ['', 'A', packed.slice(4), 'a'.repeat(1000), `${packed.slice(0, 30)}****${packed.slice(34)}`]) {
    const unpacked = textOfLzString(text, 10_000);
    assert.ok(unpacked === undefined || (unpacked.length <= 10_000 && !unpacked.includes('pilots')), text.slice(0, 20));
  }
});

test('a pilot without a ship, with another list’s id or with an ending left out flies its own ship', () => {
  const shipsOf = (file: string) => factsOf(file)[0]!.ships.map(({ name, ship, initiative }) => `${name}, ${ship}, ${initiative}`);
  assert.deepEqual(shipsOf('no-ship-by-the-letter.xws'), [
    'Bombardment Drone, Hyena-class Droid Bomber, 3',
    'DFS-311, Vulture-class Droid Fighter, 1',
  ]);
  assert.deepEqual(shipsOf('suffixes-left-out-or-added.xws'), [
    '“Scorch”, TIE/se Bomber, 4',
    '“Midnight”, TIE/fo Fighter, 6',
    'Commander Malarus, Xi-class Light Shuttle, 5',
  ]);
  assert.deepEqual(shipsOf('pilot-of-two-ships-without-ship.xws'), [
    'Gideon Hask, TIE/ln Fighter, 4',
    'Colonel Jendon, Lambda-class T-4a Shuttle, 3',
    'Darth Vader, TIE/D Defender, 6',
  ]);
  assert.deepEqual(shipsOf('ship-of-the-newer-list.xws'), [
    'Anakin Skywalker, Delta-7B Aethersprite, 6',
    '“Kickback”, V-19 Torrent Starfighter, 4',
  ]);
  assert.deepEqual(factsOf('ship-of-the-newer-list.xws')[0]!.unknown, [], 'what YASB writes today is no field that nobody knows');
  assert.deepEqual(shipsOf('two-initiatives-of-one-name.xws'), ['Count Dooku, Sith Infiltrator, 3']);
  const [dash] = factsOf('card-of-2023-under-the-older-ship.xws')[0]!.ships;
  assert.deepEqual(dash!.weapons, [{ name: 'Primary', arc: 'double turret', value: 3 }]);
});

test('names with hyphens of their own, and hyphens or lines for spaces, name the same ships and cards; short names of ships do where the pilot flies one of that name', () => {
  const [own] = factsOf('hyphens-of-names.xws') as [SquadFacts];
  assert.deepEqual(
    own.ships.map(({ name, ship, initiative }) => [name, ship, initiative]),
    [
      ['L3-37', 'Customized YT-1300 Light Freighter', 2],
      ['IG-88B', 'Aggressor Assault Fighter', 4],
      ['4-LOM', 'G-1A Starfighter', 3],
      ['N’dru Suhlak', 'Z-95-AF4 Headhunter', 4],
    ],
  );
  assert.match(own.ships[1]!.unknown.join(), /Apply by hand.*IG-2000/);
  const [spaces] = factsOf('hyphens-for-spaces.xws') as [SquadFacts];
  assert.equal(
    words(spaces),
    'kebab: Luke Skywalker 5, small 2/4/3, Proton Torpedoes; Hera Syndulla 5, large 0/10/4, ; AP-5 1, small 2/4/1, ',
  );
  assert.match(spaces.ships[0]!.unknown.join(), /R2-D2/);
  assert.match(spaces.ships[2]!.unknown.join(), /K-2SO/);
});

test('every pilot of the list is found by name and ship, and by an id with hyphens for its spaces', () => {
  for (const { name: ship, faction, pilots } of SHIP_KINDS)
    for (const { name } of pilots)
      for (const id of [name, name.replace(/ /g, '-'), name.replace(/ /g, '_').toUpperCase(), name.replace(/-/g, '‑')]) {
        const [one] = readSquad({ faction, pilots: [{ id, ship }] }).ships;
        // Of two cards of one name, whose ids have endings alone, neither is meant for certain.
        if (!one!.pilot && pilots.filter((pilot) => canonicalId(pilot.name) === canonicalId(name)).length > 1) continue;
        assert.equal(one!.pilot && canonicalId(one!.pilot.name), canonicalId(name), `${id} of the ${ship}: ${one!.pilot?.name}`);
      }
});

test('links of builders are read by their numbers, in a chat, a page or the code of a printed sheet; several are several squads', () => {
  const shipsOf = (file: string) => factsOf(file).map(({ ships }) => ships.map(({ name }) => name).join());
  for (const [file, ...squads] of [
    ['yasb-link-in-a-chat.txt', 'Major Vonreg,Kylo Ren,Epsilon Squadron Cadet,Epsilon Squadron Cadet'],
    ['yasb-link-in-a-page.html', 'Darth Vader,“Mauler” Mithel,Sigma 7,Iden Versio,“Backstabber”'],
    ['yasb-link-of-a-printed-sheet.txt', 'Luke Skywalker,Jake Farrell'],
    ['yasb-links-of-two-players.txt', 'Soontir Fel,Darth Vader,“Duchess”', 'Cassian Andor,AP-5,Braylen Stramm,Ten Numb'],
    ['lbn-link.txt', '“Kickback”,“Killer”,kickback-sigeofcoruscant,“Contrail”,“Klick”,“Axe”,“Odd Ball”,“Boost”'],
    ['lbn-link-with-rules.txt', 'Luke Skywalker,Wedge Antilles'],
    ['yasb-link-with-numbers-of-the-future.txt', 'Luke Skywalker,yasb-9999'],
  ] as const)
    assert.deepEqual(shipsOf(file), squads, file);
  const [later] = factsOf('yasb-link-with-numbers-of-the-future.txt') as [SquadFacts];
  assert.match(later.unknown.join(), /Open it in YASB/);
  assert.deepEqual(
    later.ships.map(({ base }) => base),
    ['small', undefined],
  );
});

test('an id that every object of the language has names nothing', () => {
  const [{ ships, unknown }] = factsOf('every-object-has-it.xws') as [SquadFacts];
  assert.deepEqual(
    ships.map(({ name, ship }) => [name, ship]),
    [
      ['constructor', undefined],
      ['__proto__', 'T-65 X-wing'],
    ],
  );
  assert.match(ships[0]!.unknown.join(), /The ship “constructor” is not known/);
  assert.match(ships[1]!.unknown.join(), /The pilot “__proto__” of the T-65 X-wing is not known/);
  assert.deepEqual(unknown, ['The faction “constructor” is not known.', 'The obstacle “constructor” is not known.']);
});

test('numbers, action bars and cards that a pilot has of its own count', () => {
  const shipsOf = (file: string) => factsOf(file)[0]!.ships;
  // From the printed cards: Vader has 3 shields, Iden Versio 1, Backstabber hull 4, where their ships have 2, 0 and 3.
  assert.deepEqual(
    shipsOf('pilots-own-numbers.xws').map(({ hull, shields }) => [hull, shields]),
    [
      [3, 3],
      [3, 1],
      [4, 0],
    ],
  );
  for (const { actions } of shipsOf('droids-calculate.xws')) {
    assert.ok(actions!.includes('calculate') && !actions!.includes('focus'), actions!.join());
  }
  const [obiWan] = shipsOf('cards-that-change-numbers.xws');
  // Delta-7: 3 agility, 3 hull, 1 shield, 2 dice; Delta-7B: -1 agility, +2 shields, +1 die; Hull and Shield Upgrade +1 each.
  assert.deepEqual([obiWan!.agility, obiWan!.hull, obiWan!.shields, obiWan!.weapons[0]!.value, obiWan!.force], [2, 4, 4, 3, 3]);
  assert.deepEqual(obiWan!.unknown, ['Apply by hand, as its text says: Predator.', 'Not counted because unknown: “luckyfeet”.']);
  const [jake, jan] = shipsOf('vectored-cannons.xws');
  assert.deepEqual(
    jake!.weapons.map(({ arc, value }) => [arc, value]),
    [['single turret', 2]],
  );
  assert.deepEqual(
    jan!.weapons.map(({ arc, value }) => [arc, value]),
    [
      ['single turret', 2],
      ['front', 3],
    ],
  );
  assert.ok(jan!.actions!.includes('boost') && jan!.actions!.includes('red boost'));
  // Cards of a standard loadout, which builders do not write: torpedoes, and a turret that has to be rotated.
  const [luke, dutch] = shipsOf('standard-loadout-without-its-cards.xws');
  assert.deepEqual(luke!.weapons.at(-1), { name: 'Proton Torpedoes', arc: 'front', value: 4 });
  assert.ok(dutch!.actions!.includes('rotate arc'));
  const [pup] = shipsOf('initiative-of-another-ship.xws');
  assert.equal(pup!.initiative, undefined);
  assert.match(pup!.unknown.join(), /that of another ship/);
});

test('every card of the list is counted whole or named for the players to apply, and one that is on no list is named as unknown', () => {
  const cards: readonly string[] = Object.keys(upgrades.names);
  assert.ok(cards.length > 700);
  for (const card of [...cards, 'no-such-card']) {
    const pilots = [{ id: 'lukeskywalker', ship: 't65xwing', upgrades: { talent: [card] } }];
    const read = readSquadText(JSON.stringify({ faction: 'rebelalliance', pilots }));
    assert.ok(read.ok, card);
    const said = squadFacts(read.squad).ships[0]!.unknown.join(' ');
    assert.equal(isCountedWhole(card), !said.includes(cardName(card) ?? card), `${card}: ${said}`);
  }
});

test('the first edition is said once, huge ships are named, and neither becomes a half-known ship', () => {
  for (const file of FILES.filter((name) => name.startsWith('first-edition'))) {
    const [{ unknown, ships }] = factsOf(file) as [SquadFacts];
    assert.equal(unknown.filter((sentence) => /first edition/.test(sentence)).length, 1, file);
    for (const ship of ships) assert.deepEqual([ship.base, ship.weapons, ship.unknown], [undefined, [], []], file);
  }
  const [huge, red] = factsOf('huge-ship.xws')[0]!.ships;
  assert.match(huge!.unknown.join(), /huge ship/);
  assert.match(huge!.name, /[A-Z].* /, 'a name, not an id');
  assert.deepEqual([huge!.base, red!.base], [undefined, 'small']);
});

test('what is cut off, empty or no squad is refused in words', () => {
  for (const [file, code] of [
    ['cut-off.xws', 'squad-cut-off'],
    ['second-of-two-cut-off.txt', 'squad-cut-off'],
    ['empty.xws', 'squad-empty'],
    ['empty-list.json', 'squad-not-xws'],
    ['only-a-tournament-without-squads.json', 'squad-not-xws'],
  ] as const) {
    const read = readSquadText(textOf(file));
    assert.equal(read.ok ? 'read' : read.problem.code, code, file);
  }
});

test('a squad that names one kind of upgrade twice is refused with its place, not read without the first', () => {
  const read = readSquadText(textOf('one-kind-of-upgrade-twice.xws'));
  assert.match(read.ok ? 'read' : english(read.problem.message), /pilots\[0\]\.upgrades\.talent: got this field twice/);
});

test('every file of the corpus goes out and in again as it was, with any words around it', () => {
  const squads = FILES.flatMap((file) => {
    const read = readSquadText(textOf(file));
    return read.ok ? [read.squad] : [];
  });
  const around = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[{[\]}"]|https?:/i.test(text));
  fc.assert(
    fc.property(fc.constantFrom(...squads), around, around, fc.constantFrom('', '```', '> ', '\n'), (squad, before, after, fence) => {
      const again = readSquadText(`${before}${fence}\n${squadFile(squad)}\n${fence}${after}`);
      assert.ok(again.ok);
      assert.deepEqual(again.squad, squad);
    }),
    { numRuns: 60 },
  );
});
