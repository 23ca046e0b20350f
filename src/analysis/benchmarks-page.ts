import type { BenchRow } from './bench-row.js';

/** BENCHMARKS.md. */
export function benchmarksPage(machine: string, rows: readonly BenchRow[]): string {
  return `${[
    '# How fast it is, beside others',
    '',
    `Printed by \`npm run bench -- --write\` on ${machine}. Both sides of a row took turns in one run; medians. A ratio below 1: we are faster.`,
    'A marker reader does less: it reads one printed code on each ship, of which no table has any.',
    '',
    '| row | what | ours | p95 | peer | peer’s | ratio | input |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ id, what, ours, oursP95, peer, peerName, unit, ratio, input }) =>
        `| \`${id}\` | ${what} | ${shown(ours)} ${unit} | ${oursP95 === undefined ? '' : `${shown(oursP95)} ${unit}`} | ${peerName ?? ''} | ${shown(peer)} ${unit} | ${shown(ratio)} | ${input ?? ''} |`,
    ),
  ].join('\n')}\n`;
}

export function rowText({ id, what, ours, oursP95, peer, peerName, unit, ratio, input }: BenchRow): string {
  const spread = oursP95 === undefined ? '' : ` (p95 ${oursP95.toFixed(2)})`;
  return `${id}: ${what}\n  ours ${ours.toFixed(2)} ${unit}${spread}, ${peerName ?? 'peer'} ${peer.toFixed(2)} ${unit}, ratio ${ratio.toFixed(4)}\n  ${input ?? ''}\n`;
}

const shown = (value: number) => String(Number(value.toPrecision(3)));
