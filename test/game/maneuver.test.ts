import assert from 'node:assert/strict';
import test from 'node:test';
import { byItself } from '../../src/game/choices/by-itself.js';
import { choices, mainChoices } from '../../src/game/choices.js';
import { isManeuverCode, SHIP_KINDS } from '../../src/game/facts/ship-facts.js';
import { moveWords, seenMoves } from '../../src/game/log/seen-moves.js';
import { decreased, increased } from '../../src/game/model/difficulty.js';
import type { ShipEntry } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { revealedCode } from '../../src/game/model/lookup.js';
import type { NO_TOKENS } from '../../src/game/model/tokens.js';
import { EXACT } from '../../src/geometry/pose.js';
import { BEARINGS } from '../../src/pieces/maneuver.js';
import type { Obstacle, Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { block, ship, sigmas, tableOf } from '../judge/tables.js';
import { A_FIRST, beginEvent, begun, entry, gameShip, play, refused, toActivation } from './play.js';

/** `a` alone activates with this maneuver and these tokens; it has revealed its dial. */
function revealed(code: string, tokens: Partial<typeof NO_TOKENS> = {}, blueRemoves?: 'stress only') {
  const table = tableOf([ship('a', 'small', 450, 300, 0)]);
  const state = begun({ table, ships: [entry('a', 1, { tokens })], ...(blueRemoves && { blueRemoves }) });
  return play(toActivation(state, { a: code }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
}

const tokensAfter = (code: string, tokens: Partial<typeof NO_TOKENS>, blueRemoves?: 'stress only') =>
  gameShip(play(revealed(code, tokens, blueRemoves), { kind: 'execute' }), 'a').tokens;

test('[MAN-01] a dial takes a maneuver of the list, and of a known dial only those on it', () => {
  const state = begun({ ships: [entry('a', 1, { dial: ['1FW', '2BB'] }), entry('b', 2)] });
  for (const code of ['9FW', '1XW', '1FP', 'FW', '3FW']) refused(state, { kind: 'set dial', ship: 'a', code }, 'MAN-01');
  assert.deepEqual(gameShip(play(state, { kind: 'set dial', ship: 'a', code: '2BB' }), 'a').set, { code: '2BB', isRevealed: false });
});

test('[MAN-02] the engine places a ship where the template leads: straight 1 takes a small base 80 mm ahead', () => {
  const { pose } = play(revealed('1FW'), { kind: 'execute' }).table.ships[0]!;
  assert.ok(Math.abs(pose.x - 450) < 1e-9 && Math.abs(pose.y - 380) < 1e-9, JSON.stringify(pose));
});

test('a ship whose front the camera left open executes nothing until somebody says which way it faces', () => {
  const state = revealed('1FW');
  const open = { ...state.table, ships: state.table.ships.map((one) => ({ ...one, isFrontOpen: true as const })) };
  refused(play(state, { kind: 'table', table: open }), { kind: 'execute' }, 'too-close');
  play(state, { kind: 'table', table: open }, { kind: 'table', table: state.table }, { kind: 'execute' });
});

test('a ship that was seen to end where the maneuver leads has not strayed because its front could not be seen', () => {
  const seen = (headingDeg: number, isFrontOpen?: true) =>
    tableOf([ship('a', 'small', 450, 380, headingDeg, { ...(isFrontOpen && { isFrontOpen }) })]);
  const noticed = (table: Table) => gameShip(play(revealed('1FW'), { kind: 'execute', seen: table }), 'a').noticed;
  assert.equal(noticed(seen(180)).length, 1);
  assert.deepEqual(noticed(seen(180, true)), []);
  assert.equal(noticed(seen(30, true)).length, 1);
});

test('[MAN-03] after a red maneuver a ship has one stress token more', () => {
  assert.equal(tokensAfter('1FR', {}).stress, 1);
  assert.equal(tokensAfter('1FW', {}).stress, 0);
});

test('[MAN-04] blue removes a stress and a strain token; by the short text, which is an option, stress only', () => {
  const worn = { stress: 2, strain: 2 };
  const { stress, strain } = tokensAfter('1FB', worn);
  assert.deepEqual({ stress, strain }, { stress: 1, strain: 1 });
  const short = tokensAfter('1FB', worn, 'stress only');
  assert.deepEqual({ stress: short.stress, strain: short.strain }, { stress: 1, strain: 2 });
  assert.equal(tokensAfter('1FB', {}).stress, 0);
});

test('[MAN-04] without the option the long text counts; a strain token goes where there is no stress token, and one of each at most', () => {
  const { blueRemoves: _, ...none } = beginEvent().options;
  const table = tableOf([ship('a', 'small', 450, 300, 0)]);
  const after = (tokens: Partial<typeof NO_TOKENS>) => {
    const state = play(undefined, { ...beginEvent({ table, ships: [entry('a', 1, { tokens })] }), options: none });
    const moved = play(toActivation(state, { a: '1FB' }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' });
    const { stress, strain } = gameShip(moved, 'a').tokens;
    return [stress, strain];
  };
  assert.deepEqual(
    [after({ strain: 2 }), after({ stress: 2 }), after({ stress: 1, strain: 1 })],
    [
      [0, 1],
      [1, 0],
      [0, 0],
    ],
  );
});

test('[MAN-05] a stressed ship can neither set nor execute a red maneuver', () => {
  const planning = begun({ ships: [entry('a', 1, { tokens: { stress: 1 } }), entry('b', 2)] });
  refused(planning, { kind: 'set dial', ship: 'a', code: '1FR' }, 'MAN-05');
  play(planning, { kind: 'set dial', ship: 'a', code: '1FW' });
  // It set red while it was not stressed, and became stressed before it activated.
  const state = play(revealed('1FR'), { kind: 'tokens', ship: 'a', token: 'stress', by: 1, reason: 'an ability' });
  refused(state, { kind: 'execute' }, 'MAN-05');
  // A white maneuver that became red is red.
  const harder = play(revealed('1FW', { stress: 1 }), { kind: 'change difficulty', by: 1, reason: 'an ability' });
  refused(harder, { kind: 'execute' }, 'MAN-05');
  const instead = play(state, { kind: 'replace maneuver', code: '2FW', reason: 'agreed' }, { kind: 'execute' });
  assert.equal(instead.table.ships[0]!.pose.y, 420);
});

test('[MAN-06] a stressed ship cannot perform an action, in its step or by an ability', () => {
  const state = play(revealed('1FR'), { kind: 'execute' });
  refused(state, { kind: 'act', ship: 'a', action: 'focus' }, 'MAN-06');
  refused(state, { kind: 'act', ship: 'a', action: 'focus', grantedBy: 'an ability' }, 'MAN-06');
  const calm = play(revealed('1FW'), { kind: 'execute' }, { kind: 'act', ship: 'a', action: 'focus' });
  assert.equal(gameShip(calm, 'a').tokens.focus, 1);
  refused(calm, { kind: 'act', ship: 'a', action: 'evade' }, 'out-of-turn');
});

test('[MAN-07] increasing difficulty goes from blue to white to red, and red stays red', () => {
  assert.deepEqual((['blue', 'white', 'red'] as const).map(increased), ['white', 'red', 'red']);
  assert.equal(
    gameShip(play(revealed('1FB', { stress: 1 }), { kind: 'change difficulty', by: 1, reason: 'x' }, { kind: 'execute' }), 'a').tokens
      .stress,
    1,
  );
});

test('[MAN-08] decreasing difficulty goes from red to white to blue, and blue stays blue', () => {
  assert.deepEqual((['blue', 'white', 'red'] as const).map(decreased), ['blue', 'blue', 'white']);
  assert.equal(
    gameShip(play(revealed('1FR'), { kind: 'change difficulty', by: -1, reason: 'x' }, { kind: 'execute' }), 'a').tokens.stress,
    0,
  );
});

test('[MAN-09] [MAN-18] every bearing is basic or advanced; reverse and stationary ones are not forward', () => {
  const names = (of: (row: (typeof BEARINGS)[number]) => boolean) =>
    BEARINGS.filter(of)
      .map(({ letter }) => letter)
      .join('');
  assert.equal(
    names(({ family }) => family === 'basic'),
    'FBNTY',
  );
  assert.equal(
    names(({ motion }) => motion !== 'forward'),
    'OASD',
  );
});

test('[MAN-18] a stationary maneuver is fully executed although the ship touches another one', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 340, 0)]);
  const ready = play(
    toActivation(begun({ table }), { a: '0OR' }),
    { kind: 'activate', ship: 'a' },
    { kind: 'reveal' },
    { kind: 'execute' },
  );
  assert.equal(ready.activation!.step, 'action');
  assert.equal(gameShip(ready, 'a').wasPartial, false);
});

test('[MAN-17] a stationary maneuver counts as executing one: red gives stress, and “after you execute” triggers', () => {
  const ability = {
    kind: 'ability',
    id: 'x',
    name: 'x',
    ship: 'a',
    isOptional: true,
    window: 'after executing',
    effects: [{ does: 'by hand', text: 'x' }],
  } as const;
  const table = tableOf([ship('a', 'small', 450, 300, 30), ship('b', 'small', 700, 700, 0)]);
  const state = play(
    toActivation(begun({ table, abilities: [ability] }), { a: '0OR' }),
    { kind: 'activate', ship: 'a' },
    { kind: 'reveal' },
    { kind: 'execute' },
  );
  assert.deepEqual([gameShip(state, 'a').tokens.stress, state.queue.length], [1, 1]);
  assert.deepEqual(state.table.ships[0]!.pose, table.ships[0]!.pose);
});

/** `a` is about to execute into `b`, which stands where straight 1 ends. */
function blocked(more: Partial<Parameters<typeof entry>[2]> = {}) {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 390, 0)]);
  const state = begun({ table, ships: [entry('a', 1, { initiative: 1, ...more }), entry('b', 2)] });
  return play(toActivation(state), { kind: 'activate', ship: 'a' });
}

