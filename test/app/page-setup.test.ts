import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageSession } from '../../src/app/session/page-session.js';
import { laidObstacle } from '../../src/app/setup/obstacle-edits.js';
import { PageSetup } from '../../src/app/setup/page-setup.js';
import type { SetupAction } from '../../src/app/setup/setup-actions.js';
import { cornersIn } from '../../src/app/setup/setup-draft.js';
import { draftOf, ModeStore } from '../../src/app/state/mode.js';
import { emptyPage, type PageState } from '../../src/app/state/page-state.js';
import { TableSession } from '../../src/app/state/table-session.js';
import { report } from '../../src/judge/report/report.js';
import type { Obstacle, Table } from '../../src/table/table.js';
import { OVERHEAD } from '../table/overhead-camera.js';

const CAMERA = { ...OVERHEAD, t: [-455.5, 458.5, 2000] as const };
const TABLE: Table = { widthMm: 911, depthMm: 917, ships: [], obstacles: [], devices: [] };
const rock = (id: string, x: number, detectionProbability?: number): Obstacle => ({
  ...laidObstacle('coreasteroid1', { x, y: 400 }, 1, []),
  id,
  ...(detectionProbability !== undefined && { detectionProbability }),
});

/** The flow that sets a table up, of which a picture is open and nothing is known yet. */
function begunBeforeTheFirstLook() {
  const empty = emptyPage(new TableSession(report, () => {}).known);
  const source = { kind: 'camera', size: () => ({ widthPx: CAMERA.widthPx, heightPx: CAMERA.heightPx }) };
  let page = { ...empty, source } as unknown as PageState;
  const modes: ModeStore = new ModeStore(() => setup.see(page));
  const setup = new PageSetup(modes, () => ({ state: page }) as PageSession);
  return {
    say: (...kinds: readonly SetupAction['kind'][]) => {
      for (const kind of kinds) setup.say({ kind } as SetupAction);
    },
    remove: (id: string) => setup.say({ kind: 'remove', id }),
    see: (...obstacles: readonly Obstacle[]) => {
      const { known } = page;
      page = { ...page, known: { ...known, table: { ...TABLE, obstacles }, state: { ...known.state, camera: CAMERA } } };
      setup.see(page);
    },
    draft: () => draftOf(modes.now)!,
  };
}

const idsOf = ({ obstacles }: { obstacles: readonly Obstacle[] }) => obstacles.map(({ id }) => id);

test('who is at the obstacles before the first look is over sees those that it finds, on the mat that it finds', () => {
  const { say, see, draft } = begunBeforeTheFirstLook();
  say('open', 'skip', 'skip');
  assert.deepEqual([draft().step, idsOf(draft()), draft().isBorderAsFound], ['obstacles', [], false]);
  see(rock('obstacle-1', 300), rock('obstacle-2', 500, 0.3));
  assert.deepEqual([draft().step, idsOf(draft()), draft().isBorderAsFound], ['obstacles', ['obstacle-1', 'obstacle-2'], true]);
  assert.deepEqual(draft().corners, cornersIn(CAMERA, TABLE));
});

test('a mat that is found while its edge is asked about restarts the question, but does not replace corners that a person has dragged', () => {
  const first = begunBeforeTheFirstLook();
  first.say('open');
  first.see();
  assert.deepEqual([first.draft().step, first.draft().corners], ['border', cornersIn(CAMERA, TABLE)]);
  const { say, see, draft } = begunBeforeTheFirstLook();
  say('open', 'corners', 'skip');
  see();
  assert.deepEqual([draft().step, draft().corners, draft().isBorderAsFound], ['mat', undefined, false]);
});

test('a likely obstacle that is found after a person said that all are marked opens the question again; a faint one, or one that is known, does not', () => {
  const { say, see, draft } = begunBeforeTheFirstLook();
  say('open', 'skip', 'skip');
  see(rock('obstacle-1', 300));
  say('obstacles');
  assert.deepEqual([draft().step, draft().areObstaclesSaid], ['side', true]);
  see(rock('obstacle-1', 303), rock('obstacle-2', 500, 0.3));
  assert.deepEqual([draft().step, idsOf(draft())], ['side', ['obstacle-1']]);
  see(rock('obstacle-3', 300), rock('obstacle-1', 500, 0.6));
  assert.deepEqual([draft().step, draft().areObstaclesSaid, draft().isFoundSince], ['obstacles', undefined, true]);
  assert.deepEqual(idsOf(draft()), ['obstacle-1', 'obstacle-2'], 'no two of them have one id');
  say('obstacles');
  assert.deepEqual([draft().step, draft().areObstaclesSaid, draft().isFoundSince], ['side', true, undefined]);
});

test('an obstacle that a person has removed is not found again', () => {
  const { say, remove, see, draft } = begunBeforeTheFirstLook();
  say('open', 'skip', 'skip');
  see(rock('obstacle-1', 300));
  remove('obstacle-1');
  see(rock('obstacle-1', 302));
  assert.deepEqual(idsOf(draft()), []);
});
