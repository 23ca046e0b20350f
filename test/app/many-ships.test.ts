import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJudge } from '../../src/app/player/fresh-report.js';
import { PageSession } from '../../src/app/session/page-session.js';
import { MANY_SHIPS, MAX_REPORTED_SHIPS } from '../../src/app/state/many-ships.js';
import { report } from '../../src/judge/report/report.js';
import type { Table } from '../../src/table/table.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';
import { fakeClient, StoppedClock } from './watched-table.js';

/** Small ships in rows, 58 mm apart. */
function crowd(count: number): Table {
  const ships = Array.from({ length: count }, (_, i) =>
    ship(`s${i}`, 'small', 30 + 58 * (i % 15), 30 + 58 * Math.floor(i / 15), 37 * i, { covariance: sigmas(0.4, 0.4, 0.3) }),
  );
  return tableOf(ships);
}

function page(): PageSession {
  const client = fakeClient(async () => assert.fail('no frame'));
  return new PageSession(client, createJudge(), () => {}, { clock: new StoppedClock() });
}

test('of 200 ships the page works out the pairs of the chosen ones, as the whole report would, and says so', () => {
  const table = crowd(200);
  const session = page();
  session.openTable(table);
  assert.deepEqual(session.state.known.report.pairs, []);
  assert.equal(session.state.sourceProblem, MANY_SHIPS);
  session.table.choose('s7');
  session.table.choose('s19');
  const { report: found, pair } = session.state.known;
  assert.equal(found.pairs.length, 2 * (199 + 199 - 1));
  const two = tableOf([table.ships[7]!, table.ships[19]!]);
  assert.deepEqual(pair!.closest, report(two).pairs[0]!.closest);
  assert.deepEqual(
    found.ships.map(({ id }) => id),
    ['s7', 's19'],
  );
});

test('up to the limit all pairs are there and nothing is said', () => {
  const session = page();
  session.openTable(crowd(MAX_REPORTED_SHIPS));
  assert.equal(session.state.known.report.pairs.length, MAX_REPORTED_SHIPS * (MAX_REPORTED_SHIPS - 1));
  assert.equal(session.state.sourceProblem, undefined);
});
