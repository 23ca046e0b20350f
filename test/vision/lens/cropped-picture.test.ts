import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootMeanSquare } from '../../../src/geometry/statistics.js';
import { CENTRE_SIGMA } from '../../../src/pieces/priors.js';
import { looksCropped } from '../../../src/vision/lens/cropped-picture.js';
import { tablePriorOf } from '../../../src/vision/lens/table-prior.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { distanceErrors, drawRound, drawWorld } from '../made-up-match.js';
import { cameraAt, normals } from '../made-up-table.js';

/** A table in a picture, and in a part of it: what was cut away at its left is missing, so that the lens's middle lies off by half of it. */
function tables(seed: number, cutPx: number, elevationDeg: number) {
  const normal = normals(seed);
  const plain = cameraAt(elevationDeg, 1350 * Math.exp(0.1 * normal()), -0.06 + 0.03 * normal(), 0.01 * normal());
  const [du, dv] = [CENTRE_SIGMA * 1920 * normal(), CENTRE_SIGMA * 1920 * normal()];
  const widthPx = plain.widthPx - cutPx;
  const camera = { ...plain, widthPx, cx: plain.cx + du - cutPx, cy: plain.cy + dv };
  const world = drawWorld(normal, { camera });
  const round = drawRound(world, normal, 6);
  const solved = (isCropped: boolean) =>
    solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, round.observations, tablePriorOf({ isCropped }, camera));
  const context = { hints: { isPhoto: true }, frame: camera, lens: tablePriorOf({}, camera) } as unknown as Parameters<
    typeof looksCropped
  >[0];
  const whole = solved(false);
  const isCut = looksCropped(context, { solution: whole, observations: round.observations });
  const off = (isCropped: boolean) => distanceErrors(round, solved(isCropped)).map(({ mm, claimed }) => mm / claimed);
  return { isCut, context, whole, round, off };
}

test('a cropped photo is recognised by what is seen in it; a whole one is seldom mistaken for one, and measured as well then', () => {
  const cut = { noticed: 0, asWhole: [] as number[], asCut: [] as number[] };
  const whole = { taken: 0, asWhole: [] as number[], asCut: [] as number[] };
  for (let seed = 0; seed < 24; seed++) {
    const elevation = 40 + 40 * (seed / 24);
    const part = tables(200 + seed, 500, elevation);
    if (part.isCut) cut.noticed++;
    cut.asWhole.push(...part.off(false));
    cut.asCut.push(...part.off(true));
    const all = tables(300 + seed, 0, elevation);
    if (all.isCut) whole.taken++;
    whole.asWhole.push(...all.off(false));
    whole.asCut.push(...all.off(true));
  }
  const [bad, good, usual, loose] = [cut.asWhole, cut.asCut, whole.asWhole, whole.asCut].map(rootMeanSquare);
  const figures = JSON.stringify({ bad, good, usual, loose, noticed: cut.noticed, taken: whole.taken });
  assert.ok(cut.noticed === 24 && whole.taken <= 3, figures);
  assert.ok(bad! > 2.5 && good! < 1.3 && usual! < 1.3 && loose! < 1.3, figures);
});

test('of a frame of a camera, and of one whose lens is known, it is not asked', () => {
  const { context, whole, round, isCut } = tables(7, 500, 60);
  assert.equal(isCut, true);
  const asked = (more: object) => looksCropped({ ...context, ...more }, { solution: whole, observations: round.observations });
  assert.equal(asked({ hints: {} }), false);
  assert.equal(asked({ hints: { isPhoto: true, lens: {} } }), false);
});
