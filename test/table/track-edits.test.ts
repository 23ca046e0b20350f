import assert from 'node:assert/strict';
import test from 'node:test';
import { blockAt, jointOf } from '../../src/geometry/joint-covariance.js';
import { EXACT, type Pose } from '../../src/geometry/pose.js';
import { OBSTACLES } from '../../src/pieces/obstacles.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import { type Edit, mayUndo, NO_EDITS, redo, saidByPersons, undo, withEdit } from '../../src/table/edits.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import type { Obstacle, Ship, Table } from '../../src/table/table.js';
import { track } from '../../src/table/track/track.js';
import { EMPTY_TABLE, stateOfTable, type TableState } from '../../src/table/track/track-state.js';
import { correctedShips, tableOf } from '../../src/table/track/track-table.js';
import { UNMEASURED } from '../../src/table/unmeasured-reason.js';
import { OVERHEAD as camera } from './overhead-camera.js';

const at = (x: number, y: number, headingRad = 0): Pose => ({ x, y, headingRad });

/** Two ships seen by a camera, correlated. */
function seenState(): TableState {
  const covariance = { ...EXACT, xx: 0.09, yy: 0.09, hh: 1e-5 };
  const ship = (id: string, pose: Pose): Ship => ({
    id,
    base: 'small',
    pose,
    covariance,
    arcs: ['front', 'bullseye'],
    detectionProbability: 0.8,
  });
  const jointCovariance = jointOf([covariance, covariance]);
  jointCovariance[3] = 0.05;
  jointCovariance[18] = 0.05;
  const state = stateOfTable({
    widthMm: 914.4,
    depthMm: 914.4,
    ships: [ship('a', at(100, 100)), ship('b', at(300, 100))],
    obstacles: [],
    devices: [],
    jointCovariance,
  });
  return { ...state, camera, capturedAtMs: 0, tracks: state.tracks.map((track) => ({ ...track, lastSeenAtMs: 0 })) };
}

test('undo takes back the last edit and redo says it again', () => {
  const named = withEdit(withEdit(NO_EDITS, { kind: 'name', shipId: 'a', name: 'Luke' }), { kind: 'size', shipId: 'a', base: 'large' });
  assert.deepEqual(
    undo(named).done.map(({ kind }) => kind),
    ['name'],
  );
  assert.deepEqual(redo(undo(named)), named);
});

test('what the rules of a match did to the table is not taken back as a correction, nor what a person said before it', () => {
  const named = withEdit(NO_EDITS, { kind: 'name', shipId: 'a', name: 'Luke' });
  for (const edit of [
    { kind: 'removed', shipId: 'b' },
    { kind: 'move', shipId: 'a', pose: at(1, 0), isByRules: true },
  ] as const) {
    const played = withEdit(named, edit);
    assert.deepEqual(undo(played), played);
    assert.equal(mayUndo(played), false);
    assert.deepEqual(undo(withEdit(played, { kind: 'size', shipId: 'a', base: 'large' })).done, played.done);
  }
  assert.deepEqual([mayUndo(named), mayUndo(NO_EDITS)], [true, false]);
});

test('after a new edit nothing is left to redo', () => {
  const history = withEdit(undo(withEdit(NO_EDITS, { kind: 'delete', shipId: 'a' })), { kind: 'turn', shipId: 'a', quarters: 2 });
  assert.deepEqual(redo(history), history);
});

test('the moves of one gesture are one edit, those of two gestures are two', () => {
  const move = (x: number, gesture: string): Edit => ({ kind: 'move', shipId: 'a', pose: at(x, 0), gesture });
  const history = [move(1, 'drag-1'), move(2, 'drag-1'), move(3, 'drag-2')].reduce(withEdit, NO_EDITS);
  assert.deepEqual(
    history.done.map((edit) => edit.kind === 'move' && edit.pose.x),
    [2, 3],
  );
});

