import { verdict } from '../../judge/core/judgement.js';
import { report } from '../../judge/report/report.js';
import type { AttackReport, JudgementReport, PairReport, RangeReport, Report, ShipReport } from '../../judge/report/report-file.js';
import { readScene } from '../inputs/read-scene.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';
import { warnOfOverlaps } from '../terminal/warn-of-overlaps.js';
import { warnOffMat } from '../terminal/warn-off-mat.js';

const USE = 'hashmark report SCENE [--json]';

/** Prints every range, arc and obstruction answer for a scene. Exit status 0 done, 1 not done, 2 wrong use. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  try {
    args = parseArgs(argv, { flags: ['json'], values: [] });
    if (args.names.length !== 1) throw new UsageError(`got ${args.names.length} scene files, expected one.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark report: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  try {
    const table = await readScene(args.names[0]!);
    warnOfOverlaps('report', table);
    const found = report(table);
    warnOffMat('report', found.offMat ?? []);
    print(args.flags.has('json') ? `${JSON.stringify(found)}\n` : reportText(found));
    return 0;
  } catch (error) {
    say(`hashmark report: ${(error as Error).message}\n`);
    return 1;
  }
}

/** Every answer of a report, a line each and its arcs below. */
export function reportText({ pairs, ships }: Report): string {
  return [...pairs.map(pairText), ...ships.map(shipText)].join('');
}

function pairText({ from, to, closest, touching, arcs }: PairReport): string {
  const contact = touching.value || !touching.certain ? `, touching: ${answerText(touching)}` : '';
  const lines = Object.entries(arcs).map(([arc, { inArc, byPrintedLines, attack }]) => {
    const printed = byPrintedLines ? ` (by the lines of its tile, which may be rotated in its base: ${answerText(byPrintedLines)})` : '';
    // An arc is as long as the ruler: beyond it only its lines go on.
    const isBeyond = inArc.certain && inArc.value && attack?.certain === true && attack.range === 4;
    const inside = `    ${arc}: in arc: ${isBeyond ? 'within the lines, beyond range 3' : answerText(inArc)}${printed}`;
    return attack ? `${inside}, attack ${rangeText(attack)}${obstructionText(attack)}\n` : `${inside}\n`;
  });
  return `${from} → ${to}: ${rangeText(closest)}${contact}\n${lines.join('')}`;
}

function rangeText({ mm, sigmaMm, range, probability, certain }: RangeReport): string {
  const plusMinus = sigmaMm > 0 ? ` ± ${sigmaMm.toFixed(2)}` : '';
  if (certain) return `${rangeName(range)} (${mm.toFixed(2)}${plusMinus} mm)`;
  const likely = Object.entries(probability).filter(([, p]) => p >= 0.001);
  const shares = likely.map(([one, p]) => `${rangeName(Number(one))} ${(100 * p).toFixed(1)} %`).join(', ');
  return `too close to call: ${shares} (${mm.toFixed(2)}${plusMinus} mm)`;
}

function rangeName(range: number): string {
  return range === 4 ? 'beyond range 3' : `range ${range}`;
}

function obstructionText({ obstructed, by, choice, shipsOnLine, devicesOnLine = [] }: AttackReport): string {
  const things = by.length > 0 ? ` by ${by.join(', ')}` : '';
  const others = [...shipsOnLine, ...devicesOnLine];
  const over = others.length > 0 ? `, over ${others.join(', ')} (not obstructing)` : '';
  if (choice) return `, lines equally short, some obstructed${things}: the attacker chooses${over}`;
  return `${obstructed.value || !obstructed.certain ? `, obstructed${things}: ${answerText(obstructed)}` : ''}${over}`;
}

function answerText(judgement: JudgementReport): string {
  const words = verdict(judgement);
  return judgement.certain ? words : `${words} (${(100 * judgement.probability).toFixed(1)} % yes)`;
}

function shipText({ id, overlaps, offTable }: ShipReport): string {
  const lies = overlaps.length > 0 ? ` touches or lies on ${overlaps.join(', ')};` : '';
  const off = offTable.value || !offTable.certain ? ` off the table: ${answerText(offTable)}` : '';
  return lies || off ? `${id}:${lies}${off}\n` : '';
}
