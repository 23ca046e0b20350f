/**
 * The same simulated tables that hold a marker on every base, read by OpenCV, and without, measured by us.
 *
 *   npm run analyse -- markers [--scenes 12] [--out DIR] [--write]
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measurePicture, tableOfMeasurement } from '../../src/cli/commands/measure.js';
import { evaluate } from '../../src/cli/eval/evaluation.js';
import { gapMm } from '../../src/cli/eval/pose-errors.js';
import { MUST_SEE, type PictureScore, scorePicture } from '../../src/cli/eval/score-picture.js';
import { readTruth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import type { Camera } from '../../src/geometry/camera.js';
import { EXACT } from '../../src/geometry/pose.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import type { MarkerRows } from '../../src/sim/look/tile-marker.js';
import { createRandom } from '../../src/sim/random.js';
import type { Truth as SimTruth } from '../../src/sim/truth.js';
import type { MeasureHints } from '../../src/table/measurement.js';
import type { Table } from '../../src/table/table.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import { makePair } from '../simulate/make-pair.js';
import { openPictureBrowser } from '../simulate/picture-browser.js';
import { writeSection } from './accuracy-section.js';
import { cameraFromMat } from './markers/lens-of-mat.js';
import { markerRows, poseFromMarker, readMarkers, type SeenMarker } from './markers/read-markers.js';
import { rulerErrors } from './markers/ruler-errors.js';
import { quantile } from './quantile.js';

const FIRST_SEED = 7100;
const MAX_SHIPS = 14;
const LOWEST_DEG = 32;
const HIGHEST_DEG = 88;

/** A way to measure a scene; adding one is adding a row. */
interface Way {
  readonly name: string;
  readonly measure: (scene: Scene) => Promise<Table | undefined>;
}

interface Scene {
  readonly stem: string;
  /** Paths without ending: the table with markers, and the same without. */
  readonly marked: string;
  readonly plain: string;
  readonly truth: SimTruth;
  readonly camera: Camera;
  readonly markers: readonly SeenMarker[];
}

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenes: { type: 'string', default: '12' },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: fileURLToPath(new URL('../../build/markers/', import.meta.url)) },
    },
  });
  const count = Number(values.scenes);
  if (!(Number.isInteger(count) && count > 0)) throw new Error(`Got --scenes ${values.scenes}, expected a whole number above 0.`);
  const engines = await loadEngines();
  const rows = markerRows(engines.cv, MAX_SHIPS);
  await makeScenes(values.out, count, rows);
  const scenes: Scene[] = [];
  for (let i = 0; i < count; i++) scenes.push(await readScene(engines, values.out, stemOf(i)));
  const lines: string[] = [];
  for (const way of waysOf(engines, rows[0]!.length)) {
    const scores: PictureScore[] = [];
    for (const scene of scenes) {
      const truth = await readTruth(`${scene.plain}.json`);
      scores.push(scorePicture(truth, await way.measure(scene), 0));
      process.stderr.write(`${way.name}: ${scene.stem}\n`);
    }
    lines.push(rowText(way.name, scores));
  }
  const bases = scenes.reduce((sum, { truth }) => sum + truth.ships.length, 0);
  const section = page(lines, rulerRow(scenes), count, bases, readableBySize(scenes));
  process.stdout.write(section);
  if (values.write) await writeSection(section, 'markers');
}

const stemOf = (index: number) => `scene-${String(index + 1).padStart(2, '0')}`;

