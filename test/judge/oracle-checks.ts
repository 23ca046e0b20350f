import assert from 'node:assert/strict';
import { flattenReport } from '../../analyses/accuracy/flatten-report.js';
import type { Pose } from '../../src/geometry/pose.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { report } from '../../src/judge/report/report.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import type { Table } from '../../src/table/table.js';
import { basesCollide, corners, distanceToPolygon, perimeter, pointInArc, slowPath } from './slow-oracle.js';
import { randomTable, seeded } from './tables.js';

/** Holds every answer about all pairs of a random table against a general polygon library; the number of pairs compared. */
export function comparePairs(seed: number, ships: number): number {
  const table = randomTable({ seed, ships, obstacles: 6 });
  const { pairs, ships: own } = report(table);
  const slow = flattenReport(table);
  pairs.forEach((pair, i) => {
    const other = slow.pairs[i]!;
    const what = `seed ${seed}, ${pair.from} to ${pair.to}`;
    assert.ok(Math.abs(pair.closest.mm - other.gapMm) < 1e-6, `${what}: ${pair.closest.mm} mm, not ${other.gapMm}`);
    for (const [arc, { inArc, attack }] of Object.entries(pair.arcs)) {
      const expected = other.attacks.get(arc as 'front');
      assert.equal(inArc.value, expected !== undefined, `${what}: ${arc}`);
      if (!attack || !expected) continue;
      assert.ok(Math.abs(attack.mm - expected.gapMm) < 1e-6, `${what}: ${arc} ${attack.mm} mm, not ${expected.gapMm}`);
      const onIt = [...attack.by, ...(attack.devicesOnLine ?? []), ...attack.shipsOnLine];
      assert.deepEqual(onIt, expected.by, `${what}: ${arc}`);
      assert.equal(
        attack.obstructed.value,
        expected.by.some((id) => table.obstacles.some((one) => one.id === id)),
        `${what}: ${arc}`,
      );
    }
  });
  for (const { id, objects } of own) {
    for (const object of objects) {
      const gapMm = slow.objects.get(id)!.get(object.id)!;
      assert.ok(Math.abs(object.closest.mm - gapMm) < 1e-6, `seed ${seed}, ${id} to ${object.id}: ${object.closest.mm} mm, not ${gapMm}`);
    }
  }
  return pairs.length;
}

/** Step of the sampled outlines, mm: a nearest point lies no farther than half of it from a sample. */
const STEP_MM = 0.1;

/** Holds closest distances, arcs and attack ranges of a random table against rows of points and their bearings. */
export function compareSampled(seed: number, hugeMm?: number): number {
  const table = randomTable({
    seed,
    ships: 4,
    obstacles: 0,
    widthMm: hugeMm === undefined ? 500 : 800,
    ...(hugeMm !== undefined && { hugeMm }),
  });
  const { pairs } = report(table);
  for (const { from, to, closest, arcs } of pairs) {
    const [a, b] = [from, to].map((id) => table.ships.find((one) => one.id === id)!);
    const own = corners(a!);
    const points = perimeter(corners(b!), STEP_MM);
    const mmOf = points.map((point) => distanceToPolygon(point, own));
    const what = `seed ${seed}, ${from} to ${to}`;
    const back = Math.min(...perimeter(own, STEP_MM).map((point) => distanceToPolygon(point, corners(b!))));
    assert.ok(Math.abs(closest.mm - Math.min(...mmOf, back)) < STEP_MM / 2, what);
    for (const [arc, { inArc, attack }] of Object.entries(arcs)) {
      const inside = mmOf.filter((_, i) => pointInArc(a!, arc, points[i]!));
      // A sliver between two samples may be inside unseen.
      if (inside.length > 0 || inArc.marginMm! > STEP_MM) assert.equal(inArc.value, inside.length > 0, `${what}: ${arc} ${inArc.marginMm}`);
      if (attack && inside.length > 0)
        assert.ok(attack.mm <= Math.min(...inside) + 1e-9, `${what}: ${arc} ${attack.mm}, not ${Math.min(...inside)}`);
      if (attack && inside.length > 0)
        assert.ok(attack.mm > Math.min(...inside) - STEP_MM, `${what}: ${arc} ${attack.mm}, not ${Math.min(...inside)}`);
    }
  }
  return pairs.length;
}

