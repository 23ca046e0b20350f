import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryEdits, entryOf, NEW_SET_UP, type ShipEntryDraft, withEntries } from '../../src/app/match/roster/roster.js';
import { GameSession, isLookedAt, seenElsewhere } from '../../src/app/match/state/game-session.js';
import { removalsSince } from '../../src/app/match/state/removals.js';
import { pageEffects } from '../../src/app/player/page-effects.js';
import type { PageParts } from '../../src/app/player/page-parts.js';
import { squadEdits } from '../../src/app/squads/assigned-ship.js';
import { eventsThatCount, present } from '../../src/game/log/history.js';
import { matchFile } from '../../src/game/log/match-file.js';
import { type PublicMatch, publicState } from '../../src/game/log/public-state.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { scoreOf } from '../../src/game/score/score.js';
import { readSquad } from '../../src/game/squad/squad.js';
import { flown, mistakenFor } from '../../src/game/table/flown.js';
import type { Edit } from '../../src/table/edits.js';
import type { Ship, Table } from '../../src/table/table.js';
import { stateOfTable } from '../../src/table/track/track-state.js';
import { tableOf as correctedTable } from '../../src/table/track/track-table.js';
import { beginEvent, entry, facing, play } from '../game/play.js';
import { block, ship, sigmas, tableOf } from '../judge/tables.js';

const begun = beginEvent({ firstPlayer: 2, blueRemoves: 'stress only' });
const session = () => new GameSession(facing(150), () => {});

test('undoing the beginning of a match restores what was entered before it, and the match can be begun again', () => {
  const play = session();
  const luke: Edit = { kind: 'entry', shipId: 'a', entered: { initiative: 5 } };
  play.enter([luke, { kind: 'entry', entered: { firstPlayer: 2 } }]);
  const { setUp } = play.now;
  assert.ok(play.do(begun));
  assert.ok(play.do({ kind: 'set dial', ship: 'a', code: '1FW' }));
  assert.ok(play.do({ kind: 'undo' }));
  assert.equal(play.now.state?.ships.length, 2, 'the match goes on while its beginning counts');
  assert.ok(play.do({ kind: 'undo' }));
  assert.equal(play.now.state, undefined);
  assert.deepEqual(play.now.setUp, setUp);
  assert.deepEqual(setUp, { ...NEW_SET_UP, drafts: { a: { initiative: 5 } }, firstPlayer: 2 });
  assert.equal(play.do({ kind: 'undo' }), false, 'nothing is left to take back');

  assert.ok(play.do({ ...begun, firstPlayer: 1 }));
  const again = session();
  again.open(JSON.parse(JSON.stringify(matchFile(play.now.history))));
  again.show(undefined);
  assert.equal(again.now.state?.firstPlayer, 1, 'the log with both beginnings replays to the second');
});

test('the beginning of a log that was opened is taken back to a set-up with its ships', () => {
  const table = facing(150);
  const play = session();
  play.open(JSON.parse(JSON.stringify(matchFile({ entries: [begun] }))), { isOnTable: true });
  assert.ok(play.do({ kind: 'undo' }));
  const { setUp } = play.now;
  assert.deepEqual([setUp.firstPlayer, setUp.blueRemoves], [2, 'stress only']);
  assert.deepEqual(
    table.ships.map((ship) => entryOf(ship, table, setUp)),
    JSON.parse(JSON.stringify(begun.ships)),
  );
});

test('a log that is looked at does not go on air before somebody plays on; the match that this device played does at once', () => {
  const sent: (number | undefined)[] = [];
  const parts = {
    modes: { dispatch: () => {} },
    publishing: {
      match: (match?: PublicMatch) => sent.push(match?.ships[0]?.tokens.find(({ kind }) => kind === 'focus')?.count),
    },
    fairPlay: { follow: () => {} },
    session: () => ({ playOn: () => {} }),
  };
  const effects = pageEffects(parts as unknown as PageParts);
  const play = new GameSession(facing(150), (now) => {
    const current = present(now.history);
    effects['hm-match']({ match: current && publicState(current), moment: undefined, isLookedAt: isLookedAt(now) });
  });
  const focus = { kind: 'tokens', ship: 'a', token: 'focus', by: 1, reason: 'x' } as const;
  assert.ok(play.do(begun));
  assert.ok(play.do(focus));
  const onAir = sent.at(-1);
  sent.length = 0;
  const log = JSON.parse(JSON.stringify(matchFile({ entries: [begun, focus, focus] })));
  play.open(log);
  play.show(1);
  assert.deepEqual([onAir, sent], [1, []]);
  assert.ok(play.do(focus));
  assert.deepEqual(sent, [3]);
  play.open(log, { isOwn: true });
  assert.deepEqual(sent, [3, 2]);
});

