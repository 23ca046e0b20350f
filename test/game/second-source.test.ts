import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { type KnownPilot, printedNumbers, SHIP_KINDS, type ShipKind, SPECIAL_WEAPONS } from '../../src/game/facts/ship-facts.js';
import { barActionWords } from '../../src/game/model/action.js';

/** What the squad builder YASB says of the same cards: another list, by other people, that is in daily use. `scripts/ship-facts.mjs` writes it. */
const SECOND: {
  readonly dials: Readonly<Record<string, string>>;
  readonly pilots: Readonly<Record<string, string>>;
  readonly weapons: Readonly<Record<string, string>>;
} = JSON.parse(readFileSync(new URL('second-source.json', import.meta.url), 'utf8'));

/** Where our first source said otherwise and this one is believed: what, and why. `CORRECTIONS` of the script holds the values. */
const BELIEVED: Readonly<Record<string, readonly [what: string, why: string]>> = {
  deathwatchwarrior: ['initiative', '2, not 1: two versions of FlyCasual, a third list, say 2 as well'],
  nashtahpup: ['initiative', 'printed as “*”: that of the ship it docks with; 0 in our source only fills the place'],
  transgalmegcontrollink: ['initiative', 'printed as “*”, as above'],
  agenttierny: ['actions', 'a white lock: also said by xwingtmg/xwing-data2; our source has the bar of the ship, as if nobody had looked'],
  'wampa-battleofyavin': ['actions', 'with a lock: FlyCasual adds it too; our source has the bar of the ship'],
  'captainjonus-swz98': ['actions', 'a white reload: said on purpose for this card alone; our source has the bar of the ship'],
  'chopper-gauntletfighter': ['actions', 'a droid calculates, as on its other card; our source has the bar of the ship'],
};

/** Every card on which the two lists still do not agree: what is different, who is believed, and why. */
const DISAGREEMENTS: Readonly<Record<string, readonly [what: string, why: string]>> = {
  'countdooku-siegeofcoruscant': [
    'actions',
    'ours: the title Scimitar on the same card adds a red cloak and a jam, which the builder adds by the title',
  ],
};

/** Pilots that only the second list has: they came from it, so that it cannot check them. */
const FROM_SECOND = /-(evacuationofdqar|armedanddangerous|legendsandrelics|wartime)$/;

const ARC_WORDS: Readonly<Record<string, string>> = {
  front: 'Front Arc',
  rear: 'Rear Arc',
  left: 'Left Arc',
  right: 'Right Arc',
  fullFront: 'Full Front Arc',
  fullRear: 'Full Rear Arc',
  bullseye: 'Bullseye Arc',
  'single turret': 'Single Turret Arc',
  'double turret': 'Double Turret Arc',
};
const FIELDS = ['ship', 'initiative', 'attacks', 'agility', 'hull', 'shields', 'force', 'actions'] as const;

/** A later card of a ship is the same ship to the builder. */
const shipOf = ({ xws }: ShipKind) => xws.replace(/2023$/, '');

function ours(kind: ShipKind, pilot: KnownPilot): string[] {
  const { weapons, agility, hull, shields, force = 0, actions } = printedNumbers(kind, pilot);
  const attacks = weapons.map(({ arc, value }) => `${ARC_WORDS[arc]} ${value}`);
  return [
    shipOf(kind),
    pilot.initiative ?? '',
    attacks.join(', '),
    agility,
    hull,
    shields,
    force,
    actions.map(barActionWords).join(', '),
  ].map(String);
}

const sorted = (list: string) => list.split(', ').sort().join();

test('ships, pilots and their numbers are those of a second list, and where not it is said who is believed', () => {
  const found: Record<string, string> = {};
  const counts = { checked: 0, fromSecond: 0, alone: 0 };
  const seen = new Set<string>();
  for (const kind of SHIP_KINDS) {
    for (const [pilot, id] of kind.pilots.flatMap((one) => one.xws.map((xws) => [one, xws] as const))) {
      const theirs = SECOND.pilots[id]?.split('|');
      seen.add(id);
      counts[!theirs ? 'alone' : FROM_SECOND.test(id) ? 'fromSecond' : 'checked']++;
      if (!theirs) continue;
      const mine = ours(kind, pilot);
      const isList = (field: string) => field === 'actions' || field === 'attacks';
      const other = FIELDS.filter((field, i) => (isList(field) ? sorted(mine[i]!) !== sorted(theirs[i]!) : mine[i] !== theirs[i]));
      if (other.length > 0) found[id] = other.join(', ');
    }
  }
  assert.deepEqual(found, Object.fromEntries(Object.entries(DISAGREEMENTS).map(([id, [what]]) => [id, what])));
  assert.deepEqual(
    Object.keys(SECOND.pilots).filter((id) => !seen.has(id)),
    [],
    'pilots of the second list that are missing from ours',
  );
  assert.ok(Object.keys(BELIEVED).every((id) => SECOND.pilots[id] && !found[id]));
  // `alone` are fan-made cards (-wat1, -pnp) and other prints of cards that were checked (-lsl, -ssl).
  assert.deepEqual(counts, { checked: 660, fromSecond: 48, alone: 96 });
});

test('dials are those of the second list', () => {
  let count = 0;
  for (const kind of SHIP_KINDS) {
    const theirs = SECOND.dials[shipOf(kind)];
    if (!theirs || [...kind.dial, ...kind.otherCodes].length === 0) continue;
    count++;
    assert.equal([...kind.dial, ...kind.otherCodes].sort().join(' '), theirs.split(' ').sort().join(' '), `${kind.name}, ${kind.faction}`);
  }
  assert.equal(count, 98);
});

test('special weapons are those of the second list', () => {
  let count = 0;
  for (const { weapon, charges } of SPECIAL_WEAPONS) {
    const theirs = SECOND.weapons[weapon.id];
    if (!theirs) continue;
    count++;
    const { arc, value, minRange, maxRange, isOrdnance } = weapon;
    assert.equal([ARC_WORDS[arc], value, minRange, maxRange, isOrdnance, charges].join('|'), theirs, weapon.id);
  }
  assert.equal(count, 36, 'those that interrupt a maneuver are left out');
});

test('FACT-01 to FACT-03: pilots with numbers and bars of their own are as many as the cards have, and of two pilots of one name each is known', () => {
  const pilots = SHIP_KINDS.flatMap((kind) => kind.pilots.map((pilot) => ({ ship: kind.xws, ...pilot })));
  // The second list has 49 and 67 of them; the others are prints that it lacks.
  const own = (...fields: readonly string[]) => pilots.filter((one) => fields.some((field) => field in one.own)).length;
  assert.deepEqual([own('hull', 'shields', 'weapons'), own('actions')], [54, 88]);
  assert.deepEqual(
    ['countdooku', 'countdooku-siegeofcoruscant', 'kickback', 'wedgeantilles-battleofyavin', 'popskrail-battleofyavin'].map((id) => {
      const known = pilots.filter(({ xws }) => xws.includes(id));
      return known.map(({ ship, initiative }) => `${id}: ${ship}, ${initiative}`).join(' or ');
    }),
    [
      'countdooku: sithinfiltrator, 3',
      'countdooku-siegeofcoruscant: sithinfiltrator, 5',
      'kickback: v19torrentstarfighter, 4',
      'wedgeantilles-battleofyavin: t65xwing, 5',
      'popskrail-battleofyavin: btla4ywing, 4',
    ],
  );
});
