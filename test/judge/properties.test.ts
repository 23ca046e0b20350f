import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { EXACT, type Pose, pieceFromTable, tableFromPiece } from '../../src/geometry/pose.js';
import { arcDetail } from '../../src/judge/arc/arc-detail.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { guidedPath, poseAlong } from '../../src/judge/maneuver/guided-path.js';
import { maneuverEnds } from '../../src/judge/maneuver/maneuver-ends.js';
import { baseGapMm } from '../../src/judge/maneuver/placed-base.js';
import { report } from '../../src/judge/report/report.js';
import { ARC_NAMES } from '../../src/pieces/arc-names.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { BASE_SIDE_MM } from '../../src/pieces/dimensions.js';
import { BEARINGS, type Bearing, maneuverCode, parseManeuver } from '../../src/pieces/maneuver.js';
import { allTemplates } from '../../src/pieces/templates.js';
import type { Obstacle, Ship, Table } from '../../src/table/table.js';
import { DEG, MAT_MM, randomTable, ship, tableOf } from './tables.js';

/** Seeded, so that a failure comes again. */
const runs = (numRuns: number) => ({ seed: 20260, numRuns });

const base = fc.constantFrom(...BASE_SIZES);
const place = fc.double({ min: 120, max: 780, noNaN: true });
const heading = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(0, 90, 180, -90, 45));
const anyShip = (id: string) =>
  fc.tuple(base, place, place, heading).map(([size, x, y, deg]) => ship(id, size, x, y, deg, { arcs: ARC_NAMES }));
const twoShips = fc
  .tuple(anyShip('a'), anyShip('b'))
  .filter(([a, b]) => baseGapMm(a, b) > 1e-3)
  .map((ships) => tableOf(ships));
const tables = fc.integer({ min: 1, max: 1e6 }).map((seed) => randomTable({ seed, ships: 5, obstacles: 5 }));

/** The bearing of the mirrored maneuver: left and right change places. */
function mirroredBearing(bearing: Bearing): Bearing {
  if (bearing.side === 'straight') return bearing;
  const { motion, template, finish, side } = bearing;
  const same = (one: Bearing) => one.motion === motion && one.template === template && one.finish === finish && one.side !== side;
  return BEARINGS.find((one) => same(one) && one.side !== 'straight') ?? bearing;
}

/** The table seen by somebody who stands elsewhere. */
function movedTable(table: Table, frame: Pose): Table {
  const ships = table.ships.map((one): Ship => {
    return { ...one, pose: { ...tableFromPiece(frame, one.pose), headingRad: one.pose.headingRad + frame.headingRad } };
  });
  const obstacles = table.obstacles.map((one): Obstacle => ({ ...one, outline: one.outline.map((p) => tableFromPiece(frame, p)) }));
  return { ...table, ships, obstacles };
}

/** The table in a mirror: left and right change places. */
function mirroredTable(table: Table): Table {
  const names = { left: 'right', right: 'left' } as const;
  const ships = table.ships.map((one): Ship => {
    const arcs = one.arcs.map((arc) => names[arc as 'left'] ?? arc);
    return { ...one, arcs, pose: { x: MAT_MM - one.pose.x, y: one.pose.y, headingRad: -one.pose.headingRad } };
  });
  const obstacles = table.obstacles.map((one): Obstacle => ({ ...one, outline: one.outline.map(({ x, y }) => ({ x: MAT_MM - x, y })) }));
  return { ...table, ships, obstacles };
}

/** What does not depend on where one stands: distances, arcs, obstruction. */
function answers(table: Table, rename: (arc: string) => string = (arc) => arc): readonly string[] {
  const round = (mm: number) => mm.toFixed(5).replace('-0.00000', '0.00000');
  return report(table).pairs.flatMap(({ from, to, closest, arcs }) => [
    `${from} ${to} ${round(closest.mm)}`,
    ...Object.entries(arcs)
      .map(
        ([arc, { inArc, attack }]) =>
          `${from} ${to} ${rename(arc)} ${inArc.value} ${attack && `${round(attack.mm)} ${attack.obstructed.value} ${attack.by}`}`,
      )
      .sort(),
  ]);
}

test('the closest distance is the same from both sides, and so are its two points', () => {
  fc.assert(
    fc.property(twoShips, (table) => {
      const [there, back] = report(table).pairs;
      assert.ok(Math.abs(there!.closest.mm - back!.closest.mm) < 1e-9);
      assert.ok(Math.hypot(there!.closest.fromMm[0] - back!.closest.toMm[0], there!.closest.fromMm[1] - back!.closest.toMm[1]) < 1e-9);
    }),
    runs(200),
  );
});

test('moving and turning the whole table changes no distance, arc or obstruction', () => {
  fc.assert(
    fc.property(tables, place, place, heading, (table, x, y, deg) => {
      // On a mat so wide that nothing is moved off it.
      const moved = movedTable(table, { x: x + 3000, y: y + 3000, headingRad: deg * DEG });
      assert.deepEqual(answers({ ...moved, widthMm: 9000, depthMm: 9000 }), answers(table));
    }),
    runs(40),
  );
});

