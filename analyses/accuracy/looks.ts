/**
 * Looks of a phone in a hand at simulated clips, one after the other, as the page takes them: its camera is followed by the page's tracker from each to the next, and each is
 * measured by the camera session with what the earlier ones have shown. Prints how far distances are off, and how far they claim to be, for ACCURACY.md.
 *
 *   npm run analyse -- looks [--seed 71001 --seed 71004 …] [--clips DIR] [--write]
 *
 * Frames are drawn from the seed and kept in --clips.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseTruth, type Truth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { pictureOf } from '../../src/cli/inputs/read-picture.js';
import type { Camera } from '../../src/geometry/camera.js';
import { inDegrees } from '../../src/geometry/degrees.js';
import { pixelInPicture } from '../../src/geometry/in-picture.js';
import { lengthVariance } from '../../src/geometry/joint-covariance.js';
import { distanceMm } from '../../src/geometry/point.js';
import { rootMeanSquare } from '../../src/geometry/statistics.js';
import { writeTruth } from '../../src/sim/truth.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { createCameraSession } from '../../src/vision/session/camera-session.js';
import { writeSection } from './accuracy-section.js';
import { measurementOrWhy, scoreAlone, trueShips, type ViewScore } from './hand-held-score.js';
import { type FoundTable, followClip, type PlacedShip, shipsAt } from './live/follow-clip.js';
import { type HandClip, handClip } from './live/hand-clip.js';
import { makeClip } from './live/make-clip.js';
import { certainShare, measuredShare, rightShare, share, spread, total, withInterval } from './with-interval.js';

/** Looks of two seconds: as many as fit in, each from elsewhere. */
const LOOK_MS = 2000;
/** Distances further off than this many claims are too many where claims are right: 0.3 % would be chance. */
const FAR_OFF = 3;

/** A look and what was found of it. */
interface LookScore extends ViewScore {
  /** Errors of the distances between its ships, in standard deviations as claimed. */
  readonly claims: readonly number[];
}

const { values } = parseArgs({
  options: {
    seed: {
      type: 'string',
      multiple: true,
      default: ['71001', '71008', '71012', '71021', '71022'],
    },
    clips: { type: 'string', default: join(tmpdir(), 'hashmark-clips') },
    write: { type: 'boolean', default: false },
  },
});
const seeds = values.seed.map(Number);
if (!seeds.every(Number.isInteger)) throw new Error(`Got ${JSON.stringify(values.seed)}, expected --seed N`);

async function looksAt(clip: HandClip, paths: readonly string[]): Promise<readonly LookScore[]> {
  const session = createCameraSession();
  const scores: LookScore[] = [];
  const lookAt = async (index: number, atMs: number, about: Camera | undefined): Promise<FoundTable | undefined> => {
    const frame = { ...(await pictureOf(paths[index]!, paths[index]!)), capturedAtMs: atMs };
    const result = await session.measure(engines, { ...frame, ...(about && { about }) }, {});
    const truth = truthAt(clip, index);
    if (clip.frames[index]!.part !== 'carry')
      scores.push({ ...scoreAlone(truth, measurementOrWhy({ result })), claims: result.ok ? claimsOf(result.measurement, truth) : [] });
    return result.ok ? foundIn(result.measurement, truth, shipsAt(clip, index)) : undefined;
  };
  await followClip(engines.cv, clip, paths, 0, { lookAt, lookMs: LOOK_MS });
  return scores;
}

/** The truth of a frame; a ship is due where its middle is in the picture. */
function truthAt(clip: HandClip, index: number): Truth {
  const { camera } = clip.frames[index]!;
  const ships = shipsAt(clip, index).map((ship) => ({ ...clip.table.ships.find(({ id }) => id === ship.id)!, ...ship }));
  const inView = ships.map(({ x, y }) => Number(pixelInPicture(camera, { x, y, z: 0 }) !== undefined));
  return parseTruth(writeTruth({ ...clip.table, camera, ships }, `${clip.table.seed}`, inView), '');
}

function claimsOf(measurement: TableMeasurement, truth: Truth): readonly number[] {
  const { bases, jointCovariance } = measurement;
  const ships = trueShips(measurement, truth);
  return bases.flatMap((a, i) =>
    bases.slice(0, i).flatMap((b, k) => {
      const [one, other] = [ships[i], ships[k]];
      if (!one || !other || one === other) return [];
      const variance = lengthVariance(jointCovariance, i, k, a.pose, b.pose);
      return [(distanceMm(a.pose, b.pose) - distanceMm(one.pose, other.pose)) / Math.sqrt(variance)];
    }),
  );
}

