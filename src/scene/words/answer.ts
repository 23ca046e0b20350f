import { CLEAR_MARGIN_MM } from '../../judge/attack/obstruction.js';
import { BAND_MM, BANDS } from '../../pieces/dimensions.js';
import { isLengthOpen } from '../../table/huge-ship.js';
import type { Ship, Table } from '../../table/table.js';
import { type Figure, figure, type Phrase, phrase } from '../../texts/phrase.js';
import { type AnswerWords, ENGLISH_ANSWER, figureIn } from './answer-words.js';
import { ageText, type Freshness } from './freshness.js';
import { type HeadlineLine, headlineOf, isBeyond, isPairSupposed, namesOf, percentText, rangeTitle } from './headline.js';
import type { MeasuredAttack, MeasuredPair, MeasuredRange, Verdict } from './measured-pair.js';

/** An answer as a person reads it. */
export interface Answer {
  /** Its first line: "Range 2", "Range 2 or 3". */
  readonly headline: string;
  /** All lines that decide, the headline first: the range, the arc, the obstruction. */
  readonly lines: readonly HeadlineLine[];
  /** The millimetres behind the headline. */
  readonly detail: string;
  /** Whether every line of the headline is certain. */
  readonly isCertain: boolean;
  readonly facts: readonly Fact[];
}

/** One more line of the answer: an arc, another range, the distance until it turns over. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  readonly isCertain: boolean;
  /** 'yes' and 'no' only where certain. */
  readonly verdict: 'yes' | 'no' | 'open';
}

/** Difference in length up to which an attack's line says the same as the closest line, mm. */
export const SAME_LINE_MM = 0.05;

/** Puts a measured pair of a table into words. Uncertain answers are never worded as certain. */
export function answerOf(pair: MeasuredPair, table: Table, words: AnswerWords = ENGLISH_ANSWER): Answer {
  const { lines, deciding, arc: asked } = headlineOf(pair, table, words);
  const from = table.ships.find(({ id }) => id === pair.from);
  const isCertain = lines.every((line) => line.isCertain);
  const isOnlySupposed = isPairSupposed(pair, table);
  const { closest } = pair;
  const isOther = Math.abs(closest.mm - deciding.mm) > SAME_LINE_MM;
  return {
    headline: lines[0]!.text,
    lines,
    detail: `${lengthText(deciding, words)}${isOnlySupposed ? ` · ${supposedOf(pair, table, words)}` : isCertain ? ` · ${words.certain}` : ''}`,
    isCertain,
    facts: [
      ...(from?.isFrontOpen ? [{ name: words.front, text: words.frontOpen, isCertain: false, verdict: 'open' } as const] : []),
      ...Object.entries(pair.arcs).flatMap(([arc, { inArc, byPrintedLines, attack }]) => [
        arcFact(titled(arc, words), inArc, attack, isOnlySupposed, words),
        ...(byPrintedLines ? [printedFact(words.arcs[arc] ?? arc, byPrintedLines, from, words)] : []),
        ...(attack && arc !== asked ? attackFacts(words.arcs[arc] ?? arc, attack, deciding, words) : []),
        ...(attack && arc === asked ? onLineFacts(attack, table, words) : []),
      ]),
      ...(isOther ? [rangeFact(words.closest, closest, words)] : []),
      ...(deciding.range === 0 ? [] : [turnFact(deciding, asked === undefined ? undefined : pair.arcs[asked]?.attack?.obstructed, words)]),
    ],
  };
}

/** The part of an answer that still holds while the camera does not see the table: no verdict, only the memory of one, with its age where that is known. */
export function lastAnswer({ lines, detail }: Answer, freshness?: Freshness, words: AnswerWords = ENGLISH_ANSWER): Answer {
  const was = lines.map(({ text }) => text).join(', ');
  const when = freshness ? ` (${ageText(freshness.ageMs, words)})` : '';
  return {
    headline: freshness?.kind === 'moving' ? words.moving : freshness?.kind === 'behind' ? words.catchingUp : words.notSeen,
    lines: [],
    detail: words.itWas(when, `${was}, ${detail.replace(` · ${words.certain}`, '')}`),
    isCertain: false,
    facts: [],
  };
}

/** The whole answer as one sentence, for a screen reader. */
export function answerSentence(
  { headline, lines, detail, facts }: Answer,
  fromName: string,
  toName: string,
  words: AnswerWords = ENGLISH_ANSWER,
): string {
  const said = lines.length > 0 ? lines.map((line) => lineSentence(line, words)).join(', ') : headline;
  const more = facts.map(({ name, text }) => `${name}: ${text}.`).join(' ');
  return `${words.fromTo(fromName, toName)}. ${said}. ${detail}. ${more}`.trim();
}

function lineSentence({ text, outcomes }: HeadlineLine, words: AnswerWords): string {
  return outcomes.length > 0 ? outcomes.map((one) => `${one.text} ${percentText(one.probability, words)}`).join(` ${words.or} `) : text;
}

/** "143.2 mm ± 0.4", one standard deviation; without ± where the poses are exact. */
export function lengthText(
  { mm, sigmaMm }: Pick<MeasuredRange, 'mm' | 'sigmaMm'>,
  words: Pick<AnswerWords, 'decimal'> = ENGLISH_ANSWER,
): string {
  const length = `${figureIn(words, mm, 1)} mm`;
  if (!sigmaMm) return length;
  const { number, digits } = sigmaFigure(sigmaMm);
  return `${length} ± ${figureIn(words, number, digits)}`;
}

