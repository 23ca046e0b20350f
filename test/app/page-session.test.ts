import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FROZEN } from '../../src/app/capture/camera-problems.js';
import type { FrameListener, FrameSource } from '../../src/app/capture/frame-source.js';
import { entryEdits, entryOf } from '../../src/app/match/roster/roster.js';
import { GameSession } from '../../src/app/match/state/game-session.js';
import { PageSession } from '../../src/app/session/page-session.js';
import { sightOf } from '../../src/app/session/sight-of-frame.js';
import { currentProblem, isStale, type PageState } from '../../src/app/state/page-state.js';
import { TableSession } from '../../src/app/state/table-session.js';
import type { MotionDetector } from '../../src/app/vision-client/motion-detector.js';
import type { StartWatch } from '../../src/app/vision-client/table-freshness.js';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import type { Pose } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import type { MeasureResult, TableMeasurement } from '../../src/table/measurement.js';
import { motionOf, movedPose } from '../../src/table/moved-table.js';
import { foundShips } from '../../src/table/views/same-ships.js';
import { said } from '../said.js';
import { cameraOf, fakeClient, keptInTab, look, PLACES, StoppedClock, settled } from './watched-table.js';

const NO_MAT: MeasureResult = {
  ok: false,
  problem: { code: 'mat-not-found', message: said('No mat in view.'), hint: said('Move the camera.') },
};

/** A page whose camera is looked at with `answers`, one after the other; the state after each look. */
async function watched(
  answers: readonly MeasureResult[],
  kind: 'camera' | 'photo' = 'camera',
  afterLook: (session: PageSession, looks: number) => void = () => {},
  watch?: StartWatch,
): Promise<{ states: PageState[]; camera: FrameListener; session: PageSession; forgotten: () => number }> {
  let next = 0;
  let forgets = 0;
  const forget = async () => {
    forgets += 1;
  };
  const client = fakeClient(async () => answers[next++]!, forget);
  const session = new PageSession(client, report, () => {}, { clock: new StoppedClock(), ...(watch && { watch }) });
  const { source, camera } = cameraOf(kind);
  session.loadEngines();
  await session.open(async () => ({ ok: true, source }), { letGoFirst: true });
  const states: PageState[] = [];
  for (const _ of answers) {
    const looks = next;
    const picture = { close: () => {} } as unknown as VideoFrame;
    camera().onFrame({ picture, capturedAtMs: 100 * next });
    while (next === looks) await settled();
    await settled();
    states.push(session.state);
    afterLook(session, next);
  }
  return { states, camera: camera(), session, forgotten: () => forgets };
}

const places = ({ known }: PageState) => known.ships.map(({ ship: { id, pose } }) => [id, Math.round(pose.x), Math.round(pose.y)]);

test('a bumped camera is noticed by its second failed look; registered again, all ships are back under their names', async () => {
  const { states } = await watched([look(), look(), NO_MAT, NO_MAT, NO_MAT, look({ isBumped: true })]);
  assert.deepEqual(states.map(isStale), [false, false, false, true, true, false]);
  assert.deepEqual(places(states[4]!), places(states[1]!));
  assert.deepEqual(places(states[5]!), places(states[1]!));
  assert.ok(states[5]!.known.ships.every(({ isSeen }) => isSeen));
});

test('a hand over one ship leaves the answers standing, a picture without any ship does not', async () => {
  const { states } = await watched([look(), look(), look(), look({ ships: 2 }), look({ ships: 0 }), look()]);
  assert.deepEqual(states.map(isStale), [false, false, false, false, true, false]);
  assert.deepEqual(
    states[3]!.known.ships.map(({ isSeen }) => isSeen),
    [true, true, false],
  );
  assert.deepEqual(places(states[4]!), places(states[0]!));
});

test('a camera that repeats its picture gives no verdict until it moves again and is looked at; a file that cannot be read leaves the answers standing', async () => {
  const { camera, session } = await watched([look()]);
  const staleAfter = (problem: Parameters<FrameListener['onProblem']>[0]) => {
    camera.onProblem(problem);
    return isStale(session.state);
  };
  assert.deepEqual([{ code: 'not-a-scene', message: said(''), hint: said('') }, FROZEN, undefined].map(staleAfter), [false, true, true]);
});

