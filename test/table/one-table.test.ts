import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanPoint } from '../../src/geometry/mean-point.js';
import type { Point } from '../../src/geometry/point.js';
import { EXACT, type Pose, pieceFromTable, wrapRad } from '../../src/geometry/pose.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { OBSTACLES } from '../../src/pieces/obstacles.js';
import { createRandom } from '../../src/sim/random.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { isSupposed } from '../../src/table/ship-certainty.js';
import type { Table } from '../../src/table/table.js';
import { UNMEASURED } from '../../src/table/unmeasured-reason.js';
import { areBasesMirrored, linkBases } from '../../src/table/views/link-bases.js';
import { oneTable } from '../../src/table/views/one-table.js';

interface Standing {
  readonly base: BaseSize;
  readonly pose: Pose;
}

const SIGMA_MM = 0.3;
const SIGMA_RAD = 0.005;
const SHIPS: readonly Standing[] = [
  { base: 'small', pose: { x: 200, y: 300, headingRad: 0.3 } },
  { base: 'small', pose: { x: 330, y: 260, headingRad: -2 } },
  { base: 'medium', pose: { x: 470, y: 400, headingRad: 1.1 } },
  { base: 'large', pose: { x: 650, y: 620, headingRad: 2.9 } },
  { base: 'small', pose: { x: 240, y: 700, headingRad: -0.7 } },
];
const EVERYWHERE: Pose = { x: 0, y: 0, headingRad: 0 };
/** The frame of a picture, as a pose in the table's. */
const ASIDE: Pose = { x: 260, y: 150, headingRad: 0.8 };

/** What is measured of ships in a picture whose frame lies so on the table, errors drawn as they are claimed. */
function seen(ships: readonly Standing[], frame: Pose, seed: number, more: Partial<TableMeasurement> = {}): TableMeasurement {
  const random = createRandom(seed);
  const n = 3 * ships.length;
  const shiftSq = more.isEdgeUnknown ? 300 ** 2 : 0;
  const joint = Array.from({ length: n * n }, (_, at) => {
    const [row, column] = [Math.floor(at / n), at % n];
    const own = row !== column ? 0 : row % 3 === 2 ? SIGMA_RAD ** 2 : SIGMA_MM ** 2;
    return own + (row % 3 === column % 3 && row % 3 !== 2 ? shiftSq : 0);
  });
  const covariance = { xx: joint[0]!, xy: 0, xh: 0, yy: joint[0]!, yh: 0, hh: SIGMA_RAD ** 2 };
  const bases = ships.map(({ base, pose }) => {
    const { x, y } = pieceFromTable(frame, pose);
    const at = { x: x + random.normal(SIGMA_MM), y: y + random.normal(SIGMA_MM) };
    return {
      base,
      pose: { ...at, headingRad: wrapRad(pose.headingRad - frame.headingRad + random.normal(SIGMA_RAD)) },
      covariance,
      detectionProbability: 1,
    };
  });
  // Straight from above, so far up that all is in the picture.
  const camera = {
    ...{ widthPx: 4000, heightPx: 4000, fx: 2000, fy: 2000, cx: 2000, cy: 2000, distortion: [0, 0, 0, 0, 0] as const },
    r: [1, 0, 0, 0, -1, 0, 0, 0, -1] as const,
    t: [-457, 457, 1500] as const,
  };
  return {
    ...{ capturedAtMs: 0, camera, mat: { widthMm: 914, depthMm: 914, sigmaMm: 3 }, bases, jointCovariance: joint },
    ...{ obstacles: [], unmeasurable: [], stageMs: {} },
    ...more,
  };
}

/** A camera straight above that shows what is within `withinMm` of a place. */
function nearCamera({ x, y }: { readonly x: number; readonly y: number }, withinMm: number): TableMeasurement['camera'] {
  const { camera } = seen([], EVERYWHERE, 1);
  return { ...camera, t: [-x, y, withinMm] };
}

const partly = (ships: readonly Standing[], seed: number, frame = ASIDE) => seen(ships, frame, seed, { isEdgeUnknown: true });

/** A picture of ships that shows what is within `withinMm` of a place of the table. */
function near(ships: readonly Standing[], seed: number, at: { readonly x: number; readonly y: number }, withinMm: number, frame = ASIDE) {
  return { ...partly(ships, seed, frame), camera: nearCamera(pieceFromTable(frame, at), withinMm) };
}

test('a view of some ships without a border takes its place in the frame of the picture that shows the mat, as exactly as is claimed', () => {
  const errors: number[] = [];
  for (let seed = 1; seed <= 40; seed++) {
    const { pictures } = oneTable([partly(SHIPS.slice(1, 4), seed), seen(SHIPS, EVERYWHERE, 1000 + seed)]);
    const [close] = pictures;
    assert.ok(close && typeof close !== 'string');
    assert.equal(close.table.isEdgeUnknown, undefined);
    close.table.ships.forEach(({ pose, covariance }, i) => {
      const truth = SHIPS[i + 1]!.pose;
      errors.push((pose.x - truth.x) / Math.sqrt(covariance.xx), (pose.y - truth.y) / Math.sqrt(covariance.yy));
      assert.ok(Math.abs(wrapRad(pose.headingRad - truth.headingRad)) < 6 * SIGMA_RAD);
    });
  }
  const rms = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
  assert.ok(rms > 0.5 && rms < 1.15, `normalised error ${rms.toFixed(2)}`);
});

