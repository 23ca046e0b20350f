/** npm run analyse -- clips: how exact the frames of a still table are together, beside one of them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { tableOfMeasurement } from '../../src/cli/commands/measure.js';
import { type Evaluation, evaluate } from '../../src/cli/eval/evaluation.js';
import { type PictureScore, scorePicture } from '../../src/cli/eval/score-picture.js';
import { readTruth, type Truth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import type { Pixel, Point } from '../../src/geometry/point.js';
import { upperMedian } from '../../src/geometry/statistics.js';
import type { Edit } from '../../src/table/edits.js';
import type { MeasureResult, TableMeasurement } from '../../src/table/measurement.js';
import { track } from '../../src/table/track/track.js';
import { EMPTY_TABLE } from '../../src/table/track/track-state.js';
import { tableOf } from '../../src/table/track/track-table.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import type { Frame } from '../../src/vision/runtime/frame.js';
import { createCameraSession } from '../../src/vision/session/camera-session.js';
import { ENOUGH_READS } from '../../src/vision/session/measurement-cache.js';
import { writeSection } from './accuracy-section.js';

const USE =
  'npm run analyse -- clips DIR [--rate 10] [--looks FILE-TO-WRITE] [--write], or without looking again: npm run analyse -- clips --looks FILE [--write]';

/** No other ship's middle is nearer: the smallest base is twice as wide. */
const SAME_SHIP_MM = 20;

interface Clip {
  readonly truth: Truth;
  readonly frames: number;
  /** Of the frames that were measured: a picture in which nothing has changed for a while is not measured. */
  readonly looks: readonly MeasureResult[];
  /** Times after the clip, as shares of the middle one of its frames that were read afresh. */
  readonly shares: { readonly unchanged?: number; readonly handOverAShip?: number };
}

/** The same clips scored in four ways. */
interface Scores {
  readonly first: readonly PictureScore[];
  /** Every frame for itself, with the registration remembered from the one before. */
  readonly each: readonly PictureScore[];
  readonly fused: readonly PictureScore[];
  /** Of those, the ships that the first frame shows too: others are the hard ones. */
  readonly compared: readonly PictureScore[];
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rate: { type: 'string', default: '10' }, looks: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  const framesPerSecond = Number(values.rate);
  if ((folder ?? values.looks) === undefined || !(framesPerSecond > 0))
    throw new Error(`Got ${folder ?? 'no folder'} --rate ${values.rate}, expected a folder and a number above 0.\n${USE}`);
  const clips = folder === undefined ? await readClips(values.looks!) : await lookAtClips(folder, framesPerSecond);
  if (folder !== undefined && values.looks !== undefined) await writeFile(values.looks, `${JSON.stringify(clips)}\n`);
  const summary = page(clips);
  process.stdout.write(summary);
  if (values.write) await writeSection(summary, 'clips');
}

async function readClips(file: string): Promise<Clip[]> {
  return JSON.parse(await readFile(file, 'utf8')) as Clip[];
}

async function lookAtClips(folder: string, framesPerSecond: number): Promise<Clip[]> {
  const names = await readdir(folder);
  const truths = names.filter((file) => file.endsWith('.json')).sort();
  if (truths.length === 0) throw new Error(`${folder}: got no truth files (.json), expected one beside the frames of each clip.\n${USE}`);
  const engines = await loadEngines();
  const clips: Clip[] = [];
  for (const name of truths) {
    const truth = await readTruth(join(folder, name));
    const frames = framesOf(basename(name, '.json'), names);
    if (frames.length === 0) throw new Error(`${name}: got no frames beside it, expected ${truth.image} and those that follow it.`);
    const images = frames.map((frame) => join(folder, frame));
    const seen = await lookAt(engines, images, framesPerSecond);
    process.stderr.write(`${name}: ${seen.looks.filter(({ ok }) => ok).length} of ${seen.looks.length} looks measured\n`);
    clips.push({ truth, ...seen });
  }
  return clips;
}