test('[MAN-21] [MAN-22] [MAN-24] a ship that executes partially skips its Perform Action step', () => {
  const state = play(blocked(), { kind: 'reveal' }, { kind: 'execute' });
  assert.equal(gameShip(state, 'a').wasPartial, true);
  refused(state, { kind: 'act', ship: 'a', action: 'focus' }, 'MAN-24');
  const { pose } = state.table.ships[0]!;
  assert.ok(Math.abs(pose.y - 350) < 1e-6, `it touches the ship it backed over, got ${pose.y}`);
  assert.equal(play(state, { kind: 'end activation' }).activation, undefined);
});

test('[MAN-25] an overlap during Adaptive Ailerons does not cost the action; other ships have no ailerons', () => {
  const state = play(blocked({ xws: 'tieskstriker' }), { kind: 'ailerons', code: '1FW' }, { kind: 'reveal' });
  assert.equal(state.table.ships[0]!.pose.y.toFixed(6), '350.000000');
  // Its own maneuver goes past the other ship and is full.
  const on = play(state, { kind: 'replace maneuver', code: '1TW', reason: 'the dial' }, { kind: 'execute' });
  assert.equal(gameShip(play(on, { kind: 'act', ship: 'a', action: 'focus' }), 'a').tokens.focus, 1);
  refused(blocked(), { kind: 'ailerons', code: '1FW' }, 'MAN-25');
  refused(blocked({ xws: 'tiereaper' }), { kind: 'ailerons', code: '3FW' }, 'MAN-25');
});

