import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { rootMeanSquare } from '../../../src/geometry/statistics.js';
import { solveTable, type TableSolution } from '../../../src/vision/solve/joint-solution.js';
import { type MatPrior, type Observations, unknownLens } from '../../../src/vision/solve/observations.js';
import { type Alternatives, bySoldSizes, doubtOfMarkedMat, doubtOfToldSize, isUnusualSize } from '../../../src/vision/solve/sold-size.js';
import { distanceErrors, drawRound, drawWorld, type Round, type World } from '../made-up-match.js';
import { normals } from '../made-up-table.js';

const LENS = unknownLens(1920, 1080);

async function solved({ camera }: World, observations: Observations) {
  const solveAs = async (mat?: Parameters<Parameters<typeof bySoldSizes>[1]>[0]) =>
    solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, observations, mat ? { ...LENS, mat } : LENS);
  const usual = await solveAs();
  return { usual, ...(await bySoldSizes(usual, solveAs)) };
}

/** The distances of a table over what is claimed of them, with what is left open by the size of its mat. */
function normalised(
  round: Round,
  { solution, alternatives = [] }: { readonly solution: TableSolution; readonly alternatives?: readonly Alternatives[] },
): number[] {
  const n = solution.poses.length;
  const apart = alternatives.map(({ one, other, weight }) => ({
    weight,
    by: one.poses.flatMap((pose, i) => {
      const { x, y, headingRad } = other.poses[i]!;
      return [x - pose.x, y - pose.y, headingRad - pose.headingRad];
    }),
  }));
  const wide = solution.jointCovariance.map((value, at) => {
    return apart.reduce((sum, { weight, by }) => sum + weight * by[Math.floor(at / (3 * n))]! * by[at % (3 * n)]!, value);
  });
  return distanceErrors(round, { ...solution, jointCovariance: wide }).map(({ mm, claimed }) => mm / claimed);
}

test('a mat without a given size may be one that is cut short: distances are claimed rightly on both, and hardly wider on those of 3 ft', async () => {
  const normal = normals(8);
  const worlds = { short: [] as number[], believedUsual: [] as number[], usual: [] as number[], wider: [] as number[] };
  for (let run = 0; run < 40; run++) {
    const isShort = run % 2 === 0;
    const side = () => (isShort ? 900 : 914.4) + 2.5 * normal();
    const world = drawWorld(normal, { widthMm: side(), depthMm: side() });
    const round = drawRound(world, normal);
    const table = await solved(world, round.observations);
    const { solution, alternatives } = table;
    worlds[isShort ? 'short' : 'usual'].push(...normalised(round, { solution, alternatives: alternatives ? [alternatives] : [] }));
    if (isShort) worlds.believedUsual.push(...distanceErrors(round, table.usual).map(({ mm, claimed }) => mm / claimed));
    else worlds.wider.push(table.solution.matSigmaMm / table.usual.matSigmaMm);
  }
  const [believed, short, usual, wider] = [worlds.believedUsual, worlds.short, worlds.usual, worlds.wider].map(rootMeanSquare);
  const figures = JSON.stringify({ believed, short, usual, wider });
  assert.ok(believed! > 2.5 && short! < 1.8 && short! < 0.6 * believed!, figures);
  assert.ok(usual! < 1.1 && wider! < 1.6, figures);
});

/** A table whose mat was given `offMm` too large: solved with that size believed, and with it weighed against what is seen. */
function told(world: World, round: Round, offMm: number) {
  const mat = { widthMm: world.widthMm + offMm, depthMm: world.depthMm + offMm, sigmaMm: 0.5 };
  const solveAs = (prior: MatPrior) =>
    solveTable({ camera: world.camera, widthMm: prior.widthMm, depthMm: prior.depthMm }, round.observations, { ...LENS, mat: prior });
  const believed = solveAs(mat);
  const doubt = doubtOfToldSize(believed, mat.sigmaMm, solveAs);
  return { believed, doubt, claimed: doubt ? solveAs({ ...mat, sigmaMm: doubt.sigmaMm }) : believed };
}

