import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frozenEvidence } from '../../src/app/evidence/frozen-evidence.js';
import { emptyPage } from '../../src/app/state/page-state.js';
import { placeThere } from '../../src/app/state/placing.js';
import { TableSession } from '../../src/app/state/table-session.js';
import { report } from '../../src/judge/report/report.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import type { MeasureResult } from '../../src/table/measurement.js';
import { look } from './watched-table.js';

const measurementOf = (result: MeasureResult) => (result as Extract<MeasureResult, { ok: true }>).measurement;
const covariance = { xx: 0.25, xy: 0, xh: 0, yy: 0.25, yh: 0, hh: 1e-5 };

function seenTable() {
  const session = new TableSession(report, () => {});
  session.see(measurementOf(look({ ships: 1 })));
  return session;
}

/** Asks from the ship that the camera saw to the one that was placed; whether anything of the answer is certain. */
function isAnyCertain(session: TableSession, id: string): boolean {
  session.chooseNone();
  session.choose('ship-1');
  session.choose(id);
  const { answer } = session.known;
  return (
    answer!.isCertain ||
    answer!.lines.some(({ isCertain }) => isCertain) ||
    answer!.facts.some(({ verdict }) => verdict !== 'open' && verdict !== 'no')
  );
}

test('a ship that a hand puts on bare mat gives no certain answer and says so, until it is fitted to the pixels; the next picture asks again', () => {
  const session = seenTable();
  const said = { x: 460, y: 460, headingRad: 0 };
  session.edit({ kind: 'add', shipId: 'ship-9', base: 'small', pose: said });
  assert.equal(isAnyCertain(session, 'ship-9'), false);
  assert.match(session.known.answer!.headline, /^Perhaps beyond range 3/);
  assert.match(session.known.answer!.detail, /placed by hand, not measured/);
  const { xx, hh } = session.known.table.ships[1]!.covariance;
  assert.deepEqual([Math.sqrt(xx), Math.round((Math.sqrt(hh) * 180) / Math.PI)], [4, 4], 'as well as a hand places');

  const fitted = { x: 455, y: 466, headingRad: 0.1 };
  session.fitShip('ship-9', { base: 'small', pose: fitted, covariance, said });
  assert.deepEqual([session.known.table.ships[1]!.pose, session.known.table.ships[1]!.covariance], [fitted, covariance]);
  assert.equal(isAnyCertain(session, 'ship-9'), true);
  assert.equal(session.known.table.ships[1]!.corrected, 'fitted');

  session.edit({ kind: 'move', shipId: 'ship-9', pose: { ...said, x: 480 } });
  assert.equal(session.known.table.ships[1]!.corrected, undefined);
  assert.equal(isAnyCertain(session, 'ship-9'), false, 'moved since');
  session.undo();
  assert.equal(isAnyCertain(session, 'ship-9'), true, 'as it was fitted');
  session.see(measurementOf(look({ ships: 1, capturedAtMs: 1000 })));
  assert.equal(isAnyCertain(session, 'ship-9'), false, 'what was fitted may stand elsewhere by now');
});

test('a fit outlives the next picture where the ship was watched and stood, moved as those beside it; fitted to nothing there it is a hand’s place again', () => {
  const session = new TableSession(report, () => {});
  session.see(measurementOf(look({ ships: 2 })));
  const said = { x: 460, y: 460, headingRad: 0 };
  session.edit({ kind: 'add', shipId: 'ship-9', base: 'small', pose: said });
  session.fitShip('ship-9', { base: 'small', pose: { x: 455, y: 466, headingRad: 0.1 }, covariance, said });
  const stood = new Set(['ship-1', 'ship-2', 'ship-9']);
  const next = measurementOf(look({ ships: 2, capturedAtMs: 1000 }));
  // The mat's frame is a millimetre beside that of the look before.
  const bases = next.bases.map((base) => ({ ...base, pose: { ...base.pose, x: base.pose.x + 1 } }));
  const [before] = session.known.table.ships;
  session.see({ ...next, bases }, { stood });
  const byMm = session.known.table.ships[0]!.pose.x - before!.pose.x;
  const ship = session.known.table.ships.find(({ id }) => id === 'ship-9')!;
  assert.ok(byMm > 0.3, `${byMm} mm`);
  assert.ok(Math.abs(ship.pose.x - 455 - byMm) < 0.01 && Math.abs(ship.pose.y - 466) < 0.01, JSON.stringify(ship.pose));
  assert.equal(isAnyCertain(session, 'ship-9'), true);

  // Ships that moved unlike each other leave it less sure by as much.
  const unlike = bases.map((base, i) => (i === 0 ? base : { ...base, pose: { ...base.pose, x: base.pose.x + 2 } }));
  session.see({ ...next, bases: unlike, capturedAtMs: 2000 }, { stood });
  const less = session.known.table.ships.find(({ id }) => id === 'ship-9')!;
  assert.ok(less.covariance.xx > ship.covariance.xx + 0.01, `${ship.covariance.xx} to ${less.covariance.xx} mm²`);

  session.fitShip('ship-9', undefined);
  assert.equal(isAnyCertain(session, 'ship-9'), false, 'the picture shows no base there');
  session.fitShip('ship-9', { base: 'small', pose: { x: 455, y: 466, headingRad: 0.1 }, covariance, said });
  session.see({ ...next, capturedAtMs: 3000 }, { stood: new Set(['ship-1', 'ship-2']) });
  assert.equal(isAnyCertain(session, 'ship-9'), false, 'it was not watched');
});

