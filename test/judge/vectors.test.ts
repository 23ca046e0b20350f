import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Pose } from '../../src/geometry/pose.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { guidedPath, poseAlong } from '../../src/judge/maneuver/guided-path.js';
import { type Reposition, reposition } from '../../src/judge/maneuver/reposition.js';
import { rangeOf } from '../../src/judge/range/range.js';
import { report } from '../../src/judge/report/report.js';
import { arcLineExitMm, arcRegion, frontHalfAngleRad } from '../../src/pieces/arcs.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { BASE_SIDE_MM, CBASSE, MEASURED, MEASURED_ROUNDED, NOMINAL, type PhysicalSet } from '../../src/pieces/dimensions.js';
import { BEARINGS, type Maneuver } from '../../src/pieces/maneuver.js';
import { template } from '../../src/pieces/templates.js';
import { DEG, ship, tableOf } from './tables.js';

/** Numbers of other programs, with their sources in the file. */
const vectors = JSON.parse(readFileSync(new URL('../../test-fixtures/geometry/vectors.json', import.meta.url), 'utf8'));

interface Vector {
  readonly kind: string;
  readonly base: BaseSize;
  readonly maneuver: string;
  readonly dx: number;
  readonly dy: number;
  readonly heading: number;
  readonly alignment?: 'forward' | 'centre' | 'backward';
}

/** The sources round to 0.001 mm and 0.1°. */
const ROUNDED_MM = 0.0011;

const START: Pose = { x: 300, y: 300, headingRad: 0 };

function assertNear(found: Pose, { dx, dy, heading }: Vector, withinMm: number, what: string): void {
  const away = Math.hypot(found.x - START.x - dx, found.y - START.y - dy);
  assert.ok(away <= withinMm, `${what}: ${away} mm away`);
  const turn = Math.abs(Math.sin((found.headingRad - heading * DEG) / 2));
  assert.ok(turn < 1e-6, `${what}: heading ${found.headingRad / DEG} instead of ${heading}`);
}

/** The maneuver that a vector names, such as `reverse-bank-1-left`. */
function maneuverOf(name: string): Maneuver {
  const [, prefix, , kind = 'straight', speed, side] =
    /^((segnor|reverse|koiogran|tallon|boost|decloak-boost)-)?(straight|bank|turn)?-?(\d)-?(left|right)?/.exec(name)!;
  const turned = prefix === 'segnor-' || prefix === 'koiogran-';
  const motion = prefix === 'reverse-' ? 'reverse' : 'forward';
  const finish = turned ? 'turned about' : prefix === 'tallon-' ? 'rolled' : 'along';
  const shape = prefix === 'tallon-' ? 'turn' : (kind as 'straight' | 'bank' | 'turn');
  const like = BEARINGS.find((row) => row.template === shape && row.motion === motion && row.side === (side ?? 'straight')) ?? BEARINGS[0]!;
  return {
    speed: Number(speed),
    difficulty: 'white',
    bearing: { ...like, template: shape, side: (side ?? 'straight') as 'left', motion, finish },
  };
}

/** Alignments of the vectors are relative to the ship's new facing; the template's edge depends on the side it turned to. */
function alignOf({ alignment, maneuver }: Vector): 'left' | 'middle' | 'right' | undefined {
  if (!alignment || alignment === 'centre') return alignment && 'middle';
  return (alignment === 'backward') === maneuver.includes('right') ? 'left' : 'right';
}

test('[MAN-02] [MAN-10] [MAN-11] [MAN-12] [MAN-13] [MAN-14] [MAN-15] [MAN-19] [MAN-20] every maneuver vector of the virtual tables is reproduced', () => {
  const kinds = ['maneuver', 'segnor', 'reverse', 'koiogran', 'tallon', 'boost'];
  const rows = (vectors.maneuvers as Vector[]).filter((row) => kinds.includes(row.kind));
  assert.equal(rows.length, 114);
  for (const row of rows) {
    const table = tableOf([ship('a', row.base, START.x, START.y, 0)]);
    const align = alignOf(row);
    const found = execute(table, 'a', maneuverOf(row.maneuver), align ? { align } : {});
    assertNear(found.end, row, ROUNDED_MM, row.maneuver);
  }
});

