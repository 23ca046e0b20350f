import type { Camera } from '../../src/geometry/camera.js';
import { inRadians } from '../../src/geometry/degrees.js';
import { BETWEEN_PIXELS_PX, pixelInPicture } from '../../src/geometry/in-picture.js';
import type { Point } from '../../src/geometry/point.js';
import { cameraOver, describeCamera, describeLens, type Lens } from '../../src/sim/describe/describe-camera.js';
import { describePicture } from '../../src/sim/describe/describe-picture.js';
import { footprint } from '../../src/sim/describe/lay-out-ships.js';
import { describeTable } from '../../src/sim/describe-table.js';
import { createRandom, type Random } from '../../src/sim/random.js';
import type { ShipDescription, Split, TableDescription } from '../../src/sim/table-description.js';
import { moved } from './later-round.js';

export interface HandHeldWishes {
  readonly split: Split;
  /** The picture's long side; phones take 4:3. */
  readonly longSidePx: number;
  /** How many views from close by. */
  readonly closeViews: number;
}

/** One view of a hand-held series. */
export interface HandHeldView {
  /** 'whole', 'around' (whole, from another side), 'close-1'… */
  readonly name: string;
  readonly table: TableDescription;
  /** Ids of the ships that have moved since the view before. */
  readonly moved: readonly string[];
}

/** Distance of a close camera from the place that it looks at, mm, and its elevation. */
const CLOSE_MM = [250, 700] as const;
const CLOSE_ELEVATION_DEG = [30, 85] as const;
/** Ships that stand wholly in a close view. */
const CLOSE_SHIPS = [2, 5] as const;
/** Tries to find a view as it is wished for. */
const TRIES = 3000;
/** Height that a ship's base reaches, mm. */
const TOP_MM = 6;

/**
 * What one phone sees of one table, carried about in a hand: the whole mat, the whole from another side, then close by, with ships flown on before some of the
 * close views. Mat, obstacles, light and lens stay, exposure and noise do not. Pure: same seed and wishes, same views.
 */
export function describeHandHeld(seed: number, { split, longSidePx, closeViews }: HandHeldWishes): HandHeldView[] {
  const random = createRandom(`${split} ${seed} hand-held`);
  const table = describeTable(seed, { split, widthPx: longSidePx, heightPx: 0.75 * longSidePx, ships: [5, 12] });
  const lens = describeLens(random, { widthPx: longSidePx, heightPx: 0.75 * longSidePx, wildness: 0.6 });
  const azimuthDeg = random.range(-40, 40);
  const whole = (name: string, azimuth: number, elevationDeg: readonly [number, number]): HandHeldView => {
    const { mat } = table;
    const wishes = { widthPx: lens.widthPx, heightPx: lens.heightPx, elevationDeg, framing: 'whole', wildness: 1 } as const;
    for (let i = 0; i < TRIES; i++) {
      const { camera, elevationDeg: elevation } = describeCamera(random, { ...wishes, mat, azimuthDeg: azimuth, lens });
      if (!cornersOf(mat).every((corner) => isIn(camera, { ...corner, z: 0 }, 4))) continue;
      return { name, moved: [], table: { ...table, camera, elevationDeg: elevation, picture: describePicture(random, 0.7) } };
    }
    throw new Error(`Got no view of the whole mat of seed ${seed} in ${TRIES} tries, expected one.`);
  };
  const views = [whole('whole', azimuthDeg, [40, 75]), whole('around', azimuthDeg + random.range(60, 300), [35, 65])];
  let now = table;
  for (let k = 1; k <= closeViews; k++) {
    const flying = k > 1 && random.chance(0.6) ? someShips(random, now.ships) : [];
    now = { ...now, ships: moved(now, random, ({ id }) => flying.includes(id)) };
    const view = closeView(random, now, random.chance(0.3) ? portrait(lens) : lens);
    if (!view) continue;
    views.push({ name: `close-${k}`, moved: flying, table: { ...now, ...view, picture: describePicture(random, 0.7) } });
  }
  return views;
}

function someShips(random: Random, ships: readonly ShipDescription[]): string[] {
  return Array.from({ length: random.int(1, 2) }, () => random.pick(ships).id);
}

/** The phone turned by a quarter. */
function portrait(lens: Lens): Lens {
  const { widthPx, heightPx, fx, fy, cx, cy, distortion } = lens;
  const [k1, k2, p1, p2, k3] = distortion;
  return { widthPx: heightPx, heightPx: widthPx, fx: fy, fy: fx, cx: cy, cy: widthPx - 1 - cx, distortion: [k1, k2, -p2, p1, k3] };
}

/** A view of some ships from close by with one side of the mat in it or none; undefined where the table allows none. */
function closeView(random: Random, table: TableDescription, lens: Lens): Pick<TableDescription, 'camera' | 'elevationDeg'> | undefined {
  const { ships, mat } = table;
  for (let i = 0; i < TRIES; i++) {
    const { x, y } = random.pick(ships);
    const target = { x: x + random.normal(60), y: y + random.normal(60), z: 0 };
    const elevationDeg = random.range(...CLOSE_ELEVATION_DEG);
    const aim = {
      target,
      azimuthRad: random.range(-Math.PI, Math.PI),
      elevationRad: inRadians(elevationDeg),
      rollRad: inRadians(random.normal(6)),
    };
    const camera = cameraOver(lens, target, aim, random.range(...CLOSE_MM));
    const inView = ships.filter((ship) => isWhollyIn(camera, ship)).length;
    const sides = sidesIn(camera, mat);
    if (inView >= CLOSE_SHIPS[0] && inView <= CLOSE_SHIPS[1] && sides <= 1 && !isShipBefore(camera, ships)) return { camera, elevationDeg };
  }
  return undefined;
}

function isWhollyIn(camera: Camera, ship: ShipDescription): boolean {
  return footprint(ship).every((corner) => [0, TOP_MM].every((z) => isIn(camera, { ...corner, z }, 4)));
}

function isIn(camera: Camera, point: Point & { readonly z: number }, marginPx: number): boolean {
  return pixelInPicture(camera, point, BETWEEN_PIXELS_PX + marginPx) !== undefined;
}

/** A hand keeps the lens out of the miniatures, mm. */
const CLEAR_MM = 160;
const MINIATURE_MM = 70;

function isShipBefore(camera: Camera, ships: readonly ShipDescription[]): boolean {
  const { r, t } = camera;
  return ships.some(({ x, y }) => {
    const at = [0, 3, 6].map((row, i) => r[row]! * x + r[row + 1]! * y + r[row + 2]! * MINIATURE_MM + t[i]!);
    return Math.hypot(...at) < CLEAR_MM;
  });
}

const ALONG = Array.from({ length: 41 }, (_, i) => i / 40);

function cornersOf({ widthMm, depthMm }: TableDescription['mat']): readonly Point[] {
  return [0, widthMm].flatMap((x) => [0, depthMm].map((y) => ({ x, y })));
}

/** Sides of the mat of which some is in the picture. */
function sidesIn(camera: Camera, { widthMm, depthMm }: TableDescription['mat']): number {
  const sides: readonly ((share: number) => Point)[] = [
    (share) => ({ x: share * widthMm, y: 0 }),
    (share) => ({ x: widthMm, y: share * depthMm }),
    (share) => ({ x: share * widthMm, y: depthMm }),
    (share) => ({ x: 0, y: share * depthMm }),
  ];
  return sides.filter((at) => ALONG.some((share) => isIn(camera, { ...at(share), z: 0 }, 0))).length;
}