test('a ship that moved between pictures links nothing, keeps its id and stands together where it stood last', () => {
  const flown = { base: 'small' as const, pose: { x: 390, y: 330, headingRad: -1.5 } };
  const later = [flown, SHIPS[0]!, SHIPS[2]!, SHIPS[3]!];
  const { pictures, together } = oneTable([seen(SHIPS, EVERYWHERE, 1), near(later, 2, { x: 425, y: 460 }, 290)]);
  const [before, after] = pictures;
  assert.ok(before && after && typeof before !== 'string' && typeof after !== 'string');
  assert.equal(after.table.ships[0]!.id, before.table.ships[1]!.id);
  assert.equal(together?.ships.length, SHIPS.length);
  assert.equal(oneTable([seen(SHIPS, EVERYWHERE, 1), partly(SHIPS.slice(1), 2)]).haveMoved, false);
  const last = together!.ships.find(({ id }) => id === before.table.ships[1]!.id)!;
  assert.ok(Math.hypot(last.pose.x - flown.pose.x, last.pose.y - flown.pose.y) < 3, `${last.pose.x} ${last.pose.y}`);
  assert.ok(Math.abs(last.pose.headingRad - flown.pose.headingRad) < 0.05);
});

test('where another than the last picture was taken last, ships stand as that one shows them; what only others show is seen with them', () => {
  const flown = { base: 'small' as const, pose: { x: 390, y: 330, headingRad: -1.5 } };
  const close = near([flown, SHIPS[0]!, SHIPS[2]!, SHIPS[3]!], 2, { x: 425, y: 460 }, 290);
  const { together, seen: byAll, haveMoved } = oneTable([close, seen(SHIPS, EVERYWHERE, 1)], new Set(), { newest: 0 });
  assert.deepEqual(
    byAll?.bases.map(({ pose }) => pose),
    together?.ships.map(({ pose }) => pose),
  );
  assert.equal(byAll?.bases.length, SHIPS.length);
  assert.equal(haveMoved, true);
  assert.equal(byAll.isEdgeUnknown, undefined, 'the whole picture shows the edge');
  const offMm = (at: Pose) => Math.min(...byAll.bases.map(({ pose }) => Math.hypot(pose.x - at.x, pose.y - at.y)));
  assert.ok(offMm(flown.pose) < 3, `${offMm(flown.pose)}`);
  assert.ok(offMm(SHIPS[4]!.pose) < 3, `${offMm(SHIPS[4]!.pose)}`);
  assert.ok(offMm(SHIPS[1]!.pose) > 30, `${offMm(SHIPS[1]!.pose)}`);
});

test('a ship whose place a later picture shows without it stands there no more: that it may is said, and nothing is certain of it', () => {
  const whole = seen(SHIPS, EVERYWHERE, 1);
  const { pose } = SHIPS[4]!;
  const later = partly(SHIPS.slice(0, 4), 2);
  const { together } = oneTable([whole, later]);
  assert.equal(together?.ships.length, 4);
  assert.equal(together.jointCovariance?.length, 12 ** 2);
  const [{ at, reason } = assert.fail('nothing is said')] = together.unmeasurable ?? [];
  assert.ok(Math.hypot(at.x - pose.x, at.y - pose.y) < 3, `${at.x} ${at.y}`);
  assert.match(reason, /stood there before/);
  // Something is there, though it cannot be measured; and of a picture taken before the other nothing follows.
  const hidden = { at: pieceFromTable(ASIDE, pose), radiusMm: 30, probability: 0.6, reason: 'hidden' };
  assert.equal(oneTable([whole, { ...later, unmeasurable: [hidden] }]).together?.ships.length, 5);
  assert.equal(oneTable([later, whole]).together?.ships.length, 5);
  // What is more likely nothing, or an obstacle, does not keep it there.
  for (const faint of [
    { ...hidden, probability: 0.1 },
    { ...hidden, reason: UNMEASURED.perhapsObstacle },
  ]) {
    const table = oneTable([whole, { ...later, unmeasurable: [faint] }]).together!;
    assert.deepEqual([table.ships.length, table.unmeasurable?.length], [4, 2], faint.reason);
  }
});

