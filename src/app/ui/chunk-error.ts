import type { Problem } from '../../table/measurement.js';
import { type Phrase, phrase } from '../../texts/phrase.js';

const CODE = 'part-not-loaded';

/** The problem for a player when a part of the page that is loaded on first use cannot be loaded: `what` begins the sentence. */
export function missingPart(what: Phrase): Problem {
  return {
    code: CODE,
    message: phrase('could-not-loaded', what),
    hint: phrase('check-connection-computer-serves-page'),
  };
}

/** Whether the problem is that a part of the page could not be loaded. */
export function isMissingPart(problem: Problem | undefined): boolean {
  return problem?.code === CODE;
}

/** Parts that are loaded once more, by the address that failed at first. */
const loadedAgain = new Map<string, Promise<unknown>>();
let attempts = 0;

/**
 * Loads a part of the page that brings its own elements; false where that fails. A browser may remember for as long as the page lives that
 * a module failed (Chromium 150 does, 156 does not): it is then loaded from its address with another query.
 */
export async function loadPart(load: () => Promise<unknown>): Promise<boolean> {
  try {
    await load();
    return true;
  } catch (error) {
    const url = /https?:\S+\.js/.exec(String(error))?.[0];
    if (!url) return false;
    const again = loadedAgain.get(url) ?? import(`${url}?attempt=${++attempts}`);
    loadedAgain.set(url, again);
    return again.then(
      () => true,
      () => {
        loadedAgain.delete(url);
        return false;
      },
    );
  }
}
