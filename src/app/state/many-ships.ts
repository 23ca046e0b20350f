import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';

/**
 * Of more ships than this only those are reported that are asked about: all pairs of 200 ships take seconds, and so would it take to get their
 * report of 50 MB out of a worker. No game has as many.
 */
export const MAX_REPORTED_SHIPS = 40;

export const MANY_SHIPS: Problem = {
  code: 'many-ships',
  message: phrase('many-ships', MAX_REPORTED_SHIPS),
  hint: phrase('choose-ship-one-looks'),
};