/** The reposition that a vector of the TTS table names. */
function repositionOf({ kind, maneuver, base }: Vector): Reposition {
  const words = maneuver.split('-');
  if (maneuver.startsWith('decloak-boost')) {
    return { kind: 'decloak', exit: 'front', template: 'straight', speed: Number(maneuver.at(-1)), bend: 'straight', across: false };
  }
  const [, shape = 'straight', speed = '1'] = /(straight|bank|turn)-?(\d)/.exec(maneuver) ?? [];
  const exit = kind === 'sideslip' || words.includes('right') ? 'right' : 'left';
  const bend = kind === 'sideslip' ? 'ahead' : firstBend(words);
  const across = shape === 'straight' && base !== 'small';
  return {
    kind: 'barrel roll',
    exit,
    template: shape as 'straight',
    speed: Number(speed),
    bend: shape === 'straight' ? 'straight' : bend,
    across,
  };
}

function firstBend(words: readonly string[]): 'ahead' | 'astern' {
  return words.find((word) => word === 'forward' || word === 'backward') === 'backward' ? 'astern' : 'ahead';
}

/** The ends of a reposition on an empty mat. */
const endsOf = (base: BaseSize, move: Reposition) => reposition(tableOf([{ ...ship('a', base, 0, 0, 0), pose: START }]), 'a', move);

const PLACEMENTS = { forward: 'front', centre: 'middle', backward: 'back' } as const;

test('every reposition vector of the virtual tables is reproduced: rolls, decloaks, bank and turn rolls, sideslips', () => {
  const kinds = ['barrelroll', 'decloak', 'barrelroll-bank1', 'decloak-bank2', 'sideslip'];
  const rows = (vectors.maneuvers as Vector[]).filter((row) => kinds.includes(row.kind));
  assert.equal(rows.length, 56);
  for (const row of rows) {
    const ends = endsOf(row.base, repositionOf(row));
    const end = ends.find(({ placement }) => placement === PLACEMENTS[row.alignment ?? 'centre'])!;
    assertNear(end.pose, row, ROUNDED_MM, row.maneuver);
  }
});

test('the turn rolls of TTS are reproduced with its own slide of 20 mm, twice what the rules give, forward being outward', () => {
  const rows = (vectors.maneuvers as Vector[]).filter((row) => row.kind === 'barrelroll-turn1');
  assert.equal(rows.length, 12);
  for (const row of rows) {
    const move = { ...repositionOf(row), slideMm: 20 };
    // The ship that rolled ahead faces inward at the end, so its front placement is the inner one.
    const inward = move.bend === 'ahead';
    const outer = inward ? 'back' : 'front';
    const inner = inward ? 'front' : 'back';
    const placement = { forward: outer, centre: 'middle', backward: inner }[row.alignment!];
    assertNear(endsOf(row.base, move).find((one) => one.placement === placement)!.pose, row, ROUNDED_MM, row.maneuver);
  }
});

test('the repositions of VASSAL agree to its pixels: 0.9 mm', () => {
  for (const row of vectors.vassalRepositions as (Vector & { name: string })[]) {
    const [, speed, exit, bank, place] = /^BR(\d)_(Left|Right)(?:_Bank([FB]))?(?:_(AFAP|ABAP))?/.exec(row.name)!;
    const across = row.base !== 'small';
    const move: Reposition = {
      kind: 'barrel roll',
      exit: exit === 'Left' ? 'left' : 'right',
      template: bank ? 'bank' : 'straight',
      speed: Number(speed),
      bend: bank ? (bank === 'F' ? 'ahead' : 'astern') : 'straight',
      across,
    };
    const placement = place === 'AFAP' ? 'front' : place === 'ABAP' ? 'back' : 'middle';
    const end = endsOf(row.base, move).find((one) => one.placement === placement)!;
    assertNear(end.pose, row, 0.9, row.name);
  }
});

