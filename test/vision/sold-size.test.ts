import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootMeanSquare } from '../../src/geometry/root-mean-square.js';
import { solveTable } from '../../src/vision/solve/joint-solution.js';
import { type Observations, unknownLens } from '../../src/vision/solve/observations.js';
import { bySoldSizes } from '../../src/vision/solve/sold-size.js';
import { distanceErrors, drawRound, drawWorld, type Round, type World } from './made-up-match.js';
import { normals } from './made-up-table.js';

const LENS = unknownLens(1920, 1080);

async function solved({ camera }: World, observations: Observations) {
  const solveAs = async (mat?: Parameters<Parameters<typeof bySoldSizes>[1]>[0]) =>
    solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, observations, mat ? { ...LENS, mat } : LENS);
  const usual = await solveAs();
  return { usual, ...(await bySoldSizes(usual, solveAs)) };
}

/** The distances of a table over what is claimed of them, with what is left open by the size of its mat. */
function normalised(round: Round, { solution, alternatives }: Awaited<ReturnType<typeof solved>>): number[] {
  const n = solution.poses.length;
  const by = solution.poses.flatMap((_, i) => {
    const [one, other] = [alternatives?.one.poses[i], alternatives?.other.poses[i]];
    return one && other ? [other.x - one.x, other.y - one.y, other.headingRad - one.headingRad] : [0, 0, 0];
  });
  const wide = solution.jointCovariance.map((value, at) => {
    return value + (alternatives?.weight ?? 0) * by[Math.floor(at / (3 * n))]! * by[at % (3 * n)]!;
  });
  return distanceErrors(round, { ...solution, jointCovariance: wide }).map(({ mm, claimed }) => mm / claimed);
}

test('a mat of which nobody told the size may be one that is cut short: distances are claimed rightly on both, and hardly wider on those of 3 ft', async () => {
  const normal = normals(8);
  const worlds = { short: [] as number[], believedUsual: [] as number[], usual: [] as number[], wider: [] as number[] };
  for (let run = 0; run < 40; run++) {
    const isShort = run % 2 === 0;
    const side = () => (isShort ? 900 : 914.4) + 2.5 * normal();
    const world = drawWorld(normal, { widthMm: side(), depthMm: side() });
    const round = drawRound(world, normal);
    const table = await solved(world, round.observations);
    worlds[isShort ? 'short' : 'usual'].push(...normalised(round, table));
    if (isShort) worlds.believedUsual.push(...distanceErrors(round, table.usual).map(({ mm, claimed }) => mm / claimed));
    else worlds.wider.push(table.solution.matSigmaMm / table.usual.matSigmaMm);
  }
  const [believed, short, usual, wider] = [worlds.believedUsual, worlds.short, worlds.usual, worlds.wider].map(rootMeanSquare);
  const figures = JSON.stringify({ believed, short, usual, wider });
  assert.ok(believed! > 2.5 && short! < 1.8 && short! < 0.6 * believed!, figures);
  assert.ok(usual! < 1.1 && wider! < 1.6, figures);
});
