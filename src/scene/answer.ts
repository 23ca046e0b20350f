import { isCertain } from '../judge/core/judgement.js';
import type { Obstacle, Ship, Table } from '../table/table.js';
import { ageText, type Freshness } from './freshness.js';
import type { MeasuredAttack, MeasuredPair, MeasuredRange, Verdict } from './measured-pair.js';
import { shipLabel } from './ship-label.js';

/** An answer as a person reads it. */
export interface Answer {
  /** "Range 2", "Too close to call". */
  readonly headline: string;
  /** What is behind it: the millimetres, or the ranges that it may be. */
  readonly detail: string;
  readonly isCertain: boolean;
  readonly facts: readonly Fact[];
}

/** One more line of the answer: an arc, an attack. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  readonly isCertain: boolean;
  /** 'yes' and 'no' only where certain. */
  readonly verdict: 'yes' | 'no' | 'open';
}

const ARC_TITLES: Readonly<Record<string, string>> = {
  front: 'Front arc',
  rear: 'Rear arc',
  left: 'Left arc',
  right: 'Right arc',
  fullFront: 'Full front arc',
  fullRear: 'Full rear arc',
  bullseye: 'Bullseye',
};

const FRONT_OPEN: Fact = { name: 'Front', text: 'not told: say under Ships which way it faces', isCertain: false, verdict: 'open' };

/** Puts a measured pair of a table into words. Nothing that is not certain is said as if it were. */
export function answerOf(pair: MeasuredPair, table: Table): Answer {
  const { closest } = pair;
  const from = table.ships.find(({ id }) => id === pair.from);
  return {
    headline: closest.certain ? rangeTitle(closest.range) : 'Too close to call',
    detail: closest.certain ? `${lengthText(closest)} · certain` : `${orText(closest)} · ${lengthText(closest)}`,
    isCertain: closest.certain,
    facts: [
      ...(from?.isFrontOpen ? [FRONT_OPEN] : []),
      ...Object.entries(pair.arcs).flatMap(([arc, { inArc, byPrintedLines, attack }]) => [
        arcFact(ARC_TITLES[arc] ?? arc, inArc),
        ...(byPrintedLines ? [printedFact(ARC_TITLES[arc] ?? arc, byPrintedLines, from)] : []),
        ...(attack ? attackFacts(ARC_TITLES[arc] ?? arc, attack, closest, table) : []),
      ]),
    ],
  };
}

/** What is left of an answer while the camera does not see the table: no verdict, only the memory of one, with its age where that is known. */
export function lastAnswer({ headline, detail }: Answer, freshness?: Freshness): Answer {
  const when = freshness ? ` (${ageText(freshness.ageMs)})` : '';
  return {
    headline: freshness?.kind === 'moving' ? 'Moving' : 'Not seen now',
    detail: `It was${when}: ${headline}, ${detail.replace(' · certain', '')}`,
    isCertain: false,
    facts: [],
  };
}

/** The whole answer as one sentence, for a screen reader. */
export function answerSentence(answer: Answer, fromName: string, toName: string): string {
  const facts = answer.facts.map(({ name, text }) => `${name}: ${text}.`).join(' ');
  return `${fromName} to ${toName}. ${answer.headline}. ${answer.detail}. ${facts}`.trim();
}

/** "143.2 mm ± 0.4", one standard deviation; without ± where the poses are exact. */
export function lengthText({ mm, sigmaMm }: Pick<MeasuredRange, 'mm' | 'sigmaMm'>): string {
  return sigmaMm ? `${mm.toFixed(1)} mm ± ${sigmaText(sigmaMm)}` : `${mm.toFixed(1)} mm`;
}

/** Never "± 0.0": a doubt that exists is shown. */
function sigmaText(sigmaMm: number): string {
  if (sigmaMm >= 9.95) return sigmaMm.toFixed(0);
  if (sigmaMm >= 0.095) return sigmaMm.toFixed(1);
  return Math.max(sigmaMm, 0.01).toFixed(2);
}

function rangeTitle(range: number): string {
  if (range === 0) return 'Range 0: touching';
  return range > 3 ? 'Beyond range 3' : `Range ${range}`;
}

/** "Range 1 (62 %) or 2 (38 %)". */
function orText({ probability = {}, range }: MeasuredRange): string {
  const likely = Object.entries(probability)
    .filter(([, share]) => share >= 0.005)
    .sort(([a], [b]) => Number(a) - Number(b));
  if (likely.length === 0) return `Perhaps ${rangeTitle(range).toLowerCase()}`;
  return likely.map(([at, share], index) => `${rangeWord(at, index === 0)} (${percent(share)})`).join(' or ');
}