test('a photo of a size in which camcorders keep squeezed frames has a word about it; another size and a camera have none', async () => {
  const seen = (widthPx: number, heightPx: number): MeasureResult => {
    const one = look();
    assert.ok(one.ok);
    return { ok: true, measurement: { ...one.measurement, camera: { ...one.measurement.camera, widthPx, heightPx } } };
  };
  const cautionOf = async (result: MeasureResult, kind: 'camera' | 'photo') => (await watched([result], kind)).states[0]!.caution?.code;
  assert.equal(await cautionOf(seen(1440, 1080), 'photo'), 'picture-squeezed');
  assert.equal(await cautionOf(seen(720, 576), 'photo'), 'picture-squeezed');
  assert.equal(await cautionOf(seen(1920, 1080), 'photo'), undefined);
  assert.equal(await cautionOf(seen(1080, 1440), 'photo'), undefined, 'a photo of a phone that is held upright');
  assert.equal(await cautionOf(seen(1440, 1080), 'camera'), undefined);
});

test('a page that is reloaded goes on with what was said of its camera’s table, in whatever frame and order it is seen; of another table it does not', async (t) => {
  keptInTab(t);
  const { session } = await watched([look()]);
  session.table.edit({ kind: 'name', shipId: 'ship-2', name: 'Wedge' });
  session.table.choose('ship-2');
  session.remember();
  session.dispose();
  const again = await watched([look({ isBumped: true })]);
  const named = ({ known }: PageState) =>
    known.ships.flatMap(({ ship }) => (ship.name ? [[ship.name, Math.round(ship.pose.x), Math.round(ship.pose.y)]] : []));
  assert.deepEqual(named(again.states[0]!), [['Wedge', Math.round(914.4 - PLACES[1]!.y), PLACES[1]!.x]]);
  assert.deepEqual(again.session.state.known.chosen.length, 1);
  assert.deepEqual(named((await watched([look()])).states[0]!), [], 'what was taken up is kept no longer');
  again.session.remember();
  assert.deepEqual(named((await watched([look({ ships: 1 })])).states[0]!), [], 'one ship is no table');
});

test('entries for a match that has not begun are there after a reload of the page, and name the same ships', async (t) => {
  keptInTab(t);
  const { session } = await watched([look()]);
  const { table } = session;
  const wedge = table.known.table.ships[1]!;
  table.editAll(entryEdits(wedge, table.known.table, {}, { pilot: 'Wedge', initiative: 6 }));
  table.editAll([{ kind: 'entry', entered: { firstPlayer: 2 } }]);
  session.remember();
  session.dispose();
  const again = (await watched([look({ isBumped: true })])).session.state.known;
  const play = new GameSession(again.table, () => {});
  play.enter(again.history.done);
  const entries = again.table.ships.map((ship) => entryOf(ship, again.table, play.now.setUp));
  assert.deepEqual(
    entries.map(({ name, initiative }) => [name, initiative]),
    [
      ['Ship 1', 3],
      ['Wedge', 6],
      ['Ship 3', 3],
    ],
  );
  assert.equal(play.now.setUp.firstPlayer, 2);
});

test('a look at another table after a reload, or at none, loses no names: the first table has them when it is seen again', async (t) => {
  const kept = keptInTab(t);
  const visit = async (answers: readonly MeasureResult[], name?: string, kind: 'camera' | 'photo' = 'camera') => {
    const { session } = await watched(answers, kind);
    const names = session.state.known.ships.flatMap(({ ship }) => ship.name ?? []);
    if (name) session.table.edit({ kind: 'name', shipId: 'ship-1', name });
    session.remember();
    session.dispose();
    return names;
  };
  const other = look({ ships: 1 });
  assert.deepEqual(await visit([look()], 'Wedge'), []);
  assert.deepEqual(await visit([other], 'Luke'), [], 'another table');
  assert.deepEqual(await visit([NO_MAT]), [], 'none');
  assert.deepEqual(await visit([look()], undefined, 'photo'), [], 'a photo is a table of its own');
  assert.deepEqual(await visit([look()]), ['Wedge']);
  assert.deepEqual(await visit([look()]), ['Wedge'], 'and keeps them');
  assert.equal(JSON.parse([...kept.values()][0]!).length, 2, 'each table is kept once');
});

