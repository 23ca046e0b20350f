const SLOWEST = 10;

/** Where the time of a run went: what came of each stage, some of which run side by side, and the slowest test files with the processor time of their own process, browsers not counted; all in ms. */
export function timesText(stages, files, allMs) {
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const rows = [
    ...stages.map(({ name, passed, failed, ms }) => `${seconds(ms)}  ${name}: ${passed} passed, ${failed} failed`),
    `${seconds(allMs)}  in all`,
    ...(slowest.length > 1 ? ['', 'slowest files', ...slowest.map((one) => `${seconds(one.ms)}  ${one.file}${work(one)}`)] : []),
  ];
  return `${rows.join('\n')}\n`;
}

/** Files of Chromium have no process of their own. */
function work({ processorMs }) {
  return processorMs === undefined ? '' : `, ${seconds(processorMs).trim()} of a processor`;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}