const CODES = [
  '1FW',
  '2FW',
  '3FW',
  '4FW',
  '5FW',
  '1BW',
  '2NW',
  '3BW',
  '1TW',
  '2YW',
  '3TW',
  '2KR',
  '3KR',
  '1LR',
  '2PR',
  '1ER',
  '2RR',
  '1AR',
  '2SR',
  '1DR',
];
const RADII: Readonly<Record<string, readonly number[]>> = { bank: [80, 130, 180], turn: [35, 62.5, 90] };
/** Step of the walked path, mm. */
const WALK_MM = 0.05;

/** Holds one maneuver among many ships against a walk along a polyline, to 0.01 mm; whether it was partial. */
export function compareManeuver(seed: number): boolean {
  const random = seeded(seed);
  const table = randomTable({ seed, ships: 9, obstacles: 0, widthMm: 380 });
  const code = CODES[Math.floor(random() * CODES.length)]!;
  const maneuver = parseManeuver(code);
  const found = execute(table, 's0', maneuver);
  const walked = walk(table, code);
  const what = `seed ${seed} ${code}`;
  const bumps = (pose: Pose) => table.ships.slice(1).some((other) => basesCollide({ base: table.ships[0]!.base, pose }, other));
  // A graze that the walk cannot tell from a gap is left out.
  if (bumps(found.intended) !== (found.execution === 'partial')) assert.fail(`${what}: ${found.execution}`);
  if (found.execution === 'full') return false;
  const away = Math.hypot(found.end.x - walked.x, found.end.y - walked.y);
  const turn = Math.abs(Math.sin((found.end.headingRad - walked.headingRad) / 2)) * 2;
  assert.ok(away < 0.01 && turn < 0.0005, `${what}: ${away} mm, ${turn} rad from where the walk ends`);
  return true;
}

/** Walks the ship back from the end of its template until nothing collides. */
function walk(table: Table, code: string): Pose {
  const { speed, bearing } = parseManeuver(code);
  const mover = table.ships[0]!;
  const reverse = bearing.motion === 'reverse';
  const start = { base: mover.base, pose: { ...mover.pose, headingRad: mover.pose.headingRad + (reverse ? Math.PI : 0) } };
  const turnDeg = { straight: 0, bank: 45, turn: 90, none: 0 }[bearing.template];
  const radius = RADII[bearing.template]?.[speed - 1] ?? Infinity;
  const length = turnDeg === 0 ? 40 * speed : (radius * turnDeg * Math.PI) / 180;
  const bend = (bearing.side === 'left' ? -1 : 1) * (reverse ? -1 : 1);
  const poses = slowPath(start, radius, turnDeg, length, bend, WALK_MM);
  const free = (pose: Pose) => !table.ships.slice(1).some((other) => basesCollide({ base: mover.base, pose }, other));
  let at = poses.length - 1;
  while (at > 0 && !free(poses[at]!)) at--;
  // Between the last free step and the next one: halve until it is found.
  let [low, high] = [0, 1];
  const between = (t: number): Pose => {
    const [a, b] = [poses[at]!, poses[Math.min(at + 1, poses.length - 1)]!];
    return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y), headingRad: a.headingRad + t * (b.headingRad - a.headingRad) };
  };
  for (let i = 0; i < 30; i++) {
    const t = (low + high) / 2;
    if (free(between(t))) low = t;
    else high = t;
  }
  const end = at === 0 && !free(poses[0]!) ? poses[0]! : between(low);
  return { ...end, headingRad: end.headingRad + (reverse ? Math.PI : 0) };
}
