import assert from 'node:assert/strict';
import test from 'node:test';
import type { Point } from '../../src/geometry/point.js';
import { type Pose, pieceFromTable, tableFromPiece } from '../../src/geometry/pose.js';
import { type Execution, execute, type MoveOptions } from '../../src/judge/maneuver/execute.js';
import { executeWithUncertainty } from '../../src/judge/maneuver/execute-uncertainty.js';
import { centreLine } from '../../src/judge/maneuver/guided-path.js';
import { baseGapMm } from '../../src/judge/maneuver/placed-base.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import { BASE_SIDE_MM } from '../../src/pieces/dimensions.js';
import { BEARINGS, parseManeuver } from '../../src/pieces/maneuver.js';
import { template } from '../../src/pieces/templates.js';
import type { Table } from '../../src/table/table.js';
import { block, DEG, ship, tableOf } from './tables.js';

const move = (table: Table, code: string, options?: MoveOptions): Execution => execute(table, 'a', parseManeuver(code), options);

function assertPose(found: Pose, x: number, y: number, headingDeg: number): void {
  assert.ok(Math.hypot(found.x - x, found.y - y) < 1e-6, `got (${found.x}, ${found.y}), expected (${x}, ${y})`);
  assert.ok(
    Math.abs(Math.sin((found.headingRad - headingDeg * DEG) / 2)) < 1e-9,
    `got ${found.headingRad / DEG}°, expected ${headingDeg}°`,
  );
}

const alone = (base: 'small' | 'medium' | 'large' = 'small', x = 450, y = 300, deg = 0) => tableOf([ship('a', base, x, y, deg)]);

test('[MAN-02] the template is flush with the front edge and the new rear edge flush with its end, for every base size and template', () => {
  for (const base of BASE_SIZES) {
    const side = BASE_SIDE_MM[base];
    for (const code of ['1FW', '5FW', '1BW', '2NW', '3BW', '1TW', '2YW', '3TW']) {
      const { speed, bearing } = parseManeuver(code);
      const { end } = move(alone(base, 450, 450, 30), code);
      const laid = template(bearing.template as 'bank', speed);
      // The far end of the template, by its centre line, in the frame of the front edge.
      const tip = centreLine(laid, laid.lengthMm);
      const bend = bearing.side === 'left' ? -1 : 1;
      const front = tableFromPiece({ x: 450, y: 450, headingRad: 30 * DEG }, { x: 0, y: side / 2 });
      const expected = tableFromPiece({ ...front, headingRad: 30 * DEG }, { x: bend * tip.x, y: tip.y });
      const rear = tableFromPiece(end, { x: 0, y: -side / 2 });
      assert.ok(Math.hypot(rear.x - expected.x, rear.y - expected.y) < 1e-9, `${base} ${code}`);
      assert.ok(Math.abs(Math.sin((end.headingRad - 30 * DEG - bend * laid.turnRad) / 2)) < 1e-12, `${base} ${code}`);
    }
  }
});

test('[MAN-10] a straight 3 takes a small ship 160 mm ahead, a large one 200 mm', () => {
  assertPose(move(alone(), '3FW').end, 450, 460, 0);
  assertPose(move(alone('large'), '3FW').end, 450, 500, 0);
});

test('[MAN-11] a bank changes the facing by 45° to its side', () => {
  assert.ok(Math.abs(move(alone(), '1NW').end.headingRad - 45 * DEG) < 1e-12);
  assert.ok(Math.abs(move(alone(), '1BW').end.headingRad + 45 * DEG) < 1e-12);
});

test('[MAN-12] a turn changes the facing by 90° to its side; a small ship turns 1 to 55 mm ahead and aside', () => {
  assertPose(move(alone(), '1YW').end, 505, 355, 90);
  assertPose(move(alone(), '1TW').end, 395, 355, -90);
});

test('[MAN-13] a Koiogran turn ends where the straight ends, facing back', () => {
  assertPose(move(alone(), '4KR').end, 450, 500, 180);
});