/** A look that begins a frame of its own: another table, or one that was not seen meanwhile. */
function inAnotherFrame(seen: MeasureResult): MeasureResult {
  assert.ok(seen.ok);
  return { ...seen, isFirstSight: true };
}

test('a camera that is turned to another table and back has what was said of the first again; of the other, which shows one ship, it has not', async () => {
  const other = inAnotherFrame(look({ ships: 1 }));
  const { states } = await watched([look(), other, inAnotherFrame(look({ isBumped: true })), other], 'camera', ({ table }, looks) => {
    if (looks === 1) for (const shipId of ['ship-1', 'ship-2']) table.edit({ kind: 'name', shipId, name: `was ${shipId}` });
    if (looks === 1) table.choose('ship-2');
  });
  const names = states.map(({ known }) => known.ships.flatMap(({ ship: { name } }) => name ?? []));
  assert.deepEqual(names, [[], [], ['was ship-1', 'was ship-2'], []]);
  assert.deepEqual(
    states.map(({ known }) => known.chosen),
    [[], [], ['ship-2'], []],
  );
});

const UNREADABLE = { code: 'photo-unreadable', message: said('It is no picture.'), hint: said('Open another.') };
const REFUSED = { code: 'camera-refused', message: said('The camera was refused.'), hint: said('Allow it.') };

test('a file that cannot be opened leaves the running camera and its answers alone', async () => {
  const { session } = await watched([look()]);
  const { source } = session.state;
  await session.open(async () => ({ ok: false, problem: UNREADABLE }));
  assert.equal(session.state.source, source);
  assert.equal(session.state.sourceProblem, UNREADABLE);
  assert.deepEqual([isStale(session.state), currentProblem(session.state)], [false, undefined]);
});

test('of a table whose camera is gone no verdict is given, also when the reason was read and dismissed', async () => {
  const { session } = await watched([look()]);
  await session.open(async () => ({ ok: false, problem: REFUSED }), { letGoFirst: true });
  assert.deepEqual([session.state.source, isStale(session.state), currentProblem(session.state)], [undefined, true, REFUSED]);
  session.showProblem(undefined);
  assert.deepEqual([isStale(session.state), currentProblem(session.state)?.code], [true, 'table-not-seen']);
  assert.equal(session.state.known.ships.length, PLACES.length);
  session.openTable(session.state.known.table);
  assert.equal(isStale(session.state), false, 'a scene that was opened is no memory of a camera');
});

test('corrections of a photo’s table do not come onto the camera’s, also when the camera is refused before it is given', async () => {
  const { session } = await watched([look()]);
  const photo = { kind: 'photo', size: () => ({ widthPx: 1, heightPx: 1 }), start: () => {}, stop: () => {} } as unknown as FrameSource;
  await session.open(async () => ({ ok: true, source: photo }));
  session.table.edit({ kind: 'add', shipId: 'x', base: 'small', pose: { x: 100, y: 100, headingRad: 0 } });
  await session.open(async () => ({ ok: false, problem: REFUSED }), { letGoFirst: true });
  assert.equal(session.state.isOneTable, true, 'what is shown is still the photo’s');
  assert.equal(session.state.known.ships.length, 1);
  const camera = { ...photo, kind: 'camera', lock: async () => [], unlock: async () => {} } as unknown as FrameSource;
  await session.open(async () => ({ ok: true, source: camera }), { letGoFirst: true });
  assert.deepEqual([session.state.isOneTable, session.state.known.ships.length, session.state.known.history.done.length], [false, 0, 0]);
});

