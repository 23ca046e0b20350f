import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../src/geometry/camera.js';
import { lengthVariance, poseCovarianceAt } from '../../src/geometry/joint-covariance.js';
import { distanceMm, type Point } from '../../src/geometry/point.js';
import { EXACT, type Pose, pieceFromTable } from '../../src/geometry/pose.js';
import { rootMeanSquare } from '../../src/geometry/statistics.js';
import { createRandom, type Random } from '../../src/sim/random.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { track } from '../../src/table/track/track.js';
import { cameraForPlaces } from '../../src/table/track/track-standing.js';
import { EMPTY_TABLE, type TableState } from '../../src/table/track/track-state.js';
import { tableOf } from '../../src/table/track/track-table.js';
import { OVERHEAD } from './overhead-camera.js';

const SHIPS: readonly Pose[] = [
  { x: 200, y: 250, headingRad: 0.5 },
  { x: 480, y: 300, headingRad: -1 },
  { x: 330, y: 560, headingRad: 2 },
  { x: 700, y: 640, headingRad: 0 },
];
/** Frame of a look from another side: the mat's border is read a little beside where it was. */
const ASIDE: Pose = { x: 2.5, y: -2, headingRad: 0.004 };
const ALL = new Set(['ship-1', 'ship-2', 'ship-3', 'ship-4']);
const HEADING_SIGMA = 0.004;

interface LookOf {
  readonly ships?: readonly Pose[];
  readonly frame?: Pose;
  /** Of each ship, and of where the mat is; and of the scale. */
  readonly ownMm: number;
  readonly commonMm?: number;
  readonly scale?: number;
  readonly random?: Random;
}

/** A look whose errors are drawn as it claims them; without `random` it has none. */
function look({ ships = SHIPS, frame = { x: 0, y: 0, headingRad: 0 }, ownMm, commonMm = 1, scale = 0, random }: LookOf): TableMeasurement {
  const draw = (sigma: number) => random?.normal(sigma) ?? 0;
  const [grown, shiftX, shiftY] = [draw(scale), draw(commonMm), draw(commonMm)];
  const n = 3 * ships.length;
  const out = ships.flatMap(({ x, y }) => [x, y, 0]);
  const jointCovariance = Array.from({ length: n * n }, (_, at) => {
    const [row, column] = [Math.floor(at / n), at % n];
    const own = row === column ? (row % 3 === 2 ? HEADING_SIGMA : ownMm) ** 2 : 0;
    const common = row % 3 === column % 3 && row % 3 !== 2 ? commonMm ** 2 : 0;
    return own + common + scale ** 2 * out[row]! * out[column]!;
  });
  const bases = ships.map((ship) => {
    const { x, y } = pieceFromTable(frame, ship);
    return {
      base: 'small' as const,
      pose: {
        x: x * (1 + grown) + shiftX + draw(ownMm),
        y: y * (1 + grown) + shiftY + draw(ownMm),
        headingRad: ship.headingRad - frame.headingRad + draw(HEADING_SIGMA),
      },
      covariance: { xx: ownMm ** 2 + commonMm ** 2, xy: 0, xh: 0, yy: ownMm ** 2 + commonMm ** 2, yh: 0, hh: HEADING_SIGMA ** 2 },
      detectionProbability: 0.99,
    };
  });
  const mat = { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1 };
  return { ...{ capturedAtMs: 0, camera: OVERHEAD, mat, bases, jointCovariance, obstacles: [], unmeasurable: [], stageMs: {} } };
}

const see = (looks: readonly TableMeasurement[], stood: ReadonlySet<string>) =>
  looks.reduce((state, one) => track(state, one, [], { stood }), EMPTY_TABLE);
const between = ({ tracks }: TableState, i: number, k: number) => distanceMm(tracks[i]!.pose, tracks[k]!.pose);
const claimed = ({ tracks, jointCovariance }: TableState, i: number, k: number) =>
  Math.sqrt(lengthVariance(jointCovariance, i, k, tracks[i]!.pose, tracks[k]!.pose));