test('a ship whose place a later picture shows with a faint base of its size stands there perhaps: nothing is certain of it', () => {
  const whole = seen(SHIPS, EVERYWHERE, 1);
  const faint = (byMm: number, base: BaseSize) => {
    const { x, y } = SHIPS[4]!.pose;
    const at = pieceFromTable(ASIDE, { x: x + byMm, y });
    const place = { at, radiusMm: Math.SQRT2 * halfSideMm(base), probability: 0.1, reason: UNMEASURED.perhapsBase };
    return { ...partly(SHIPS.slice(0, 4), 2), unmeasurable: [place] };
  };
  const { together } = oneTable([whole, faint(5, 'small')]);
  assert.deepEqual(together?.ships.map(isSupposed), [false, false, false, false, true]);
  assert.equal(together?.unmeasurable?.length, 0);
  assert.equal(oneTable([whole, faint(12, 'small')]).together?.ships.length, 4, 'farther off');
  assert.equal(oneTable([whole, faint(5, 'medium')]).together?.ships.length, 4, 'of another size');
  assert.equal(oneTable([whole, faint(5, 'small'), partly(SHIPS.slice(0, 4), 3)]).together?.ships.length, 4, 'a picture without');
});

test('a ship that is seen again exactly where it stood never left: what was seen elsewhere meanwhile is another of its size', () => {
  const other: Standing = { base: 'large', pose: { x: 560, y: 700, headingRad: 2.9 } };
  const [, , , large] = SHIPS as readonly [Standing, Standing, Standing, Standing, Standing];
  const without = (ship: Standing) => SHIPS.filter((one) => one !== ship);
  const placeOf = (table: Table | undefined, id: string) => {
    const { pose } = table?.ships.find((one) => one.id === id) ?? assert.fail(`no ${id}`);
    return [Math.round(pose.x / 10), Math.round(pose.y / 10)];
  };
  const whole = seen(SHIPS, EVERYWHERE, 1);
  const mistaken = oneTable([whole, partly([...without(large), other], 2)]).together;
  assert.deepEqual([mistaken?.ships.length, placeOf(mistaken, 'ship-4')], [5, [56, 70]], 'it may have flown');
  const { together } = oneTable([whole, partly([...without(large), other], 2), near(SHIPS, 3, large.pose, 60)]);
  assert.deepEqual([together?.ships.length, placeOf(together, 'ship-4'), placeOf(together, 'ship-6')], [6, [65, 62], [56, 70]]);
  const both = oneTable([whole, partly([...without(large), other], 2), partly([...SHIPS, other], 3)]).together;
  assert.deepEqual([both?.ships.length, placeOf(both, 'ship-4'), placeOf(both, 'ship-6')], [6, [65, 62], [56, 70]], 'both in view');
  const nearby = { ...large, pose: { ...large.pose, x: large.pose.x + 8 } };
  const back = oneTable([whole, partly([...without(large), other], 2), partly([...without(large), nearby], 3)]).together;
  assert.equal(back?.ships.length, 5, 'not exactly there: it came back');
});

test('where a ship came from out of view, and two of its size stood there, nothing is certain of either’s place until a later picture shows one', () => {
  const whole = seen(SHIPS, EVERYWHERE, 1);
  // The second has flown; the last stands nearer to where it is now.
  const flown = { base: 'small' as const, pose: { x: 420, y: 540, headingRad: 1.2 } };
  const close = near([SHIPS[2]!, SHIPS[3]!, flown], 2, { x: 560, y: 520 }, 190);
  const after = oneTable([whole, close]).together!;
  const openAt = ({ pose }: Standing) => {
    const isAt = (at: { readonly x: number; readonly y: number }) => Math.hypot(at.x - pose.x, at.y - pose.y) < 5;
    const ship = after.ships.find((one) => isAt(one.pose));
    return ship ? isSupposed(ship) : (after.unmeasurable ?? []).some(({ at }) => isAt(at));
  };
  assert.deepEqual(
    [SHIPS[0], SHIPS[1], SHIPS[4]].map((one) => openAt(one!)),
    [true, true, true],
  );
  assert.deepEqual(
    [SHIPS[2], SHIPS[3], flown].map((one) => openAt(one!)),
    [false, false, false],
  );
  // A third picture shows that the last and the first stand where they stood.
  const further = seen([SHIPS[0]!, SHIPS[2]!, SHIPS[3]!, flown, SHIPS[4]!], EVERYWHERE, 3);
  const { ships } = oneTable([whole, close, further]).together!;
  assert.deepEqual([ships.length, ships.filter(isSupposed).length], [5, 0]);
  // Where only one stood out of view, it was that one.
  const two = [SHIPS[1]!, SHIPS[2]!, SHIPS[3]!];
  const lone = oneTable([seen(two, EVERYWHERE, 1), close]).together!;
  assert.deepEqual([lone.ships.length, lone.ships.filter(isSupposed).length], [3, 0]);
});

