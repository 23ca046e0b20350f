import { joinBytes } from '../vision/runtime/join-bytes.js';

/** Downloads a file of this site with progress; `isReload` past the browser's cache. Rejects with what failed, where, and what to do. */
export async function fetchBytes(
  url: string,
  what: string,
  onBytes: (loaded: number, total: number) => void,
  isReload: boolean,
): Promise<Uint8Array> {
  const response = await fetch(url, { cache: isReload ? 'reload' : 'default' }).catch((cause: unknown) => {
    throw new Error(`${what} could not be downloaded from ${url} (${String(cause)}). Check the connection and try again.`);
  });
  if (!response.ok || !response.body) {
    throw new Error(
      `${what} could not be downloaded from ${url}: the server answered ${response.status} ${response.statusText}. Try again.`,
    );
  }
  const total = Number(response.headers.get('x-uncompressed-length') ?? response.headers.get('content-length')) || 0;
  const parts: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new Error(`The download of ${what} broke off after ${loaded} bytes (${String(cause)}). Try again.`);
    });
    if (done) break;
    parts.push(value);
    loaded += value.length;
    onBytes(loaded, Math.max(total, loaded));
  }
  return joinBytes(parts);
}
