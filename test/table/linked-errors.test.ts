import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceMm, type Point } from '../../src/geometry/point.js';
import { type Pose, pieceFromTable, wrapRad } from '../../src/geometry/pose.js';
import { rootMeanSquare } from '../../src/geometry/statistics.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { MAT_SIGMA_MM, PLASTIC_SIGMA } from '../../src/pieces/priors.js';
import { createRandom, type Random } from '../../src/sim/random.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { pairCovariance } from '../../src/table/pair-covariance.js';
import type { Table } from '../../src/table/table.js';
import { oneTable } from '../../src/table/views/one-table.js';
import { OVERHEAD } from './overhead-camera.js';

interface Standing {
  readonly base: BaseSize;
  readonly pose: Pose;
}

const SIZES: readonly BaseSize[] = ['small', 'small', 'medium', 'large', 'small', 'medium', 'small', 'large'];
/** Standard deviations of a base by itself. */
const OWN = { mm: 0.2, rad: 0.004 };
/** Frame of a view without a border. */
const ASIDE: Pose = { x: 200, y: 100, headingRad: 0.7 };

/** Ships from left to right. */
function drawnShips(random: Random): Standing[] {
  const pose = () => ({ x: random.range(80, 830), y: random.range(80, 830), headingRad: random.range(-3, 3) });
  return SIZES.map((base) => ({ base, pose: pose() })).sort((a, b) => a.pose.x - b.pose.x);
}

/** A scale, as it is drawn and as it is claimed, relative. */
interface Scale {
  readonly error: number;
  readonly sigma: number;
}

