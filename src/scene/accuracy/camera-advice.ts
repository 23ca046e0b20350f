import { type Camera, cameraCentre, type Rotation } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import type { Point3 } from '../../geometry/point.js';
import { type Figure, figure, type Phrase, phrase } from '../../texts/tools-texts.js';
import { expectedErrors, type Seen, typicalErrorMm } from './expected-error.js';

/** A way to move the camera; adding one is adding a row. */
interface Move {
  readonly words: Phrase;
  /** Shift of the camera's centre; `away` and `back` are unit vectors from the mat's middle: to the camera, and level. */
  readonly shift: (away: Point3, back: Point3) => Point3;
}

const CENTIMETRES = [10, 20, 30, 50] as const;
const MOVES: readonly Move[] = CENTIMETRES.flatMap((cm) => [
  { words: phrase('cm-up', cm), shift: () => ({ x: 0, y: 0, z: 10 * cm }) },
  { words: phrase('cm-nearer', cm), shift: (away: Point3) => times(away, -10 * cm) },
  { words: phrase('cm-back', cm), shift: (away: Point3) => times(away, 10 * cm) },
  { words: phrase('cm-to-middle', cm), shift: (_: Point3, back: Point3) => times(back, -10 * cm) },
]);

/** Ratio of errors that makes a move worthwhile: at most 0.85, and smaller by 0.05 mm, which a ruler's reading could show. */
const WORTH = 0.85;
const WORTH_MM = 0.05;
/** Ratio up to which the gains of two moves count as equal, so that the smaller move is chosen. */
const AS_GOOD = 1.05;
const GRID = 5;

/** A better place for the camera, or that it stands well. */
export interface CameraAdvice {
  /** Error to be expected over the mat now, and after the move; mm. */
  readonly nowMm: number;
  readonly thenMm?: number;
  readonly sentence: Phrase;
}

/** The gain from moving the camera; undefined when it sees nothing of the mat. */
export function cameraAdvice(seen: Seen): CameraAdvice | undefined {
  const { camera, table, ships } = seen;
  const nowMm = typicalErrorMm(expectedErrors(seen, GRID, GRID));
  if (nowMm === undefined) return undefined;
  // The claims belong to the camera's present place; elsewhere they are assumed to exceed the best by the same factor.
  const bare = (moved: Camera) => typicalErrorMm(expectedErrors({ camera: moved, table, ships }, GRID, GRID));
  const before = bare(camera)!;
  let best: { readonly words: Phrase; readonly share: number } | undefined;
  for (const { words, shift } of MOVES) {
    const moved = movedCamera(camera, table, shift);
    const after = showsAsMuch(camera, moved, table) ? bare(moved) : undefined;
    if (after !== undefined && (best === undefined || after * AS_GOOD < best.share * before)) best = { words, share: after / before };
  }
  const mm = (value: number): Figure => figure(value, value < 0.95 ? 2 : 1);
  if (!best || best.share > WORTH || nowMm * (1 - best.share) < WORTH_MM) {
    return { nowMm, sentence: phrase('camera-stands-well', mm(nowMm)) };
  }
  const thenMm = nowMm * best.share;
  return { nowMm, thenMm, sentence: phrase('move-camera-for', best.words, mm(thenMm), mm(nowMm)) };
}

/** The same camera elsewhere, turned so that the mat's middle keeps its place in the picture. */
function movedCamera(camera: Camera, { widthMm, depthMm }: Seen['table'], shift: Move['shift']): Camera {
  const eye = cameraCentre(camera);
  const middle = { x: widthMm / 2, y: depthMm / 2, z: 0 };
  const away = unit({ x: eye.x - middle.x, y: eye.y - middle.y, z: eye.z });
  const level = Math.hypot(away.x, away.y);
  const back = level < 1e-6 ? { x: 0, y: 0, z: 0 } : { x: away.x / level, y: away.y / level, z: 0 };
  const step = shift(away, back);
  const moved = { x: eye.x + step.x, y: eye.y + step.y, z: eye.z + step.z };
  const r = timesRotation(camera.r, turnFrom(unit({ x: moved.x - middle.x, y: moved.y - middle.y, z: moved.z }), away));
  const t = [0, 3, 6].map((i) => -(r[i]! * moved.x + r[i + 1]! * moved.y + r[i + 2]! * moved.z)) as unknown as Camera['t'];
  return { ...camera, r, t };
}

/** Whether every corner of the mat that is visible before is visible after. */
function showsAsMuch(before: Camera, after: Camera, { widthMm, depthMm }: Seen['table']): boolean {
  const isIn = (camera: Camera, x: number, y: number) => pixelInPicture(camera, { x, y, z: 0 }) !== undefined;
  return [0, widthMm].every((x) => [0, depthMm].every((y) => isIn(after, x, y) || !isIn(before, x, y)));
}

/** The smallest turn that brings one direction to another (Rodrigues). */
function turnFrom(from: Point3, to: Point3): Rotation {
  const v = { x: from.y * to.z - from.z * to.y, y: from.z * to.x - from.x * to.z, z: from.x * to.y - from.y * to.x };
  const cos = from.x * to.x + from.y * to.y + from.z * to.z;
  const k = 1 / (1 + cos);
  return [
    cos + k * v.x * v.x,
    k * v.x * v.y - v.z,
    k * v.x * v.z + v.y,
    k * v.x * v.y + v.z,
    cos + k * v.y * v.y,
    k * v.y * v.z - v.x,
    k * v.x * v.z - v.y,
    k * v.y * v.z + v.x,
    cos + k * v.z * v.z,
  ];
}

function timesRotation(a: Rotation, b: Rotation): Rotation {
  return a.map((_, i) => [0, 1, 2].reduce((sum, k) => sum + a[3 * Math.floor(i / 3) + k]! * b[3 * k + (i % 3)]!, 0)) as unknown as Rotation;
}

const times = ({ x, y, z }: Point3, by: number): Point3 => ({ x: x * by, y: y * by, z: z * by });

function unit(v: Point3): Point3 {
  return times(v, 1 / Math.hypot(v.x, v.y, v.z));
}