test('what is opened last counts: an answer of the browser that comes too late is closed, and the first screen can be gone back to', async () => {
  const { session } = await watched([look()]);
  const stopped: string[] = [];
  const photo = (title: string) =>
    ({
      kind: 'photo',
      title,
      size: () => ({ widthPx: 1, heightPx: 1 }),
      start: () => {},
      again: () => {},
      stop: () => stopped.push(title),
    }) as unknown as FrameSource;
  let answer: (source: FrameSource) => void = () => {};
  const late = session.open(() => new Promise((resolve) => (answer = (source) => resolve({ ok: true, source }))), { letGoFirst: true });
  await settled();
  await session.open(async () => ({ ok: true, source: photo('prompt') }));
  answer(photo('late'));
  await late;
  assert.deepEqual([session.state.source!.title, stopped, session.state.isOpening], ['prompt', ['late'], false]);
  void session.open(() => new Promise(() => {}));
  await settled();
  assert.equal(session.state.isOpening, true);
  session.close();
  assert.deepEqual([session.state.isOpening, session.state.hasTable], [false, false]);
});

test('an unchanged picture changes nothing that is known, but ends a stale answer and fills a session that has just begun', async () => {
  const unchanged: MeasureResult = { ...look(), isUnchanged: true };
  const { states } = await watched([look(), unchanged, look()]);
  assert.equal(states[1]!.known, states[0]!.known);
  assert.deepEqual(
    states.map(({ isStill }) => isStill),
    [false, true, false],
  );
  const mended = await watched([look(), NO_MAT, NO_MAT, unchanged]);
  assert.deepEqual(mended.states.map(isStale), [false, false, true, false]);
  // The worker may have seen this table before this page's session began.
  const begun = await watched([unchanged]);
  assert.deepEqual(places(begun.states[0]!), places(states[0]!));
});

test('when the player says something about the picture, or that the mat is to be found again, what was seen is forgotten', async () => {
  const { session, forgotten } = await watched([look()]);
  assert.equal(forgotten(), 0);
  session.hints.hint({});
  assert.equal(forgotten(), 1);
});

/** The table as a camera sees it that has shown no border: in a frame of its own, turned by a sixth of a circle and shifted. */
function withoutBorder(more: { readonly isFirstSight?: true; readonly shiftMm?: number; readonly ships?: number } = {}): MeasureResult {
  const { isFirstSight, shiftMm = 70, ships = PLACES.length } = more;
  const seen = look({ ships });
  assert.ok(seen.ok);
  const turned = tableFromPieces({ x: shiftMm, y: -40, headingRad: 1 }, seen.measurement);
  const caution = { code: 'mat-not-in-view', message: said('No mat in view.'), hint: said('Show three sides of the mat.') };
  return { ok: true, measurement: { ...turned, isEdgeUnknown: true, caution }, ...(isFirstSight && { isFirstSight }) };
}

function tableFromPieces(motion: Pose, measurement: TableMeasurement): TableMeasurement {
  return { ...measurement, bases: measurement.bases.map((base) => ({ ...base, pose: movedPose(base.pose, motionOf(motion)) })) };
}

test('a camera that begins close by answers in a frame of its own; its ships keep their ids in that of the look that shows the border', async () => {
  const { states } = await watched([withoutBorder({ isFirstSight: true }), withoutBorder(), look()]);
  assert.deepEqual(
    states.map(({ known }) => known.state.isEdgeUnknown),
    [true, true, undefined],
  );
  const ids = states.map(({ known }) => known.ships.map(({ ship }) => ship.id));
  assert.deepEqual(ids[2], ids[0]);
  assert.deepEqual(
    places(states[2]!).map(([, x, y]) => ({ x, y })),
    PLACES.map(({ x, y }) => ({ x, y })),
  );
});

test('a second first sight takes the ships along; where too few are known again, another table begins', async () => {
  const { states } = await watched([withoutBorder({ isFirstSight: true }), withoutBorder({ isFirstSight: true, shiftMm: 250 })]);
  const [one, other] = states.map(({ known }) => known.ships.map(({ ship }) => ship.id));
  assert.deepEqual(other, one);
  const { states: lost } = await watched([withoutBorder({ isFirstSight: true }), look({ ships: 1 })]);
  assert.deepEqual(places(lost[1]!), [['ship-4', 200, 200]], 'nothing is left of the frame before, nor its numbers');
});

