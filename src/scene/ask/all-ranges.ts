import { ARC_MM, objectInArc } from '../../judge/arc/object-arc.js';
import { blockersOf } from '../../judge/core/blockers.js';
import { isCertain } from '../../judge/core/judgement.js';
import type { Table } from '../../table/table.js';
import type { Overlay } from '../draw/overlay.js';
import { rulerLabel, rulerShapes } from '../draw/ruler.js';
import { lengthText } from '../words/answer.js';
import { type AnswerWords, ENGLISH_ANSWER } from '../words/answer-words.js';
import { headlineOf, isBeyond, namesOf, rangeTitle, shipIn } from '../words/headline.js';
import type { MeasuredAttack, MeasuredPair, MeasuredRange } from '../words/measured-pair.js';

/** Everything that one ship is asked about another thing of the table, in words. */
export interface SurveyRow {
  readonly id: string;
  readonly kind: 'ship' | 'obstacle' | 'device';
  readonly name: string;
  readonly range: string;
  /** "in front arc, bullseye", "in no arc". */
  readonly arcs: string;
  /** "not obstructed"; empty where nobody asks. */
  readonly obstruction: string;
  readonly length: string;
  readonly isCertain: boolean;
  /** The distance that counts. */
  readonly deciding: MeasuredRange;
  readonly isInArc: boolean;
  /** Whether it is reported to be in an arc for certain. */
  readonly isSaidInArc: boolean;
}

/** The part of a report that a survey reads (report.schema.json). */
export interface SurveyedReport {
  readonly pairs: readonly MeasuredPair[];
  readonly ships: readonly { readonly id: string; readonly objects: readonly { readonly id: string; readonly closest: MeasuredRange }[] }[];
}

/** All ranges, arcs and obstructions of one ship: to the other ships, then to obstacles and devices; those in an arc first, and the nearest of them. */
export function surveyOf(
  table: Table,
  { pairs, ships }: SurveyedReport,
  shipId: string,
  words: AnswerWords = ENGLISH_ANSWER,
): readonly SurveyRow[] {
  const nearestFirst = (a: SurveyRow, b: SurveyRow) => Number(b.isInArc) - Number(a.isInArc) || a.deciding.mm - b.deciding.mm;
  const others = pairs.filter(({ from }) => from === shipId).map((pair) => shipRow(table, pair, words));
  const objects = ships.find(({ id }) => id === shipId)?.objects ?? [];
  return [
    ...others.sort(nearestFirst),
    ...objects.map(({ id, closest }) => objectRow(table, shipId, id, closest, words)).sort(nearestFirst),
  ];
}

/** The arcs of a ship that an obstacle or device is in, in the words for ships; undefined where the ship has no arcs. */
export function arcsOfObject(
  table: Table,
  shipId: string,
  objectId: string,
  closest: MeasuredRange,
  words: AnswerWords = ENGLISH_ANSWER,
): ArcWords | undefined {
  const index = table.ships.findIndex(({ id }) => id === shipId);
  const object = blockersOf(table).find(({ id, shipIndex }) => id === objectId && shipIndex < 0);
  const arcs = table.ships[index]?.arcs ?? [];
  if (!object || arcs.length === 0) return undefined;
  // An arc is as long as the ruler: what is beyond that altogether is said to be within its lines.
  const upToMm = closest.certain && isBeyond(closest.range) ? undefined : ARC_MM;
  const measured = arcs.map((arc) => {
    const inArc = objectInArc(table, index, object, arc, upToMm);
    return [arc, { inArc, attack: inArc.value ? closest : null }] as const;
  });
  // What lies under a base is in an arc where it sticks out of it: that nobody attacks at range 0 does not matter.
  const touching = { value: false, certain: true };
  return arcWords(table, { from: shipId, to: objectId, closest, touching, arcs: Object.fromEntries(measured) }, words);
}