/** `stem-f00.jpg`, `stem-f01.jpg`…, in the order in which they were taken. */
function framesOf(stem: string, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(`${stem}-f`) && name.endsWith('.jpg')).sort();
}

/**
 * As the app looks at a camera: one frame after the other, what was seen remembered; then at one of them again, and at it with a hand over
 * one of the ships.
 */
async function lookAt(engines: Engines, images: readonly string[], framesPerSecond: number): Promise<Omit<Clip, 'truth'>> {
  const session = createCameraSession();
  const timed = async (frame: Frame) => {
    const startedMs = performance.now();
    const look = await session.measure(engines, frame, {});
    return { look, tookMs: performance.now() - startedMs };
  };
  const frameAt = async (i: number): Promise<Frame> => ({
    ...(await readPicture(images[i % images.length]!)),
    capturedAtMs: (1000 * i) / framesPerSecond,
  });
  const seen: { readonly look: MeasureResult; readonly tookMs: number }[] = [];
  for (const i of images.keys()) seen.push(await timed(await frameAt(i)));
  const readMs = median(seen.slice(1, ENOUGH_READS).map(({ tookMs }) => tookMs));
  const again = await frameAt(images.length);
  const unchanged = await timed(again);
  const { look } = unchanged;
  const ship = look.ok && look.measurement.bases[0];
  const at = ship && pixelFromTable(look.measurement.camera, { ...ship.pose, z: 0 });
  const covered = at && (await timed(withHand(again, at)));
  return {
    frames: images.length,
    looks: seen.flatMap((one) => (one.look.isUnchanged ? [] : [one.look])),
    shares: {
      ...(look.isUnchanged && { unchanged: unchanged.tookMs / readMs }),
      ...(covered && { handOverAShip: covered.tookMs / readMs }),
    },
  };
}

const HAND_PX = 80;

function withHand(frame: Frame, { u, v }: Pixel): Frame {
  const rgba = Uint8ClampedArray.from(frame.rgba);
  const [left, right] = [Math.max(0, Math.round(u) - HAND_PX), Math.min(frame.widthPx, Math.round(u) + HAND_PX)];
  for (let row = Math.max(0, Math.round(v) - HAND_PX); row < Math.min(frame.heightPx, v + HAND_PX); row++) {
    for (let column = left; column < right; column++) rgba.set([190, 140, 120], 4 * (row * frame.widthPx + column));
  }
  return { ...frame, rgba };
}

function scoresOf(clips: readonly Clip[]): Scores {
  const alone = (truth: Truth, look: MeasureResult | undefined) =>
    scorePicture(truth, look?.ok ? tableOfMeasurement(look.measurement) : undefined, 0, look?.ok ? look.measurement.camera : undefined);
  return {
    first: clips.map(({ truth, looks }) => alone(truth, looks[0])),
    each: clips.flatMap(({ truth, looks }) => looks.map((look) => alone(truth, look))),
    fused: clips.map((clip) => together(clip, () => true)),
    compared: clips.map((clip) => together(clip, (place) => isInFirst(clip, place))),
  };
}

function together({ truth, looks }: Clip, isWanted: (place: Point) => boolean): PictureScore {
  const seen = looks.flatMap((look): TableMeasurement[] => (look.ok ? [look.measurement] : []));
  const state = seen.reduce((known, measurement) => track(known, measurement, []), EMPTY_TABLE);
  const unwanted = state.tracks.flatMap(({ id, pose }): Edit[] => (isWanted(pose) ? [] : [{ kind: 'delete', shipId: id }]));
  return scorePicture(truth, seen.length > 0 ? tableOf(state, unwanted) : undefined, 0, state.camera);
}

function isInFirst({ looks: [first] }: Clip, place: Point): boolean {
  return first?.ok === true && first.measurement.bases.some(({ pose }) => Math.hypot(pose.x - place.x, pose.y - place.y) < SAME_SHIP_MM);
}