test('[MAN-25] both ships that have Adaptive Ailerons act after an overlap of a ship or an asteroid by them', () => {
  const rock = block('rock', 440, 330, 460, 335);
  for (const xws of ['tieskstriker', 'tiereaper'])
    for (const [others, rocks] of [
      [[ship('b', 'small', 450, 390, 0)], []],
      [[], [rock]],
    ] as const) {
      const table = tableOf([ship('a', 'small', 450, 300, 0), ...others], rocks);
      const ships = [entry('a', 1, { initiative: 1, xws }), ...(others.length > 0 ? [entry('b', 2)] : [])];
      const moved = play(
        toActivation(begun({ table, ships }), { a: '0OW' }),
        { kind: 'activate', ship: 'a' },
        { kind: 'ailerons', code: '1FW' },
        { kind: 'reveal' },
      );
      const over = play(moved, { kind: 'replace maneuver', code: '1TW', reason: 'away' }, { kind: 'execute' });
      assert.equal(gameShip(play(over, { kind: 'act', ship: 'a', action: 'focus' }), 'a').tokens.focus, 1, xws);
    }
});

test('[MAN-22] a ship that cannot be placed goes back along the template until it overlaps no ship, and keeps its guides over its middle', () => {
  // A straight 3 onto two ships one behind the other: backed over the farther one it lies on the nearer one, which begins at y = 395.
  const row = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 455, 465, 0), ship('c', 'small', 440, 415, 0)]);
  const ready = (table: Table, code: string) =>
    play(
      toActivation(begun({ table, ships: [entry('a', 1, { initiative: 1 }), entry('b', 2), entry('c', 2)] }), { a: code }),
      { kind: 'activate', ship: 'a' },
      { kind: 'reveal' },
    );
  const { pose } = play(ready(row, '3FW'), { kind: 'execute' }).table.ships[0]!;
  assert.ok(Math.abs(pose.y - 375) < 1e-6 && Math.abs(pose.x - 450) < 1e-9, JSON.stringify(pose));
  // A right turn 2 into a ship at its end: both middles of its guides lie on the centre line: up, an arc of 62.5 mm about (512.5, 320), on.
  const turn = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 545, 392, 70), ship('c', 'small', 100, 100, 0)]);
  const bent = play(ready(turn, '2YW'), { kind: 'execute' }).table.ships[0]!.pose;
  for (const y of [20, -20]) {
    const middle = { x: bent.x + y * Math.sin(bent.headingRad), y: bent.y + y * Math.cos(bent.headingRad) };
    const onArcMm = Math.abs(Math.hypot(middle.x - 512.5, middle.y - 320) - 62.5);
    const offMm = middle.y < 320 ? Math.abs(middle.x - 450) : middle.x > 512.5 ? Math.abs(middle.y - 382.5) : onArcMm;
    assert.ok(offMm < 1e-6, `${offMm} mm off the line at (${middle.x}, ${middle.y})`);
  }
});

