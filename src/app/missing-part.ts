import type { Problem } from '../table/measurement.js';

const CODE = 'part-not-loaded';

/** What a player reads when a part of the page that is loaded at its first use does not come: `what` begins the sentence. */
export function missingPart(what: string): Problem {
  return {
    code: CODE,
    message: `${what} could not be loaded.`,
    hint: 'Check the connection to the computer that serves this page, then try again. If this stays, save the scene and reload the page.',
  };
}

/** Whether a problem is that a part of the page did not come. */
export function isMissingPart(problem: Problem | undefined): boolean {
  return problem?.code === CODE;
}
