import type { Obstacle } from '../../table/table.js';

/** Words for an answer, in one language. Every verdict of a pair is made of these. */
export interface AnswerWords {
  readonly decimal: '.' | ',';
  readonly arcs: Readonly<Record<string, string>>;
  /** A ship that has no name. */
  readonly ship: (number: number) => string;
  readonly obstacles: Readonly<Record<Obstacle['kind'], string>>;
  /** Word for a thing of unknown kind. */
  readonly anObstacle: string;
  readonly range: (range: number) => string;
  readonly touching: string;
  readonly beyond: string;
  /** For an arc, whose lines continue where it ends. */
  readonly withinLines: string;
  /** The same for an arc that is named. */
  readonly withinLinesOf: (arc: string) => string;
  /** For several ranges, the likeliest first; `beyond` counts as `range`, whose number is larger than any. */
  readonly ranges: (ranges: readonly number[], isBeyond: (range: number) => boolean) => string;
  readonly perhaps: (title: string) => string;
  /** A title of a range in the middle of a sentence. */
  readonly inside: (title: string) => string;
  readonly noAttack: string;
  readonly inArc: (arc: string) => string;
  readonly notInArc: (arc: string) => string;
  readonly inNoArc: string;
  /** For an open answer, the likelier first. */
  readonly inArcOrNot: (inArc: string) => string;
  readonly outOrIn: (out: string) => string;
  /** `by`: names, or ''. */
  readonly obstructed: (by: string) => string;
  readonly notObstructed: string;
  readonly notObstructedByChoice: string;
  readonly obstructedOrNot: string;
  readonly clearOrNot: string;
  readonly certain: string;
  readonly yes: string;
  readonly no: string;
  readonly margin: (mm: string) => string;
  readonly tooClose: string;
  readonly oddsInArc: (percent: string) => string;
  readonly front: string;
  readonly frontOpen: string;
  readonly printedLines: (arc: string) => string;
  readonly tileRotated: (said: string, turn: string) => string;
  readonly attackRange: (arc: string) => string;
  readonly onTheLine: string;
  readonly noDieFor: (names: string) => string;
  readonly closest: string;
  readonly untilItTurns: string;
  readonly turnsAt: (mm: string, to: string) => string;
  readonly obstructionTurns: (mm: string) => string;
  readonly moreThan: (mm: string) => string;
  readonly byHand: string;
  /** For a pair with a base whose length nobody has given. */
  readonly lengthOpen: string;
  /** For a pair with a ship that was not clearly seen to be one. */
  readonly mayBeNoShip: string;
  readonly turretOpen: (outOfArc: string) => string;
  readonly moving: string;
  readonly notSeen: string;
  readonly catchingUp: string;
  readonly itWas: (when: string, what: string) => string;
  readonly fromTo: (from: string, to: string) => string;
  readonly or: string;
  readonly justNow: string;
  readonly ago: (count: number, unit: 's' | 'min' | 'h') => string;
}

export const ENGLISH_ANSWER: AnswerWords = {
  decimal: '.',
  arcs: {
    front: 'front arc',
    rear: 'rear arc',
    left: 'left arc',
    right: 'right arc',
    fullFront: 'full front arc',
    fullRear: 'full rear arc',
    bullseye: 'bullseye',
  },
  ship: (number) => `Ship ${number}`,
  obstacles: { asteroid: 'an asteroid', debris: 'a debris cloud', gas: 'a gas cloud' },
  anObstacle: 'an obstacle',
  range: (range) => `Range ${range}`,
  touching: 'Range 0: touching',
  beyond: 'Beyond range 3',
  withinLines: 'within the lines, beyond range 3',
  withinLinesOf: (arc) => `${arc}: only within its lines`,
  ranges: (ranges, isBeyond) => {
    const words = ranges.map((range, index) => {
      if (isBeyond(range)) return index === 0 ? 'Beyond range 3' : 'beyond';
      return index === 0 || isBeyond(ranges[0]!) ? `${index === 0 ? 'Range' : 'range'} ${range}` : String(range);
    });
    return words.length < 3 ? words.join(' or ') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  },
  perhaps: (title) => `Perhaps ${title.toLowerCase()}`,
  inside: (title) => title.toLowerCase(),
  noAttack: 'no attack at range 0',
  inArc: (arc) => `in ${arc}`,
  notInArc: (arc) => `not in ${arc}`,
  inNoArc: 'in no arc',
  inArcOrNot: (inArc) => `${inArc} or not`,
  outOrIn: (out) => `perhaps ${out}`,
  obstructed: (by) => `obstructed${by && ` by ${by}`}`,
  notObstructed: 'not obstructed',
  notObstructedByChoice: 'not obstructed, by a line of the attacker’s choice',
  obstructedOrNot: 'obstructed or not',
  clearOrNot: 'clear or obstructed',
  certain: 'certain',
  yes: 'yes',
  no: 'no',
  margin: (mm) => `, by ${mm} mm`,
  tooClose: 'too close to call',
  oddsInArc: (percent) => `: in arc ${percent}`,
  front: 'Front',
  frontOpen: 'facing unknown: set it under Ships',
  printedLines: (arc) => `Printed lines, ${arc}`,
  tileRotated: (said, turn) => `${said}: the cardboard is rotated${turn} in its base; the base is what counts`,
  attackRange: (arc) => `Attack range, ${arc}`,
  onTheLine: 'On the line',
  noDieFor: (names) => `${names}: no extra die`,
  closest: 'Closest, base to base',
  untilItTurns: 'Margin',
  turnsAt: (mm, to) => `${mm} mm to ${to}`,
  obstructionTurns: (mm) => `; obstruction ${mm} mm`,
  moreThan: (mm) => `more than ${mm}`,
  byHand: 'placed by hand, not measured',
  lengthOpen: 'length of its base unknown',
  mayBeNoShip: 'if both are ships',
  turretOpen: (outOfArc) => `${outOfArc}, turret not asked`,
  moving: 'Moving',
  notSeen: 'Not seen now',
  catchingUp: 'Catching up',
  itWas: (when, what) => `It was${when}: ${what}`,
  fromTo: (from, to) => `${from} to ${to}`,
  or: 'or',
  justNow: 'just now',
  ago: (count, unit) => `${count} ${unit} ago`,
};

/** A number with its decimals in the language of these words. */
export function figureIn({ decimal }: Pick<AnswerWords, 'decimal'>, value: number, digits: number): string {
  return value.toFixed(digits).replace('.', decimal);
}
