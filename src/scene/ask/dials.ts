import { BEARINGS } from '../../pieces/maneuver.js';

/** Every maneuver there is, for a ship whose dial is unknown. Difficulty does not matter for where it ends. */
export const ANY_DIAL: readonly string[] = BEARINGS.flatMap(({ letter, speeds }) => speeds.map((speed) => `${speed}${letter}W`));

/** Maneuvers of an unknown dial that are drawn at once: the basic maneuvers that go forward. */
export const BASIC_DIAL: readonly string[] = BEARINGS.filter(({ family, motion }) => family === 'basic' && motion === 'forward').flatMap(
  ({ letter, speeds }) => speeds.map((speed) => `${speed}${letter}W`),
);
