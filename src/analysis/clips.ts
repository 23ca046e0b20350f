/** npm run clips: what the frames of a still table tell together, beside what one of them tells. */
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEngines } from '../cli/engines.js';
import { type Evaluation, evaluate } from '../cli/eval/evaluation.js';
import { type PictureScore, scorePicture } from '../cli/eval/score-picture.js';
import { readTruth, type Truth } from '../cli/eval/truth.js';
import { tableOfSighting } from '../cli/measure.js';
import { readPicture } from '../cli/read-picture.js';
import type { Look, Sighting } from '../table/sighting.js';
import { track } from '../table/track.js';
import { EMPTY_TABLE } from '../table/track-state.js';
import { tableOf } from '../table/track-table.js';
import type { Engines } from '../vision/engines.js';
import { createWatch } from '../worker/watch.js';
import { writeSection } from './accuracy-section.js';

const USE = 'npm run clips -- DIR [--rate 10] [--looks FILE] [--write]';

interface Clip {
  readonly truth: Truth;
  readonly looks: readonly Look[];
}

/** The same clips scored in three ways. */
interface Scores {
  readonly first: readonly PictureScore[];
  /** Every frame for itself, with the registration remembered from the one before. */
  readonly each: readonly PictureScore[];
  readonly fused: readonly PictureScore[];
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rate: { type: 'string', default: '10' }, looks: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  const framesPerSecond = Number(values.rate);
  if (folder === undefined || !(framesPerSecond > 0))
    throw new Error(`Got ${folder ?? 'no folder'} --rate ${values.rate}, expected a folder and a number above 0.\n${USE}`);
  const names = await readdir(folder);
  const engines = await loadEngines();
  const clips: Clip[] = [];
  for (const name of names.filter((file) => file.endsWith('.json')).sort()) {
    const truth = await readTruth(join(folder, name));
    const frames = framesOf(basename(name, '.json'), names);
    if (frames.length === 0) throw new Error(`${name}: got no frames beside it, expected ${truth.image} and those that follow it.`);
    const images = frames.map((frame) => join(folder, frame));
    clips.push({ truth, looks: await lookAt(engines, images, framesPerSecond) });
    process.stderr.write(`${name}: ${clips.at(-1)!.looks.filter(({ ok }) => ok).length} of ${frames.length} frames measured\n`);
  }
  if (clips.length === 0) throw new Error(`${folder}: got no truth files (.json), expected one beside the frames of each clip.\n${USE}`);
  if (values.looks !== undefined) await writeFile(values.looks, `${JSON.stringify(clips)}\n`);
  const summary = page(clips);
  process.stdout.write(summary);
  if (values.write) await writeSection(summary);
}

/** `stem-f00.jpg`, `stem-f01.jpg`…, in the order in which they were taken. */
function framesOf(stem: string, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(`${stem}-f`) && name.endsWith('.jpg')).sort();
}

/** As the app looks at a camera: one frame after the other, the registration remembered. */
async function lookAt(engines: Engines, images: readonly string[], framesPerSecond: number): Promise<Look[]> {
  const watch = createWatch();
  const looks: Look[] = [];
  for (const [i, image] of images.entries()) {
    const frame = { ...(await readPicture(image)), capturedAtMs: (1000 * i) / framesPerSecond };
    looks.push(await watch.look(engines, frame, {}));
  }
  return looks;
}

function scoresOf(clips: readonly Clip[]): Scores {
  const alone = (truth: Truth, look: Look | undefined) =>
    scorePicture(truth, look?.ok ? tableOfSighting(look.sighting) : undefined, 0, look?.ok ? look.sighting.camera : undefined);
  return {
    first: clips.map(({ truth, looks }) => alone(truth, looks[0])),
    each: clips.flatMap(({ truth, looks }) => looks.map((look) => alone(truth, look))),
    fused: clips.map(({ truth, looks }) => {
      const seen = looks.flatMap((look): Sighting[] => (look.ok ? [look.sighting] : []));
      const state = seen.reduce((known, sighting) => track(known, sighting, []), EMPTY_TABLE);
      return scorePicture(truth, seen.length > 0 ? tableOf(state, []) : undefined, 0, state.camera);
    }),
  };
}

function page(clips: readonly Clip[]): string {
  const { first, each, fused } = scoresOf(clips);
  const frames = Math.max(...clips.map(({ looks }) => looks.length));
  const [one, all] = [evaluate(first), evaluate(fused)];
  return `## A second of a still table

Printed by \`npm run -s clips\`: ${clips.length} clips of ${frames} frames, each of a still simulated table with looks that no net was trained on, through a still
camera; the sensor's noise and the file's compression are drawn anew for each frame. "together" are the poses that the app shows after the last
frame. A base that is looked at askew by a net is so in all frames: averaging takes away only what differs between them.

| | seen | position p50 / p95, mm | layout p50 / p95, mm | pair distance p50 / p95, mm | heading p50 / p95, ° | claimed sigma p50, mm | normalised error | certain verdicts right |
|---|---|---|---|---|---|---|---|---|
${row('first frame', one, first)}
${row('each frame alone', evaluate(each), each)}
${row('together', all, fused)}
| together / first frame | | ${ratios(all.positionMm, one.positionMm)} | ${ratios(all.layoutMm, one.layoutMm)} | ${ratios(all.relativeMm, one.relativeMm)} | ${ratios(all.headingDeg, one.headingDeg)} | ${(claimed(fused) / claimed(first)).toFixed(2)} | ${(all.normalisedError / one.normalisedError).toFixed(2)} | |
`;
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
  const sigmas = scores.flatMap(({ claimedMm }) => claimedMm).sort((a, b) => a - b);
  return sigmas[sigmas.length >> 1] ?? Number.NaN;
}

await main(process.argv.slice(2));