test('a ship that was pushed by some millimetres, or turned by some degrees, stands as the last picture has it, though an earlier one knows its place better', () => {
  const whole = seen(SHIPS, EVERYWHERE, 1);
  for (const [byMm, byRad] of [
    [6, 0],
    [2.5, 0],
    [0, 0.05],
  ] as const) {
    const pushed = SHIPS.map((ship, i) =>
      i === 3 ? { ...ship, pose: { ...ship.pose, x: ship.pose.x + byMm, headingRad: ship.pose.headingRad + byRad } } : ship,
    );
    const after = seen(pushed, EVERYWHERE, 2);
    // In the frame of the first everything is a little less sure in it.
    const { pictures, together } = oneTable([whole, after]);
    const [, last] = pictures.map((one) => (typeof one === 'string' ? assert.fail(one) : one.table.ships));
    assert.deepEqual(together!.ships[3], last![3], `${byMm} mm, ${byRad} rad`);
  }
});

/** The same with its errors multiplied by `times`. */
function lessSure(measurement: TableMeasurement, ships: readonly Standing[], times: number): TableMeasurement {
  const bases = measurement.bases.map((base, i) => {
    const { xx, yy, hh } = base.covariance;
    const { pose } = ships[i]!;
    const off = (key: keyof Pose) => pose[key] + times * (base.pose[key] - pose[key]);
    return {
      ...base,
      pose: { x: off('x'), y: off('y'), headingRad: off('headingRad') },
      covariance: { ...base.covariance, xx: times ** 2 * xx, yy: times ** 2 * yy, hh: times ** 2 * hh },
    };
  });
  return { ...measurement, bases, jointCovariance: measurement.jointCovariance.map((value) => times ** 2 * value) };
}

test('a ship that the last picture knows too badly to show that it was pushed by two millimetres is no surer than that', () => {
  let beyond = 0;
  let asFirst = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const byRad = seed;
    const pushed = SHIPS.map(({ base, pose }) => ({
      base,
      pose: { ...pose, x: pose.x + 2 * Math.sin(byRad), y: pose.y + 2 * Math.cos(byRad) },
    }));
    const last = lessSure(seen(pushed, EVERYWHERE, 1000 + seed), pushed, 4);
    const { together, pictures } = oneTable([seen(SHIPS, EVERYWHERE, seed), last], new Set([0, 1]));
    const [first] = pictures.map((one) => (typeof one === 'string' ? assert.fail(one) : one.table.ships));
    together!.ships.forEach(({ pose, covariance: { xx, xy, yy } }, i) => {
      const truth = pushed[i]!.pose;
      const [u, v] = [Math.sin(byRad), Math.cos(byRad)];
      const errorMm = (truth.x - pose.x) * u + (truth.y - pose.y) * v;
      if (errorMm > 3.09 * Math.sqrt(xx * u * u + 2 * xy * u * v + yy * v * v)) beyond++;
      if (pose.x === first![i]!.pose.x) asFirst++;
      assert.equal(together!.jointCovariance![3 * i * (3 * SHIPS.length + 1)], xx);
    });
  }
  assert.ok(asFirst > 100, `as the surer picture has them: ${asFirst} of 300`);
  assert.ok(beyond <= 15, `${beyond} of 300 farther off than is certain`);
});

test('a front that one picture disputes is no other’s there, and of all the table that of the last picture, if that is the surer', () => {
  const turned = SHIPS.map((ship, i) => (i === 2 ? { ...ship, pose: { ...ship.pose, headingRad: ship.pose.headingRad + Math.PI } } : ship));
  const asSeen = (ships: readonly Standing[], seed: number, isDisputed: boolean) => {
    const measurement = seen(ships, EVERYWHERE, seed);
    const bases = measurement.bases.map((base, i) =>
      i === 2 && isDisputed ? { ...base, isFrontOpen: true as const, isFrontDisputed: true as const } : base,
    );
    return { ...measurement, bases };
  };
  const third = seen(SHIPS, EVERYWHERE, 3);
  const unread = { ...third, bases: third.bases.map((base, i) => (i === 2 ? { ...base, isFrontOpen: true as const } : base)) };
  const facing = (table: Table | undefined) => {
    const { isFrontOpen, pose } = table!.ships[2]!;
    return isFrontOpen ? 'open' : Math.abs(wrapRad(pose.headingRad - SHIPS[2]!.pose.headingRad)) < 1 ? 'first' : 'second';
  };
  const cases = [
    { looks: [asSeen(SHIPS, 1, true), asSeen(turned, 2, false)], fronts: ['open', 'second'], of: 'second' },
    { looks: [asSeen(SHIPS, 1, false), asSeen(turned, 2, true)], fronts: ['first', 'open'], of: 'open' },
    { looks: [asSeen(SHIPS, 1, false), asSeen(turned, 2, true), unread], fronts: ['first', 'open', 'open'], of: 'open' },
  ];
  for (const { looks, fronts, of } of cases) {
    const { pictures, together } = oneTable(looks);
    assert.deepEqual(
      pictures.map((one) => (typeof one === 'string' ? one : facing(one.table))),
      fronts,
    );
    assert.equal(facing(together), of);
  }
});