test('from logs that are looked at there is a way back to the match, and none once somebody plays on', () => {
  const play = session();
  const log = (firstPlayer: 1 | 2) => JSON.parse(JSON.stringify(matchFile({ entries: [beginEvent({ firstPlayer })] })));
  play.open(log(1));
  play.back();
  assert.deepEqual([play.now.left, play.now.state?.firstPlayer], [undefined, 1], 'nothing was played before');
  play.open(log(2), { isOwn: true });
  const { history } = play.now;
  for (let i = 0; i < 2; i++) {
    play.open(log(1));
    play.open(log(1));
    assert.equal(play.now.state?.firstPlayer, 1);
    play.back();
    assert.ok(play.now.history === history);
    assert.deepEqual([play.now.left, isLookedAt(play.now), play.now.setUp.firstPlayer], [undefined, false, 2]);
  }
  play.open(log(1));
  const focus = { kind: 'tokens', ship: 'a', token: 'focus', by: 1, reason: 'x' } as const;
  assert.ok(play.do(focus));
  play.back();
  assert.equal(play.now.state?.firstPlayer, 1, 'the log is the match now');
});

test('a pilot or description that is entered names its ship on the whole page, and without it the ship is called as before', () => {
  const state = stateOfTable(facing(150));
  let edits: readonly Edit[] = [{ kind: 'name', shipId: 'a', name: 'Red Five' }];
  let table: Table = correctedTable(state, edits);
  const draft = () => withEntries(NEW_SET_UP, edits).drafts.a ?? {};
  const enter = (next: ShipEntryDraft) => {
    edits = [...edits, ...entryEdits(table.ships[0]!, table, draft(), next)];
    table = correctedTable(state, edits);
    const played = entryOf(table.ships[0]!, table, withEntries(NEW_SET_UP, edits));
    assert.deepEqual([played.name, played.owner], [table.ships[0]!.name, table.ships[0]!.owner ?? 1]);
    return table.ships[0]!.name;
  };
  assert.equal(enter({ initiative: 5 }), 'Red Five');
  assert.equal(enter({ pilot: 'Luke Skywalker', initiative: 5 }), 'Luke Skywalker');
  assert.equal(enter({ pilot: 'Wedge Antilles', initiative: 6 }), 'Wedge Antilles');
  const byHand = { ...draft(), byHand: entry('a', 2, { name: 'Biggs' }) };
  assert.equal(enter(byHand), 'Biggs');
  assert.equal(table.ships[0]!.owner, 2, 'the player of the description');
  assert.equal(enter({ initiative: 5 }), 'Red Five');
  // A name that was given later counts, also in the match.
  edits = [
    ...edits,
    ...entryEdits(table.ships[0]!, table, draft(), { pilot: 'Luke Skywalker' }),
    { kind: 'name', shipId: 'a', name: 'Red One' },
  ];
  table = correctedTable(state, edits);
  assert.equal(entryOf(table.ships[0]!, table, withEntries(NEW_SET_UP, edits)).name, 'Red One');
  assert.equal(enter({}), 'Red One');
});