test('size, name and owner of a person win over the camera and make the ship certain', () => {
  const edits: Edit[] = [
    { kind: 'size', shipId: 'a', base: 'medium' },
    { kind: 'name', shipId: 'a', name: ' Luke ' },
    { kind: 'owner', shipId: 'a', owner: 2 },
  ];
  const [a, b] = tableOf(seenState(), edits).ships;
  assert.deepEqual(
    { base: a?.base, name: a?.name, owner: a?.owner, p: a?.detectionProbability },
    { base: 'medium', name: 'Luke', owner: 2, p: undefined },
  );
  assert.equal(b?.detectionProbability, 0.8);
});

test('an owner and a name can be taken away again', () => {
  const edits: Edit[] = [
    { kind: 'owner', shipId: 'a', owner: 2 },
    { kind: 'name', shipId: 'a', name: 'Luke' },
    { kind: 'owner', shipId: 'a', owner: undefined },
    { kind: 'name', shipId: 'a', name: '' },
  ];
  const [a] = tableOf(seenState(), edits).ships;
  assert.ok(a && !('owner' in a) && !('name' in a));
});

test('a moved ship stands where the person put it, with the sigma of a hand and no share in the camera’s error', () => {
  const state = seenState();
  const table = tableOf(state, [{ kind: 'move', shipId: 'a', pose: at(150, 160, 1), cameraPose: at(100, 100) }]);
  assert.deepEqual(table.ships[0]?.pose, at(150, 160, 1));
  // 4 mm and 4°: a finger on the map.
  const { xx, yy, hh } = table.ships[0]!.covariance;
  assert.deepEqual([xx, yy, Math.round(Math.sqrt(hh) * 1e6)], [16, 16, Math.round(((4 * Math.PI) / 180) * 1e6)]);
  assert.deepEqual(blockAt(table.jointCovariance!, 0, 1), new Array(9).fill(0));
  assert.equal(blockAt(table.jointCovariance!, 0, 0)[0], 16);
  assert.equal(table.ships[0]!.isByHand, true);
});

test('a place given by hand lapses when the camera sees the ship moved on the table', () => {
  const edits: Edit[] = [{ kind: 'move', shipId: 'a', pose: at(150, 160), cameraPose: at(100, 100) }];
  const state = seenState();
  const moved = { ...state, tracks: state.tracks.map((track) => (track.id === 'a' ? { ...track, pose: at(100, 300) } : track)) };
  assert.deepEqual(tableOf(moved, edits).ships[0]?.pose, at(100, 300));
  assert.equal(correctedShips(moved, edits)[0]?.isPlacedByHand, false);
});

test('a flip after a move turns the heading that was given by hand, a flip before it does not', () => {
  const move: Edit = { kind: 'move', shipId: 'a', pose: at(150, 160, 1) };
  const flip: Edit = { kind: 'turn', shipId: 'a', quarters: 2 };
  assert.equal(tableOf(seenState(), [flip, move]).ships[0]?.pose.headingRad, 1);
  assert.ok(Math.abs(tableOf(seenState(), [move, flip]).ships[0]!.pose.headingRad - (1 - Math.PI)) < 1e-12);
});

/** The same ships, as a scene that was saved has them. */
function savedState() {
  const { camera: _, tracks, ...scene } = seenState();
  return { ...scene, tracks: tracks.map(({ lastSeenAtMs: __, ...track }) => track) };
}

/** The same, as if they had only been typed in. */
function typedState() {
  const { tracks, ...scene } = savedState();
  return { ...scene, tracks: tracks.map((track) => ({ ...track, covariance: EXACT })) };
}

test('moves in a scene that was only typed in are exact, those in one that was measured as exact as a hand', () => {
  const move: Edit = { kind: 'move', shipId: 'a', pose: at(150, 160) };
  assert.deepEqual(tableOf(typedState(), [move]).ships[0]?.covariance, EXACT);
  const { covariance, isByHand } = tableOf(savedState(), [move]).ships[0]!;
  assert.deepEqual([covariance.xx, isByHand], [16, true]);
});

