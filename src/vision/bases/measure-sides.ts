import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { BETWEEN_PIXELS_PX, isInPicture } from '../../geometry/in-picture.js';
import { mapByHomography } from '../../geometry/plane-map.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { TILE_MM, TILE_TOP_MM } from '../../pieces/dimensions.js';

import { cutCrop, squareCrop } from '../image/crop.js';
import type { Homography } from '../image/planar.js';
import type { Engines } from '../runtime/engines.js';
import { mirrorRows } from '../runtime/mirror-rows.js';
import type { Net } from '../runtime/net.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import type { TableSolution } from '../solve/joint-solution.js';
import type { BaseEdgeMark, BaseMarks } from '../solve/observations.js';
import { SIGMA_INFLATION } from '../solve/sigma-inflation.js';

/** A crop square on a base, forward is up, its half side in halves of the base. As in models/train/pictures.py. */
const CROP_PX = 112;
const REACH = 1.35;
const PLANE = CROP_PX * CROP_PX;
const MIDDLE_PX = (CROP_PX - 1) / 2;
/** Planes of the net’s input: colours at the foot’s height, at the tile’s, and the height parallax to the right and up. */
const PLANES = 8;
const PLACES = 16;
/** For each place the one that takes it when left and right are exchanged. */
const MIRRORED = [0, 8].flatMap((first) => [1, 0, 7, 6, 5, 4, 3, 2].map((place) => first + place));
/** Places along a side, in halves of it from its middle, clockwise. */
const ALONG = [-0.5, 0.5];

/** Front, right, rear, left: unit vectors out of a base; clockwise along it is (y, −x). */
const OUTWARD: readonly Point[] = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
  { x: 0, y: -1 },
  { x: -1, y: 0 },
];

interface SideCrop {
  readonly owner: number;
  readonly base: BaseSize;
  readonly imageFromFoot: Homography;
  readonly imageFromTile: Homography;
  /** Height parallax: how far a millimetre of height is moved to the right and up, mm. */
  readonly parallax: Point;
}

/** Bases at their solved places, with the edges measured there of the sides of foot and tile; edges that a base already has stay. */
export async function withSides(
  { cv, nets }: Engines,
  rgba: Mat,
  near: TableSolution,
  bases: readonly BaseMarks[],
  bothWays = true,
): Promise<BaseMarks[]> {
  const placed = bases.map((one, i) => ({ ...one, start: near.poses[i]! }));
  const unread = placed.filter(({ edges }) => edges === undefined);
  const places = unread.map(({ base, start: pose }) => ({ base, pose }));
  const sides = await measureSides(cv, nets.baseSides, rgba, near.camera, places, bothWays);
  return placed.map((one) => (one.edges ? one : { ...one, edges: sides[unread.indexOf(one)]! }));
}

/**
 * Measures where the sides of each base’s foot and of its printed tile are in the original frame, near where the poses expect them; `bothWays`:
 * in the mirror image of each crop as well, averaged.
 */
export async function measureSides(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  bases: readonly { readonly base: BaseSize; readonly pose: Pose }[],
  bothWays = true,
): Promise<BaseEdgeMark[][]> {
  const found: BaseEdgeMark[][] = bases.map(() => []);
  const crops = bases.flatMap(({ base, pose }, owner) => cropOf(camera, base, pose, owner));
  if (crops.length === 0) return found;
  const images = new Float32Array(crops.length * PLANES * PLANE);
  crops.forEach((crop, i) => {
    images.set(cut(cv, rgba, crop), i * PLANES * PLANE);
  });
  const plain = await read(net, images, crops.length);
  const mirrored = bothWays ? await read(net, mirroredCrops(images, crops), crops.length) : plain;
  crops.forEach((crop, i) => {
    for (let place = 0; place < PLACES; place++) {
      const [a, b] = [i * PLACES + place, i * PLACES + (bothWays ? MIRRORED[place]! : place)];
      const at = (plain.places[a]! + mirrored.places[b]!) / 2;
      const difference = (plain.places[a]! - mirrored.places[b]!) / 2;
      const sigma = Math.hypot(Math.exp((plain.logSigma[a]! + mirrored.logSigma[b]!) / 2), difference);
      const mark = markOf(camera, crop, place, at, sigma);
      if (mark) found[crop.owner]!.push(mark);
    }
  });
  return found;
}

