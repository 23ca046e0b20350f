import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameListener, Opened, Photo } from '../../src/app/capture/frame-source.js';
import { PageSession } from '../../src/app/session/page-session.js';
import type { PageState } from '../../src/app/state/page-state.js';
import type { MotionDetector } from '../../src/app/vision-client/motion-detector.js';
import type { VisionClient } from '../../src/app/vision-client/vision-client.js';
import { meanPoint } from '../../src/geometry/mean-point.js';
import type { Pose } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import type { MeasureResult, SeenObstacle, TableMeasurement } from '../../src/table/measurement.js';
import type { Setup } from '../../src/table/setup/setup.js';
import type { Obstacle } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import type { PhotoOfTable } from '../../src/worker/api.js';
import { said } from '../said.js';
import { cameraOf, keptInTab, look, PLACES, StoppedClock, settled } from './watched-table.js';

interface Asked {
  readonly ids: readonly string[];
  readonly shown: number;
  readonly photos: readonly PhotoOfTable[];
}

const PICTURE = { close: () => {} } as unknown as ImageBitmap;
const photoOf = (id: string, picture = async () => PICTURE, reopen: Photo['reopen'] = async () => NOT_THERE): Photo => ({
  id,
  picture,
  reopen,
});
const NOT_THERE: Opened = {
  ok: false,
  problem: { code: 'photo-unreadable', message: said('It is not there.'), hint: said('Open another.') },
};

/** A page on which photos are opened one after the other, and what its worker is asked about them together. */
function pageOfPhotos(match?: { isPlayed(): boolean; end(): void }) {
  const asked: Asked[] = [];
  let answer = (): MeasureResult => look();
  /** What happens while photos are measured together, beside that the bases of the shown one are heard of. */
  let meanwhile = (onPlaced: (placed: TableMeasurement) => void) => {
    const look = answer();
    if (look.ok) onPlaced(look.measurement);
  };
  const client: VisionClient = {
    load: async () => {},
    measurePhotos: async (photos, shown, _, onPlaced) => {
      asked.push({ ids: photos.map(({ id }) => id), shown, photos });
      if (onPlaced) meanwhile(onPlaced);
      return { apart: [], ...answer() };
    },
    fitObstacle: async () => undefined,
    fitBase: async () => [],
    rankObstacles: async () => [],
    print: async () => undefined,
    measure: async () => answer(),
    forget: async () => {},
    close: () => {},
  };
  const called: string[] = [];
  const watch = () =>
    new Proxy({} as MotionDetector, {
      get: (_, name) => () => {
        called.push(String(name));
        return name === 'behindMs' ? 0 : undefined;
      },
    });
  const session = new PageSession(client, report, () => {}, { clock: new StoppedClock(), watch, ...(match && { match }) });
  session.loadEngines();
  let atMs = 0;
  let listener: FrameListener | undefined;
  let camera: () => FrameListener;
  const opener =
    (id: string, chosen: readonly Photo[] = [], kind = 'photo') =>
    async (): Promise<Opened> => {
      const { source, camera: started } = cameraOf(kind);
      camera = started;
      const photo = photoOf(id, undefined, () => opener(id)());
      return { ok: true, source: kind === 'photo' ? { ...source, photo, ...(chosen.length > 0 && { beside: chosen }) } : source };
    };
  const open = async (id: string, result: MeasureResult = look(), chosen: readonly Photo[] = [], kind = 'photo') => {
    answer = () => result;
    await session.open(opener(id, chosen, kind));
    listener = camera();
    await again();
    return session.state;
  };
  const again = async (result = answer()) => {
    answer = () => result;
    listener!.onFrame({ picture: PICTURE, capturedAtMs: ++atMs });
    for (let i = 0; i < 4; i++) await settled();
  };
  /** What a person says of a doubted photo; `result`: what the one before shows, when it is looked at again. */
  const say = async (isOfMatch: boolean, result?: MeasureResult) => {
    await session.sayOfMatch(isOfMatch);
    listener = camera();
    if (result) await again(result);
    return session.state;
  };
  const during = (happens: typeof meanwhile) => {
    meanwhile = happens;
  };
  return { session, open, again, say, asked, during, called };
}

