import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { entryOf, NEW_SET_UP, withEntries } from '../../src/app/match/roster/roster.js';
import { squadEdits } from '../../src/app/squads/assigned-ship.js';
import { choices, mainChoices } from '../../src/game/choices.js';
import { readSquadText } from '../../src/game/squad/squad-text.js';
import { begun, gameShip, play, toActivation } from '../game/play.js';
import { ship, tableOf } from '../judge/tables.js';

/** A match that begins with a squad of the corpus against a ship that nobody knows; `first` is the one that activates first. */
function matchWith(file: string, first?: string) {
  const read = readSquadText(readFileSync(new URL(`../corpus/squads/${file}`, import.meta.url), 'utf8'));
  assert.ok(read.ok);
  const { ships } = read.squad;
  const bases = ships.map(({ base }, i) => ship(`s${i}`, base!, 120 + 200 * i, 150, 0));
  const table = tableOf([...bases, ship('other', 'small', 450, 800, 180)]);
  const edits = squadEdits(
    ships.map((one, i) => ({ shipId: `s${i}`, player: 1, ship: one })),
    table,
  );
  const entries = table.ships.map((one) => entryOf(one, table, withEntries(NEW_SET_UP, edits)));
  return begun({ table, ships: entries.map((one) => ({ ...one, initiative: one.id === first ? 0 : 3 })) });
}

test('FACT-02 a droid of a squad is offered calculate and never a focus in its match, by its bar and by the rules', () => {
  const acts = (of: ReturnType<typeof choices>) => of.flatMap(({ event }) => (event.kind === 'act' ? [event.action] : []));
  for (const id of ['s0', 's1', 's2']) {
    const start = matchWith('droids-calculate.xws', id);
    const bar = gameShip(start, id).actions!.map(({ action }) => action);
    assert.ok(bar.includes('calculate') && !bar.includes('focus'), `${bar}`);
    const codes = Object.fromEntries(
      start.ships.flatMap((one) => (one.dial ? [[one.id, one.dial.find((code) => /^2F/.test(code))!]] : [])),
    );
    const state = play(toActivation(start, codes), { kind: 'activate', ship: id }, { kind: 'reveal' }, { kind: 'execute' });
    assert.equal(state.activation!.step, 'action');
    assert.deepEqual(acts(mainChoices(state)), ['calculate'], id);
    assert.deepEqual([...new Set(acts(choices(state)))].sort(), [...new Set(bar)].sort(), id);
  }
});

test('FACT-01 ships of a squad begin a match with the hull and shields of their own cards', () => {
  // Vader of Yavin has 3 shields, Iden Versio 1, Backstabber hull 4, where their ships have 2, 0 and 3.
  assert.deepEqual(
    matchWith('pilots-own-numbers.xws')
      .ships.slice(0, 3)
      .map(({ hull, shields }) => [hull, shields]),
    [
      [3, 3],
      [3, 1],
      [4, 0],
    ],
  );
});
