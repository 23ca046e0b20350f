import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameSource } from '../../src/app/capture/frame-source.js';
import { begunDraft } from '../../src/app/setup/setup-draft.js';
import { FIRST_MODE, type Mode, type ModeEvent, type PageMode, reduceMode } from '../../src/app/state/mode.js';
import { emptyPage, type PageState } from '../../src/app/state/page-state.js';
import { TableSession } from '../../src/app/state/table-session.js';
import { report } from '../../src/judge/report/report.js';
import { look } from './watched-table.js';

const table = new TableSession(report, () => {});
const found = look();
assert.ok(found.ok);
table.see(found.measurement);
const [ship, other] = table.known.table.ships.map(({ id }) => id) as [string, string];
const page: PageState = { ...emptyPage(table.known), source: { kind: 'camera' } as FrameSource };
const draft = begunDraft(table.known.table, undefined, { widthPx: 1280, heightPx: 720 }, undefined, 'mat');

const MODES: readonly Mode[] = [
  { kind: 'ask', tool: { kind: 'ruler', things: [] } },
  { kind: 'move', id: ship },
  { kind: 'place' },
  { kind: 'corners' },
  { kind: 'setup', draft, isUnfound: false },
  { kind: 'setup overview' },
];
const after = (...events: readonly ModeEvent[]): PageMode => events.reduce(reduceMode, FIRST_MODE);

test('one task at a time: whatever is begun ends what was worked on, and leads back to measuring', () => {
  for (const first of MODES)
    for (const second of MODES) {
      const both = after({ kind: 'begin', mode: first }, { kind: 'begin', mode: second });
      assert.equal(both.mode, second);
      assert.equal(reduceMode(both, { kind: 'end' }).mode.kind, 'measure');
    }
});

test('an end that is meant for another task changes nothing', () => {
  for (const mode of MODES) {
    const now = after({ kind: 'begin', mode });
    for (const { kind } of MODES) assert.equal(reduceMode(now, { kind: 'end', of: kind }) === now, kind !== mode.kind);
  }
});

test('the task goes on below a dialog and beside a match, and a dialog that was replaced closes nothing', () => {
  const mode: Mode = { kind: 'ask', tool: { kind: 'survey', shipId: ship } };
  const open = after(
    { kind: 'begin', mode },
    { kind: 'match', match: 'shown' },
    { kind: 'open', dialog: { kind: 'help' } },
    { kind: 'open', dialog: { kind: 'squads', given: '' } },
    { kind: 'close', dialog: 'help' },
  );
  assert.deepEqual(open, {
    mode,
    dialog: { kind: 'squads', given: '' },
    match: 'shown',
    matchPage: 'play',
    isPlaying: false,
    attack: undefined,
    resumed: undefined,
    look: 'picture',
  });
  assert.deepEqual(reduceMode(open, { kind: 'close', dialog: 'squads' }), { ...open, dialog: undefined });
});

const RESUMED = { file: {}, isOwn: true, isOnTable: true };

test('a match that was left is not played any more, and the next one begins on its first page', () => {
  const played = after(
    { kind: 'match', match: 'shown', resumed: RESUMED },
    { kind: 'playing', isPlaying: true },
    { kind: 'match page', page: 'log' },
    { kind: 'match', match: 'hidden' },
  );
  assert.deepEqual([played.match, played.matchPage, played.isPlaying, played.resumed], ['hidden', 'log', true, RESUMED]);
  const left = reduceMode(played, { kind: 'match', match: 'none' });
  assert.deepEqual([left.match, left.matchPage, left.isPlaying, left.resumed], ['none', 'play', false, undefined]);
  assert.equal(reduceMode(played, { kind: 'playing', isPlaying: true }), played);
});

test('the pair of a match is that of its attack, as long as it lasts', () => {
  const attack = { attacker: ship, defender: other };
  const attacked = after({ kind: 'match', match: 'shown' }, { kind: 'playing', isPlaying: true, attack });
  assert.deepEqual(attacked.attack, attack);
  assert.equal(reduceMode(attacked, { kind: 'playing', isPlaying: true, attack: { ...attack } }), attacked);
  assert.equal(reduceMode(attacked, { kind: 'playing', isPlaying: true }).attack, undefined);
  assert.equal(reduceMode(attacked, { kind: 'match', match: 'none' }).attack, undefined);
});

test('where there is room for picture or map, a task shows the one in which it is done, and else stays with what was chosen', () => {
  const looks = MODES.map((mode) => after({ kind: 'look', look: 'map' }, { kind: 'begin', mode }).look);
  assert.deepEqual(looks, ['map', 'map', 'map', 'picture', 'picture', 'map']);
  assert.equal(after({ kind: 'begin', mode: { kind: 'place' } }).look, 'map');
});

test('without a picture nothing is marked or set up in it', () => {
  for (const mode of MODES) {
    const now = after({ kind: 'begin', mode });
    const { mode: left } = reduceMode(now, { kind: 'page', page: { ...page, source: undefined } });
    const needsPicture = mode.kind === 'corners' || mode.kind.startsWith('setup');
    assert.equal(left.kind, needsPicture ? 'measure' : mode.kind);
    assert.equal(reduceMode(now, { kind: 'page', page }), now, 'nothing has changed for it');
  }
});

test('a ship that is gone is neither moved nor asked about; a ruler keeps its other end', () => {
  const without = new TableSession(report, () => {});
  without.see(found.measurement);
  without.edit({ kind: 'delete', shipId: ship });
  const event: ModeEvent = { kind: 'page', page: { ...page, known: without.known } };
  const left = (mode: Mode) => reduceMode(after({ kind: 'begin', mode }), event).mode;
  assert.equal(left({ kind: 'move', id: ship }).kind, 'measure');
  assert.equal(left({ kind: 'ask', tool: { kind: 'survey', shipId: ship } }).kind, 'measure');
  assert.equal(left({ kind: 'move', id: other }).kind, 'move');
  const things = [ship, other].map((id) => ({ kind: 'thing', id }) as const);
  assert.deepEqual(left({ kind: 'ask', tool: { kind: 'ruler', things } }), { kind: 'ask', tool: { kind: 'ruler', things: [things[1]] } });
});