test('a given size 3.5 cm too large or too small is doubted, and distances are claimed as wide as they are off; the right one is believed', () => {
  const normal = normals(31);
  const off = { believed: [] as number[], claimed: [] as number[], right: [] as number[], wider: [] as number[] };
  const doubted = { wrong: 0, right: 0 };
  for (let run = 0; run < 40; run++) {
    const world = drawWorld(normal, { widthMm: 914.4 + 2.5 * normal(), depthMm: 914.4 + 2.5 * normal(), plastic: 0.005 * normal() });
    const round = drawRound(world, normal);
    const wrong = told(world, round, run % 2 === 0 ? 35 : -35);
    if ((wrong.doubt?.probability ?? 0) > 0.2) doubted.wrong++;
    off.believed.push(...normalised(round, { solution: wrong.believed }));
    off.claimed.push(...normalised(round, { solution: wrong.claimed }));
    const right = told(world, round, 0);
    off.right.push(...normalised(round, { solution: right.claimed }));
    off.wider.push(right.claimed.matSigmaMm / right.believed.matSigmaMm);
    if ((right.doubt?.probability ?? 0) > 0.2) doubted.right++;
  }
  const [believed, claimed, right, wider] = [off.believed, off.claimed, off.right, off.wider].map(rootMeanSquare);
  const figures = JSON.stringify({ believed, claimed, right, wider, doubted });
  assert.ok(doubted.wrong >= 36 && doubted.right === 0, figures);
  assert.ok(believed! > 10 && claimed! < 1.6, figures);
  assert.ok(right! < 1.1 && wider! < 1.5, figures);
});

test('a given size 1.6 cm too large, which is seldom improbable, widens claims where it is doubted so that distances are within four of their sigmas', () => {
  const normal = normals(41);
  const off: number[] = [];
  const believed: number[] = [];
  let doubted = 0;
  for (let run = 0; run < 40; run++) {
    const world = drawWorld(normal, { widthMm: 914.4 + 2.5 * normal(), depthMm: 914.4 + 2.5 * normal(), plastic: 0.005 * normal() });
    const round = drawRound(world, normal);
    const wrong = told(world, round, 16);
    if (!wrong.doubt) continue;
    doubted++;
    believed.push(...normalised(round, { solution: wrong.believed }));
    off.push(...normalised(round, { solution: wrong.claimed }));
  }
  const figures = JSON.stringify({
    doubted,
    believed: rootMeanSquare(believed),
    rms: rootMeanSquare(off),
    worst: Math.max(...off.map(Math.abs)),
  });
  assert.ok(doubted >= 30 && rootMeanSquare(off) < 2 && Math.max(...off.map(Math.abs)) < 4.5, figures);
});

test('a mat of 3 ft, one cut short and one a few millimetres off are of usual sizes, others are not', () => {
  const unusual = [914.4, 903, 908, 924].map((side) => isUnusualSize({ widthMm: side, depthMm: side }));
  assert.deepEqual(unusual, [false, false, false, false]);
  assert.deepEqual([isUnusualSize({ widthMm: 930, depthMm: 930 }), isUnusualSize({ widthMm: 914, depthMm: 890 })], [true, true]);
});

/** A table whose corners a person marked `insideMm` within its mat: solved with the marks believed, and with them weighed against what is seen. */
function marked({ camera, widthMm, depthMm }: World, { truth, observations: { bases } }: Round, insideMm: number, normal: () => number) {
  const [right, far] = [widthMm - insideMm, depthMm - insideMm];
  const corners = [
    { x: insideMm, y: insideMm },
    { x: right, y: insideMm },
    { x: right, y: far },
    { x: insideMm, y: far },
  ].map((at) => {
    const { u, v } = pixelFromTable(camera, { ...at, z: 0 })!;
    return { u: u + 1.5 * normal(), v: v + 1.5 * normal(), sigmaPx: 1.5 };
  });
  const solveAs = (mat?: MatPrior) =>
    solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases, corners }, mat ? { ...LENS, mat } : LENS);
  const doubt = doubtOfMarkedMat(undefined, solveAs);
  const believed = solveAs();
  const claimed = doubt ? solveAs({ widthMm: 914.4, depthMm: 914.4, sigmaMm: doubt.sigmaMm }) : believed;
  const off = (solution: TableSolution) => normalised({ truth, observations: { border: [], bases } }, { solution });
  return { doubt, off: { believed: off(believed), claimed: off(claimed) }, wider: claimed.matSigmaMm / believed.matSigmaMm };
}

