import type { Problem } from '../../table/measurement.js';

/**
 * Of more ships than this only those are reported that are asked about: all pairs of 200 ships take seconds, and so would it take to get their
 * report of 50 MB out of a worker. No game has as many.
 */
export const MOST_REPORTED_SHIPS = 40;

export const MANY_SHIPS: Problem = {
  code: 'many-ships',
  message: `There are more than ${MOST_REPORTED_SHIPS} ships on this table: only those that are chosen are measured.`,
  hint: 'Choose a ship, and the one that it looks at; the command line reports all pairs.',
};
