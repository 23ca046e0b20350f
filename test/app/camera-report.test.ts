import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cameraText, seenStages } from '../../src/app/diagnosis/camera-report.js';
import type { Moment } from '../../src/app/evidence/frozen.js';
import { PageLog } from '../../src/app/session/page-log.js';
import { emptyPage } from '../../src/app/state/page-state.js';
import { TableSession } from '../../src/app/state/table-session.js';
import { report } from '../../src/judge/report/report.js';
import { english } from '../../src/texts/english.js';
import { said } from '../said.js';
import { cameraOf, look } from './watched-table.js';

const DEVICE = {
  browser: 'Mozilla/5.0 Chrome/140',
  cores: 8,
  isIsolated: true,
  webGl: 'ANGLE (Vendor)',
  hasTrackFrames: true,
  screen: '390×844 × 3',
};
const NO_MAT = { code: 'mat-not-found', message: said('No mat.'), hint: said('Show it.') };

/** The page after a look at three ships of which one is then hidden, with something that was not made out. */
function moment(): Moment {
  const table = new TableSession(report, () => {});
  const log = new PageLog(() => 5000);
  const unmeasurable = [0.62, 0.1].map((probability, i) => ({
    at: { x: 700 - 300 * i, y: 700 },
    radiusMm: 40,
    probability,
    reason: 'Obstacle?',
  }));
  for (const ships of [3, 3, 3, 2]) {
    const seen = look({ ships });
    assert.ok(seen.ok);
    table.see({ ...seen.measurement, unmeasurable });
    log.measured(seen);
  }
  log.measured({ ok: false, problem: NO_MAT });
  table.edit({ kind: 'name', shipId: 'ship-1', name: 'Poe Dameron' });
  const page = { ...emptyPage(table.known), source: cameraOf('camera').source, measureProblem: NO_MAT, framesPerSecond: 4.25 };
  return { atMs: Date.UTC(2026, 10, 26, 8, 41), page, picture: undefined, log: log.entries };
}

test('each stage of seeing says what came of it, in order', () => {
  assert.deepEqual(
    seenStages(moment()).map(({ name, state }) => `${english(name)}: ${english(state)}`),
    [
      'As received: 1920×1080',
      'The mat’s edge: 914.4 × 914.4 mm ± 1.0 mm',
      'Ships: 2 in view, 1 out of view',
      'Obstacles: 0, 0 of them recognised',
      'Not identified: 2 × Obstacle? (up to 62 %)',
    ],
  );
});

test('before anything was measured the page says why there is no mat, and of a part of a table that its edge is not in view', () => {
  const before = moment();
  const bare = new TableSession(report, () => {}).known;
  const stateOfMat = (page: Partial<Moment['page']>) => english(seenStages({ page: { ...before.page, known: bare, ...page } })[1]!.state);
  assert.equal(stateOfMat({}), 'mat-not-found');
  assert.equal(stateOfMat({ measureProblem: undefined }), 'not measured yet');
  const { known } = before.page;
  assert.equal(stateOfMat({ known: { ...known, state: { ...known.state, isEdgeUnknown: true } } }), 'the edge is not in view');
});

test('the text that is saved holds states, problems and what happened by name, but no name that a person gave', () => {
  const text = cameraText(moment(), DEVICE);
  for (const line of [
    'Source: camera, Camera, 1920×1080 px',
    'Pictures measured: 4.3 a second; nothing moves: no',
    'Problems: mat-not-found',
    'Browser: Mozilla/5.0 Chrome/140',
    'Threads: allowed: yes; 8 cores',
    'WebGL 2: ANGLE (Vendor)',
    'Corrections by hand: 1',
    '00:00:05 not measured: mat-not-found',
  ])
    assert.ok(text.includes(`${line}\n`), `${line} in\n${text}`);
  assert.doesNotMatch(text, /Poe|Dameron/);
});
