import { isCertain, openPercent, verdict } from '../../judge/core/judgement.js';
import { ALIGNS, type Align } from '../../judge/maneuver/execute.js';
import { executeWithUncertainty, type UncertainExecution } from '../../judge/maneuver/execute-uncertainty.js';
import { moveFile } from '../../judge/maneuver/move-file.js';
import { type Maneuver, parseManeuver } from '../../pieces/maneuver.js';
import { onMat } from '../../table/on-mat.js';
import { readScene } from '../inputs/read-scene.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';
import { warnOfOverlaps } from '../terminal/warn-of-overlaps.js';
import { requireOnMat, warnOffMat } from '../terminal/warn-off-mat.js';

const USE = 'hashmark move SCENE --ship ID --maneuver CODE [--align left|middle|right] [--json]';

interface Order {
  readonly scene: string;
  readonly ship: string;
  readonly maneuver: Maneuver;
  readonly code: string;
  readonly align?: Align;
  readonly json: boolean;
}

/** Prints where a maneuver ends and what it touches. Exit status 0 done, 1 not done, 2 wrong use. */
export async function run(argv: readonly string[]): Promise<number> {
  let order: Order;
  try {
    order = readOrder(parseArgs(argv, { flags: ['json'], values: ['ship', 'maneuver', 'align'] }));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark move: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  try {
    const { scene, ship, maneuver, code, align, json } = order;
    if (align !== undefined && !isRoll(maneuver)) {
      say(`hashmark move: --align ${align} is ignored: it counts for a Tallon Roll only, and ${code} is a ${maneuver.bearing.name}.\n`);
    }
    const table = await readScene(scene);
    const { offMat } = onMat(table);
    requireOnMat(offMat, [ship]);
    warnOffMat('move', offMat);
    warnOfOverlaps('move', table);
    const found = executeWithUncertainty(table, ship, maneuver, align === undefined || !isRoll(maneuver) ? {} : { align });
    const { fitting = [] } = found.execution;
    if (align !== undefined && fitting.length > 0 && found.full.certain && !found.full.value) {
      throw new Error(
        `${code}: ${align} does not fit, ${listed(fitting)} ${fitting.length > 1 ? 'do' : 'does'}. Place it where it fits: it is executed partially only where nothing does.`,
      );
    }
    print(
      json ? `${JSON.stringify({ ...moveFile(ship, code, found.execution), full: fullFile(found) })}\n` : moveText(ship, maneuver, found),
    );
    return 0;
  } catch (error) {
    say(`hashmark move: ${(error as Error).message}\n`);
    return 1;
  }
}

function readOrder({ names, values, flags }: Args): Order {
  if (names.length !== 1) throw new UsageError(`got ${names.length} scene files, expected one.`);
  const ship = values.get('ship');
  const code = values.get('maneuver');
  const align = values.get('align');
  if (ship === undefined) throw new UsageError('--ship ID is missing.');
  if (code === undefined) throw new UsageError('--maneuver CODE is missing.');
  if (align !== undefined && !ALIGNS.some((one) => one === align))
    throw new UsageError(`got --align ${align}, expected left, middle or right.`);
  let maneuver: Maneuver;
  try {
    maneuver = parseManeuver(code);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return { scene: names[0]!, ship, maneuver, code, json: flags.has('json'), ...(align !== undefined && { align: align as Align }) };
}

function listed(aligns: readonly Align[]): string {
  return aligns.join(' and ');
}

function isRoll({ bearing }: Maneuver): boolean {
  return bearing.finish === 'rolled';
}

/** Whether it is fully executed; where that is not certain, `execution` and all else are of the way as measured. */
function fullFile({ full: { value, probability, certain } }: UncertainExecution) {
  return { value, probability, certain };
}

/** Fully or partially, or how likely each is. */
function executedWords({ full }: UncertainExecution): string {
  const said = verdict(full);
  if (said !== 'too close to call') return said === 'yes' ? 'fully executed' : 'partially executed';
  const share = openPercent(full.probability);
  return `${said}: fully executed ${share} %, partially ${100 - share} %; as measured it is this:`;
}

/** What it certainly touches or lies on in one line, what it may in a line each. */
function oddsText(what: string, odds: ReadonlyMap<string, number>): readonly string[] {
  const certain = [...odds].filter(([, probability]) => isCertain(probability)).map(([id]) => id);
  const open = [...odds].filter(([, probability]) => !isCertain(probability));
  return [
    ...(certain.length > 0 ? [`  ${what} ${certain.join(', ')}`] : []),
    ...open.flatMap(([id, probability]) => oneText(`${what} ${id}`, probability)),
  ];
}

/** What certainly happens, or may; empty: it certainly does not. */
function oneText(what: string, probability: number): readonly string[] {
  if (isCertain(probability)) return [`  ${what}`];
  return isCertain(1 - probability) ? [] : [`  too close to call: ${what} with ${openPercent(probability)} %`];
}

function moveText(ship: string, { speed, bearing, difficulty }: Maneuver, uncertain: UncertainExecution): string {
  const { execution: found } = uncertain;
  const { x, y, headingRad } = found.end;
  const lines = [
    `${ship}: ${difficulty} ${speed} ${bearing.name}, ${executedWords(uncertain)}`,
    `  ends at (${x.toFixed(2)}, ${y.toFixed(2)}) mm, heading ${((headingRad * 180) / Math.PI).toFixed(2)}°`,
    ...oddsText('touches', uncertain.touching),
    ...oddsText('its template lies on', uncertain.templateOver),
    ...oddsText('its base lies on', uncertain.overlaps),
    ...oneText('it has left the table', uncertain.offTable),
    ...oneText('it skips its Perform Action step', uncertain.skipsAction),
  ];
  return `${lines.join('\n')}\n`;
}