test('two alike ships that were exchanged do not face as the other did, where the last picture does not show their fronts', () => {
  for (const [turnRad, isOpen] of [
    [0.35, true],
    [-0.2, true],
    [0.02, false],
  ] as const) {
    const [one, other, ...rest] = SHIPS as [Standing, Standing, ...Standing[]];
    // Each is put down where the other stood, its sides nearly along those of the other.
    const exchanged = [one, other].map(({ base, pose }) => ({ base, pose: { ...pose, headingRad: pose.headingRad + turnRad } }));
    const last = seen([...exchanged, ...rest], EVERYWHERE, 2);
    const bases = last.bases.map((base, i) => (i < 2 ? { ...base, isFrontOpen: true as const } : base));
    const { together } = oneTable([seen(SHIPS, EVERYWHERE, 1), { ...last, bases }]);
    assert.deepEqual(
      together?.ships.slice(0, 2).map(({ isFrontOpen }) => isFrontOpen === true),
      [isOpen, isOpen],
      `turned by ${turnRad}`,
    );
  }
});

test('without a border the frame is that of the first picture measured, and the edge is not known', () => {
  const { pictures, together } = oneTable([
    'blurred',
    partly(SHIPS.slice(1, 4), 5),
    near([SHIPS[0]!, SHIPS[1]!, SHIPS[2]!, SHIPS[4]!], 6, { x: 320, y: 480 }, 250, { x: 700, y: 20, headingRad: -2 }),
  ]);
  assert.equal(pictures[0], 'blurred');
  assert.equal(together?.isEdgeUnknown, true);
  assert.equal(together?.ships.length, SHIPS.length);
});

test('another table, a mirrored picture, ships that fit in two ways and a mat that was turned are refused in words, and nothing of them counts', () => {
  const whole = seen(SHIPS, EVERYWHERE, 1);
  const refusal = (other: TableMeasurement) => {
    const { pictures, together } = oneTable([whole, other]);
    assert.equal(together?.ships.length, SHIPS.length);
    assert.ok(typeof pictures[1] === 'string');
    return pictures[1];
  };
  const elsewhere = SHIPS.map(({ base, pose: { x, y, headingRad } }, i) => ({
    base,
    pose: { x: y, y: x + 30 * i, headingRad: headingRad * (i + 2) },
  }));
  assert.match(refusal(partly(elsewhere, 3)), /No two of its ships/);
  const mirrored = SHIPS.map(({ base, pose: { x, y, headingRad } }) => ({ base, pose: { x: 914 - x, y, headingRad: -headingRad } }));
  assert.match(refusal(seen(mirrored, EVERYWHERE, 4)), /mirror image/);
  assert.ok(areBasesMirrored(mirrored, SHIPS) && !areBasesMirrored(SHIPS, SHIPS) && !areBasesMirrored(elsewhere, SHIPS));
  assert.match(refusal(seen(SHIPS, { x: 60, y: -30, headingRad: 0.4 }, 5)), /mat lies otherwise/);
  const row = [0, 1, 2].map((i) => ({ base: 'small' as const, pose: { x: 200 + 100 * i, y: 300, headingRad: 0 } }));
  const { pictures } = oneTable([seen(row, EVERYWHERE, 6), partly(row.slice(0, 2), 7)]);
  assert.match(String(pictures[1]), /more than one way/);
  assert.ok(!areBasesMirrored(row, row), 'a row of ships looks the same in a mirror');
});

test('two ships that stand alike on another table link nothing where more do not, unless the link is to be tried on the print', () => {
  const alike = [SHIPS[0]!, SHIPS[1]!];
  const others = [
    { base: 'small' as const, pose: { x: 420, y: 520, headingRad: 2.2 } },
    { base: 'large' as const, pose: { x: 200, y: 480, headingRad: 0.2 } },
    { base: 'small' as const, pose: { x: 520, y: 300, headingRad: -1 } },
  ];
  const whole = seen(SHIPS, EVERYWHERE, 1);
  assert.match(String(oneTable([whole, partly([...alike, ...others], 2)]).pictures[1]), /may be chance/);
  assert.equal(oneTable([whole, partly([...alike, ...others], 2)]).together?.ships.length, SHIPS.length);
  const tentative = oneTable([whole, partly([...alike, ...others], 2)], new Set([0]), { isTentative: true });
  assert.notEqual(typeof tentative.pictures[1], 'string');
  // Two that stand and one that flew on are this table's.
  const flown = { base: 'medium' as const, pose: { x: 300, y: 480, headingRad: 0.4 } };
  assert.notEqual(typeof oneTable([whole, near([...alike, flown], 3, { x: 330, y: 380 }, 190)]).pictures[1], 'string');
});

test('a square mat seen from another side is turned by a quarter into the same frame', () => {
  const { pictures } = oneTable([seen(SHIPS, EVERYWHERE, 1), seen(SHIPS, { x: 914, y: 0, headingRad: -Math.PI / 2 }, 2)]);
  const [, around] = pictures;
  assert.ok(around && typeof around !== 'string');
  around.table.ships.forEach(({ pose }, i) => {
    assert.ok(Math.hypot(pose.x - SHIPS[i]!.pose.x, pose.y - SHIPS[i]!.pose.y) < 2);
  });
});

