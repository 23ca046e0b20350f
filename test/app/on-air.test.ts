import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageEffects } from '../../src/app/player/page-effects.js';
import type { PageParts } from '../../src/app/player/page-parts.js';
import { publishingTo } from '../../src/app/player/publishing.js';
import { PageSession } from '../../src/app/session/page-session.js';
import { PagePublishing } from '../../src/app/stream/page-publishing.js';
import type { PublicMatch } from '../../src/game/log/public-state.js';
import type { Moment } from '../../src/game/table/moment.js';
import { report } from '../../src/judge/report/report.js';
import type { Publisher } from '../../src/relay/client/publisher.js';
import { ship, tableOf } from '../judge/tables.js';
import { said } from '../said.js';
import { cameraOf, fakeClient, look, StoppedClock, settled } from './watched-table.js';

const tableAt = (x: number) => tableOf([ship('a', 'small', x, 400, 0), ship('b', 'small', 600, 400, 0)]);
const MARK = { kind: 'dispute', frozenAt: '2026-11-30T00:00:00Z', signed: said('by nobody') } as const;
const MATCH: PublicMatch = { round: 1, phase: 'planning', firstPlayer: 1, order: [], ships: [] };

test('a page says that it sends once its link has been up, not before', async () => {
  const publishing = new PagePublishing({ requestUpdate: () => {} });
  const begun = publishing.begin({ table: 'one', token: 'x' }, () => {}).catch(() => {});
  assert.deepEqual(publishing.state, { table: 'one', isConnecting: true });
  await begun;
  publishing.close();
});

/** A page that sends to a stream; the places of ship a that were sent, and the last problem. */
function onAir() {
  const sent: (number | undefined)[] = [];
  const followed: (string | undefined)[] = [];
  let problem: string | undefined;
  const publishing = publishingTo({
    publish: ({ ships }, _, status) => {
      sent.push(ships[0]?.xMm);
      problem = status.problem?.code;
    },
    publishStatus: (status) => {
      problem = status.problem?.code;
    },
    publishCamera: () => {},
    publishMatch: () => {},
  } as Partial<Publisher> as Publisher);
  const session = new PageSession(
    fakeClient(async () => look()),
    report,
    (page) => publishing.send(page),
    {
      clock: new StoppedClock(),
    },
  );
  const parts = {
    modes: { dispatch: () => {} },
    publishing,
    fairPlay: { follow: (moment?: Moment) => followed.push(moment?.kind) },
    session: () => session,
  };
  return { sent, followed, problem: () => problem, session, effects: pageEffects(parts as unknown as PageParts) };
}

test('the table of a log that is only looked at is not on air before somebody plays on; an own match’s is at once', () => {
  const { sent, problem, session, effects } = onAir();
  session.openTable(tableAt(100));
  const match = (isLookedAt: boolean) => effects['hm-match']({ match: MATCH, moment: undefined, isLookedAt });
  assert.deepEqual([sent.splice(0), problem()], [[100], undefined]);
  session.openTable(tableAt(200), { isLookedAt: true });
  match(true);
  assert.deepEqual([sent, problem()], [[], 'table-not-seen']);
  match(false);
  assert.deepEqual([sent.splice(0), problem()], [[200], undefined]);
  session.openTable(tableAt(300), { isLookedAt: true });
  session.openTable(tableAt(400), { isLookedAt: false });
  assert.deepEqual([sent, problem()], [[400], undefined]);
});

test('the table of evidence is not on air, and the page’s own one is again afterwards', () => {
  const { sent, problem, session } = onAir();
  session.openTable(tableAt(100));
  sent.length = 0;
  session.openFrozen({ table: tableAt(200) }, undefined, MARK);
  assert.deepEqual([sent, problem()], [[], 'table-not-seen']);
  session.openTable(tableAt(300), { isLookedAt: false });
  assert.deepEqual([sent, problem()], [[300], undefined]);
});

test('the table of a file that is opened over a picture is not on air before a match is played on it', async () => {
  const { sent, problem, session, effects } = onAir();
  await session.open(async () => ({ ok: true, source: cameraOf('camera').source }));
  session.openTable(tableAt(100));
  session.openTable(tableAt(200));
  assert.deepEqual([sent.splice(0).filter(Boolean), problem()], [[], 'table-not-seen']);
  effects['hm-match']({ match: MATCH, moment: undefined, isLookedAt: false });
  assert.deepEqual([sent.splice(0), problem()], [[200], undefined]);
  session.close();
  session.openTable(tableAt(300));
  assert.deepEqual([sent.at(-1), problem()], [300, undefined]);
});

test('what is only looked at is not on air while a camera is opened either, and that camera’s table is once it is measured', async () => {
  const { sent, problem, session } = onAir();
  const { source, camera } = cameraOf('camera');
  const refused = { ok: false, problem: { code: 'camera-refused', message: said('No camera.'), hint: said('Allow it.') } } as const;
  const reopened = async () => {
    await session.open(async () => refused, { letGoFirst: true });
    await session.open(async () => ({ ok: true, source }), { letGoFirst: true });
    assert.deepEqual([sent, problem()], [[], 'table-not-seen']);
    camera().onFrame({ picture: { close: () => {} } as unknown as VideoFrame, capturedAtMs: 1 });
    await settled();
    assert.deepEqual([sent.splice(0).length, problem()], [1, undefined]);
  };
  session.loadEngines();
  session.openTable(tableAt(200), { isLookedAt: true });
  await reopened();
  session.openFrozen({ table: tableAt(300) }, cameraOf('frozen').source, MARK);
  sent.length = 0;
  await reopened();
  session.openFrozen({ table: tableAt(300) }, cameraOf('frozen').source, MARK);
  sent.length = 0;
  session.close();
  assert.deepEqual([sent, problem()], [[], 'no-table-open']);
});

test('match mode follows a match that is played, and no log that is only looked at', () => {
  const { followed, effects } = onAir();
  for (const isLookedAt of [true, false, true]) effects['hm-match']({ match: MATCH, moment: { kind: 'nothing' }, isLookedAt });
  assert.deepEqual(followed, [undefined, 'nothing', undefined]);
});
