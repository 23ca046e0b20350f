import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import { distanceMm, type Pixel, type Point } from '../../geometry/point.js';
import { baseOutline } from '../../pieces/bases.js';
import type { OnAir } from '../../scene/stream/on-air.js';
import { findPair, type MeasuredPair } from '../../scene/words/measured-pair.js';
import type { Obstacle, Ship } from '../../table/table.js';
import type { PictureBox } from '../vision-client/block-history.js';
import type { TableView } from './table-session.js';

/** Something this near to the measured line or a ship may change the answer: half a base and a finger, mm. */
const NEAR_MM = 30;
/** Height at which a hand grips a ship's model to take it away, mm. */
const MODEL_MM = 60;
/** Length of the pieces in which a line is watched, mm: a box around a whole slanting line would hold half of the table. */
const PIECE_MM = 40;
/** All of the mat is watched in squares of this side, mm. */
const CELL_MM = 80;

/** Things that a stream shows of a table besides the chosen pair. */
export type OnAirOf = Pick<OnAir, 'pairs' | 'arcs' | 'fan'>;

/** The places of the picture where a change may change what is reported: the ships that are asked about, the lines measured between them, the obstacles on those. */
export function regionsOfInterest(
  { state: { camera }, table, report, chosen, pair }: TableView,
  isMirrored: boolean,
  onAir?: OnAirOf,
): PictureBox[] {
  if (!camera) return [];
  const pairs = [...(pair ? [pair] : []), ...(onAir?.pairs ?? []).flatMap(({ from, to }) => findPair(report.pairs, from, to) ?? [])];
  const ids = new Set([
    ...chosen,
    ...pairs.flatMap(({ from, to }) => [from, to]),
    ...(onAir?.arcs ?? []),
    ...(onAir?.fan ? [onAir.fan.ship] : []),
  ]);
  const lines = pairs.flatMap(linesOf).flatMap(([from, to]) => piecesOf(from, to));
  const onLine = table.obstacles.filter((obstacle) => lines.some((piece) => isNear(obstacle, piece)));
  const places = [
    // What a ship stands on by itself too: it is a small part of what is around the model.
    ...table.ships.filter(({ id }) => ids.has(id)).flatMap((ship) => [bodyOf(camera, ship), footOf(camera, ship)]),
    ...lines.map((piece) => boxOf(camera, grown([piece]), [0])),
    ...onLine.map((obstacle) => obstacleBox(camera, obstacle)),
  ];
  return shownRegions(places, isMirrored);
}

/** Whether a camera has all ships that are asked about in view, with what is near them. */
export function showsChosen(camera: Camera, { table, chosen }: Pick<TableView, 'table' | 'chosen'>): boolean {
  const asked = table.ships.filter(({ id }) => chosen.includes(id));
  return asked.every(({ base, pose }) => grown(baseOutline(base, pose)).every((point) => pixelInPicture(camera, { ...point, z: 0 })));
}

/** The places of all that is on the mat: where ranges of everything, or a match, are asked of the table. */
export function matRegions({ state: { camera }, table }: TableView, isMirrored: boolean): PictureBox[] {
  if (!camera) return [];
  const steps = (lengthMm: number) => {
    const count = Math.ceil((lengthMm + 2 * NEAR_MM) / CELL_MM);
    return Array.from({ length: count + 1 }, (_, i) => i * CELL_MM - NEAR_MM);
  };
  const [xs, ys] = [steps(table.widthMm), steps(table.depthMm)];
  const seen = ys.map((y) => xs.map((x) => pixelFromTable(camera, { x, y, z: 0 })));
  const cells = seen
    .slice(1)
    .flatMap((row, i) => row.slice(1).map((corner, j) => boxAround(camera, [corner, row[j], seen[i]![j], seen[i]![j + 1]])));
  return shownRegions([...table.ships.map((ship) => bodyOf(camera, ship)), ...cells], isMirrored);
}

