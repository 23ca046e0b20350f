import { quantile } from './quantile.js';
import type { Checkpoint } from './soak-page.js';

const DAY_HOURS = 8;
/** What the page says of a table whose last look is too old. */
const NOT_SEEN = 'Not seen now';
/** Number of rows, about. */
const ROWS = 12;
const CURVES = ['heapMb', 'allMb', 'rendererMb', 'listeners', 'nodes'] as const;

/**
 * How memory grows, in words: by a straight line through the checkpoints after the first quarter, carried on to a day at the table; beside it
 * the standard error of that growth, by the scatter about the line.
 */
export function growthOf(checkpoints: readonly Checkpoint[]): string {
  const settled = checkpoints.slice(Math.floor(checkpoints.length / 4));
  const words = CURVES.map((name) => {
    const points = settled.flatMap(({ minute, [name]: value }) => (value === undefined ? [] : [{ minute, value }]));
    const { slope, slopeSigma, mean } = lineThrough(points);
    const percent = (aMinute: number) => ((100 * aMinute * 60 * DAY_HOURS) / mean).toFixed(1);
    return `${name} ${percent(slope)} ± ${percent(slopeSigma)} %`;
  });
  return `Growth over ${DAY_HOURS} h, with its standard error: ${words.join(', ')}.`;
}

/** The line of least squares, per minute; its error is NaN for less than three points. */
function lineThrough(points: readonly { readonly minute: number; readonly value: number }[]) {
  const mean = points.reduce((sum, { value }) => sum + value, 0) / points.length;
  const middle = points.reduce((sum, { minute }) => sum + minute, 0) / points.length;
  const along = points.reduce((sum, { minute }) => sum + (minute - middle) ** 2, 0);
  const slope = points.reduce((sum, { minute, value }) => sum + (minute - middle) * (value - mean), 0) / along;
  const scatter = points.reduce((sum, { minute, value }) => sum + (value - mean - slope * (minute - middle)) ** 2, 0);
  return { slope, slopeSigma: Math.sqrt(scatter / (points.length - 2) / along), mean };
}

function shareAnswered(headlines: Checkpoint['headlines']): string {
  const all = Object.values(headlines).reduce((sum, count) => sum + count, 0);
  return all === 0 ? '–' : `${((100 * (all - (headlines[NOT_SEEN] ?? 0))) / all).toFixed(0)} %`;
}

/** The curve and what it says, for docs/soak.md. */
export function soakDocument(checkpoints: readonly Checkpoint[]): string {
  const step = Math.max(1, Math.round(checkpoints.length / ROWS));
  const rows = checkpoints.filter((_, at) => at === 0 || (at + 1) % step === 0);
  const longest = quantile(
    checkpoints.map(({ longTasks }) => longTasks.longestMs),
    0.5,
  );
  const lines = rows.map(
    ({ minute, heapMb, allMb, rendererMb, listeners, nodes, workers, frameMs, headlines }) =>
      `| ${minute.toFixed(0)} | ${heapMb} | ${allMb ?? '–'} | ${rendererMb ?? '–'} | ${listeners} | ${nodes} | ${workers} | ${frameMs.p95.toFixed(0)} | ${shareAnswered(headlines)} |`,
  );
  return `# Soak

Printed by \`npm run soak -- --hours ${((checkpoints.at(-1)?.minute ?? 0) / 60).toFixed(1)} --write\`: the built app in Chromium before a fake camera that plays a clip on end, two ships chosen, a
checkpoint a minute (here each ${step}th), right after a collection of garbage in page and workers. "heap": of the page's JavaScript; "all": page and workers, wasm included; "renderer": its process; "answered": share of what the page said that was an answer, or that something moves, and not that the table is not
seen now: on a machine that does other work beside it the page is often too late for an answer, and a page that shows none holds less.

| minute | heap, MB | all, MB | renderer, MB | listeners | nodes | workers | between two frames p95, ms | answered |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

${growthOf(checkpoints)} The longest task of the main thread in a minute was ${longest.toFixed(0)} ms in the middle one of the minutes.
`;
}
