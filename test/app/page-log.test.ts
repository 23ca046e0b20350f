import assert from 'node:assert/strict';
import test from 'node:test';
import { PageLog } from '../../src/app/session/page-log.js';
import { said } from '../said.js';
import { look } from './watched-table.js';

test('a measurement is written down with what was found, how long it took, and its stages; a failed one with its problem', () => {
  let nowMs = 1000;
  const log = new PageLog(() => nowMs);
  const found = look();
  assert.ok(found.ok);
  nowMs = 3300;
  log.measured({ ...found, measurement: { ...found.measurement, capturedAtMs: 1000, stageMs: { detect: 812.4, refine: 90 } } });
  log.measured({
    ok: false,
    problem: { code: 'mat-not-found', message: said('No mat in view.'), hint: said('Move the camera.') },
  });
  assert.deepEqual(log.entries, [
    { atMs: 3300, text: 'measured: 3 bases, 0 obstacles, 0 not made out in 2300 ms (detect 812, refine 90)' },
    { atMs: 3300, text: 'not measured: mat-not-found' },
  ]);
});

test('a picture in which nothing has changed is not written down, and of a long log the oldest go', () => {
  const log = new PageLog(() => 0);
  const found = look();
  log.measured({ ...found, isUnchanged: true });
  assert.equal(log.entries.length, 0);
  for (let i = 0; i < 1000; i++)
    log.measured(i < 999 ? found : { ok: false, problem: { code: 'last', message: said(''), hint: said('') } });
  assert.ok(log.entries.length <= 400 && log.entries.at(-1)!.text === 'not measured: last');
});
