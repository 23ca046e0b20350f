#!/usr/bin/env node
/**
 * Writes the facts of ships, pilots and cards (`src/game/facts/ship-facts.json`, `upgrade-facts.json`), and what another
 * list says of the same (`test/game/second-source.json`), from checkouts of three public lists, all MIT:
 *
 *   node scripts/ship-facts.mjs LEGACY NEWER YASB.json
 *
 * LEGACY is SogeMoge/xwing-data2-legacy, NEWER xwingtmg/xwing-data2, YASB.json what `basicCardData()` of
 * raithos/xwing `coffeescripts/content/cards-common.coffee` returns, as JSON. LEGACY is the list; the others add pilots
 * and cards that it lacks. YASB grew independently of the other two, so it is also the second source of the test.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonical, yasbId } from './lib/yasb-ids.mjs';

/** What another source says and is believed over LEGACY; the test of the second source says why. */
const CORRECTIONS = {
  deathwatchwarrior: { initiative: 2 },
  nashtahpup: { initiative: null },
  transgalmegcontrollink: { initiative: null },
  agenttierny: { actions: ['focus', 'lock', 'red coordinate', 'jam'] },
  'chopper-gauntletfighter': { actions: ['calculate', 'red reinforce', 'lock', 'red coordinate'] },
  'captainjonus-swz98': { actions: ['focus', 'lock', 'barrel roll > red lock', 'reload'] },
  'wampa-battleofyavin': { actions: ['focus', 'lock', 'evade', 'barrel roll'] },
  'wampa-battleofyavin-lsl': { actions: ['focus', 'lock', 'evade', 'barrel roll'] },
};
const SHIP_ALIASES = { upsilonclassshuttle: 'upsilonclasscommandshuttle' };

const [legacyRoot, newerRoot, yasbFile] = process.argv.slice(2);
if (!yasbFile) throw new Error('Use: node scripts/ship-facts.mjs LEGACY NEWER YASB.json');
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const jsonFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => json(join(folder, name)));

const actionText = ({ type, difficulty, linked }) =>
  `${difficulty === 'White' ? '' : `${difficulty.toLowerCase()} `}${type.toLowerCase()}${linked ? ` > ${actionText(linked)}` : ''}`;

function numbersOf(stats) {
  const numberOf = (wanted) => stats.find(({ type }) => type === wanted)?.value ?? 0;
  const attacks = stats.filter(({ type }) => type === 'attack').map(({ arc, value }) => ({ arc, value }));
  return { attacks, agility: numberOf('agility'), hull: numberOf('hull'), shields: numberOf('shields') };
}

/** Every pilot of a checkout of data2: the numbers of the card, whole. */
function shipsOf(root) {
  return jsonFiles(join(root, 'data/pilots')).map(({ xws, name, faction, size, dial = [], stats, actions, pilots }) => ({
    ...{ xws: SHIP_ALIASES[xws] ?? xws, name, faction, size: size.toLowerCase(), dial },
    ...numbersOf(stats),
    actions: actions.map(actionText),
    pilots: pilots.map((pilot) => ({
      ...{ xws: pilot.xws, name: pilot.name, initiative: pilot.initiative },
      ...(pilot.shipStats && numbersOf(pilot.shipStats)),
      ...(pilot.shipActions && { actions: pilot.shipActions.map(actionText) }),
      ...(pilot.force && { force: pilot.force.value }),
      ...(pilot.standardLoadout && { loadout: pilot.standardLoadout }),
    })),
  }));
}

const ATTACKS = {
  ...{ attack: 'Front Arc', attackb: 'Rear Arc', attackf: 'Full Front Arc', attackbull: 'Bullseye Arc', attackl: 'Left Arc' },
  ...{ attackr: 'Right Arc', attackt: 'Single Turret Arc', attackdt: 'Double Turret Arc' },
};
const BEARINGS = ['T', 'B', 'F', 'N', 'Y', 'K', 'L', 'P', 'E', 'R', 'A', 'S', 'D'];
const COLORS = ['', 'B', 'W', 'R', 'P'];