test('the camera being gone, or a scene saved and opened again, does not make a hand’s place exact', () => {
  const session = seenTable();
  session.edit({ kind: 'add', shipId: 'ship-9', base: 'small', pose: { x: 460, y: 460, headingRad: 0 } });
  session.forgetCamera();
  assert.equal(isAnyCertain(session, 'ship-9'), false);
  const again = new TableSession(report, () => {});
  again.open(parseScene(sceneOf(session.known.table)));
  assert.equal(isAnyCertain(again, 'ship-9'), false);
});

test('a ship of a table that was only typed in stands exactly where it is put', () => {
  const session = new TableSession(report, () => {});
  session.edit({ kind: 'add', shipId: 'ship-1', base: 'small', pose: { x: 200, y: 200, headingRad: 0 } });
  session.edit({ kind: 'add', shipId: 'ship-9', base: 'small', pose: { x: 460, y: 460, headingRad: 0 } });
  assert.equal(isAnyCertain(session, 'ship-9'), true);
});

test('a size that contradicts the camera leaves a place that was measured as another size’s', () => {
  const session = seenTable();
  session.see(measurementOf(look({ ships: 2, capturedAtMs: 1000 })));
  assert.equal(isAnyCertain(session, 'ship-2'), true);
  session.edit({ kind: 'size', shipId: 'ship-2', base: 'large' });
  assert.equal(isAnyCertain(session, 'ship-2'), false);
});

test('an obstacle that a hand laid obstructs nothing for certain until its edges are found', () => {
  const session = seenTable();
  session.see(measurementOf(look({ ships: 2, capturedAtMs: 1000 })));
  const [a, b] = session.known.table.ships.map(({ pose }) => pose);
  const [x, y] = [(a!.x + b!.x) / 2, (a!.y + b!.y) / 2];
  const placed = {
    id: 'placed-1',
    kind: 'asteroid' as const,
    outline: [0, 1, 2, 3, 4, 5].map((i) => ({ x: x + 30 * Math.cos(i), y: y + 30 * Math.sin(i) })),
  };
  session.edit({ kind: 'arcs', shipId: 'ship-1', arcs: ['front', 'right', 'left', 'rear'] });
  const obstructed = () =>
    session.known.report.pairs.flatMap(({ from, arcs }) =>
      from === 'ship-1' ? Object.values(arcs).flatMap(({ attack }) => attack?.obstructed ?? []) : [],
    );
  assert.ok(
    obstructed().length > 0 && obstructed().every(({ certain }) => !certain),
    'no obstacle was recognised, and nobody said that there is no other',
  );
  session.edit({ kind: 'all obstacles' });
  assert.ok(
    obstructed().some(({ certain, value }) => certain && !value),
    'nothing lies there',
  );
  session.undo();
  assert.ok(obstructed().every(({ certain }) => !certain));
  session.edit({ kind: 'obstacle', obstacleId: 'placed-1', placed });
  assert.ok(obstructed().length > 0 && obstructed().every(({ certain }) => !certain));
  session.fitObstacle('placed-1', { said: placed, fitted: { ...placed, sigmaMm: 0.5 } });
  assert.ok(obstructed().some(({ certain, value }) => certain && value));
});

test('that there are no other obstacles was said of those in view: a likely one that is found later opens the question again, a faint one does not', () => {
  const session = seenTable();
  session.edit({ kind: 'all obstacles' });
  const seen = measurementOf(look({ ships: 2, capturedAtMs: 1000 }));
  const round = {
    kind: 'asteroid' as const,
    sigmaMm: 1,
    outline: [0, 1, 2, 3].map((i) => ({ x: 700 + 30 * Math.cos(i), y: 700 + 30 * Math.sin(i) })),
  };
  session.see({ ...seen, obstacles: [{ ...round, detectionProbability: 0.4 }] });
  assert.equal(session.known.table.areObstaclesOpen, undefined);
  const other = { ...round, outline: round.outline.map(({ x, y }) => ({ x: x - 400, y })), detectionProbability: 0.6 };
  session.see({ ...seen, capturedAtMs: 2000, obstacles: [other] });
  assert.equal(session.known.table.areObstaclesOpen, true);
  session.edit({ kind: 'all obstacles' });
  session.see({ ...seen, capturedAtMs: 3000, obstacles: [other] });
  assert.equal(session.known.table.areObstaclesOpen, undefined, 'said of this one too');
});