test('entries from before a log was opened do not change its set-up; later ones do', () => {
  const play = session();
  const before: Edit = { kind: 'entry', entered: { firstPlayer: 1, blueRemoves: 'stress and strain' } };
  play.enter([before]);
  play.open(JSON.parse(JSON.stringify(matchFile({ entries: [begun] }))), { isOnTable: true });
  assert.ok(play.do({ kind: 'undo' }));
  play.enter([before, { kind: 'owner', shipId: 'a', owner: 1 }]);
  assert.deepEqual([play.now.setUp.firstPlayer, play.now.setUp.blueRemoves], [2, 'stress only']);
  play.enter([before, { kind: 'entry', entered: { firstPlayer: 1 } }]);
  assert.deepEqual([play.now.setUp.firstPlayer, play.now.setUp.blueRemoves], [1, 'stress only']);
});

test('what was said of a ship is not said of another table’s ship of the same id on another base', () => {
  const table = facing(150);
  const [ship] = table.ships as [Ship, ...Ship[]];
  const setUp = { ...NEW_SET_UP, drafts: { [ship.id]: { base: ship.base, initiative: 6 } } };
  assert.equal(entryOf(ship, table, setUp).initiative, 6);
  const other = { ...ship, base: 'large' } as const;
  assert.equal(entryOf(other, { ...table, ships: [other] }, setUp).initiative, 3);
});

test('what a squad says its ships cost is on the score sheet by itself, and only of those that it says it of', () => {
  const [ten, none, odd] = [
    { ship: 't65xwing', id: 'wedgeantilles', points: '11' },
    { ship: 't65xwing', id: 'lukeskywalker' },
    { ship: 't65xwing', id: 'jekporkins', points: -4 },
  ];
  const { ships } = readSquad({ faction: 'rebelalliance', pilots: [ten, none, odd] });
  assert.deepEqual(
    ships.map(({ points }) => points),
    [11, undefined, undefined],
  );
  const bare = facing(150);
  const assigned = bare.ships.map(({ id }, i) => ({ shipId: id, player: ([1, 2] as const)[i]!, ship: ships[i]! }));
  const edits = squadEdits(assigned, bare);
  const table = correctedTable(stateOfTable(bare), edits);
  const setUp = withEntries(NEW_SET_UP, edits);
  const play = new GameSession(table, () => {});
  assert.ok(play.do({ ...begun, table, ships: table.ships.map((ship) => entryOf(ship, table, setUp)) }));
  // Wedge: 4 hull and 2 shields, of which half are three; half of 11 is 6, rounded up.
  for (const ship of ['a', 'b']) assert.ok(play.do({ kind: 'suffer', ship, damage: 'hit', count: 3, reason: 'x' }));
  const score = scoreOf(eventsThatCount(play.now.history))!;
  assert.deepEqual(
    score.ships.map(({ points, lost, scored }) => [points, lost, scored]),
    [
      [11, 'half', 6],
      [undefined, 'half', undefined],
    ],
  );
  assert.deepEqual([score.players[1].points, score.players[0].unknown], [6, 1]);
});

test('a squad that is used twice, or with its ships exchanged, leaves no pilot’s name to a ship whose entry is deleted', () => {
  const { ships } = readSquad({
    faction: 'rebelalliance',
    pilots: ['wedgeantilles', 'lukeskywalker'].map((id) => ({ ship: 't65xwing', id })),
  });
  const bare = facing(150);
  const state = stateOfTable(bare);
  const ids = bare.ships.map(({ id }) => id);
  const assigned = (order: readonly number[]) => order.map((i, at) => ({ shipId: ids[at]!, player: 1 as const, ship: ships[i]! }));
  let edits: readonly Edit[] = [{ kind: 'name', shipId: ids[1]!, name: 'Red Five' }];
  let before: ReturnType<typeof assigned> = [];
  for (const order of [[0], [0], [1, 0], [0, 1]]) {
    edits = [...edits, ...squadEdits(assigned(order), correctedTable(state, edits), before)];
    before = assigned(order);
  }
  const table = correctedTable(state, edits);
  assert.deepEqual(
    table.ships.map(({ name }) => name),
    ['Wedge Antilles', 'Luke Skywalker'],
  );
  for (const one of table.ships) edits = [...edits, ...entryEdits(one, table, withEntries(NEW_SET_UP, edits).drafts[one.id]!, {})];
  assert.deepEqual(
    correctedTable(state, edits).ships.map(({ name }) => name || undefined),
    [undefined, undefined],
  );
});

