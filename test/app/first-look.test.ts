import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageSession } from '../../src/app/session/page-session.js';
import { isStale, shownTable } from '../../src/app/state/page-state.js';
import { report } from '../../src/judge/report/report.js';
import type { MeasureResult, SeenObstacle, TableMeasurement } from '../../src/table/measurement.js';
import { said } from '../said.js';
import { cameraOf, fakeClient, look, StoppedClock, settled } from './watched-table.js';

const ROCK: SeenObstacle = {
  kind: 'asteroid',
  outline: [
    { x: 330, y: 230 },
    { x: 370, y: 230 },
    { x: 350, y: 270 },
  ],
  sigmaMm: 1,
};

/** The same look with an obstacle between the first two ships. */
function withRock(of: MeasureResult): MeasureResult {
  return of.ok ? { ...of, measurement: { ...of.measurement, obstacles: [ROCK] } } : of;
}

function placedIn(of: MeasureResult): TableMeasurement {
  assert.ok(of.ok);
  return of.measurement;
}

/** A page that looks at a source for the first time; `place` and `end` are what its worker says. */
async function looking(kind: 'camera' | 'photo') {
  let place: ((placed: TableMeasurement) => void) | undefined;
  let end: (result: MeasureResult) => void = () => {};
  const client = fakeClient((_, __, ___, ____, _____, onPlaced) => {
    place = onPlaced;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  const session = new PageSession(client, report, () => {}, { clock: new StoppedClock() });
  const { source, camera } = cameraOf(kind);
  session.loadEngines();
  await session.open(async () => ({ ok: true, source }));
  const show = async (capturedAtMs: number) => {
    camera().onFrame({ picture: { close: () => {} } as unknown as VideoFrame, capturedAtMs });
    await settled();
  };
  await show(0);
  return {
    session,
    show,
    place: () => place,
    end: async (result: MeasureResult) => {
      end(result);
      await settled();
    },
  };
}

const shipsOf = ({ state }: PageSession) => shownTable(state).ships.map(({ ship: { id } }) => id);

for (const kind of ['camera', 'photo'] as const) {
  test(`${kind}: ships of a first look are shown before its obstacles are looked for, and nothing is answered of them until these are known`, async () => {
    const { session, place, end } = await looking(kind);
    assert.deepEqual(shipsOf(session), []);
    place()!(placedIn(look()));
    assert.deepEqual(shipsOf(session), ['ship-1', 'ship-2', 'ship-3']);
    assert.equal(isStale(session.state), true);
    session.table.choose('ship-1');
    session.table.choose('ship-2');
    const { known, placed } = session.state;
    assert.deepEqual(
      [known.ships, known.report.pairs, known.answer, placed?.answer, placed?.report.pairs],
      [[], [], undefined, undefined, []],
    );
    assert.equal(isStale(session.state), true);
    await end(withRock(look()));
    assert.equal(isStale(session.state), false);
    assert.deepEqual(session.state.known.chosen, ['ship-1', 'ship-2']);
    assert.deepEqual([session.state.known.table.obstacles.length, session.state.placed], [1, undefined]);
    assert.ok(session.state.known.answer);
    assert.deepEqual(
      session.state.known.state.tracks.map(({ stillFrames }) => stillFrames),
      [1, 1, 1],
      'one look counts once',
    );
  });
}

test('a ship that was chosen while obstacles were looked for is that ship in the end, in whatever frame; it is let go where nobody knows which one it is', async () => {
  for (const [ships, chosen] of [
    [3, ['ship-1']],
    [1, []],
  ] as const) {
    const { session, place, end } = await looking('camera');
    place()!(placedIn(look()));
    session.table.choose('ship-1');
    const seen = look({ isBumped: true, ships });
    await end(seen);
    assert.deepEqual([shipsOf(session).length, session.state.known.chosen], [ships, chosen]);
    const there = session.state.known.ships.find(({ ship }) => ship.id === 'ship-1')!.ship.pose;
    assert.ok(seen.ok && Math.hypot(there.x - seen.measurement.bases[0]!.pose.x, there.y - seen.measurement.bases[0]!.pose.y) < 1e-6);
  }
});

test('where a first look fails after its ships were placed they are taken back, and what is said of them later is not heard', async () => {
  const { session, place, end } = await looking('camera');
  const tell = place()!;
  tell(placedIn(look()));
  await end({
    ok: false,
    problem: { code: 'mat-not-found', message: said('No mat in view.'), hint: said('Move the camera.') },
  });
  assert.deepEqual(shipsOf(session), []);
  tell(placedIn(look()));
  assert.deepEqual(shipsOf(session), []);
});

test('only a first look shows its ships before it is done', async () => {
  const { place, end, show } = await looking('camera');
  await end(look());
  await show(100);
  assert.equal(place(), undefined);
});
