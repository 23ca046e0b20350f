import { type Camera, pixelFromTable } from '../geometry/camera.js';
import { tableFromPiece } from '../geometry/pose.js';
import type { BaseSize } from '../pieces/base-size.js';
import type { ObstacleKind } from '../table/table.js';
import { topCorners } from './base-profile.js';
import { lyingOutline } from './describe/flat-things.js';
import type { BaseProfile, ShipDescription, TableDescription } from './table-description.js';

/** The truth of one picture, as in formats/truth.schema.json; what the schema does not name is for curious readers. */
export interface Truth {
  readonly format: 'hashmark-truth';
  readonly version: 1;
  readonly image: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly camera: {
    readonly k: readonly (readonly number[])[];
    readonly distortion: readonly number[];
    readonly r: readonly (readonly number[])[];
    readonly tMm: readonly number[];
  };
  readonly table: { readonly widthMm: number; readonly depthMm: number };
  readonly ships: readonly ShipTruth[];
  readonly obstacles: readonly {
    readonly id: string;
    readonly kind: ObstacleKind;
    readonly outlineMm: readonly (readonly [number, number])[];
  }[];
  /** Other flat things: templates, ruler, cards and the like. */
  readonly clutter: readonly { readonly kind: string; readonly outlineMm: readonly (readonly [number, number])[] }[];
  readonly tags: readonly string[];
}

export interface ShipTruth {
  readonly id: string;
  readonly base: BaseSize;
  readonly xMm: number;
  readonly yMm: number;
  readonly headingDeg: number;
  /** Height of the corners in cornersPx above the mat. */
  readonly heightMm: number;
  readonly visibleFraction: number;
  readonly owner: 1 | 2;
  /** Absent where one is behind the camera or far outside the picture. */
  readonly cornersPx?: readonly (readonly [number, number])[];
  /** Pose of the tile in its base: it has play. */
  readonly tileOffset: { readonly xMm: number; readonly yMm: number; readonly deg: number };
  readonly profile: BaseProfile;
}

/** Writes down the truth of a table. `visibleFractions` in the order of the ships. */
export function writeTruth(table: TableDescription, image: string, visibleFractions: readonly number[]): Truth {
  const { camera } = table;
  const r = camera.r;
  return {
    format: 'hashmark-truth',
    version: 1,
    image,
    widthPx: camera.widthPx,
    heightPx: camera.heightPx,
    camera: {
      k: [
        [camera.fx, 0, camera.cx],
        [0, camera.fy, camera.cy],
        [0, 0, 1],
      ],
      distortion: camera.distortion,
      r: [
        [r[0], r[1], r[2]],
        [r[3], r[4], r[5]],
        [r[6], r[7], r[8]],
      ],
      tMm: camera.t,
    },
    table: { widthMm: table.mat.widthMm, depthMm: table.mat.depthMm },
    ships: table.ships.map((ship, i) => shipTruth(ship, camera, visibleFractions[i] ?? 0)),
    obstacles: table.obstacles.map((obstacle) => ({
      id: obstacle.id,
      kind: obstacle.kind,
      outlineMm: obstacle.outline.map((p) => [p.x, p.y] as const),
    })),
    clutter: table.clutter.flatMap((item) => {
      const outline = lyingOutline(item);
      return outline ? [{ kind: item.kind, outlineMm: outline.map(({ x, y }) => [x, y] as const) }] : [];
    }),
    tags: tagsOf(table),
  };
}

/** Distance beyond which places are artefacts of the lens model, px. */
const FAR_PX = 1e5;

function shipTruth(ship: ShipDescription, camera: Camera, visibleFraction: number): ShipTruth {
  const pose = { x: ship.x, y: ship.y, headingRad: (ship.headingDeg * Math.PI) / 180 };
  const { profile } = ship;
  const cornersPx = topCorners(profile).flatMap((corner) => {
    const pixel = pixelFromTable(camera, { ...tableFromPiece(pose, corner), z: corner.z });
    return pixel && Math.max(Math.abs(pixel.u), Math.abs(pixel.v)) < FAR_PX ? [[pixel.u, pixel.v] as const] : [];
  });
  return {
    id: ship.id,
    base: ship.base,
    xMm: ship.x,
    yMm: ship.y,
    headingDeg: ship.headingDeg,
    heightMm: profile.wallMm,
    visibleFraction,
    owner: ship.owner,
    ...(cornersPx.length === 4 && { cornersPx }),
    tileOffset: { xMm: ship.tile.shiftX, yMm: ship.tile.shiftY, deg: ship.tile.turnDeg },
    profile,
  };
}

function tagsOf(table: TableDescription): string[] {
  const plastics = [...new Set(table.ships.map((ship) => `plastic:${ship.plastic.kind}`))];
  return [
    `split:${table.split}`,
    `seed:${table.seed}`,
    `elevation:${Math.round(table.elevationDeg)}`,
    `mat:${table.mat.look.family}`,
    `surface:${table.room.surface.family}`,
    `room:${table.room.environment.family}`,
    ...plastics,
  ];
}
