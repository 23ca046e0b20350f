import { selfCrossing, signedAreaSqMm } from '../geometry/outline.js';
import type { Point } from '../geometry/point.js';
import { readArray, readNumber, refuse } from './json-door.js';
import type { Table } from './table.js';

/** Reads `[[x, y], …]` in mm; refuses fewer than three corners, a surface without area, and edges that cross or touch. */
export function readOutline(json: unknown, where: string): readonly Point[] {
  const corners = readArray(json, where);
  if (corners.length < 3) refuse(where, corners, 'at least 3 corners', 'Give the whole outline.');
  const outline = corners.map((corner, i) => {
    const pair = readArray(corner, `${where}[${i}]`);
    if (pair.length !== 2) refuse(`${where}[${i}]`, pair, '[x, y] in mm', 'Give two numbers for each corner.');
    return { x: readNumber(pair[0], `${where}[${i}][0]`), y: readNumber(pair[1], `${where}[${i}][1]`) };
  });
  const crossing = selfCrossing(outline);
  if (crossing) {
    const { edge, otherEdge } = crossing;
    const got = `edges ${edge} and ${otherEdge} that cross or touch`;
    refuse(where, got, 'an outline that does not cross itself', 'Give the corners in order around the piece, not repeating the first one.');
  }
  if (!(Math.abs(signedAreaSqMm(outline)) > 0)) refuse(where, corners, 'an outline with an area', 'Give the corners of a surface.');
  return outline;
}

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