const moved = (ship: number, by: Point) => SHIPS.map((pose, i) => (i === ship ? { ...pose, x: pose.x + by.x, y: pose.y + by.y } : pose));

test('ships that stood keep what a close look measured between them, where a look from farther away is coarser', () => {
  const looks = [look({ ownMm: 0.2 }), look({ ownMm: 2, frame: ASIDE, random: createRandom('coarse') })];
  const [kept, replaced] = [see(looks, ALL), see(looks, new Set())];
  for (const [i, k] of [
    [0, 1],
    [1, 3],
    [0, 2],
  ] as const) {
    assert.ok(Math.abs(between(kept, i, k) - distanceMm(SHIPS[i]!, SHIPS[k]!)) < 1e-6, 'the close look is exact here');
    assert.ok(claimed(kept, i, k) < 0.3, `${claimed(kept, i, k)}`);
    assert.ok(claimed(replaced, i, k) > 1, 'nobody watched: the coarse look counts');
  }
  const middle = (poses: readonly Point[]) => poses.reduce((sum, { x }) => sum + x / poses.length, 0);
  assert.ok(
    Math.abs(middle(kept.tracks.map(({ pose }) => pose)) - middle(looks[1]!.bases.map(({ pose }) => pose))) < 1e-6,
    'where they are on the mat is as the last look has it',
  );
});

test('a look that contradicts the places counts alone, and so does one that no two of its ships were watched for', () => {
  const pushed = look({ ownMm: 0.5, ships: moved(1, { x: 8, y: 0 }) });
  const after = see([look({ ownMm: 0.2 }), pushed], ALL);
  assert.ok(Math.abs(between(after, 0, 1) - distanceMm(pushed.bases[0]!.pose, pushed.bases[1]!.pose)) < 1e-6);
  const one = see([look({ ownMm: 0.2 }), look({ ownMm: 2 })], new Set(['ship-1']));
  assert.ok(claimed(one, 0, 1) > 2, `${claimed(one, 0, 1)}`);
});

test('a ship that moved is measured by the last look, beside others that keep their places', () => {
  const last = look({ ownMm: 1, frame: ASIDE, ships: moved(3, { x: -150, y: 40 }) });
  const after = see([look({ ownMm: 0.2 }), last], new Set(['ship-1', 'ship-2', 'ship-3']));
  assert.ok(claimed(after, 0, 1) < 0.3, `${claimed(after, 0, 1)}`);
  assert.ok(claimed(after, 0, 3) > 0.9, `${claimed(after, 0, 3)}`);
  assert.ok(Math.abs(after.tracks[3]!.pose.x - last.bases[3]!.pose.x) < 1e-9, 'it is where the look has it');
});

test('looks from several sides are averaged in one frame: none of them takes a ship to the side', () => {
  const frames = [0, 1, 2, 3].map((n) => ({ x: 2 * (n % 2), y: -3 * (n % 3), headingRad: 0.003 * n }));
  const after = see(
    frames.map((frame) => look({ ownMm: 0.3, frame })),
    ALL,
  );
  assert.deepEqual(
    after.tracks.map(({ stillFrames, beside }) => [stillFrames, beside]),
    SHIPS.map(() => [4, undefined]),
  );
});

