/**
 * Lets the program outlive its readers: `| head` closes standard output, a terminal that is closed or a logger that died standard error.
 * Further output is then lost, and the work goes on. A full disk is reported, with status 1: the requested output is missing. Returns the
 * function that makes a command's status the program's.
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

/** Writes a text to standard output; see `printable`. */
export function print(text: string): void {
  process.stdout.write(printable(text));
}

/** Writes a text for people to standard error; see `printable`. */
export function say(text: string): void {
  process.stderr.write(printable(text));
}

/** Characters that move a terminal's cursor, change its colours or title, or reverse the writing; line ends and tabs are harmless. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A text that is safe for a terminal, whoever wrote its file: control characters as JSON writes them, so that JSON stays the same. */
function printable(text: string): string {
  return text.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