test('a ship that the rules place in a scene is known as exactly as they know it', () => {
  const covariance = { ...EXACT, xx: 0.5, yy: 0.5, hh: 1e-4 };
  const move: Edit = { kind: 'move', shipId: 'a', pose: at(150, 160), isByRules: true, covariance };
  const ship = tableOf(savedState(), [move]).ships[0]!;
  assert.deepEqual([ship.covariance, ship.isByHand], [covariance, undefined]);
  const later: Edit = { kind: 'move', shipId: 'a', pose: at(150, 170) };
  assert.equal(tableOf(savedState(), [move, later]).ships[0]!.isByHand, true);
  const placedByRules = [[move], [move, later]].map((edits) => correctedShips(savedState(), edits)[0]!.isPlacedByRules);
  assert.deepEqual(placedByRules, [true, undefined]);
});

test('what the rules of a match take back leaves nothing of it, but for what a person said since', () => {
  const byRules = (x: number) => ({ kind: 'move', shipId: 'a', pose: at(x, 160), isByRules: true }) as const;
  const name: Edit = { kind: 'name', shipId: 'a', name: 'Red One' };
  const other: Edit = { kind: 'move', shipId: 'b', pose: at(700, 700), isByRules: true };
  const back = (x: number): Edit => ({ ...byRules(x), takesBack: true });
  const after = (...edits: readonly Edit[]) => edits.reduce(withEdit, NO_EDITS).done;
  assert.deepEqual(after(byRules(150), name, other, back(100)), [name, other]);
  assert.deepEqual(after(byRules(150), byRules(190), byRules(220), back(150)), [byRules(150)], 'several moves at once');
  const byHand: Edit = { kind: 'move', shipId: 'a', pose: at(300, 300) };
  assert.deepEqual(after(byRules(150), byHand, back(100)), [byRules(150), byHand, back(100)], 'the rules have the last word');
  assert.equal(correctedShips(savedState(), after(byRules(150), back(100)))[0]!.isPlacedByRules, undefined);
});

test('an obstacle placed by hand is known as well as a hand places, and exact in a scene that was only typed in', () => {
  const outline = [at(500, 500), at(560, 500), at(530, 550)].map(({ x, y }) => ({ x, y }));
  const rock = { id: 'rock', kind: 'asteroid' as const, outline };
  const edit = { kind: 'obstacle' as const, obstacleId: 'rock', placed: rock };
  assert.deepEqual(tableOf(seenState(), [edit]).obstacles, [{ ...rock, sigmaMm: 4, detectionProbability: 0.5 }]);
  assert.deepEqual(tableOf(typedState(), [edit]).obstacles, [rock]);
});

test('a ship that was removed and is still seen stays removed, however long nobody had to look', () => {
  const removed: Edit[] = [{ kind: 'delete', shipId: 'ship-1' }];
  const look = (capturedAtMs: number): TableMeasurement => ({
    ...{ capturedAtMs, camera, mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1 }, obstacles: [], unmeasurable: [], stageMs: {} },
    bases: [{ base: 'small', pose: at(100, 100), covariance: EXACT, detectionProbability: 1 }],
    jointCovariance: jointOf([EXACT]),
  });
  const nothing = (capturedAtMs: number): TableMeasurement => ({ ...look(capturedAtMs), bases: [], jointCovariance: [] });
  const seen = track(EMPTY_TABLE, look(0), []);
  const later = track(track(seen, look(6000), removed), look(20_000), removed);
  assert.deepEqual(tableOf(later, removed).ships, []);
  const back = track(track(later, nothing(21_000), removed), look(25_000), removed);
  assert.deepEqual(
    tableOf(back, removed).ships.map(({ id }) => id),
    ['ship-2'],
    'what comes after it was gone is another',
  );
});

test('deleting the first of two ships leaves the second its own covariance', () => {
  const table = tableOf(seenState(), [{ kind: 'delete', shipId: 'a' }]);
  assert.deepEqual(
    table.ships.map(({ id }) => id),
    ['b'],
  );
  assert.deepEqual(table.jointCovariance, jointOf([{ ...EXACT, xx: 0.09, yy: 0.09, hh: 1e-5 }]));
});

