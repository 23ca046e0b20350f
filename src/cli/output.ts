/**
 * Lets the program outlive its readers: `| head` closes standard output, a terminal that is closed or a logger that died standard error.
 * What is still printed is then lost, and the work goes on. A disk that is full is reported, and is status 1: what was asked for is not there.
 * Returns what makes a command's status the program's.
 */
export function guardOutput(): (status: number) => void {
  let isLost = false;
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isClosedByReader(error) || isLost) return;
    isLost = true;
    process.exitCode = 1;
    process.stderr.write(`hashmark: the output could not be written: ${error.message}\n`);
  });
  return (status) => {
    process.exitCode = isLost ? Math.max(1, status) : status;
  };
}

function isClosedByReader({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED';
}
