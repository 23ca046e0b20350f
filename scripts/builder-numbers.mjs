#!/usr/bin/env node
/**
 * Writes which pilots and cards the numbers in links of squad builders stand for (`src/game/squad/builder-numbers.json`):
 *
 *   node scripts/builder-numbers.mjs YASB.json LBN
 *
 * YASB.json is that of `ship-facts.mjs`; LBN is the unpacked npm package lbn-core 1.0.83 (MIT), whose `dist/assets/ffg-xws.js` has the numbers
 * of the official builder, which Launch Bay Next writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonical, yasbId } from './lib/yasb-ids.mjs';

const [yasbFile, lbnRoot] = process.argv.slice(2);
if (!lbnRoot) throw new Error('Use: node scripts/builder-numbers.mjs YASB.json LBN');
const { pilotsById, upgradesById } = JSON.parse(readFileSync(yasbFile, 'utf8'));
const { factions, ships, slots, pilots, upgrades } = createRequire(import.meta.url)(resolve(lbnRoot, 'dist/assets/ffg-xws.js')).default;

/**
 * Numbers of upgrades that stood for another published card in links before version 10: of 71 states of YASB's list, one for each month from November
 * 2019 to July 2026, all other numbers have the same card throughout, but for names of the weeks before a card was published.
 */
const REUSED = [346, 502, ...Array.from({ length: 17 }, (_, i) => 525 + i)];

/** XWS writes these two slots with a hyphen. */
const SLOTS = { force: 'force-power', forcepower: 'force-power', tacticalrelay: 'tactical-relay' };
const slotId = (name) => SLOTS[canonical(name)] ?? canonical(name);

/** Obstacles in the order of andrelind/launch-bay-next-web, `helpers/convert.ts`, which its links count by. */
const counted = (name, first, count) => Array.from({ length: count }, (_, i) => `${name}${first + i}`);
const OBSTACLES = [
  ...counted('coreasteroid', 0, 6),
  ...counted('core2asteroid', 0, 6),
  ...counted('vt49decimatordebris', 0, 3),
  ...counted('yt2400debris', 0, 3),
  ...counted('gascloud', 1, 6),
];

/** Number and id, one after the other. */
const listed = (pairs) => pairs.flat().join(' ');
const ofObject = (object, idOf = (id) => id) => listed(Object.entries(object).map(([number, id]) => [number, idOf(id)]));
const published = (cards) => cards.filter((card) => card?.name && !card.skip);

function grouped(cards, groupOf, idOf) {
  const groups = {};
  for (const card of published(cards)) {
    groups[groupOf(card)] ??= [];
    groups[groupOf(card)].push([card.id, idOf(card)]);
  }
  return Object.fromEntries(Object.entries(groups).map(([group, pairs]) => [group, listed(pairs)]));
}

const numbers = {
  source:
    'YASB: raithos/xwing, coffeescripts/content/cards-common.coffee, commit 2dfffe8 (July 2026), MIT; Launch Bay Next: npm lbn-core 1.0.83, MIT; written by scripts/builder-numbers.mjs; numbers with their XWS ids, a star: a standard loadout',
  yasb: {
    pilots: grouped(
      pilotsById,
      ({ ship }) => canonical(ship),
      (pilot) => (pilot.upgrades ? '*' : '') + yasbId(pilot, pilot.ship),
    ),
    upgrades: grouped(
      upgradesById,
      ({ slot }) => slotId(slot),
      (card) => yasbId(card, card.slot),
    ),
    reused: REUSED.join(' '),
  },
  lbn: {
    factions: ofObject(factions, canonical),
    ships: ofObject({ ...ships, 48: 'escapecraft' }),
    slots: ofObject(slots, slotId),
    pilots: ofObject(pilots),
    upgrades: ofObject(upgrades),
    obstacles: listed(Object.entries(OBSTACLES)),
  },
};
writeFileSync(fileURLToPath(new URL('../src/game/squad/builder-numbers.json', import.meta.url)), `${JSON.stringify(numbers, null, 1)}\n`);
const count = (...lists) => lists.map((list) => Object.keys(list).length).join(' pilots and ');
console.log(`${count(published(pilotsById), published(upgradesById))} cards of YASB, ${count(pilots, upgrades)} of Launch Bay Next`);
