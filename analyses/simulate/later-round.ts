import { inRadians } from '../../src/geometry/degrees.js';
import { describeProfiles } from '../../src/sim/base-profile.js';
import { describeClutter } from '../../src/sim/describe/describe-clutter.js';
import { describePicture } from '../../src/sim/describe/describe-picture.js';
import { describeRoom } from '../../src/sim/describe/describe-room.js';
import { describeShips } from '../../src/sim/describe/describe-ships.js';
import { areApart, footprint } from '../../src/sim/describe/lay-out-ships.js';
import { createRandom, type Random } from '../../src/sim/random.js';
import type { ShipDescription, TableDescription } from '../../src/sim/table-description.js';

/** Tries for each ship to fly somewhere; where none is free it stays. */
const TRIES = 60;

/**
 * The same table at another time: camera, lens, mat, obstacles and the make of the bases stay, light and clutter are others. `ships`: 'others' puts
 * as many other ships on the same bases; 'moved' flies each ship on by up to a speed-5 template. Pure: same table and round, same description.
 */
export function laterRound(table: TableDescription, round: number, ships: 'others' | 'moved'): TableDescription {
  const { seed, split, mat, room } = table;
  const stream = (part: string): Random => createRandom(`${split} ${seed} ${part} round ${round}`);
  const light = describeRoom(stream('room'), split, mat);
  const stand = ships === 'moved' ? moved(table, stream('moves')) : others(table, stream('ships'));
  return {
    ...table,
    room: {
      ...light,
      ...{ surface: room.surface, surfaceWidthMm: room.surfaceWidthMm, surfaceDepthMm: room.surfaceDepthMm },
      ...{ surfaceShift: room.surfaceShift, surfaceGloss: room.surfaceGloss, floorLook: room.floorLook, floor: room.floor },
    },
    ships: stand,
    clutter: describeClutter(stream('clutter'), split, mat, stand, false),
    picture: describePicture(stream('picture'), 1),
  };
}

function others({ split, mat, ships, obstacles, seed }: TableDescription, random: Random): ShipDescription[] {
  const profiles = describeProfiles(createRandom(`${split} ${seed} profile`), split === 'demo' ? 0.2 : 0.7);
  const own = Object.fromEntries(ships.map(({ base, profile }) => [base, profile]));
  const drawn = describeShips(random, split, mat, { ...profiles, ...own }, Math.max(6, ships.length));
  const free = drawn.filter((ship) => obstacles.every(({ outline }) => areApart(footprint(ship), outline)));
  return free.map((ship, i) => ({ ...ship, plastic: { ...ships[i % ships.length]!.plastic, seed: random.seed() } }));
}

/** The ships after a round in which those flew on by up to a speed-5 template of which `flies` says so; all where it is not given. */
export function moved(
  { mat, ships, obstacles }: TableDescription,
  random: Random,
  flies: (ship: ShipDescription) => boolean = () => true,
): ShipDescription[] {
  const placed: ShipDescription[] = [];
  for (const [i, ship] of ships.entries()) {
    if (!flies(ship)) {
      placed.push(ship);
      continue;
    }
    const taken = [...placed, ...ships.slice(i + 1)];
    const flown = Array.from({ length: TRIES }, () => flownOn(ship, random)).find(
      (one) =>
        footprint(one).every(({ x, y }) => x > 1 && y > 1 && x < mat.widthMm - 1 && y < mat.depthMm - 1) &&
        taken.every((other) => areApart(footprint(one, 0.05), footprint(other))) &&
        obstacles.every(({ outline }) => areApart(footprint(one), outline)),
    );
    placed.push(flown ?? ship);
  }
  return placed;
}

function flownOn(ship: ShipDescription, random: Random): ShipDescription {
  const ahead = random.range(60, 240);
  const turn = random.range(-100, 100);
  const course = inRadians(ship.headingDeg + turn / 2);
  const headingDeg = ((((ship.headingDeg + turn + 180) % 360) + 360) % 360) - 180;
  return { ...ship, x: ship.x + ahead * Math.sin(course), y: ship.y + ahead * Math.cos(course), headingDeg };
}