test('corners marked 2.5 cm inside or outside of the mat’s are doubted, and distances are claimed as wide as they are off; the right ones are believed', () => {
  const normal = normals(37);
  const off = { believed: [] as number[], claimed: [] as number[], right: [] as number[], wider: [] as number[] };
  const doubted = { wrong: 0, right: 0 };
  for (let run = 0; run < 40; run++) {
    const world = drawWorld(normal, { widthMm: 914.4 + 2.5 * normal(), depthMm: 914.4 + 2.5 * normal(), plastic: 0.005 * normal() });
    const round = drawRound(world, normal);
    const wrong = marked(world, round, run % 2 === 0 ? 25 : -25, normal);
    if ((wrong.doubt?.probability ?? 0) > 0.2) doubted.wrong++;
    off.believed.push(...wrong.off.believed);
    off.claimed.push(...wrong.off.claimed);
    const right = marked(world, round, 0, normal);
    off.right.push(...right.off.claimed);
    off.wider.push(right.wider);
    if ((right.doubt?.probability ?? 0) > 0.2) doubted.right++;
  }
  const [believed, claimed, right, wider] = [off.believed, off.claimed, off.right, off.wider].map(rootMeanSquare);
  const figures = JSON.stringify({ believed, claimed, right, wider, doubted });
  assert.ok(doubted.wrong >= 36 && doubted.right === 0, figures);
  assert.ok(believed! > 5 && claimed! < 1.6, figures);
  assert.ok(right! < 1.2 && wider! < 1.3, figures);
});

test('corners marked 1.2 to 1.5 cm inside of the mat’s, which are seldom improbable, widen claims so that distances are within four of their sigmas', () => {
  const normal = normals(37);
  const off: number[] = [];
  let doubted = 0;
  for (let run = 0; run < 40; run++) {
    const world = drawWorld(normal, { widthMm: 914.4 + 2.5 * normal(), depthMm: 914.4 + 2.5 * normal(), plastic: 0.005 * normal() });
    const wrong = marked(world, drawRound(world, normal), run % 2 === 0 ? 12 : 15, normal);
    if (!wrong.doubt) continue;
    doubted++;
    off.push(...wrong.off.claimed);
  }
  const figures = JSON.stringify({ doubted, rms: rootMeanSquare(off), worst: Math.max(...off.map(Math.abs)) });
  assert.ok(doubted >= 30 && rootMeanSquare(off) < 2 && Math.max(...off.map(Math.abs)) < 4.5, figures);
});

test('a given size that what is seen makes next to impossible is doubted for certain, with a difference of costs beyond what a number can hold', () => {
  const world = drawWorld(normals(7));
  const { observations } = drawRound(world, normals(8));
  const some = solveTable(world, observations, LENS);
  const sized = ({ widthMm, depthMm }: Pick<MatPrior, 'widthMm' | 'depthMm'>, cost: number): TableSolution => ({
    ...some,
    widthMm,
    depthMm,
    cost,
  });
  for (const cost of [100, 1000, 2000, 1e5]) {
    const doubt = doubtOfToldSize(sized({ widthMm: 980, depthMm: 850 }, cost), 0.5, (mat) => sized(mat, mat.widthMm > 910 ? 0 : 50));
    // Nothing but 914.4 mm is left, 65.6 mm from what was said of one side.
    assert.ok(Math.abs(doubt!.probability - 1) < 1e-9, `${cost}: ${doubt?.probability}`);
    assert.ok(Math.abs(doubt!.sigmaMm - Math.hypot(0.5, 65.6)) < 1e-3, `${cost}: ${doubt?.sigmaMm} mm`);
  }
});