/** A session in which `a` has begun to shoot, on the session's own table. */
function shooting(table = facing(150)): GameSession {
  const play = new GameSession(table, () => {});
  assert.ok(play.do(beginEvent({ table })));
  const events = ['a', 'b'].map((ship) => ({ kind: 'set dial', ship, code: '0OW' }) as const);
  const flights = ['a', 'b'].flatMap(() => [{ kind: 'execute' }, { kind: 'end activation' }] as const);
  for (const event of [...events, { kind: 'next phase' } as const, ...flights]) assert.ok(play.do(event));
  assert.equal(attackOf(play.now.state!)?.step, 'declare defender');
  return play;
}

test('a rock that is put between two ships counts when the next thing is asked of the table', () => {
  const play = new GameSession(facing(150), () => {});
  assert.ok(play.do(beginEvent()));
  play.see(tableOf(facing(150).ships, [block('rock', 430, 300, 470, 310)]));
  for (const ship of ['a', 'b']) assert.ok(play.do({ kind: 'set dial', ship, code: '0OW' }));
  assert.ok(play.do({ kind: 'next phase' }));
  assert.deepEqual(
    play.now.state!.table.obstacles.map(({ id }) => id),
    ['rock'],
  );
});

test('after “too close to call” a better look at the same table is taken when the defender is declared again', () => {
  const measured = (sigma: number) => tableOf(facing(200.1).ships.map((one) => ({ ...one, covariance: sigmas(sigma, sigma, sigma / 3) })));
  const play = shooting(measured(0.3));
  assert.equal(play.do({ kind: 'declare defender', defender: 'b' }), false);
  assert.equal(play.now.refusal!.code, 'too-close');
  play.see(measured(0.003));
  assert.ok(play.do({ kind: 'declare defender', defender: 'b' }));
  assert.equal(attackOf(play.now.state as GameState)!.facts!.range, 3);
});

test('a ship that the rules place stays there where the next ship’s activation follows by itself, before the page has placed it', () => {
  const ships = [entry('a', 1, { initiative: 2 }), entry('b', 2, { initiative: 5 })];
  const play = new GameSession(facing(300), () => {});
  assert.ok(play.do(beginEvent({ table: facing(300), ships })));
  // A red one: with its stress no action follows.
  for (const ship of ['a', 'b']) assert.ok(play.do({ kind: 'set dial', ship, code: '2FR' }));
  assert.ok(play.do({ kind: 'next phase' }));
  assert.ok(play.do({ kind: 'execute' }));
  assert.deepEqual(
    play.now.passed.map(({ event }) => event.kind),
    ['end activation', 'activate', 'reveal'],
  );
  // Along 80 mm of template, and a small base of 40.
  for (const { ships: stand } of [play.now.state!.table, play.now.table])
    assert.equal(Math.round(stand.find(({ id }) => id === 'a')!.pose.y), 200 + 80 + 40);
});

test('what followed by itself is taken back with the event that led to it, and each step of it may be gone back to', () => {
  const play = shooting();
  assert.ok(play.do({ kind: 'declare defender', defender: 'b' }));
  assert.deepEqual(
    play.now.passed.map(({ event }) => event.kind),
    ['pay costs'],
  );
  assert.ok(play.do({ kind: 'roll', faces: ['hit', 'hit', 'crit'], source: 'table' }));
  assert.equal(attackOf(play.now.state!)!.step, 'roll defense');
  const [first] = play.now.passed;
  play.backTo(first!.at);
  assert.equal(attackOf(play.now.state!)!.step, 'defender modifies attack');
  const change = { with: 'ability', name: 'A card', does: 'set', die: 2, face: 'blank' } as const;
  assert.ok(play.do({ kind: 'modify', by: 'defender', change }));
  assert.equal(attackOf(play.now.state!)!.step, 'defender modifies attack', 'who acts by a card says when that is all');
  assert.ok(play.do({ kind: 'done' }));
  assert.equal(attackOf(play.now.state!)!.step, 'roll defense', 'and on again, once the card has acted');
  assert.ok(play.do({ kind: 'undo' }));
  assert.ok(play.do({ kind: 'undo' }));
  assert.ok(play.do({ kind: 'undo' }));
  assert.equal(attackOf(play.now.state!)!.step, 'roll attack');
  assert.deepEqual(play.now.passed, []);
});

