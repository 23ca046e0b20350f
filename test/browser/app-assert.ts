/** What the browser tests need of an assertion library. */
export function ok(value: unknown, message: string): asserts value {
  if (!value) throw new Error(message);
}

export function equal(got: unknown, expected: unknown, what = 'value'): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: got ${a}, expected ${b}`);
}

/** Waits until `find` gives something; fails after two minutes, which no machine needs, with what was waited for. */
export async function until<T>(find: () => T | undefined | null | false, what: string): Promise<T> {
  const startedMs = performance.now();
  while (performance.now() - startedMs < 120_000) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited two minutes for ${what}`);
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
