import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { execute } from '../../src/judge/maneuver/execute.js';
import { moveFile } from '../../src/judge/maneuver/move-file.js';
import { report } from '../../src/judge/report/report.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { parseScene } from '../../src/table/documents/scene-file.js';

interface ArcCase {
  readonly inArc?: boolean;
  readonly marginMm?: number;
  readonly mm?: number;
  readonly range?: number;
  readonly toMm?: readonly [number, number];
  readonly obstructed?: boolean;
  readonly choice?: boolean;
  readonly by?: readonly string[];
}

interface PairCase {
  readonly from: string;
  readonly to: string;
  readonly mm?: number;
  readonly range?: number;
  readonly touching?: boolean;
  readonly arcs?: Readonly<Record<string, ArcCase>>;
}

interface MoveCase {
  readonly ship: string;
  readonly maneuver: string;
  readonly execution?: string;
  readonly end?: readonly [number, number, number];
  readonly touching?: readonly string[];
  readonly templateOver?: readonly string[];
}

interface Case {
  readonly why: string;
  readonly scene: unknown;
  readonly pairs: readonly PairCase[];
  readonly moves: readonly MoveCase[];
}

const folder = new URL('../../test-fixtures/geometry/cases/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** Only what a case says is compared; numbers to 0.001 mm. */
function check(found: unknown, expected: unknown, what: string): void {
  if (expected === undefined) return;
  if (typeof expected === 'number') assert.ok(Math.abs((found as number) - expected) < 1e-3, `${what}: got ${found}, expected ${expected}`);
  else if (Array.isArray(expected) && typeof expected[0] === 'number')
    for (const [i, one] of expected.entries()) check((found as number[])[i], one, what);
  else assert.deepEqual(found, expected, what);
}

for (const file of files) {
  const { why, scene, pairs, moves } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case;
  test(`hard case ${file.replace('.json', '').replaceAll('-', ' ')}`, () => {
    const table = parseScene(scene);
    for (const expected of pairs) checkPair(report(table), expected, why);
    for (const { ship, maneuver, end, ...rest } of moves) {
      const found = moveFile(ship, maneuver, execute(table, ship, parseManeuver(maneuver)));
      check([found.end.xMm, found.end.yMm, found.end.headingDeg], end, why);
      for (const [field, value] of Object.entries(rest)) check(found[field as 'touching'], value, `${why} (${field})`);
    }
  });
}

function checkPair({ pairs }: ReturnType<typeof report>, expected: PairCase, why: string): void {
  const found = pairs.find(({ from, to }) => from === expected.from && to === expected.to)!;
  check(found.closest.mm, expected.mm, why);
  check(found.closest.range, expected.range, why);
  check(found.touching.value, expected.touching, why);
  for (const [arc, { inArc, marginMm, obstructed, ...attack }] of Object.entries(expected.arcs ?? {})) {
    check(found.arcs[arc]!.inArc.value, inArc, `${why} (${arc})`);
    check(found.arcs[arc]!.inArc.marginMm, marginMm, `${why} (${arc})`);
    check(found.arcs[arc]!.attack?.obstructed.value, obstructed, `${why} (${arc})`);
    for (const [field, value] of Object.entries(attack)) check(found.arcs[arc]!.attack![field as 'mm'], value, `${why} (${arc} ${field})`);
  }
}

test('there are hard cases of every kind', () => {
  assert.ok(files.length >= 15);
});
