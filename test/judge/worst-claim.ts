import { EXACT } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import type { Table } from '../../src/table/table.js';
import { seeded } from './tables.js';

/** A table drawn at random from the errors of another. */
function drawn(table: Table, normal: () => number): Table {
  const ships = table.ships.map((one) => {
    const { xx, xy, yy, hh } = one.covariance;
    const u = normal();
    const x = Math.sqrt(xx) * u;
    const y = xx > 0 ? (xy / Math.sqrt(xx)) * u + Math.sqrt(yy - (xy * xy) / xx) * normal() : Math.sqrt(yy) * normal();
    const pose = { x: one.pose.x + x, y: one.pose.y + y, headingRad: one.pose.headingRad + Math.sqrt(hh) * normal() };
    return { ...one, pose, covariance: EXACT };
  });
  return { ...table, ships };
}

/** Largest difference, beyond scatter, between claimed probabilities and shares of `runs` random tables, with what it is about. */
export function worstClaim(table: Table, runs: number, seed: number, draw = drawn): { readonly off: number; readonly what: string } {
  const random = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const counts = new Map<string, number>();
  const count = (key: string, is: boolean) => counts.set(key, (counts.get(key) ?? 0) + Number(is));
  for (let k = 0; k < runs; k++) {
    const { pairs, ships } = report(draw(table, normal));
    for (const { from, to, closest, arcs } of pairs) {
      count(`${from} ${to} range ${closest.range}`, true);
      for (const [arc, { attack }] of Object.entries(arcs)) {
        if (!attack) continue;
        count(`${from} ${to} ${arc}`, true);
        count(`${from} ${to} ${arc} range ${attack.range}`, true);
        count(`${from} ${to} ${arc} obstructed`, attack.obstructed.value);
      }
    }
    for (const { id, offTable, objects } of ships) {
      count(`${id} off`, offTable.value);
      for (const object of objects) count(`${id} ${object.id} range ${object.closest.range}`, true);
    }
  }
  let worst = { off: 0, what: '' };
  const check = (key: string, claimed: number, among = runs) => {
    const share = (counts.get(key) ?? 0) / among;
    // The share itself scatters; four standard deviations of it are taken off, since thousands are compared.
    const off = Math.abs(claimed - share) - 4 * Math.sqrt(Math.max(share * (1 - share), 1 / among) / among);
    if (off > worst.off) worst = { off, what: `${key}: claimed ${claimed}, found ${share}` };
  };
  const { pairs, ships } = report(table);
  for (const { from, to, closest, arcs } of pairs) {
    for (let range = 0; range <= 4; range++) check(`${from} ${to} range ${range}`, closest.probability[range]!);
    for (const [arc, { inArc, attack }] of Object.entries(arcs)) {
      check(`${from} ${to} ${arc}`, inArc.probability);
      const among = counts.get(`${from} ${to} ${arc}`) ?? 0;
      // What holds only if the target is in the arc can be counted only where it is.
      if (!attack || among < runs / 2) continue;
      for (let range = 0; range <= 4; range++) check(`${from} ${to} ${arc} range ${range}`, attack.probability[range]!, among);
      check(`${from} ${to} ${arc} obstructed`, attack.obstructed.probability, among);
    }
  }
  for (const { id, offTable, objects } of ships) {
    check(`${id} off`, offTable.probability);
    for (const object of objects) for (let r = 0; r <= 4; r++) check(`${id} ${object.id} range ${r}`, object.closest.probability[r]!);
  }
  return worst;
}