const names = ({ known }: PageState) => known.ships.flatMap(({ ship: { name } }) => name ?? []);
const besideOf = ({ source }: PageState) => source?.beside?.map(({ id }) => id);

test('a photo that is opened after another of the same table is measured with it, through its own camera: names, owners and the ships that were asked about stay', async () => {
  const { session, open, again, asked } = pageOfPhotos();
  await open('whole');
  assert.equal(asked.length, 0, 'one photo by itself');
  const marked = [{ u: 1, v: 2 }];
  session.hints.hint({ corners: marked });
  await again();
  session.table.edit({ kind: 'name', shipId: 'ship-2', name: 'Red Two' });
  for (const id of ['ship-1', 'ship-2']) session.table.choose(id);
  const page = await open('close', look({ isBumped: true }));
  assert.deepEqual(
    asked.map(({ ids, shown }) => [ids, shown]),
    [[['whole', 'close'], 1]],
  );
  const [whole, close] = asked[0]!.photos;
  assert.deepEqual([whole!.hints.corners, close!.hints.corners], [marked, undefined], 'what was marked in a photo is true of that one');
  assert.deepEqual([names(page), page.known.chosen, page.source?.photo?.id], [['Red Two'], ['ship-1', 'ship-2'], 'close']);
  assert.equal(page.sourceProblem, undefined);
  await open('third');
  assert.deepEqual([asked[1]!.ids, asked[1]!.shown], [['whole', 'close', 'third'], 2]);
});

test('a photo of another table begins that one, of which nothing is true that was said of the first: this is there again with its own photo', async () => {
  const { session, open, asked } = pageOfPhotos();
  await open('one');
  session.table.edit({ kind: 'name', shipId: 'ship-2', name: 'Red Two' });
  const other = await open('other', { ...look(), apart: ['one'] });
  assert.deepEqual([names(other), besideOf(other), other.sourceProblem], [[], [], undefined]);
  session.table.edit({ kind: 'name', shipId: 'ship-1', name: 'Black One' });
  assert.deepEqual(names(await open('again of other')), ['Black One']);
  assert.deepEqual(asked.at(-1)!.ids, ['other', 'again of other']);
  const back = await open('one', { ...look(), apart: ['other', 'again of other'] });
  assert.deepEqual([names(back), back.sourceProblem], [['Red Two'], undefined], 'a table is there when its photo is opened again');
  session.close();
  assert.deepEqual(names(await open('one')), [], 'a table that was closed is over');
});

test('names stay where the first photo shows no edge, by the ships that stand as they stood; a photo that is opened again is measured with those of its table', async () => {
  const { session, open, asked } = pageOfPhotos();
  const whole = look();
  assert.ok(whole.ok);
  const { measurement } = whole;
  const bases = measurement.bases.map((one) => {
    const { x, y, headingRad } = tableFromFrame(one.pose);
    return { ...one, pose: { x, y, headingRad } };
  });
  await open('close', { ok: true, measurement: { ...measurement, bases, isEdgeUnknown: true } });
  session.table.edit({ kind: 'name', shipId: 'ship-3', name: 'Gold Three' });
  const page = await open('whole');
  assert.deepEqual([names(page), page.known.ships.map(({ ship }) => ship.id)], [['Gold Three'], ['ship-1', 'ship-2', 'ship-3']]);
  await open('other table', { ...look(), apart: ['close', 'whole'] });
  const back = await open('whole', { ...look(), apart: ['other table'] });
  assert.deepEqual([asked.at(-1)!.ids, names(back)], [['close', 'whole'], ['Gold Three']]);
});

/** The same in a frame that is turned by 0.7 rad and lies elsewhere. */
function tableFromFrame({ x, y, headingRad }: Pose): Pose {
  const [sin, cos] = [Math.sin(0.7), Math.cos(0.7)];
  return { x: cos * x + sin * y - 120, y: -sin * x + cos * y + 40, headingRad: headingRad + 0.7 };
}

