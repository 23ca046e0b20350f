import { HIDDEN_PICTURES, type Problem, WRONG_ARITHMETIC } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import { reasonOf } from '../../texts/phrase-error.js';
import { isMemoryRefused } from './memory-refused.js';
import type { WorkerCrash } from './vision-client.js';

/** The engines could not be loaded. */
export function loadProblem(error: unknown): Problem {
  if (typeof WebAssembly === 'undefined')
    return { code: 'engine-without-webassembly', message: phrase('engine-without-webassembly'), hint: phrase('allow-webassembly') };
  if (isMemoryRefused(error)) {
    return {
      code: 'engine-without-memory',
      message: phrase('engine-without-memory', reasonOf(error)),
      hint: phrase('close-other-tabs-apps'),
    };
  }
  if (error instanceof Error && error.name === WRONG_ARITHMETIC) {
    return {
      code: 'engine-miscalculates',
      message: phrase('engine-miscalculates', reasonOf(error)),
      hint: phrase('update-browser-system-device'),
    };
  }
  return {
    code: 'engine-not-loaded',
    message: phrase('engine-not-loaded', reasonOf(error)),
    hint: phrase('check-connection-computer-serves'),
  };
}

/** The worker died too often to be started once more. */
export function crashProblem(crash: WorkerCrash): Problem {
  return {
    code: 'worker-crashed',
    message: phrase('worker-crashed', crash.reason),
    hint: phrase('close-other-tabs-free'),
  };
}

/** One picture could not be measured. */
export function measureProblem(error: unknown): Problem {
  if (error instanceof Error && error.name === HIDDEN_PICTURES)
    return { code: 'pictures-hidden', message: phrase('pictures-hidden'), hint: phrase('allow-canvas-for-page') };
  return {
    code: 'look-failed',
    message: phrase('look-failed', reasonOf(error)),
    hint: phrase('next-picture-tried-itself'),
  };
}