function page(clips: readonly Clip[]): string {
  const { first, each, fused, compared } = scoresOf(clips);
  const frames = Math.max(...clips.map((clip) => clip.frames));
  const [one, all] = [evaluate(first), evaluate(compared)];
  return `## A second of a still table

Printed by \`npm run -s analyse -- clips\`: ${clips.length} clips of ${frames} frames, each of a still simulated table in a style that no net was trained on, seen by a still
camera. Sensor noise and file compression are drawn again for each frame. "together" means the poses that the app shows after the last
frame, with their claimed sigmas. Averaging only removes what differs between frames; a bias of the net and an error of the registration
are the same in all of them. The median ship scatters by ${median(clips.flatMap(scatters)).toFixed(2)} mm about its mean from frame to frame. (Where one frame takes seconds to measure,
this many frames take longer than a second.) The median clip has ${median(clips.map(({ looks }) => looks.length))} measured frames. After that, a frame in which nothing has changed is only compared with the last one, which takes
${share(clips, 'unchanged')} of the time of a full measurement; a frame with a hand over a ship takes ${share(clips, 'handOverAShip')} of it.

| | seen | position p50 / p95, mm | layout p50 / p95, mm | pair distance p50 / p95, mm | heading p50 / p95, ° | claimed sigma p50, mm | normalised error | certain verdicts right |
|---|---|---|---|---|---|---|---|---|
${row('first frame', one, first)}
${row('each frame alone', evaluate(each), each)}
${row('together', evaluate(fused), fused)}
${row('together, ships of the first frame', all, compared)}
| the same / first frame | | ${ratios(all.positionMm, one.positionMm)} | ${ratios(all.layoutMm, one.layoutMm)} | ${ratios(all.relativeMm, one.relativeMm)} | ${ratios(all.headingDeg, one.headingDeg)} | ${(claimed(compared) / claimed(first)).toFixed(2)} | ${(all.normalisedError / one.normalisedError).toFixed(2)} | |
`;
}

function share(clips: readonly Clip[], of: keyof Clip['shares']): string {
  return median(clips.flatMap(({ shares }) => shares[of] ?? [])).toPrecision(2);
}

/** One standard deviation of x and of y over the frames of each ship that was seen in at least half of them, mm. */
function scatters({ looks }: Clip): number[] {
  const seen = looks.flatMap((look) => (look.ok ? [look.measurement.bases] : []));
  return (seen[0] ?? []).flatMap(({ pose: { x, y } }) => {
    const own = seen.flatMap((bases) => bases.find(({ pose }) => Math.hypot(pose.x - x, pose.y - y) < SAME_SHIP_MM)?.pose ?? []);
    return 2 * own.length < looks.length ? [] : [deviation(own.map((pose) => pose.x)), deviation(own.map((pose) => pose.y))];
  });
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1));
}

function median(values: readonly number[]): number {
  return upperMedian(values) ?? Number.NaN;
}

type Spread = Evaluation['positionMm'];

function row(name: string, found: Evaluation, scores: readonly PictureScore[]): string {
  const { recall, positionMm, layoutMm, relativeMm, headingDeg, normalisedError, verdicts } = found;
  const cells = [
    name,
    recall.toFixed(3),
    ...[positionMm, layoutMm, relativeMm, headingDeg].map(({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`),
    claimed(scores).toFixed(2),
    normalisedError.toFixed(2),
    `${verdicts.certainCorrect} of ${verdicts.certain}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function ratios(all: Spread, one: Spread): string {
  return `${(all.p50 / one.p50).toFixed(2)} / ${(all.p95 / one.p95).toFixed(2)}`;
}

/** The middle one of the claimed sigmas of x and y, mm. */
function claimed(scores: readonly PictureScore[]): number {
  return median(scores.flatMap(({ claimedMm }) => claimedMm));
}

await main(process.argv.slice(2));
