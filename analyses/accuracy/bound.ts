/** npm run analyse -- bound: what the best possible method would reach on the fixtures, beside what ours does. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { scoreFolder } from '../../src/cli/commands/eval.js';
import { elevationBand } from '../../src/cli/eval/evaluation.js';
import { gapErrors, layoutErrors, type Match } from '../../src/cli/eval/pose-errors.js';
import type { PictureScore } from '../../src/cli/eval/score-picture.js';
import { cholesky } from '../../src/geometry/cholesky.js';
import { createRandom } from '../../src/sim/random.js';
import { writeSection } from './accuracy-section.js';
import { boundOfPicture, type PictureBound } from './bound-picture.js';
import { picturesWithTruth } from './pictures-with-truth.js';
import { quantile } from './quantile.js';

const USE = 'npm run analyse -- bound [DIR] [--spacing 4] [--draws 40] [--scores FILE | --measure] [--write]';

/** Errors in mm, of one picture or pooled. */
interface Errors {
  readonly pair: readonly number[];
  readonly layout: readonly number[];
  readonly position: readonly number[];
  /** Position with camera and lens known. */
  readonly known: readonly number[];
}

interface Bound {
  /** Drawn errors. */
  readonly errors: Errors;
  /** Root mean square of the errors of each pair and each base. */
  readonly sigmas: Errors;
}

interface Row {
  readonly image: string;
  readonly band: string;
  readonly bound: Bound;
  readonly ours?: Pick<Errors, 'pair' | 'layout' | 'position'>;
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      spacing: { type: 'string', default: '4' },
      draws: { type: 'string', default: '40' },
      scores: { type: 'string' },
      measure: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const [folder = 'test-fixtures/tables'] = positionals;
  const [spacingPx, draws] = [Number(values.spacing), Number(values.draws)];
  if (!(spacingPx > 0 && draws >= 1))
    throw new Error(`Got --spacing ${values.spacing} --draws ${values.draws}, expected numbers above 0.\n${USE}`);
  const scores = values.measure
    ? (await scoreFolder(folder)).scores
    : values.scores === undefined
      ? []
      : (JSON.parse(await readFile(values.scores, 'utf8')) as PictureScore[]);
  const ours = new Map(scores.map((score) => [score.image, score]));
  const rows: Row[] = [];
  for await (const { truthPath, truth } of picturesWithTruth(folder)) {
    const { image, elevationDeg } = truth;
    const bound = drawn(await boundOfPicture(truthPath, spacingPx), draws);
    const score = ours.get(image);
    rows.push({
      image,
      band: elevationBand(elevationDeg ?? 90),
      bound,
      ...(score ? { ours: { pair: score.relativeMm, layout: score.layoutMm, position: score.positionMm } } : {}),
    });
  }
  const summary = page(folder, rows, spacingPx);
  process.stdout.write(`${summary}\n${pictureTable(rows)}\n`);
  if (values.write) await writeSection(summary, 'bound');
}

/** Errors that the best possible method would make: drawn from the bound's covariance, and scored as measured tables are. */
function drawn({ image, solids, due, unknown, cameraKnown }: PictureBound, draws: number): Bound {
  const random = createRandom(`bound ${image}`);
  const n = 3 * solids.length;
  const one = (covariance: Float64Array) => {
    const factor = cholesky([...covariance], n);
    return Array.from({ length: draws }, (): Match[] => {
      const normals = Array.from({ length: n }, () => random.normal(1));
      const error = (row: number) => normals.reduce((sum, value, k) => sum + factor[row * n + k]! * value, 0);
      return solids.flatMap(({ base, pose }, i): Match[] => {
        if (!due[i]) return [];
        const found = { x: pose.x + error(3 * i), y: pose.y + error(3 * i + 1), headingRad: pose.headingRad + error(3 * i + 2) };
        return [{ truth: { base, pose }, found: { base, pose: found } }];
      });
    });
  };
  const tables = one(unknown);
  const sets: readonly number[][][] = [tables.map(gapErrors), tables.map(layoutErrors), tables.map(shifts), one(cameraKnown).map(shifts)];
  const [pair, layout, position, known] = sets.map((set) => set.flat()) as [number[], number[], number[], number[]];
  const [pairRms, layoutRms, positionRms, knownRms] = sets.map(rootMeanSquares) as [number[], number[], number[], number[]];
  return {
    errors: { pair, layout, position, known },
    sigmas: { pair: pairRms, layout: layoutRms, position: positionRms, known: knownRms },
  };
}