test('a look without a border says nothing of a scene that was opened', () => {
  const table = new TableSession(report, () => {});
  const placed = look();
  assert.ok(placed.ok);
  table.see(placed.measurement);
  table.forgetCamera();
  const close = withoutBorder({ isFirstSight: true });
  assert.ok(close.ok);
  assert.equal(sightOf(close, table.known).kind, 'nothing');
  assert.equal(sightOf(placed, table.known).kind, 'same');
});

test('a look without a border says nothing of a table whose place is known', async () => {
  const { states } = await watched([look(), withoutBorder({ isFirstSight: true }), withoutBorder()]);
  assert.deepEqual(places(states[2]!), places(states[0]!));
  assert.equal(states[2]!.known.state.isEdgeUnknown, undefined);
  assert.equal(states[2]!.measureProblem?.code, 'mat-not-in-view');
});

test('a live table that is found to be a match’s has the ids of its ships, from whichever side it is seen next, and what was said of it', async () => {
  const known = (await watched([look()])).session.table.known.table;
  const one = look({ isBumped: true });
  assert.ok(one.ok);
  const { bases } = one.measurement;
  const otherOrder: MeasureResult = { ok: true, measurement: { ...one.measurement, bases: [bases[2]!, bases[0]!, bases[1]!] } };
  const { states } = await watched([otherOrder, otherOrder, otherOrder, look()], 'camera', (session, looks) => {
    if (looks !== 1) return;
    session.table.edit({ kind: 'turn', shipId: 'ship-1', quarters: 2 });
    session.table.choose('ship-2');
    session.goOnAs(known, foundShips(known, session.table.known.table)!);
  });
  const at = PLACES.map(({ x, y }, i) => [`ship-${i + 1}`, x, y]);
  const byId = (state: PageState) => places(state).sort(([a], [b]) => String(a).localeCompare(String(b)));
  for (const state of states.slice(1)) {
    assert.deepEqual(byId(state), at);
    assert.deepEqual(state.known.chosen, ['ship-1'], 'the ship that was asked about');
    const turned = state.known.table.ships.find(({ id }) => id === 'ship-3')!;
    assert.ok(Math.abs(Math.cos(turned.pose.headingRad - PLACES[2]!.headingRad) + 1) < 1e-6, 'as a person turned it');
  }
});

test('an answer stays as exact as a close look made it, after one from farther away, while the watch has its ships in view and nothing moves', async () => {
  const asOf = (sigmaMm: number): MeasureResult => {
    const { measurement, ...rest } = look() as Extract<MeasureResult, { ok: true }>;
    const covariance = { ...measurement.bases[0]!.covariance, xx: sigmaMm ** 2, yy: sigmaMm ** 2 };
    const bases = measurement.bases.map((base) => ({ ...base, covariance }));
    return { ...rest, measurement: { ...measurement, bases, jointCovariance: jointOf(bases.map(() => covariance)) } };
  };
  const sigmaAfter = async (hasStood: boolean) => {
    const asked: number[] = [];
    const detector: Partial<MotionDetector> = {
      hasStood: (boxes, untilMs) => {
        asked.push(untilMs, boxes.length);
        return hasStood;
      },
    };
    const watch: StartWatch = () =>
      new Proxy(detector, { get: (one, key) => Reflect.get(one, key) ?? (() => undefined) }) as MotionDetector;
    const choose = (session: PageSession, looks: number) => {
      if (looks === 1) for (const id of ['ship-1', 'ship-2']) session.table.choose(id);
    };
    const { states } = await watched([asOf(0.2), asOf(2)], 'camera', choose, watch);
    assert.deepEqual(asked, [100, 2, 100, 2, 100, 2], 'of each ship, what it stands on and its model, until the second frame');
    return states[1]!.known.pair!.closest.sigmaMm!;
  };
  assert.ok((await sigmaAfter(true)) < 0.5);
  assert.ok((await sigmaAfter(false)) > 2, 'nobody watched');
});