test('[MAN-26] a ship that touches another after an overlap cannot attack it', () => {
  let state = play(blocked(), { kind: 'reveal' }, { kind: 'execute' }, { kind: 'end activation' });
  state = play(state, { kind: 'activate', ship: 'b' }, { kind: 'reveal' }, { kind: 'replace maneuver', code: '0OW', reason: 'stays' });
  state = play(state, { kind: 'execute' }, { kind: 'end activation' }, { kind: 'next phase' });
  state = play(
    state,
    { kind: 'engage', ship: 'b' },
    { kind: 'end engaging' },
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
  );
  refused(play(state, { kind: 'choose weapon', weapon: 'primary-1' }), { kind: 'declare defender', defender: 'b' }, 'ATK-21');
});

test('[MAN-27] the revealed maneuver is the one on the faceup dial until the next Planning Phase', () => {
  const state = revealed('2FB');
  assert.equal(revealedCode(gameShip(state, 'a')), '2FB');
  const later = play(state, { kind: 'execute' }, { kind: 'end activation' }, { kind: 'next phase' });
  assert.equal(revealedCode(gameShip(later, 'a')), '2FB');
  const over = play(later, { kind: 'engage', ship: 'a' }, { kind: 'end engaging' }, { kind: 'next phase' }, { kind: 'next phase' });
  assert.equal(over.phase, 'planning');
  assert.equal(revealedCode(gameShip(over, 'a')), undefined);
});

