import { verdict } from '../../judge/core/judgement.js';
import { type RangeFile, rangeFile } from '../../judge/report/range-file.js';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import type { ArcKind } from '../../pieces/arcs.js';
import { onMat } from '../../table/on-mat.js';
import { readScene } from '../inputs/read-scene.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';
import { warnOfOverlaps } from '../terminal/warn-of-overlaps.js';
import { requireOnMat, warnOffMat } from '../terminal/warn-off-mat.js';

const USE = 'hashmark range SCENE --from ID --to ID [--arc ARC] [--json]';

interface Order {
  readonly scene: string;
  readonly from: string;
  readonly to: string;
  readonly arc?: ArcKind;
  readonly json: boolean;
}

/** Prints at which range one thing is of another, within which and beyond which. Exit status 0 done, 1 not done, 2 wrong use. */
export async function run(argv: readonly string[]): Promise<number> {
  let order: Order;
  try {
    order = readOrder(parseArgs(argv, { flags: ['json'], values: ['from', 'to', 'arc'] }));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark range: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  try {
    const { table, offMat } = onMat(await readScene(order.scene));
    requireOnMat(offMat, [order.from, order.to]);
    warnOffMat('range', offMat);
    warnOfOverlaps('range', table);
    const found = rangeFile(table, order.from, order.to, order.arc);
    print(order.json ? `${JSON.stringify(found)}\n` : rangeText(found));
    return 0;
  } catch (error) {
    say(`hashmark range: ${(error as Error).message}\n`);
    return 1;
  }
}

function readOrder({ names, values, flags }: Args): Order {
  if (names.length !== 1) throw new UsageError(`got ${names.length} scene files, expected one.`);
  const [from, to, arc] = ['from', 'to', 'arc'].map((name) => values.get(name));
  if (from === undefined) throw new UsageError('--from ID is missing.');
  if (to === undefined) throw new UsageError('--to ID is missing.');
  const kind = ARC_NAMES.find((one) => one === arc);
  if (arc !== undefined && !kind) throw new UsageError(`got --arc ${arc}, expected one of ${ARC_NAMES.join(', ')}.`);
  return { scene: names[0]!, from, to, json: flags.has('json'), ...(kind && { arc: kind }) };
}

function rangeText({ from, to, closest, at, within = {}, beyond, arc, inArc, inArcUpTo3, attack }: RangeFile): string {
  const length = (mm: number, sigmaMm: number) => `${mm.toFixed(2)}${sigmaMm > 0 ? ` ± ${sigmaMm.toFixed(2)}` : ''} mm`;
  const lines = [`${from} → ${to}: ${length(closest.mm, closest.sigmaMm)}`];
  lines.push(...Object.entries(at).map(([range, one]) => `  at range ${range}: ${verdict(one)}`));
  lines.push(...Object.entries(within).map(([range, one]) => `  within range ${range}: ${verdict(one)}`));
  lines.push(...Object.entries(beyond).map(([range, one]) => `  beyond range ${range}: ${verdict(one)}`));
  if (inArc) lines.push(`  in the ${arc} arc: ${verdict(inArc)}`);
  if (inArcUpTo3) lines.push(`  in the ${arc} arc, up to range 3: ${verdict(inArcUpTo3)}`);
  if (attack) {
    const range = attack.certain ? (attack.range > 3 ? 'beyond 3' : String(attack.range)) : 'too close to call';
    lines.push(`  attack range: ${range} (${length(attack.mm, attack.sigmaMm)})`);
  }
  return `${lines.join('\n')}\n`;
}