test('a photo without a place waits for one that shows the edge: both are measured with that', async () => {
  const { open, asked } = pageOfPhotos();
  const close = look();
  assert.ok(close.ok);
  const edgeless: MeasureResult = { ...close, measurement: { ...close.measurement, isEdgeUnknown: true } };
  await open('here', edgeless);
  assert.deepEqual(besideOf(await open('there', { ...edgeless, apart: ['here'] })), ['here']);
  await open('whole', { ...look(), apart: ['there'] });
  assert.deepEqual(asked.at(-1)!.ids, ['here', 'there', 'whole']);
});

test('a table that was set up stays so: its mat, its obstacles and what is not one, but not where the camera stood', async () => {
  const { session, open, asked } = pageOfPhotos();
  const [rock, cloud] = [200, 600].map(
    (x): SeenObstacle => ({ kind: 'asteroid', sigmaMm: 1, outline: [0, 30, 60].map((d) => ({ x: x + d, y: 700 + d * (d % 60) })) }),
  );
  const both = look();
  assert.ok(both.ok);
  const seen: MeasureResult = { ...both, measurement: { ...both.measurement, obstacles: [rock!, cloud!] } };
  await open('whole', seen);
  const mat = { widthMm: 910, depthMm: 912, sigmaMm: 1, source: 'measured' } as const;
  const camera = { widthPx: 1920, heightPx: 1080 } as unknown as NonNullable<Setup['camera']>;
  const setup: Setup = { mat, camera, obstacles: [{ id: 'rock', ...rock! }], learnedFrom: { pictures: 1, ships: 3 } };
  session.hints.setUp({ setup, noObstacleAt: [meanPoint(cloud!.outline)] });
  const page = await open('close', seen);
  const whole = asked[0]!.photos[0]!;
  assert.deepEqual(whole.hints.setup, setup);
  const { camera: _, ...ofTable } = setup;
  assert.deepEqual([page.setup, page.setupBefore], [ofTable, ofTable]);
  assert.deepEqual(
    page.known.table.obstacles.map(({ id }) => id),
    ['rock'],
  );
});

test('what is said of ships while several photos are measured is true of those ships, in whatever order they are seen when that is over', async () => {
  const { session, open, during } = pageOfPhotos();
  const seen = look();
  assert.ok(seen.ok);
  const alone = {
    ...seen.measurement,
    bases: [...seen.measurement.bases].reverse().map((one) => ({ ...one, pose: tableFromFrame(one.pose) })),
    isEdgeUnknown: true,
  } as const;
  during((onPlaced) => {
    onPlaced(alone);
    session.table.edit({ kind: 'name', shipId: 'ship-1', name: 'Black One' });
    session.table.choose('ship-2');
    assert.deepEqual(
      session.state.placed!.ships.map(({ ship: { name } }) => name),
      ['Black One', undefined, undefined],
      'and shown at once',
    );
  });
  await open('whole', look(), [photoOf('close')]);
  const { ships, chosen } = session.state.known;
  const placeOf = (id: string) => ships.find(({ ship }) => ship.id === id)!.ship;
  const [first, second, third] = PLACES;
  assert.deepEqual([placeOf('ship-1').name, Math.round(placeOf('ship-1').pose.x)], ['Black One', Math.round(third!.x)]);
  assert.deepEqual([chosen, Math.round(placeOf('ship-2').pose.x)], [['ship-2'], Math.round(second!.x)]);
  assert.equal(Math.round(placeOf('ship-3').pose.x), Math.round(first!.x));
});