const shifts = (matches: readonly Match[]) =>
  matches.map(({ truth, found }) => Math.hypot(found.pose.x - truth.pose.x, found.pose.y - truth.pose.y));

/** Over the draws, for each pair or base. */
function rootMeanSquares(draws: readonly (readonly number[])[]): number[] {
  return draws[0]!.map((_, i) => Math.sqrt(draws.reduce((sum, errors) => sum + errors[i]! ** 2, 0) / draws.length));
}

function page(folder: string, rows: readonly Row[], spacingPx: number): string {
  const bands = [...new Set(rows.map(({ band }) => band))].sort().reverse();
  const pooled = (part: readonly Row[]): Row => {
    const seen = part.flatMap(({ ours }) => ours ?? []);
    const [errors, sigmas] = [part.map(({ bound }) => bound.errors), part.map(({ bound }) => bound.sigmas)];
    const pool = (all: readonly Errors[]): Errors => ({ ...pool3(all), known: all.flatMap(({ known }) => known) });
    return {
      image: '',
      band: '',
      bound: { errors: pool(errors), sigmas: pool(sigmas) },
      ...(seen.length > 0 ? { ours: pool3(seen) } : {}),
    };
  };
  return `## What is possible

Printed by \`npm run -s analyse -- bound ${folder}\`: the Cramér–Rao bound of each picture beside the error of \`hashmark eval\`, p50 / p95 in mm. The bound
assumes one independent sample with a sigma of 0.15 px for every ${spacingPx} px along the visible edges of base outlines, tiles and the mat. Lens, camera, tile heights, mat size
and all bases are unknown and solved together; the sizes of bases and tiles are known, the play of the tiles is not. "sigma" is the bound itself: the p50 / p95
of the standard deviations over all pairs or bases. "bound" shows the errors of a method that reaches the bound, drawn at random and scored like ours.
The hidden share of a base, known from the truth, is removed evenly from its edges. Hands and cards on the border of the mat are not modelled.

${table('camera above the table', [['all', pooled(rows)], ...bands.map((band) => [`${band}°`, pooled(rows.filter((row) => row.band === band))] as const)])}
`;
}

function pictureTable(rows: readonly Row[]): string {
  return table(
    'picture',
    rows.map((row) => [row.image, row] as const),
  );
}

function pool3(all: readonly Pick<Errors, 'pair' | 'layout' | 'position'>[]): Pick<Errors, 'pair' | 'layout' | 'position'> {
  return {
    pair: all.flatMap(({ pair }) => pair),
    layout: all.flatMap(({ layout }) => layout),
    position: all.flatMap(({ position }) => position),
  };
}

function table(first: string, rows: readonly (readonly [string, Row])[]): string {
  const names = ['pair distance', 'layout', 'position'];
  const head = [first, ...names.flatMap((name) => [`${name}: sigma`, 'bound', 'ours']), 'position, camera known: sigma', 'bound'];
  const body = rows.map(([name, { bound, ours }]) => [
    name,
    ...(['pair', 'layout', 'position'] as const).flatMap((key) => [
      spread(bound.sigmas[key]),
      spread(bound.errors[key]),
      ours ? spread(ours[key]) : '–',
    ]),
    spread(bound.sigmas.known),
    spread(bound.errors.known),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

function spread(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return `${quantile(values, 0.5).toFixed(2)} / ${quantile(values, 0.95).toFixed(2)}`;
}

await main(process.argv.slice(2));