/** What the tracker is given: the ships where they were found, others where they are. */
function foundIn(measurement: TableMeasurement, truth: Truth, ships: readonly PlacedShip[]): FoundTable {
  const found = trueShips(measurement, truth);
  const poseOf = (id: string) => measurement.bases[found.findIndex((ship) => ship?.id === id)]?.pose;
  return {
    camera: measurement.camera,
    ships: ships.map((ship) => {
      const pose = poseOf(ship.id);
      return pose ? { ...ship, x: pose.x, y: pose.y, headingDeg: inDegrees(pose.headingRad) } : ship;
    }),
  };
}

type LookFigure = (scores: readonly LookScore[]) => number | undefined;

const pairs = ({ relativeMm }: ViewScore) => relativeMm;
const claimsIn = (scores: readonly LookScore[]) => scores.flatMap(({ claims }) => claims);
const overClaims: LookFigure = (scores) => (claimsIn(scores).length > 0 ? rootMeanSquare(claimsIn(scores)) : undefined);
const farOff: LookFigure = (scores) => share(claimsIn(scores).filter((one) => Math.abs(one) > FAR_OFF).length, claimsIn(scores).length);

function line(scores: readonly LookScore[]): string {
  const text = (figure: LookFigure, digits: number) => figure(scores)?.toFixed(digits) ?? '–';
  const refused = total(scores, ({ failed }) => Number(failed));
  return `${scores.length} looks, ${refused} refused, pairs ${text(spread(pairs, 0.5), 2)} / ${text(spread(pairs, 0.95), 2)} mm, ${text(overClaims, 2)} of their claims, ${text(farOff, 4)} beyond ${FAR_OFF}; certain ${text(certainShare, 3)}, right ${text(rightShare, 4)}`;
}

/** A row: its name, its figure, digits, and whether the goal is reached. */
type Row = readonly [name: string, figure: LookFigure, digits: number, isReached?: (is: number) => boolean];

const ROWS: readonly Row[] = [
  ['measured', measuredShare, 3],
  ['pairs p50, mm', spread(pairs, 0.5), 2],
  ['pairs p95, mm', spread(pairs, 0.95), 2],
  ['their errors over their claims, root mean square (0.8–1.2)', overClaims, 2, (is) => is >= 0.8 && is <= 1.2],
  [`share of them beyond ${FAR_OFF} claims (≤ 0.003)`, farOff, 4, (is) => is <= 0.003],
  ['certain', certainShare, 3],
  ['of them right (≥ 0.9998)', rightShare, 4, (is) => is >= 0.9998],
];

function page(tables: readonly (readonly LookScore[])[]): string {
  const all = tables.flat();
  const cell = ([name, figure, digits, isReached = () => true]: Row) => {
    const { is, text } = withInterval(tables, figure, digits, 'looks bootstrap');
    return `| ${name} | ${is === undefined || isReached(is) ? text : `**${text}**`} |`;
  };
  return [
    '## Looks of a phone in a hand',
    '',
    `Printed by \`npm run analyse -- looks ${seeds.map((seed) => `--seed ${seed}`).join(' ')}\`: ${all.length} looks at simulated clips, 1280×720, of a phone that is carried over a table that nobody has set up, walks in, goes around and looks away. Its camera is followed by the page’s own`,
    'tracker from look to look, and each is measured with what the earlier ones have shown: by the border where that is in view, and by the print where it is not. Each look is scored by itself. Each figure: result [90 % interval over the tables] (goal in the first column); **bold** where it misses the goal.',
    '',
    '| | |',
    '|---|---|',
    ...ROWS.map(cell),
    `| certain answers | ${total(all, ({ verdicts }) => verdicts.certain)} |`,
    '',
  ].join('\n');
}

const engines = await loadEngines();
const tables: (readonly LookScore[])[] = [];
for (const seed of seeds) {
  const clip = handClip(seed);
  const paths = await makeClip(clip, join(values.clips, `after-${seed}`));
  const scores = await looksAt(clip, paths);
  tables.push(scores);
  process.stdout.write(`${seed}: ${line(scores)}\n`);
}
const section = page(tables);
process.stdout.write(`\n${section}`);
if (values.write) await writeSection(section, 'looks');
