/** npm run analyse -- crossval: the errors that the covariance claims, that marks drawn as claimed make, that two halves of the marks differ by, and the true ones. */
import { parseArgs } from 'node:util';
import { tableOfMeasurement } from '../../src/cli/commands/measure.js';
import { gapErrors, layoutErrors, type Match } from '../../src/cli/eval/pose-errors.js';
import { scorePicture } from '../../src/cli/eval/score-picture.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { cholesky } from '../../src/geometry/cholesky.js';
import type { Pose } from '../../src/geometry/pose.js';
import { createRandom, type Random } from '../../src/sim/random.js';
import { measureFrame } from '../../src/vision/frame/measure-frame.js';
import { solveTable, type TableSolution } from '../../src/vision/solve/joint-solution.js';
import { type Observations, type TablePrior, unknownLens } from '../../src/vision/solve/observations.js';
import { writeSection } from './accuracy-section.js';
import { drawnObservations, halves } from './drawn-observations.js';
import { picturesWithTruth } from './pictures-with-truth.js';
import { quantile } from './quantile.js';

const USE = 'npm run analyse -- crossval [DIR] [--draws 4] [--write]';

/** Errors in mm, of one picture or pooled. */
interface Errors {
  readonly pair: number[];
  readonly layout: number[];
  readonly position: number[];
}

const KINDS = ['claimed', 'simulated', 'cross-validated', 'true'] as const;
type Kind = (typeof KINDS)[number];

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { draws: { type: 'string', default: '4' }, write: { type: 'boolean', default: false } },
  });
  const [folder = 'test-fixtures/tables'] = positionals;
  const draws = Number(values.draws);
  if (!(Number.isInteger(draws) && draws >= 1)) throw new Error(`Got --draws ${values.draws}, expected a whole number above 0.\n${USE}`);
  const engines = await loadEngines();
  const pooled: Record<Kind, Errors> = { claimed: none(), simulated: none(), 'cross-validated': none(), true: none() };
  let pictures = 0;
  for await (const { imagePath, truth } of picturesWithTruth(folder)) {
    const frame = await readPicture(imagePath);
    const { result, stages } = await measureFrame(engines, frame, {});
    if (!result.ok || !stages) continue;
    pictures++;
    const { solution, observations: observed } = stages;
    const lens = unknownLens(frame.widthPx, frame.heightPx);
    const random = createRandom(`cross-validation ${truth.image}`);
    for (let i = 0; i < draws; i++) {
      add(pooled.claimed, errorsOf(observed, solution.poses, claimedPoses(solution, random)));
      add(pooled.simulated, errorsOf(observed, solution.poses, simulatedPoses(solution, observed, lens, random)));
    }
    const [one, other] = halves(observed).map((half) => solveTable(solution, half, lens).poses) as [Pose[], Pose[]];
    // Each half has twice the variance of all, their difference four times: half the difference errs as all do.
    add(pooled['cross-validated'], errorsOf(observed, one, other), 0.5);
    const { relativeMm: pair, layoutMm: layout, positionMm: position } = scorePicture(truth, tableOfMeasurement(result.measurement), 0);
    add(pooled.true, { pair: [...pair], layout: [...layout], position: [...position] });
    process.stderr.write(`${truth.image}\n`);
  }
  const section = page(folder, pictures, draws, pooled);
  process.stdout.write(`${section}\n`);
  if (values.write) await writeSection(section, 'crossval');
}

function none(): Errors {
  return { pair: [], layout: [], position: [] };
}

function add(to: Errors, { pair, layout, position }: Errors, factor = 1): void {
  to.pair.push(...pair.map((mm) => factor * mm));
  to.layout.push(...layout.map((mm) => factor * mm));
  to.position.push(...position.map((mm) => factor * mm));
}

function errorsOf({ bases }: Observations, truth: readonly Pose[], found: readonly Pose[]): Errors {
  const matches = bases.map(({ base }, i): Match => ({ truth: { base, pose: truth[i]! }, found: { base, pose: found[i]! } }));
  const position = matches.map((match) => Math.hypot(match.found.pose.x - match.truth.pose.x, match.found.pose.y - match.truth.pose.y));
  return { pair: gapErrors(matches), layout: layoutErrors(matches), position };
}

/** Poses drawn from the joint covariance. */
function claimedPoses({ poses, jointCovariance }: TableSolution, random: Random): Pose[] {
  const n = 3 * poses.length;
  const factor = cholesky([...jointCovariance], n);
  const normals = Array.from({ length: n }, () => random.normal(1));
  const error = (row: number) => normals.reduce((sum, value, k) => sum + factor[row * n + k]! * value, 0);
  return poses.map(({ x, y, headingRad }, i) => ({
    x: x + error(3 * i),
    y: y + error(3 * i + 1),
    headingRad: headingRad + error(3 * i + 2),
  }));
}

/** The table solved from marks that a table like it would give with the claimed noise, sizes and heights drawn as they are believed. */
function simulatedPoses(solution: TableSolution, observed: Observations, lens: TablePrior, random: Random): readonly Pose[] {
  return solveTable(solution, drawnObservations(solution, observed, random), lens).poses;
}

function page(folder: string, pictures: number, draws: number, pooled: Readonly<Record<Kind, Errors>>): string {
  const rows = KINDS.map(
    (kind) => `| ${kind} | ${spread(pooled[kind].position)} | ${spread(pooled[kind].layout)} | ${spread(pooled[kind].pair)} |`,
  );
  return `## Claimed, simulated, cross-validated and true errors

Printed by \`npm run -s analyse -- crossval ${folder}\` on ${pictures} pictures, p50 / p95 in mm. "claimed": errors drawn from the covariance of the solution.
"simulated": marks drawn around the solution with their claimed noise, on bases, tiles and a mat that vary as their priors say, then solved
(${draws} draws per picture); where it agrees with "claimed", the covariance is right. "cross-validated": one solution from every other mark, one from the rest,
and half their difference, which is what random noise does to single marks. "true": compared with the truth. What the true errors have beyond the
cross-validated ones is shared by all marks of a picture: the scale at which the net reads bases, and the size of the mat.

| errors | position | layout | pair distance |
|---|---|---|---|
${rows.join('\n')}
`;
}

function spread(values: readonly number[]): string {
  const at = (share: number) => (values.length === 0 ? '–' : quantile(values, share).toFixed(2));
  return `${at(0.5)} / ${at(0.95)}`;
}

await main(process.argv.slice(2));