function rangeWord(range: string, isFirst: boolean): string {
  if (range === '4') return isFirst ? 'Beyond range 3' : 'beyond 3';
  return isFirst ? `Range ${range}` : range;
}

function arcFact(name: string, inArc: Verdict): Fact {
  if (!inArc.certain) {
    return {
      name,
      text: `too close to call${inArc.probability === undefined ? '' : `: in arc ${percent(inArc.probability)}`}`,
      isCertain: false,
      verdict: 'open',
    };
  }
  const margin = inArc.marginMm === undefined ? '' : `, by ${Math.abs(inArc.marginMm).toFixed(1)} mm`;
  return { name, text: `${inArc.value ? 'yes' : 'no'}${margin}`, isCertain: true, verdict: inArc.value ? 'yes' : 'no' };
}

/** Players look along the lines of the tile; the rules go by the base. */
function printedFact(arcName: string, byLines: Verdict, from: Ship | undefined): Fact {
  const degrees = (rad: number) => `${Math.abs((rad * 180) / Math.PI).toFixed(1)}°`;
  const askew = from?.tile ? ` ${degrees(from.tile.turnRad)} ± ${degrees(from.tile.sigmaRad)}` : '';
  const said = byLines.certain ? (byLines.value ? 'yes' : 'no') : 'too close to call';
  const text = `${said}: the tile lies${askew} askew, and the base counts`;
  return { name: `Printed lines, ${arcName.toLowerCase()}`, text, isCertain: false, verdict: 'open' };
}

/** The attack's range where it is not the ships' range, and what stands in its way. */
function attackFacts(arcName: string, attack: MeasuredAttack, closest: MeasuredRange, table: Table): Fact[] {
  const differs = attack.range !== closest.range || attack.certain !== closest.certain || Math.abs(attack.mm - closest.mm) > 0.05;
  const range: Fact = {
    name: `Attack range, ${arcName.toLowerCase()}`,
    text: `${attackRangeText(attack)} · ${lengthText(attack)}`,
    isCertain: attack.certain,
    verdict: 'open',
  };
  const { obstructed, by = [], shipsOnLine = [], devicesOnLine = [] } = attack;
  const isWorthSaying = obstructed && (obstructed.value || !obstructed.certain);
  const way: Fact | undefined = isWorthSaying
    ? {
        name: `Obstructed, ${arcName.toLowerCase()}`,
        text: obstructed.certain
          ? `yes${by.length > 0 ? `, by ${namesOf(by, table)}` : ''}`
          : `too close to call${obstructed.probability === undefined ? '' : `: ${percent(obstructed.probability)}`}`,
        isCertain: obstructed.certain,
        verdict: obstructed.certain ? 'yes' : 'open',
      }
    : undefined;
  const others = [...shipsOnLine, ...devicesOnLine];
  const over: Fact | undefined =
    others.length > 0
      ? {
          name: `On the line, ${arcName.toLowerCase()}`,
          text: `${namesOf(others, table)}: no die for that`,
          isCertain: false,
          verdict: 'open',
        }
      : undefined;
  return [...(differs ? [range] : []), ...(way ? [way] : []), ...(over ? [over] : [])];
}

/** The range of an attack may be sure where only the arc is not. */
function attackRangeText(attack: MeasuredAttack): string {
  const title = rangeTitle(attack.range).toLowerCase();
  if (attack.certain) return title;
  return isCertain(attack.probability?.[attack.range] ?? 0)
    ? `${title}, if it is in the arc`
    : `too close to call: ${orText(attack).toLowerCase()}`;
}

/** What people call ships, obstacles and devices. */
function namesOf(ids: readonly string[], { ships, obstacles }: Table): string {
  const names = ids.map((id) => {
    const ship = ships.find((one) => one.id === id);
    const obstacle = obstacles.find((one) => one.id === id);
    return ship ? shipLabel(ship, ships) : (obstacle?.token?.name ?? (obstacle && OBSTACLE_NAMES[obstacle.kind]) ?? id);
  });
  return names.join(', ');
}

const OBSTACLE_NAMES: Readonly<Record<Obstacle['kind'], string>> = {
  asteroid: 'an asteroid',
  debris: 'a debris cloud',
  gas: 'a gas cloud',
};

/** Whole percents, but never 0 % or 100 % for something that is open. */
function percent(share: number): string {
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))} %`;
}