test('a maneuver is offered to be taken back only as long as it is what would be: not once another ship’s dial is turned over', () => {
  const play = new GameSession(facing(300), () => {});
  assert.ok(play.do(beginEvent({ table: facing(300) })));
  assert.equal(play.flownLast, undefined);
  assert.ok(play.do({ kind: 'next phase' }));
  const first = play.now.state!.activation!.ship;
  assert.equal(play.flownLast, undefined, 'its activation only');
  assert.ok(play.do({ kind: 'reveal', code: '2FW' }));
  assert.ok(play.do({ kind: 'execute' }));
  assert.equal(play.flownLast, first);
  play.see(tableOf(play.now.table.ships.map((one) => ({ ...one, pose: { ...one.pose, x: one.pose.x + 90 } }))));
  assert.ok(play.do({ kind: 'end activation' }));
  const { ship } = play.now.state!.activation!;
  assert.notEqual(ship, first);
  assert.equal(play.flownLast, undefined);
  assert.ok(play.do({ kind: 'reveal', code: '1FW' }));
  assert.equal(play.flownLast, ship);
  assert.ok(play.do({ kind: 'undo' }));
  assert.equal(play.now.state!.activation!.step, 'reveal', 'as it says');
});

test('while nothing of the match is seen, such as until a photo is measured, no move is taken as it was seen', () => {
  const play = new GameSession(facing(300), () => {});
  assert.ok(play.do(beginEvent({ table: facing(300) })));
  for (const ship of ['a', 'b']) assert.ok(play.do({ kind: 'set dial', ship, code: '2FW' }));
  assert.ok(play.do({ kind: 'next phase' }));
  const { ship } = play.now.state!.activation!;
  const before = play.now.state!.table;
  const unmeasured = tableOf([]);
  play.see(unmeasured);
  assert.deepEqual(seenElsewhere(play.now), []);
  assert.equal(play.do({ kind: 'execute', seen: unmeasured }), false);
  assert.equal(play.now.refusal!.message.key, 'match-not-seen');
  assert.deepEqual(play.now.state!.table, before);

  const moved = facing(300).ships.map((one) => (one.id === ship ? { ...one, pose: { ...one.pose, x: one.pose.x + 60 } } : one));
  play.see(tableOf(moved));
  assert.deepEqual(
    seenElsewhere(play.now),
    [play.now.state!.ships.find(({ id }) => id === ship)!.name],
    'the map says what it does not show',
  );
  play.show(0);
  assert.deepEqual(seenElsewhere(play.now), [], 'not of how it was earlier');
  play.show(undefined);
  assert.ok(play.do({ kind: 'execute', seen: tableOf(moved) }));
  assert.deepEqual(seenElsewhere(play.now), []);
});

test('a changed table that was said not to count is asked about no more in that attack; another one is, and after the attack it is read', () => {
  const play = shooting();
  const stepOf = () => attackOf(play.now.state!)?.step;
  const isAsked = () => play.now.state!.changedTable !== undefined;
  play.see(facing(180));
  assert.ok(isAsked());
  assert.ok(play.do({ kind: 'which table', counts: 'before' }));
  play.see(facing(180.2));
  assert.ok(!isAsked(), 'the next picture shows the same');
  assert.ok(play.do({ kind: 'declare defender', defender: 'b' }));
  assert.deepEqual([isAsked(), stepOf(), attackOf(play.now.state!)!.facts!.mm], [false, 'roll attack', 150]);
  play.see(facing(120));
  assert.ok(isAsked(), 'it moved again');
  assert.ok(play.do({ kind: 'which table', counts: 'before' }));
  play.see(facing(120));
  assert.ok(play.do({ kind: 'roll', faces: ['blank', 'blank', 'blank'], source: 'table' }));
  assert.ok(play.do({ kind: 'roll', faces: ['blank', 'blank'], source: 'table' }));
  assert.equal(stepOf(), 'declare defender', 'the other ship attacks');
  assert.ok(Math.abs(play.now.state!.table.ships.find(({ id }) => id === 'b')!.pose.y - 360) < 1, 'on the table as it is');
});

