import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMatEntry } from '../../src/app/setup/mat-entry.js';
import { isSameLook, lookOfColours } from '../../src/app/setup/mat-look.js';
import { laidObstacle, movedObstacle, namedObstacle, turnedObstacle } from '../../src/app/setup/obstacle-edits.js';
import { placeOf } from '../../src/app/setup/obstacle-place.js';
import { readSetup } from '../../src/app/setup/read-setup.js';
import { draftAfter, fittedDraft } from '../../src/app/setup/setup-actions.js';
import {
  begunDraft,
  cornersOfDraft,
  isAnotherFrame,
  openObstacles,
  type SetupDraft,
  setupOfDraft,
  stepBefore,
  wrongBorder,
} from '../../src/app/setup/setup-draft.js';
import { chipWords } from '../../src/app/setup/setup-words.js';
import type { Camera } from '../../src/geometry/camera.js';
import { obstacleToken } from '../../src/pieces/obstacles.js';
import { documentKind } from '../../src/table/documents/document-kind.js';
import type { Setup } from '../../src/table/setup/setup.js';
import { parseSetup, setupFile } from '../../src/table/setup/setup-file.js';
import type { Table } from '../../src/table/table.js';
import { english, englishProblem } from '../../src/texts/english.js';
import { OVERHEAD } from '../table/overhead-camera.js';

/** Two metres above the middle of the mat, all of which it sees. */
const CAMERA: Camera = { ...OVERHEAD, t: [-455.5, 458.5, 2000] };
const TABLE: Table = { widthMm: 911, depthMm: 917, ships: [], obstacles: [], devices: [] };
const SIZE = { widthPx: OVERHEAD.widthPx, heightPx: OVERHEAD.heightPx };
const LENS = { ...SIZE, fx: 1500, fy: 1500, cx: 959.5, cy: 539.5, distortion: [0, 0, 0, 0, 0] as const };
const SETUP: Setup = {
  mat: { widthMm: 911, depthMm: 917, sigmaMm: 0.5, source: 'measured' },
  camera: { lens: LENS },
  obstacles: [],
  learnedFrom: { pictures: 2, ships: 6 },
};
const begun = () => begunDraft(TABLE, CAMERA, SIZE, undefined, 'border');

test('what is typed of a mat is a size, or is refused in words for a person', () => {
  const typed = (width: string, depth = width, unit: 'mm' | 'in' = 'mm') => readMatEntry({ width, depth, unit, sigmaMm: 0.5 });
  assert.deepEqual(typed('911', '917'), { ok: true, size: { widthMm: 911, depthMm: 917, sigmaMm: 0.5 } });
  assert.deepEqual(typed('36', '36', 'in'), { ok: true, size: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 0.5 } });
  assert.deepEqual(typed('911,5', '917'), { ok: true, size: { widthMm: 911.5, depthMm: 917, sigmaMm: 0.5 } });
  const refused = (...typing: Parameters<typeof typed>) => {
    const read = typed(...typing);
    return read.ok ? '' : read.message;
  };
  assert.equal(english(refused('91.4')), 'No mat is 91.4 × 91.4 mm: are these centimetres?');
  assert.equal(english(refused('36')), 'No mat is 36 × 36 mm: are these inches?');
  assert.equal(english(refused('0.914')), 'No mat is 0.91 × 0.91 mm: are these metres?');
  assert.equal(english(refused('91.4', '909')), 'No 3 ft mat is 91.4 × 909 mm: each side must be 850 to 980 mm.');
  assert.match(english(refused('0')), /^No 3 ft mat is 0 × 0 mm/);
  assert.match(english(refused('about 90')), /width: got “about 90”, expected a number/);
  assert.match(english(refused('911', '')), /depth: got “”, expected a number/);
});