test("[MAN-14] a Segnor's Loop ends where the bank ends, facing back", () => {
  const bank = move(alone(), '2NW').end;
  assertPose(move(alone(), '2PR').end, bank.x, bank.y, 225);
  assertPose(move(alone(), '2LR').end, 900 - bank.x, bank.y, 135);
});

test('[MAN-15] a Tallon Roll is turned 90° further and has three placements, 10 mm apart across the end of the template', () => {
  // Right: the template ends heading +x, so its left edge is the far one (+y).
  assertPose(move(alone(), '1RR', { align: 'left' }).end, 505, 365, 180);
  assertPose(move(alone(), '1RR', { align: 'middle' }).end, 505, 355, 180);
  assertPose(move(alone(), '1RR', { align: 'right' }).end, 505, 345, 180);
  assertPose(move(alone(), '1ER', { align: 'left' }).end, 395, 345, 180);
  assertPose(move(alone(), '1ER').end, 395, 355, 180);
});

test('[MAN-16] overlapping a ship during a loop, roll or Koiogran turn, a ship ends with its rear guides as by the basic maneuver', () => {
  const pairs = [
    ['3KR', '3FW'],
    ['2LR', '2BW'],
    ['2PR', '2NW'],
    ['2ER', '2TW'],
    ['2RR', '2YW'],
  ] as const;
  for (const [code, basic] of pairs) {
    const goal = move(alone(), basic).end;
    const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', goal.x + 3, goal.y + 5, 20)]);
    const [advanced, plain] = [move(table, code), move(table, basic)];
    assert.equal(advanced.execution, 'partial');
    assertPose(advanced.end, plain.end.x, plain.end.y, plain.end.headingRad / DEG);
    assert.deepEqual(advanced.touching, ['b']);
  }
});

test('[MAN-15] a Tallon Roll of which one placement is blocked is executed fully in another one, and says which fit', () => {
  // The other ship stands where the base aligned left would reach, 5 mm beyond the basic end.
  const goal = move(alone(), '2YW').end;
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', goal.x, goal.y + 45, 0)]);
  const [asIs, left] = [move(table, '2RR'), move(table, '2RR', { align: 'left' })];
  assert.equal(asIs.execution, 'full');
  assert.deepEqual(
    [asIs.fitting, left.fitting],
    [
      ['middle', 'right'],
      ['middle', 'right'],
    ],
  );
  assert.deepEqual(asIs.end, move(table, '2RR', { align: 'middle' }).end);
  assert.equal(move(table, '1FB').fitting, undefined, 'nothing else has placements to choose from');
  // From the other side, the first that fits is not the middle.
  const beside = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', goal.x, goal.y - 36, 0)]);
  assert.deepEqual([move(beside, '2RR').execution, move(beside, '2RR').fitting], ['full', ['left']]);
  assert.deepEqual(move(beside, '2RR').end, move(beside, '2RR', { align: 'left' }).end);
});

test('ships side by side, typed with two decimals, fly the same straight: never partially for certain', () => {
  let overlapping = 0;
  for (let k = 0; k < 200; k++) {
    // Side by side, touching, turned anyhow; written down as a person does.
    const heading = -180 + 1.8 * k + 0.37;
    const [sin, cos] = [Math.sin((heading * Math.PI) / 180), Math.cos((heading * Math.PI) / 180)];
    const typed = (id: string, x: number, y: number) => {
      const [tx, ty, th] = [x, y, heading].map((value) => Math.round(100 * value) / 100) as [number, number, number];
      return ship(id, 'small', tx, ty, th);
    };
    const before = tableOf([typed('a', 450, 450), typed('b', 450 + 40 * cos, 450 - 40 * sin)]);
    const gone = executeWithUncertainty(before, 'a', parseManeuver('2FB'));
    const after = { ...before, ships: before.ships.map((one) => (one.id === 'a' ? { ...one, pose: gone.execution.end } : one)) };
    const { full, execution } = executeWithUncertainty(after, 'b', parseManeuver('2FB'));
    assert.ok(full.value || !full.certain, `heading ${heading}: ${JSON.stringify(full)}`);
    assert.equal(execution.execution, 'full');
    if (!full.certain) overlapping++;
  }
  assert.ok(overlapping > 40, `${overlapping} of them overlap by their digits alone`);
});