test('a table whose player 1 is found to sit elsewhere is the same one turned: names, the chosen ships and what can be undone stay; no frame of a photo is compared with another', async () => {
  const { session, open, again, called } = pageOfPhotos();
  await open('whole');
  session.table.edit({ kind: 'name', shipId: 'ship-2', name: 'Red Two' });
  session.table.choose('ship-2');
  const placeOf = (id: string) => session.state.known.ships.find(({ ship }) => ship.id === id)!.ship.pose;
  const { x, y } = placeOf('ship-2');
  const mat = { widthMm: 914.4, depthMm: 914.4, sigmaMm: 0.5, source: 'measured' } as const;
  const rock: Obstacle = { id: 'rock', kind: 'asteroid', outline: [0, 30, 60].map((d) => ({ x: 200 + d, y: 700 + d * (d % 60) })) };
  const setup: Setup = { mat, obstacles: [rock], learnedFrom: { pictures: 0, ships: 0 } };
  session.hints.setUp({ setup, isAnotherFrame: true, isSameTable: true });
  assert.deepEqual(names(session.state), [], 'nothing is known of the new frame yet');
  session.hints.hint({});
  session.hints.setUp({ setup, isAnotherFrame: true, isSameTable: true });
  const failed: MeasureResult = { ok: false, problem: { code: 'mat-not-found', message: said('No mat.'), hint: said('Move.') } };
  await again(failed);
  await again(look({ isBumped: true }));
  assert.deepEqual([names(session.state), session.state.known.chosen], [['Red Two'], ['ship-2']]);
  const there = placeOf('ship-2');
  assert.ok(Math.hypot(there.x - (914.4 - y), there.y - x) < 1e-6, 'where it is in the new frame');
  assert.deepEqual(
    session.state.known.table.obstacles.map(({ id }) => id),
    ['rock'],
  );
  session.table.undo();
  assert.deepEqual(names(session.state), []);
  session.hints.setUp({ setup, isAnotherFrame: true });
  await again(look());
  assert.deepEqual(session.state.known.history.done, [], 'another one begins');
  assert.equal(called.includes('setReference'), false);
});

test('a photo that is measured again with the mat’s size keeps a ship that it showed clearly and is not found then; what it did not show clearly goes', async () => {
  const { session, open, again } = pageOfPhotos();
  const first = look();
  assert.ok(first.ok);
  const { measurement } = first;
  const bases = measurement.bases.map((one, i) => (i === 1 ? { ...one, detectionProbability: 0.8 } : one));
  await open('whole', { ok: true, measurement: { ...measurement, bases } });
  const mat = { widthMm: 910, depthMm: 912, sigmaMm: 0.5, source: 'measured' } as const;
  session.hints.setUp({ setup: { mat, obstacles: [], learnedFrom: { pictures: 0, ships: 0 } } });
  await again(look({ ships: 1 }));
  assert.deepEqual(
    session.state.known.ships.map(({ ship, isSeen }) => [ship.id, isSeen]),
    [
      ['ship-1', true],
      ['ship-3', false],
    ],
  );
});

test('a ship that a person removed stays so in the next photo, and is back where that is undone', async () => {
  const { session, open } = pageOfPhotos();
  const seen = look();
  assert.ok(seen.ok);
  const ids = ({ known }: PageState) => known.ships.map(({ ship }) => ship.id);
  const next = (): MeasureResult => ({ ok: true, measurement: { ...seen.measurement, capturedAtMs: Date.now() } });
  await open('whole', { ok: true, measurement: { ...seen.measurement, capturedAtMs: Date.now() - 60_000 } });
  session.table.edit({ kind: 'delete', shipId: 'ship-2' });
  assert.deepEqual(ids(await open('close', next())), ['ship-1', 'ship-3']);
  session.table.undo();
  assert.deepEqual(ids(session.state), ['ship-1', 'ship-2', 'ship-3']);
});

test('what was said of a photo’s table is there after a reload of the page, with any photo of that table, and not with another photo or a camera', async (t) => {
  keptInTab(t);
  const visit = async (...opened: readonly [id: string, kind?: string][]) => {
    const { session, open } = pageOfPhotos();
    for (const [id, kind] of opened) await open(id, look(), [], kind);
    const before = names(session.state);
    if (before.length === 0 && opened.length > 1) session.table.edit({ kind: 'name', shipId: 'ship-2', name: 'Wedge' });
    session.remember();
    session.dispose();
    return before;
  };
  assert.deepEqual(await visit(['first'], ['second']), []);
  assert.deepEqual(await visit(['another']), []);
  assert.deepEqual(await visit(['a camera', 'camera']), []);
  assert.deepEqual(await visit(['first']), ['Wedge']);
  assert.deepEqual(await visit(['first']), ['Wedge'], 'and it is kept');
});