test('ships of a view whose sizes are open get those of the picture that knows them', () => {
  const two = [SHIPS[0]!, SHIPS[1]!];
  const view = partly(
    two.map(({ pose: { x, y, headingRad } }) => ({ base: 'medium' as const, pose: { x: 1.5 * x, y: 1.5 * y, headingRad } })),
    8,
    EVERYWHERE,
  );
  const { pictures } = oneTable([
    seen(SHIPS, EVERYWHERE, 1),
    { ...view, camera: nearCamera({ x: 400, y: 420 }, 180), isScaleUnknown: true },
  ]);
  const [, close] = pictures;
  assert.ok(close && typeof close !== 'string', String(close));
  assert.deepEqual(
    close.table.ships.map(({ base }) => base),
    ['small', 'small'],
  );
});

test('one ship alone links nothing: it may have moved', () => {
  const [one] = seen(SHIPS, EVERYWHERE, 1).bases;
  assert.equal(linkBases([one!], seen(SHIPS, EVERYWHERE, 2).bases), 'none');
});

test('a front that two pictures read differently where the ship stands is known in neither, and that of the others in both', () => {
  for (const turn of [Math.PI / 2, Math.PI, -Math.PI / 2]) {
    const misread = SHIPS.map((ship, i) => (i === 2 ? { ...ship, pose: { ...ship.pose, headingRad: ship.pose.headingRad + turn } } : ship));
    const { pictures, together } = oneTable([seen(SHIPS, EVERYWHERE, 1), near(misread.slice(1), 2, { x: 460, y: 490 }, 312)]);
    const openIn = (table: { ships: readonly { isFrontOpen?: true }[] }) =>
      table.ships.flatMap(({ isFrontOpen }, i) => (isFrontOpen ? [i] : []));
    const tables = pictures.map((one) => (typeof one === 'string' ? assert.fail(one) : one.table));
    assert.deepEqual(tables.map(openIn), [[2], [1]]);
    assert.deepEqual(openIn(together!), [2]);
  }
});

test('a front that one picture does not show is that of another where the ship stands in both, and stays open where it has moved', () => {
  const open = (measurement: TableMeasurement, i: number, turn: number): TableMeasurement => ({
    ...measurement,
    bases: measurement.bases.map((base, at) =>
      at === i ? { ...base, isFrontOpen: true as const, pose: { ...base.pose, headingRad: wrapRad(base.pose.headingRad + turn) } } : base,
    ),
  });
  for (const turn of [0, Math.PI / 2, Math.PI, -Math.PI / 2]) {
    const first = seen(SHIPS, EVERYWHERE, 1);
    const { pictures, together } = oneTable([first, open(seen(SHIPS, EVERYWHERE, 2), 2, turn)]);
    const tables = pictures.map((one) => (typeof one === 'string' ? assert.fail(one) : one.table));
    for (const { ships } of [...tables, together!]) {
      assert.equal(ships[2]!.isFrontOpen, undefined);
      assert.ok(Math.abs(wrapRad(ships[2]!.pose.headingRad - SHIPS[2]!.pose.headingRad)) < 0.05, `turned by ${turn}`);
    }
    const moved = SHIPS.map((ship, i) => (i === 2 ? { ...ship, pose: { ...ship.pose, x: ship.pose.x + 60 } } : ship));
    const { pictures: after } = oneTable([first, open(seen(moved, EVERYWHERE, 2), 2, turn)]);
    const [, second] = after;
    assert.ok(second && typeof second !== 'string');
    assert.equal(second.table.ships[2]!.isFrontOpen, true);
  }
});

test('a ship that one picture is unsure of is one as surely as another shows it where it stands', () => {
  const unsure = (measurement: TableMeasurement, i: number, detectionProbability: number): TableMeasurement => ({
    ...measurement,
    bases: measurement.bases.map((base, at) => (at === i ? { ...base, detectionProbability } : base)),
  });
  const { pictures, together } = oneTable([unsure(seen(SHIPS, EVERYWHERE, 1), 1, 0.99), unsure(seen(SHIPS, EVERYWHERE, 2), 1, 0.8)]);
  const tables = pictures.map((one) => (typeof one === 'string' ? assert.fail(one) : one.table));
  assert.deepEqual(
    [...tables, together!].map(({ ships }) => ships[1]!.detectionProbability),
    [0.99, 0.99, 0.99],
  );
});

