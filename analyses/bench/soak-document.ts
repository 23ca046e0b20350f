import { quantile } from '../accuracy/quantile.js';
import type { Checkpoint } from './soak-page.js';

const DAY_HOURS = 8;
/** What the page says of a table whose last look is too old. */
const NOT_SEEN = 'Not seen now';
/** Fewer say nothing of a slope. */
const FEWEST_POINTS = 3;
/** Number of rows, about. */
const ROWS = 12;
const CURVES = ['heapMb', 'allMb', 'rendererMb', 'listeners', 'nodes'] as const;

/**
 * How memory grows, in words: the median slope between any two checkpoints after the first quarter (a reading taken in the middle of a look,
 * which holds more, does not bend it), carried on to a day at the table, as a share of the median reading; beside it the bounds between
 * which it lies with a confidence of 68 % (Sen 1968, by the normal approximation of Kendall's tau).
 */
export function growthOf(checkpoints: readonly Checkpoint[]): string {
  const settled = checkpoints.slice(Math.floor(checkpoints.length / 4));
  const words = CURVES.map((name) => {
    const points = settled.flatMap(({ minute, [name]: value }) => (value === undefined ? [] : [{ minute, value }]));
    if (points.length < FEWEST_POINTS) return `${name} unknown`;
    const slopes = slopesBetween(points).sort((a, b) => a - b);
    const { length } = points;
    const sigma = Math.sqrt((length * (length - 1) * (2 * length + 5)) / 18) / 2;
    const level = quantile(
      points.map(({ value }) => value),
      0.5,
    );
    const percentAt = (rank: number) => {
      const slope = slopes[Math.max(0, Math.min(slopes.length - 1, Math.round(rank)))]!;
      return ((100 * slope * 60 * DAY_HOURS) / level).toFixed(1);
    };
    const middle = (slopes.length - 1) / 2;
    return `${name} ${percentAt(middle)} % (${percentAt(middle - sigma)} to ${percentAt(middle + sigma)})`;
  });
  return `Growth over ${DAY_HOURS} h, by the median slope, with its bounds of 68 %: ${words.join(', ')}.`;
}

/** Of the lines through each pair of points, per minute. */
function slopesBetween(points: readonly { readonly minute: number; readonly value: number }[]): number[] {
  return points.flatMap((from, at) => points.slice(at + 1).map((to) => (to.value - from.value) / (to.minute - from.minute)));
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

Printed by \`npm run analyse -- soak --hours ${((checkpoints.at(-1)?.minute ?? 0) / 60).toFixed(1)} --write\`: the built app in Chromium with a fake camera that plays a clip in a loop, two ships chosen, one
checkpoint per minute (here every ${step}th), right after a garbage collection in page and workers. "heap": the page's JavaScript heap; "all": page and workers, wasm included; "renderer": the renderer process;
"answered": the share of time in which the page showed an answer, or that something is moving, instead of "not seen now". On a busy machine the page is often too late for an answer, and a page without an answer uses less memory.

| minute | heap, MB | all, MB | renderer, MB | listeners | nodes | workers | between two frames p95, ms | answered |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

${growthOf(checkpoints)} The longest task of the main thread in a minute was ${longest.toFixed(0)} ms in the median minute.
`;
}