test('corners that cross, or lie outside the picture, are no border', () => {
  const draft = begun();
  assert.equal(wrongBorder(draft, SIZE), undefined);
  const [a, b, c, d] = draft.corners;
  assert.match(english(wrongBorder({ ...draft, corners: [a, c, b, d] }, SIZE)!), /cross or fold/);
  assert.match(
    english(wrongBorder({ ...draft, corners: [{ u: -40, v: 20 }, b, c, d] }, SIZE)!),
    /corner 1 is at \(-40, 20\) px, expected within/,
  );
});

test('a draft in which every step is skipped says nothing, and one answer is enough to say something', () => {
  let draft: SetupDraft | undefined = begun();
  for (let step = 0; step < 3; step++) draft = draftAfter(draft!, { kind: 'skip' }, TABLE);
  assert.equal(draft!.step, 'side');
  assert.equal(draft!.isSaid, false);
  assert.equal(draftAfter(draft!, { kind: 'skip' }, TABLE), undefined);
  assert.equal(draftAfter(begun(), { kind: 'border' }, TABLE)!.isSaid, true);
});

test('player 1 at the next side takes frame, mat and obstacles a quarter on, and what was learned of the old frame is left out', () => {
  const at = { x: 200, y: 300 };
  const rock = laidObstacle('coreasteroid1', at, 1, []);
  const draft: SetupDraft = { ...begun(), mat: SETUP.mat, obstacles: [rock], isBorderConfirmed: true, sidesOn: 1 };
  const setup = setupOfDraft(draft, TABLE, SETUP);
  // The new origin is the old corner at the right, its x axis the old right side.
  assert.deepEqual([setup.mat.widthMm, setup.mat.depthMm], [917, 911]);
  const place = placeOf(setup.obstacles[0]!);
  assert.deepEqual([Math.round(place.x), Math.round(place.y)], [300, 711]);
  const heading = setup.obstacles[0]!.token!.pose.headingRad;
  assert.ok(Math.abs(Math.sin(heading) - 1) < 1e-9, 'what looked ahead looks right');
  assert.equal(setup.camera, undefined);
  assert.equal(isAnotherFrame(draft), true);
  assert.deepEqual(
    cornersOfDraft(draft),
    [1, 2, 3, 0].map((i) => draft.corners[i]),
  );
  const same = setupOfDraft({ ...draft, sidesOn: 0 }, TABLE, SETUP);
  assert.deepEqual(same.camera, { lens: LENS, corners: draft.corners });
  assert.deepEqual(parseSetup(setupFile(same)), same);
});

test('an obstacle laid by hand is as sure as a hand, keeps its outline where it is moved and turned, and its place under another name', () => {
  const laid = laidObstacle('coreasteroid1', { x: 100, y: 100 }, 1.5, []);
  // Nobody has turned it: 2 mm of a hand, and a quarter of how far it reaches.
  const reachMm = Math.max(...obstacleToken('coreasteroid1').outline.map(({ x, y }) => Math.hypot(x, y)));
  assert.ok(Math.abs(laid.sigmaMm! - Math.hypot(2, reachMm / 4)) < 1e-9);
  const moved = movedObstacle(laid, { x: 140, y: 90 }, 3);
  laid.outline.forEach(({ x, y }, i) => {
    assert.ok(Math.hypot(moved.outline[i]!.x - x - 40, moved.outline[i]!.y - y + 10) < 1e-9);
  });
  assert.ok(Math.abs(turnedObstacle(moved, 1).sigmaMm! - Math.hypot(1, 0.03 * reachMm)) < 1e-9);
  // A quarter clockwise takes what is ahead to the right.
  const token = obstacleToken('coreasteroid1').outline[0]!;
  const turned = turnedObstacle(moved, Math.PI / 2).outline[0]!;
  assert.ok(Math.hypot(turned.x - 140 - token.y, turned.y - 90 + token.x) < 1e-9);
  const unnamed = turnedObstacle({ ...moved, token: undefined } as never, Math.PI / 2);
  assert.equal(unnamed.outline.length, moved.outline.length);
  const named = namedObstacle(moved, 'gascloud1', 3);
  assert.deepEqual([named.kind, named.id, placeOf(named)], ['gas', laid.id, { x: 140, y: 90 }]);
  assert.equal(laidObstacle('coreasteroid1', { x: 0, y: 0 }, 1, [laid]).id, 'obstacle-2');
});