test('[MAN-17] a stationary ship stays, fully executes, keeps what it touches and triggers what is at range 0', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 17), ship('b', 'small', 900, 900, 0)], [block('rock', 440, 290, 460, 310)]);
  const found = move(table, '0OR');
  assert.deepEqual([found.execution, found.end, found.skipsAction], ['full', table.ships[0]!.pose, true]);
  assert.deepEqual([found.templateOver, found.overlaps, found.touching], [[], ['rock'], []]);
  const touching = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 340, 0)]);
  assert.deepEqual([move(touching, '0OR').touching, move(touching, '0OR').execution], [['b'], 'full']);
});

test('[MAN-19] a reverse straight goes backward along the template at the rear guides', () => {
  assertPose(move(alone('small', 450, 300, 90), '1SR').end, 370, 300, 90);
});

test('[MAN-20] a reverse bank left moves the ship backward and to its own left', () => {
  const bank = move(alone(), '1BW').end;
  assertPose(move(alone(), '1AR').end, bank.x, 600 - bank.y, 45);
  assertPose(move(alone(), '1DR').end, 900 - bank.x, 600 - bank.y, -45);
});

test('[MAN-21] moving through a ship, with the template on top of it, is still full', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 380, 0)]);
  const found = move(table, '4FW');
  assert.deepEqual([found.execution, found.touching, found.skipsAction], ['full', [], false]);
  assertPose(found.end, 450, 500, 0);
});

test('[MAN-21] a ship that ends exactly edge to edge with another one fully executes and touches it', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 420, 0)]);
  const found = move(table, '1FW');
  assert.deepEqual([found.execution, found.touching], ['full', ['b']]);
});

test('[MAN-22] a straight is backed up until the bases meet', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 460, 470, 0)]);
  const found = move(table, '3FW');
  assertPose(found.end, 450, 430, 0);
  assert.deepEqual([found.execution, found.touching, found.skipsAction], ['partial', ['b'], true]);
  assertPose(found.intended, 450, 460, 0);
});

test('[MAN-22] backing up along a curve, the middles of both pairs of guides stay on the centre line of the template', () => {
  const onLine = (point: Point, radiusMm: number, turnRad: number) => {
    // Distance from the centre line: straight before, arc about (R, 0), straight beyond.
    if (point.y <= 0 && point.x < radiusMm) return Math.abs(point.x);
    const bearing = Math.atan2(point.y, radiusMm - point.x);
    if (bearing <= turnRad) return Math.abs(Math.hypot(point.x - radiusMm, point.y) - radiusMm);
    const end = { x: radiusMm * (1 - Math.cos(turnRad)), y: radiusMm * Math.sin(turnRad) };
    return Math.abs((point.x - end.x) * Math.cos(turnRad) - (point.y - end.y) * Math.sin(turnRad));
  };
  let partial = 0;
  for (const base of BASE_SIZES) {
    const half = BASE_SIDE_MM[base] / 2;
    for (const code of ['1NW', '2NW', '3NW', '1YW', '2YW', '3YW']) {
      for (const back of [2, 11, 37, 60]) {
        const { speed, bearing } = parseManeuver(code);
        const laid = template(bearing.template as 'bank', speed);
        const goal = move(alone(base, 300, 300), code).end;
        // Another ship some way back from the goal, so that the base has to be led back over a part of the curve.
        const other = tableFromPiece(goal, { x: 4, y: 2 * half - back });
        const table = tableOf([ship('a', base, 300, 300, 0), ship('b', base, other.x, other.y, (goal.headingRad / DEG) * 0.9 + 3)]);
        const found = move(table, code);
        if (found.execution === 'full') continue;
        partial++;
        const start = { x: 300, y: 300 + half, headingRad: 0 };
        for (const y of [half, -half]) {
          const middle = pieceFromTable(start, tableFromPiece(found.end, { x: 0, y }));
          assert.ok(
            onLine(middle, laid.radiusMm, laid.turnRad) < 1e-9,
            `${base} ${code}: ${onLine(middle, laid.radiusMm, laid.turnRad)} mm off the line`,
          );
        }
        if (found.rearAlongMm > -2 * half) assert.ok(Math.abs(baseGapMm({ base, pose: found.end }, table.ships[1]!)) < 1e-6);
      }
    }
  }
  assert.ok(partial > 40);
});

