import type { Problem } from '../../table/measurement.js';

/** What can keep a camera from showing a picture; one row for each name of error that getUserMedia rejects with. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  NotAllowedError: {
    code: 'camera-refused',
    message: 'The browser may not use the camera.',
    hint: 'Allow the camera for this page (the camera or lock sign in the address bar), then try again. The picture stays on this device.',
  },
  NotFoundError: {
    code: 'camera-missing',
    message: 'No camera was found.',
    hint: 'Connect a camera and try again, or open this page on a phone. A photo of the table works as well.',
  },
  NotReadableError: {
    code: 'camera-busy',
    message: 'The camera does not start.',
    hint: 'Another program may be using it: close that program, or unplug the camera and connect it again.',
  },
  OverconstrainedError: {
    code: 'camera-gone',
    message: 'The chosen camera is not there any more.',
    hint: 'Choose another camera.',
  },
};

const UNKNOWN: Problem = {
  code: 'camera-failed',
  message: 'The camera could not be opened.',
  hint: 'Try again, or choose another camera.',
};

/** A browser gives no camera to a page that came unprotected over a network. */
export const INSECURE: Problem = {
  code: 'camera-insecure',
  message: 'Browsers give a camera only to pages that came over https.',
  hint: 'Start Hashmark with --host 0.0.0.0 and open the https address that it prints, or open the page on the computer itself as localhost.',
};

export const NOT_PLAYING: Problem = {
  code: 'camera-not-playing',
  message: 'The camera is there, but this browser does not play its picture.',
  hint: 'Turn off Low Power Mode, bring this page to the front, and tap the camera again.',
};

export const LOST: Problem = {
  code: 'camera-lost',
  message: 'The camera stopped.',
  hint: 'It may have been unplugged, or another program took it. Connect it and choose it again.',
};

export const FROZEN: Problem = {
  code: 'camera-frozen',
  message: 'The camera repeats the same picture.',
  hint: 'What you see may be old. If the table has changed since, unplug the camera or choose it again.',
};

export const PAUSED: Problem = {
  code: 'camera-paused',
  message: 'The camera sends no picture just now.',
  hint: 'The system may have paused it: bring this page to the front, or end the call that uses the camera.',
};

/** Whether a camera that was opened does not show the table as it is now. */
export function isBlind(problem: Problem | undefined): boolean {
  return [LOST, FROZEN, PAUSED].some(({ code }) => code === problem?.code);
}

/** The problem behind an error of getUserMedia, in words for a player. */
export function cameraProblem(error: unknown): Problem {
  const name = error instanceof Error ? error.name : '';
  const known = PROBLEMS[name];
  if (known) return known;
  return error instanceof Error && error.message ? { ...UNKNOWN, message: `${UNKNOWN.message} (${error.message})` } : UNKNOWN;
}