test('[MAN-28] no revealed maneuver before revealing, and none of an ionized ship, which is assigned no dial', () => {
  const state = begun({ ships: [entry('a', 1, { tokens: { ion: 1 } }), entry('b', 2, { initiative: 6 })] });
  refused(state, { kind: 'set dial', ship: 'a', code: '1FW' }, 'MAN-28');
  const ready = play(state, { kind: 'set dial', ship: 'b', code: '1FW' }, { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  assert.equal(revealedCode(gameShip(ready, 'b')), undefined);
  refused(ready, { kind: 'reveal' }, 'MAN-28');
  const moved = play(ready, { kind: 'execute' });
  assert.equal(revealedCode(gameShip(moved, 'a')), undefined);
  assert.equal(gameShip(moved, 'a').tokens.ion, 0);
});

test('[MAN-28] a ship is ionized by 1, 2 or 3 ion tokens on a small, medium or large base; with fewer it is assigned a dial', () => {
  for (const [base, number] of [
    ['small', 1],
    ['medium', 2],
    ['large', 3],
  ] as const) {
    const planning = (ion: number) =>
      begun({ table: tableOf([ship('a', base, 450, 300, 0)]), ships: [entry('a', 1, { tokens: { ion } })] });
    refused(planning(number), { kind: 'set dial', ship: 'a', code: '1FW' }, 'MAN-28');
    const set = play(planning(number - 1), { kind: 'set dial', ship: 'a', code: '1FW' });
    assert.equal(revealedCode(gameShip(set, 'a')), undefined);
    const ready = play(set, { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
    assert.equal(revealedCode(gameShip(ready, 'a')), undefined, 'not before it is revealed');
    assert.equal(revealedCode(gameShip(play(ready, { kind: 'reveal' }), 'a')), '1FW');
  }
});

test('[MAN-29] a ship that skips Reveal Dial triggers no ability “after you reveal”', () => {
  const ability = {
    kind: 'ability',
    id: 'r',
    name: 'r',
    ship: 'a',
    isOptional: true,
    window: 'after revealing',
    effects: [{ does: 'by hand', text: 'x' }],
  } as const;
  const ready = (ion: number) => {
    const state = begun({ ships: [entry('a', 1, { tokens: { ion } }), entry('b', 2, { initiative: 6 })], abilities: [ability] });
    const set = ion ? state : play(state, { kind: 'set dial', ship: 'a', code: '1FW' });
    return play(set, { kind: 'set dial', ship: 'b', code: '1FW' }, { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  };
  assert.equal(play(ready(0), { kind: 'reveal' }).queue.length, 1);
  assert.equal(play(ready(1), { kind: 'execute' }).queue.length, 0);
});

test('[MAN-15] only a Tallon Roll is aligned', () => {
  refused(revealed('1FW'), { kind: 'execute', align: 'left' }, 'MAN-15');
  const ends = (['left', 'right'] as const).map((align) => play(revealed('3ER'), { kind: 'execute', align }).table.ships[0]!.pose);
  assert.equal(Math.hypot(ends[0]!.x - ends[1]!.x, ends[0]!.y - ends[1]!.y).toFixed(9), '20.000000000');
});

test('too close to call whether a ship fits: both outcomes are shown, and a judge’s word is taken', () => {
  const covariance = sigmas(0.5, 0.5, 0.2);
  const table = tableOf([ship('a', 'small', 450, 300, 0, { covariance }), ship('b', 'small', 450, 420.1, 0, { covariance })]);
  const ready = play(
    toActivation(begun({ table, ships: A_FIRST.map((one) => ({ ...one, initiative: one.id === 'a' ? 1 : 2 })) })),
    { kind: 'activate', ship: 'a' },
    { kind: 'reveal' },
  );
  const [open] = refused(ready, { kind: 'execute' }, 'too-close').open!;
  assert.deepEqual(new Set(open!.outcomes.map(({ answer }) => answer)), new Set([true, false]));
  for (const answer of [true, false]) {
    const after = play(ready, { kind: 'decide', question: open!.question, answer }, { kind: 'execute' });
    assert.equal(gameShip(after, 'a').wasPartial, !answer);
  }
});

test('a move that was seen to end elsewhere is noticed without a number; how far, and which maneuver of the dial fits, is for a judge', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 100, 800, 180)]);
  const ships = [entry('a', 1, { dial: ['1FW', '2FW', '1BW'] }), entry('b', 2, { initiative: 6 })];
  const ready = play(toActivation(begun({ table, ships })), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  const at = (y: number, deg = 0) => tableOf([ship('a', 'small', 450, y, deg), table.ships[1]!]);
  assert.deepEqual(gameShip(play(ready, { kind: 'execute', seen: at(380.8, 0.5) }), 'a').noticed, []);
  const [wrong] = gameShip(play(ready, { kind: 'execute', seen: at(420) }), 'a').noticed;
  assert.equal(english(wrong!), 'a is not where its maneuver ends');
  const event = { kind: 'execute', seen: at(420) } as const;
  const [move] = seenMoves([
    { event: { kind: 'reveal' }, state: ready },
    { event, state: play(ready, event) },
  ]);
  assert.match(english(moveWords(move!)), /^40\.0 mm beyond the template, /);
  assert.equal(move!.fits, '2FW');
});

/** `a` at (450, 300), heading 0, has revealed a maneuver with this rock on the table. */
const beside = (code: string, rock: Obstacle, covariance = sigmas(0, 0, 0), more: Partial<ShipEntry> = {}) => {
  const table = tableOf([ship('a', 'small', 450, 300, 0, { covariance }), ship('b', 'small', 100, 800, 180)], [rock]);
  const ships = [entry('a', 1, { initiative: 1, ...more }), entry('b', 2)];
  return play(toActivation(begun({ table, ships }), { a: code }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
};
const FOCUS = { kind: 'act', ship: 'a', action: 'focus' } as const;

test('[MAN-17] a stationary ship at range 0 of an asteroid triggers its effect and skips Perform Action; one beside it does not', () => {
  const touching = play(beside('0OW', block('rock', 470, 290, 500, 310)), { kind: 'execute' });
  assert.match(touching.notes.map(english).join(), /^a goes over an asteroid: resolve its effect/);
  refused(touching, FOCUS, 'MAN-25');
  const apart = play(beside('0OW', block('rock', 471, 290, 500, 310)), { kind: 'execute' }, FOCUS);
  assert.equal(gameShip(apart, 'a').tokens.focus, 1);
});

test('[MAN-25] a ship that goes through or onto an asteroid skips Perform Action, except by Adaptive Ailerons; of other obstacles only the effect is said', () => {
  // Straight 1: the template covers x 440 to 460 from y 320 to 360, the base ends on y 360 to 400.
  for (const rock of [block('rock', 459, 330, 480, 350), block('rock', 430, 399, 470, 420)])
    refused(play(beside('1FW', rock), { kind: 'execute' }), FOCUS, 'MAN-25');
  for (const rock of [block('rock', 461, 330, 480, 350), block('rock', 430, 401, 470, 420)])
    play(beside('1FW', rock), { kind: 'execute' }, FOCUS);
  const debris = play(beside('1FW', block('cloud', 440, 330, 460, 350, 'debris')), { kind: 'execute' });
  assert.match(debris.notes.map(english).join(), /^a goes over a debris cloud: resolve its effect/);
  play(debris, FOCUS);
  const table = tableOf([ship('a', 'small', 450, 300, 0)], [block('rock', 440, 330, 460, 350)]);
  const striker = begun({ table, ships: [entry('a', 1, { xws: 'tieskstriker' })] });
  const moved = play(
    toActivation(striker, { a: '1FW' }),
    { kind: 'activate', ship: 'a' },
    { kind: 'ailerons', code: '1FW' },
    { kind: 'reveal' },
    { kind: 'execute' },
    FOCUS,
  );
  assert.equal(gameShip(moved, 'a').tokens.focus, 1);
});

test('whether a move goes over an obstacle is asked where it is too close to call, and a judge’s word is taken', () => {
  const state = beside('1FW', block('rock', 460.2, 330, 480, 350), sigmas(0.3, 0.3, 0.1));
  const { question, outcomes } = refused(state, { kind: 'execute' }, 'too-close').open![0]!;
  assert.deepEqual(question, { about: 'over obstacle', from: 'a', to: 'rock', code: '1FW' });
  assert.deepEqual(outcomes[0]!.answer, false);
  refused(play(state, { kind: 'decide', question, answer: true }, { kind: 'execute' }), FOCUS, 'MAN-25');
  play(state, { kind: 'decide', question, answer: false }, { kind: 'execute' }, FOCUS);
  // Errors of 0.3 mm: 5 mm away nothing is open.
  play(beside('1FW', block('rock', 465, 330, 480, 350), sigmas(0.3, 0.3, 0.1)), { kind: 'execute' }, FOCUS);
});

test('the notes of a maneuver say which ship goes over and touches what, by names', () => {
  const token = { xws: 'x', name: 'Core asteroid 1', mirrored: false, pose: { x: 0, y: 0, headingRad: 0 }, covariance: EXACT };
  const rock = { ...block('obstacle-5', 440, 330, 460, 335), token };
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 390, 180)], [rock]);
  const ships = [entry('a', 1, { initiative: 1, name: 'Luke' }), entry('b', 2, { name: 'Vader' })];
  const ready = play(toActivation(begun({ table, ships })), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  const said = play(ready, { kind: 'execute' }).notes.map(english);
  assert.deepEqual(said.slice(0, 2), [
    'Luke touches Vader',
    'Luke goes over Core asteroid 1: resolve the effect of an asteroid, and enter it',
  ]);
  assert.equal(english(refused(ready, { kind: 'activate', ship: 'b' }, 'out-of-turn').message), 'Vader cannot activate now.');
});

test('every dial of the list is made of maneuvers; the purple ones of one ship are set apart', () => {
  assert.equal(SHIP_KINDS.length, 99);
  for (const { dial, name } of SHIP_KINDS) assert.ok(dial.every(isManeuverCode), name);
  assert.deepEqual(
    SHIP_KINDS.filter(({ otherCodes }) => otherCodes.length > 0).map(({ name, otherCodes }) => [name, otherCodes]),
    [['Eta-2 Actis', ['2EP', '2RP']]],
  );
});

test('[MAN-15] whether a Tallon Roll fits is a question of its own for each of its three placements', () => {
  // By hand: placed left, middle or right, `a` ends at x = 340 and y = 400, 410 or 420; the base of `b` begins 0.1 mm beside all three.
  const covariance = sigmas(0.3, 0.3, 0.1);
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 380.1, 410, 0, { covariance })]);
  const state = play(toActivation(begun({ table }), { a: '3ER' }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  const left = refused(state, { kind: 'execute', align: 'left' }, 'too-close').open![0]!;
  assert.deepEqual(left.question, { about: 'full execution', from: 'a', code: '3ER', align: 'left' });
  const ruled = play(state, { kind: 'decide', question: left.question, answer: false });
  for (const align of ['middle', 'right'] as const) refused(ruled, { kind: 'execute', align }, 'too-close');
  // It is partial only where no placement fits: each of them has to be decided.
  const rest = refused(ruled, { kind: 'execute', align: 'left' }, 'too-close').open!;
  assert.deepEqual(
    rest.map(({ question }) => question),
    (['middle', 'right'] as const).map((align) => ({ about: 'full execution', from: 'a', code: '3ER', align })),
  );
  const decided = rest.reduce((before, { question }) => play(before, { kind: 'decide', question, answer: false }), ruled);
  assert.equal(gameShip(play(decided, { kind: 'execute', align: 'left' }), 'a').wasPartial, true);
});

test('[MAN-15] a Tallon Roll placed where it does not fit is refused, with where it fits; of itself it is placed there', () => {
  // By hand, as above: `b` is in the way of the placement on the right alone, which reaches 10 mm farther that way than the middle.
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 340, 457, 0)]);
  const state = play(toActivation(begun({ table }), { a: '3ER' }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  assert.match(
    english(refused(state, { kind: 'execute', align: 'right' }, 'MAN-15').message),
    /placed right; it fits placed left or middle\./,
  );
  for (const align of ['middle', 'left'] as const) assert.equal(gameShip(play(state, { kind: 'execute', align }), 'a').wasPartial, false);
  assert.equal(gameShip(play(state, { kind: 'execute' }), 'a').wasPartial, false);
});

/** `b` stands 4 mm from the far edge and flies towards it; one step before its maneuver. */
function leaving(covariance = EXACT): GameState {
  const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 890.4, 0, { covariance })]);
  const state = begun({ table, ships: [entry('a', 1, { initiative: 5 }), entry('b', 2, { initiative: 2 })] });
  return play(toActivation(state, { b: '0OW' }), { kind: 'activate', ship: 'b' }, { kind: 'reveal' });
}