test('the page’s table learns which ships the rules removed, and that they are back once that is taken back; a log of another match removes none', () => {
  const play = session();
  assert.ok(play.do(beginEvent()));
  const begun = play.now.history;
  assert.ok(play.do({ kind: 'suffer', ship: 'b', damage: 'hit', count: 6, reason: 'x' }));
  const after = play.now.history;
  assert.deepEqual(removalsSince(begun, after), [{ kind: 'removed', shipId: 'b' }]);
  assert.deepEqual(removalsSince(after, after), []);
  assert.ok(play.do({ kind: 'undo' }));
  assert.deepEqual(removalsSince(after, play.now.history), [{ kind: 'removed', shipId: 'b', takesBack: true }]);
  const before = play.now.history;
  play.open(matchFile(after));
  assert.deepEqual(removalsSince(before, play.now.history), []);
  const back = (shipId: string) => ({ kind: 'removed', shipId, takesBack: true });
  assert.deepEqual(removalsSince(session().now.history, begun), [back('a'), back('b')], 'all ships of a match that begins are there');
});

test('ships that were flown before the Planning Phase was said to be over are held back until they activate; one that no maneuver explains is not', () => {
  const seenAt = (x: number, y: number) => {
    const play = new GameSession(facing(300), () => {});
    const tokens = { cloak: x === 450 && y === 321 ? 1 : 0 };
    const ships = [entry('a', 1, { initiative: 1, tokens }), entry('b', 2, { initiative: 5 })];
    assert.ok(play.do({ ...beginEvent({ table: facing(300), ships }), options: { asksWhatHappened: true } }));
    play.see(tableOf(facing(300).ships.map((one) => (one.id === 'a' ? { ...one, pose: { ...one.pose, x, y } } : one))));
    assert.ok(play.do({ kind: 'next phase' }));
    return play;
  };
  const standing = ({ now }: GameSession) => {
    const { y } = now.state!.table.ships.find(({ id }) => id === 'a')!.pose;
    return [Math.round(y), now.state!.ships.find(({ id }) => id === 'a')!.astray !== undefined];
  };
  // A straight 2 is 80 mm, and the base 40.
  const play = seenAt(450, 320);
  assert.deepEqual(standing(play), [200, false]);
  assert.deepEqual(
    flown(play.now.state!, 'a', play.now.table).map(({ code }) => code.slice(0, 2)),
    ['2F'],
  );
  assert.ok(play.do({ kind: 'reveal', code: '2FW' }));
  assert.ok(play.do({ kind: 'execute', seen: play.now.table }));
  assert.deepEqual(standing(play), [320, false]);
  assert.deepEqual(standing(seenAt(520, 230)), [230, true], 'no maneuver leads there');
  assert.deepEqual(standing(seenAt(450, 321)), [321, true], 'a cloaked one may have decloaked');
});

