import type { Problem } from '../../table/measurement.js';
import { phrase, type Value } from '../../texts/phrase.js';

/** Names of errors that browsers use beside those of the standard, or for the same. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  SecurityError: 'NotAllowedError',
  AbortError: 'NotReadableError',
  PermissionDeniedError: 'NotAllowedError',
  DevicesNotFoundError: 'NotFoundError',
  TrackStartError: 'NotReadableError',
};

/** Problems that can keep a camera from showing a picture; one row for each name of error that getUserMedia rejects with. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  NotAllowedError: {
    code: 'camera-refused',
    message: phrase('camera-refused'),
    hint: phrase('allow-camera-page-camera'),
  },
  NotFoundError: {
    code: 'camera-missing',
    message: phrase('camera-missing'),
    hint: phrase('connect-camera-try-again'),
  },
  NotReadableError: {
    code: 'camera-busy',
    message: phrase('camera-busy'),
    hint: phrase('another-program-may-using'),
  },
  OverconstrainedError: {
    code: 'camera-gone',
    message: phrase('camera-gone'),
    hint: phrase('choose-another-camera'),
  },
};

const UNKNOWN: Problem = {
  code: 'camera-failed',
  message: phrase('camera-failed'),
  hint: phrase('try-again-choose-another'),
};

/** A browser gives no camera to a page that came unprotected over a network. */
export const INSECURE: Problem = {
  code: 'camera-insecure',
  message: phrase('camera-insecure'),
  hint: phrase('start-hashmark-host-0'),
};

export const NOT_PLAYING: Problem = {
  code: 'camera-not-playing',
  message: phrase('camera-not-playing'),
  hint: phrase('turn-off-low-power'),
};

export const LOST: Problem = {
  code: 'camera-lost',
  message: phrase('camera-lost'),
  hint: phrase('may-have-been-unplugged'),
};

export const FROZEN: Problem = {
  code: 'camera-frozen',
  message: phrase('camera-frozen'),
  hint: phrase('you-see-may-old'),
};

export const PAUSED: Problem = {
  code: 'camera-paused',
  message: phrase('camera-paused'),
  hint: phrase('system-may-have-paused'),
};

/** The camera is opened again by the page. */
export const STUCK: Problem = { ...PAUSED, code: 'camera-stuck' };

/** Nothing says why it sends nothing. */
export const SILENT: Problem = {
  code: 'camera-silent',
  message: phrase('camera-paused'),
  hint: phrase('camera-silent-try-again'),
};

export const CHANGED_BY_SYSTEM: Problem = {
  code: 'camera-effects',
  message: phrase('camera-effects'),
  hint: phrase('switch-off-camera-effects'),
};

/** Problem of a device that sends to a stream. */
export const SCREEN_MAY_SLEEP: Problem = {
  code: 'screen-may-sleep',
  message: phrase('screen-may-sleep'),
  hint: phrase('set-screen-to-stay-on'),
};

/** Problem of a camera that may give mirror images, when it is opened for the first time. */
export function mirroredPerhaps(camera: Value): Problem {
  return { code: 'mirrored-perhaps', message: phrase('mirrored-perhaps', camera), hint: phrase('switch-on-mirrored-picture') };
}

/** Whether a camera that was opened does not show the table as it is now. */
export function isBlind(problem: Problem | undefined): boolean {
  return [LOST, FROZEN, PAUSED, STUCK].some(({ code }) => code === problem?.code);
}

/** Whether a camera that was opened sends no picture to look at. */
export function isWithoutPicture(problem: Problem | undefined): boolean {
  return isBlind(problem) || problem?.code === SILENT.code;
}

/** The problem behind an error of getUserMedia, in words for a player. */
export function cameraProblem(error: unknown): Problem {
  const name = error instanceof Error ? error.name : '';
  const known = PROBLEMS[OTHER_NAMES[name] ?? name];
  if (known) return known;
  return error instanceof Error && error.message ? { ...UNKNOWN, message: phrase('camera-failed-because', error.message) } : UNKNOWN;
}
