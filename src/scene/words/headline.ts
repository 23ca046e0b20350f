import { isCertain } from '../../judge/core/judgement.js';
import { isKindKnown } from '../../table/obstacle-kind.js';
import { isSupposed } from '../../table/ship-certainty.js';
import type { Obstacle, Ship, Table } from '../../table/table.js';
import { type Figure, figure } from '../../texts/phrase.js';
import { type AnswerWords, ENGLISH_ANSWER, figureIn } from './answer-words.js';
import type { MeasuredAttack, MeasuredPair, MeasuredRange, Verdict } from './measured-pair.js';
import { shipLabel } from './ship-label.js';

/** Answers that decide about a pair, in the order of the rules: the range that counts, the arc, the obstruction. */
export interface Headline {
  readonly lines: readonly HeadlineLine[];
  /** The distance that counts: that of the attack where the target is in the arc, else the closest one. */
  readonly deciding: MeasuredRange;
  /** The arc that is asked about: the one that the target is in, or nearest to; absent where the ship has none. */
  readonly arc?: string;
}

/** One line of a headline. An uncertain one names all possible outcomes, the likeliest first. */
export interface HeadlineLine {
  readonly about: 'range' | 'arc' | 'obstruction';
  readonly text: string;
  readonly isCertain: boolean;
  /** Outcomes of an uncertain line, where their probabilities are known; they are those of the line alone. */
  readonly outcomes: readonly Outcome[];
}

export interface Outcome {
  readonly text: string;
  readonly probability: number;
}

/** Probability below which an outcome is not named; outcomes left open altogether are at least twice as likely. */
const WORTH_NAMING = 0.0005;
const BEYOND = 4;

/**
 * The headline of a pair: the range of the attack in the arc and its obstruction where the target is in an arc (RNG-03), otherwise the
 * closest range and that it is not in any arc. Ships that touch are at range 0, whatever the range in the arc (ATK: no attack at range 0).
 */
export function headlineOf(pair: MeasuredPair, table: Table, words: AnswerWords = ENGLISH_ANSWER): Headline {
  const arc = decidingArc(pair);
  const found = arc === undefined ? undefined : pair.arcs[arc];
  const { attack } = found ?? {};
  const isFrontOpen = table.ships.find(({ id }) => id === pair.from)?.isFrontOpen === true;
  const isTouching = pair.touching.value && pair.touching.certain;
  const deciding = attack && !pair.touching.value ? attack : pair.closest;
  const isOnlySupposed = isPairSupposed(pair, table);
  const range = isOnlySupposed ? supposedLine('range', rangeTitle(deciding.range, words), words) : rangeLine(pair, deciding, words);
  const isOutOfReach = range.isCertain && deciding.range === BEYOND;
  const lines: HeadlineLine[] = [range];
  if (isOnlySupposed) {
    if (arc !== undefined && found) lines.push(supposedArc(arc, found.inArc, words));
  } else if (isTouching) lines.push({ about: 'obstruction', text: words.noAttack, isCertain: true, outcomes: [] });
  else if (arc !== undefined && found) {
    const asked = arcLine(arc, found.inArc, pair, attack, isFrontOpen, words);
    // Beyond range 3 nobody attacks, in the arc or out of it: an open arc there does not matter.
    const isMoot = pair.closest.certain && pair.closest.range === BEYOND && !asked.isCertain;
    const isTurretOpen = asked.isCertain && !found.inArc.value && table.ships.some(({ id, hasTurret }) => hasTurret && id === pair.from);
    // An arc is as long as the ruler: beyond it only its lines continue.
    const isWithinLines = asked.isCertain && found.inArc.value && isOutOfReach;
    if (isWithinLines) lines.push({ ...asked, text: words.withinLinesOf(words.arcs[arc] ?? arc) });
    else if (!isMoot) lines.push(isTurretOpen ? { ...asked, text: words.turretOpen(asked.text), isCertain: false } : asked);
    if (attack?.obstructed && !isOutOfReach) lines.push(obstructionLine(attack, attack.obstructed, table, words));
  }
  return { lines, deciding, ...(arc === undefined ? {} : { arc }) };
}