test('[MAN-23] a ship backed over several others ends touching the last one it backed over', () => {
  const row = [440, 484, 528].map((y, i) => ship(`b${i}`, 'small', 450 + 3 * i, y, 0));
  const found = move(tableOf([ship('a', 'small', 450, 300, 0), ...row]), '5FW');
  assertPose(found.end, 450, 400, 0);
  assert.deepEqual([found.touching, found.backedOver], [['b0'], ['b2', 'b1', 'b0']]);
});

test('[MAN-23] a ship is not backed up over one it does not overlap: it stops in the gap between two', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('near', 'small', 450, 400, 0), ship('far', 'small', 450, 500, 0)]);
  const found = move(table, '4FW');
  assertPose(found.end, 450, 460, 0);
  assert.deepEqual(found.backedOver, ['far']);
  assert.deepEqual(found.touching, ['far']);
});

test('[MAN-23] a ship may end where it started', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 340, 0), ship('c', 'small', 450, 384, 0)]);
  const found = move(table, '2FW');
  assertPose(found.end, 450, 300, 0);
  assert.deepEqual([found.execution, found.touching, found.templateOver], ['partial', ['b'], []]);
});

test('[MAN-24] [MAN-25] a partial maneuver skips Perform Action, one of Adaptive Ailerons does not', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 460, 370, 0)]);
  assert.equal(move(table, '1FW').skipsAction, true);
  assert.equal(move(table, '1FW', { ailerons: true }).skipsAction, false);
});

test('obstacles and devices lie under the template or under the base at the end, or under neither', () => {
  const rocks = [
    block('under start', 440, 290, 445, 310),
    block('under template', 455, 350, 500, 360),
    block('beside template', 460, 350, 500, 360),
    block('under end', 465, 450, 480, 470),
    block('beside end', 470, 450, 480, 470),
  ];
  const found = move(tableOf([ship('a', 'small', 450, 300, 0)], rocks), '3FW');
  assert.deepEqual([found.templateOver, found.overlaps], [['under template'], ['under end']]);
});

test('of a partial maneuver only the template behind the base counts', () => {
  const table = tableOf(
    [ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 480, 0)],
    [block('early', 455, 330, 460, 340), block('late', 455, 425, 460, 430)],
  );
  const found = move(table, '3FW');
  assertPose(found.end, 450, 440, 0);
  assert.deepEqual([found.templateOver, found.overlaps], [['early'], ['late']]);
});

test('what a curved template covers is exact: 0.01 mm inside its inner and outer edge is under it, 0.01 mm outside is not', () => {
  // Turn 2 to the right from (450, 320): arc about (512.5, 320), radii 52.5 and 72.5.
  const spike = (radius: number) => {
    const at = { x: 512.5 - radius * Math.cos(0.6), y: 320 + radius * Math.sin(0.6) };
    const away = radius > 60 ? -1 : 1;
    const tip = (side: number) => ({ x: at.x + away * 9 * Math.cos(0.6 + side), y: at.y - away * 9 * Math.sin(0.6 + side) });
    return { id: `r${radius}`, kind: 'gas' as const, outline: [at, tip(0.2), tip(-0.2)] };
  };
  const table = tableOf([ship('a', 'small', 450, 300, 0)], [52.49, 52.51, 72.49, 72.51].map(spike));
  assert.deepEqual(move(table, '2YW').templateOver, ['r52.51', 'r72.49']);
});