test('the place of an obstacle that a person removes is remembered as one without an obstacle', () => {
  const rock = laidObstacle('coreasteroid1', { x: 100, y: 100 }, 1, []);
  const draft = draftAfter({ ...begun(), step: 'obstacles', obstacles: [rock] }, { kind: 'remove', id: rock.id }, TABLE)!;
  assert.deepEqual([draft.obstacles, draft.noObstacleAt], [[], [{ x: 100, y: 100 }]]);
  const again = draftAfter(draft, { kind: 'lay', obstacle: laidObstacle('gascloud1', { x: 110, y: 95 }, 1, []) }, TABLE)!;
  assert.deepEqual([again.obstacles.length, again.noObstacleAt], [1, []]);
});

test('an obstacle that was laid takes the place that its edges show, unless it was moved, turned or removed meanwhile', () => {
  const step = { ...begun(), step: 'obstacles' } as const;
  const laid = laidObstacle('coreasteroid1', { x: 100, y: 100 }, 1, []);
  const fitted = turnedObstacle(movedObstacle(laid, { x: 104, y: 97 }, 6), 1);
  const sought = draftAfter(step, { kind: 'lay', obstacle: laid }, TABLE)!;
  assert.deepEqual([sought.fit, sought.chosenId], ['sought', laid.id]);
  const found = fittedDraft(sought, laid, fitted);
  assert.deepEqual([found.obstacles, found.fit], [[fitted], 'fitted']);
  const unclear = fittedDraft(sought, laid, undefined);
  assert.deepEqual([unclear.obstacles, unclear.fit], [[laid], 'unclear']);
  const turned = draftAfter(sought, { kind: 'obstacle', obstacle: turnedObstacle(laid, 1) }, TABLE)!;
  assert.equal(fittedDraft(turned, laid, fitted), turned);
  const removed = draftAfter(sought, { kind: 'remove', id: laid.id }, TABLE)!;
  assert.equal(fittedDraft(removed, laid, fitted), removed);
  // A person who has turned to another one meanwhile keeps that choice.
  const elsewhere = draftAfter(sought, { kind: 'missing', at: { x: 500, y: 500 } }, TABLE)!;
  assert.deepEqual([fittedDraft(elsewhere, laid, fitted).obstacles, fittedDraft(elsewhere, laid, fitted).chosenId], [[fitted], undefined]);
});

test('a doubtful obstacle is in the setup where a person says that all are marked, or moves it, but not where the step is skipped', () => {
  const { id: _, ...rock } = laidObstacle('coreasteroid1', { x: 100, y: 100 }, 1, []);
  const table: Table = {
    ...TABLE,
    obstacles: [
      { ...rock, id: 'sure' },
      { ...rock, id: 'unsure', detectionProbability: 0.6 },
    ],
  };
  const asked = draftAfter({ ...begun(), step: 'mat' }, { kind: 'skip' }, table)!;
  const kept = (draft: SetupDraft | undefined) =>
    setupOfDraft(draft!, table, undefined).obstacles.map((one) => [one.id, one.detectionProbability]);
  const passed = draftAfter(asked, { kind: 'skip' }, table)!;
  assert.deepEqual(kept(passed), [['sure', undefined]]);
  assert.deepEqual(
    openObstacles(passed).map(({ id }) => id),
    ['unsure'],
  );
  const all = draftAfter(asked, { kind: 'obstacles' }, table)!;
  assert.deepEqual([all.isSaid, all.step], [true, 'side']);
  const both = [
    ['sure', undefined],
    ['unsure', undefined],
  ];
  assert.deepEqual(kept(all), both);
  // Also where this step is the one that was begun with.
  const direct = begunDraft(table, CAMERA, SIZE, SETUP, 'obstacles');
  assert.deepEqual(kept(draftAfter(direct, { kind: 'obstacles' }, table)), both);
  const moved = movedObstacle(asked.obstacles[1]!, { x: 120, y: 90 }, 2);
  assert.deepEqual(kept(draftAfter(asked, { kind: 'obstacle', obstacle: moved }, table)), both);
});