/** Whether one of the two is where a hand put it, or may not be a ship: anything said about them is supposed. */
export function isPairSupposed({ from, to }: MeasuredPair, { ships }: Table): boolean {
  return ships.some((ship) => (ship.id === from || ship.id === to) && isSupposed(ship));
}

function supposedLine(about: HeadlineLine['about'], title: string, words: AnswerWords): HeadlineLine {
  return { about, text: words.perhaps(title), isCertain: false, outcomes: [] };
}

function supposedArc(arc: string, { value }: Verdict, words: AnswerWords): HeadlineLine {
  const name = words.arcs[arc] ?? arc;
  return {
    about: 'arc',
    text: value ? words.inArcOrNot(words.inArc(name)) : words.outOrIn(words.notInArc(name)),
    isCertain: false,
    outcomes: [],
  };
}

/**
 * The arc that decides: one that the target is in before one that it is not in, the more certain first; the bullseye only where there is no
 * other.
 */
export function decidingArc({ arcs }: MeasuredPair): string | undefined {
  const names = Object.keys(arcs);
  const asked = names.some((name) => name !== 'bullseye') ? names.filter((name) => name !== 'bullseye') : names;
  const likely = (name: string) => {
    const { value, certain, probability } = arcs[name]!.inArc;
    return probability ?? (certain ? Number(value) : 0.5);
  };
  return asked.reduce<string | undefined>((best, name) => (best !== undefined && likely(best) >= likely(name) ? best : name), undefined);
}

function rangeLine({ closest, touching }: MeasuredPair, deciding: MeasuredRange, words: AnswerWords): HeadlineLine {
  const probability = rangeProbabilities(closest, deciding, touching);
  if (!probability) {
    const text = deciding.certain ? rangeTitle(deciding.range, words) : words.perhaps(rangeTitle(deciding.range, words));
    return { about: 'range', text, isCertain: deciding.certain, outcomes: [] };
  }
  const likely = [...probability].filter(([, share]) => share >= WORTH_NAMING).sort(([, a], [, b]) => b - a);
  const [first] = likely;
  if (first && isCertain(first[1]) && (deciding !== closest || closest.certain)) {
    return { about: 'range', text: rangeTitle(first[0], words), isCertain: true, outcomes: [] };
  }
  return {
    about: 'range',
    text: words.ranges(
      likely.map(([range]) => range),
      isBeyond,
    ),
    isCertain: false,
    outcomes: likely.map(([range, share]) => ({ text: rangeTitle(range, words), probability: share })),
  };
}

/**
 * Probabilities of an attack's range, given that there is an attack; touching is asked of the whole bases. Undefined where they are not
 * reported.
 */
function rangeProbabilities(closest: MeasuredRange, deciding: MeasuredRange, touching: Verdict): ReadonlyMap<number, number> | undefined {
  if (!deciding.probability) return undefined;
  const shares = Object.entries(deciding.probability).map(([range, share]) => [Number(range), share] as const);
  if (deciding === closest) return new Map(shares);
  const zero = closest.probability?.['0'] ?? touching.probability ?? Number(touching.value);
  const rest = shares.filter(([range]) => range > 0);
  const sum = rest.reduce((total, [, share]) => total + share, 0);
  if (!(sum > 0)) return new Map(shares);
  return new Map([[0, zero] as const, ...rest.map(([range, share]) => [range, ((1 - zero) * share) / sum] as const)]);
}