function yasbNumbers(card) {
  const attacks = Object.entries(ATTACKS).flatMap(([field, arc]) => (card[field] ? [{ arc, value: card[field] }] : []));
  return { attacks, agility: card.agility, hull: card.hull, shields: card.shields };
}

/** An action that begins with “>” follows the one before it. */
function yasbActions(actions) {
  const bar = [];
  for (const text of actions) {
    const [, color, linked, name] = /^(?:(R|F)-)?(> ?)?(.*)$/.exec(text);
    const one = `${{ R: 'red ', F: 'purple ' }[color] ?? ''}${name.toLowerCase()}`;
    bar.push(linked ? `${bar.pop()} > ${one}` : one);
  }
  return bar;
}

function yasbDial(maneuvers) {
  return maneuvers.flatMap((row, speed) =>
    row.flatMap((color, i) => (color ? [`${speed}${speed === 0 && BEARINGS[i] === 'F' ? 'O' : BEARINGS[i]}${COLORS[color]}`] : [])),
  );
}

const yasb = json(yasbFile);
const yasbCards = yasb.upgradesById.filter((card) => card?.name && !card.skip);
const yasbCardId = (card) => yasbId(card, card.slot);
const cardIdByName = new Map(yasbCards.map((card) => [card.name, yasbCardId(card)]));
const asDroid = (actions) => actions.map((action) => action.replaceAll('focus', 'calculate'));

/** Every pilot of YASB with the numbers of its card, whole. A droid calculates where its ship focuses, as YASB itself has it. */
const yasbPilots = yasb.pilotsById
  .filter((pilot) => pilot?.name && !pilot.skip)
  .map((pilot) => {
    const ship = { ...yasb.ships[pilot.ship], ...pilot.ship_override };
    const actions = yasbActions(ship.actions);
    return {
      ...{ xws: yasbId(pilot, pilot.ship), name: pilot.name.split(' (')[0].replace(/^"(.*)"/, '“$1”') },
      ...{ ship: canonical(pilot.ship), faction: canonical(pilot.faction), initiative: pilot.skill === '*' ? null : pilot.skill },
      ...yasbNumbers(ship),
      actions: pilot.keyword?.includes('Droid') ? asDroid(actions) : actions,
      ...(pilot.force && { force: pilot.force }),
      ...(pilot.upgrades && { loadout: pilot.upgrades.map((name) => cardIdByName.get(name) ?? canonical(name)) }),
    };
  });

// The list: LEGACY, then what NEWER and YASB have beside it.
const ships = shipsOf(legacyRoot);
const rowOf = (xws, faction) => ships.find((ship) => ship.xws === xws && ship.faction === faction);
const isThere = (id) => ships.some(({ pilots }) => pilots.some(({ xws }) => xws === id));
for (const ship of shipsOf(newerRoot)) {
  const fresh = ship.pilots.filter(({ xws }) => !isThere(xws));
  const row = rowOf(ship.xws, ship.faction);
  if (row) row.pilots.push(...fresh);
  else if (fresh.length > 0) ships.push({ ...ship, pilots: fresh });
}
for (const { ship, faction, ...pilot } of yasbPilots) {
  if (isThere(pilot.xws)) continue;
  const row = rowOf(ship, faction);
  if (row) row.pilots.push(pilot);
  else {
    const { attacks, agility, hull, shields, actions } = pilot;
    const { name, base = 'small', maneuvers } = Object.values(yasb.ships).find((one) => canonical(one.name) === ship);
    const numbers = { attacks, agility, hull, shields, actions };
    ships.push({ xws: ship, name, faction, size: base.toLowerCase(), dial: yasbDial(maneuvers), ...numbers, pilots: [pilot] });
  }
}

const OWN = ['attacks', 'agility', 'hull', 'shields', 'actions', 'force', 'loadout'];

