/** Looks five times a second whether something is so; throws where it is not within `seconds`. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, seconds = 60): Promise<void> {
  for (let tries = 0; tries < seconds * 5; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`waited ${seconds} s for ${what}`);
}
