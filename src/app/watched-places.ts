import { type Camera, pixelFromTable } from '../geometry/camera.js';
import type { Point } from '../geometry/point.js';
import { baseOutline } from '../pieces/bases.js';
import type { Obstacle } from '../table/table.js';
import type { PictureBox } from './seeing/change-watch.js';
import type { Known } from './table-session.js';

/** Something this near to the measured line or a ship may change the answer: half a base and a finger, mm. */
const NEAR_MM = 30;
/** A ship's model stands on its base; who takes it away grips it up there, mm. */
const MODEL_MM = 60;
/** The line is watched in pieces of this length, mm: the box around a slanting whole would hold half of the table. */
const PIECE_MM = 40;

/** The places of the picture where a change may change the answer: both chosen ships, the line between them, the obstacles on it. */
export function watchedPlaces({ state: { camera }, table, chosen, pair }: Known, isMirrored: boolean): PictureBox[] {
  if (!camera) return [];
  const ships = table.ships.filter(({ id }) => chosen.includes(id));
  const bodies = ships.map((ship) => boxOf(camera, grown(baseOutline(ship.base, ship.pose)), [0, MODEL_MM]));
  const [from, to] = ships.length === 2 ? ships.map(({ pose }) => pose) : [];
  const line = pair && from && to ? piecesOf(pair.closest.fromMm, pair.closest.toMm, from, to) : [];
  const onLine = table.obstacles.filter((obstacle) => line.some((piece) => isNear(obstacle, piece)));
  const places = [
    ...bodies,
    ...line.map((piece) => boxOf(camera, grown([piece]), [0])),
    ...onLine.map(({ outline }) => boxOf(camera, grown(outline), [0])),
  ].flatMap((box) => box ?? []);
  return isMirrored ? places.map((box) => ({ ...box, left: 1 - box.right, right: 1 - box.left })) : places;
}

function piecesOf(
  fromMm: readonly [number, number] | undefined,
  toMm: readonly [number, number] | undefined,
  from: Point,
  to: Point,
): Point[] {
  const a = fromMm ? { x: fromMm[0], y: fromMm[1] } : from;
  const b = toMm ? { x: toMm[0], y: toMm[1] } : to;
  const pieces = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / PIECE_MM);
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
  const pixels = heightsMm.flatMap((z) => points.flatMap((point) => pixelFromTable(camera, { ...point, z }) ?? []));
  if (pixels.length === 0) return undefined;
  const [us, vs] = [pixels.map(({ u }) => u / camera.widthPx), pixels.map(({ v }) => v / camera.heightPx)];
  return { left: Math.min(...us), right: Math.max(...us), top: Math.min(...vs), bottom: Math.max(...vs) };
}