test('an obstacle is known in all pictures that show its place as the one has it that knows it best', () => {
  const { xws, name, outline } = OBSTACLES[0]!;
  const token = { xws, name, mirrored: false, pose: { x: 0, y: 0, headingRad: 0 }, covariance: EXACT };
  const at = (x: number, y: number) => outline.map((point) => ({ x: point.x + x, y: point.y + y }));
  const doubtful = { kind: 'debris' as const, outline: at(500, 500), sigmaMm: 3, detectionProbability: 0.6 };
  const recognised = { kind: 'asteroid' as const, outline: at(505, 500), sigmaMm: 1, token };
  const other = { ...doubtful, outline: at(100, 500) };
  const obstaclesIn = (first: TableMeasurement['obstacles'], second: TableMeasurement['obstacles']) => {
    const { pictures, together } = oneTable([
      seen(SHIPS, EVERYWHERE, 1, { obstacles: first }),
      seen(SHIPS, EVERYWHERE, 2, { obstacles: second }),
    ]);
    return [...pictures.map((one) => (typeof one === 'string' ? assert.fail(one) : one.table)), together!].map(({ obstacles }) =>
      obstacles.map(({ id, kind, detectionProbability = 1 }) => [id, kind, detectionProbability]),
    );
  };
  const known = ['obstacle-1', 'asteroid', 1];
  assert.deepEqual(obstaclesIn([doubtful], [recognised]), [[known], [known], [known]]);
  // What only one shows is open for all: the others may have missed it.
  const both = [known, ['obstacle-2', 'debris', 0.6]];
  assert.deepEqual(obstaclesIn([recognised, other], []), [both, both, both]);
  // Beyond the picture: the camera of `seen` shows two metres to each side.
  const farOff = { ...recognised, outline: at(5000, 500) };
  assert.deepEqual(obstaclesIn([farOff], []), [[known], [], [known]]);
});

test('what several pictures saw without making it out is one thing of all together, and none where a ship or an obstacle accounts for it', () => {
  const place = (x: number, y: number, probability = 0.1) => ({ at: { x, y }, radiusMm: 28, probability, reason: 'Base?' });
  const { together } = oneTable([
    seen(SHIPS, EVERYWHERE, 1, { unmeasurable: [place(100, 100), place(800, 100), place(205, 305)] }),
    seen(SHIPS, EVERYWHERE, 2, { unmeasurable: [place(110, 105, 0.3), place(150, 100)] }),
  ]);
  assert.deepEqual(
    together!.unmeasurable!.map(({ at, probability }) => [Math.round(at.x), Math.round(at.y), probability]),
    [
      [110, 105, 0.3],
      [800, 100, 0.1],
      [150, 100, 0.1],
    ],
  );
  // Of a spot that may be an obstacle one that was recognised is what is there; one that was not may lie otherwise than it is seen.
  const rock = {
    kind: 'asteroid' as const,
    outline: [
      { x: 480, y: 690 },
      { x: 520, y: 690 },
      { x: 500, y: 730 },
    ],
    sigmaMm: 4,
  };
  const spot = { ...place(510, 710, 0.2), reason: UNMEASURED.perhapsObstacle };
  for (const [found, isLeft] of [
    [rock, false],
    [{ ...rock, detectionProbability: 0.5 }, true],
  ] as const) {
    const { together: all, pictures } = oneTable([
      seen(SHIPS, EVERYWHERE, 1, { unmeasurable: [spot] }),
      seen(SHIPS, EVERYWHERE, 2, { obstacles: [found] }),
    ]);
    assert.equal(all!.unmeasurable!.length, Number(isLeft));
    // The other picture has it in view, and leaves it open as well.
    const [, other] = pictures;
    assert.equal(typeof other === 'string' ? other : other!.table.unmeasurable!.length, Number(isLeft));
  }
});

test('an obstacle that one picture recognises shows for the others that those on this table are; where none does, lines are open in all', () => {
  const { xws, name, outline } = OBSTACLES[0]!;
  const token = { xws, name, mirrored: false, pose: { x: 0, y: 0, headingRad: 0 }, covariance: EXACT };
  const recognised = { kind: 'asteroid' as const, outline, sigmaMm: 1, token };
  const openIn = (obstacles: TableMeasurement['obstacles']) => {
    const { pictures, together } = oneTable([seen(SHIPS, EVERYWHERE, 1, { obstacles }), partly(SHIPS.slice(1), 2)]);
    return [...pictures.map((one) => (typeof one === 'string' ? assert.fail(one) : one.table)), together!].map(
      (table) => table.areObstaclesOpen,
    );
  };
  assert.deepEqual(openIn([recognised]), [undefined, undefined, undefined]);
  assert.deepEqual(openIn([{ ...recognised, detectionProbability: 0.9 }]), [true, true, true]);
});