test('a mat is recognised under ships and another lamp, and is not confused with a mat of other colours', () => {
  const blue = Array.from({ length: 500 }, (_, i) => [20 + (i % 30), 40 + (i % 40), 120 + (i % 60)] as const);
  const dimmer = blue.map(([r, g, b], i) => (i % 8 === 0 ? ([180, 180, 180] as const) : ([0.8 * r, 0.8 * g, 0.75 * b] as const)));
  const red = blue.map(([r, g, b]) => [b, r, g] as const);
  assert.equal(isSameLook(lookOfColours(blue), lookOfColours(dimmer)), true);
  assert.equal(isSameLook(lookOfColours(blue), lookOfColours(red)), false);
});

test('a setup file of another shape of picture, cut off, or of a newer version is refused with got and expected', () => {
  const text = JSON.stringify(setupFile(SETUP));
  assert.equal(documentKind(text), 'setup');
  assert.deepEqual(readSetup(text, 's.json', SIZE), { ok: true, setup: parseSetup(JSON.parse(text)) });
  const refused = (what: string, size: typeof SIZE | undefined = SIZE) => {
    const read = readSetup(what, 's.json', size);
    return read.ok ? ['', ''] : [read.problem.code, englishProblem(read.problem)];
  };
  const other = refused(text, { widthPx: 640, heightPx: 480 });
  assert.equal(other[0], 'setup-of-another-resolution');
  assert.match(other[1]!, /at 1920×1080 px; got pictures of 640×480 px.*Nothing was used/);
  assert.match(refused(text.slice(0, 80))[1]!, /not JSON, or was cut off/);
  assert.match(refused(text.replace('"version":1', '"version":2'))[1]!, /version.*2.*1/);
  assert.match(refused(text.replace('"widthMm":911', '"widthMm":91.4'))[1]!, /91\.4/);
  assert.equal(readSetup(text, 's.json', undefined).ok, false);
});

test('the chip says what is known, to the tenth of a millimetre', () => {
  assert.equal(chipWords(undefined), 'Set up this table');
  assert.equal(chipWords(SETUP), 'This table is known: mat 911 × 917 ± 0.5 mm');
});

test('a step back leads to the question before, and keeps what was said', () => {
  const rock = laidObstacle('coreasteroid1', { x: 300, y: 300 }, 1, []);
  const seen: Table = { ...TABLE, obstacles: [{ ...rock, id: 'seen' }] };
  const say = (draft: SetupDraft, ...said: readonly Parameters<typeof draftAfter>[1][]) =>
    said.reduce((now, one) => draftAfter(now, one, seen)!, draft);
  const atObstacles = say(begun(), { kind: 'border' }, { kind: 'skip' }, { kind: 'obstacle', obstacle: { ...rock, id: 'laid' } });
  const back = say(atObstacles, { kind: 'step', step: stepBefore('obstacles') });
  assert.deepEqual([back.step, back.isBorderConfirmed, stepBefore('border')], ['mat', true, 'border']);
  const ids = (draft: SetupDraft) => [draft.step, ...draft.obstacles.map(({ id }) => id)];
  assert.deepEqual(ids(say(back, { kind: 'skip' })), ['obstacles', 'seen', 'laid']);
  const elsewhere = say(
    back,
    { kind: 'step', step: 'border' },
    { kind: 'corners', corners: back.corners },
    { kind: 'border' },
    { kind: 'skip' },
  );
  assert.deepEqual(ids(elsewhere), ['obstacles', 'seen'], 'on another mat it lies elsewhere');
});