test('[MAN-22] sampled poses of partially executed maneuvers agree to the table that traj printed to 0.06 mm at its own heading', () => {
  const items = vectors.partialManeuvers.items as {
    base: BaseSize;
    type: 'bank' | 'turn';
    dir: string;
    speed: number;
    x: number;
    y: number;
    heading: number;
  }[];
  assert.equal(items.length, 30);
  for (const item of items) {
    const laid = template(item.type, item.speed);
    const sideMm = BASE_SIDE_MM[item.base];
    const path = guidedPath({ x: 0, y: 0, headingRad: 0 }, sideMm, laid, item.dir === 'right' ? 1 : -1);
    // The row's own heading says how far the base has come.
    let [low, high] = [-sideMm, laid.lengthMm];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (Math.abs(poseAlong(path, middle).headingRad) < Math.abs(item.heading) * DEG) low = middle;
      else high = middle;
    }
    const pose = poseAlong(path, low);
    const away = Math.hypot(pose.x - item.x, pose.y - item.y);
    assert.ok(away < 0.06, `${item.base} ${item.type} ${item.speed} at ${item.heading}°: ${away} mm`);
  }
});

test('the ends with other physical radii agree with their makers', () => {
  const sets: Readonly<Record<string, PhysicalSet>> = { cbasse: CBASSE };
  const items = vectors.alternativePhysicalRadii.items as (Vector & { midRadius: number; source: string })[];
  for (const item of items) {
    const [, kind, speed] = /(bank|turn)-(\d)/.exec(item.maneuver)!;
    const index = Number(speed) - 1;
    const radius = (set: PhysicalSet) => (kind === 'bank' ? set.bankRadiusMm : set.turnRadiusMm)[index]!;
    const set = sets[item.source] ?? [MEASURED, MEASURED_ROUNDED].find((one) => Math.abs(radius(one) - item.midRadius) < 0.011);
    assert.ok(set, `${item.source} ${item.maneuver}: no named set has a radius of ${item.midRadius}`);
    const table = tableOf([ship('a', item.base, START.x, START.y, 0)]);
    const found = execute(table, 'a', maneuverOf(item.maneuver), { physical: set });
    assertNear(found.end, item, 0.012, item.maneuver);
  }
});

test('arc angles and the places where arc lines leave the base are those of TTS, VASSAL and c-basse', () => {
  for (const row of vectors.arcs as {
    base: BaseSize | 'huge';
    frontArcDeg: number;
    source: string;
    arcLineCrossesFrontEdgeAtX: number;
    frontEdgeY: number;
  }[]) {
    if (row.base === 'huge') {
      assert.equal(NOMINAL.frontArcDeg.huge, row.frontArcDeg);
      continue;
    }
    const set = row.source === 'cbasse' ? CBASSE : NOMINAL;
    assert.ok(Math.abs((2 * frontHalfAngleRad(row.base, set)) / DEG - row.frontArcDeg) < 0.011);
    // VASSAL's medium base is drawn 60.5 wide.
    const scale = row.frontEdgeY / (BASE_SIDE_MM[row.base] / 2);
    assert.ok(Math.abs(arcLineExitMm(row.base, set) * scale - row.arcLineCrossesFrontEdgeAtX) < 0.011, `${row.base} ${row.source}`);
  }
});