test('a mirrored table has mirrored arcs and the same distances', () => {
  const mirrorName = (arc: string) => (arc === 'left' ? 'right' : arc === 'right' ? 'left' : arc);
  fc.assert(
    fc.property(tables, (table) => {
      assert.deepEqual(answers(mirroredTable(table), mirrorName), answers(table));
    }),
    runs(40),
  );
});

test('a ship pushed straight away from another one until they just part touches it; 0.01 mm farther it does not', () => {
  fc.assert(
    fc.property(base, base, heading, heading, heading, (own, other, deg, otherDeg, way) => {
      const fixed = ship('a', own, 400, 400, deg);
      const at = (mm: number) => ship('b', other, 400 + mm * Math.sin(way * DEG), 400 + mm * Math.cos(way * DEG), otherDeg);
      let [inside, outside] = [0, 200];
      for (let i = 0; i < 60; i++) {
        const middle = (inside + outside) / 2;
        if (baseGapMm(fixed, at(middle)) < 0) inside = middle;
        else outside = middle;
      }
      assert.equal(report(tableOf([fixed, at(outside)])).pairs[0]!.touching.value, true);
      // Pushed along the slant of an edge, 0.03 mm of way are at least 0.01 mm of gap.
      assert.equal(report(tableOf([fixed, at(outside + 0.03)])).pairs[0]!.touching.value, baseGapMm(fixed, at(outside + 0.03)) <= 1e-5);
      assert.ok(baseGapMm(fixed, at(outside + 0.03)) > 0.01);
    }),
    runs(200),
  );
});

test('arcs cover the plane: a ship is in one of front, rear, left, right, and in one of the full arcs', () => {
  fc.assert(
    fc.property(twoShips, (table) => {
      const { arcs } = report(table).pairs[0]!;
      assert.ok(['front', 'rear', 'left', 'right'].some((arc) => arcs[arc]!.inArc.value));
      assert.ok(['fullFront', 'fullRear'].some((arc) => arcs[arc]!.inArc.value));
      if (arcs.bullseye!.inArc.value) assert.ok(arcs.front!.inArc.value && arcs.fullFront!.inArc.value);
    }),
    runs(200),
  );
});

test('the attack range is never shorter than the closest distance, and equal in the arc that the closest point is in', () => {
  fc.assert(
    fc.property(twoShips, (table) => {
      const { closest, arcs } = report(table).pairs[0]!;
      const attacks = ARC_NAMES.flatMap((arc) => arcs[arc]!.attack ?? []);
      for (const { mm } of attacks) assert.ok(mm >= closest.mm - 1e-9);
      const standard = ['front', 'rear', 'left', 'right'].flatMap((arc) => arcs[arc]!.attack ?? []);
      assert.ok(Math.abs(Math.min(...standard.map(({ mm }) => mm)) - closest.mm) < 1e-9);
    }),
    runs(200),
  );
});

test('turning the attacker by the reported degrees, and no less, changes an arc answer', () => {
  fc.assert(
    fc.property(twoShips, fc.constantFrom('front', 'rear', 'left', 'right', 'fullFront', 'fullRear', 'bullseye' as const), (table, arc) => {
      const { inArc, turnDeg } = arcDetail(table, 'a', 'b', arc as 'front');
      // The strip of the bullseye is taken without its start at the front edge, which a target close by can hide behind.
      const apart = Math.hypot(table.ships[0]!.pose.x - table.ships[1]!.pose.x, table.ships[0]!.pose.y - table.ships[1]!.pose.y);
      if (Number.isNaN(turnDeg) || apart < 130) return;
      const after = (deg: number) => {
        const [a, b] = table.ships;
        const turned = { ...a!, pose: { ...a!.pose, headingRad: a!.pose.headingRad + deg * DEG } };
        return arcDetail(tableOf([turned, b!]), 'a', 'b', arc as 'front').inArc.value;
      };
      assert.ok(after(turnDeg + 1e-3) !== inArc.value || after(-turnDeg - 1e-3) !== inArc.value, `${arc} ${turnDeg}`);
      for (const share of [0.25, 0.5, 0.999])
        assert.ok(after(share * turnDeg) === inArc.value && after(-share * turnDeg) === inArc.value, `${arc} ${turnDeg}`);
    }),
    runs(150),
  );
});

test('moving the target by less than the margin never turns an arc answer over', () => {
  fc.assert(
    fc.property(twoShips, heading, fc.double({ min: 0, max: 0.999, noNaN: true }), (table, way, share) => {
      const { arcs } = report(table).pairs[0]!;
      for (const arc of ARC_NAMES) {
        const { value, marginMm } = arcs[arc]!.inArc;
        const mm = share * Math.abs(marginMm!);
        const [a, b] = table.ships;
        const shifted = { ...b!, pose: { ...b!.pose, x: b!.pose.x + mm * Math.sin(way * DEG), y: b!.pose.y + mm * Math.cos(way * DEG) } };
        assert.equal(arcDetail(tableOf([a!, shifted]), 'a', 'b', arc).inArc.value, value, `${arc} ${marginMm}`);
      }
    }),
    runs(100),
  );
});