/** What is measured of ships in a frame, errors as they are claimed: of the scale, about the mat's corner or, without a border, about the ships' middle. */
function seen(ships: readonly Standing[], scale: Scale, random: Random, isEdgeUnknown: boolean): TableMeasurement {
  const places = ships.map(({ pose }) => (isEdgeUnknown ? pieceFromTable(ASIDE, pose) : pose));
  const mean = (of: (place: Point) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const middle = isEdgeUnknown ? { x: mean(({ x }) => x), y: mean(({ y }) => y) } : { x: 0, y: 0 };
  const out = places.flatMap(({ x, y }) => [x - middle.x, y - middle.y, 0]);
  const n = out.length;
  const jointCovariance = Array.from({ length: n * n }, (_, at) => {
    const [row, column] = [Math.floor(at / n), at % n];
    const own = row === column ? (row % 3 === 2 ? OWN.rad : OWN.mm) ** 2 : 0;
    const shift = isEdgeUnknown && row % 3 === column % 3 && row % 3 !== 2 ? 300 ** 2 : 0;
    return own + shift + scale.sigma ** 2 * out[row]! * out[column]!;
  });
  const bases = ships.map(({ base, pose }, i) => ({
    base,
    pose: {
      x: places[i]!.x + scale.error * out[3 * i]! + random.normal(OWN.mm),
      y: places[i]!.y + scale.error * out[3 * i + 1]! + random.normal(OWN.mm),
      headingRad: wrapRad(pose.headingRad - (isEdgeUnknown ? ASIDE.headingRad : 0) + random.normal(OWN.rad)),
    },
    covariance: {
      xx: jointCovariance[3 * i * (n + 1)]!,
      xy: 0,
      xh: 0,
      yy: jointCovariance[(3 * i + 1) * (n + 1)]!,
      yh: 0,
      hh: OWN.rad ** 2,
    },
    detectionProbability: 1,
  }));
  return {
    // It shows hardly anything beside them, so that nothing is missed.
    ...{ capturedAtMs: 0, camera: { ...OVERHEAD, t: [-1e5, 1e5, 1500] }, mat: { widthMm: 914, depthMm: 914, sigmaMm: 3 } },
    ...{ bases, jointCovariance, obstacles: [], unmeasurable: [], stageMs: {} },
    ...(isEdgeUnknown && { isEdgeUnknown: true }),
  };
}

/** Distance of two ships of a table, mm, with one standard deviation. */
function distanceOf(table: Table, i: number, k: number) {
  const [one, other] = [table.ships[i]!.pose, table.ships[k]!.pose];
  const mm = distanceMm(one, other);
  const [x, y] = [(one.x - other.x) / mm, (one.y - other.y) / mm];
  const along = [x, y, 0, -x, -y, 0];
  const covariance = pairCovariance(table, i, k);
  const variance = along.reduce((sum, a, row) => sum + along.reduce((all, b, column) => all + a * b * covariance[6 * row + column]!, 0), 0);
  return { mm, sigmaMm: Math.sqrt(variance) };
}

const MAT_SCALE = MAT_SIGMA_MM / 914.4;

/** Scales of two pictures: of a mat that is known to `matSigma`, beside plastic that is misread in both, and of plastic alone. */
function drawnScales(matSigma: number, random: Random) {
  const [mat, plastic] = [random.normal(matSigma), random.normal(PLASTIC_SIGMA)];
  const share = matSigma ** 2 / (matSigma ** 2 + PLASTIC_SIGMA ** 2);
  const ofMat = { error: (1 - share) * mat + share * plastic, sigma: matSigma * Math.sqrt(1 - share) };
  return { ofMat, ofPlastic: { error: plastic, sigma: PLASTIC_SIGMA } };
}

test('of pictures that are linked by ships, places and distances from ships of one to ships of another are as unsure as they are claimed', () => {
  const random = createRandom('linked');
  // Number of ships that link them, besides three of the first; whether the second shows the mat's scale as well, and whether neither does.
  for (const [name, matSigma, common, isOfMat, isFirstOpen] of [
    ['a whole mat of unknown size and a close view', MAT_SCALE, 3, false, false],
    ['a whole mat of known size and a close view', 0.5 / 914.4, 3, false, false],
    ['a whole mat and a close view of as many ships', MAT_SCALE, 5, false, false],
    ['two views of one mat of unknown size', MAT_SCALE, 4, true, false],
    ['two close views', MAT_SCALE, 3, false, true],
  ] as const) {
    const distances: number[] = [];
    const places: number[] = [];
    for (let draw = 0; draw < 200; draw++) {
      const ships = drawnShips(random);
      const { ofMat, ofPlastic } = drawnScales(matSigma, random);
      const first = seen(ships.slice(0, 3 + common), isFirstOpen ? ofPlastic : ofMat, random, isFirstOpen);
      const second = seen(ships.slice(3), isOfMat ? ofMat : ofPlastic, random, true);
      const { together } = oneTable([first, second]);
      assert.equal(together?.ships.length, ships.length, name);
      together.ships.forEach(({ pose, covariance }, i) => {
        const truth = ships[i]!.pose;
        if (!isFirstOpen) places.push((pose.x - truth.x) / Math.sqrt(covariance.xx), (pose.y - truth.y) / Math.sqrt(covariance.yy));
        if (i >= 3) {
          for (const k of [0, 1, 2]) {
            const { mm, sigmaMm } = distanceOf(together, i, k);
            distances.push((mm - distanceMm(truth, ships[k]!.pose)) / sigmaMm);
          }
        }
      });
    }
    for (const [what, all] of [
      ['distances', distances],
      ['places', places],
    ] as const) {
      if (all.length === 0) continue;
      const [rms, beyond] = [rootMeanSquare(all), all.filter((one) => Math.abs(one) > 3.09).length / all.length];
      assert.ok(
        rms > 0.7 && rms < 1.15 && beyond < 0.008,
        `${name}: ${what} ${rms.toFixed(2)} sigma off, ${(100 * beyond).toFixed(2)} % beyond`,
      );
    }
  }
});

test('a view whose sizes are open is no surer beside another whose sizes are open', () => {
  const random = createRandom('open');
  const ships = drawnShips(random);
  const open = { error: 0, sigma: 0.35 };
  const [first, second] = [ships.slice(0, 5), ships.slice(2)].map((some) => ({
    ...seen(some, open, random, true),
    isScaleUnknown: true as const,
  }));
  const { together } = oneTable([first!, second!]);
  assert.equal(together?.ships.length, ships.length);
  ships.forEach((_, i) => {
    for (let k = 0; k < i; k++) {
      const { mm, sigmaMm } = distanceOf(together, i, k);
      // Sizes are half as large again as the next smaller ones: neither is within what is certain of the other.
      assert.ok(sigmaMm > 0.2 * mm, `${i} and ${k}: ${mm.toFixed(0)} mm claimed to ${sigmaMm.toFixed(1)}`);
    }
  });
});