/** Rows of one name, initiative and numbers, with all ids of it; of its numbers only those that its ship does not have. */
function pilotRows(ship) {
  const rows = [];
  for (const given of ship.pilots) {
    const pilot = { ...given, ...CORRECTIONS[given.xws] };
    const own = Object.fromEntries(
      OWN.flatMap((key) => (pilot[key] === undefined || same(pilot[key], ship[key]) ? [] : [[key, pilot[key]]])),
    );
    const like = rows.find((row) => row.name === pilot.name && row.initiative === pilot.initiative && same(row.own, own));
    if (like) like.ids.push(pilot.xws);
    else rows.push({ name: pilot.name, initiative: pilot.initiative, ids: [pilot.xws], own });
  }
  return rows.map(({ name, initiative, ids, own }) => [
    ...[name, initiative],
    ...(same(ids, [canonical(name)]) ? [] : ids),
    ...(Object.keys(own).length > 0 ? [own] : []),
  ]);
}

const lines = (rows) => rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
const isHuge = ({ size }) => size === 'huge';
const huge = Object.fromEntries(
  [...new Set(ships.filter(isHuge).map(({ xws }) => xws))].map((id) => [
    id,
    ships.filter(({ xws }) => xws === id).flatMap(({ pilots }) => pilots.map(({ xws }) => xws)),
  ]),
);

// Cards: the names of all, the weapons, and what changes numbers or the action bar.
const cards = new Map();
for (const root of [legacyRoot, newerRoot]) {
  for (const card of jsonFiles(join(root, 'data/upgrades')).flat()) if (!cards.has(card.xws)) cards.set(card.xws, card);
}
const names = Object.fromEntries([
  ...[...cards.values()].map(({ xws, name }) => [xws, name]),
  ...yasbCards.filter((card) => !cards.has(yasbCardId(card))).map((card) => [yasbCardId(card), card.name.split(' (')[0]]),
]);

/** What a card of one side changes by itself, without its text. */
function effectOf({ sides }) {
  const effect = {};
  for (const { type, value, amount } of sides[0].grants ?? []) {
    if (type === 'action') effect.actions = [...(effect.actions ?? []), actionText(value)];
    if (type === 'arc' && value === 'Single Turret Arc') effect.turnsFront = true;
    if (type === 'stat' && value === 'attack' && amount > 1) effect.frontWeapon = amount;
    else if (type === 'stat' && value !== 'energy') effect[value] = amount;
  }
  if (sides[0].force) effect.force = sides[0].force.value;
  return effect;
}
const oneSided = [...cards.values()].filter(({ sides }) => sides.length === 1);
const effects = Object.fromEntries(
  oneSided.map((card) => [card.xws, effectOf(card)]).filter(([, effect]) => Object.keys(effect).length > 0),
);
const whole = oneSided.filter(({ xws, sides: [{ ability }] }) => effects[xws] && !ability).map(({ xws }) => xws);

const NOT_FOR_FIGHTERS = ['Hardpoint', 'Command', 'Cargo', 'Team'];
/** An attack that interrupts an enemy's maneuver is no weapon of the Engagement Phase: its whole text is left to the players. */
const interrupts = (ability) => ability.startsWith('After an enemy ship executes a maneuver');
/** What has to be there for an attack, one of these, without being spent. */
const needsOf = (ability) =>
  [...(/Attack \(([^)]*)\)/.exec(ability)?.[1] ?? '').matchAll(/\[(\w+)\]/g)].map(([, need]) => need.toLowerCase());
const chargesSpent = (ability) => Number(/Attack[^:]*: ?Spend (\d+) \[Charge\]/.exec(ability)?.[1] ?? 1);
/** Whether nothing is left of a weapon's text beside what is listed here. */
const isWhole = (ability) =>
  /^(This attack can be performed at range 0\. )?Attack( \([^)]*\))?:?( ?Spend \d+ \[Charge\]\.)?$/.test(ability.trim());