test('of a picture that the print alone places, and whose one or two ships stand where none stood, nothing is certain beside the ships of others, nor do obstacles hold for both tables', () => {
  const whole = seen(SHIPS, EVERYWHERE, 1);
  const [lies, elsewhere] = [
    { x: 400, y: 560 },
    { x: 700, y: 300 },
  ].map(({ x, y }) => ({
    ...{ kind: 'asteroid' as const, sigmaMm: 0.5, token: { xws: OBSTACLES[0]!.xws, name: OBSTACLES[0]!.name, mirrored: false } },
    outline: OBSTACLES[0]!.outline.map((at) => ({ x: at.x + x, y: at.y + y })),
  })) as unknown as TableMeasurement['obstacles'];
  const another: readonly Standing[] = [
    { base: 'small', pose: { x: 430, y: 620, headingRad: 1.9 } },
    { base: 'large', pose: { x: 560, y: 480, headingRad: -0.4 } },
  ];
  for (const count of [1, 2]) {
    const close = {
      ...seen(another.slice(0, count), EVERYWHERE, 2, { isEdgeUnknown: true, obstacles: [elsewhere!] }),
      camera: nearCamera({ x: 500, y: 520 }, 160),
    };
    const { pictures, together } = oneTable([{ ...whole, obstacles: [lies!] }, close], new Set([0, 1]), {
      between: () => new Array(9).fill(0),
    });
    const [, placed] = pictures;
    assert.ok(placed && typeof placed !== 'string', 'it keeps its place: its ships may have flown');
    assert.equal(placed.measurement.caution?.code, 'ships-all-elsewhere');
    // Beside each other its ships are as certain as before, and what only the other picture shows is not certain there.
    assert.ok(placed.table.ships.every((ship) => !isSupposed(ship)));
    const isSure = ({ detectionProbability = 1 }) => detectionProbability >= 0.95;
    assert.deepEqual(placed.table.obstacles.map(isSure), [false, true].slice(2 - placed.table.obstacles.length));
    assert.deepEqual(together!.obstacles.map(isSure), [true, false]);
    const isOfClose = ({ pose }: { readonly pose: Pose }) =>
      another.some((one) => Math.hypot(one.pose.x - pose.x, one.pose.y - pose.y) < 3);
    assert.equal(together!.ships.filter(isOfClose).length, count);
    assert.ok(together!.ships.filter(isOfClose).every(isSupposed));
    assert.ok(together!.ships.some((ship) => !isSupposed(ship)));
  }
});

test('an obstacle that a picture without ships has where the others look and have nothing is not certain on their table, whichever comes first', () => {
  const obstacleAt = ({ x, y }: Point, token = OBSTACLES[0]!) =>
    ({
      ...{ kind: 'asteroid', sigmaMm: 0.5, token: { xws: token.xws, name: token.name, mirrored: false } },
      outline: token.outline.map((at) => ({ x: at.x + x, y: at.y + y })),
    }) as unknown as TableMeasurement['obstacles'][number];
  const [lies, elsewhere] = [obstacleAt({ x: 400, y: 560 }), obstacleAt({ x: 700, y: 300 })];
  const whole = { ...seen(SHIPS, EVERYWHERE, 1), obstacles: [lies] };
  const close = (obstacles: TableMeasurement['obstacles'], at: Point) => ({
    ...seen([], EVERYWHERE, 2, { isEdgeUnknown: true, obstacles }),
    camera: nearCamera(at, 90),
  });
  const together = (...pictures: TableMeasurement[]) =>
    oneTable(pictures, new Set(pictures.keys()), { between: () => new Array(9).fill(0) });
  const isSure = ({ detectionProbability = 1 }) => detectionProbability >= 0.95;
  const sureAt = ({ together: table }: ReturnType<typeof oneTable>, x: number) =>
    table!.obstacles.filter(({ outline }) => Math.abs(meanPoint(outline).x - x) < 30).map(isSure);
  const another = close([elsewhere], { x: 700, y: 300 });
  for (const pictures of [
    [whole, another],
    [another, whole],
  ]) {
    const all = together(...pictures);
    assert.deepEqual([sureAt(all, 400), sureAt(all, 700)], [[true], [false]]);
    assert.equal(all.together!.ships.length, SHIPS.length);
    assert.ok(all.together!.ships.every((ship) => !isSupposed(ship)));
  }
  // One that the others show as well ties it to their table, and so does a place that they leave open or do not show.
  assert.deepEqual(sureAt(together(whole, close([lies, elsewhere], { x: 550, y: 430 })), 700), [true]);
  const open = { at: meanPoint(elsewhere.outline), radiusMm: 20, probability: 0.3, reason: 'not-recognised' as const };
  const unsure = { ...whole, unmeasurable: [open] as unknown as TableMeasurement['unmeasurable'] };
  assert.deepEqual(sureAt(together(unsure, another), 700), [true]);
  assert.deepEqual(sureAt(together({ ...whole, camera: nearCamera({ x: 300, y: 560 }, 160) }, another), 700), [true]);
});

test('of a table whose ships have all moved between two pictures of the whole the last one alone counts', () => {
  const two = SHIPS.slice(0, 2);
  const flown = two.map(({ base, pose }) => ({ base, pose: { x: pose.x + 90, y: pose.y + 150, headingRad: pose.headingRad + 0.8 } }));
  const { together } = oneTable([seen(two, EVERYWHERE, 1), seen(flown, EVERYWHERE, 2)], new Set([0, 1]), {
    between: () => new Array(9).fill(0),
  });
  assert.equal(together!.ships.length, 2);
  assert.ok(together!.ships.every((ship) => !isSupposed(ship)));
});
