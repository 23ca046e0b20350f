/**
 * Waits until a condition holds; fails after fifteen seconds, saying what was awaited: long enough for the slowest thing a link does by itself
 * (a heartbeat, two lost pings) on a machine that is busy with the rest of the tests.
 */
export async function until(what: string, holds: () => boolean, timeoutMs = 15_000): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`);
    await pause(10);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