function cropOf(camera: Camera, base: BaseSize, pose: Pose, owner: number): SideCrop[] {
  const reach = REACH * halfSideMm(base);
  const seen = (local: Point, z: number) => pixelFromTable(camera, { ...tableFromPiece(pose, local), z });
  const imageFromFoot = squareCrop(camera, pose, reach, 0, CROP_PX);
  const imageFromTile = squareCrop(camera, pose, reach, TILE_TOP_MM, CROP_PX);
  const parallax = parallaxOf(seen({ x: 0, y: 0 }, 0), seen({ x: 1, y: 0 }, 0), seen({ x: 0, y: 1 }, 0), seen({ x: 0, y: 0 }, 1));
  return imageFromFoot && imageFromTile && parallax ? [{ owner, base, imageFromFoot, imageFromTile, parallax }] : [];
}

function parallaxOf(here?: Pixel, right?: Pixel, up?: Pixel, above?: Pixel): Point | undefined {
  if (!here || !right || !up || !above) return undefined;
  const [a, b, c, d] = [right.u - here.u, up.u - here.u, right.v - here.v, up.v - here.v];
  const [u, v] = [above.u - here.u, above.v - here.v];
  const area = a * d - b * c;
  return { x: (d * u - b * v) / area, y: (a * v - c * u) / area };
}

function cut(cv: Cv, rgba: Mat, { imageFromFoot, imageFromTile, parallax }: SideCrop): Float32Array {
  const image = new Float32Array(PLANES * PLANE);
  [imageFromFoot, imageFromTile].forEach((imageFromCrop, i) => {
    image.set(cutCrop(cv, rgba, imageFromCrop, CROP_PX, CROP_PX), 3 * i * PLANE);
  });
  image.fill(parallaxShade(parallax.x), 6 * PLANE, 7 * PLANE);
  image.fill(parallaxShade(parallax.y), 7 * PLANE, 8 * PLANE);
  return image;
}

/** Height parallax of −2…2 mm for each millimetre, as 0…1. */
function parallaxShade(parallax: number): number {
  return Math.max(-1, Math.min(1, parallax * 0.5)) * 0.5 + 0.5;
}

function mirroredCrops(images: Float32Array, crops: readonly SideCrop[]): Float32Array {
  const mirrored = mirrorRows(images, CROP_PX);
  crops.forEach(({ parallax }, i) => {
    mirrored.fill(parallaxShade(-parallax.x), (i * PLANES + 6) * PLANE, (i * PLANES + 7) * PLANE);
  });
  return mirrored;
}

async function read(
  net: Net,
  images: Float32Array,
  count: number,
): Promise<{ readonly places: Float32Array; readonly logSigma: Float32Array }> {
  const { places, logSigma } = await net.run(images, [count, PLANES, CROP_PX, CROP_PX]);
  if (!places || !logSigma) throw new Error('The side net gave no places.');
  return { places: places.data, logSigma: logSigma.data };
}

/** A place on a side, from its distance from the crop's middle (crop px); undefined where it is out of the picture. */
function markOf(camera: Camera, crop: SideCrop, place: number, atPx: number, sigmaPx: number): BaseEdgeMark | undefined {
  const onTile = place >= PLACES / 2;
  const side = Math.floor(place / 2) % 4;
  const out = OUTWARD[side]!;
  const along = { x: out.y, y: -out.x };
  const half = halfSideMm(crop.base);
  const [tileWidth, tileLength] = TILE_MM[crop.base];
  const [width, length] = onTile ? [tileWidth / 2, tileLength / 2] : [half, half];
  const [far, wide] = side % 2 === 0 ? [length, width] : [width, length];
  const besideMm = ALONG[place % 2]! * wide;
  const pxPerMm = CROP_PX / (2 * REACH * half);
  const imageFromCrop = onTile ? crop.imageFromTile : crop.imageFromFoot;
  const seen = (outPx: number) => {
    const right = out.x * outPx + along.x * besideMm * pxPerMm;
    const up = out.y * outPx + along.y * besideMm * pxPerMm;
    return mapByHomography(imageFromCrop, MIDDLE_PX + right, MIDDLE_PX - up);
  };
  const [u, v] = seen(atPx);
  if (!isInPicture(camera, { u, v }, BETWEEN_PIXELS_PX + 1)) return undefined;
  const [u1, v1] = seen(atPx + 1);
  const local = { x: far * out.x + besideMm * along.x, y: far * out.y + besideMm * along.y };
  return { onTile, local, along, mark: { u, v, sigmaPx: SIGMA_INFLATION.sideFactor * sigmaPx * Math.hypot(u1 - u, v1 - v) } };
}
