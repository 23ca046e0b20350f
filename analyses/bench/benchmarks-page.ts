import type { BenchRow } from './bench-row.js';

/** The ratio that a row is to stay within, and why it does not where that was found out. */
const GOALS: Readonly<Record<string, { readonly ratio: number; readonly why?: string }>> = {
  'still-frame-vs-js-aruco2': { ratio: 0.15 },
  'moved-ship-vs-js-aruco2': {
    ratio: 3,
    why: 'the detector runs on two places, the keypoint and side nets on the ship, and the whole table is solved again; three quarters of the time are convolutions, which a marker reader does not need',
  },
  'cold-setup-vs-opencv-aruco': { ratio: 12 },
  'cold-frame-vs-opencv-aruco': { ratio: 40 },
  'detect-vs-native-onnx': {
    ratio: 2.5,
    why: '95 % of it are 3×3 convolutions; WebAssembly computes four numbers at once, a native program eight or sixteen',
  },
  'first-answer': {
    ratio: 1,
    why: 'the engines start on two cores that the camera also uses; then the first measurement runs code that has not been optimised by an earlier one',
  },
  'first-answer-with-setup': { ratio: 1, why: 'the same; a setup saves the search for the border, not the start' },
  'measure-photo': { ratio: 1, why: 'a cold start of the process, then the keypoint net, all for a single picture' },
};

/** BENCHMARKS.md. */
export function benchmarksPage(machine: string, rows: readonly BenchRow[]): string {
  return `${[
    '# How fast it is, compared with others',
    '',
    `Printed by \`npm run bench -- --write\` on ${machine}. Both sides of a row took turns in one run; medians. A ratio below 1: we are faster.`,
    'A marker reader does less: it reads a printed code on each ship, and ships on real tables have none.',
    '',
    '| row | what | ours | p95 | peer | peer’s | ratio (aimed at) | input |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ id, what, ours, oursP95, peer, peerName, unit, ratio, input }) =>
        `| \`${id}\` | ${what} | ${shown(ours)} ${unit} | ${oursP95 === undefined ? '' : `${shown(oursP95)} ${unit}`} | ${peerName ?? ''} | ${shown(peer)} ${unit} | ${beside(id, ratio)} | ${input ?? ''} |`,
    ),
    ...missedLines(rows),
  ].join('\n')}\n`;
}

/** The ratio and what is aimed at, bold where it is missed. */
function beside(id: string, ratio: number): string {
  const goal = GOALS[id];
  if (!goal) return shown(ratio);
  return ratio > goal.ratio ? `**${shown(ratio)}** (≤ ${goal.ratio})` : `${shown(ratio)} (≤ ${goal.ratio})`;
}

/** Why the goals are missed that are. */
function missedLines(rows: readonly BenchRow[]): string[] {
  const missed = rows.flatMap(({ id, ratio }) => {
    const { ratio: aimedAt, why } = GOALS[id] ?? { ratio: Number.POSITIVE_INFINITY };
    return ratio > aimedAt ? [`- \`${id}\`: ${why ?? 'not found out yet'}.`] : [];
  });
  return missed.length === 0 ? [] : ['', 'Missed, and why; what was tried is in docs/experiments/speed.md:', '', ...missed];
}

export function rowText({ id, what, ours, oursP95, peer, peerName, unit, ratio, input }: BenchRow): string {
  const spread = oursP95 === undefined ? '' : ` (p95 ${oursP95.toFixed(2)})`;
  return `${id}: ${what}\n  ours ${ours.toFixed(2)} ${unit}${spread}, ${peerName ?? 'peer'} ${peer.toFixed(2)} ${unit}, ratio ${ratio.toFixed(4)}\n  ${input ?? ''}\n`;
}

const shown = (value: number) => String(Number(value.toPrecision(3)));
