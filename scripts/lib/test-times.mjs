const SLOWEST = 10;

/** Where the time of a run went: what came of each stage, some of which run side by side, and the slowest test files; all in ms. */
export function timesText(stages, files, allMs) {
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const rows = [
    ...stages.map(({ name, passed, failed, ms }) => `${seconds(ms)}  ${name}: ${passed} passed, ${failed} failed`),
    `${seconds(allMs)}  in all`,
    ...(slowest.length > 1 ? ['', 'slowest files', ...slowest.map(({ file, ms }) => `${seconds(ms)}  ${file}`)] : []),
  ];
  return `${rows.join('\n')}\n`;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}
