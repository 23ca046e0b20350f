import { type Problem, WRONG_ARITHMETIC } from '../../table/measurement.js';
import { isMemoryRefused } from './memory-refused.js';
import type { WorkerCrash } from './vision-client.js';

/** The engines could not be loaded. */
export function loadProblem(error: unknown): Problem {
  if (isMemoryRefused(error)) {
    return {
      code: 'engine-without-memory',
      message: `This browser gives the page too little memory to see with (${textOf(error)}).`,
      hint: 'Close other tabs and apps, or restart the browser, then try again.',
    };
  }
  if (error instanceof Error && error.name === WRONG_ARITHMETIC) {
    return {
      code: 'engine-miscalculates',
      message: textOf(error),
      hint: 'Update the browser or the system of this device, or use another one: what it measures would be wrong.',
    };
  }
  return {
    code: 'engine-not-loaded',
    message: textOf(error),
    hint: 'Check the connection to the computer that serves this page, then try again.',
  };
}

/** The worker died too often to be started once more. */
export function crashProblem(crash: WorkerCrash): Problem {
  return {
    code: 'worker-crashed',
    message: `The part of the page that sees has stopped several times (${crash.message}).`,
    hint: 'Close other tabs to free memory, or choose a smaller picture, then try again.',
  };
}

/** One picture could not be measured. */
export function measureProblem(error: unknown): Problem {
  return {
    code: 'look-failed',
    message: `This picture could not be measured: ${textOf(error)}`,
    hint: 'The next picture is tried by itself; if this stays, reload the page.',
  };
}

export const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