test('without edits the correlations of the camera are kept', () => {
  assert.equal(tableOf(seenState(), []).jointCovariance?.[3], 0.05);
});

test('a camera’s table on which no obstacle was recognised leaves open what lies there, until a person says that these are all', () => {
  const { outline } = OBSTACLES[0]!;
  const found: Obstacle = { id: 'obstacle-1', kind: 'asteroid', outline, sigmaMm: 1, detectionProbability: 0.9 };
  const token = { xws: OBSTACLES[0]!.xws, name: OBSTACLES[0]!.name, mirrored: false, pose: at(0, 0), covariance: EXACT };
  const seen = { ...seenState(), areObstaclesSeen: true, obstacles: [found] } as const;
  assert.equal(tableOf(seen, []).areObstaclesOpen, true, 'a shape of no known token may be another thing, and others may be missed');
  assert.equal(tableOf({ ...seen, obstacles: [] }, []).areObstaclesOpen, true);
  assert.equal(
    tableOf({ ...seen, obstacles: [{ ...found, token, detectionProbability: 0.97 }] }, []).areObstaclesOpen,
    undefined,
    'recognised',
  );
  assert.equal(tableOf(seen, [{ kind: 'all obstacles' }]).areObstaclesOpen, undefined);
  assert.equal(tableOf(stateOfTable(tableOf(seen, [])), []).areObstaclesOpen, true, 'as it is saved and opened again');
  assert.equal(tableOf(stateOfTable(tableOf(seen, [{ kind: 'all obstacles' }])), []).areObstaclesOpen, undefined);
  assert.equal(tableOf(seenState(), []).areObstaclesOpen, undefined, 'a table that somebody typed in');
});

test('a person who says that these are all obstacles is asked about none that may be there, also after the table was saved', () => {
  const place = (x: number, reason: string) => ({ at: { x, y: 800 }, radiusMm: 40, probability: 0.4, reason, unseenFrames: 0 });
  const seen = {
    ...seenState(),
    areObstaclesSeen: true,
    unmeasurable: [place(100, UNMEASURED.perhapsObstacle), place(300, UNMEASURED.perhapsBase), place(500, UNMEASURED.obstacleWasThere)],
  } as const;
  const xsOf = ({ unmeasurable = [] }: Table) => unmeasurable.map(({ at: { x } }) => x);
  assert.deepEqual([xsOf(tableOf(seen, [])), tableOf(seen, []).areObstaclesSaid], [[100, 300, 500], undefined]);
  const said = tableOf(seen, [{ kind: 'all obstacles' }]);
  assert.deepEqual([xsOf(said), said.areObstaclesSaid], [[300, 500], true]);
  const saved = parseScene(sceneOf(said));
  assert.equal(saved.areObstaclesSaid, true);
  assert.equal(tableOf(stateOfTable(saved), []).areObstaclesSaid, true);
});

test('a removal by the rules is no correction by a person, and is taken back without a trace', () => {
  const removed = [{ kind: 'delete', shipId: 'b' } as const, { kind: 'removed', shipId: 'a' } as const].reduce(withEdit, NO_EDITS);
  assert.deepEqual(
    saidByPersons(removed.done).map(({ kind }) => kind),
    ['delete'],
  );
  const shown = (state: TableState) => tableOf(state, removed.done.slice(1)).ships.map(({ id }) => id);
  const { camera: _, ...scene } = seenState();
  assert.deepEqual(
    [shown(seenState()), shown(scene)],
    [['a', 'b'], ['b']],
    'a camera sees its base; without one the rules are all that is known',
  );
  const back = withEdit(removed, { kind: 'removed', shipId: 'a', takesBack: true });
  assert.deepEqual(back.done, removed.done.slice(0, 1));
  assert.equal(withEdit(back, { kind: 'removed', shipId: 'a', takesBack: true }), back);
});