test('leaving the table is a matter of the final place, and exactly at the edge a base is on the table', () => {
  assert.equal(move(alone('small', 450, 894.4 - 80), '1FW').offTable, false);
  assert.equal(move(alone('small', 450, 894.41 - 80), '1FW').offTable, true);
  // It may fly over the edge and back: only the end counts.
  assert.equal(move(alone('small', 450, 880), '3AR').offTable, false);
});

test('an alignment where none applies, an unknown ship and an unknown maneuver are refused with what was expected', () => {
  assert.throws(() => move(alone(), '2FB', { align: 'left' }), /alignment 'left', expected none/);
  assert.throws(() => execute(alone(), 'x', parseManeuver('2FB')), /'x': not on the table, expected one of a/);
});

test('[MAN-01] a code that is no maneuver is refused: speed, bearing, difficulty, and speeds without a template', () => {
  for (const [code, message] of [
    ['9FB', /speed out of 1, 2, 3, 4, 5/],
    ['2QB', /bearing out of/],
    ['2FX', /difficulty out of/],
    ['4BW', /speed out of 1, 2, 3/],
    ['0FB', /speed out of/],
    ['1OR', /speed out of 0/],
    ['2F', /speed digit/],
    ['2fb', /speed digit/],
  ] as const) {
    assert.throws(() => parseManeuver(code), message);
  }
  for (const { letter, speeds } of BEARINGS) assert.equal(parseManeuver(`${speeds[0]}${letter}R`).bearing.letter, letter);
});

test('[MAN-09] [MAN-18] basic or advanced, forward or not, is a matter of the bearing', () => {
  const of = (letter: string) => BEARINGS.find((row) => row.letter === letter)!;
  assert.deepEqual(
    [...'FBNTY'].map((letter) => [of(letter).family, of(letter).motion]),
    Array(5).fill(['basic', 'forward']),
  );
  assert.deepEqual(
    [...'KLPER'].map((letter) => [of(letter).family, of(letter).motion]),
    Array(5).fill(['advanced', 'forward']),
  );
  assert.deepEqual(
    [...'ASD'].map((letter) => of(letter).motion),
    ['reverse', 'reverse', 'reverse'],
  );
  assert.equal(of('O').motion, 'stationary');
});

test('[MAN-09] the template of a forward maneuver is at the front guides, that of a reverse one at the rear, and a stationary one has none', () => {
  const rocks = [block('ahead', 449, 321, 451, 325), block('behind', 449, 275, 451, 279)];
  const table = tableOf([ship('a', 'small', 450, 300, 0)], rocks);
  // By the rules' list: Koiogran turns, Segnor's Loops and Tallon Rolls begin at the front guides as the basic ones do.
  const expected = { FBNTYKLPER: ['ahead'], ASD: ['behind'], O: [] };
  for (const [letters, over] of Object.entries(expected)) {
    for (const letter of letters) {
      const code = `${letter === 'O' ? 0 : 2}${letter}W`;
      assert.deepEqual(move(table, code).templateOver, over, code);
      assert.equal(parseManeuver(code).bearing.family, 'FBNTY'.includes(letter) ? 'basic' : 'advanced', code);
      assert.equal(parseManeuver(code).bearing.motion === 'forward', over[0] === 'ahead', code);
    }
  }
});

test('overlapping ships at the start do not stop the program: the ship stays', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'large', 450, 345, 0)]);
  const found = move(table, '1FW');
  assert.deepEqual([found.execution, found.touching], ['partial', ['b']]);
  assertPose(found.end, 450, 300, 0);
});