/** The places of a ship, with its model and what it stands on; none where the camera does not see it. */
export function shipRegions(camera: Camera, ship: Pick<Ship, 'base' | 'pose'>, isMirrored: boolean): PictureBox[] {
  return shownRegions([bodyOf(camera, ship), footOf(camera, ship)], isMirrored);
}

export function obstacleRegions(camera: Camera, obstacle: Pick<Obstacle, 'outline'>, isMirrored: boolean): PictureBox[] {
  return shownRegions([obstacleBox(camera, obstacle)], isMirrored);
}

/** A camera’s boxes in its picture, mirrored where it is. */
function shownRegions(boxes: readonly (PictureBox | undefined)[], isMirrored: boolean): PictureBox[] {
  const places = boxes.flatMap((box) => box ?? []);
  return isMirrored ? places.map((box) => ({ ...box, left: 1 - box.right, right: 1 - box.left })) : places;
}

/** A ship with its model. */
function bodyOf(camera: Camera, { base, pose }: Pick<Ship, 'base' | 'pose'>): PictureBox | undefined {
  return boxOf(camera, grown(baseOutline(base, pose)), [0, MODEL_MM]);
}

function footOf(camera: Camera, { base, pose }: Pick<Ship, 'base' | 'pose'>): PictureBox | undefined {
  return boxOf(camera, baseOutline(base, pose), [0]);
}

function obstacleBox(camera: Camera, { outline }: Pick<Obstacle, 'outline'>): PictureBox | undefined {
  return boxOf(camera, grown(outline), [0]);
}

/** All that is measured between two ships: base to base, and in each arc. */
function linesOf({ closest, arcs }: MeasuredPair): (readonly [Point, Point])[] {
  const measured = [closest, ...Object.values(arcs).flatMap(({ attack }) => attack ?? [])];
  return measured.flatMap(({ fromMm, toMm }) => (fromMm && toMm ? [[pointOf(fromMm), pointOf(toMm)] as const] : []));
}

const pointOf = ([x, y]: readonly [number, number]): Point => ({ x, y });

function piecesOf(a: Point, b: Point): Point[] {
  const pieces = Math.ceil(distanceMm(a, b) / PIECE_MM);
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const share = pieces === 0 ? 0 : i / pieces;
    return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
  });
}

/** Whether the box around an obstacle comes near a point of the line. */
function isNear({ outline }: Obstacle, { x, y }: Point): boolean {
  const beyond = (values: readonly number[], value: number) => Math.max(Math.min(...values) - value, value - Math.max(...values), 0);
  const awayMm = Math.hypot(
    beyond(
      outline.map((point) => point.x),
      x,
    ),
    beyond(
      outline.map((point) => point.y),
      y,
    ),
  );
  return awayMm < NEAR_MM + PIECE_MM / 2;
}

/** The corners of the squares around some points. */
function grown(points: readonly Point[]): Point[] {
  return points.flatMap(({ x, y }) => [-NEAR_MM, NEAR_MM].flatMap((dx) => [-NEAR_MM, NEAR_MM].map((dy) => ({ x: x + dx, y: y + dy }))));
}

/** The box around table points at some heights; undefined where the camera sees none of them. */
function boxOf(camera: Camera, points: readonly Point[], heightsMm: readonly number[]): PictureBox | undefined {
  return boxAround(
    camera,
    heightsMm.flatMap((z) => points.map((point) => pixelFromTable(camera, { ...point, z }))),
  );
}

function boxAround({ widthPx, heightPx }: Camera, pixels: readonly (Pixel | undefined)[]): PictureBox | undefined {
  const seen = pixels.filter((pixel) => pixel !== undefined);
  if (seen.length === 0) return undefined;
  const [us, vs] = [seen.map(({ u }) => u / widthPx), seen.map(({ v }) => v / heightPx)];
  return { left: Math.min(...us), right: Math.max(...us), top: Math.min(...vs), bottom: Math.max(...vs) };
}
