import { isCertain } from '../judge/core/judgement.js';
import type { Obstacle, Table } from '../table/table.js';
import type { MeasuredAttack, MeasuredPair, MeasuredRange, Verdict } from './measured-pair.js';
import { shipLabel } from './ship-label.js';

/** What decides about a pair, in the order of the rules: the range that counts, the arc, the obstruction. */
export interface Headline {
  readonly lines: readonly HeadlineLine[];
  /** The distance that counts: that of the attack where the target is in the arc, else the closest one. */
  readonly deciding: MeasuredRange;
  /** The arc that is asked about: the one that the target is in, or most nearly so; absent where the ship has none. */
  readonly arc?: string;
}

/** One line of a headline. What is not certain names all that it may be, the likeliest first. */
export interface HeadlineLine {
  readonly about: 'range' | 'arc' | 'obstruction';
  readonly text: string;
  readonly isCertain: boolean;
  /** Of what is not certain, where its probabilities are known; they are those of the line alone. */
  readonly outcomes: readonly Outcome[];
}

export interface Outcome {
  readonly text: string;
  readonly probability: number;
}

export const ARC_WORDS: Readonly<Record<string, string>> = {
  front: 'front arc',
  rear: 'rear arc',
  left: 'left arc',
  right: 'right arc',
  fullFront: 'full front arc',
  fullRear: 'full rear arc',
  bullseye: 'bullseye',
};

/** What is less likely than this is not named as an outcome; what is left open altogether is at least twice as likely. */
const WORTH_NAMING = 0.0005;
const BEYOND = 4;

/**
 * The headline of a pair: the range of the attack in the arc and its obstruction where the target is in an arc (RNG-03), else the closest range
 * and that it is in none. Ships that touch are at range 0, whatever the range in the arc (ATK: no attack at range 0).
 */
export function headlineOf(pair: MeasuredPair, table: Table): Headline {
  const arc = decidingArc(pair);
  const found = arc === undefined ? undefined : pair.arcs[arc];
  const { attack } = found ?? {};
  const isFrontOpen = table.ships.find(({ id }) => id === pair.from)?.isFrontOpen === true;
  const isTouching = pair.touching.value && pair.touching.certain;
  const deciding = attack && !pair.touching.value ? attack : pair.closest;
  const range = rangeLine(pair, deciding);
  const isOutOfReach = range.isCertain && deciding.range === BEYOND;
  const lines: HeadlineLine[] = [range];
  if (isTouching) lines.push({ about: 'obstruction', text: 'no attack at range 0', isCertain: true, outcomes: [] });
  else if (arc !== undefined && found) {
    const asked = arcLine(arc, found.inArc, pair, attack, isFrontOpen);
    // From beyond range 3 nobody attacks, in the arc or out of it: what is open there is nobody's question.
    const isMoot = pair.closest.certain && pair.closest.range === BEYOND && !asked.isCertain;
    if (!isMoot) lines.push(asked);
    if (attack?.obstructed && !isOutOfReach) lines.push(obstructionLine(attack, attack.obstructed, table));
  }
  return { lines, deciding, ...(arc === undefined ? {} : { arc }) };
}

/** The arc that decides: one that the target is in before one that it is not in, the surer first; the bullseye only where there is no other. */
export function decidingArc({ arcs }: MeasuredPair): string | undefined {
  const names = Object.keys(arcs);
  const asked = names.some((name) => name !== 'bullseye') ? names.filter((name) => name !== 'bullseye') : names;
  const likely = (name: string) => {
    const { value, certain, probability } = arcs[name]!.inArc;
    return probability ?? (certain ? Number(value) : 0.5);
  };
  return asked.reduce<string | undefined>((best, name) => (best !== undefined && likely(best) >= likely(name) ? best : name), undefined);
}

function rangeLine({ closest, touching }: MeasuredPair, deciding: MeasuredRange): HeadlineLine {
  const probability = rangeProbabilities(closest, deciding, touching);
  if (!probability) {
    const text = deciding.certain ? rangeTitle(deciding.range) : `Perhaps ${rangeTitle(deciding.range).toLowerCase()}`;
    return { about: 'range', text, isCertain: deciding.certain, outcomes: [] };
  }
  const likely = [...probability].filter(([, share]) => share >= WORTH_NAMING).sort(([, a], [, b]) => b - a);
  const [first] = likely;
  if (first && isCertain(first[1]) && (deciding !== closest || closest.certain)) {
    return { about: 'range', text: rangeTitle(first[0]), isCertain: true, outcomes: [] };
  }
  return {
    about: 'range',
    text: rangesTitle(likely.map(([range]) => range)),
    isCertain: false,
    outcomes: likely.map(([range, share]) => ({ text: rangeTitle(range), probability: share })),
  };
}

