import { RateLimit } from '../../relay/broker/rate-limit.js';

/** Lines at once, and in the long run: enough to see what is wrong, too little to fill a window or a disk. */
const LINES = { burst: 20, perSecond: 0.5 };
/** The same refusal again is reported at most this often, ms. */
const REPEAT_MS = 10_000;
const MAX_LENGTH = 300;

/** Reports what the server refused, or heard of its broker, one line each, by `write`; a page or a program that keeps trying does not fill the window. */
export function refusalLog(
  kind: 'refused' | 'news',
  write: (line: string) => void,
  nowMs: () => number = Date.now,
): (what: string) => void {
  const reportedAtMs = new Map<string, number>();
  const rate = new RateLimit(LINES, nowMs);
  let leftOut = 0;
  return (what) => {
    const line = printable(what);
    if (nowMs() - (reportedAtMs.get(line) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return;
    if (!rate.take()) {
      leftOut += 1;
      return;
    }
    if (reportedAtMs.size > 100) reportedAtMs.clear();
    reportedAtMs.set(line, nowMs());
    write(`hashmark serve: ${kind}: ${line}${leftOut > 0 ? ` (and ${leftOut} others that were not shown)` : ''}\n`);
    leftOut = 0;
  };
}

/** A text from outside as it may stand in a terminal: what moves the cursor, ends the line or turns the writing around is shown as its number. */
export function printable(text: string): string {
  const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`);
}