/** Each scene twice; pictures that are there already are kept. */
async function makeScenes(folder: string, count: number, markers: readonly MarkerRows[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await openPictureBrowser();
  try {
    for (let i = 0; i < count; i++) {
      const elevation = (share: number) => LOWEST_DEG + ((HIGHEST_DEG - LOWEST_DEG) * share) / count;
      const wishes = { split: 'test', framing: 'whole', ships: [6, MAX_SHIPS], elevationDeg: [elevation(i), elevation(i + 1)] } as const;
      const order = { seed: FIRST_SEED + i, wishes };
      await makePair(browser, folder, `${stemOf(i)}-plain`, order);
      await makePair(browser, folder, `${stemOf(i)}-marked`, { ...order, markers });
    }
  } finally {
    await browser.close();
  }
}

async function readScene({ cv }: Engines, folder: string, stem: string): Promise<Scene> {
  const [marked, plain] = [join(folder, `${stem}-marked`), join(folder, `${stem}-plain`)];
  const truth = JSON.parse(await readFile(`${marked}.json`, 'utf8')) as SimTruth;
  const { camera } = await readTruth(`${marked}.json`);
  if (!camera) throw new Error(`${marked}.json: got no camera, expected the one of the simulated table.`);
  return { stem, marked, plain, truth, camera, markers: readMarkers(cv, await readPicture(`${marked}.jpg`)) };
}

function waysOf(engines: Engines, modules: number): Way[] {
  const ours = async ({ plain }: Scene, hints: MeasureHints) => {
    try {
      return tableOfMeasurement(await measurePicture(engines, `${plain}.jpg`, hints));
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return undefined;
    }
  };
  const lensOnly = ({ camera: { r: _, t: __, ...lens } }: Scene) => lens;
  return [
    { name: 'marker, camera and lens known', measure: async (scene) => fromMarkers(scene, scene.camera, modules) },
    { name: 'ours, lens known', measure: (scene) => ours(scene, { lens: lensOnly(scene) }) },
    {
      name: 'marker, camera from the mat’s corners (focal length, k1)',
      measure: async (scene) =>
        fromMarkers(scene, cameraFromMat(scene.camera, scene.truth.table, createRandom(`corners ${scene.stem}`)), modules),
    },
    { name: 'ours, lens unknown', measure: (scene) => ours(scene, {}) },
  ];
}

/** The table as the markers determine it. A marker's number is its ship's. */
function fromMarkers({ truth, markers }: Scene, camera: Camera | undefined, modules: number): Table | undefined {
  if (!camera) return undefined;
  const ships = markers.flatMap((marker) => {
    const ship = truth.ships[marker.id];
    const pose = ship && poseFromMarker(camera, marker, ship, modules);
    return pose ? [{ id: ship.id, base: ship.base, pose, covariance: EXACT, arcs: [] }] : [];
  });
  return { ...truth.table, ships, obstacles: [], devices: [] };
}

/** Somebody measures every pair up to 400 mm with a ruler. */
function rulerRow(scenes: readonly Scene[]): string {
  const random = createRandom('ruler');
  const errors = scenes.flatMap(({ truth }) => {
    const bases = truth.ships.map(({ base, xMm, yMm, headingDeg }) => ({
      base,
      pose: { x: xMm, y: yMm, headingRad: (headingDeg * Math.PI) / 180 },
    }));
    return bases.flatMap((a, i) => bases.slice(i + 1).map((b) => gapMm(a, b))).filter((mm) => mm <= 400);
  });
  return `| a person with a 300 mm ruler | 1.000 | – | ${pair(rulerErrors(errors, random))} | – |`;
}

function rowText(name: string, scores: readonly PictureScore[]): string {
  const { recall, positionMm, relativeMm, headingDeg } = evaluate(scores);
  const two = ({ p50, p95 }: { readonly p50: number; readonly p95: number }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`;
  return `| ${name} | ${recall.toFixed(3)} | ${two(positionMm)} | ${two(relativeMm)} | ${headingDeg.p95.toFixed(2)} |`;
}

function pair(values: readonly number[]): string {
  return `${quantile(values, 0.5).toFixed(2)} / ${quantile(values, 0.95).toFixed(2)}`;
}

/** Small bases have room for small markers only. */
function readableBySize(scenes: readonly Scene[]): string {
  const due = scenes.flatMap(({ truth, markers }) =>
    truth.ships.flatMap(({ base, visibleFraction }, id) =>
      visibleFraction >= MUST_SEE ? [{ base, isRead: markers.some((marker) => marker.id === id) }] : [],
    ),
  );
  const shares = BASE_SIZES.map((size) => {
    const own = due.filter(({ base }) => base === size);
    return `${own.filter(({ isRead }) => isRead).length} of ${own.length} ${size}`;
  });
  return shares.join(', ');
}

function page(lines: readonly string[], ruler: string, scenes: number, bases: number, bySize: string): string {
  return `## Against a marker on every base

Printed by \`npm run -s analyse -- markers\` on ${scenes} simulated tables that hold ${bases} bases, 1920×1080, the whole mat in view. Each table is drawn with and without markers: 4×4 ArUco
markers with their quiet zone, as large as fits behind the peg, read by OpenCV (contour refinement, picture enlarged to twice its size). The reader is given each
marker's true height and the position of its tile in the base. "readable" is the share of the bases that are at least 40 % visible;
by base size, markers are readable on ${bySize}.

| | readable | position p50 / p95, mm | pair distance p50 / p95, mm | heading p95, ° |
|---|---|---|---|---|
${[...lines, ruler].join('\n')}
`;
}

await main(process.argv.slice(2));