test('what is said of a place that was tapped: a fitted ship is there at once and exactly, one by hand is open, nothing dismisses the question mark', () => {
  const session = seenTable();
  const fit = { base: 'medium' as const, pose: { x: 460, y: 460, headingRad: 0.3 }, covariance, probability: 0.98 };
  placeThere(session, { at: { x: 450, y: 470 }, is: 'ship', fit });
  const [, ship] = session.known.table.ships;
  assert.deepEqual([ship!.pose, ship!.base, ship!.covariance, ship!.isByHand], [fit.pose, 'medium', covariance, undefined]);
  session.undo();
  placeThere(session, { at: { x: 450, y: 470 }, is: 'ship by hand', base: 'large' });
  assert.deepEqual([session.known.table.ships[1]!.isByHand, session.known.table.ships[1]!.base], [true, 'large']);
  session.undo();

  const doubt = { at: { x: 500, y: 500 }, radiusMm: 28, probability: 0.4, reason: 'Base?' };
  const doubtful = { ...measurementOf(look({ ships: 1, capturedAtMs: 2000 })), unmeasurable: [doubt] };
  session.see(doubtful);
  assert.equal(session.known.table.unmeasurable!.length, 1);
  placeThere(session, { at: doubt.at, is: 'nothing' });
  assert.equal(session.known.table.unmeasurable!.length, 0);
  session.see({ ...doubtful, capturedAtMs: 3000 });
  assert.equal(session.known.table.unmeasurable!.length, 0, 'never asked twice');
  session.see({ ...doubtful, capturedAtMs: 4000, unmeasurable: [] });
  for (const capturedAtMs of [5000, 6000]) session.see({ ...doubtful, capturedAtMs });
  assert.equal(session.known.table.unmeasurable!.length, 1, 'what comes there later is another thing');
});

test('a ship whose size a person changed and put back is measured again', () => {
  const session = seenTable();
  const measured = session.known.ships[0]!;
  session.edit({ kind: 'size', shipId: 'ship-1', base: 'large' });
  assert.equal(session.known.ships[0]!.isPlacedByHand, true);
  session.edit({ kind: 'size', shipId: 'ship-1', base: 'small' });
  const { ship, isPlacedByHand } = session.known.ships[0]!;
  assert.deepEqual([isPlacedByHand, ship.pose, ship.covariance], [false, measured.ship.pose, measured.ship.covariance]);
});

test('what is frozen says of the ships that were asked about which ones a person turned or placed', async () => {
  const session = new TableSession(report, () => {});
  session.see(measurementOf(look({ ships: 3 })));
  session.edit({ kind: 'turn', shipId: 'ship-1', quarters: 2 });
  session.edit({ kind: 'turn', shipId: 'ship-3', quarters: 2 });
  const said = { x: 460, y: 460, headingRad: 0 };
  session.edit({ kind: 'add', shipId: 'ship-9', base: 'small', pose: said });
  session.fitShip('ship-9', { base: 'small', pose: said, covariance, said });
  session.choose('ship-1');
  session.choose('ship-9');
  const page = { ...emptyPage(session.known), hasTable: true };
  const { answer, table } = await frozenEvidence({ kind: 'dispute', atMs: 0, page, picture: undefined, log: [] }, '');
  assert.match(
    answer!,
    /^Ship 1 to Ship 9\..* Ship 1 was turned by hand: the camera saw it face another way\. Ship 9 was placed by hand and fitted to the picture\.$/,
  );
  assert.deepEqual(
    parseScene(sceneOf(table)).ships.map(({ corrected }) => corrected),
    ['turned', undefined, 'turned', 'fitted'],
  );
});

test('a ship that a person turned from where the camera saw it face is marked as turned, until it faces that way again', () => {
  const session = seenTable();
  const isMarked = () => session.known.table.ships[0]!.corrected === 'turned';
  assert.equal(isMarked(), false);
  session.edit({ kind: 'turn', shipId: 'ship-1', quarters: 2 });
  assert.equal(isMarked(), true);
  session.edit({ kind: 'turn', shipId: 'ship-1', quarters: 2 });
  assert.equal(isMarked(), false);
});
