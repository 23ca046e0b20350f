import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthVariance } from '../../src/geometry/joint-covariance.js';
import { distanceMm, type Point } from '../../src/geometry/point.js';
import { EXACT, type Pose } from '../../src/geometry/pose.js';
import { rootMeanSquare } from '../../src/geometry/statistics.js';
import { createRandom } from '../../src/sim/random.js';
import { withFittedErrors } from '../../src/table/track/fitted-errors.js';

/** Standard deviations: of the whole, and of each ship by itself. */
const SIGMA = { shiftMm: 3, turnRad: 0.004, scale: 0.006, ownMm: 0.2 };
const CENTRE: Point = { x: 457, y: 457 };

const placesOf = (n: number, seed: number): Pose[] => {
  const random = createRandom(seed);
  return Array.from({ length: n }, () => ({ x: random.range(80, 830), y: random.range(80, 830), headingRad: 0 }));
};

/** By how much a shift, turn and scale of 1 move each coordinate of a ship; headings are clockwise. */
const movesOf = ({ x, y }: Point) => [
  [SIGMA.shiftMm, 0, SIGMA.turnRad * (y - CENTRE.y), SIGMA.scale * (x - CENTRE.x)],
  [0, SIGMA.shiftMm, SIGMA.turnRad * (CENTRE.x - x), SIGMA.scale * (y - CENTRE.y)],
  [0, 0, SIGMA.turnRad, 0],
];

/** What a camera claims of ships, the last of which it did not measure: its own variance alone stands in its block. */
function claimed(ships: readonly Pose[]): number[] {
  const moves = ships.slice(0, -1).flatMap(movesOf);
  const size = 3 * ships.length;
  return Array.from({ length: size ** 2 }, (_, at) => {
    const [row, column] = [Math.floor(at / size), at % size];
    const [one, other] = [moves[row], moves[column]];
    const own = row === column && row % 3 !== 2 ? SIGMA.ownMm ** 2 : 0;
    return one && other ? one.reduce((sum, value, k) => sum + value * other[k]!, own) : own;
  });
}

const OWN = { ...EXACT, xx: SIGMA.ownMm ** 2, yy: SIGMA.ownMm ** 2 };
const fittedTo = (ships: readonly Pose[]) => {
  const rows = ships.map((pose, row) => ({ row, pose }));
  return withFittedErrors(claimed(ships), rows.slice(0, -1), [{ ...rows.at(-1)!, own: OWN }]);
};

test('distances from a ship fitted through the camera that measured the others claim what drawn errors of scale and pixels come to, and not those of its place', () => {
  const random = createRandom(7);
  for (const [n, seed] of [
    [4, 1],
    [6, 2],
    [11, 3],
  ] as const) {
    const ships = placesOf(n, seed);
    const last = n - 1;
    const joint = fittedTo(ships);
    const draws = Array.from({ length: 4000 }, () => {
      const whole = [random.normal(1), random.normal(1), random.normal(1), random.normal(1)];
      return ships.map((ship) => {
        const [dx, dy] = movesOf(ship).map((moves) => moves.reduce((sum, move, k) => sum + move * whole[k]!, random.normal(SIGMA.ownMm)));
        return { x: ship.x + dx!, y: ship.y + dy! };
      });
    });
    for (let other = 0; other < last; other++) {
      const drawn = rootMeanSquare(draws.map((drawn) => distanceMm(drawn[last]!, drawn[other]!) - distanceMm(ships[last]!, ships[other]!)));
      const sigma = Math.sqrt(lengthVariance(joint, last, other, ships[last]!, ships[other]!));
      assert.ok(sigma > 0.95 * drawn, `${n} ships, ship ${other}: claims ${sigma} mm, drawn ${drawn} mm`);
      assert.ok(sigma < 1.1 * drawn + 0.6, `${n} ships, ship ${other}: claims ${sigma} mm, drawn ${drawn} mm`);
    }
    const size = 3 * n;
    const place = Math.sqrt(joint[3 * last * (size + 1)]!);
    assert.ok(place > 0.9 * SIGMA.shiftMm, `its place is as unsure as the mat: ${place} mm`);
  }
});

test('two ships fitted to one picture share its errors too', () => {
  const ships = placesOf(7, 4);
  const alone = claimed(ships);
  const rows = ships.map((pose, row) => ({ row, pose }));
  const fitted = rows.slice(5).map((one) => ({ ...one, own: OWN }));
  const joint = withFittedErrors(alone, rows.slice(0, 5), fitted);
  const sigma = Math.sqrt(lengthVariance(joint, 5, 6, ships[5]!, ships[6]!));
  const byScale = SIGMA.scale * distanceMm(ships[5]!, ships[6]!);
  assert.ok(sigma > byScale && sigma < byScale + 1, `${sigma} mm, ${byScale} of them by scale`);
});

test('two measured ships do not show what of their errors is common: the fitted one stays by itself', () => {
  const ships = placesOf(3, 5);
  assert.deepEqual(fittedTo(ships), claimed(ships));
});
