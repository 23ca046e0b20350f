import type { Table } from './table.js';
import { refuse } from './validate.js';

/** All outlines of a table together have no more corners than this; each is measured against every ship. */
const MOST_CORNERS = 10_000;

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

/** What a report of the table costs stays bounded. */
export function checkSize({ obstacles, devices }: Table): void {
  const corners = [...obstacles, ...devices].reduce((sum, { outline }) => sum + outline.length, 0);
  if (corners <= MOST_CORNERS) return;
  refuse('obstacles', `outlines of ${corners} corners together`, `at most ${MOST_CORNERS}`, 'Give each outline fewer corners.');
}