test('points 1 mm to either side of an arc line are in the arc that the vectors say', () => {
  for (const { base, point, inFrontArc, inRightArc } of vectors.arcPointTests.items as {
    base: BaseSize;
    point: [number, number];
    inFrontArc: boolean;
    inRightArc: boolean;
  }[]) {
    for (const [arc, expected] of [
      ['front', inFrontArc],
      ['right', inRightArc],
    ] as const) {
      const { sides } = arcRegion(base, arc);
      const inside = [0, 3].every((s) => sides[s]! * point[0] + sides[s + 1]! * point[1] >= sides[s + 2]!);
      assert.equal(inside, expected, `${base} ${point} ${arc}`);
    }
  }
});

test('[RNG-01] the bands are those of the ruler; exactly on a line lies in the nearer band', () => {
  for (const { distanceMm, range } of vectors.rangeBands as { distanceMm: number; range: number }[]) {
    if (distanceMm === 0) continue; // First edition has no range 0.
    assert.equal(rangeOf(distanceMm), Math.min(range, 4));
  }
});

test('[RNG-02] the range pairs have the gap and the range of the vectors', () => {
  type End = { base: BaseSize; x: number; y: number; headingDeg: number };
  for (const { attacker, defender, range, trueGapMm } of vectors.rangePairs as {
    attacker: End;
    defender: End;
    range: number;
    trueGapMm: number;
  }[]) {
    const table = tableOf([attacker, defender].map((one, i) => ship(`s${i}`, one.base, one.x, one.y, one.headingDeg)));
    const { closest } = report(table).pairs[0]!;
    assert.ok(Math.abs(closest.mm - trueGapMm) < 0.001);
    assert.equal(closest.range, range);
  }
});

test('[RNG-03] the firing arc vectors hold, in a frame whose y axis points down', () => {
  type Row = {
    attacker: [number, number, number];
    defender: [number, number, number];
    base: BaseSize;
    front: boolean;
    rear: boolean;
    left: boolean;
    right: boolean;
    bullseye: boolean;
  };
  for (const row of vectors.firingArcTests as Row[]) {
    const place = (id: string, [x, y, deg]: [number, number, number]) =>
      ship(id, row.base, x, 900 - y, 90 + deg, { arcs: ['front', 'rear', 'left', 'right', 'bullseye'] });
    const { arcs } = report(tableOf([place('a', row.attacker), place('d', row.defender)])).pairs[0]!;
    for (const arc of ['front', 'rear', 'left', 'right', 'bullseye'] as const) {
      assert.equal(arcs[arc]!.inArc.value, row[arc], `${arc} of ${row.attacker} to ${row.defender}`);
    }
  }
});

test('a known wrong vector is not reproduced: a base corner at 33.7° lies in the front arc', () => {
  const attacker = ship('a', 'small', 400, 500, 90);
  const defender = ship('d', 'small', 500, 600, 270);
  const { arcs } = report(tableOf([attacker, defender])).pairs[0]!;
  assert.equal(arcs.front!.inArc.value, true);
});

test('the paths of jmthompson2015 are walked: centre, front edge, template end, new centre; along +x at heading 0', () => {
  const [straight, roll] = vectors.pathTests as { points: [number, number][] }[];
  const placed = (x: number, y: number) => tableOf([ship('a', 'small', x, y, 90)]);
  const [from, , , to] = straight!.points as [[number, number], unknown, unknown, [number, number]];
  const { end } = execute(placed(...from), 'a', maneuverOf('straight-1'));
  assert.ok(Math.hypot(end.x - to[0], end.y - to[1]) < 1e-9);
  // Its y axis points down, so a roll to the right goes to larger y there and to smaller y here.
  const [start, , , side] = roll!.points as [[number, number], unknown, unknown, [number, number]];
  const rolls = reposition(placed(...start), 'a', rightRoll);
  const middle = rolls.find(({ placement }) => placement === 'middle')!.pose;
  assert.ok(Math.hypot(middle.x - side[0], start[1] - middle.y - (side[1] - start[1])) < 1e-9);
});

const rightRoll: Reposition = { kind: 'barrel roll', exit: 'right', template: 'straight', speed: 1, bend: 'straight', across: false };
