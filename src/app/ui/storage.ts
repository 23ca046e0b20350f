/** Under which match mode is kept: the page looks for it before match mode is loaded. */
export const MATCH_MODE_KEY = 'hashmark-match-mode';

/** Under which the match that was played last is kept: the first page offers to go on with it. */
export const MATCH_KEY = 'hashmark-match';

/** Whether anything is kept under a key. */
export function isKept(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Value that the browser keeps under a key; undefined where there is none, or it is damaged. */
export function kept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps something for other visits. A private window may forbid it, a full storage refuse it: then it lasts as long as the page, what was kept
 * before stays, and the answer is false.
 */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

let asked: Promise<unknown> | undefined;

/** Asks the browser not to clear this page's storage: Safari does so after seven days without a visit, others when the disk is full. */
export function askToLast(): void {
  // Some browsers ask their user in turn: once a visit is enough.
  asked ??= globalThis.navigator?.storage?.persist?.().catch(() => false);
}

/** Whether the browser has promised not to clear this page's storage. Asks nobody. */
export async function isKeptToLast(): Promise<boolean> {
  await asked;
  return (await globalThis.navigator?.storage?.persisted?.().catch(() => false)) ?? false;
}

/** Removes the value under a key. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing may be kept there is nothing to forget.
  }
}
