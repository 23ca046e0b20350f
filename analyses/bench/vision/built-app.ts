/** Builds the app where it is missing or older than its sources. Throws when that fails. */
export async function ensureBuilt(): Promise<void> {
  const script = new URL('../../../scripts/lib/app-build.mjs', import.meta.url).href;
  const { ensureBuilt: ensure } = (await import(script)) as { ensureBuilt(): Promise<void> };
  await ensure();
}
