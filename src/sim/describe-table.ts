import { MAT_MM } from '../pieces/dimensions.js';
import { describeProfiles } from './base-profile.js';
import { describeCamera, type Framing } from './describe/describe-camera.js';
import { describeClutter } from './describe/describe-clutter.js';
import { describeObstacles } from './describe/describe-obstacles.js';
import { describePicture } from './describe/describe-picture.js';
import { describeRoom } from './describe/describe-room.js';
import { describeShips, ofOwnMake } from './describe/describe-ships.js';
import { footprint } from './describe/lay-out-ships.js';
import { MATS } from './look/look-names.js';
import { isOfSplit } from './look/look-row.js';
import { createRandom, pickWeighted, type Random } from './random.js';
import type { MatDescription, Rgb, Split, TableDescription } from './table-description.js';

export interface TableWishes {
  readonly split: Split;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** Elevation of the camera above the table, degrees. */
  readonly elevationDeg?: readonly [number, number];
  readonly framing?: Framing;
  /** Least and greatest number of ships. */
  readonly ships?: readonly [number, number];
  /** Whether every ship's base is of a make of its own, for training; else most tables have one kind of base. */
  readonly ownMakes?: boolean;
  /** Whether templates and rulers lie all around, for training. */
  readonly strewn?: boolean;
  /** A given camera lens and hand steadiness: 0 plain and steady, 1 the full variety. */
  readonly wildness?: number;
}

/** One table and its picture, drawn by lot from the seed: same seed and wishes, same description. Pure. */
export function describeTable(seed: number, wishes: TableWishes): TableDescription {
  const { split } = wishes;
  const stream = (part: string): Random => createRandom(`${split} ${seed} ${part}`);
  const wildness = wishes.wildness ?? 1;
  const mat = describeMat(stream('mat'), split);
  const tableRandom = stream('table');
  const heightJitter = split === 'demo' ? 0.2 : 0.7;
  const profiles = describeProfiles(stream('profile'), heightJitter);
  const [fewest, most] = wishes.ships ?? (split === 'demo' ? [6, 8] : [3, 14]);
  const drawn = describeShips(stream('ships'), split, mat, profiles, tableRandom.int(fewest, most));
  const ships = wishes.ownMakes ? drawn.map((ship, i) => ofOwnMake(ship, stream(`make ${i}`), heightJitter)) : drawn;
  const outlines = ships.map((ship) => footprint(ship, split === 'demo' ? 25 : 2));
  const obstacles = describeObstacles(stream('obstacles'), split, mat, outlines, split === 'demo' ? 6 : tableRandom.int(0, 6));
  const { camera, elevationDeg } = describeCamera(stream('camera'), {
    widthPx: wishes.widthPx ?? 1920,
    heightPx: wishes.heightPx ?? 1080,
    elevationDeg: wishes.elevationDeg ?? [30, 90],
    framing: wishes.framing ?? 'either',
    mat,
    wildness,
  });
  return {
    seed,
    split,
    mat,
    room: describeRoom(stream('room'), split, mat),
    ships,
    obstacles,
    clutter: describeClutter(stream('clutter'), split, mat, ships, wishes.strewn ?? false),
    camera,
    picture: describePicture(stream('picture'), wildness),
    elevationDeg,
  };
}

function describeMat(random: Random, split: Split): MatDescription {
  const side = () => (split === 'demo' ? MAT_MM : random.range(909, 919));
  const dark = random.range(0.01, 0.06);
  const edge: Rgb = random.chance(0.75) ? [dark, dark, dark] : [random.next() * 0.6, random.next() * 0.6, random.next() * 0.6];
  return {
    widthMm: side(),
    depthMm: side(),
    thicknessMm: random.range(1.5, 3),
    cornerRadiusMm: random.chance(0.4) ? 0 : random.range(1, 12),
    look: {
      family: pickWeighted(
        random,
        MATS.filter((row) => isOfSplit(row, split)),
      ).name,
      seed: random.seed(),
    },
    gloss: random.chance(0.55) ? 0 : random.next(),
    edge,
  };
}