/** An attack's range, given that there is one; that the ships touch after all is asked of the whole bases. Undefined where it is not reported. */
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

function arcLine(arc: string, inArc: Verdict, pair: MeasuredPair, attack: MeasuredAttack | null | undefined, isFrontOpen: boolean) {
  const name = ARC_WORDS[arc] ?? arc;
  const about = 'arc' as const;
  const isOnly = Object.keys(pair.arcs).filter((one) => one !== 'bullseye').length < 2;
  const out = isOnly ? `not in ${name}` : 'in no arc';
  const isSure = inArc.certain && (inArc.value || Object.values(pair.arcs).every((other) => other.inArc.certain)) && !isFrontOpen;
  if (isSure) return { about, text: inArc.value ? `in ${name}` : out, isCertain: true, outcomes: [] };
  // What the headline says of the range is said of the attack; out of the arc the closest range may be another one.
  const elsewhere = attack && attack.range !== pair.closest.range ? ` (${rangeTitle(pair.closest.range).toLowerCase()})` : '';
  const probability = inArc.probability;
  const both = [
    { text: `in ${name}`, probability: probability ?? 0 },
    { text: `${out}${elsewhere}`, probability: 1 - (probability ?? 0) },
  ].sort((a, b) => b.probability - a.probability);
  const text = inArc.value ? `in ${name} or not` : `${out} or in it`;
  return { about, text, isCertain: false, outcomes: probability === undefined ? [] : both };
}

function obstructionLine({ by = [], choice }: MeasuredAttack, { value, certain, probability }: Verdict, table: Table): HeadlineLine {
  const about = 'obstruction';
  if (certain) {
    const clear = choice ? 'not obstructed, by a line of the attacker’s choice' : 'not obstructed';
    return { about, text: value ? `obstructed${byText(by, table)}` : clear, isCertain: true, outcomes: [] };
  }
  const outcomes =
    probability === undefined
      ? []
      : [
          { text: `obstructed${byText(by, table)}`, probability },
          { text: 'not obstructed', probability: 1 - probability },
        ].sort((a, b) => b.probability - a.probability);
  return { about, text: value ? 'obstructed or not' : 'not obstructed, or it is', isCertain: false, outcomes };
}

/** "Range 2"; touching and beyond in words. */
export function rangeTitle(range: number): string {
  if (range === 0) return 'Range 0: touching';
  return range >= BEYOND ? 'Beyond range 3' : `Range ${range}`;
}

/** "Range 2 or 3", the likeliest first. */
function rangesTitle(ranges: readonly number[]): string {
  const words = ranges.map((range, index) => {
    if (range >= BEYOND) return index === 0 ? 'Beyond range 3' : 'beyond';
    return index === 0 || ranges[0]! >= BEYOND ? `${index === 0 ? 'Range' : 'range'} ${range}` : String(range);
  });
  return words.length < 3 ? words.join(' or ') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

const byText = (by: readonly string[], table: Table) => (by.length > 0 ? ` by ${namesOf(by, table)}` : '');

/** What people call ships, obstacles and devices. */
export function namesOf(ids: readonly string[], { ships, obstacles, devices }: Table): string {
  const names = ids.map((id) => {
    const ship = ships.find((one) => one.id === id);
    if (ship) return shipLabel(ship, ships);
    const obstacle = obstacles.find((one) => one.id === id);
    return obstacle ? obstacleName(obstacle) : (devices.find((one) => one.id === id)?.kind ?? id);
  });
  return names.join(', ');
}

const OBSTACLE_NAMES: Readonly<Record<Obstacle['kind'], string>> = {
  asteroid: 'an asteroid',
  debris: 'a debris cloud',
  gas: 'a gas cloud',
};

/** What people call an obstacle: the token's name, else its kind. */
export function obstacleName({ token, kind }: Pick<Obstacle, 'token' | 'kind'>): string {
  return token?.name ?? OBSTACLE_NAMES[kind];
}

/** Whole percents, but never 0 % or 100 % for something that is open. */
export function percentText(share: number): string {
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))} %`;
}