/** The same in the reader's language. */
export function lengthPhrase({ mm, sigmaMm }: Pick<MeasuredRange, 'mm' | 'sigmaMm'>): Phrase {
  return sigmaMm ? phrase('length-sigma', figure(mm, 1), sigmaFigure(sigmaMm)) : phrase('length-mm', figure(mm, 1));
}

/** The figure of an uncertainty, never "± 0.0": one that exists is shown. */
function sigmaFigure(sigmaMm: number): Figure {
  if (sigmaMm >= 9.95) return figure(sigmaMm, 0);
  return sigmaMm >= 0.095 ? figure(sigmaMm, 1) : figure(Math.max(sigmaMm, 0.01), 2);
}

function titled(arc: string, words: AnswerWords): string {
  const name = words.arcs[arc] ?? arc;
  return name[0]!.toUpperCase() + name.slice(1);
}

/** Why statements about a pair are supposed. */
export function supposedOf({ from, to }: MeasuredPair, { ships }: Table, words: AnswerWords): string {
  const both = ships.filter(({ id }) => id === from || id === to);
  if (both.some(isLengthOpen)) return words.lengthOpen;
  return both.some(({ isByHand }) => isByHand) ? words.byHand : words.mayBeNoShip;
}

/** An arc is as long as the ruler: what is certainly beyond range 3 is within its lines and not in it. */
function arcFact(name: string, inArc: Verdict, attack: MeasuredAttack | null, isOnlySupposed: boolean, words: AnswerWords): Fact {
  const isBeyondIt = inArc.certain && inArc.value && attack?.certain === true && isBeyond(attack.range);
  const text = isBeyondIt ? words.withinLines : inArc.value ? words.yes : words.no;
  if (isOnlySupposed) return { name, text: words.perhaps(text), isCertain: false, verdict: 'open' };
  if (isBeyondIt) return { name, text, isCertain: true, verdict: 'no' };
  if (!inArc.certain) {
    const odds = inArc.probability === undefined ? '' : words.oddsInArc(percentText(inArc.probability, words));
    return { name, text: `${words.tooClose}${odds}`, isCertain: false, verdict: 'open' };
  }
  const margin = inArc.marginMm === undefined ? '' : words.margin(figureIn(words, Math.abs(inArc.marginMm), 1));
  return { name, text: `${text}${margin}`, isCertain: true, verdict: inArc.value ? 'yes' : 'no' };
}

/** The answer by the printed lines: players look along the lines of the tile; the rules go by the base. */
function printedFact(arcName: string, byLines: Verdict, from: Ship | undefined, words: AnswerWords): Fact {
  const degrees = (rad: number) => `${figureIn(words, Math.abs((rad * 180) / Math.PI), 1)}°`;
  const turn = from?.tile ? ` ${degrees(from.tile.turnRad)} ± ${degrees(from.tile.sigmaRad)}` : '';
  const said = byLines.certain ? (byLines.value ? words.yes : words.no) : words.tooClose;
  const text = words.tileRotated(said, turn);
  return { name: words.printedLines(arcName), text, isCertain: false, verdict: 'open' };
}

/** The attack's range in another arc, where it is not the one that counts. */
function attackFacts(arcName: string, attack: MeasuredAttack, deciding: MeasuredRange, words: AnswerWords): Fact[] {
  if (attack.range === deciding.range && Math.abs(attack.mm - deciding.mm) <= SAME_LINE_MM) return [];
  return [rangeFact(words.attackRange(arcName), attack, words)];
}

/** Things on the line that do not give a die (ATK-11). */
function onLineFacts({ shipsOnLine = [], devicesOnLine = [] }: MeasuredAttack, table: Table, words: AnswerWords): Fact[] {
  const others = [...shipsOnLine, ...devicesOnLine];
  if (others.length === 0) return [];
  return [{ name: words.onTheLine, text: words.noDieFor(namesOf(others, table, words)), isCertain: false, verdict: 'open' }];
}

function rangeFact(name: string, measured: MeasuredRange, words: AnswerWords): Fact {
  const said = measured.certain ? words.inside(rangeTitle(measured.range, words)) : words.tooClose;
  return { name, text: `${said} · ${lengthText(measured, words)}`, isCertain: measured.certain, verdict: 'open' };
}

/** Distance of a line from being obstructed, or clear; that of a clear line is measured up to `CLEAR_MARGIN_MM` only. */
function wayText(marginMm: number, words: AnswerWords): string {
  return -marginMm >= CLEAR_MARGIN_MM ? words.moreThan(CLEAR_MARGIN_MM.toFixed(0)) : figureIn(words, Math.abs(marginMm), 1);
}

/** Millimetres that would change the range, and whether the way is obstructed. */
function turnFact({ mm, range }: MeasuredRange, obstructed: Verdict | undefined, words: AnswerWords): Fact {
  const nearerMm = mm - (range - 1) * BAND_MM;
  const fartherMm = range > BANDS ? Infinity : range * BAND_MM - mm;
  const turned = nearerMm <= fartherMm ? { mm: nearerMm, range: range - 1 } : { mm: fartherMm, range: range + 1 };
  const way = obstructed?.marginMm === undefined || !obstructed.certain ? '' : words.obstructionTurns(wayText(obstructed.marginMm, words));
  const what = words.inside(rangeTitle(turned.range, words));
  return {
    name: words.untilItTurns,
    text: `${words.turnsAt(figureIn(words, Math.max(0, turned.mm), 1), what)}${way}`,
    isCertain: true,
    verdict: 'no',
  };
}