interface ArcWords {
  /** Empty where the ship has no arc. */
  readonly text: string;
  readonly isCertain: boolean;
  readonly isInArc: boolean;
  readonly isSaidInArc: boolean;
}

function arcWords(table: Table, pair: MeasuredPair, words: AnswerWords): ArcWords {
  const { lines, deciding } = headlineOf(pair, table, words);
  const line = lines.find(({ about }) => about === 'arc');
  const { bullseye } = pair.arcs;
  const isBullseye = bullseye?.inArc.value === true && bullseye.inArc.certain && !isCertainlyBeyond(bullseye.attack);
  const isOpen = bullseye !== undefined && !bullseye.inArc.certain;
  const isInArc = Object.values(pair.arcs).some(({ inArc }) => inArc.value);
  const name = words.arcs.bullseye!;
  return {
    text: [line?.text ?? '', isBullseye ? name : isOpen ? `${name}?` : ''].filter((text) => text !== '').join(', '),
    isCertain: (line?.isCertain ?? true) && !isOpen,
    isInArc,
    isSaidInArc: isInArc && line?.isCertain === true && !isBeyond(deciding.range),
  };
}

function shipRow(table: Table, pair: MeasuredPair, words: AnswerWords): SurveyRow {
  const { lines, deciding } = headlineOf(pair, table, words);
  const other = table.ships.find(({ id }) => id === pair.to);
  const arcs = arcWords(table, pair, words);
  return {
    id: pair.to,
    kind: 'ship',
    name: other ? shipIn(words, other, table.ships) : pair.to,
    range: lines[0]!.text,
    arcs: arcs.text,
    obstruction: lines.find(({ about }) => about === 'obstruction')?.text ?? '',
    length: lengthText(deciding, words),
    isCertain: lines.every((line) => line.isCertain) && arcs.isCertain,
    deciding,
    isInArc: arcs.isInArc,
    isSaidInArc: arcs.isSaidInArc,
  };
}

function objectRow(table: Table, shipId: string, id: string, closest: MeasuredRange, words: AnswerWords): SurveyRow {
  const arcs = arcsOfObject(table, shipId, id, closest, words);
  return {
    id,
    kind: table.obstacles.some((one) => one.id === id) ? 'obstacle' : 'device',
    name: namesOf([id], table, words),
    range: rangeWords(closest, words),
    arcs: arcs?.text ?? '',
    obstruction: '',
    length: lengthText(closest, words),
    isCertain: closest.certain && arcs?.isCertain !== false,
    deciding: closest,
    isInArc: arcs?.isInArc === true,
    isSaidInArc: arcs?.isSaidInArc === true,
  };
}

/** "Range 2"; "Range 2 or 3" where that is open, the likeliest first. */
export function rangeWords({ range, certain, probability = {} }: MeasuredRange, words: AnswerWords = ENGLISH_ANSWER): string {
  if (certain) return rangeTitle(range, words);
  const likely = Object.entries(probability)
    .filter(([, share]) => share > 0 && !isCertain(1 - share))
    .sort(([, a], [, b]) => b - a);
  return likely.length < 2 ? `${rangeTitle(range, words)}?` : likely.map(([at]) => rangeTitle(Number(at), words)).join(` ${words.or} `);
}

/** Thin lines to the ships in an arc, each with its range. */
export function surveyOverlay(rows: readonly SurveyRow[]): Overlay {
  const drawn = rows.filter(({ kind, isInArc, deciding }) => kind === 'ship' && isInArc && deciding.range <= 3);
  return {
    shapes: drawn.flatMap(({ deciding }) => rulerShapes(deciding, 'other-ruler')),
    labels: drawn.flatMap(({ deciding, range, isCertain: sure }) =>
      rulerLabel(deciding, sure ? range : `${range}?`, sure ? range : `${range}?`),
    ),
  };
}

/** An arc is as long as the ruler. */
const isCertainlyBeyond = (attack: MeasuredAttack | null) => attack?.certain === true && isBeyond(attack.range);
