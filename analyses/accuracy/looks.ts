/**
 * Looks of a phone in a hand at simulated clips, one after the other, as the page takes them: its camera is followed by the page's tracker from each to the next, and each is
 * measured by the camera session with what the earlier ones have shown. Prints how far distances are off, and how far they claim to be, in each look and on the page's table after
 * it, for ACCURACY.md.
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
import { inDegrees } from '../../src/geometry/degrees.js';
import { pixelInPicture } from '../../src/geometry/in-picture.js';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import { isSquare } from '../../src/pieces/base-size.js';
import { writeTruth } from '../../src/sim/truth.js';
import type { MeasureResult, SeenObstacle, TableMeasurement } from '../../src/table/measurement.js';
import { track } from '../../src/table/track/track.js';
import { EMPTY_TABLE, type TableState } from '../../src/table/track/track-state.js';
import { asSeen } from '../../src/table/views/carried-table.js';
import { createCameraSession } from '../../src/vision/session/camera-session.js';
import { writeSection } from './accuracy-section.js';
import { measurementOrWhy, scoreAlone, trueShips, type ViewScore } from './hand-held-score.js';
import { type FoundTable, followClip, type LookAt, type PlacedShip, shipsAt } from './live/follow-clip.js';
import { type HandClip, handClip } from './live/hand-clip.js';
import { makeClip } from './live/make-clip.js';
import {
  certainShare,
  FAR_OFF,
  type Figure,
  farOff,
  measuredShare,
  overClaims,
  rightShare,
  spread,
  total,
  withInterval,
} from './with-interval.js';

/** Looks of two seconds: as many as fit in, each from elsewhere. */
const LOOK_MS = 2000;

const { values } = parseArgs({
  options: {
    seed: {
      type: 'string',
      multiple: true,
      default: ['71001', '71008', '71012', '71015', '71021', '71022'],
    },
    clips: { type: 'string', default: join(tmpdir(), 'hashmark-clips') },
    write: { type: 'boolean', default: false },
  },
});
const seeds = values.seed.map(Number);
if (!seeds.every(Number.isInteger)) throw new Error(`Got ${JSON.stringify(values.seed)}, expected --seed N`);

/** Scores of looks, and of the page's table after each. */
interface ClipScores {
  readonly looks: readonly ViewScore[];
  readonly tables: readonly ViewScore[];
}

async function looksAt(clip: HandClip, paths: readonly string[]): Promise<ClipScores> {
  const session = createCameraSession();
  const looks: ViewScore[] = [];
  const tables: ViewScore[] = [];
  let table = new TrackedClip();
  const lookAt: LookAt = async (index, atMs, { about, stood }) => {
    const frame = { ...(await pictureOf(paths[index]!, paths[index]!)), capturedAtMs: atMs };
    const result = await session.measure(engines, { ...frame, ...(about && { about }) }, {});
    const truth = truthAt(clip, index);
    if (result.ok) table = table.after(result, truth, stood);
    if (clip.frames[index]!.part !== 'carry') {
      looks.push(scoreAlone(truth, measurementOrWhy({ result })));
      if (result.ok) tables.push(scoreAlone(truth, table.inView(result.measurement)));
    }
    return result.ok ? foundIn(result.measurement, truth, shipsAt(clip, index)) : undefined;
  };
  await followClip(engines.cv, clip, paths, 0, { lookAt, lookMs: LOOK_MS });
  return { looks, tables };
}

/** The page's table through the looks at a clip. */
class TrackedClip {
  readonly #state: TableState;
  /** The clip's ship of each of its ids. */
  readonly #ships: ReadonlyMap<string, string>;

  constructor(state = EMPTY_TABLE, ships: ReadonlyMap<string, string> = new Map()) {
    this.#state = state;
    this.#ships = ships;
  }

