import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { sceneOf } from '../../src/table/documents/scene-file.js';
import { block, ship, sigmas, tableOf } from '../judge/tables.js';
import { hashmark } from './hashmark.js';

const folder = mkdtempSync(join(tmpdir(), 'hashmark-move-'));
after(() => rmSync(folder, { recursive: true }));
const scene = join(folder, 'scene.json');
writeFileSync(
  scene,
  JSON.stringify(sceneOf(tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 455, 450, 0)], [block('rock', 440, 330, 445, 340)]))),
);

function move(...args: readonly string[]) {
  return moveIn(scene, ...args);
}

function moveIn(path: string, ...args: readonly string[]) {
  return hashmark('move', path, ...args);
}

test('move --json prints where the maneuver ends and what it touches, as one JSON document', async () => {
  const { status, stdout } = await move('--ship', 'a', '--maneuver', '3FB', '--json');
  assert.equal(status, 0);
  // The end of a partial maneuver is found to rounding.
  const found = JSON.parse(stdout, (_, value) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value));
  assert.deepEqual(found, {
    format: 'hashmark-move',
    version: 1,
    ship: 'a',
    maneuver: '3FB',
    execution: 'partial',
    end: { xMm: 450, yMm: 410, headingDeg: 0 },
    intended: { xMm: 450, yMm: 460, headingDeg: 0 },
    touching: ['b'],
    templateOver: ['rock'],
    overlaps: [],
    offTable: false,
    skipsAction: true,
    full: { value: false, probability: 0, certain: true },
  });
});

test('what the errors of obstacles leave open is said with its odds, what is certain without', async () => {
  const measured = join(folder, 'measured.json');
  // The template reaches from x = 440 to 460: a is 5 mm over one rock, which is known to 1 mm, and as good as at the edge of the other.
  const rocks = [
    { ...block('rock', 400, 330, 445, 340), sigmaMm: 1 },
    { ...block('edge', 460, 330, 480, 350), sigmaMm: 1 },
  ];
  writeFileSync(measured, JSON.stringify(sceneOf(tableOf([ship('a', 'small', 450, 300, 0)], rocks))));
  const { stdout } = await moveIn(measured, '--ship', 'a', '--maneuver', '2FB');
  const [, , certain, open, skips] = stdout.split('\n');
  assert.equal(certain, '  its template lies on rock');
  const share = Number(/^ {2}too close to call: its template lies on edge with (\d+) %$/.exec(open!)?.[1]);
  assert.ok(Math.abs(share - 50) <= 3, open);
  assert.equal(skips, '  it skips its Perform Action step');
});

test('ships that overlap before the move are named on standard error, and the move is still made', async () => {
  const over = join(folder, 'over.json');
  writeFileSync(over, JSON.stringify(sceneOf(tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 270, 0)]))));
  const { status, stdout, stderr } = await moveIn(over, '--ship', 'a', '--maneuver', '1FB', '--json');
  assert.equal(status, 0);
  assert.match(stderr, /hashmark move: the bases of 'a' and 'b' overlap by 10\.00 mm/);
  assert.deepEqual(JSON.parse(stdout).end, { xMm: 450, yMm: 380, headingDeg: 0 });
});

test('a Tallon Roll is aligned, and the words say where it ends', async () => {
  const { status, stdout } = await move('--ship', 'a', '--maneuver', '1RR', '--align', 'left');
  assert.equal(status, 0);
  assert.match(stdout, /a: red 1 Tallon Roll right, fully executed\n {2}ends at \(505\.00, 365\.00\) mm, heading 180\.00°/);
});

test('a Tallon Roll that is blocked as it is aligned is refused with which fit; not aligned, it is placed where it fits', async () => {
  const blocked = join(folder, 'blocked.json');
  // Placed left, the ship reaches up to y = 412.5; in the middle to 402.5.
  writeFileSync(blocked, JSON.stringify(sceneOf(tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 532.5, 427.5, 0)]))));
  const refused = await moveIn(blocked, '--ship', 'a', '--maneuver', '2RR', '--align', 'left');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /2RR: left does not fit, middle and right do\./);
  const { status, stdout } = await moveIn(blocked, '--ship', 'a', '--maneuver', '2RR', '--json');
  assert.deepEqual([status, JSON.parse(stdout).execution], [0, 'full']);
});

test('an alignment of anything but a Tallon Roll is ignored with a word on standard error', async () => {
  const plain = await move('--ship', 'a', '--maneuver', '1FB', '--json');
  const aligned = await move('--ship', 'a', '--maneuver', '1FB', '--align', 'left', '--json');
  assert.deepEqual([aligned.status, aligned.stdout], [0, plain.stdout]);
  assert.match(aligned.stderr, /--align left is ignored: it counts for a Tallon Roll only, and 1FB is a straight/);
  assert.doesNotMatch((await move('--ship', 'a', '--maneuver', '1RR', '--align', 'left')).stderr, /ignored/);
});

test('a ship beside the mat is in nobody’s way and is named; it cannot move itself', async () => {
  const fled = join(folder, 'fled.json');
  writeFileSync(fled, JSON.stringify(sceneOf(tableOf([ship('a', 'small', 450, 30, 180), ship('z', 'small', 450, -60, 0)]))));
  const { status, stdout, stderr } = await moveIn(fled, '--ship', 'a', '--maneuver', '2FB', '--json');
  const { execution, touching, offTable } = JSON.parse(stdout);
  assert.deepEqual([status, execution, touching, offTable], [0, 'full', [], true]);
  assert.match(stderr, /'z' stands wholly beside the mat and is left out/);
  const own = await moveIn(fled, '--ship', 'z', '--maneuver', '2FB', '--json');
  assert.deepEqual([own.status, own.stdout], [1, '']);
  assert.match(own.stderr, /Ship 'z': stands wholly beside the mat/);
});

test('wrong use is status 2 with what was got and expected: a code, an alignment, a missing ship', async () => {
  for (const [args, message] of [
    [['--ship', 'a', '--maneuver', '7FB'], /expected a speed out of 1, 2, 3, 4, 5/],
    [['--ship', 'a', '--maneuver', '1RR', '--align', 'top'], /got --align top, expected left, middle or right/],
    [['--maneuver', '2FB'], /--ship ID is missing/],
    [['--ship', 'a'], /--maneuver CODE is missing/],
  ] as const) {
    const { status, stdout, stderr } = await move(...args);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, message);
  }
});

test('a ship that is not on the table: status 1', async () => {
  const { status, stdout, stderr } = await move('--ship', 'z', '--maneuver', '2FB', '--json');
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /Ship 'z': not on the table, expected one of a, b/);
});

test('whether a base fits is too close to call where the errors are larger than the gap: both ways are said, none as certain', async () => {
  // A straight 1 takes `a` 80 mm ahead: its base then ends 0.05 mm before that of `b`, which stands somewhere within half a millimetre.
  const covariance = sigmas(0.5, 0.5, 0.1);
  const close = join(folder, 'close.json');
  const tight = tableOf([ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 450, 320.05, 0, { covariance })]);
  writeFileSync(close, JSON.stringify(sceneOf(tight)));
  assert.match(
    (await moveIn(close, '--ship', 'a', '--maneuver', '1FW')).stdout,
    /too close to call: fully executed \d\d %, partially \d\d %/,
  );
  const { full } = JSON.parse((await moveIn(close, '--ship', 'a', '--maneuver', '1FW', '--json')).stdout);
  assert.equal(full.certain, false);
  assert.ok(full.probability > 0.4 && full.probability < 0.65, `${full.probability}`);
});