const ruledBy = (ability, charges) => ({
  ...(charges && { charges }),
  ...(needsOf(ability).length > 0 && { needs: needsOf(ability) }),
  ...(charges && chargesSpent(ability) !== 1 && { spends: chargesSpent(ability) }),
});
const listed = [...cards.values()].flatMap(({ xws, name, sides: [{ slots, attack, charges, ability = '' }] }) => {
  if (!attack || NOT_FOR_FIGHTERS.includes(slots[0]) || effects[xws]?.turnsFront || interrupts(ability)) return [];
  const { arc, value, minrange, maxrange, ordnance } = attack;
  return [
    {
      xws,
      name,
      arc,
      value,
      minRange: minrange,
      maxRange: maxrange,
      ...(ordnance && { ordnance }),
      ...ruledBy(ability, charges?.value),
      ...(isWhole(ability) && { whole: true }),
    },
  ];
});
const abilityNamed = (wanted) => [...cards.values()].find(({ name }) => name === wanted)?.sides[0].ability ?? '';
const weaponOfYasb = (card) => {
  const [attack] = yasbNumbers(card).attacks;
  if (!attack || card.range === undefined || NOT_FOR_FIGHTERS.includes(card.slot)) return [];
  const [minRange, maxRange = minRange] = String(card.range).split('-').map(Number);
  const xws = yasbCardId(card);
  // Beside a card of the list that is no weapon, or an interruption.
  if (interrupts(abilityNamed(names[xws]))) return [];
  return [
    {
      xws,
      name: names[xws],
      ...attack,
      minRange,
      maxRange,
      ...(card.rangebonus && { ordnance: true }),
      ...ruledBy(abilityNamed(names[xws]), card.charge),
    },
  ];
};
const yasbWeapons = yasbCards.flatMap(weaponOfYasb);
const specialWeapons = [...listed, ...yasbWeapons.filter(({ xws }) => !listed.some((one) => one.xws === xws))];

const source =
  'facts of SogeMoge/xwing-data2-legacy (December 2025), with what xwingtmg/xwing-data2 (January 2025) and raithos/xwing (July 2026) have beside it, all MIT; written by scripts/ship-facts.mjs; a pilot is its name, initiative (null: another ship’s), XWS ids (none given: the name in small letters and digits) and what its card has of its own; huge ships by their ids only';
const fighters = ships.filter((ship) => !isHuge(ship));
const shipRows = fighters.map((ship) => {
  const { xws, name, faction, size, dial, attacks, agility, hull, shields, actions } = ship;
  return { xws, name, faction, size, dial, attacks, agility, hull, shields, actions, pilots: pilotRows(ship) };
});
const into = (path, text) => writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);
into(
  'src/game/facts/ship-facts.json',
  `{\n "source": ${JSON.stringify(source)},\n "aliases": ${JSON.stringify(SHIP_ALIASES)},\n "huge": ${JSON.stringify(huge)},\n "ships": [\n${lines(shipRows)}\n ],\n "specialWeapons": [\n${lines(specialWeapons)}\n ]\n}\n`,
);
into(
  'src/game/facts/upgrade-facts.json',
  `{\n "source": ${JSON.stringify('names of all cards, what those of one side change by themselves, and those that have no text beside it; from the lists of ship-facts.json')},\n "names": ${JSON.stringify(names)},\n "effects": ${JSON.stringify(effects)},\n "whole": ${JSON.stringify(whole)}\n}\n`,
);
const isOfFighters = ({ ship }) => !Object.hasOwn(huge, ship);
const second = {
  source: 'raithos/xwing, coffeescripts/content/cards-common.coffee, commit 2dfffe8 (July 2026), MIT; written by scripts/ship-facts.mjs',
  dials: Object.fromEntries(Object.values(yasb.ships).map((ship) => [canonical(ship.name), yasbDial(ship.maneuvers).join(' ')])),
  pilots: Object.fromEntries(
    yasbPilots
      .filter(isOfFighters)
      .map(({ xws, ship, initiative, attacks, agility, hull, shields, force = 0, actions }) => [
        xws,
        [
          ship,
          initiative,
          attacks.map(({ arc, value }) => `${arc} ${value}`).join(', '),
          agility,
          hull,
          shields,
          force,
          actions.join(', '),
        ].join('|'),
      ]),
  ),
  weapons: Object.fromEntries(
    yasbWeapons.map(({ xws, arc, value, minRange, maxRange, ordnance, charges }) => [
      xws,
      [arc, value, minRange, maxRange, ordnance, charges ?? 0].join('|'),
    ]),
  ),
};
into('test/game/second-source.json', `${JSON.stringify(second, null, 1)}\n`);
console.log(
  `${shipRows.length} ships, ${shipRows.flatMap(({ pilots }) => pilots).length} pilots, ${Object.keys(names).length} cards, ${specialWeapons.length} special weapons`,
);
