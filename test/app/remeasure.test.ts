import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageSession } from '../../src/app/session/page-session.js';
import { remeasure } from '../../src/app/session/remeasure.js';
import type { Remeasuring } from '../../src/app/state/page-state.js';
import type { VisionClient } from '../../src/app/vision-client/vision-client.js';
import { report } from '../../src/judge/report/report.js';
import type { MeasureResult } from '../../src/table/measurement.js';
import { said } from '../said.js';
import { cameraOf, look, StoppedClock, settled } from './watched-table.js';

const ASKED = ['ship-1', 'ship-2'];
const NO_MAT: MeasureResult = {
  ok: false,
  problem: { code: 'mat-not-found', message: said('No mat in view.'), hint: said('Move the camera.') },
};

/** A look in which the second ship is seen `dxMm` farther right. */
function lookWith(dxMm: number): MeasureResult {
  const seen = look();
  assert.ok(seen.ok);
  const bases = seen.measurement.bases.map((base, i) => (i === 1 ? { ...base, pose: { ...base.pose, x: base.pose.x + dxMm } } : base));
  return { ...seen, measurement: { ...seen.measurement, bases } };
}

/** A page before which a camera stands, and how it looks once more. */
async function watching() {
  let answer: MeasureResult | undefined;
  let measured = 0;
  let [forgets, agains] = [0, 0];
  const client: VisionClient = {
    load: async () => {},
    measurePhotos: async () => assert.fail('no photos'),
    fitObstacle: async () => undefined,
    fitBase: async () => [],
    rankObstacles: async () => [],
    print: async () => undefined,
    measure: async () => {
      measured += 1;
      return answer;
    },
    forget: async () => {
      forgets += 1;
    },
    close: () => {},
  };
  const session = new PageSession(client, report, () => {}, { clock: new StoppedClock() });
  const { source, camera } = cameraOf('camera');
  source.again = () => {
    agains += 1;
  };
  session.loadEngines();
  await session.open(async () => ({ ok: true, source }));
  const see = async (...looks: readonly MeasureResult[]): Promise<(Remeasuring | undefined)[]> => {
    const states: (Remeasuring | undefined)[] = [];
    for (const next of looks) {
      answer = next;
      const before = measured;
      camera().onFrame({ picture: { close: () => {} } as unknown as VideoFrame, capturedAtMs: 100 * measured });
      while (measured === before) await settled();
      await settled();
      states.push(session.state.remeasuring);
    }
    return states;
  };
  await see(look(), look(), look());
  for (const id of ASKED) session.table.choose(id);
  const begun = { forgets, agains };
  return { session, see, counts: () => ({ forgets: forgets - begun.forgets, agains: agains - begun.agains }) };
}

const kinds = (states: readonly (Remeasuring | undefined)[]) =>
  states.map((state) => (state?.kind === 'measuring' ? state.done : (state?.kind ?? 'none')));

test('looking again forgets what was seen, counts the pictures, and confirms a table that is as it was', async () => {
  const { session, see, counts } = await watching();
  remeasure(session, ASKED);
  assert.deepEqual([counts(), session.state.lookedShare, kinds([session.state.remeasuring])], [{ forgets: 1, agains: 1 }, 0, [0]]);
  const states = await see(look(), look(), look(), look(), look());
  assert.deepEqual(kinds(states), [1, 2, 3, 4, 'done']);
  const end = states.at(-1);
  assert.ok(end?.kind === 'done' && end.result.isConfirmed && end.result.byMm < 1e-9);
});

test('what was averaged before does not count any more, and the ship that is seen elsewhere is the reason', async () => {
  const { session, see } = await watching();
  const before = session.state.known.pair!.closest.mm;
  remeasure(session, ASKED);
  const shifted = lookWith(2);
  const end = (await see(shifted, shifted, shifted, shifted, shifted)).at(-1);
  const { known } = session.state;
  // Averaged with the three before it would have been 5/8 of the way.
  assert.ok(Math.abs(known.table.ships.find(({ id }) => id === 'ship-2')!.pose.x - 502) < 1e-9);
  assert.ok(end?.kind === 'done' && !end.result.isConfirmed);
  assert.ok(Math.abs(end.result.byMm - Math.abs(known.pair!.closest.mm - before)) < 1e-9);
  assert.deepEqual(
    end.result.reasons.map(({ key }) => key),
    ['seen-elsewhere'],
  );
});

test('what was measured before the table was set up is in no average: with another size of the mat every ship stands elsewhere', async () => {
  const { session, see } = await watching();
  const mat = { widthMm: 917.8, depthMm: 917.5, sigmaMm: 0.5, source: 'measured' } as const;
  session.hints.setUp({ setup: { mat, obstacles: [], learnedFrom: { pictures: 0, ships: 0 } } });
  await see(lookWith(1.5));
  const placeOf = () => session.state.known.table.ships.find(({ id }) => id === 'ship-2')!.pose.x;
  assert.ok(Math.abs(placeOf() - 501.5) < 1e-9, `${placeOf()}`);
  await see(lookWith(1.7));
  assert.ok(Math.abs(placeOf() - 501.6) < 1e-9, 'from then on looks are averaged again');
});

test('pictures that show no table end it with the reason, a hand that passes does not, and it can be stopped', async () => {
  const { session, see } = await watching();
  remeasure(session, ASKED);
  assert.deepEqual(kinds(await see(look(), NO_MAT, look())), [1, 1, 2]);
  const failed = (await see(NO_MAT, NO_MAT, NO_MAT)).at(-1);
  assert.ok(failed?.kind === 'failed' && failed.problem.code === 'mat-not-found');
  remeasure(session, ASKED);
  await see(look());
  session.endRemeasuring();
  assert.equal(session.state.remeasuring, undefined);
  assert.deepEqual(kinds(await see(look())), ['none']);
});

test('a ship that is set elsewhere meanwhile is waited for until it rests, and what was found goes once it moves', async () => {
  const { session, see } = await watching();
  remeasure(session, ASKED);
  const moved = lookWith(60);
  const states = await see(look(), look(), look(), moved, moved, moved, moved, moved, moved);
  assert.deepEqual(kinds(states).slice(0, 3), [1, 2, 3]);
  const end = states.at(-1);
  assert.ok(end?.kind === 'done' && !end.result.isConfirmed);
  assert.deepEqual(
    end.result.reasons.map(({ key }) => key),
    ['pictures-show-movement', 'seen-elsewhere'],
  );
  assert.deepEqual(kinds(await see(moved, look(), look())).at(-1), 'none');
});

test('a ship that stays hidden is not waited for without end', async () => {
  const { session, see } = await watching();
  remeasure(session, ['ship-1', 'ship-3']);
  const hidden = look({ ships: 2 });
  const states = await see(...Array.from({ length: 10 }, () => hidden));
  assert.deepEqual(kinds(states).slice(0, 9), Array(9).fill(0));
  assert.notEqual(kinds(states).at(-1), 0);
});

test('a source that has ended, and a ship that is gone, take it along', async () => {
  const { session, see } = await watching();
  remeasure(session, ASKED);
  await see(look());
  session.table.edit({ kind: 'delete', shipId: 'ship-2' });
  assert.deepEqual(kinds(await see(look())), ['none']);
  remeasure(session, ['ship-1']);
  session.close();
  assert.equal(session.state.remeasuring, undefined);
});