test('a ship is mistaken for another only where its own maneuvers lead there and not to where it is seen, and that one is still to activate', () => {
  const at = (id: string, x: number, y: number, headingDeg: number, covariance = sigmas(0.3, 0.3, 0.1)) =>
    ship(id, 'small', x, y, headingDeg, { covariance });
  const before = tableOf([at('a', 300, 200, 0), at('b', 360, 360, 90), at('c', 700, 700, 180)]);
  const ships = ['a', 'b', 'c'].map((id, i) => entry(id, 1, { initiative: 1 + i, dial: ['3FW', '4FW', '2BW'] }));
  const game = play(undefined, { ...beginEvent({ table: before, ships }) }, { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  // a flew 3 straight, b 4 straight.
  const right = tableOf([at('a', 300, 360, 0), at('b', 560, 360, 90), at('c', 700, 700, 180)]);
  const confused = tableOf([at('b', 300, 360, 0), at('a', 560, 360, 90), at('c', 700, 700, 180)]);
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => mistakenFor(game, id, confused)),
    ['b', 'a', undefined],
  );
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => mistakenFor(game, id, right)),
    [undefined, undefined, undefined],
  );
  // Of several alike ships that its dial leads to, the revealed maneuver leads to one.
  const three = tableOf([at('b', 300, 360, 0), at('c', 300, 400, 0), at('a', 560, 360, 90)]);
  assert.equal(mistakenFor(game, 'a', three), undefined);
  assert.equal(mistakenFor(play(game, { kind: 'reveal', code: '3FW' }), 'a', three), 'b');
  assert.equal(mistakenFor(play(game, { kind: 'reveal', code: '4FW' }), 'a', three), 'c');
  // Where its dial leads by chance the revealed maneuver does not.
  assert.equal(mistakenFor(play(game, { kind: 'reveal', code: '4FW' }), 'a', right), undefined);
  const chance = tableOf([at('a', 300, 400, 0), at('b', 300, 360, 0), at('c', 700, 700, 180)]);
  assert.equal(mistakenFor(game, 'a', chance), undefined);
  assert.equal(mistakenFor(play(game, { kind: 'reveal', code: '3FW' }), 'a', chance), 'b');
  const gone = { ...game, ships: game.ships.map((one) => (one.id === 'b' ? { ...one, hasActivated: true } : one)) };
  assert.equal(mistakenFor(gone, 'a', confused), undefined);
});

test('a match that is resumed goes on by its log alone until its ships are known on the table: each tab gives its own ids', () => {
  const log = JSON.parse(JSON.stringify(matchFile({ entries: [beginEvent({ table: facing(300) })] })));
  const [a, b] = facing(300).ships as [Ship, Ship];
  const exchanged = tableOf([
    { ...a, id: 'b' },
    { ...b, id: 'a' },
  ]);
  const play = new GameSession(exchanged, () => {});
  play.open(log, { isOwn: true });
  const poseOf = (id: string) => play.now.state!.table.ships.find((ship) => ship.id === id)!.pose;
  for (const ship of ['a', 'b']) assert.ok(play.do({ kind: 'set dial', ship, code: '2FW' }));
  assert.ok(play.do({ kind: 'next phase' }));
  play.see(exchanged);
  assert.deepEqual([poseOf('a'), poseOf('b'), seenElsewhere(play.now)], [a.pose, b.pose, []]);
  assert.equal(play.do({ kind: 'execute', seen: exchanged }), false);
  assert.equal(play.now.refusal!.message.key, 'match-not-seen');
  assert.ok(play.do({ kind: 'execute' }), 'the rules can place it');
  assert.deepEqual(play.now.table, exchanged, 'on the table of the log only');

  const now = play.now.state!.table;
  play.putOn(now);
  play.see(tableOf(now.ships.map((ship) => ({ ...ship, pose: { ...ship.pose, x: ship.pose.x + 60 } }))));
  assert.deepEqual(seenElsewhere(play.now), ['a', 'b'], 'from now on it is looked at');
});

test('a log that is only looked at takes nothing from the table in the middle of its attack; played on, it goes by its own table', () => {
  const log = JSON.parse(JSON.stringify(matchFile(shooting().now.history)));
  const play = new GameSession(facing(300), () => {});
  play.open(log);
  play.show(undefined);
  play.see(facing(180));
  assert.equal(isLookedAt(play.now), true);
  assert.ok(play.do({ kind: 'declare defender', defender: 'b' }));
  assert.deepEqual([attackOf(play.now.state!)!.facts!.mm, play.now.state!.changedTable], [150, undefined]);
});

test('the beginning of a log of another table is taken back to the set-up of the table that is seen', () => {
  const play = new GameSession(facing(300), () => {});
  play.enter([{ kind: 'entry', shipId: 'a', entered: { initiative: 5 } }]);
  const { setUp } = play.now;
  play.open(JSON.parse(JSON.stringify(matchFile({ entries: [begun] }))));
  assert.ok(play.do({ kind: 'undo' }));
  assert.deepEqual(play.now.setUp, setUp);
  assert.ok(play.do(beginEvent({ table: facing(300) })) && play.now.isOnTable);
});
