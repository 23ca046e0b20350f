import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { askedByTool } from '../../src/app/match-mode/asked-by-tool.js';
import { FairPlay } from '../../src/app/match-mode/fair-play.js';
import type { Tool } from '../../src/app/state/tool.js';
import { english } from '../../src/texts/english.js';
import { phrase } from '../../src/texts/tools-texts.js';
import { ship, tableOf } from '../judge/tables.js';

const TABLE = tableOf([
  ship('a', 'small', 200, 200, 0, { owner: 1, name: 'Red 1' }),
  ship('b', 'small', 200, 400, 180, { owner: 2, name: 'Blue 1' }),
  ship('c', 'small', 400, 200, 0, { owner: 1, name: 'Red 2' }),
]);
const SHOT = { what: 'pair', from: 'a', to: 'b' } as const;

/** What a browser keeps, between two visits. */
function browserWith(kept = new Map<string, string>()): Map<string, string> {
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  Object.assign(globalThis, { localStorage });
  return kept;
}
afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

function fairPlay() {
  let forgotten = 0;
  const fair = new FairPlay({ requestUpdate: () => {} }, () => (forgotten += 1));
  return { fair, forgotten: () => forgotten };
}
const lines = (fair: FairPlay) => fair.state.log.map(({ kind, text, rule }) => `${kind}: ${english(text)}${rule ? ` [${rule}]` : ''}`);

test('without match mode everything is answered, and nothing is written down', () => {
  const { fair } = fairPlay();
  assert.equal(fair.mayAsk(SHOT, TABLE), true);
  assert.deepEqual([fair.state.log.length, fair.showsArcs('a')], [0, true]);
});

test('in match mode a question before its moment is refused with the rule, and is in the log like one that is answered', () => {
  const { fair, forgotten } = fairPlay();
  fair.take({ kind: 'begin' }, TABLE);
  assert.equal(fair.mayAsk(SHOT, TABLE), false);
  assert.equal(fair.refused?.refusal.code, 'ATK-02');
  assert.deepEqual([fair.isOpen, fair.showsArcs('a')], [true, false]);
  fair.take({ kind: 'moment', moment: { kind: 'declare target', ship: 'a' } }, TABLE);
  assert.deepEqual([fair.refused, fair.isOpen, fair.showsArcs('a'), fair.showsArcs('b')], [undefined, false, true, false]);
  assert.equal(fair.mayAsk(SHOT, TABLE), true);
  assert.equal(fair.mayAsk({ what: 'pair', from: 'a', to: 'c' }, TABLE), false);
  fair.take({ kind: 'leave', why: phrase('left-for-judge') }, TABLE);
  assert.equal(fair.mayAsk({ what: 'all ranges', from: 'b' }, TABLE), true);
  assert.deepEqual(lines(fair), [
    'agreed: Both players agreed: only what the rules allow is measured from now on.',
    'refused: range and arcs of Red 1 to Blue 1 [ATK-02]',
    'moment: Declared: Red 1 attacks.',
    'answered: range and arcs of Red 1 to Blue 1 [ATK-02]',
    'refused: range and arcs of Red 1 to Red 2 [ATK-02]',
    'left: Match mode was left: a judge measures. All measurements are allowed again.',
  ]);
  // Where another moment begins, what was answered before is not shown any more.
  assert.equal(forgotten(), 2);
});

test('the moment of a match that is played counts, and ends with it', () => {
  const { fair } = fairPlay();
  fair.take({ kind: 'begin' }, TABLE);
  fair.follow({ kind: 'attack', ship: 'a', defender: 'b' }, TABLE);
  assert.deepEqual([fair.isFollowing, fair.mayAsk(SHOT, TABLE)], [true, true]);
  fair.follow(undefined, TABLE);
  assert.deepEqual([fair.isFollowing, fair.mayAsk(SHOT, TABLE)], [false, false]);
});

test('a reload neither ends match mode nor loses its log; what is damaged is as if nothing was kept', () => {
  const kept = browserWith();
  const { fair } = fairPlay();
  fair.take({ kind: 'begin' }, TABLE);
  fair.take({ kind: 'moment', moment: { kind: 'maneuver', ship: 'a', code: '2FB' } }, TABLE);
  const { fair: again } = fairPlay();
  assert.deepEqual(again.state, fair.state);
  assert.equal(again.mayAsk({ what: 'maneuver', ship: 'a', code: '2FB' }, TABLE), true);
  const older = { isOn: true, moment: { kind: 'nothing' }, log: [{ atMs: 1, kind: 'moment', text: 'Declared: Red 1 attacks.' }] };
  kept.set('hashmark-match-mode', JSON.stringify(older));
  assert.deepEqual(fairPlay().fair.state, older, 'kept by a page that knew no phrases');
  kept.set('hashmark-match-mode', '{"isOn":true,"moment":{"kind":"gossip"},"log":[]}');
  assert.equal(fairPlay().fair.state.isOn, false);
});

test('of a dial only the revealed maneuver is tried, and the same question again is one entry', () => {
  const { fair } = fairPlay();
  fair.take({ kind: 'begin' }, TABLE);
  fair.take({ kind: 'moment', moment: { kind: 'maneuver', ship: 'a', code: '2FB' } }, TABLE);
  const dial: Tool = { kind: 'try', shipId: 'a', attempt: { kind: 'maneuver', dial: ['1FB', '2FB'] } };
  const tool = fair.asAllowed(dial);
  for (let i = 0; i < 3; i++) assert.equal(fair.mayAsk(askedByTool(tool)!, TABLE), true);
  assert.equal(fair.mayAsk(askedByTool(dial)!, TABLE), false);
  assert.deepEqual(lines(fair).slice(2), ['answered: maneuver 2 straight of Red 1 [MAN-02]', 'refused: the whole dial of Red 1 [MAN-27]']);
});