  /** The table after one more look; `stood`: ids of the clip. */
  after({ measurement, isFirstSight }: Extract<MeasureResult, { ok: true }>, truth: Truth, stood: ReadonlySet<string>): TrackedClip {
    // A first sight without a border has a frame of its own, as the first look with one has after it.
    const isInFrame = !isFirstSight && measurement.isEdgeUnknown === this.#state.isEdgeUnknown;
    const [before, ships] = isInFrame ? [this.#state, this.#ships] : [EMPTY_TABLE, new Map<string, string>()];
    const standing = [...ships].flatMap(([id, ship]) => (stood.has(ship) ? [id] : []));
    const state = track(before, measurement, [], { stood: new Set(standing) });
    const found = trueShips({ ...measurement, ...seenOf(state) }, truth);
    const inView = state.tracks.filter(({ isSeen }) => isSeen);
    return new TrackedClip(state, new Map([...ships, ...inView.flatMap(({ id }, i) => (found[i] ? [[id, found[i].id] as const] : []))]));
  }

  /** The table's ships that the last look shows, as a measurement of its picture. */
  inView(look: TableMeasurement): TableMeasurement {
    return { ...look, ...seenOf(this.#state) };
  }
}

/** The ships of a table that are in view, through its camera. */
function seenOf({ tracks, jointCovariance, camera, obstacles, unmeasurable }: TableState) {
  const rows = tracks.flatMap(({ isSeen }, row) => (isSeen ? [row] : []));
  return {
    ...(camera && { camera }),
    bases: rows
      .map((row) => tracks[row]!)
      .filter(isSquare)
      .map(asSeen),
    jointCovariance: jointOf(rows, jointCovariance),
    obstacles: obstacles as readonly SeenObstacle[],
    unmeasurable,
  };
}

/** The truth of a frame; a ship is due where its middle is in the picture. */
function truthAt(clip: HandClip, index: number): Truth {
  const { camera } = clip.frames[index]!;
  const ships = shipsAt(clip, index).map((ship) => ({ ...clip.table.ships.find(({ id }) => id === ship.id)!, ...ship }));
  const inView = ships.map(({ x, y }) => Number(pixelInPicture(camera, { x, y, z: 0 }) !== undefined));
  return parseTruth(writeTruth({ ...clip.table, camera, ships }, `${clip.table.seed}`, inView), '');
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

const pairs = ({ relativeMm }: ViewScore) => relativeMm;

function line(scores: readonly ViewScore[]): string {
  const text = (figure: Figure, digits: number) => figure(scores)?.toFixed(digits) ?? '–';
  const refused = total(scores, ({ failed }) => Number(failed));
  return `${scores.length} looks, ${refused} refused, pairs ${text(spread(pairs, 0.5), 2)} / ${text(spread(pairs, 0.95), 2)} mm, ${text(overClaims, 2)} of their claims, ${text(farOff, 4)} beyond ${FAR_OFF}; certain ${text(certainShare, 3)}, right ${text(rightShare, 4)}`;
}

/** A row: its name, its figure, digits, and whether the goal is reached. */
type Row = readonly [name: string, figure: Figure, digits: number, isReached?: (is: number) => boolean];

const ROWS: readonly Row[] = [
  ['measured', measuredShare, 3],
  ['pairs p50, mm', spread(pairs, 0.5), 2],
  ['pairs p95, mm', spread(pairs, 0.95), 2],
  ['their errors over their claims, root mean square (0.8–1.2)', overClaims, 2, (is) => is >= 0.8 && is <= 1.2],
  [`share of them beyond ${FAR_OFF} claims (≤ 0.003)`, farOff, 4, (is) => is <= 0.003],
  ['certain', certainShare, 3],
  ['of them right (≥ 0.9998)', rightShare, 4, (is) => is >= 0.9998],
];

function page(clips: readonly ClipScores[]): string {
  const columns = [clips.map(({ looks }) => looks), clips.map(({ tables }) => tables)];
  const count = columns[0]!.flat().length;
  const cell = (tables: readonly (readonly ViewScore[])[], [, figure, digits, isReached = () => true]: Row) => {
    const { is, text } = withInterval(tables, figure, digits, 'looks bootstrap');
    return is === undefined || isReached(is) ? text : `**${text}**`;
  };
  const row = (one: Row) => `| ${one[0]} | ${columns.map((tables) => cell(tables, one)).join(' | ')} |`;
  return [
    '## Looks of a phone in a hand',
    '',
    `Printed by \`npm run analyse -- looks ${seeds.map((seed) => `--seed ${seed}`).join(' ')}\`: ${count} looks at simulated clips, 1280×720, of a phone that is carried over a table that nobody has set up, walks in, goes around and looks away. Its camera is followed by the page’s own`,
    'tracker from look to look, and each is measured with what the earlier ones have shown: by the border where that is in view, and by the print where it is not. *Each look* is scored by itself; *on the page* are the ships in view after it, where those that stood keep the places of looks that measured them better. Each figure: result [90 % interval over the tables] (goal in the first column); **bold** where it misses the goal.',
    '',
    '| | each look | on the page |',
    '|---|---|---|',
    ...ROWS.map(row),
    `| certain answers | ${columns.map((tables) => total(tables.flat(), ({ verdicts }) => verdicts.certain)).join(' | ')} |`,
    '',
  ].join('\n');
}

const engines = await loadEngines();
const clips: ClipScores[] = [];
for (const seed of seeds) {
  const clip = handClip(seed);
  const paths = await makeClip(clip, join(values.clips, `after-${seed}`));
  const scores = await looksAt(clip, paths);
  clips.push(scores);
  process.stdout.write(`${seed}: ${line(scores.looks)}\n${seed} on the page: ${line(scores.tables)}\n`);
}
const section = page(clips);
process.stdout.write(`\n${section}`);
if (values.write) await writeSection(section, 'looks');
