/** Settings in the page's address (formats: RELAY.md, Pages). */
export interface PageAddress {
  readonly camera: 'device' | 'simulated' | undefined;
  readonly seed: number;
  readonly publish: { readonly table: string; readonly token: string } | undefined;
}

const FIRST_SEED = 1;

/** Reads `?camera=device`, `?camera=simulated&seed=N` and `?publish=TABLE#token=…`; unknown parameters are ignored. */
export function readAddress(href: string): PageAddress {
  const url = new URL(href);
  const camera = url.searchParams.get('camera');
  const seed = Number(url.searchParams.get('seed') ?? FIRST_SEED);
  const table = url.searchParams.get('publish');
  return {
    camera: camera === 'device' || camera === 'simulated' ? camera : undefined,
    seed: Number.isSafeInteger(seed) ? seed : FIRST_SEED,
    publish: table === null ? undefined : { table, token: tokenOf(url) },
  };
}

/** The token after `#token=`: behind the #, so that no server ever logs it. */
export function tokenOf(url: URL): string {
  return new URLSearchParams(url.hash.slice(1)).get('token') ?? '';
}