function arcLine(
  arc: string,
  inArc: Verdict,
  pair: MeasuredPair,
  attack: MeasuredAttack | null | undefined,
  isFrontOpen: boolean,
  words: AnswerWords,
): HeadlineLine {
  const name = words.arcs[arc] ?? arc;
  const about = 'arc' as const;
  const isOnly = Object.keys(pair.arcs).filter((one) => one !== 'bullseye').length < 2;
  const out = isOnly ? words.notInArc(name) : words.inNoArc;
  const isSure = inArc.certain && (inArc.value || Object.values(pair.arcs).every((other) => other.inArc.certain)) && !isFrontOpen;
  if (isSure) return { about, text: inArc.value ? words.inArc(name) : out, isCertain: true, outcomes: [] };
  // The headline's range is that of the attack; out of the arc the closest range may be another one.
  const elsewhere = attack && attack.range !== pair.closest.range ? ` (${words.inside(rangeTitle(pair.closest.range, words))})` : '';
  const probability = inArc.probability;
  const both = [
    { text: words.inArc(name), probability: probability ?? 0 },
    { text: `${out}${elsewhere}`, probability: 1 - (probability ?? 0) },
  ].sort((a, b) => b.probability - a.probability);
  const text = inArc.value ? words.inArcOrNot(words.inArc(name)) : words.outOrIn(out);
  return { about, text, isCertain: false, outcomes: probability === undefined ? [] : both };
}

function obstructionLine(
  { by = [], choice }: MeasuredAttack,
  { value, certain, probability }: Verdict,
  table: Table,
  words: AnswerWords,
): HeadlineLine {
  const obstructed = words.obstructed(namesOf(by, table, words));
  const about = 'obstruction';
  if (certain) {
    const clear = choice ? words.notObstructedByChoice : words.notObstructed;
    return { about, text: value ? obstructed : clear, isCertain: true, outcomes: [] };
  }
  const outcomes =
    probability === undefined
      ? []
      : [
          { text: obstructed, probability },
          { text: words.notObstructed, probability: 1 - probability },
        ].sort((a, b) => b.probability - a.probability);
  return { about, text: value ? words.obstructedOrNot : words.clearOrNot, isCertain: false, outcomes };
}

/** "Range 2"; touching and beyond in words. */
export function rangeTitle(range: number, words: AnswerWords = ENGLISH_ANSWER): string {
  if (range === 0) return words.touching;
  return isBeyond(range) ? words.beyond : words.range(range);
}

export const isBeyond = (range: number) => range >= BEYOND;

/** Names of ships, obstacles and devices for people. */
export function namesOf(ids: readonly string[], { ships, obstacles, devices }: Table, words: AnswerWords = ENGLISH_ANSWER): string {
  const names = ids.map((id) => {
    const ship = ships.find((one) => one.id === id);
    if (ship) return shipIn(words, ship, ships);
    const obstacle = obstacles.find((one) => one.id === id);
    return obstacle ? obstacleName(obstacle, words, obstacles) : (devices.find((one) => one.id === id)?.kind ?? id);
  });
  return names.join(', ');
}

/** Name of a ship, in the language of these words. */
export function shipIn(words: AnswerWords, ship: Ship, ships: readonly Ship[]): string {
  const label = shipLabel(ship, ships);
  return typeof label === 'string' ? label : words.ship(Number(label.values[0]));
}

type NamedObstacle = Pick<Obstacle, 'token' | 'kind' | 'detectionProbability'>;

/**
 * Name of an obstacle: the token's name, otherwise its kind, where that is known; with a number where others in `all` have the same name.
 */
export function obstacleName(obstacle: NamedObstacle, words = ENGLISH_ANSWER, all: readonly NamedObstacle[] = []): string {
  const name = obstacleWord(obstacle, words);
  const alike = all.filter((one) => obstacleWord(one, words) === name);
  return alike.length > 1 ? `${name} (${alike.indexOf(obstacle) + 1})` : name;
}

function obstacleWord(obstacle: NamedObstacle, words: AnswerWords): string {
  if (!isKindKnown(obstacle)) return words.anObstacle;
  return obstacle.token?.name ?? words.obstacles[obstacle.kind];
}

/**
 * Whole percents, or tenths where whole ones would hide the certainty: an open answer is never 0 % or 100 %, and 3.2 sigma are not 99 %.
 */
export function percentText(share: number, words: Pick<AnswerWords, 'decimal'> = ENGLISH_ANSWER): string {
  const { number, digits } = percentFigure(share);
  return `${figureIn(words, number, digits)} %`;
}

export function percentFigure(share: number): Figure {
  const percent = 100 * share;
  if (percent >= 1.5 && percent < 98.5) return figure(Math.round(percent), 0);
  return figure(Math.min(99.9, Math.max(0.1, percent)), 1);
}