test('whether a ship leaves the table that ends at its edge is said to be too close to call', () => {
  // Its front edge is 0.2 mm beyond the mat's.
  const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 894.6, 0, { covariance: sigmas(0.3, 0.3, 0.1) })]);
  const state = begun({ table, ships: [entry('a', 1, { initiative: 5 }), entry('b', 2, { initiative: 2 })] });
  const stayed = play(toActivation(state, { b: '0OW' }), { kind: 'activate', ship: 'b' }, { kind: 'reveal' }, { kind: 'execute' });
  assert.match(stayed.notes.map(english).join(), /too close to call whether it leaves the table/);
  assert.ok(mainChoices(stayed).every(({ event }) => event.kind !== 'flee'));
});

test('a ship that hangs over the edge flees: it is offered, removed alive, and locked by nobody', () => {
  const flown = play(
    leaving(),
    { kind: 'lock', ship: 'a', target: 'b', isHeld: true, reason: 'x' },
    { kind: 'replace maneuver', code: '1FW', reason: 'x' },
    { kind: 'execute' },
  );
  assert.match(flown.notes.map(english).join(), /leaves the table/);
  const [flight] = mainChoices(flown).filter(({ event }) => event.kind === 'flee');
  assert.deepEqual([flight!.event, flight!.refusal], [{ kind: 'flee', ship: 'b' }, undefined]);
  assert.ok(
    mainChoices(flown).every(({ event }) => event.kind === 'flee'),
    'it is not one choice of several',
  );
  const fled = play(flown, flight!.event);
  const { hasFled, isRemoved, isDestroyed } = gameShip(fled, 'b');
  assert.deepEqual({ hasFled, isRemoved, isDestroyed }, { hasFled: true, isRemoved: true, isDestroyed: false });
  assert.deepEqual([fled.activation, gameShip(fled, 'a').locks, fled.toTakeOff], [undefined, [], []], 'it is beside the mat');
  // The match goes on without it.
  play(fled, { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' }, { kind: 'end activation' }, { kind: 'next phase' });
});

test('a ship flees where people say so and the table cannot know, and not where it stands on the mat for certain', () => {
  const certain = leaving();
  assert.match(english(refused(certain, { kind: 'flee', ship: 'b' }, 'unknown').message), /4\.0 mm from its edge/);
  assert.ok(choices(certain).every(({ event }) => event.kind !== 'flee'));
  const doubtful = leaving(sigmas(3, 3, 0.1));
  assert.ok(
    mainChoices(doubtful).every(({ event }) => event.kind !== 'flee'),
    'nobody is led to it',
  );
  assert.ok(choices(doubtful).some(({ event }) => event.kind === 'flee'));
  assert.equal(gameShip(play(doubtful, { kind: 'flee', ship: 'b' }), 'b').hasFled, true);
  // A ship that the camera sees no longer keeps nobody from going on.
  const gone = play(certain, { kind: 'table', table: tableOf([ship('a', 'small', 450, 200, 0)]) });
  refused(gone, { kind: 'execute' }, 'unknown');
  assert.equal(play(gone, { kind: 'flee', ship: 'b' }).activation, undefined);
});

test('[MAN-25] an obstacle of which only a picture shows the kind costs no action: people say what it is, and its effect waits for them', () => {
  const rock = (detectionProbability?: number) => ({
    ...block('rock', 440, 330, 460, 350),
    ...(detectionProbability !== undefined && { detectionProbability }),
  });
  const asked = beside('1FW', rock(0.98));
  const { message, open } = refused(asked, { kind: 'execute' }, 'too-close');
  assert.equal(english(message), 'Too close to call whether a goes over an obstacle by 1FW.');
  const seen = play(asked, { kind: 'decide', question: open![0]!.question, answer: true }, { kind: 'execute' });
  assert.match(seen.notes.map(english).join(), /^a goes over an obstacle: resolve its effect, and enter it; if it is an asteroid/);
  play(seen, FOCUS);
  const said = play(beside('1FW', rock()), { kind: 'execute' });
  assert.deepEqual(said.activation!.wentOver, ['rock']);
  assert.equal(byItself(said, { kind: 'execute' }), undefined, 'the activation does not end before the effect');
  const partial = play(beside('1FW', block('rock', 700, 700, 710, 710)), { kind: 'execute' });
  assert.deepEqual(partial.activation!.wentOver, []);
});