test('errors between ships are as large as claimed, whichever looks they come from', () => {
  const random = createRandom('claims');
  const errors: number[] = [];
  for (let n = 0; n < 300; n++) {
    const ships = SHIPS.map((pose) => ({ ...pose, x: pose.x + random.range(-60, 60), y: pose.y + random.range(-60, 60) }));
    const away = { ...ships[3]!, x: ships[3]!.x + 90 };
    const frame = { x: random.normal(2), y: random.normal(2), headingRad: random.normal(0.004) };
    const [close, far] = [
      { ownMm: 0.3, scale: 0.001 },
      { ownMm: 1.2, scale: 0.004 },
    ];
    const looks = [look({ ...close, ships, random }), look({ ...far, ships: [...ships.slice(0, 3), away], frame, random })];
    const after = see(looks, new Set(['ship-1', 'ship-2', 'ship-3']));
    const now = [...ships.slice(0, 3), away];
    now.forEach((a, i) => {
      now.slice(0, i).forEach((b, k) => {
        errors.push((between(after, i, k) - distanceMm(a, b)) / claimed(after, i, k));
      });
    });
  }
  const overClaims = rootMeanSquare(errors);
  assert.ok(overClaims > 0.85 && overClaims < 1.1, `${overClaims}`);
  const beyond = errors.filter((one) => Math.abs(one) > 3).length / errors.length;
  assert.ok(beyond < 0.006, `${beyond}`);
});

test('ships that keep their places are drawn where a look of another scale has them, and two close together do not scale the table', () => {
  const larger = SHIPS.map(({ x, y, headingRad }) => ({ x: 1.01 * x, y: 1.01 * y, headingRad }));
  const last = look({ ownMm: 2, scale: 0.01, ships: larger });
  const after = see([look({ ownMm: 0.2 }), last], ALL);
  const awayPx = (camera: Camera) =>
    Math.max(
      ...after.tracks.map(({ pose }, i) => {
        const [drawn, shown] = [pixelFromTable(camera, { ...pose, z: 0 })!, pixelFromTable(OVERHEAD, { ...last.bases[i]!.pose, z: 0 })!];
        return Math.hypot(drawn.u - shown.u, drawn.v - shown.v);
      }),
    );
  assert.ok(awayPx(after.camera!) < 0.1 * awayPx(last.camera), `${awayPx(after.camera!)} of ${awayPx(last.camera)} px`);
  const close = [0, 60].map((x) => ({ x: 300 + x, y: 300 }));
  const seen = cameraForPlaces(OVERHEAD, [close[0]!, { x: 361, y: 300 }], close);
  const [at, was] = [seen, OVERHEAD].map((camera) => pixelFromTable(camera, { x: 900, y: 900, z: 0 })!);
  assert.ok(Math.hypot(at!.u - was!.u, at!.v - was!.v) < 2, `15 px by the two alone: ${at!.u} ${was!.u}`);
});

test('a ship fitted to a look shares its errors with the ships measured in it, so that distances to them claim little; not with ships that keep an earlier look’s places', () => {
  const pose: Pose = { x: 500, y: 450, headingRad: 0 };
  const ownCovariance = { ...EXACT, xx: 0.04, yy: 0.04 };
  const fit = { base: 'small' as const, pose, said: pose, covariance: { ...ownCovariance, xx: 1.1, yy: 1.1 }, ownCovariance };
  const sigma = (state: TableState) => {
    const { ships, jointCovariance } = tableOf(state, [{ kind: 'add', shipId: 'placed', base: 'small', pose }], {
      ships: new Map([['placed', fit]]),
      obstacles: new Map(),
    });
    assert.deepEqual(ships.at(-1)!.covariance, poseCovarianceAt(jointCovariance!, ships.length - 1));
    return Math.sqrt(lengthVariance(jointCovariance!, ships.length - 1, 0, pose, ships[0]!.pose));
  };
  const fine = look({ ownMm: 0.2 });
  const coarse = look({ ownMm: 2, frame: ASIDE, random: createRandom('coarse') });
  const alone = see([fine], ALL);
  assert.ok(sigma(alone) > 0.28 && sigma(alone) < 0.5, `${sigma(alone)} mm`);
  assert.ok(sigma(see([fine, coarse], ALL)) > 1, 'the fit is as coarse as the look, and claims no less');
  assert.ok(sigma(see([fine, coarse, fine], ALL)) < 0.5, 'a fine look again');
});
