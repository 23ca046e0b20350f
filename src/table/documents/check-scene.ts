import type { Table } from '../table.js';
import { refuse } from './validate.js';

/** Maximum number of corners of all outlines of a table together; each is measured against every ship. */
const MAX_CORNERS = 10_000;

/** Ids name things across the whole scene, because `overlaps` and `by` mix ships, obstacles and devices. */
export function checkIds(table: Table): void {
  const seen = new Map<string, string>();
  const groups = { ships: table.ships, obstacles: table.obstacles, devices: table.devices };
  for (const [group, things] of Object.entries(groups)) {
    things.forEach((thing, i) => {
      const where = `${group}[${i}].id`;
      const first = seen.get(thing.id);
      if (first) refuse(where, thing.id, 'an id that is used once', `It is also ${first}: rename one of the two.`);
      seen.set(thing.id, where);
    });
  }
}

/**
 * Minimum size of a table, mm: the longest of usual tables is 182.9 cm, so one smaller than this is given in centimetres, or in larger
 * units.
 */
const MIN_TABLE_MM = 200;

/** Checks that a report of the table has a bounded cost, and that its size is in millimetres. */
export function checkSize({ obstacles, devices, widthMm, depthMm }: Table): void {
  if (Math.min(widthMm, depthMm) < MIN_TABLE_MM)
    refuse(
      'table',
      `${widthMm} × ${depthMm} mm`,
      `at least ${MIN_TABLE_MM} mm each way`,
      'Give it in millimetres: 3 ft, or 91.44 cm, is 914.4.',
    );
  const corners = [...obstacles, ...devices].reduce((sum, { outline }) => sum + outline.length, 0);
  if (corners <= MAX_CORNERS) return;
  refuse('obstacles', `outlines of ${corners} corners together`, `at most ${MAX_CORNERS}`, 'Give each outline fewer corners.');
}

/**
 * Share by which rounding may make two poses that move as one seem to have more in common than each has: numbers of a covariance were
 * rounded separately.
 */
const ROUNDING = 1e-5;

/** A joint covariance of `ships` poses, (3n)×(3n) row-major: of that size, symmetric, no two sharing more than each has. In any units. */
export function checkJoint(values: readonly number[], ships: number): void {
  const n = 3 * ships;
  if (values.length !== n ** 2) {
    const expected = `${n ** 2}, 3 × 3 for each two of the ${ships} ships`;
    refuse('jointCovariance', `${values.length} numbers`, expected, 'Ships were added or left out: leave this field out as well.');
  }
  values.forEach((value, k) => {
    const [row, column] = [Math.floor(k / n), k % n];
    const where = `jointCovariance[${k}]`;
    if (row === column && value < 0) {
      refuse(where, value, 'a finite number of at least 0', 'It is a variance: correct it or leave the field out.');
    }
    const mirror = values[column * n + row]!;
    const most = Math.sqrt(values[row * n + row]! * values[column * n + column]!);
    if (Math.abs(value - mirror) > ROUNDING * most) refuse(where, value, `${mirror}, as in its mirror place`, 'Leave the field out.');
    if (Math.abs(value) > (1 + ROUNDING) * most)
      refuse(where, value, `at most ${most}, as the two variances allow`, 'Leave the field out.');
  });
}
