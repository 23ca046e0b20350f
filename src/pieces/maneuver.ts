import type { TemplateKind } from './templates.js';

export type Difficulty = 'blue' | 'white' | 'red';
export type Side = 'left' | 'right';

/** A bearing, one row for each letter of a maneuver code. */
export interface Bearing {
  readonly letter: string;
  readonly name: string;
  readonly family: 'basic' | 'advanced';
  /** Forward maneuvers begin with the front guides; reverse ones with the rear guides; a stationary one is neither (MAN-09, MAN-18). */
  readonly motion: 'forward' | 'reverse' | 'stationary';
  readonly template: TemplateKind | 'none';
  /** Side of the ship to which it goes, seen by its pilot. */
  readonly side: Side | 'straight';
  /**
   * End of a fully executed maneuver: rear guides on the template, turned about with the front guides on it, or rolled onto its side edge.
   */
  readonly finish: 'along' | 'turned about' | 'rolled';
  readonly speeds: readonly number[];
}

const UP_TO_3 = [1, 2, 3];
const UP_TO_5 = [1, 2, 3, 4, 5];

/** Every bearing of the second edition (letters as in xwing-data2 dial codes; which templates exist decides the speeds). */
export const BEARINGS: readonly Bearing[] = [
  row('F', 'straight', 'basic', 'forward', 'straight', 'straight', 'along', UP_TO_5),
  row('B', 'bank left', 'basic', 'forward', 'bank', 'left', 'along', UP_TO_3),
  row('N', 'bank right', 'basic', 'forward', 'bank', 'right', 'along', UP_TO_3),
  row('T', 'turn left', 'basic', 'forward', 'turn', 'left', 'along', UP_TO_3),
  row('Y', 'turn right', 'basic', 'forward', 'turn', 'right', 'along', UP_TO_3),
  row('K', 'Koiogran turn', 'advanced', 'forward', 'straight', 'straight', 'turned about', UP_TO_5),
  row('L', "Segnor's Loop left", 'advanced', 'forward', 'bank', 'left', 'turned about', UP_TO_3),
  row('P', "Segnor's Loop right", 'advanced', 'forward', 'bank', 'right', 'turned about', UP_TO_3),
  row('E', 'Tallon Roll left', 'advanced', 'forward', 'turn', 'left', 'rolled', UP_TO_3),
  row('R', 'Tallon Roll right', 'advanced', 'forward', 'turn', 'right', 'rolled', UP_TO_3),
  row('O', 'stationary', 'advanced', 'stationary', 'none', 'straight', 'along', [0]),
  row('A', 'reverse bank left', 'advanced', 'reverse', 'bank', 'left', 'along', UP_TO_3),
  row('S', 'reverse straight', 'advanced', 'reverse', 'straight', 'straight', 'along', UP_TO_5),
  row('D', 'reverse bank right', 'advanced', 'reverse', 'bank', 'right', 'along', UP_TO_3),
];

/** Sign of each bearing on a dial, by its letter, as dials have them from left to right: the basic ones, those that turn about, then the rest. */
export const BEARING_SIGNS: Readonly<Record<string, string>> = {
  T: '↰',
  B: '↖',
  F: '↑',
  N: '↗',
  Y: '↱',
  E: '⤺',
  L: '↶',
  K: '⟲',
  P: '↷',
  R: '⤻',
  O: '■',
  A: '↙',
  S: '↓',
  D: '↘',
};

function row(
  letter: string,
  name: string,
  family: Bearing['family'],
  motion: Bearing['motion'],
  template: Bearing['template'],
  side: Bearing['side'],
  finish: Bearing['finish'],
  speeds: readonly number[],
): Bearing {
  return { letter, name, family, motion, template, side, finish, speeds };
}

export interface Maneuver {
  readonly speed: number;
  readonly bearing: Bearing;
  readonly difficulty: Difficulty;
}

const DIFFICULTIES: Readonly<Record<string, Difficulty>> = { B: 'blue', W: 'white', R: 'red' };

/** Reads a maneuver code such as `2FB` (speed, bearing letter, difficulty letter). Throws with what was got and expected (MAN-01). */
export function parseManeuver(code: string): Maneuver {
  const refuse = (expected: string): never => {
    throw new Error(`Maneuver '${code}': expected ${expected}; for example 2FB is a blue straight of speed 2.`);
  };
  if (!/^[0-9][A-Z][A-Z]$/.test(code)) return refuse('a speed digit, a bearing letter and a difficulty letter');
  const speed = Number(code[0]);
  const bearing = BEARINGS.find(({ letter }) => letter === code[1]);
  if (!bearing) return refuse(`a bearing out of ${BEARINGS.map(({ letter, name }) => `${letter} (${name})`).join(', ')}`);
  const difficulty = DIFFICULTIES[code[2]!];
  if (!difficulty) return refuse('a difficulty out of B (blue), W (white), R (red)');
  if (!bearing.speeds.includes(speed)) return refuse(`a speed out of ${bearing.speeds.join(', ')} for a ${bearing.name}`);
  return { speed, bearing, difficulty };
}

/** The code of a maneuver. */
export function maneuverCode({ speed, bearing, difficulty }: Maneuver): string {
  return `${speed}${bearing.letter}${difficulty[0]!.toUpperCase()}`;
}
