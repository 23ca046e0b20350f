import { cpus } from 'node:os';
import { geometryRows } from './bench-geometry.js';
import type { BenchRow } from './bench-row.js';

/** The groups of comparisons; adding one is adding a row. Each runs both sides in turns in this process and gives medians. */
const GROUPS: readonly (() => readonly BenchRow[] | Promise<readonly BenchRow[]>)[] = [geometryRows];

async function main(args: readonly string[]): Promise<void> {
  const rows: BenchRow[] = [];
  for (const group of GROUPS) rows.push(...(await group()));
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} threads, Node ${process.version}`;
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ format: 'hashmark-benchmarks', version: 1, machine, rows })}\n`);
  else process.stdout.write(`${machine}\n${rows.map(rowText).join('')}`);
}

function rowText({ id, what, ours, oursP95, peer, peerName, unit, ratio, input }: BenchRow): string {
  const spread = oursP95 === undefined ? '' : ` (p95 ${oursP95.toFixed(2)})`;
  return `${id}: ${what}\n  ours ${ours.toFixed(2)} ${unit}${spread}, ${peerName ?? 'peer'} ${peer.toFixed(2)} ${unit}, ratio ${ratio.toFixed(4)}\n  ${input ?? ''}\n`;
}

await main(process.argv.slice(2));
