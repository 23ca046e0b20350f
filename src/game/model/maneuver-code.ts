import { parseManeuver } from '../../pieces/maneuver.js';

/** Whether a code is a maneuver of the rules: red, white or blue, with a bearing and a speed that exist (MAN-01). */
export function isManeuverCode(code: string): boolean {
  try {
    parseManeuver(code);
    return true;
  } catch {
    return false;
  }
}