test('walking a template out and back leads to where one started', () => {
  const there = fc.constantFrom(...['1FW', '5FW', '1BW', '2NW', '3BW', '1TW', '2YW', '3TW']);
  fc.assert(
    fc.property(anyShip('a'), there, (start, code) => {
      const { end } = execute(tableOf([start]), 'a', parseManeuver(code));
      // Turned about, the same template on the other side leads back; turned about again it is where it was.
      const bearing = mirroredBearing(parseManeuver(code).bearing);
      const back = { ...start, pose: { ...end, headingRad: end.headingRad + Math.PI } };
      const home = execute(tableOf([back]), 'a', { ...parseManeuver(code), bearing }).end;
      assert.ok(Math.hypot(home.x - start.pose.x, home.y - start.pose.y) < 1e-9);
      assert.ok(Math.abs(Math.sin((home.headingRad + Math.PI - start.pose.headingRad) / 2)) < 1e-12);
    }),
    runs(100),
  );
});

test('reversing undoes a maneuver that is followed by its mirror image: a bank ahead and the same bank astern', () => {
  fc.assert(
    fc.property(anyShip('a'), fc.constantFrom(['1BW', '1AR'], ['1NW', '1DR'], ['3FW', '3SR'], ['2NW', '2DR']), (start, [out, back]) => {
      const { end } = execute(tableOf([start]), 'a', parseManeuver(out!));
      const home = execute(tableOf([{ ...start, pose: end }]), 'a', parseManeuver(back!)).end;
      assert.ok(Math.hypot(home.x - start.pose.x, home.y - start.pose.y) < 1e-9);
    }),
    runs(50),
  );
});

test('wherever a base is led along a template, its guides are as far apart as it is long and the way never jumps', () => {
  fc.assert(
    fc.property(
      base,
      fc.constantFrom(...allTemplates()),
      fc.constantFrom(-1, 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (size, laid, bend, share) => {
        const sideMm = BASE_SIDE_MM[size];
        const path = guidedPath({ x: 0, y: 0, headingRad: 0 }, sideMm, laid, laid.turnRad === 0 ? 0 : (bend as 1));
        const at = -sideMm + share * (laid.lengthMm + sideMm);
        const [pose, next] = [poseAlong(path, at), poseAlong(path, at + 1e-6)];
        assert.ok(Math.hypot(pose.x - next.x, pose.y - next.y) < 4e-6);
        const rear = pieceFromTable(path.start, tableFromPiece(pose, { x: 0, y: -sideMm / 2 }));
        if (at <= 0) assert.ok(Math.abs(rear.x) < 1e-9 && Math.abs(rear.y - at) < 1e-9);
      },
    ),
    runs(300),
  );
});

test('the fan of a mirrored dial is the mirror of the fan', () => {
  const dial = BEARINGS.flatMap((bearing) => bearing.speeds.map((speed) => maneuverCode({ speed, bearing, difficulty: 'white' })));
  const mirrorCode = (code: string) => maneuverCode({ ...parseManeuver(code), bearing: mirroredBearing(parseManeuver(code).bearing) });
  const mirrorAlign = { left: 'right', middle: 'middle', right: 'left' } as const;
  fc.assert(
    fc.property(tables, (table) => {
      const ends = maneuverEnds(table, 's0', dial);
      const mirrored = maneuverEnds(mirroredTable(table), 's0', dial.map(mirrorCode));
      for (const { code, align, execution } of ends) {
        const other = mirrored.find((end) => end.code === mirrorCode(code) && end.align === (align && mirrorAlign[align]))!.execution;
        assert.ok(Math.hypot(other.end.x - (MAT_MM - execution.end.x), other.end.y - execution.end.y) < 1e-6, code);
        assert.equal(other.execution, execution.execution, code);
        assert.deepEqual(
          [other.touching, other.templateOver, other.overlaps, other.offTable],
          [execution.touching, execution.templateOver, execution.overlaps, execution.offTable],
          code,
        );
      }
    }),
    runs(12),
  );
});

test('after any maneuver no two bases overlap, and a partial one touches the last ship it backed over or has not left its place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom('1FW', '3FW', '2NW', '1TW', '3YW', '2KR', '3LR', '1ER'), (seed, code) => {
      const table = randomTable({ seed, ships: 8, obstacles: 0, widthMm: 420 });
      const found = execute(table, 's0', parseManeuver(code));
      const moved = { base: table.ships[0]!.base, pose: found.end };
      const gaps = table.ships.slice(1).map((other) => baseGapMm(moved, other));
      assert.ok(Math.min(...gaps) > -1e-5);
      if (found.backedOver.length === 0) return;
      const atStart = found.rearAlongMm === -2 * halfSideMm(moved.base);
      assert.ok(atStart || found.touching.includes(found.backedOver.at(-1)!));
    }),
    runs(150),
  );
});

test('the same table gives the same answers, exact or not', () => {
  const table = randomTable({ seed: 5, covariance: { ...EXACT, xx: 0.2, yy: 0.3, hh: 2e-5 } });
  assert.deepEqual(report(table), report(table));
});