test('a look that fails ends nothing: the names are back once a photo shows the table', async () => {
  const { session, open, asked } = pageOfPhotos();
  await open('whole');
  session.table.edit({ kind: 'name', shipId: 'ship-1', name: 'Red One' });
  const failed: MeasureResult = {
    ok: false,
    problem: { code: 'mat-not-found', message: said('No mat.'), hint: said('Move.') },
    apart: ['whole'],
  };
  const page = await open('blurred', failed);
  assert.deepEqual([page.measureProblem?.code, page.known.ships.length], ['mat-not-found', 0]);
  assert.deepEqual(names(await open('close')), ['Red One']);
  assert.deepEqual(asked.at(-1)!.ids, ['whole', 'blurred', 'close']);
});

test('the same file counts once, six photos at most, those chosen together among them; a camera or a closed table ends it', async () => {
  const { session, open, asked } = pageOfPhotos();
  for (const id of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g']) await open(id);
  assert.deepEqual(
    asked.map(({ ids }) => ids.join('')),
    ['ab', 'ba', 'bac', 'bacd', 'bacde', 'bacdef', 'acdefg'],
  );
  await open('x', look(), [photoOf('y'), photoOf('z', () => Promise.reject(new Error('The file is gone.')))]);
  assert.deepEqual([asked.at(-1)!.ids, asked.at(-1)!.shown], [['e', 'f', 'g', 'x', 'y'], 3]);
  assert.equal(session.state.sourceProblem?.code, 'photos-apart', 'a file that cannot be read again has no place');
  await open('w');
  assert.deepEqual(asked.at(-1)!.ids, ['f', 'g', 'x', 'y', 'w']);
  const looks = asked.length;
  await open('', look(), [], 'camera');
  await open('after a camera');
  session.close();
  await open('after a closed table');
  assert.equal(asked.length, looks);
});

test('while a photo is compared with those before, its ships have the names and numbers that they have there, and one that is tapped meanwhile stays chosen', async () => {
  const { session, open, during } = pageOfPhotos();
  await open('whole');
  session.table.edit({ kind: 'name', shipId: 'ship-3', name: 'Gold Three' });
  session.table.choose('ship-1');
  const seen = look();
  assert.ok(seen.ok);
  const { measurement } = seen;
  // In another frame, and in another order: by themselves they would have other numbers.
  const bases = [...measurement.bases].reverse().map((one) => ({ ...one, pose: tableFromFrame(one.pose) }));
  const close: TableMeasurement = { ...measurement, bases, isEdgeUnknown: true };
  const shown: string[][] = [];
  during((onPlaced) => {
    onPlaced(close);
    shown.push(session.state.placed!.ships.map(({ ship: { id, name, pose } }) => `${name ?? id} ${Math.round(pose.x)}`));
    session.table.choose('ship-3');
    session.table.edit({ kind: 'owner', shipId: 'ship-3', owner: 2 });
  });
  await open('close');
  const places = bases.map(({ pose }) => Math.round(pose.x)).reverse();
  assert.deepEqual(shown, [[`ship-1 ${places[0]}`, `ship-2 ${places[1]}`, `Gold Three ${places[2]}`]]);
  assert.deepEqual([names(session.state), session.state.known.chosen], [['Gold Three'], ['ship-3']]);
  assert.deepEqual(
    session.state.known.ships.map(({ ship }) => ship.owner),
    [undefined, undefined, 2],
  );
});

test('a photo that is opened while a match is played shows its table, also after the page was reloaded: its ships are those that stand nearest, not those of their numbers', async () => {
  let ended = 0;
  const { session, open, say } = pageOfPhotos({ isPlayed: () => true, end: () => (ended += 1) });
  const seen = look();
  assert.ok(seen.ok);
  const { measurement } = seen;
  await open('first round');
  const { table } = session.state.known;
  session.openTable({ ...table, ships: table.ships.map((ship) => ({ ...ship, name: `Red ${ship.id}` })) });
  assert.equal(ended, 1, 'a table from a file is no match’s');
  const moved = (mm: number) => measurement.bases.map((one) => ({ ...one, pose: { ...one.pose, y: one.pose.y + mm } })).reverse();
  const shown = ({ known }: PageState) => known.ships.map(({ ship }) => [ship.id, ship.name, Math.round(ship.pose.x)]);
  const expected = table.ships.map(({ id, pose }) => [id, `Red ${id}`, Math.round(pose.x)]);
  assert.deepEqual(shown(await open('next round', { ok: true, measurement: { ...measurement, bases: moved(45) } })), expected);
  const apart = { ok: true, measurement: { ...measurement, bases: moved(80) }, apart: ['next round'] } as const;
  await open('round after it', apart);
  assert.deepEqual(shown(await say(true)), expected, 'though no photo is linked with it');
  const stranger = { ...measurement, bases: moved(80).slice(1), isEdgeUnknown: true } as const;
  const elsewhere = stranger.bases.map((one, i) => ({ ...one, pose: { ...one.pose, x: 900 - 40 * i } }));
  await open('edge out of view', {
    ok: true,
    measurement: { ...stranger, bases: elsewhere },
    apart: ['next round', 'round after it'],
  });
  const other = await say(true);
  assert.deepEqual(
    other.known.ships.filter(({ ship }) => table.ships.some(({ id }) => id === ship.id)),
    [],
    'nobody knows which ships these are: they have no number of the match',
  );
  assert.deepEqual(shown(await open('in view again', apart)), expected);
  assert.equal(ended, 1);
});

test('a photo in a match in which nothing is known from those before is asked about, and nothing of it counts before the answer: it is the match’s table', async () => {
  const { session, open, again, say, asked } = pageOfPhotos({ isPlayed: () => true, end: () => {} });
  assert.equal((await open('first round')).doubt, undefined);
  session.table.edit({ kind: 'name', shipId: 'ship-2', name: 'Red Two' });
  const apart = { ...look(), apart: ['first round'] } as const;
  const doubted = await open('second round', apart);
  assert.deepEqual([doubted.doubt?.code, doubted.known.ships, doubted.known.state.camera], ['photo-apart', [], undefined]);
  await again();
  assert.equal(session.state.doubt?.code, 'photo-apart', 'also after another look');
  const said = await say(true);
  assert.deepEqual([said.doubt, names(said), besideOf(said)], [undefined, ['Red Two'], ['first round']]);
  await again();
  assert.equal(session.state.doubt, undefined, 'it is asked once');
  assert.equal((await open('third round', { ...look(), apart: ['first round'] })).doubt, undefined);
  assert.deepEqual(asked.at(-1)!.ids, ['first round', 'second round', 'third round']);
  const { open: openElsewhere } = pageOfPhotos();
  await openElsewhere('one table');
  assert.equal((await openElsewhere('another', apart)).doubt, undefined, 'without a match');
});

test('a photo in a match that a person says to be of another table leaves no trace: the photo before is shown again, with all that was said; so does one of which nothing was said', async () => {
  const { session, open, say, asked } = pageOfPhotos({ isPlayed: () => true, end: () => {} });
  await open('first round');
  const second = await open('second round', { ...look(), apart: [] });
  session.table.edit({ kind: 'name', shipId: 'ship-2', name: 'Red Two' });
  for (const id of ['ship-1', 'ship-2']) session.table.choose(id);
  const before = second.known.ships.map(({ ship }) => ship.id);
  const stranger = { ...look({ ships: 2, isBumped: true }), apart: ['first round', 'second round'] } as const;
  assert.equal((await open('another table', stranger)).doubt?.code, 'photo-apart');
  const back = await say(false, { ...look(), apart: [] });
  assert.deepEqual(
    [back.doubt, back.source?.photo?.id, names(back), back.known.chosen],
    [undefined, 'second round', ['Red Two'], ['ship-1', 'ship-2']],
  );
  assert.deepEqual(
    back.known.ships.map(({ ship }) => ship.id),
    before,
  );
  assert.deepEqual(asked.at(-1)!.ids, ['first round', 'second round']);
  session.table.undo();
  assert.deepEqual(names(session.state), [], 'what was done before can be undone');
  session.table.redo();
  await open('another table', stranger);
  const again = await open('another table from elsewhere', { ...look(), apart: ['first round', 'second round'] });
  assert.deepEqual(asked.at(-1)!.ids, ['first round', 'second round', 'another table from elsewhere']);
  assert.equal(again.doubt?.code, 'photo-apart', 'what is known from the stranger alone is as doubtful');
  assert.deepEqual(names(await open('third round', { ...look(), apart: [] })), ['Red Two']);
});

test('ships that have moved from one round’s photo to the next are worth a word only where some are not in view', async () => {
  const { open } = pageOfPhotos();
  await open('first round');
  const moved = { ...look(), apart: [], haveMoved: true } as const;
  assert.equal((await open('next round', { ...moved, areAllInView: true })).sourceProblem, undefined);
  assert.equal((await open('from close by', moved)).sourceProblem?.code, 'photos-moved');
  const together = await open('left', { ...moved, areAllInView: true }, [photoOf('right')]);
  assert.equal(together.sourceProblem?.code, 'photos-moved', 'photos that were chosen together are of one moment');
});

test('of photos whose ships all stand elsewhere it is said that they may be of two tables, and not of the next round’s, which shows all', async () => {
  const { open } = pageOfPhotos();
  await open('first round');
  const elsewhere = { ...look(), apart: [], haveMoved: true, areElsewhere: true } as const;
  const wordsOf = ({ sourceProblem }: PageState) => [sourceProblem?.code, sourceProblem && english(sourceProblem.message).split(':')[0]];
  assert.deepEqual(wordsOf(await open('next round', { ...elsewhere, areAllInView: true })), [undefined, undefined]);
  const together = wordsOf(await open('left', { ...elsewhere, areAllInView: true }, [photoOf('right')]));
  assert.deepEqual(together, ['photos-elsewhere', 'In one of the photos no ship stands where one stands in the others']);
  const fresh = pageOfPhotos();
  await fresh.open('whole');
  const both = 'No ship stands in the same place in both photos';
  assert.deepEqual(wordsOf(await fresh.open('close', elsewhere)), ['photos-elsewhere', both]);
  fresh.session.showProblem(undefined);
  await fresh.again();
  assert.equal(fresh.session.state.sourceProblem, undefined, 'what was dismissed is not said with each look');
});

test('a ship that the rules of a match removed is not the one that flew to near its place on the next photo', async () => {
  const { session, open } = pageOfPhotos({ isPlayed: () => true, end: () => {} });
  const seen = look();
  assert.ok(seen.ok);
  const { measurement } = seen;
  const photo = (bases: TableMeasurement['bases'], capturedAtMs: number): MeasureResult => ({
    ok: true,
    measurement: { ...measurement, bases, capturedAtMs },
  });
  const shown = ({ known }: PageState) => known.table.ships.map(({ id, pose: { x, y } }) => [id, Math.round(x), Math.round(y)]);
  await open('first round', photo(measurement.bases, 0));
  session.table.edit({ kind: 'removed', shipId: 'ship-1' });
  assert.equal(shown(session.state).length, 3, 'it stood there');
  const [, flying, still] = measurement.bases;
  const near = { ...flying!, pose: { x: 260, y: 230, headingRad: 0.3 } };
  assert.deepEqual(shown(await open('next round', photo([near, still!], 60_000))), [
    ['ship-2', 260, 230],
    ['ship-3', 300, 600],
  ]);
});
